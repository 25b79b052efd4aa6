//! Positions that are typed: what cannot be is refused with its field.

use furlong::gotham::{
    Action, Animal, Figure, Gotham, Phase, Placed, Position, Rank, Remembered, Setup, View,
};
use furlong::{RaceGame, Seat, Stream, Text};
use rand::SeedableRng;
use serde_json::Value;

use super::kit::{standard, table};

/// The fields that are wrong.
fn faults(position: &Position) -> Vec<String> {
    let game = Gotham::new(standard()).unwrap();
    let faults = game.state(position).err().map(|faults| faults.to_vec()).unwrap_or_default();
    faults.into_iter().map(|fault| fault.field).collect()
}

/// A table of two; C and D are ownerless, and C acts first.
fn two_players() -> Position {
    let mut position = table(&standard(), 2, Animal::Fish, "A5 B4 D3 C2", &[]);
    position.open.phase = Phase::Ownerless;
    position
}

/// A table of four; C acts first.
fn four_players() -> Position {
    table(&standard(), 4, Animal::Fish, "A5 B4 D3 C2", &[])
}

/// Leaves this number of cards in each deck, and carries out the others.
fn leave(position: &mut Position, left: [usize; 4]) {
    for (deck, left) in position.decks.iter_mut().zip(left) {
        let mut cards = std::mem::take(&mut deck.layers).concat();
        cards.append(&mut deck.carried_out);
        deck.carried_out = cards.split_off(left);
        deck.layers = if left > 0 { vec![cards] } else { vec![] };
    }
}

#[test]
fn go_12_an_ownerless_figure_does_not_wait_for_a_card_of_an_empty_deck() {
    let mut position = two_players();
    assert!(faults(&position).is_empty());
    leave(&mut position, [5, 5, 5, 0]);
    assert_eq!(faults(&position), ["phase"], "C is last");
    leave(&mut position, [5, 5, 5, 1]);
    assert!(faults(&position).is_empty());
}

#[test]
fn go_11_there_is_a_card_for_each_figure_that_has_still_to_draw() {
    let mut position = two_players();
    leave(&mut position, [1, 1, 0, 2]);
    assert!(faults(&position).is_empty(), "four cards for four figures");
    leave(&mut position, [1, 1, 0, 1]);
    assert_eq!(faults(&position), ["decks"], "three cards");

    // GO-12: C got no card, because its deck was empty, and D is next.
    let mut position = two_players();
    position.open.acted = 1;
    leave(&mut position, [2, 0, 1, 0]);
    assert!(faults(&position).is_empty(), "three cards for three figures");
    leave(&mut position, [1, 0, 1, 0]);
    assert_eq!(faults(&position), ["decks"]);

    // C got a card, so that three others have still to draw.
    let mut position = two_players();
    position.open.acted = 1;
    let card = position.decks[3].layers[0].pop().unwrap();
    position.deposit =
        vec![Placed { figure: position.open.figures[3].figure, back: card.back(), card: Some(card) }];
    leave(&mut position, [2, 0, 1, 0]);
    assert!(faults(&position).is_empty());
    leave(&mut position, [1, 0, 1, 0]);
    assert_eq!(faults(&position), ["decks"]);
}

#[test]
fn go_11_nobody_draws_from_an_empty_deck() {
    let mut position = four_players();
    position.open.phase = Phase::Draw { back: Rank::Second };
    assert!(faults(&position).is_empty());
    leave(&mut position, [5, 0, 5, 5]);
    assert_eq!(faults(&position), ["phase"]);
}

#[test]
fn go_09_before_the_deal_all_start_numbers_are_given_or_none() {
    let game = Gotham::new(standard()).unwrap();
    let given = Setup { players: 2, start_numbers: Some(vec![2, 4]) };
    let mut position = game.position(&game.start(&given).unwrap());
    assert!(matches!(position.open.phase, Phase::Deal { .. }));
    assert_eq!(position.open.start_numbers, [Some(2), Some(4), Some(3), Some(1)]);
    assert!(faults(&position).is_empty());
    position.open.start_numbers = vec![Some(1), None, None, None];
    assert_eq!(faults(&position)[0], "start-numbers");
    position.open.start_numbers = vec![None; 4];
    assert!(faults(&position).is_empty());
}

#[test]
fn a_table_tells_hands_while_they_count() {
    let game = Gotham::new(standard()).unwrap();
    let titles = |position: &Position| game.tally(&game.state(position).unwrap()).titles;
    let mut position = two_players();
    assert_eq!(titles(&position), ["figure", "beyond the sign", "hand"]);
    let rows = game.tally(&game.state(&position).unwrap()).rows;
    assert_eq!(rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>(), ["A", "B"]);
    position.open.phase = Phase::Over;
    position.open.figures = super::kit::figures("A27 B4 D3 C2");
    assert_eq!(titles(&position), ["figure", "beyond the sign"]);
}

#[test]
fn go_15_a_card_that_is_remembered_was_drawn_or_shown() {
    let mut position = two_players();
    let back = Rank::First;
    let card = Some(position.decks[0].layers[0][0]);
    let neither = Remembered { by: Some(Seat::FIRST), layer: None, back, card, later: None };
    position.memory = vec![neither];
    assert_eq!(faults(&position), ["memory[0]"]);
}

