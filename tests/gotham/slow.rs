//! A ruleset of a user's own by which nobody arrives: every bot decides all the same.

use furlong::gotham::{Gotham, Ruleset};
use furlong::{Bots, Race, RaceGame, Ruleset as _, Turn};

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
    let game = Gotham::new(Ruleset::from_toml(STILL).expect("a ruleset")).expect("playable rules");
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
