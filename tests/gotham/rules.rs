//! Gotham's rules, clause by clause.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use furlong::Ruleset as _;
use furlong::gotham::{
    Action, Animal, Backwards, Card, Chance, DeckPosition, Drawing, EmptyDeck, EquallyFar, Gotham, Happening,
    Illegal, Line, OnTheSign, OwnLocation, OwnerlessFurthest, Phase, Place, Position, Recycling, Ruleset,
    Setup, Standing, StartNumbers, State,
};
use furlong::{Ending, RaceGame, Runner, Seat, Seats, Stream, Turn, Weighted};
use rand::SeedableRng;

fn standard() -> Ruleset {
    Ruleset::open("standard").unwrap()
}

fn all_cards(ruleset: &Ruleset, back: Place) -> Vec<Card> {
    let lines = ruleset.decks.of(back).1.iter().map(|text| text.parse::<Line>().unwrap());
    lines.flat_map(|line| vec![Card::new(back, line.effect); usize::from(line.copies)]).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn figures(text: &str) -> Vec<Standing> {
    text.split_whitespace()
        .map(|word| Standing {
            figure: word.chars().next().unwrap().try_into().unwrap(),
            at: word[1..].parse().unwrap(),
        })
        .collect()
}

/// A table before the first placing of a round: figures as `A2 B0 D-4 C-4`, the leading one first; each player's
/// hand begins with the card that it is going to place.
fn table(ruleset: &Ruleset, players: u8, sign: Animal, track: &str, placing: &[&str]) -> Position {
    let figures = figures(track);
    let mut decks: Vec<Vec<Card>> = Place::ALL.iter().map(|back| all_cards(ruleset, *back)).collect();
    let mut hands = vec![Vec::new(); usize::from(players)];
    let order: Vec<_> = figures.iter().rev().map(|standing| standing.figure).collect();
    for (figure, text) in order.iter().zip(placing) {
        let wanted = card(text);
        if let Some(seat) = figure.owner(players) {
            let deck = &mut decks[wanted.back().index()];
            let index = deck.iter().position(|other| *other == wanted).expect("the deck has the card");
            hands[seat.index()].push(deck.remove(index));
        }
    }
    // Cards that ownerless figures are to get stay in their decks; hands are filled with others.
    let reserved: Vec<Card> = placing.iter().map(|text| card(text)).collect();
    for hand in &mut hands {
        while hand.len() < 4 {
            let deck = decks.iter_mut().max_by_key(|deck| deck.len()).unwrap();
            let index = deck.iter().position(|other| !reserved.contains(other)).unwrap();
            hand.push(deck.remove(index));
        }
    }
    let deck = |cards| DeckPosition { layers: vec![cards], carried_out: Vec::new(), top: 0 };
    Position {
        players,
        phase: Phase::ChooseDeck,
        round: 1,
        acted: 0,
        sign,
        figures,
        start_numbers: Vec::new(),
        drew: Vec::new(),
        hands,
        deposit: Vec::new(),
        decks: decks.into_iter().map(deck).collect(),
        memory: Vec::new(),
    }
}

/// Plays a round in which these cards are placed, in the order of acting.
fn play(game: &Gotham, state: &mut State, placing: &[&str]) -> Vec<Happening> {
    let mut seen = Vec::new();
    let mut rng = Stream::seed_from_u64(5);
    let mut wanted = placing.iter().map(|text| card(text));
    let (mut actions, mut chances) = (Vec::new(), Vec::new());
    while !seen.iter().any(|happening| matches!(happening, Happening::RoundEnds { .. })) {
        match game.turn(state) {
            Turn::Over => panic!("the round does not end"),
            Turn::Seat(_) => {
                game.actions(state, &mut actions);
                let action = match actions[0] {
                    Action::Draw(_) => actions[actions.len() - 1],
                    Action::Place(_) => Action::Place(wanted.next().unwrap()),
                };
                game.play(state, action, &mut seen).unwrap();
            }
            Turn::Chance(point) => {
                game.chances(state, &mut chances);
                let outcome = if point.owner.is_none() {
                    Chance::Card(wanted.next().unwrap())
                } else {
                    game.sample_chance(state, &mut rng)
                };
                game.resolve(state, outcome, &mut seen).unwrap();
            }
        }
    }
    seen
}

/// A round from a typed table: the order and coordinates afterwards, and the state.
fn round_of(ruleset: &Ruleset, players: u8, sign: Animal, track: &str, placing: &[&str]) -> (Gotham, State) {
    let game = Gotham::new(ruleset.clone()).unwrap();
    let mut position = table(ruleset, players, sign, track, placing);
    // The figure that acts first may be ownerless.
    if position.figures[3].figure.owner(players).is_none() {
        position.phase = Phase::Ownerless;
    }
    let mut state = game.state(&position).unwrap_or_else(|faults| panic!("{faults}"));
    play(&game, &mut state, placing);
    (game, state)
}

/// The figures as `table` writes them.
fn written(game: &Gotham, state: &State) -> String {
    let words = game.position(state).figures;
    words.iter().map(|standing| format!("{}{}", standing.figure, standing.at)).collect::<Vec<_>>().join(" ")
}

/// Cards that change nothing for the others: the sign goes to where it stands.
const IDLE: [&str; 4] =
    ["1st: finish to hedgehog", "2nd: finish to tortoise", "3rd: finish to snail", "4th: finish to sheep"];

/// The effect of one card, others idle: a track, the card, the track afterwards.
fn effect(ruleset: &Ruleset, track: &str, text: &str) -> String {
    let placing: Vec<&str> = std::iter::once(text)
        .chain(IDLE.into_iter().filter(|idle| card(idle).back() != card(text).back()))
        .collect();
    let (game, state) = round_of(ruleset, 4, Animal::Fish, track, &placing);
    written(&game, &state)
}

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
    for (back, expected) in Place::ALL.into_iter().zip(expected) {
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
    assert_eq!(game.position(&state).sign, Animal::Fish, "GO-08");
    let mut order = Vec::new();
    let mut chances: Vec<Weighted<Chance>> = Vec::new();
    while let Phase::Deal { seat, back } = game.position(&state).phase {
        order.push((seat.number(), back.number()));
        game.chances(&state, &mut chances);
        let left = game.position(&state).decks[back.index()].layers[0].len() as u32;
        assert_eq!(chances.iter().map(|chance| chance.weight).sum::<u32>(), left);
        assert!(chances.is_sorted_by_key(|chance| chance.outcome) && chances.iter().all(|c| c.weight <= 2));
        game.resolve(&mut state, chances[1].outcome, &mut ()).unwrap();
    }
    assert_eq!(order, [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (1, 3), (1, 4)]);
    assert_eq!(game.position(&state).phase, Phase::StartNumber { seat: Seat::FIRST });
}

/// The order of the race at the start, the leading figure first.
fn start_order(game: &Gotham, setup: &Setup, drawn: &[u8]) -> String {
    let mut state = game.start(setup).unwrap();
    let mut rng = Stream::seed_from_u64(1);
    let mut drawn = drawn.iter();
    while game.position(&state).round == 0 {
        let outcome = match game.position(&state).phase {
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

#[test]
fn go_10_gx_03_the_last_acts_first_and_on_one_location_the_outer_lane() {
    let game = Gotham::new(standard()).unwrap();
    let position = table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
    let mut state = game.state(&position).unwrap();
    let seen = play(&game, &mut state, &IDLE);
    let placed = seen.iter().filter_map(|happening| match happening {
        Happening::Placed { seat, .. } => Some(["A", "B", "C", "D"][seat.index()]),
        _ => None,
    });
    assert_eq!(placed.collect::<String>(), "ACBD");
    assert_eq!(written(&game, &state), "D9 B5 C5 A2", "GO-27: the sign's move moves no figure");
    assert_eq!(game.position(&state).sign, Animal::Sheep);
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
    assert_eq!(actions, [Place::First, Place::Second, Place::Fourth].map(Action::Draw));
    assert_eq!(
        game.play(&mut state, Action::Draw(Place::Third), &mut ()),
        Err(Illegal::EmptyDeck(Place::Third))
    );
    assert_eq!(game.play(&mut state, Action::Place(card(IDLE[0])), &mut ()), Err(Illegal::DrawFirst));
    assert_eq!(state, before);
    game.play(&mut state, Action::Draw(Place::Fourth), &mut ()).unwrap();
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    game.resolve(&mut state, chances[0].outcome, &mut ()).unwrap();
    let hand = |state: &State| game.position(state).hands[0].len();
    assert_eq!(hand(&state), 5);
    assert_eq!(game.play(&mut state, Action::Draw(Place::First), &mut ()), Err(Illegal::PlaceNow));
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
            Happening::Drew { .. } => Some('d'),
            Happening::Placed { .. } => Some('p'),
            Happening::PlacedForOwnerless { .. } => Some('o'),
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
        seen.iter().filter(|happening| matches!(happening, Happening::PlacedForOwnerless { .. })).collect();
    assert_eq!(ownerless.len(), 2);
    for (happening, place) in ownerless.into_iter().zip([Place::Third, Place::First]) {
        for seat in [0, 1] {
            match game.seen_by(happening, Seat::new(seat).unwrap()) {
                Some(Happening::PlacedForOwnerless { back, card, .. }) => {
                    assert_eq!((back, card), (place, None));
                }
                told => panic!("{told:?}"),
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
            game.play(&mut state, Action::Draw(Place::Fourth), &mut seen).unwrap();
            let outcome = game.sample_chance(&state, &mut Stream::seed_from_u64(1));
            game.resolve(&mut state, outcome, &mut seen).unwrap();
            game.play(&mut state, Action::Place(card(text)), &mut seen).unwrap();
        }
        let nothing = seen.iter().filter(|h| matches!(h, Happening::NothingForOwnerless { .. })).count();
        let carried = seen.iter().filter(|h| matches!(h, Happening::CarriedOut { .. })).count();
        let after = game.position(&state);
        match rule {
            EmptyDeck::Nothing => {
                assert_eq!((nothing, carried, after.round), (2, 2, 2), "two cards make the round");
            }
            EmptyDeck::RecycleFirst => {
                assert_eq!((nothing, carried, after.phase), (0, 0, Phase::Ownerless));
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
            Happening::CarriedOut { order, .. } => Some(order.iter().map(ToString::to_string).collect()),
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

#[test]
fn go_20_to_26_gx_02_what_each_card_does_to_the_track() {
    let mut outermost = standard();
    outermost.rules.onto_own_location = OwnLocation::OutermostLane;
    let standard = standard();
    for (clause, ruleset, before, text, after) in [
        ("GX-02 free", &standard, "A9 B5 C3 D0", "4th: forward 4", "A9 B5 D4 C3"),
        ("GX-02 taken", &standard, "A9 B4 C3 D0", "4th: forward 4", "A9 B4 D4 C3"),
        ("GO-21 shift", &standard, "A5 B5 C5 D5", "1st: forward 2", "A7 B5 C5 D5"),
        ("GO-22 behind the start", &standard, "A5 B4 C3 D-2", "4th: back 6", "A5 B4 C3 D-8"),
        ("GO-22 back", &standard, "A5 B4 C3 D1", "1st: back 2", "B4 C3 A3 D1"),
        ("GO-23 ahead", &standard, "A5 B4 C3 D1", "1st: 5 in front of 2nd", "A9 B4 C3 D1"),
        ("GO-23 onto its own", &standard, "A9 B4 C3 D1", "1st: 5 in front of 2nd", "A9 B4 C3 D1"),
        ("GO-23 in front is backwards", &standard, "A12 B4 C3 D1", "1st: 3 in front of 3rd", "A6 B4 C3 D1"),
        ("GO-23 backwards", &standard, "A9 B4 C3 D-1", "1st: 6 behind 4th", "B4 C3 D-1 A-7"),
        ("GO-23 behind is forwards", &standard, "A9 B4 C3 D1", "2nd: 1 behind 1st", "A9 B8 C3 D1"),
        ("GO-23 behind one behind", &standard, "A9 B4 C3 D1", "2nd: 3 behind 3rd", "A9 C3 D1 B0"),
        ("GO-23 the last", &standard, "A9 B4 C3 D1", "3rd: 5 behind 4th", "A9 B4 D1 C-4"),
        ("GO-23 to the front", &standard, "A9 B4 C3 D1", "4th: 1 in front of 1st", "D10 A9 B4 C3"),
        ("GO-23 behind one there", &standard, "A9 B5 C3 D1", "3rd: 4 behind 1st", "A9 B5 C5 D1"),
        ("GO-23 from the inner lane", &standard, "A9 B9 C5 D5", "1st: 3 in front of 3rd", "B9 A8 C5 D5"),
        ("GO-23 on one location", &standard, "A9 B9 C5 D1", "2nd: 1 behind 1st", "A9 B8 C5 D1"),
        ("GO-24 swap", &standard, "A9 B4 C3 D1", "4th: swap with 1st", "D9 B4 C3 A1"),
        ("GO-24 lanes", &standard, "A9 B4 C4 D1", "2nd: swap with 3rd", "A9 C4 B4 D1"),
        ("GO-24 between lanes", &standard, "A9 B9 C9 D1", "4th: swap with 1st", "D9 B9 C9 A1"),
        ("GO-25 back", &standard, "A9 B4 C0 D-3", "2nd: back to start", "A9 C0 B0 D-3"),
        ("GO-25 forwards", &standard, "A9 B-4 C-5 D-6", "2nd: back to start", "A9 B0 C-5 D-6"),
        ("GO-25 on the start", &standard, "A9 B0 C0 D-6", "2nd: back to start", "A9 B0 C0 D-6"),
        ("GO-25 outermost", &outermost, "A9 B0 C0 D-6", "2nd: back to start", "A9 C0 B0 D-6"),
        ("GO-26 keeps", &standard, "A9 B8 C8 D1", "2nd: 1 behind 1st", "A9 B8 C8 D1"),
        ("GO-26 outermost", &outermost, "A9 B8 C8 D1", "2nd: 1 behind 1st", "A9 C8 B8 D1"),
        ("GO-26 a swap is no move", &outermost, "A9 B8 C8 D1", "2nd: swap with 3rd", "A9 C8 B8 D1"),
    ] {
        assert_eq!(effect(ruleset, before, text), after, "{clause}");
    }
}

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
        let position = Position { phase: Phase::Over, sign, ..position };
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
    assert_eq!(game.position(&state).round, 2);
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
    let position = table(&standard, 4, Animal::Fish, "A24 B3 C2 D1", &[]);
    let state = game.state(&Position { phase: Phase::Over, sign: Animal::Snail, ..position }).unwrap();
    let places: Vec<u8> = game.standings(&state).rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 2, 2]);
}

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
        let recycled = seen.iter().filter(|h| matches!(h, Happening::Recycled { .. })).count();
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
    assert!(!seen.iter().any(|happening| matches!(happening, Happening::Recycled { .. })));

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
    assert_eq!(seen.iter().filter(|h| matches!(h, Happening::Recycled { .. })).count(), 3);
    let layers: Vec<usize> = game.position(&state).decks.iter().map(|deck| deck.layers.len()).collect();
    assert_eq!(layers, [0, 2, 2, 2]);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    assert_eq!(actions, [Place::Second, Place::Third, Place::Fourth].map(Action::Draw));
}

#[test]
fn go_14_no_recycled_card_comes_before_the_cards_above_it() {
    let game = Gotham::new(standard()).unwrap();
    let mut position = table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE);
    let cards = position.decks[3].layers[0].clone();
    let (above, below) = cards.split_at(2);
    position.decks[3].layers = vec![above.to_vec(), below.to_vec()];
    let mut state = game.state(&position).unwrap();
    game.play(&mut state, Action::Draw(Place::Fourth), &mut ()).unwrap();
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    let mut possible: Vec<Chance> = above.iter().map(|card| Chance::Card(*card)).collect();
    possible.sort_unstable();
    possible.dedup();
    assert_eq!(chances.iter().map(|chance| chance.outcome).collect::<Vec<_>>(), possible);
    let hidden = below.iter().find(|card| !above.contains(card)).unwrap();
    assert!(game.resolve(&mut state, Chance::Card(*hidden), &mut ()).is_err());
}

#[test]
fn go_15_faces_are_told_to_those_who_see_them_and_backs_to_all() {
    let game = Gotham::new(standard()).unwrap();
    let mut state = game.state(&table(&standard(), 4, Animal::Fish, "D9 B5 C5 A2", &IDLE)).unwrap();
    let seen = play(&game, &mut state, &IDLE);
    for happening in &seen {
        for seat in game.seats(&state).iter() {
            match (happening, game.seen_by(happening, seat)) {
                (
                    Happening::Drew { seat: who, card: Some(face), .. },
                    Some(Happening::Drew { back, card: told, .. }),
                )
                | (
                    Happening::Placed { seat: who, card: Some(face), .. },
                    Some(Happening::Placed { back, card: told, .. }),
                ) => {
                    assert_eq!(back, face.back());
                    assert_eq!(told, (*who == seat).then_some(*face));
                }
                (_, told) => assert_eq!(told.as_ref(), Some(happening)),
            }
        }
    }
    let view = game.view(&state, Seat::FIRST);
    assert_eq!(view.hand().count(), 4);
    assert_eq!(
        Seats::new(4).unwrap().iter().map(|seat| view.backs(seat).iter().sum::<u8>()).collect::<Vec<_>>(),
        [4; 4]
    );
}

#[test]
fn go_36_the_board_of_the_standard_ruleset_is_told_to_be_a_reconstruction() {
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
        (change(|r| r.decks.third[2] = "swap with 5th".into()), "decks.third[2]: `5th` is no position"),
        (
            change(|r| r.decks.third[2] = "swap with 3rd".into()),
            "decks.third[2]: `swap with 3rd` is a card of the 3rd",
        ),
        (
            change(|r| r.decks.first[0] = "back 40".into()),
            "decks.first[0]: `back 40`: a card moves by 1 to 39",
        ),
        (change(|r| r.decks.first[0] = "forward 0".into()), "decks.first[0]: `forward 0`"),
        (change(|r| r.decks.first[0] = "sideways 2".into()), "decks.first[0]: `sideways 2` is no effect"),
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

#[test]
fn go_37_figures_a_whole_lap_apart_are_each_on_lane_one() {
    let game = Gotham::new(standard()).unwrap();
    let state = game.state(&table(&standard(), 4, Animal::Fish, "A20 B-16 C-16 D-16", &[])).unwrap();
    let mut runners: Vec<Runner> = Vec::new();
    game.runners(&state, &mut runners);
    assert_eq!(runners.iter().map(|runner| runner.lane).collect::<Vec<_>>(), [1, 1, 2, 3]);
}

#[test]
fn go_38_a_state_is_small_and_standings_are_defined_at_any_time() {
    assert!(size_of::<State>() <= 320, "{}", size_of::<State>());
    let game = Gotham::new(standard()).unwrap();
    let state = game.start(&game.setup(3)).unwrap();
    assert_eq!(game.standings(&state).ending, Ending::Racing);
}
