//! The guide gives the rules in force, in plain sentences.

use furlong::gotham::{Animal, EquallyFar, Gotham, OnTheSign, OwnerlessFurthest, Rank, Recycling, Ruleset};
use furlong::{Race, RaceGame as _, Seat, Text as _};

use super::kit::{all_cards, standard};

fn guide(ruleset: Ruleset) -> String {
    let game = Gotham::new(ruleset).expect("a playable ruleset");
    let topics: Vec<String> = game.guide().iter().map(ToString::to_string).collect();
    topics.join("\n")
}

#[test]
fn the_guide_has_the_numbers_of_the_ruleset_and_no_clauses() {
    let ruleset = standard();
    let guide = guide(ruleset.clone());
    assert!(guide.lines().all(|line| !line.trim().is_empty()), "{guide}");
    assert!(!guide.contains("GO-"), "{guide}");
    assert!(guide.contains(&format!("{} spaces", ruleset.track.spaces)), "{guide}");
    assert!(guide.contains(&format!(", {} spaces from the start", ruleset.track.animals.fish)), "{guide}");
    for animal in [Animal::Fish, Animal::Hedgehog, Animal::Tortoise, Animal::Snail, Animal::Sheep] {
        let expected = format!("the {animal} on {}", ruleset.track.animals.space(animal));
        assert!(guide.contains(&expected), "`{expected}` in {guide}");
    }
    for back in Rank::ALL {
        let expected = format!("{} for the {back}", all_cards(&ruleset, back).len());
        assert!(guide.contains(&expected), "`{expected}` in {guide}");
    }
}

#[test]
fn the_guide_has_a_line_for_each_kind_of_card_in_the_decks() {
    let all = guide(standard());
    assert_eq!(all.lines().filter(|line| line.starts_with("- ")).count(), 7, "{all}");
    let mut ruleset = standard();
    let decks = &mut ruleset.decks;
    for deck in [&mut decks.first, &mut decks.second, &mut decks.third, &mut decks.fourth] {
        deck.retain(|line| !line.starts_with("swap"));
    }
    let without_swaps = guide(ruleset);
    assert!(without_swaps.contains("14 for the 1st"), "{without_swaps}");
    assert_eq!(without_swaps.lines().filter(|line| line.starts_with("- ")).count(), 6, "{without_swaps}");
    assert!(all.contains("change places") && !without_swaps.contains("change places"));
}

#[test]
fn a_changed_rule_changes_the_guide() {
    let changes: [fn(&mut Ruleset); 7] = [
        |ruleset| ruleset.track.spaces = 40,
        |ruleset| ruleset.track.finish = Animal::Sheep,
        |ruleset| ruleset.track.animals.snail = 8,
        |ruleset| ruleset.rules.on_the_sign = OnTheSign::Beyond,
        |ruleset| ruleset.rules.recycling = Recycling::EveryRound,
        |ruleset| ruleset.rules.equally_far = EquallyFar::BackwardsWins,
        |ruleset| ruleset.rules.ownerless_furthest = OwnerlessFurthest::PassedOver,
    ];
    let usual = guide(standard());
    for (index, change) in changes.into_iter().enumerate() {
        let mut ruleset = standard();
        change(&mut ruleset);
        assert_ne!(guide(ruleset), usual, "change {index}");
    }
}

#[test]
fn a_card_for_the_finish_is_not_said_to_move_a_figure() {
    let game = Gotham::new(standard()).expect("a playable ruleset");
    let race = Race::new(game.clone(), &game.setup(4), 7).expect("a game");
    let view = race.seat_view(Seat::FIRST);
    let said = |card: &str| game.look_up(&view, card).expect("a card");
    let finish = said("3rd: finish to snail");
    assert!(finish.contains("The finish sign moves to that animal, and all figures stay"), "{finish}");
    assert!(!finish.contains("acts on the figure"), "{finish}");
    assert!(said("3rd: forward 3").contains("acts on the figure that is 3rd at that moment"));
}
