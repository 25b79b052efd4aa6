//! Cards and set-up: GO-01 to GO-09.

use furlong::gotham::{Animal, Chance, Gotham, Phase, Rank, Setup, StartNumbers};
use furlong::{RaceGame, Seat, Stream, Weighted};
use rand::SeedableRng;

use super::kit::{all_cards, standard, written};

#[test]
fn go_02_to_06_there_are_sixty_cards_in_four_decks() {
    let expected = [
        "back 2,forward 2,forward 2,forward 3,forward 3,forward 4,forward 4,forward 5,forward 5,5 in front of 2nd,\
         swap with 2nd,1 behind 2nd,3 in front of 3rd,6 behind 4th,finish to hedgehog",
        "back to start,back 2,forward 2,forward 2,forward 3,forward 3,forward 4,forward 4,forward 5,forward 6,\
         1 behind 1st,1 behind 1st,swap with 3rd,3 behind 3rd,finish to tortoise",
        "back 3,forward 2,forward 3,forward 3,forward 4,forward 4,forward 5,forward 6,forward 7,4 behind 1st,\
         swap with 2nd,1 behind 2nd,5 behind 4th,5 behind 4th,finish to snail",
        "back 6,forward 2,forward 3,forward 3,forward 4,forward 4,forward 5,forward 6,forward 7,1 in front of 1st,\
         swap with 1st,5 behind 1st,2 behind 2nd,4 in front of 3rd,finish to sheep",
    ];
    for (back, expected) in Rank::ALL.into_iter().zip(expected) {
        let cards: Vec<String> =
            all_cards(&standard(), back).iter().map(|card| card.effect().to_string()).collect();
        assert_eq!(cards.len(), 15);
        assert_eq!(cards.join(","), expected);
    }
}

#[test]
fn go_07_every_player_is_dealt_one_card_of_each_deck_equal_cards_as_one_outcome() {
    let game = Gotham::new(standard()).unwrap();
    let mut state = game.start(&game.setup(2)).unwrap();
    assert_eq!(game.position(&state).open.sign, Animal::Fish, "GO-08");
    let mut order = Vec::new();
    let mut chances: Vec<Weighted<Chance>> = Vec::new();
    while let Phase::Deal { seat, back } = game.position(&state).open.phase {
        order.push((seat.number(), back.number()));
        game.chances(&state, &mut chances);
        let left = game.position(&state).decks[back.index()].layers[0].len() as u32;
        assert_eq!(chances.iter().map(|chance| chance.weight).sum::<u32>(), left);
        assert!(chances.is_sorted_by_key(|chance| chance.outcome) && chances.iter().all(|c| c.weight <= 2));
        game.resolve(&mut state, chances[1].outcome, &mut ()).unwrap();
    }
    assert_eq!(order, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (1, 3), (1, 4)]);
    assert_eq!(game.position(&state).open.phase, Phase::StartNumber { seat: Seat::FIRST });
}

/// The order of the race at the start, the leading figure first.
fn start_order(game: &Gotham, setup: &Setup, drawn: &[u8]) -> String {
    let mut state = game.start(setup).unwrap();
    let mut rng = Stream::seed_from_u64(1);
    let mut drawn = drawn.iter();
    while game.position(&state).open.round == 0 {
        let outcome = match game.position(&state).open.phase {
            Phase::StartNumber { .. } => Chance::StartNumber(*drawn.next().unwrap()),
            _ => game.sample_chance(&state, &mut rng),
        };
        game.resolve(&mut state, outcome, &mut ()).unwrap();
    }
    assert_eq!(drawn.next(), None);
    written(game, &state)
}

#[test]
fn go_01_09_start_numbers_are_given_or_drawn_and_ownerless_figures_get_what_is_left() {
    let game = Gotham::new(standard()).unwrap();
    let given =
        |numbers: &[u8]| Setup { players: numbers.len() as u8, start_numbers: Some(numbers.to_vec()) };
    assert_eq!(start_order(&game, &given(&[2, 1, 4, 3]), &[]), "B0 A0 D0 C0");
    // Left are 1 and 3: C, the first ownerless figure, gets the 3.
    assert_eq!(start_order(&game, &given(&[2, 4]), &[]), "D0 A0 C0 B0");
    assert_eq!(start_order(&game, &game.setup(2), &[3, 4]), "D0 C0 A0 B0");
    assert_eq!(start_order(&game, &game.setup(4), &[3, 1, 2, 4]), "B0 C0 A0 D0");
    for wrong in [given(&[1, 1]), given(&[0]), given(&[5]), Setup { players: 5, start_numbers: None }] {
        assert!(game.start(&wrong).is_err());
    }
    // By default the highest are drawn; a forced number is an event all the same.
    let solo = |game: &Gotham| {
        let mut state = game.start(&game.setup(1)).unwrap();
        let mut rng = Stream::seed_from_u64(1);
        for _ in 0..4 {
            let outcome = game.sample_chance(&state, &mut rng);
            game.resolve(&mut state, outcome, &mut ()).unwrap();
        }
        let mut chances = Vec::new();
        game.chances(&state, &mut chances);
        chances.len()
    };
    assert_eq!(solo(&game), 1);
    let mut any = standard();
    any.rules.start_numbers = StartNumbers::Any;
    let any = Gotham::new(any).unwrap();
    assert_eq!(solo(&any), 4);
    assert_eq!(start_order(&any, &any.setup(2), &[1, 3]), "A0 D0 B0 C0");
}
