//! Advice in a race that hardly moves, by rules of a user's own.

use std::fs;

use furlong::animal_race::{AnimalRace, Ruleset};
use furlong::{Bots, Race, RaceGame, ruleset};

use crate::run::run;

/// Three animals can move, a tile of sixty, and each only when all its cards lie on the table.
const SLOW: &str = include_str!("slow_race.toml");

#[test]
fn advise_ends_where_the_race_hardly_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules: Ruleset = ruleset::open(ruleset::Source::Text(SLOW)).expect("a ruleset");
    let game = AnimalRace::new(rules).expect("playable");
    let setup = game.setup(3);
    let mut race = Race::new(game, &setup, 1).expect("three may play");
    let mut bot = AnimalRace::bot(&"heuristic".parse().expect("a spec")).expect("a bot of the game");
    for _ in 0..20 {
        race.proceed();
        race.ask(&mut bot).expect("a legal choice");
    }
    race.proceed();
    let position = serde_json::to_string(&race.game().position(race.state())).expect("plain data");
    fs::write(folder.path().join("position.json"), position).expect("written");
    fs::write(folder.path().join("slow.toml"), SLOW).expect("written");
    for bot in ["heuristic", "hard:iterations=4", "easy"] {
        let arguments = ["advise", "animal-race", "--ruleset", "./slow.toml", "--position", "position.json"];
        let output = run(folder.path(), &[&arguments[..], &["--bot", bot, "--seed", "1"]].concat());
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("suggests:"), "{bot}: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
}
