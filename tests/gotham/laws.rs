//! Gotham: laws that hold in every state, on random play under several rulesets.

use furlong::common::Ending;
use furlong::game::Mark;
use furlong::gotham::{
    Action, Card, Chance, Change, Drawing, EmptyDeck, Gotham, Happening, OwnLocation, OwnerlessFurthest,
    Phase, Position, Rank, Recycling, Ruleset, StartNumbers, State, View,
};
use furlong::text::{Canvas, Marks, Names};
use furlong::{RaceGame, Seat, Stream, Text, Turn};
use furlong::{ruleset, testkit};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};

fn rulesets() -> Vec<Ruleset> {
    let standard = ruleset::open::<Ruleset>("standard").unwrap();
    let mut tiny = standard.clone();
    let five = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    tiny.decks.first = five(&["forward 2 x2", "back 1 x2", "swap with 2nd"]);
    tiny.decks.second = five(&["forward 3 x3", "1 behind 1st", "finish to tortoise"]);
    tiny.decks.third = five(&["forward 3", "forward 4", "5 behind 4th", "finish to snail", "swap with 2nd"]);
    tiny.decks.fourth = five(&["forward 4 x4", "back to start"]);
    let mut every_round = tiny.clone();
    every_round.rules.recycling = Recycling::EveryRound;
    every_round.rules.onto_own_location = OwnLocation::OutermostLane;
    let mut all_first = tiny.clone();
    all_first.rules.drawing = Drawing::AllBeforePlacing;
    all_first.rules.empty_deck_for_ownerless = EmptyDeck::RecycleFirst;
    all_first.rules.start_numbers = StartNumbers::Any;
    let mut long = standard.clone();
    long.track.spaces = 120;
    long.track.animals.fish = 80;
    long.rules.recycling = Recycling::EveryRound;
    long.rules.ownerless_furthest = OwnerlessFurthest::PassedOver;
    vec![standard, tiny, every_round, all_first, long]
}

/// The next event of random play.
pub(crate) fn step(game: &Gotham, state: &mut State, rng: &mut Stream, seen: &mut Vec<Happening>) {
    let mut actions = Vec::new();
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance(_) => {
            let outcome = game.sample_chance(state, rng);
            game.resolve(state, outcome, seen).unwrap();
        }
        Turn::Seat(_) => {
            game.actions(state, &mut actions);
            let action = actions[rng.random_range(0..actions.len() as u32) as usize];
            game.play(state, action, seen).unwrap();
        }
    }
}

fn all_cards(ruleset: &Ruleset) -> Vec<Card> {
    let position = Gotham::new(ruleset.clone()).unwrap();
    let state = position.start(&position.setup(1)).unwrap();
    position.position(&state).decks.iter().flat_map(|deck| deck.layers.concat()).collect()
}

/// Checks the laws of any state.
fn check(game: &Gotham, state: &State, cards: &[Card], rng: &mut Stream) {
    let position = game.position(state);
    let json = serde_json::to_string(&position).unwrap();
    let read: Position = serde_json::from_str(&json).unwrap();
    assert_eq!(game.state(&read).as_ref(), Ok(state), "{json}");
    check_events(game, state, cards);
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    for seat in game.seats(state).iter() {
        let view = game.view(state, seat);
        let json = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view);
        let world = game.resample(&view, rng).unwrap_or_else(|faults| panic!("{faults}\n{json}"));
        assert_eq!(game.view(&world, seat), view);
        check_open(&view, &position);
        assert_eq!(game.turn(&world), game.turn(state));
        if game.turn(state) == Turn::Seat(seat) {
            let mut same = Vec::new();
            game.actions(&world, &mut same);
            assert_eq!(same, actions);
            let ways: u64 = actions.iter().map(|action| game.ways(&view, *action)).sum();
            let choices =
                if position.open.phase == Phase::Place { view.hand().count() } else { actions.len() };
            assert_eq!(ways, choices as u64);
        }
        check_text(game, &view, &actions, game.turn(state) == Turn::Seat(seat));
    }
}

