//! Laws of Hare & Tortoise under every ruleset and number of players, on races played by chance with a cap.

use furlong::hare_tortoise::{Action, Happening, HareTortoise, Ruleset, Square, State};
use furlong::text::{Canvas, Marks, Names};
use furlong::{RaceGame, Ruleset as _, Stream, Text, Turn, ruleset, testkit};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};

/// Every action that there is.
fn all_actions() -> Vec<Action> {
    let mut all = vec![Action::Chew, Action::Draw, Action::Pay, Action::Stay, Action::ToStart];
    all.extend((0..4).map(Action::Runner));
    for number in 0..=64 {
        let square = Square::new(number).unwrap();
        all.extend([Action::Back(square), Action::To(square)]);
    }
    all.sort();
    all
}

/// One event of a race by chance; what happened.
fn step(game: &HareTortoise, state: &mut State, rng: &mut Stream) -> Vec<Happening> {
    let mut seen = Vec::new();
    if let Turn::Chance(_) = game.turn(state) {
        let outcome = game.sample_chance(state, rng);
        let mut outcomes = Vec::new();
        game.chances(state, &mut outcomes);
        assert!(outcomes.is_sorted_by_key(|weighted| weighted.outcome));
        game.resolve(state, outcome, &mut seen).unwrap();
    } else {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        assert!(!actions.is_empty(), "who is to move has an action: {:?}", game.position(state));
        assert!(actions.is_sorted(), "ascending: {actions:?}");
        let action = actions[rng.random_range(0..actions.len())];
        game.play(state, action, &mut seen).unwrap();
    }
    seen
}

/// Checks the laws that hold in every state.
fn check_laws(game: &HareTortoise, state: &State, rng: &mut Stream) {
    let position = game.position(state);
    assert_eq!(game.state(&position).as_ref(), Ok(state), "a position is complete: {position:?}");
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(position, serde_json::from_str(&json).unwrap());
    let mut listed = Vec::new();
    game.actions(state, &mut listed);
    for action in all_actions() {
        let mut tried = *state;
        let done = game.play(&mut tried, action, &mut ());
        assert_eq!(done.is_ok(), listed.contains(&action), "{action:?} in {position:?}");
        assert!(done.is_ok() || tried == *state, "a refused action changes nothing");
    }
    for seat in game.seats(state).iter() {
        let view = game.view(state, seat);
        let again = game.resample(&view, rng).expect("a state of this view");
        assert_eq!(game.view(&again, seat), view);
        assert_eq!(game.turn(&again), game.turn(state));
        let json = serde_json::to_string(&view).unwrap();
        assert_eq!(view, serde_json::from_str(&json).unwrap());
    }
}

fn check_text(game: &HareTortoise, state: &State, seen: &[Happening]) {
    let seats = game.seats(state);
    let names = Names::numbered(seats);
    for happening in seen {
        if let Some(sentence) = game.narrate(happening, &names) {
            assert!(sentence.ends_with('.') && sentence.len() > 4, "{sentence}");
        }
    }
    let Turn::Seat(seat) = game.turn(state) else { return };
    let view = game.view(state, seat);
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    for action in &actions {
        let label = game.label(&view, *action);
        assert_eq!(game.read_action(&view, &actions, &label), Ok(*action), "{label}");
    }
    let picture = game.draw(&view, &Marks::NONE, &names, &Canvas::PLAIN);
    assert!(picture.lines().all(|line| line.chars().count() <= 80), "{picture}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold_in_races_by_chance(which in 0_usize..5, players in 2_u8..=6, seed in any::<u64>()) {
        let game = HareTortoise::new(ruleset::open(Ruleset::EMBEDDED[which].name).unwrap()).unwrap();
        let mut rng = Stream::seed_from_u64(seed);
        let mut state = game.start(&game.setup(players)).unwrap();
        for event in 0..400 {
            if game.turn(&state) == Turn::Over {
                break;
            }
            let seen = step(&game, &mut state, &mut rng);
            if event % 7 == 0 {
                check_laws(&game, &state, &mut rng);
                check_text(&game, &state, &seen);
            }
        }
    }

    #[test]
    fn reading_what_was_typed_never_panics(typed in "\\PC{0,12}", seed in any::<u64>()) {
        let game = HareTortoise::new(ruleset::open("classic").unwrap()).unwrap();
        let mut rng = Stream::seed_from_u64(seed);
        let mut state = game.start(&game.setup(4)).unwrap();
        for _ in 0..30 {
            step(&game, &mut state, &mut rng);
        }
        if let Turn::Seat(seat) = game.turn(&state) {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            let view = game.view(&state, seat);
            if let Ok(action) = game.read_action(&view, &actions, &typed) {
                prop_assert!(actions.contains(&action));
            }
        }
    }
}

#[test]
fn turns_begin_and_end_in_pairs_and_rounds_count_up() {
    let game = HareTortoise::new(ruleset::open("postal").unwrap()).unwrap();
    let mut rng = Stream::seed_from_u64(3);
    let mut state = game.start(&game.setup(4)).unwrap();
    let (mut open, mut rounds) = (None, 0);
    for _ in 0..2_000 {
        if game.turn(&state) == Turn::Over {
            break;
        }
        for happening in step(&game, &mut state, &mut rng) {
            match happening {
                Happening::TurnBegins { seat } => assert_eq!(open.replace(seat), None),
                Happening::TurnEnds { seat } => assert_eq!(open.take(), Some(seat)),
                Happening::RoundEnds { round } => {
                    rounds += 1;
                    assert_eq!(round, rounds);
                }
                _ => {}
            }
        }
    }
    assert!(rounds > 10, "{rounds}");
}

#[test]
fn every_ruleset_keeps_the_laws_of_the_contract_with_every_number_of_players() {
    for embedded in Ruleset::EMBEDDED {
        let game = HareTortoise::new(ruleset::open(embedded.name).unwrap()).unwrap();
        let options = testkit::Options::default().games(1).cap(1_500).every(23);
        let checked = testkit::check_tables(&game, &options);
        checked.unwrap_or_else(|broken| panic!("{}: {broken}", embedded.name));
    }
}

#[test]
fn schema_struct_and_rulesets_agree() {
    assert_eq!(furlong::ruleset::schema_faults::<Ruleset>().to_vec(), []);
}
