//! A round: GO-10 to GO-13.

use furlong::gotham::{Action, Animal, Drawing, EmptyDeck, Gotham, Happening, Illegal, Phase, Rank, State};
use furlong::{RaceGame, Seat, Stream, Turn};
use rand::SeedableRng;

use super::kit::{IDLE, card, play, standard, table, written};

#[test]
fn go_10_gx_03_the_last_acts_first_and_on_one_location_the_outer_lane() {
    let game = Gotham::new(standard()).unwrap();
    let position = table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
    let mut state = game.state(&position).unwrap();
    let seen = play(&game, &mut state, &IDLE);
    let placed = seen.iter().filter_map(|happening| match happening {
        Happening::Places { seat, .. } => Some(["A", "B", "C", "D"][seat.index()]),
        _ => None,
    });
    assert_eq!(placed.collect::<String>(), "ACBD");
    assert_eq!(written(&game, &state), "D9 B5 C5 A2", "GO-27: the sign's move moves no figure");
    assert_eq!(game.position(&state).open.sign, Animal::Sheep);
}

#[test]
fn go_11_a_turn_is_to_draw_from_a_deck_that_is_not_empty_and_then_to_place() {
    let game = Gotham::new(standard()).unwrap();
    let mut position = table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
    // The deck of the 3rd is empty: its cards were carried out.
    let deck = &mut position.decks[2];
    deck.carried_out = std::mem::take(&mut deck.layers).concat();
    let mut state = game.state(&position).unwrap();
    let before = state;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    assert_eq!(actions, [Rank::First, Rank::Second, Rank::Fourth].map(Action::Draw));
    assert_eq!(
        game.play(&mut state, Action::Draw(Rank::Third), &mut ()),
        Err(Illegal::EmptyDeck(Rank::Third))
    );
    assert_eq!(game.play(&mut state, Action::Place(card(IDLE[0])), &mut ()), Err(Illegal::DrawFirst));
    assert_eq!(state, before);
    game.play(&mut state, Action::Draw(Rank::Fourth), &mut ()).unwrap();
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    game.resolve(&mut state, chances[0].outcome, &mut ()).unwrap();
    let hand = |state: &State| game.position(state).hands[0].len();
    assert_eq!(hand(&state), 5);
    assert_eq!(game.play(&mut state, Action::Draw(Rank::First), &mut ()), Err(Illegal::PlaceNow));
    let foreign = Action::Place(card(IDLE[3]));
    assert_eq!(game.play(&mut state, foreign, &mut ()), Err(Illegal::NotInHand(card(IDLE[3]))));
    game.play(&mut state, Action::Place(card(IDLE[0])), &mut ()).unwrap();
    assert_eq!(hand(&state), 4);
    assert_eq!(game.turn(&state), Turn::Seat(Seat::new(2).unwrap()));
}

#[test]
fn go_11_all_may_draw_before_anybody_places() {
    let mut ruleset = standard();
    ruleset.rules.drawing = Drawing::AllBeforePlacing;
    let game = Gotham::new(ruleset.clone()).unwrap();
    let mut state = game.state(&table(&ruleset, 3, Animal::Fish, "D9 B5 C5 A2", &IDLE[..3])).unwrap();
    let placing = [IDLE[0], IDLE[1], IDLE[2], "1st: forward 2"];
    let seen = play(&game, &mut state, &placing);
    let course: String = seen
        .iter()
        .filter_map(|happening| match happening {
            Happening::Draws { .. } => Some('d'),
            Happening::Places { .. } => Some('p'),
            Happening::OwnerlessGets { .. } => Some('o'),
            _ => None,
        })
        .collect();
    assert_eq!(course, "dddpppo");
}

#[test]
fn go_12_an_ownerless_figure_gets_the_top_card_of_the_deck_of_its_position_seen_by_nobody() {
    let placing = ["4th: forward 2", "3rd: forward 2", "1st: finish to hedgehog", "1st: forward 2"];
    let game = Gotham::new(standard()).unwrap();
    let position = table(&standard(), 2, Animal::Fish, "D9 B5 C5 A2", &placing);
    let mut state = game.state(&position).unwrap();
    let seen = play(&game, &mut state, &placing);
    let ownerless: Vec<&Happening> =
        seen.iter().filter(|happening| matches!(happening, Happening::OwnerlessGets { .. })).collect();
    assert_eq!(ownerless.len(), 2);
    for (happening, rank) in ownerless.into_iter().zip([Rank::Third, Rank::First]) {
        for seat in [0, 1] {
            match game.seen_by(happening, Seat::new(seat).unwrap()) {
                Some(Happening::OwnerlessGets { back, card, .. }) => {
                    assert_eq!((back, card), (rank, None));
                }
                shown => panic!("{shown:?}"),
            }
        }
    }
}