/// A view tells what everybody sees of a position.
fn check_open(view: &View, position: &Position) {
    let open = &position.open;
    assert_eq!((view.players(), view.round(), view.sign()), (open.players, open.round, open.sign));
    assert_eq!(view.figures().to_vec(), open.figures);
    for (rank, stand) in Rank::ALL.into_iter().zip(&open.figures) {
        let inside = open.figures[..rank.index()].iter().filter(|other| other.at == stand.at).count();
        assert_eq!(usize::from(view.lane(rank)), inside + 1, "GO-21");
        let deck = &position.decks[rank.index()];
        assert_eq!(usize::from(view.left(rank)), deck.layers.iter().map(Vec::len).sum::<usize>());
        assert!(view.carried_out(rank).eq(deck.carried_out.iter().copied()));
    }
}

/// Exactly what is listed is legal, and what is refused leaves the state as it was.
fn check_events(game: &Gotham, state: &State, cards: &[Card]) {
    let (mut actions, mut chances) = (Vec::new(), Vec::new());
    game.actions(state, &mut actions);
    game.chances(state, &mut chances);
    for (index, action) in actions.iter().enumerate() {
        let picked = game.pick_action(state, |count| {
            assert_eq!(count as usize, actions.len());
            index as u32
        });
        assert_eq!(picked, Some(*action));
    }
    assert!(actions.is_sorted() && chances.is_sorted_by_key(|chance| chance.outcome));
    assert_eq!(matches!(game.turn(state), Turn::Seat(_)), !actions.is_empty());
    assert_eq!(matches!(game.turn(state), Turn::Chance(_)), !chances.is_empty());
    let all_actions = Rank::ALL.map(Action::Draw).into_iter().chain(cards.iter().copied().map(Action::Place));
    for action in all_actions {
        let mut after = *state;
        let is_legal = game.play(&mut after, action, &mut ()).is_ok();
        assert_eq!(is_legal, actions.contains(&action), "{action:?}");
        assert!(is_legal || after == *state);
    }
    let all_chances = (0..6).map(Chance::StartNumber).chain(cards.iter().copied().map(Chance::Card));
    for outcome in all_chances {
        let mut after = *state;
        let can_come = game.resolve(&mut after, outcome, &mut ()).is_ok();
        assert_eq!(can_come, chances.iter().any(|chance| chance.outcome == outcome), "{outcome:?}");
        assert!(can_come || after == *state);
    }
}

fn check_text(game: &Gotham, view: &View, actions: &[Action], is_mover: bool) {
    let names = Names::new(vec!["Ada".into(), "Bob".into()]).addressing(Some(view.seat()));
    let picture = game.draw(view, &Marks::NONE, &names, &Canvas::PLAIN);
    // The track and the figures fit; below them are words, which are wrapped where they are shown.
    let is_words = |line: &&str| line.starts_with("Decks") || line.starts_with("Pile ");
    let mut drawn = picture.lines().take_while(|line| !is_words(line));
    assert!(drawn.all(|line| line.chars().count() <= 80), "{picture}");
    for action in actions.iter().filter(|_| is_mover) {
        let label = game.label(view, *action);
        assert_eq!(game.read_action(view, actions, &label), Ok(*action));
    }
}

#[test]
fn every_state_of_random_play_obeys_the_laws() {
    for (index, ruleset) in rulesets().into_iter().enumerate() {
        let game = Gotham::new(ruleset.clone()).unwrap();
        let mut cards = all_cards(&ruleset);
        cards.dedup();
        for players in 1..=4 {
            for seed in 0..3 {
                let mut rng = Stream::seed_from_u64(seed * 100 + u64::from(players) * 10 + index as u64);
                let mut state = game.start(&game.setup(players)).unwrap();
                let mut seen = Vec::new();
                let mut events = 0;
                while game.turn(&state) != Turn::Over && events < 400 {
                    if events % 3 == 0 {
                        check(&game, &state, &cards, &mut rng);
                    }
                    step(&game, &mut state, &mut rng, &mut seen);
                    events += 1;
                }
                check(&game, &state, &cards, &mut rng);
                check_course(&game, &seen);
            }
        }
    }
}

