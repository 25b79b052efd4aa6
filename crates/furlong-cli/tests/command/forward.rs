//! `furlong rules-server`: the rules for programs that search, and the bots of the examples that use them.

use std::process::Command;

use serde_json::{Value, json};

use crate::run::{folder, project, run, run_typing, text};

/// A decision of a traced game, with the view of its seat and a line that begins the game.
fn decision(game: &str, event: usize) -> (Value, Value, Value) {
    let traced = run(folder().path(), &["trace", game, "--players", "2", "--seed", "3", "--bot", "random"]);
    let lines: Vec<Value> =
        text(&traced.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let begun = json!({ "type": "game", "name": game, "ruleset": lines[0]["ruleset"], "seat": 0 });
    let mut decisions = lines.into_iter().filter(|line| line["type"] == "decision");
    let decision = decisions.nth(event).expect("a decision");
    let seat = decision["seat"].as_u64().expect("a seat") as usize;
    (begun, decision["views"][seat].clone(), decision)
}

/// The answers to these requests.
fn answers(game: &str, requests: &[Value]) -> Vec<Value> {
    let typed = requests.iter().fold(String::new(), |typed, request| format!("{typed}{request}\n"));
    let served = run_typing(folder().path(), &["rules-server", game], &typed);
    assert!(served.status.success(), "{}", text(&served.stderr));
    text(&served.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_actions_and_what_follows_are_told_as_the_seat_may_know_them() {
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let (begun, view, decision) = decision(game, 5);
        let action = &decision["actions"][0];
        let next = json!({ "type": "next", "view": view, "action": action, "count": 3, "random": 9 });
        let playouts = json!({ "type": "playouts", "view": view, "count": 10, "random": 9, "id": "x" });
        let requests = [begun, json!({ "type": "actions", "view": view }), next, playouts.clone(), playouts];
        let told = answers(game, &requests);
        assert_eq!(told[0]["game"], game);
        assert_eq!(told[1]["actions"], decision["actions"]);
        assert_eq!(told[1]["seat"], decision["seat"]);
        let worlds = told[2]["worlds"].as_array().expect("worlds");
        assert_eq!(worlds.len(), 3, "{}", told[2]);
        for world in worlds {
            let viewer = [&world["view"]["seat"], &world["view"]["viewer"]];
            assert!(viewer.contains(&&decision["seat"]), "{world}");
            assert!(world["told"].as_array().is_some_and(|told| !told.is_empty()), "{world}");
            assert!(world["actions"].is_array() || world["shares"].is_array(), "{world}");
        }
        assert_eq!(told[3], told[4], "the same request gives the same answer");
        assert_eq!(told[3]["id"], "x");
        for value in told[3]["values"].as_array().expect("values") {
            let shares: f64 =
                value["shares"].as_array().expect("shares").iter().filter_map(Value::as_f64).sum();
            assert!(value["unfinished"] != 0 || (0.0..1.001).contains(&shares), "{value}");
        }
    }
}

#[test]
fn worlds_agree_with_the_view_and_differ_in_what_it_hides() {
    let (begun, view, decision) = decision("animal-race", 5);
    let seat = decision["seat"].as_u64().expect("a seat") as usize;
    let told = answers(
        "animal-race",
        &[begun.clone(), json!({ "type": "worlds", "view": view, "count": 8, "random": 4 })],
    );
    let positions = told[1]["positions"].as_array().expect("positions");
    let own = |position: &Value| position["hands"][seat].clone();
    assert!(positions.iter().all(|position| own(position) == view["hand"]), "{told:?}");
    let hands = |position: &Value| position["hands"][1 - seat].to_string();
    let different: std::collections::BTreeSet<String> = positions.iter().map(hands).collect();
    assert!(different.len() > 1, "{different:?}");

    // A whole game in one of the worlds, step by step.
    let mut position = positions[0].clone();
    let mut steps = 0;
    loop {
        let looked =
            answers("animal-race", &[begun.clone(), json!({ "type": "look", "position": position })]);
        let step = match looked[1]["turn"].as_str().expect("a turn") {
            "seat" => json!({ "type": "play", "position": position, "action": looked[1]["actions"][0] }),
            "chance" => {
                json!({ "type": "play", "position": position, "outcome": looked[1]["outcomes"][0]["outcome"] })
            }
            _ => panic!("the game is not over yet"),
        };
        let played = answers("animal-race", &[begun.clone(), step]);
        position = played[1]["position"].clone();
        assert!(position.is_object(), "{}", played[1]);
        steps += 1;
        if steps == 8 {
            break;
        }
    }
}

#[test]
fn a_request_that_cannot_be_answered_says_why_and_changes_nothing() {
    let (begun, view, decision) = decision("gotham", 0);
    let actions = json!({ "type": "actions", "view": view });
    let mut wrong_view = view.clone();
    wrong_view["round"] = json!("late");
    let requests = [
        actions.clone(),
        begun,
        json!({ "type": "fly" }),
        json!({ "type": "actions" }),
        json!({ "type": "actions", "view": wrong_view }),
        json!({ "type": "next", "view": view, "action": { "place": "1st: forward 99" } }),
        json!({ "type": "playouts", "view": view, "count": 1_000_000 }),
        json!({ "type": "worlds", "view": view, "count": 0 }),
        json!({ "type": "playouts", "view": view, "player": "exec:cat" }),
        json!({ "type": "game", "ruleset": {} }),
        json!([1]),
        actions,
    ];
    let told = answers("gotham", &requests);
    let error = |index: usize| told[index]["error"].as_str().unwrap_or_else(|| panic!("{}", told[index]));
    let codes: Vec<&str> = told.iter().map(|answer| answer["code"].as_str().unwrap_or_default()).collect();
    let expected = [
        "illegal",
        "",
        "unknown-name",
        "unreadable",
        "unreadable",
        "illegal",
        "too-many",
        "bad-value",
        "unknown-name",
        "unreadable",
        "unreadable",
        "",
    ];
    assert_eq!(codes, expected);
    assert!(error(0).contains("there is no ruleset yet"), "{}", error(0));
    assert!(error(2).contains("there is no request `fly`"), "{}", error(2));
    assert!(error(3).contains("`view` or `position` is missing"), "{}", error(3));
    assert!(error(4).starts_with("`view`: "), "{}", error(4));
    error(5);
    assert!(error(6).contains("`count` is 1000000; it can be 1 to "), "{}", error(6));
    assert!(error(7).contains("`count` is 0"), "{}", error(7));
    assert!(error(8).starts_with("`player`: "), "{}", error(8));
    assert!(error(9).starts_with("`ruleset`: "), "{}", error(9));
    error(10);
    assert_eq!(told[11]["actions"], decision["actions"], "the rules are as they were");
    let broken = run_typing(folder().path(), &["rules-server", "gotham"], "{\n[1\n");
    assert_eq!(text(&broken.stdout).matches("the request is not JSON").count(), 2);
    assert_eq!(text(&broken.stdout).matches("\"code\":\"unreadable\"").count(), 2);
}

/// A bot of the examples; `None` on a machine without its interpreter.
fn example(interpreter: &str, file: &str) -> Option<String> {
    let version = Command::new(interpreter).arg("--version").output();
    let path = project().join("examples").join(file);
    version
        .is_ok_and(|version| version.status.success())
        .then(|| format!("exec:{interpreter} {}", path.display()))
}

#[test]
fn the_bot_that_searches_by_the_rules_keeps_to_the_protocol_and_beats_random() {
    let Some(bot) = example("python3", "search_bot.py") else { return };
    let bot = format!("exec:FURLONG={} {} 60", env!("CARGO_BIN_EXE_furlong"), &bot["exec:".len()..]);
    let folder = folder();
    let checked = run(folder.path(), &["bots", "gotham", "--check", &bot]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    let table = ["simulate", "animal-race", "--players", "2", "--games", "20", "--seed", "1", "--json"];
    let played = run(folder.path(), &[&table[..], &["--bot", &bot, "--bot", "random"]].concat());
    let report: Value = serde_json::from_slice(&played.stdout).expect("JSON");
    let scores = report["scores"].as_array().expect("scores");
    let own = scores.iter().find(|score| score["name"] != "random").expect("the bot");
    assert!(own["share"]["value"].as_f64() > Some(0.6), "{own}");
}

#[test]
fn the_bot_in_javascript_keeps_to_the_protocol_and_beats_random() {
    let Some(bot) = example("node", "carrot_bot.js") else { return };
    let folder = folder();
    let check = ["bots", "hare-tortoise", "--check", &bot, "--ruleset"];
    for ruleset in ["classic", "abacus-2000"] {
        let checked = run(folder.path(), &[&check[..], &[ruleset]].concat());
        assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    }
    let table = ["simulate", "hare-tortoise", "--players", "2", "--games", "40", "--seed", "1", "--json"];
    let played = run(folder.path(), &[&table[..], &["--bot", &bot, "--bot", "random"]].concat());
    let report: Value = serde_json::from_slice(&played.stdout).expect("JSON");
    let scores = report["scores"].as_array().expect("scores");
    let own = scores.iter().find(|score| score["name"] != "random").expect("the bot");
    assert!(own["share"]["value"].as_f64() > Some(0.6), "{own}");
}
