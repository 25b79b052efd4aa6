//! The bots of the examples, which are programs of their own.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::run::{folder, printed, project, refusal, run, run_typing, text, words};

/// A bot of the examples as a player of `--bot`; `None` on a machine without Python.
fn example(file: &str) -> Option<String> {
    let python = Command::new("python3").arg("--version").output();
    let path = project().join("examples").join(file);
    python.is_ok_and(|python| python.status.success()).then(|| format!("exec:python3 {}", path.display()))
}

/// Answers as it should, but for decisions among bets.
const FAULTY: &str = r#"while read -r line; do case $line in
  *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2}';;
  *'"type":"decide"'*) case $line in
    *'{"bet":'*) echo 'a bet?' >&2; echo '{"action": 99}';;
    *) echo '{"action": 0}';; esac;;
esac; done"#;

#[test]
fn a_check_shows_a_planted_fault_with_the_line_that_was_read_and_its_answer() {
    let folder = folder();
    fs::write(folder.path().join("faulty.sh"), FAULTY).expect("written");
    let arguments = ["bots", "animal-race", "--check", "exec:sh faulty.sh", "--ruleset"];
    // There are no bets in Gotham.
    let found = run(folder.path(), &["bots", "gotham", "--check", "exec:sh faulty.sh"]);
    let (code, told) = (found.status.code(), text(&found.stdout));
    assert!(code == Some(0) && told.contains("No fault in "), "{told}");

    let found = run(folder.path(), &[&arguments[..], &["classic"]].concat());
    let (code, told) = (found.status.code(), text(&found.stdout));
    assert_eq!(code, Some(1), "{told}");
    let lines = [
        "Fault 1 (illegal",
        "chose action 99, which is not legal",
        "  it read:     {\"type\":\"decide\"",
        "  it answered: {\"action\": 99}",
        "  on stderr:   a bet?",
    ];
    let missing: Vec<&&str> = lines.iter().filter(|line| !told.contains(**line)).collect();
    assert!(missing.is_empty(), "{missing:?} in {told}");

    let found = run(folder.path(), &[&arguments[..], &["classic", "--json"]].concat());
    let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    let fault = &found["faults"][0];
    assert_eq!((&fault["kind"], &fault["answered"][0]), (&"illegal".into(), &r#"{"action": 99}"#.into()));
    let read: Value = serde_json::from_str(fault["read"].as_str().expect("a line")).expect("JSON");
    assert!(read["actions"].as_array().is_some_and(|actions| actions.len() < 99), "{read}");
}

#[test]
fn a_log_holds_all_that_a_program_reads_and_writes_with_the_game_the_event_and_the_time() {
    let folder = folder();
    fs::write(folder.path().join("faulty.sh"), FAULTY).expect("written");
    for verb in ["play", "simulate", "ladder", "compare"] {
        let mut arguments = match verb {
            "play" => vec!["play", "animal-race", "--watch"],
            "compare" => vec!["compare", "animal-race", "classic", "course", "--games", "2"],
            verb => vec![verb, "animal-race"],
        };
        if verb == "ladder" {
            arguments.extend(["--deals", "1"]);
        }
        arguments.extend(["--players", "2", "--seed", "3", "--bot", "exec:sh faulty.sh", "--bot", "random"]);
        arguments.extend(["--bot-log", verb]);
        let failed = run(folder.path(), &arguments);
        assert_eq!(failed.status.code(), Some(1), "{}", text(&failed.stdout));
        let mut logs: Vec<_> = fs::read_dir(folder.path().join(verb)).expect("a folder").flatten().collect();
        logs.sort_by_key(fs::DirEntry::path);
        let log = fs::read_to_string(logs[0].path()).expect("a log");
        let said = |sign: &str, part: &str| {
            log.lines().any(|line| {
                line.split_at_checked(10).is_some_and(|(time, rest)| {
                    time.trim().parse::<f64>().is_ok() && rest.starts_with(sign) && rest.contains(part)
                })
            })
        };
        assert!(said(" # ", "sh faulty.sh") && said(" # ", "seed 3"), "{log}");
        assert!(said(" < ", r#"{"type":"hello""#) && said(" > ", r#"{"protocol": "furlong-bot""#), "{log}");
        assert!(said(" # event ", "decision 1 of this seat") && said(" < ", r#"{"type":"decide""#), "{log}");
        assert!(said(" > ", r#"{"action": 99}"#) && said(" ! ", "a bet?"), "{log}");
        assert!(said(" # ", "it has failed: it chose action 99, and was given "), "{log}");
    }
}

#[test]
fn the_games_of_a_ladder_are_saved_and_have_rows() {
    let folder = folder();
    let ladder = ["ladder", "animal-race", "--players", "2,3", "--deals", "2", "--seed", "3", "--no-times"];
    let bots = ["--bot", "random", "--bot", "course", "--csv", "rows.csv", "--save-records", "games"];
    let output = run(folder.path(), &[&ladder[..], &bots].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rows = fs::read_to_string(folder.path().join("rows.csv")).expect("rows");
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][2..6], ["seats", "alone", "rest", "deal"]);
    let places: Vec<_> = rows[1..].iter().map(|row| (row[2], row[3], row[4], row[5])).collect();
    let place = |seats, deal| (seats, "random", "course", deal);
    assert_eq!(places, [place("2", "0"), place("2", "1"), place("3", "0"), place("3", "1")]);
    let games = fs::read_dir(folder.path().join("games")).expect("games").flatten();
    let mut names: Vec<String> = games.map(|game| game.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names.len(), 10, "{names:?}");
    assert_eq!(names[0], "animal-race-classic-2-seats-1-against-2-3-1.json");
    let path = folder.path().join("games").join(&names[9]);
    let replayed = run(folder.path(), &["replay", "--check", path.to_str().expect("a path in UTF-8")]);
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
}

#[test]
fn a_check_of_a_sound_program_asks_for_every_kind_of_action_under_every_ruleset() {
    let folder = folder();
    let Some(bot) = example("bot.py") else { return };
    for game in ["animal-race", "gotham"] {
        let found = run(folder.path(), &["bots", game, "--check", &bot, "--json"]);
        assert_eq!(found.status.code(), Some(0), "{}", text(&found.stderr));
        let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
        assert_eq!((&found["answers-alike"], &found["ends-alone"]), (&true.into(), &true.into()));
        for asked in found["rulesets"].as_array().expect("rulesets") {
            let kinds = asked["kinds"].as_object().expect("kinds");
            assert!(
                kinds.len() >= 2 && kinds.values().all(|decisions| decisions.as_u64() > Some(0)),
                "{asked}"
            );
        }
    }
}

#[test]
fn a_check_ends_at_once_where_a_program_never_answers() {
    let folder = folder();
    let check = ["bots", "gotham", "--check", "exec:echo lost >&2; exit 3"];
    let found = run(folder.path(), &[&check[..], &["--bot-log", "log"]].concat());
    let told = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{told}");
    assert!(told.contains("  on stderr:   lost"), "{told}");
    assert!(told.contains("1 fault in 0 decisions; the check stopped there."), "{told}");
    let log = fs::read_to_string(folder.path().join("log/bot-0001.log")).expect("a log");
    assert!(log.contains(" < {") && log.contains(" ! lost"), "{log}");
    for wrong in [&["--check", "python3"][..], &["--bot-log", "log"]] {
        assert_eq!(run(folder.path(), &[&["bots", "gotham"], wrong].concat()).status.code(), Some(2));
    }
}

#[test]
fn a_program_that_never_starts_ends_a_run_even_where_failures_are_forfeited() {
    let folder = folder();
    let asked = "ladder gotham --players 2 --bot random --deals 20 --seed 1 --forfeit --bot";
    let output = run(folder.path(), &[&words(asked)[..], &["exec:echo no bot here >&2; exit 3"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("no bot here; it has never been ready to play"), "{told}");
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

/// Always takes the first action.
const FIRST: &str = r#"while read -r line; do case $line in
  *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2}';;
  *'"type":"decide"'*) echo '{"action": 0}';;
esac; done"#;

#[test]
fn a_bot_is_called_by_its_name_wherever_players_are_named() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("first.sh"), FIRST).expect("written");
    let of = |line: &'static str, first: &'static str, second: &'static str| {
        [words(line), vec!["--bot", first, "--bot", second]].concat()
    };
    let (ada, bo) = ("exec:name=Ada sh first.sh", "exec:name=Bo sh first.sh");
    let games = "simulate animal-race --players 2 --seed 1 --games 8";
    let until = [of(games, ada, "random"), words("--until Ada=0.9 --save-records games")].concat();
    let shown = printed(folder, &until);
    assert!(shown.contains("bots: Ada | random; Ada is exec:name=Ada sh first.sh\n"), "{shown}");
    assert!(shown.contains("wins-of-Ada"), "{shown}");
    // A record names the command, for those who continue the game.
    let record =
        fs::read_dir(folder.join("games")).expect("a folder").next().expect("a game").expect("a file");
    assert!(fs::read_to_string(record.path()).expect("text").contains(ada));
    let twice = refusal(folder, &of(games, ada, "exec:name=Ada sh other.sh"), 2);
    assert!(twice.contains("two bots are called Ada"), "{twice}");
    let kinds =
        ["compare", "gotham", "standard", "other.toml", "--by", ada, "--by", "exec:name=Ada sh other.sh"];
    fs::copy(project().join("rulesets/gotham/standard.toml"), folder.join("other.toml")).expect("copied");
    let twice = refusal(folder, &kinds, 2);
    assert!(twice.contains("--by: Ada is listed twice"), "{twice}");
    let compare = "compare gotham standard other.toml --players 2 --games 4 --seed 1 --by random --by";
    let shown = printed(folder, &[words(compare), vec![ada]].concat());
    assert!(shown.contains("in all seats: random and Ada; Ada is exec:name=Ada sh first.sh\n"), "{shown}");
    // A ladder and its parts know the commands, too.
    let ladder = "ladder animal-race --players 2 --seed 1 --no-times --deals 16 --out ladder.json";
    let shown = printed(folder, &of(ladder, ada, bo));
    assert!(shown.contains("Ada against Bo"), "{shown}");
    assert!(shown.contains("; Ada is exec:name=Ada sh first.sh; Bo is exec:name=Bo sh first.sh;"), "{shown}");
    let resumed = words("ladder animal-race --resume ladder.json --no-times --deals 32");
    let asked = refusal(folder, &resumed, 1);
    assert!(asked.contains("ladder.json contains bot commands: `sh first.sh`"), "{asked}");
    let shown = printed(folder, &[resumed, words("--allow-exec")].concat());
    assert!(shown.contains("32 deals a pairing of 32; Ada is"), "{shown}");
}
