//! The screen: player aids, and answers to words that are not an action.

use furlong::hare_tortoise::{Action, Chance, Effect, Mechanism};
use furlong::text::Names;
use furlong::{RaceGame as _, Text as _};

use super::table::{Race, classic, game, on, one, player, race, seat, set_up, to};

/// The answer when the player to move types this.
fn answer(race: &Race, typed: &str) -> Result<Action, String> {
    let view = race.game.view(&race.state, seat(race.mover() as u8));
    race.game.read_action(&view, &race.actions(), typed).map_err(|misread| misread.to_string())
}

fn aid(race: &Race, name: &str) -> String {
    let aids = race.game.aids(&race.game.view(&race.state, seat(0)));
    aids.into_iter().find(|aid| aid.name == name).expect("a sheet of this name").text
}

#[test]
fn back_without_a_tortoise_behind_is_told_why_it_is_none() {
    let near_start = race(classic(), &[one(65, 5, 3), one(65, 20, 3), one(65, 21, 3), one(65, 26, 3)]);
    assert_eq!(
        answer(&near_start, "back"),
        Err("There is no tortoise square behind the runner to go back to.".to_owned())
    );
    let taken = race(classic(), &[one(65, 12, 3), one(65, 11, 3), one(65, 21, 3), one(65, 26, 3)]);
    assert_eq!(answer(&taken, "back"), Err("A runner stands on the tortoise on 11.".to_owned()));
}

#[test]
fn a_square_is_no_runner_where_the_runner_is_to_be_chosen() {
    let players = [player(98, &[on(0, 0), on(5, 0)]), player(98, &[on(0, 0), on(9, 0)])];
    let two = set_up(game("ravensburger-2008", |_| {}), &players, |position| {
        position.phase = furlong::hare_tortoise::Phase::Runner;
        position.players.iter_mut().for_each(|player| player.pool = 5);
    });
    assert_eq!(answer(&two, "2"), Ok(Action::Runner(1)));
    assert_eq!(answer(&two, "to 2"), Err("First choose the runner of this turn.".to_owned()));
    let chosen = two.does(Action::Runner(1)).does(to(6));
    let names = Names::numbered(chosen.game.seats(&chosen.state)).addressing(Some(seat(0)));
    let seen: Vec<String> =
        chosen.seen.iter().filter_map(|happening| chosen.game.narrate(happening, &names)).collect();
    assert_eq!(seen, ["You (runner 2) pay 1 carrot.", "You (runner 2) move from 5 to 6 (hare)."]);
}

#[test]
fn the_hare_chart_and_the_race_card_can_be_looked_up() {
    let start = race(classic(), &[one(65, 0, 3), one(65, 4, 3), one(65, 5, 3)]);
    let chart = aid(&start, "chart");
    assert!(chart.contains("- Card 4: if you are 1st, draw 10 carrots or pay 10"), "{chart}");
    assert!(!chart.contains("HT-"), "{chart}");
    assert!(chart.ends_with("You are 3rd now.\n"), "{chart}");
    let card = aid(&start, "card");
    assert!(card.contains(" 10: 55") && card.contains(" 64: 2080"), "{card}");
    assert!(card.ends_with("65 carrots are enough for 10 squares.\n"), "{card}");
}

#[test]
fn the_sheet_of_a_pack_tells_which_cards_may_come() {
    let whole = race(game("ravensburger-1978", |_| {}), &[one(68, 0, 3), one(68, 4, 3), one(68, 5, 3)]);
    assert!(aid(&whole, "chart").ends_with("No card of this pack has been seen yet.\n"));
    let one_gone = whole.does(to(1)).draws(Chance::PackCard(Effect::MissATurn));
    let left = aid(&one_gone, "chart");
    let next = left.lines().last().expect("a line");
    assert!(next.starts_with("The next card is one of these: ") && !next.contains("miss a turn"), "{next}");
    assert!(next.contains("2 x last turn free"), "{next}");
    assert_eq!(one_gone.game.ruleset().hare.mechanism, Mechanism::Pack);
}

#[test]
fn carrots_are_hidden_from_a_seat_in_play_and_open_to_those_who_see_all() {
    let race = race(classic(), &[one(61, 5, 3), one(62, 20, 3), one(63, 21, 3)]);
    let names = Names::numbered(race.game.seats(&race.state));
    let (view, canvas) = (race.game.view(&race.state, seat(0)), furlong::text::Canvas::PLAIN);
    let hidden = race.game.draw(&view, &furlong::text::Marks::NONE, &names, &canvas);
    assert!(hidden.contains("61 carrots") && hidden.matches("? carrots").count() == 2, "{hidden}");
    let open = race.game.draw_open(&race.state, &names, &canvas);
    assert!([61, 62, 63].iter().all(|held| open.contains(&format!("{held} carrots"))), "{open}");
    assert!(!open.contains('?'), "{open}");
}