/// Turns, rounds and the end are marked, and everything has words.
fn check_course(game: &Gotham, seen: &[Happening]) {
    let names = Names::new(Vec::new());
    let mut in_turn: Option<Seat> = None;
    let mut order = Vec::new();
    let ends = seen.iter().map(|happening| matches!(happening, Happening::GameEnds { .. }));
    assert!(ends.eq(seen.iter().map(|happening| game.mark(happening) == Some(Mark::GameEnds))));
    for happening in seen {
        match happening {
            Happening::RoundBegins { order: last_to_first, .. } => {
                order = last_to_first.iter().rev().copied().collect();
            }
            Happening::TakesEffect { card, change, order: after, .. } => {
                let hit = if let Change::SignMoves { .. } = change {
                    None
                } else {
                    Some(order[card.back().index()])
                };
                assert_eq!(change.hits(), hit);
                order = after.to_vec();
            }
            _ => {}
        }
        match game.mark(happening) {
            Some(Mark::TurnBegins(seat)) => assert_eq!(in_turn.replace(seat), None),
            Some(Mark::TurnEnds(seat)) => assert_eq!(in_turn.take(), Some(seat)),
            Some(Mark::RoundEnds | Mark::GameEnds) => assert_eq!(in_turn, None),
            None => {}
        }
        if let Some(line) = game.narrate(happening, &names) {
            assert!(line.ends_with('.'), "{line}");
        }
        let json = serde_json::to_string(happening).unwrap();
        assert_eq!(&serde_json::from_str::<Happening>(&json).unwrap(), happening);
    }
}

// GO-36: the reconstructed board gives races of about nine rounds, a quarter to 30 % won from behind.
#[test]
fn go_36_random_races_last_about_nine_rounds_and_a_quarter_are_won_from_behind() {
    const GAMES: u64 = 2_000;
    let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
    let (mut rounds, mut wins, mut from_behind, mut layers) = (0, 0, 0, 0);
    for seed in 0..GAMES {
        let mut rng = Stream::seed_from_u64(seed);
        let mut state = game.start(&game.setup(4)).unwrap();
        let mut seen = Vec::new();
        while game.turn(&state) != Turn::Over {
            step(&game, &mut state, &mut rng, &mut seen);
        }
        rounds += seen.iter().filter(|h| game.mark(h) == Some(Mark::RoundEnds)).count();
        layers += seen.iter().filter(|h| matches!(h, Happening::Recycles { .. })).count();
        let Some(Happening::GameEnds { furthest, .. }) = seen.last() else { panic!("no end") };
        for winner in furthest {
            wins += 1;
            from_behind += seen
                .iter()
                .filter(|h| {
                    matches!(h, Happening::Crosses { figure, direction, .. }
                        if figure == winner && *direction == furlong::gotham::Direction::Backwards)
                })
                .count();
        }
        assert_ne!(game.standings(&state).ending, Ending::Racing);
    }
    let mean = rounds as f64 / GAMES as f64;
    assert!((8.0..10.5).contains(&mean), "{mean} rounds");
    let behind = f64::from(from_behind as u32) / f64::from(wins);
    assert!((0.23..0.32).contains(&behind), "{behind} of the wins from behind");
    assert!(layers > 0, "no game recycled");
}

#[test]
fn the_first_deal_of_a_seed_is_pinned() {
    // A change here makes every seed mean another game: it must stand in the changelog.
    let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
    let mut race = furlong::Race::new(game.clone(), &game.setup(1), 1).unwrap();
    while let Turn::Chance(point) = race.turn() {
        if point.purpose != furlong::gotham::DEAL {
            break;
        }
        race.draw().unwrap();
    }
    let hand: Vec<String> = race.position().hands[0].iter().map(Card::to_string).collect();
    assert_eq!(hand, PINNED);
}

