//! The bots of the examples, which are programs of their own.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::{folder, project, run_typing, text};

/// A bot of the examples as a player of `--bot`; `None` on a machine without Python.
fn example(file: &str) -> Option<String> {
    let python = Command::new("python3").arg("--version").output();
    let path = project().join("examples").join(file);
    python.is_ok_and(|python| python.status.success()).then(|| format!("exec:python3 {}", path.display()))
}

#[test]
fn the_bots_of_the_examples_play_every_game_and_the_one_that_models_the_others_beats_random() {
    let folder = folder();
    let simulate = |game: &str, bot: &str, games: &str| {
        let arguments = ["simulate", game, "--players", "2", "--seed", "3", "--games", games, "--json"];
        let played =
            run_typing(folder.path(), &[&arguments[..], &["--bot", bot, "--bot", "random"]].concat(), "");
        assert!(played.status.success(), "{}", text(&played.stderr));
        played.stdout
    };
    let (Some(bot), Some(modelling)) = (example("bot.py"), example("modelling_bot.py")) else { return };
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        assert_eq!(
            simulate(game, &bot, "1"),
            simulate(game, &bot, "1"),
            "the same seed plays the same games"
        );
    }
    let report: Value = serde_json::from_slice(&simulate("animal-race", &modelling, "300")).expect("JSON");
    let scores = report["scores"].as_array().expect("scores");
    let score = scores.iter().find(|score| score["name"] != "random").expect("the bot");
    assert!(score["share"]["interval"]["low"].as_f64() > Some(0.5), "{score}");
    // A copy that does not listen plays other games: what it is told matters.
    let path = project().join("examples/modelling_bot.py");
    let deaf =
        fs::read_to_string(path).expect("the example").replace("\"listens\": True", "\"listens\": False");
    fs::write(folder.path().join("deaf.py"), deaf).expect("written");
    let [listening, deaf] = [&*modelling, "exec:python3 deaf.py"].map(|bot| {
        let report: Value = serde_json::from_slice(&simulate("animal-race", bot, "20")).expect("JSON");
        report["results"]["groups"].clone()
    });
    assert_ne!(listening, deaf);
}
