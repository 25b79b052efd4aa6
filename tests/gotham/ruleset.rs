//! Rulesets: GO-23, GO-36, GO-38.

use furlong::Ruleset as _;
use furlong::gotham::{Animal, Ruleset};

use super::kit::standard;

#[test]
fn go_36_the_board_of_the_standard_ruleset_is_marked_as_a_reconstruction() {
    let ruleset = standard();
    assert_eq!(ruleset.title().reconstructed.len(), 1);
    assert_eq!(ruleset.track.spaces, 36);
    let spaces = [Animal::Fish, Animal::Hedgehog, Animal::Tortoise, Animal::Snail, Animal::Sheep];
    assert_eq!(spaces.map(|animal| ruleset.track.animals.space(animal)), [26, 29, 23, 20, 32]);
}

#[test]
fn go_23_36_38_impossible_rulesets_are_refused_with_place_and_reason() {
    let change = |change: fn(&mut Ruleset)| {
        let mut ruleset = standard();
        change(&mut ruleset);
        ruleset.faults().to_string()
    };
    for (said, expected) in [
        (change(|r| r.track.spaces = 19), "track.spaces: 19 spaces"),
        (change(|r| r.track.spaces = 1001), "track.spaces: 1001 spaces"),
        (change(|r| r.track.animals.snail = 0), "track.animals.snail: space 0"),
        (change(|r| r.track.animals.snail = 36), "track.animals.snail: space 36"),
        (change(|r| r.decks.second.clear()), "decks.second: 0 cards"),
        (change(|r| r.decks.second = vec!["forward 2 x4".into()]), "decks.second: 4 cards"),
        (
            change(|r| r.decks.second = vec!["forward 2 x25".into()]),
            "decks.second: 25 cards; a deck has 5 to 24",
        ),
        (change(|r| r.decks.third[2] = "swap with 5th".into()), "decks.third[2]: `5th` is not a position"),
        (
            change(|r| r.decks.third[2] = "swap with 3rd".into()),
            "decks.third[2]: `swap with 3rd` is a card of the 3rd",
        ),
        (
            change(|r| r.decks.first[0] = "back 40".into()),
            "decks.first[0]: `back 40`: a card moves by 1 to 39",
        ),
        (change(|r| r.decks.first[0] = "forward 0".into()), "decks.first[0]: `forward 0`"),
        (change(|r| r.decks.first[0] = "sideways 2".into()), "decks.first[0]: `sideways 2` is not an effect"),
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let two = change(|ruleset| {
        ruleset.track.spaces = 5;
        ruleset.decks.first[0] = "back".into();
    });
    assert!(two.contains("track.spaces") && two.contains("decks.first[0]"), "all faults at once: {two}");
    // Two animals may share a space, and decks may have five cards.
    let fine = change(|ruleset| {
        ruleset.track.animals.fish = 29;
        ruleset.decks.first = vec!["forward 2 x5".into()];
    });
    assert_eq!(fine, "");
}
