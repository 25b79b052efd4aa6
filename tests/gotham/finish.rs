//! The end of the race: GO-30 to GO-35, GO-38.

use furlong::gotham::{
    Animal, Backwards, EquallyFar, Gotham, OnTheSign, OwnerlessFurthest, Phase, Ruleset, State,
};
use furlong::{Ending, RaceGame, Seat, Turn};

use super::kit::{IDLE, play, round_of, standard, table, written};

/// A round of cards that do nothing on this track with the sign there, and who has won.
fn end(ruleset: &Ruleset, players: u8, track: &str, sign: Animal) -> (Ending, Vec<u8>, bool) {
    // Placed by everybody: the sign's own card of its deck last, so that it ends where it should.
    let mut idle = IDLE;
    idle.sort_by_key(|text| text.ends_with(sign.to_string().as_str()));
    let game = Gotham::new(ruleset.clone()).unwrap();
    let mut position = table(ruleset, 4, Animal::Fish, track, &idle);
    if players < 4 {
        // Ownerless figures take the cards of the decks of their positions.
        position = table(ruleset, players, Animal::Fish, track, &[]);
        (position.open.phase, position.open.sign) = (Phase::Over, sign);
        return match game.state(&position) {
            Ok(state) => summary(&game, &state),
            Err(_) => (Ending::Racing, Vec::new(), false),
        };
    }
    let mut state = game.state(&position).unwrap();
    play(&game, &mut state, &idle);
    summary(&game, &state)
}

fn summary(game: &Gotham, state: &State) -> (Ending, Vec<u8>, bool) {
    let standings = game.standings(state);
    let winners = match standings.ending {
        Ending::Won | Ending::Shared => standings.leaders().map(Seat::number).collect(),
        _ => Vec::new(),
    };
    (standings.ending, winners, game.turn(state) == Turn::Over)
}

#[test]
fn go_31_to_34_gx_04_who_is_furthest_beyond_the_sign_wins_in_either_direction() {
    use Animal::{Hedgehog, Sheep, Snail};
    let standard = standard();
    let rule = |change: fn(&mut Ruleset)| {
        let mut ruleset = standard.clone();
        change(&mut ruleset);
        ruleset
    };
    let beyond = rule(|r| r.rules.on_the_sign = OnTheSign::Beyond);
    let forwards = rule(|r| r.rules.equally_far = EquallyFar::ForwardsWins);
    let backwards = rule(|r| r.rules.equally_far = EquallyFar::BackwardsWins);
    let outer = rule(|r| r.rules.backwards_on_one_location = Backwards::OuterLane);
    // On 36 spaces the sign at the snail, 20, is crossed above 20 and below -16; at the sheep, 32, above 32 and
    // below -4; at the hedgehog, 29, above 29 and below -7.
    for (clause, ruleset, track, sign, winners) in [
        ("GX-04, GO-32: the sign moves behind a figure", &standard, "A22 B3 C2 D1", Snail, vec![0]),
        ("GO-30: beyond the fish, but the sign moves on", &standard, "A28 B3 C2 D1", Sheep, vec![]),
        ("GO-31: on the sign", &standard, "A20 B3 C2 D1", Snail, vec![]),
        ("GO-31: on the sign, as a choice", &beyond, "A20 B3 C2 D1", Snail, vec![0]),
        ("GO-31: on the sign backwards", &standard, "A10 B3 C2 D-16", Snail, vec![]),
        ("GO-31: on the sign backwards, as a choice", &beyond, "A10 B3 C2 D-16", Snail, vec![3]),
        ("GO-31: backwards", &standard, "A10 B3 C2 D-17", Snail, vec![3]),
        ("GO-33: several", &standard, "A24 B23 C2 D-19", Snail, vec![0]),
        ("GO-33: several, backwards furthest", &standard, "A24 B23 C-20 D-21", Snail, vec![3]),
        ("GO-33: one location", &standard, "B24 A24 C2 D1", Snail, vec![1]),
        ("GO-33: one location backwards", &standard, "A3 C-8 D-8 B-8", Hedgehog, vec![2]),
        ("GO-33: one location backwards, outer", &outer, "A3 C-8 D-8 B-8", Hedgehog, vec![1]),
        ("GO-33: the outer lane is for backwards only", &outer, "B24 A24 C2 D1", Snail, vec![1]),
        ("GO-34: equally far", &standard, "A22 B3 C2 D-18", Snail, vec![0, 3]),
        ("GO-34: forwards", &forwards, "A22 B3 C2 D-18", Snail, vec![0]),
        ("GO-34: backwards", &backwards, "A22 B3 C2 D-18", Snail, vec![3]),
        ("GO-34: first the lane on each side", &standard, "B22 A22 C-18 D-18", Snail, vec![1, 2]),
    ] {
        let (ending, won, is_over) = end(ruleset, 4, track, sign);
        assert_eq!(won, winners, "{clause}");
        assert_eq!(is_over, !winners.is_empty(), "{clause}");
        let expected = [Ending::Racing, Ending::Won, Ending::Shared][winners.len()];
        assert_eq!(ending, expected, "{clause}");
    }
}

#[test]
fn go_30_a_figure_that_crossed_within_the_round_and_was_moved_back_has_not() {
    let placing = ["1st: forward 5", "1st: back 2", "4th: forward 2", "3rd: forward 2"];
    let (game, state) = round_of(&standard(), 4, Animal::Fish, "A23 B3 C2 D1", &placing);
    assert_eq!(written(&game, &state), "A26 D5 B3 C2");
    assert_eq!(game.standings(&state).ending, Ending::Racing);
    assert_eq!(game.position(&state).open.round, 2);
}

#[test]
fn go_35_an_ownerless_figure_that_is_furthest_ends_the_game_or_is_passed_over() {
    let standard = standard();
    let mut passed = standard.clone();
    passed.rules.ownerless_furthest = OwnerlessFurthest::PassedOver;
    for (ruleset, players, track, expected) in [
        (&standard, 3, "D24 A3 B2 C1", (Ending::NobodyWins, vec![])),
        (&standard, 3, "D24 A22 B2 C1", (Ending::NobodyWins, vec![])),
        (&standard, 3, "D22 A3 B2 C-18", (Ending::Won, vec![2])),
        (&standard, 1, "A22 D3 B2 C-18", (Ending::Won, vec![0])),
        (&standard, 2, "D22 A3 B2 C-18", (Ending::NobodyWins, vec![])),
        (&passed, 3, "D24 A3 B2 C1", (Ending::Racing, vec![])),
        (&passed, 3, "D24 A22 B2 C1", (Ending::Won, vec![0])),
        (&passed, 3, "D22 A22 B2 C1", (Ending::Won, vec![0])),
    ] {
        let (ending, winners, _) = end(ruleset, players, track, Animal::Snail);
        assert_eq!((ending, winners), expected, "{players} players, {track}");
    }
    // All others lose equally.
    let game = Gotham::new(standard.clone()).unwrap();
    let mut position = table(&standard, 4, Animal::Snail, "A24 B3 C2 D1", &[]);
    position.open.phase = Phase::Over;
    let state = game.state(&position).unwrap();
    let places: Vec<u8> = game.standings(&state).rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 2, 2]);
}

#[test]
fn go_38_a_state_is_small_and_standings_are_defined_at_any_time() {
    assert!(size_of::<State>() <= 320, "{}", size_of::<State>());
    let game = Gotham::new(standard()).unwrap();
    let state = game.start(&game.setup(3)).unwrap();
    assert_eq!(game.standings(&state).ending, Ending::Racing);
}