const PINNED: [&str; 4] =
    ["1st: 5 in front of 2nd", "2nd: forward 3", "3rd: swap with 2nd", "4th: 2 behind 2nd"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever is typed is read or refused.
    #[test]
    fn parsers_never_panic(text in "\\PC{0,24}", words in "(back|forward|swap|with|finish|to|1st|4th|snail|in front of|behind|x|2|:| ){0,8}") {
        for typed in [&text, &words] {
            let _ = typed.parse::<Card>();
            let _ = typed.parse::<furlong::gotham::Line>();
            let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
            let state = game.start(&game.setup(2)).unwrap();
            let view = game.view(&state, Seat::FIRST);
            let _ = game.read_action(&view, &[], typed);
        }
    }

    /// A position with a few values changed is read or refused with its faults, and is playable when read.
    #[test]
    fn changed_positions_and_views_never_panic(seed in 0u64..1000, field in 0usize..14, value in 0u8..9, steps in 0usize..60) {
        let ruleset = rulesets().swap_remove(usize::from(value) % 5);
        let game = Gotham::new(ruleset).unwrap();
        let mut rng = Stream::seed_from_u64(seed);
        let mut state = game.start(&game.setup(1 + value % 4)).unwrap();
        for _ in 0..steps {
            step(&game, &mut state, &mut rng, &mut Vec::new());
        }
        let mut position = game.position(&state);
        let mut view = serde_json::to_value(game.view(&state, Seat::FIRST)).unwrap();
        let card = position.hands[0].first().copied();
        let pop = |list: &mut serde_json::Value| _ = list.as_array_mut().map(Vec::pop);
        match field {
            0 => { position.open.players = value; view["players"] = value.into(); }
            1 => { position.open.acted = value; view["acted"] = value.into(); }
            2 => { position.open.phase = Phase::Ownerless; view["phase"] = "place".into(); }
            3 => { position.open.phase = Phase::ChooseDeck; view["phase"] = serde_json::json!({"draw": {"back": 1}}); }
            4 => { position.hands.pop(); pop(&mut view["hand"]); }
            5 => { position.deposit.pop(); pop(&mut view["deposit"]); }
            6 => { position.decks.pop(); pop(&mut view["decks"]); }
            7 => { position.memory.pop(); pop(&mut view["memory"]); }
            8 => { position.open.figures.swap(0, 3); pop(&mut view["figures"]); }
            9 => { position.open.drew.clear(); view["drew"] = serde_json::json!([]); }
            10 => { position.decks[0].top = value * 20; view["decks"][0]["top"] = (value * 20).into(); }
            11 => { position.hands[0].extend(card); view["hand"].as_array_mut().unwrap().extend(card.map(|card| card.to_string().into())); }
            12 => { position.open.phase = Phase::Over; view["backs"][0][0] = value.into(); }
            _ => { position.open.start_numbers = vec![Some(value); 4]; view["start-numbers"] = serde_json::json!([value, value, value, value, value]); }
        }
        if let Ok(mut read) = game.state(&position) {
            check_seats(&game, &read, &mut rng);
            for _ in 0..200 {
                step(&game, &mut read, &mut rng, &mut Vec::new());
            }
        }
        let Ok(view) = serde_json::from_value::<View>(view) else { return Ok(()) };
        if let Ok(world) = game.resample(&view, &mut rng) {
            prop_assert_eq!(game.view(&world, Seat::FIRST), view);
        }
    }
}

/// Every seat of a state has a view that leaves some deal open, and gets it back from each.
pub(crate) fn check_seats(game: &Gotham, state: &State, rng: &mut Stream) {
    for seat in game.seats(state).iter() {
        let view = game.view(state, seat);
        let world = game.resample(&view, rng).unwrap_or_else(|faults| {
            panic!("{faults}\n{}", serde_json::to_string(&game.position(state)).unwrap())
        });
        assert_eq!(game.view(&world, seat), view);
    }
}

/// Pointers to all values within a value.
fn pointers(value: &serde_json::Value, at: &str, into: &mut Vec<String>) {
    into.push(at.to_owned());
    match value {
        serde_json::Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{at}/{index}"), into);
            }
        }
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                pointers(field, &format!("{at}/{name}"), into);
            }
        }
        _ => {}
    }
}

