//! The end of the race, where a case does not reach: GO-35, GO-38.

use furlong::RaceGame;
use furlong::common::Ending;
use furlong::gotham::{Animal, Gotham, OwnerlessFurthest, Phase, State};

use super::kit::{standard, table};

#[test]
fn go_35_figures_that_are_equally_far_beyond_with_one_of_them_or_both_ownerless() {
    let standard = standard();
    let mut passed = standard.clone();
    passed.rules.ownerless_furthest = OwnerlessFurthest::PassedOver;
    for (ruleset, players, track, expected, winners) in [
        (&standard, 1, "A22 D3 B2 C-18", Ending::Won, vec![0]),
        (&standard, 2, "D22 A3 B2 C-18", Ending::NobodyWins, vec![]),
        (&passed, 3, "D22 A22 B2 C1", Ending::Won, vec![0]),
    ] {
        let game = Gotham::new(ruleset.clone()).unwrap();
        let mut position = table(ruleset, players, Animal::Snail, track, &[]);
        position.open.phase = Phase::Over;
        let standings = game.standings(&game.state(&position).unwrap());
        assert_eq!(standings.ending, expected, "{players} players, {track}");
        let first = standings.rows.iter().zip(0..).filter(|(row, _)| row.place == 1);
        assert_eq!(first.map(|(_, seat)| seat).collect::<Vec<u8>>(), winners, "{players} players, {track}");
    }
}

#[test]
fn go_38_a_state_is_small() {
    assert!(size_of::<State>() <= 320, "{}", size_of::<State>());
}
