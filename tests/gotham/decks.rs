//! Decks and recycling: GO-14.

use furlong::gotham::{Action, Animal, Chance, Gotham, Happening, Rank, Recycling};
use furlong::{RaceGame, Turn};

use super::kit::{IDLE, play, standard, table};

#[test]
fn go_14_cards_are_recycled_when_a_deck_is_empty_or_every_round_under_all_decks() {
    for (recycling, empties, recycles) in [
        (Recycling::WhenADeckIsEmpty, false, false),
        (Recycling::WhenADeckIsEmpty, true, true),
        (Recycling::EveryRound, false, true),
    ] {
        let mut ruleset = standard();
        ruleset.rules.recycling = recycling;
        let game = Gotham::new(ruleset.clone()).unwrap();
        let mut position = table(&ruleset, 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
        if empties {
            let deck = &mut position.decks[0];
            deck.carried_out = std::mem::take(&mut deck.layers).concat();
        }
        let above: Vec<usize> = position.decks.iter().map(|deck| deck.layers.concat().len()).collect();
        let mut state = game.state(&position).unwrap();
        let seen = play(&game, &mut state, &IDLE);
        let recycled = seen.iter().filter(|h| matches!(h, Happening::Recycles { .. })).count();
        assert_eq!(recycled, if recycles { 4 } else { 0 });
        let after = game.position(&state);
        for (index, deck) in after.decks.iter().enumerate() {
            assert_eq!(deck.carried_out.is_empty(), recycles);
            let layers = if above[index] == 0 { 1 } else { 2 };
            assert_eq!(deck.layers.len(), if recycles { layers } else { 1 });
        }
    }
}

#[test]
fn go_14_nothing_is_recycled_when_the_race_is_over_and_a_deck_can_stay_empty() {
    let placing = ["4th: forward 2", "3rd: forward 2", "2nd: forward 2", "1st: forward 5"];
    let game = Gotham::new(standard()).unwrap();
    let mut position = table(&standard(), 4, Animal::Fish, "D25 B5 C5 A2", &placing);
    let deck = &mut position.decks[1];
    deck.carried_out = std::mem::take(&mut deck.layers).concat();
    let mut state = game.state(&position).unwrap();
    let seen = play(&game, &mut state, &placing);
    assert_eq!(game.turn(&state), Turn::Over);
    assert!(!seen.iter().any(|happening| matches!(happening, Happening::Recycles { .. })));

    // Four hands can hold all five cards of a deck: it has nothing to be recycled.
    let mut ruleset = standard();
    ruleset.decks.first = vec!["forward 2 x5".to_owned()];
    let game = Gotham::new(ruleset.clone()).unwrap();
    let placing = ["4th: forward 2", IDLE[1], IDLE[2], IDLE[3]];
    let mut position = table(&ruleset, 4, Animal::Fish, "D9 B5 C5 A2", &placing);
    let mut firsts = std::mem::take(&mut position.decks[0].layers).concat();
    for (seat, count) in [1, 1, 1, 2].into_iter().enumerate() {
        for slot in 1..=count {
            let given = std::mem::replace(&mut position.hands[seat][slot], firsts.pop().unwrap());
            position.decks[given.back().index()].layers[0].push(given);
        }
    }
    let mut state = game.state(&position).unwrap_or_else(|faults| panic!("{faults}"));
    let seen = play(&game, &mut state, &placing);
    assert_eq!(seen.iter().filter(|h| matches!(h, Happening::Recycles { .. })).count(), 3);
    let layers: Vec<usize> = game.position(&state).decks.iter().map(|deck| deck.layers.len()).collect();
    assert_eq!(layers, [0, 2, 2, 2]);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    assert_eq!(actions, [Rank::Second, Rank::Third, Rank::Fourth].map(Action::Draw));
}

#[test]
fn go_14_no_recycled_card_comes_before_the_cards_above_it() {
    let game = Gotham::new(standard()).unwrap();
    let mut position = table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
    let cards = position.decks[3].layers[0].clone();
    let (above, below) = cards.split_at(2);
    position.decks[3].layers = vec![above.to_vec(), below.to_vec()];
    let mut state = game.state(&position).unwrap();
    game.play(&mut state, Action::Draw(Rank::Fourth), &mut ()).unwrap();
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    let mut possible: Vec<Chance> = above.iter().map(|card| Chance::Card(*card)).collect();
    possible.sort_unstable();
    possible.dedup();
    assert_eq!(chances.iter().map(|chance| chance.outcome).collect::<Vec<_>>(), possible);
    let hidden = below.iter().find(|card| !above.contains(card)).unwrap();
    assert!(game.resolve(&mut state, Chance::Card(*hidden), &mut ()).is_err());
}