#[test]
fn a_typed_view_may_leave_out_what_no_figure_has() {
    let game = Gotham::new(standard()).unwrap();
    let state = game.state(&four_players()).unwrap();
    let view = game.view(&state, Seat::FIRST);
    let mut typed = serde_json::to_value(view).unwrap();
    assert!(typed.as_object_mut().unwrap().remove("drew").is_some());
    typed["hand"].as_array_mut().unwrap().reverse();
    assert_eq!(serde_json::from_value::<View>(typed.clone()).unwrap(), view);
}

/// Changes of a view, each with the place and its new value, and the refusals.
const UNFIT_VIEWS: &str = r#"/seat=6 => seat: there are 4 seats
/players=5 => players: 5; 1 to 4 play; backs: 4 hands for 5 players
/figures=[] => figures: there are four figures
/drew=[null, null, null, null, null] => drew: at most one for each figure
/start-numbers=[7] => start-numbers: a start number is 1 to 4
/hand=["1st: back 2", "1st: back 5"] => hand: the decks of this view have no card `1st: back 5`
/backs=[] => backs: 0 hands for 4 players
/backs/1=[200, 1, 200, 1] => backs[1]: 402 cards; a hand has at most 5
/backs/1=[2, 1, 1, 1] => decks[0].layers[0].left: it does not fit the rest of this view
/deposit=[{"figure": "A", "back": 1}] => deposit[0]: the face of a card of one's own is known
/decks/1/top=99 => decks[1].top: at most 50
/decks/1/carried-out=["1st: back 2"] => decks[1]: `1st: back 2` belongs to another deck
/decks/0/layers/0/left=1 => decks[0].layers[0].left: it does not fit the rest of this view
/decks/0/layers/0/number=2 => decks[0].layers[0]: number 2, and the next layer is number 0
/decks/0/layers/0/cards=["1st: back 2", "1st: forward 2"] => decks[0].layers[0].left: it does not fit the rest of this view
/decks/0/layers=[] => hand: the decks of this view have no card `1st: back 2`
/memory=[{"back": 1, "by": 6, "card": "1st: forward 3", "later": 1}] => memory[0]: a player of the table has shown the card
/memory=[{"back": 1, "by": 1, "card": "1st: back 9", "later": 1}] => memory[0]: the decks of this view have no card `1st: back 9`
/memory=[{"back": 1, "by": 0, "layer": 3}] => memory[0]: a layer from 1 up to the one on top, 0
/memory=[{"back": 1, "by": 0, "layer": 0}] => memory[0]: a layer from 1 up to the one on top, 0"#;

#[test]
fn a_typed_view_that_cannot_be_is_refused_at_the_place_of_its_fault() {
    let game = Gotham::new(standard()).unwrap();
    let view = serde_json::to_value(game.view(&game.state(&four_players()).unwrap(), Seat::FIRST)).unwrap();
    for case in UNFIT_VIEWS.lines() {
        let (place, rest) = case.split_once('=').unwrap();
        let (value, wanted) = rest.split_once(" => ").unwrap();
        let (value, (table, field)) = (value.parse().unwrap(), place.rsplit_once('/').unwrap());
        let mut typed = view.clone();
        match typed.pointer_mut(table).unwrap() {
            Value::Array(list) => list[field.parse::<usize>().unwrap()] = value,
            // A field that need not be written is added.
            object => object[field] = value,
        }
        assert_eq!(serde_json::from_value::<View>(typed).unwrap_err().to_string(), wanted, "{case}");
    }
}

#[test]
fn a_view_tells_who_has_drawn_from_which_deck() {
    let game = Gotham::new(standard()).unwrap();
    let position = four_players();
    let mut state = game.state(&position).unwrap();
    game.play(&mut state, Action::Draw(Rank::Second), &mut ()).unwrap();
    let mut rng = Stream::seed_from_u64(5);
    let outcome = game.sample_chance(&state, &mut rng);
    game.resolve(&mut state, outcome, &mut ()).unwrap();
    for seat in [0, 3] {
        let view = game.view(&state, Seat::new(seat).unwrap());
        assert_eq!(view.drew(), [None, None, Some(Rank::Second), None]);
        let cards = position.decks[1].layers[0].len();
        assert_eq!(usize::from(view.left(Rank::Second)), cards - 1);
    }
}

// GO-11
#[test]
fn nobody_has_drawn_outside_of_a_round() {
    let game = Gotham::new(standard()).unwrap();
    let mut position = game.position(&game.start(&game.setup(2)).unwrap());
    position.open.drew = vec![None; 4];
    assert!(faults(&position).is_empty());
    position.open.drew[0] = Some(Rank::Third);
    assert_eq!(faults(&position), ["drew"]);
}

// GO-15
#[test]
fn more_than_twenty_cards_whose_origin_is_open_are_refused() {
    let mut position = four_players();
    let card = position.decks[0].layers[0][0];
    let shown = Remembered {
        by: Some(Seat::FIRST),
        layer: None,
        back: card.back(),
        card: Some(card),
        later: Some(0),
    };
    for (count, refused) in [(20, false), (21, true)] {
        position.memory = vec![shown; count];
        let game = Gotham::new(standard()).unwrap();
        let said = game.state(&position).err().map(|faults| faults.to_string()).unwrap_or_default();
        assert_eq!(said.contains("at most 20 cards"), refused, "{said}");
    }
}

// GO-01
#[test]
fn four_seats_have_a_figure() {
    let figures = [0, 3, 4].map(|seat| Figure::of(Seat::new(seat).unwrap()));
    assert_eq!(figures, [Some(Figure::A), Some(Figure::D), None]);
}