/// Changes one value: a number a little, any into a copy of another, a list by an entry more or less.
fn mutate(value: &mut serde_json::Value, rng: &mut Stream) {
    let mut all = Vec::new();
    pointers(value, "", &mut all);
    let pick = |rng: &mut Stream| all[rng.random_range(0..all.len() as u32) as usize].clone();
    let (place, other) = (pick(rng), pick(rng));
    let copy = value.pointer(&other).cloned().unwrap();
    match value.pointer_mut(&place).unwrap() {
        serde_json::Value::Array(items) if !items.is_empty() => {
            let index = rng.random_range(0..items.len() as u32) as usize;
            if rng.random() {
                items.remove(index);
            } else {
                let item = items[index].clone();
                items.push(item);
            }
        }
        number if number.is_i64() && rng.random_bool(0.7) => {
            let changed = number.as_i64().unwrap() + rng.random_range(-2..=5);
            *number = changed.into();
        }
        any => *any = copy,
    }
}

// GO-15
#[test]
fn every_position_and_view_that_is_accepted_leaves_some_deal_open() {
    let (mut positions, mut views) = (0, 0);
    for (index, ruleset) in rulesets().into_iter().enumerate() {
        let game = Gotham::new(ruleset).unwrap();
        for seed in 0..150 {
            let mut rng = Stream::seed_from_u64(seed * 10 + index as u64);
            let players = 1 + (seed % 4) as u8;
            let mut state = game.start(&game.setup(players)).unwrap();
            for _ in 0..rng.random_range(0..400) {
                step(&game, &mut state, &mut rng, &mut Vec::new());
            }
            let position = serde_json::to_value(game.position(&state)).unwrap();
            let seat = Seat::new(rng.random_range(0..players)).unwrap();
            let view = serde_json::to_value(game.view(&state, seat)).unwrap();
            for _ in 0..12 {
                let (mut position, mut view) = (position.clone(), view.clone());
                for _ in 0..rng.random_range(1..3) {
                    mutate(&mut position, &mut rng);
                    mutate(&mut view, &mut rng);
                }
                let read = serde_json::from_value::<Position>(position).ok();
                if let Some(state) = read.and_then(|position| game.state(&position).ok()) {
                    check_seats(&game, &state, &mut rng);
                    positions += 1;
                }
                let Ok(view) = serde_json::from_value::<View>(view) else { continue };
                if let Ok(world) = game.resample(&view, &mut rng) {
                    assert_eq!(game.view(&world, view.seat()), view);
                    check_seats(&game, &world, &mut rng);
                    views += 1;
                }
            }
        }
    }
    assert!(positions > 150 && views > 150, "{positions} positions and {views} views were accepted");
}

// Their open part is written among their own fields.
#[test]
fn unknown_and_missing_fields_of_positions_and_views_are_refused() {
    let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
    let state = game.start(&game.setup(2)).unwrap();
    let position = serde_json::to_value(game.position(&state)).unwrap();
    let view = serde_json::to_value(game.view(&state, Seat::FIRST)).unwrap();
    for (field, expected) in [("figurs", "unknown field `figurs`"), ("sign", "missing field `sign`")] {
        let [position, view] = [&position, &view].map(|value| {
            let mut value = value.clone();
            let fields = value.as_object_mut().unwrap();
            if fields.remove(field).is_none() {
                fields.insert(field.to_owned(), 1.into());
            }
            value
        });
        let position = serde_json::from_value::<Position>(position).unwrap_err().to_string();
        let view = serde_json::from_value::<View>(view).unwrap_err().to_string();
        assert!(position.contains(expected) && view.contains(expected), "{position}; {view}");
    }
}

// GO-15
#[test]
fn a_layer_on_top_that_no_note_explains_is_refused() {
    let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
    let mut state = game.start(&game.setup(2)).unwrap();
    let mut rng = Stream::seed_from_u64(1);
    for _ in 0..40 {
        step(&game, &mut state, &mut rng, &mut Vec::new());
    }
    let mut position = game.position(&state);
    assert!(game.state(&position).is_ok() && position.memory.is_empty());
    position.decks[0].top = 5;
    let faults = game.state(&position).unwrap_err();
    assert_eq!(faults[0].field, "decks[0].top", "{faults}");
}

#[test]
fn the_game_passes_the_test_kit() {
    for ruleset in rulesets() {
        let game = Gotham::new(ruleset).unwrap();
        let options = testkit::Options::default().seed(3).games(1).cap(600).every(8);
        let checked = testkit::check_tables(&game, &options).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(checked.games == 4 && checked.states > 50);
    }
}
