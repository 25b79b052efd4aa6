//! The tree search on two games that are small enough to be worked out.

use std::time::Duration;

use furlong::bot::Considered;
use furlong::bot::{ChanceInTree, FlatMonteCarlo, Ismcts, NoSearch, Playouts, RootRule, Settings, Unguided};
use furlong::{Bot, BotError, Decision, RaceGame as _, RandomBot, Seat, Stream};
use rand::SeedableRng as _;

use crate::dash::{self, Dash};
use crate::guess::{Action, Guess, State};

/// The view of seat 1 after the deal.
fn first_view(game: &Guess, rng: &mut Stream) -> (State, crate::guess::View, Vec<Action>) {
    let mut state = game.start(&2).expect("two play");
    let dealt = game.sample_chance(&state, rng);
    game.apply_chance(&mut state, dealt, &mut ());
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let view = game.view(&state, Seat::FIRST);
    (state, view, actions)
}

/// The gain that a search of `iterations` expects of each action, that of the chosen one first.
fn expected(game: &Guess, settings: Settings) -> Vec<Considered<Action>> {
    let mut rng = Stream::seed_from_u64(3);
    let (_, view, actions) = first_view(game, &mut rng);
    let mut bot = Ismcts::new(Unguided, settings).expect("a search");
    bot.consider(&mut Decision::new(game, &view, &actions, &mut rng)).expect("it can be searched")
}

#[test]
fn a_search_comes_to_the_exact_value_of_a_game_with_hidden_numbers_and_chance() {
    // Gambling wins 2/4 against 9/20; then 4/10 against 9/20; then 6/12 against 11/20.
    for (pack, fair, kind) in [([1, 1, 2], 9, 14), ([3, 4, 3], 9, 14), ([6, 3, 3], 18, 11)] {
        let game = Guess::with(pack, fair, kind);
        let best = [Action::Safe, Action::Gamble]
            .into_iter()
            .max_by(|one, other| game.exact_value(*one).total_cmp(&game.exact_value(*other)));
        for root in [RootRule::Bounds, RootRule::Halving] {
            let considered = expected(&game, Settings::iterations(40_000).root(root));
            assert_eq!(Some(considered[0].action), best, "{pack:?} {considered:?}");
            let found = considered[0].chance.expect("a search estimates");
            let exact = game.exact_value(considered[0].action);
            assert!((found - exact).abs() < 0.03, "{found} for {exact} with {pack:?}, {root:?}");
        }
    }
}

#[test]
fn more_iterations_come_closer_to_the_exact_value() {
    let game = Guess::with([1, 1, 2], 9, 14);
    let error = |iterations| {
        let considered = expected(&game, Settings::iterations(iterations));
        (considered[0].chance.expect("a search estimates") - 0.5).abs()
    };
    assert!(error(100_000) < 0.015, "{}", error(100_000));
    assert!(error(100_000) < error(100), "{} {}", error(100_000), error(100));
}

#[test]
fn flat_monte_carlo_without_a_tree_does_not_see_that_a_guess_will_be_thought_about() {
    // It takes gambling for a random guess, right in one of three: this is what the tree is for.
    let game = Guess::with([0, 0, 4], 9, 14);
    let mut rng = Stream::seed_from_u64(3);
    let (_, view, actions) = first_view(&game, &mut rng);
    let mut flat = FlatMonteCarlo::new(Unguided, 2_000, Playouts::default()).expect("a budget");
    let choice = flat.choose(&mut Decision::new(&game, &view, &actions, &mut rng));
    assert_eq!(choice, Ok(Action::Safe));
    let mut search = Ismcts::new(Unguided, Settings::iterations(2_000)).expect("a budget");
    let choice = search.choose(&mut Decision::new(&game, &view, &actions, &mut rng));
    assert_eq!(choice, Ok(Action::Gamble));
}

