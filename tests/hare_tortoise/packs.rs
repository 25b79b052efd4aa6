//! Hares that are not a chart: outcomes that cannot be, and what metrics count.

use furlong::RaceGame;
use furlong::arena::Measured as _;
use furlong::hare_tortoise::{Action, Chance, Duty, Effect, Happening, HareTortoise, JuggedLettuce, Phase};

use super::table::{Race, back, game, on, one, race, set_up, to};

#[test]
fn hp_07_what_the_die_cannot_show_jugs_no_hare() {
    let players = [one(65, 31, 3), one(65, 0, 3)];
    let race = set_up(game("postal", |_| {}), &players, |position| position.phase = Phase::Jug);
    for outcome in [Chance::Die(0), Chance::Die(7), Chance::Card(1), Chance::PackCard(Effect::MoveUp)] {
        let mut state = race.state;
        race.game.apply_chance(&mut state, outcome, &mut ());
        assert_eq!(state, race.state, "{outcome:?}");
    }
}

#[test]
fn carrots_paid_for_being_passed_are_measured() {
    // Seat 1 lands on the hare square 31, and two of the others pass it.
    let players = [one(50, 30, 3), one(500, 29, 3), one(500, 33, 3), one(500, 40, 3)];
    let landed = race(game("olympiad", |_| {}), &players).does(to(31));
    let round = landed.does(to(32)).does(back(30)).does(to(41));
    assert!(round.seen(|h| matches!(h, Happening::PaysForPassing { .. })));
    let paid = measured(&round, "carrots-paid");
    assert!((paid - 21.0).abs() < 1e-9, "1 for the last step and 20 for the two that passed, not {paid}");
}

// HT-37
#[test]
fn a_jugged_lettuce_that_is_chewed_later_is_measured_as_one_of_a_hare() {
    let late = game("classic", |rules| rules.hare.chew_a_lettuce = JuggedLettuce::AsIfJustArrived);
    let mut players = [one(65, 31, 3), one(65, 5, 3), one(65, 4, 3), one(65, 2, 3)];
    players[0].runners[0].duty = Duty::Chew;
    let round = race(late, &players).does(Action::Chew);
    assert_eq!((measured(&round, "lettuces"), measured(&round, "lettuces-by-hares")), (1.0, 1.0));
    players[0].runners[0] = on(10, 3);
    let round = race(game("classic", |_| {}), &players).does(Action::Chew);
    assert_eq!((measured(&round, "lettuces"), measured(&round, "lettuces-by-hares")), (1.0, 0.0));
}

/// The value of this metric for the last event.
fn measured(race: &Race, metric: &str) -> f64 {
    let metrics = HareTortoise::metrics();
    let mut totals = vec![0.0; metrics.len()];
    race.seen.iter().for_each(|happening| race.game.count(happening, &mut totals));
    totals[metrics.iter().position(|known| known.name == metric).expect("a metric")]
}
