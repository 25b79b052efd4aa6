//! The toy game, whose values are known exactly.

use super::*;
use crate::bot::BotSpec;
use crate::race::Race;
use crate::toy::Dash;

fn race(seed: u64) -> Race<Dash> {
    let game = Dash::short();
    let setup = game.setup(2);
    let mut race = Race::new(game, &setup, seed).expect("the set-up fits");
    let mut bots = [0, 1].map(|_| Dash::bot(&BotSpec::named("random")).expect("a bot"));
    race.play_out(&mut bots, 10_000).expect("it ends");
    race
}

fn estimator(playouts: u32) -> Estimator {
    Estimator::of::<Dash>().bot(BotSpec::named("random")).playouts(playouts)
}

#[test]
fn estimates_agree_with_the_exact_values_of_random_play() {
    let race = race(3);
    let (game, start) = race.record().open().expect("it replays");
    let analysis = analyse(race.record(), &estimator(400), &StopFlag::default(), &|_| ()).expect("a value");
    let exact = value_of_random_play(&game, &start, 100_000).expect("few positions");
    assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-9, "somebody wins: {exact:?}");
    let estimate = analysis.events[0].before;
    for ((share, error), exact) in estimate.shares.iter().zip(&estimate.errors).zip(&exact) {
        // Four standard errors: one seed in 16,000 fails by chance, and the seed is fixed.
        assert!((share - exact).abs() < 4.0 * error, "{share} +- {error}, exactly {exact}");
    }
    let few = value_of_random_play(&game, &start, 10);
    assert_eq!(few.expect_err("there are more").to_string(), "the game has more than 10 positions");
}

#[test]
fn the_mean_luck_of_a_chance_event_is_nothing() {
    // By exact values, over all outcomes of one die: what the analysis calls luck has mean 0.
    let race = race(3);
    let analysis = analyse(race.record(), &estimator(50), &StopFlag::default(), &|_| ()).expect("a value");
    let (game, mut state) = race.record().open().expect("it replays");
    for (event, effect) in race.record().events.iter().zip(&analysis.events) {
        if effect.seat.is_none() {
            let (mut chances, mut mean) = (Vec::new(), 0.0);
            game.chances(&state, &mut chances);
            for chance in &chances {
                let mut after = state.clone();
                game.apply_chance(&mut after, chance.outcome, &mut ());
                let value =
                    &estimator(50).values(&game, &[after], &StopFlag::default(), &|| ()).expect("a value")[0];
                mean +=
                    (value.shares[Seat::FIRST] - effect.before.shares[Seat::FIRST]) / chances.len() as f64;
            }
            assert!(mean.abs() < 1e-12, "{mean}");
        }
        apply(&game, &mut state, event, effect.number, &mut ()).expect("it replays");
    }
}

#[test]
fn an_unfinished_game_ends_with_an_estimate() {
    let mut record = race(3).record().clone();
    record.events.truncate(7);
    let analysis = analyse(&record, &estimator(20), &StopFlag::default(), &|_| ()).expect("a value");
    assert!(!analysis.is_over && analysis.events.len() == 7);
    record.events.clear();
    let nothing = analyse(&record, &estimator(20), &StopFlag::default(), &|_| ()).expect("a value");
    assert!(nothing.events.is_empty());
    assert!((nothing.seats[0].start - nothing.seats[0].result).abs() < 1e-12);
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let record = race(3).record().clone();
    let stop = StopFlag::default();
    let refused = |record: &Record<Dash>, estimator: &Estimator, stop: &StopFlag| {
        analyse(record, estimator, stop, &|_| ()).expect_err("no analysis").to_string()
    };
    assert_eq!(
        refused(&record, &estimator(1), &stop),
        "an estimate needs at least 2 playouts of at least 1 event"
    );
    let unknown = estimator(2).bot(BotSpec::named("nobody"));
    assert!(refused(&record, &unknown, &stop).starts_with("there is no bot `nobody`"));
    let raised = StopFlag::new(true.into());
    assert_eq!(refused(&record, &estimator(2), &raised), "stopped before all values were estimated");
    let mut broken = record.clone();
    broken.events.swap(0, 2);
    assert!(refused(&broken, &estimator(2), &stop).starts_with("the record does not replay: event 1"));
}