fn first_pick(settings: Settings, seed: u64) -> Vec<Considered<dash::Action>> {
    let game = Dash::short();
    let state = game.start(&game.setup(3)).expect("three can play");
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let view = game.view(&state, Seat::FIRST);
    let mut bot = Ismcts::new(Unguided, settings).expect("a search");
    let mut rng = Stream::seed_from_u64(seed);
    bot.consider(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("it can be searched")
}

#[test]
fn the_same_stream_gives_the_same_result_to_the_bit_with_many_trees_too() {
    for trees in [1, 3] {
        for (chance, root) in
            [(ChanceInTree::Seen, RootRule::Bounds), (ChanceInTree::Merged, RootRule::Halving)]
        {
            let settings = Settings::iterations(500).trees(trees).chance(chance).root(root);
            assert_eq!(first_pick(settings, 5), first_pick(settings, 5));
            assert_ne!(first_pick(settings, 5), first_pick(settings, 6));
        }
    }
}

#[test]
fn a_tree_that_is_full_is_still_searched() {
    let considered = first_pick(Settings::iterations(300).nodes(1), 1);
    assert_eq!(considered.len(), 3);
}

#[test]
fn halving_keeps_to_its_budget_and_looks_at_every_action() {
    // The worst of three is dropped after the first of two stages, each of half of the budget.
    let considered = first_pick(Settings::iterations(300).root(RootRule::Halving), 1);
    let looks: Vec<_> = considered.iter().filter_map(|one| one.reason.as_deref()).collect();
    assert_eq!(looks, [125, 125, 50].map(|count| format!("tried in {count} simulated games")));
}

#[test]
fn a_budget_of_nothing_is_refused() {
    let refused = |settings| Ismcts::<Dash>::new(Unguided, settings).err();
    let some = Settings::iterations(1);
    assert_eq!(refused(Settings::iterations(0)), Some(NoSearch::NoIterations));
    assert_eq!(refused(Settings::time(Duration::ZERO)), Some(NoSearch::NoTime));
    assert_eq!(refused(some.trees(0)), Some(NoSearch::NoTree));
    assert_eq!(refused(some.nodes(0)), Some(NoSearch::NoNode));
    assert_eq!(refused(some.exploration(-1.0)), Some(NoSearch::Exploration(-1.0)));
    assert!(refused(some.first_thoughts(f64::NAN)).is_some());
    assert_eq!(refused(some), None);
}

#[test]
fn without_an_action_it_says_so() {
    let game = Dash::short();
    let state = game.start(&game.setup(2)).expect("two can play");
    let view = game.view(&state, Seat::FIRST);
    let mut bot = Ismcts::new(Unguided, Settings::iterations(1)).expect("a search");
    let mut rng = Stream::seed_from_u64(1);
    let mut decision = Decision::new(&game, &view, &[], &mut rng);
    assert_eq!(bot.choose(&mut decision), Err(BotError::NoAction));
    assert!(bot.consider(&mut decision).is_err());
}

#[test]
fn with_a_time_it_searches_at_least_once() {
    let considered = first_pick(Settings::time(Duration::from_nanos(1)), 1);
    assert_eq!(considered.len(), 1);
}

#[test]
fn it_beats_the_random_bot() {
    let mut shares = 0.0;
    for seed in 0..40 {
        for seat in [0, 1] {
            let game = Dash::short();
            let setup = game.setup(2);
            let mut race = furlong::Race::new(game, &setup, seed).expect("two can play");
            let search = Ismcts::new(Unguided, Settings::iterations(60)).expect("a search");
            let mut bots: Vec<Box<dyn Bot<Dash>>> = vec![Box::new(search)];
            bots.insert(1 - seat, Box::new(RandomBot));
            race.play_out(&mut bots, 1_000).expect("both play legally");
            let seat = Seat::new(seat as u8).expect("a seat");
            shares += race.game().returns(race.state())[seat].as_f64();
        }
    }
    assert!(shares > 64.0, "{shares} of 80");
}
