//! A ruleset of a user's own by which nobody arrives: every bot decides all the same, and memory does not run out.

use furlong::gotham::Gotham;
use furlong::{Bots, Race, RaceGame, Stream, Turn, ruleset};
use rand::SeedableRng;

use super::laws::{check_seats, step};

/// Figures only change places, 500 spaces before the finish.
const STILL: &str = r#"
[ruleset]
name = "still"
extends = "standard"

[track]
spaces = 1000
animals = { fish = 500, hedgehog = 500, tortoise = 500, snail = 500, sheep = 500 }

[decks]
first = ["swap with 2nd x6", "swap with 3rd x6"]
second = ["swap with 1st x6", "swap with 3rd x6"]
third = ["swap with 1st x6", "swap with 2nd x6"]
fourth = ["swap with 1st x6", "swap with 2nd x6"]
"#;

#[test]
fn go_38_every_bot_decides_where_nobody_can_arrive() {
    let game =
        Gotham::new(ruleset::open(ruleset::Source::Text(STILL)).expect("a ruleset")).expect("playable rules");
    for kind in Gotham::BOTS {
        let has_iterations = kind.parameters.iter().any(|(name, _)| *name == "iterations");
        let spec = if has_iterations { format!("{}:iterations=2", kind.name) } else { kind.name.to_owned() };
        let mut bot = Gotham::bot(&spec.parse().expect("a spec")).expect("a bot of the game");
        let mut race = Race::new(game.clone(), &game.setup(2), 1).expect("two may play");
        for _ in 0..6 {
            assert!(matches!(race.proceed(), Turn::Seat(_)), "{spec}: nobody arrives");
            race.ask(&mut bot).unwrap_or_else(|error| panic!("{spec}: {error}"));
        }
    }
}

// Equal cards come back so often that there is no room for all origins that stay open.
#[test]
fn go_15_what_is_forgotten_leaves_positions_and_views_that_can_be() {
    let game =
        Gotham::new(ruleset::open(ruleset::Source::Text(STILL)).expect("a ruleset")).expect("playable rules");
    let mut most = 0;
    for players in 2..=4 {
        let mut rng = Stream::seed_from_u64(u64::from(players));
        let mut state = game.start(&game.setup(players)).expect("players at a table");
        for event in 0..2_000 {
            step(&game, &mut state, &mut rng, &mut Vec::new());
            if event % 20 == 0 {
                let position = game.position(&state);
                most = most.max(position.memory.iter().filter(|entry| entry.later.is_some()).count());
                assert_eq!(game.state(&position), Ok(state));
                check_seats(&game, &state, &mut rng);
            }
        }
    }
    assert!(most > 8, "only {most} origins were open");
}
