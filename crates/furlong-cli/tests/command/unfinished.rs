//! Games that do not end: each command says so in its first sentence, and passes nothing.

use std::fs;

use serde_json::Value;

use crate::run::{folder, printed, run, text};

/// Games of three random players, of which about half end.
const CUT: [&str; 9] =
    ["--bot", "random", "--players", "3", "--seed", "1", "--most-events", "173", "--games"];
const TOLD: &str = "did not end, more than 1 %: nothing else is judged";

#[test]
fn the_first_sentence_says_that_games_did_not_end() {
    let folder = folder();
    let folder = folder.path();
    let verbs: [&[&str]; 4] = [
        &["simulate", "animal-race"],
        &["compare", "animal-race", "classic", "apprentice"],
        &["price", "animal-race", "--element", "hare"],
        &["vary", "animal-race", "--fields", "hand"],
    ];
    for verb in verbs {
        let command = [verb, &CUT[..], &["60"]].concat();
        let shown = printed(folder, &command);
        let first =
            shown.lines().find(|line| line.contains(". ") || line.ends_with('.')).expect("a sentence");
        assert!(first.contains(TOLD), "{verb:?}: {shown}");
        assert!(!shown.contains("effect at 5 %") && !shown.contains("better avoided\n"), "{verb:?}: {shown}");
        let json: Value =
            serde_json::from_str(&printed(folder, &[&command[..], &["--json"]].concat())).expect("JSON");
        assert!(json.to_string().contains(TOLD), "{verb:?}: {json}");
        let allowed = printed(folder, &[&command[..], &["--most-unfinished", "1"]].concat());
        assert!(!allowed.contains(TOLD) && !allowed.contains("not judged"), "{verb:?}: {allowed}");
    }
    for (verb, page) in [
        (&["simulate", "animal-race"][..], "games.html"),
        (&["report", "animal-race", "classic"], "report.html"),
    ] {
        printed(folder, &[verb, &CUT[..], &["60", "--html", page]].concat());
        let page = fs::read_to_string(folder.join(page)).expect("written");
        let told = page.find(TOLD).expect("told");
        assert!(page.find("60 games under").is_some_and(|place| told < place), "{verb:?}");
    }
    let ladder =
        ["ladder", "animal-race", "--bot", "random", "--bot", "course", "--players", "3", "--deals", "16"];
    let shown =
        printed(folder, &[&ladder[..], &["--no-times", "--seed", "1", "--most-events", "173"]].concat());
    assert!(shown.lines().nth(1).is_some_and(|line| line.contains(TOLD)), "{shown}");
    assert!(!shown.contains("stronger") && !shown.contains("weaker"), "{shown}");
}

#[test]
fn goals_of_games_that_did_not_end_are_neither_met_nor_missed() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("goals.toml"), "[goals]\nrounds = { below = 20 }").expect("written");
    let goals = ["--goals", "goals.toml"];
    let check = run(folder, &[&["check", "animal-race", "classic"][..], &CUT[..], &["600"], &goals].concat());
    let shown = text(&check.stdout);
    assert_eq!(check.status.code(), Some(3), "{shown}");
    assert!(shown.lines().next().is_some_and(|line| line.contains(TOLD)), "{shown}");
    assert!(shown.contains("0 of 1 goal met, 1 not judged.") && !shown.contains("  met"), "{shown}");
    let allowed =
        [&["check", "animal-race", "classic"][..], &CUT[..], &["600", "--most-unfinished", "1"], &goals]
            .concat();
    assert!(printed(folder, &allowed).contains("1 of 1 goal met."));
    let tune = ["tune", "animal-race", "classic", "--fields", "hand", "--confirm", "200"];
    let tune = run(folder, &[&tune[..], &CUT[..], &["2000"], &goals].concat());
    let shown = text(&tune.stdout);
    assert_eq!(tune.status.code(), Some(3), "{shown}{}", text(&tune.stderr));
    assert!(shown.lines().next().is_some_and(|line| line.contains(TOLD)), "{shown}");
    assert!(shown.contains("No candidate is confirmed to meet all goals."), "{shown}");
}