#[test]
fn go_12_when_its_deck_is_empty_nothing_is_placed_or_the_cards_are_recycled_first() {
    let placing = ["4th: forward 2", "3rd: back 3"];
    for rule in [EmptyDeck::Nothing, EmptyDeck::RecycleFirst] {
        let mut ruleset = standard();
        ruleset.rules.empty_deck_for_ownerless = rule;
        let game = Gotham::new(ruleset.clone()).unwrap();
        // A and B act before C, 2nd, and D, 1st, whose decks are empty: their cards were carried out.
        let mut position = table(&ruleset, 2, Animal::Fish, "D9 C5 B5 A2", &placing);
        for deck in &mut position.decks[..2] {
            deck.carried_out = std::mem::take(&mut deck.layers).concat();
        }
        let carried_out = position.decks[1].carried_out.len();
        let mut state = game.state(&position).unwrap();
        let mut seen = Vec::new();
        for text in placing {
            game.play(&mut state, Action::Draw(Rank::Fourth), &mut seen).unwrap();
            let outcome = game.sample_chance(&state, &mut Stream::seed_from_u64(1));
            game.resolve(&mut state, outcome, &mut seen).unwrap();
            game.play(&mut state, Action::Place(card(text)), &mut seen).unwrap();
        }
        let nothing = seen.iter().filter(|h| matches!(h, Happening::OwnerlessGetsNothing { .. })).count();
        let carried = seen.iter().filter(|h| matches!(h, Happening::TakesEffect { .. })).count();
        let after = game.position(&state);
        match rule {
            EmptyDeck::Nothing => {
                assert_eq!((nothing, carried, after.open.round), (2, 2, 2), "two cards make the round");
            }
            EmptyDeck::RecycleFirst => {
                assert_eq!((nothing, carried, after.open.phase), (0, 0, Phase::Ownerless));
                let mut chances = Vec::new();
                game.chances(&state, &mut chances);
                let cards: u32 = chances.iter().map(|chance| chance.weight).sum();
                assert_eq!(cards as usize, carried_out, "C's card comes from the recycled deck of the 2nd");
            }
            other => panic!("{other:?} is a choice that this test does not know"),
        }
    }
}

/// The worked example's cards carried out from these places: the orders after each card, and the places in the end.
fn worked_example(before: &str) -> (Vec<String>, String) {
    let placing = ["4th: forward 4", "3rd: forward 2", "3rd: forward 3", "4th: swap with 1st"];
    let game = Gotham::new(standard()).unwrap();
    let mut state = game.state(&table(&standard(), 4, Animal::Fish, before, &placing)).unwrap();
    let orders = play(&game, &mut state, &placing)
        .iter()
        .filter_map(|happening| match happening {
            Happening::TakesEffect { order, .. } => Some(order.iter().map(ToString::to_string).collect()),
            _ => None,
        })
        .collect();
    (orders, written(&game, &state))
}

#[test]
fn go_13_gx_01_the_worked_example_for_every_place_where_c_may_stand() {
    for (c, before) in
        [(6, "A12 B10 C6 D6"), (7, "A12 B10 C7 D6"), (8, "A12 B10 C8 D6"), (9, "A12 B10 C9 D6")]
    {
        let (orders, after) = worked_example(before);
        assert_eq!(orders, ["ABDC", "ADBC", "BADC", "CADB"]);
        assert_eq!(after, format!("C13 A12 D12 B{c}"));
    }
}

#[test]
fn gx_01_only_from_these_places_does_the_worked_example_come_out() {
    // D's first move ends on B's location, so with B at 10 it stands at 6.
    let (b, d) = (10, 6);
    let mut fitting = Vec::new();
    for a in b..=b + 8 {
        for c in d..=b {
            let before = format!("A{a} B{b} C{c} D{d}");
            if worked_example(&before).0 == ["ABDC", "ADBC", "BADC", "CADB"] {
                fitting.push(before);
            }
        }
    }
    assert_eq!(fitting, ["A12 B10 C6 D6", "A12 B10 C7 D6", "A12 B10 C8 D6", "A12 B10 C9 D6"]);
}
