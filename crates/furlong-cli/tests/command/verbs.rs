//! The `furlong` command from outside: what it says, what it writes, and what it exits with.

use std::fs;
use std::io::{BufRead as _, BufReader};

use serde_json::Value;

use crate::run::{failure, finished, folder, furlong, in_time, run_typing, text};

/// Enough first choices for any game, with what is no choice in between.
fn first_choices(count: usize) -> String {
    "1\n".repeat(count)
}

const GAME: [&str; 8] = ["play", "animal-race", "--seed", "4", "--players", "3", "--bot", "random"];

#[test]
fn the_end_of_the_input_leaves_a_saved_game_that_goes_on_as_it_would_have() {
    let folder = folder();
    let whole = run_typing(folder.path(), &GAME, &first_choices(200));
    assert!(whole.status.success(), "{}", text(&whole.stderr));
    assert!(text(&whole.stdout).contains("The game is over."));
    let whole =
        fs::read_to_string(folder.path().join("furlong/games/furlong-animal-race-4.json")).expect("saved");

    let parts = "furlong/games/furlong-animal-race-4-2.json";
    let first = run_typing(folder.path(), &GAME, "1\n99\nfly\n1\n");
    assert!(first.status.success() && text(&first.stdout).contains(&format!("{parts}\n")));
    let checked = run_typing(folder.path(), &["replay", "--check", parts], "");
    assert!(
        checked.status.success() && text(&checked.stdout).replace('\n', " ").contains("the game is not over")
    );
    let resume = ["play", "animal-race", "--resume", parts];
    let second = run_typing(folder.path(), &resume, &first_choices(200));
    assert!(second.status.success(), "{}", text(&second.stderr));
    assert_eq!(fs::read_to_string(folder.path().join(parts)).expect("saved"), whole);

    let over = run_typing(folder.path(), &resume, "");
    assert!(over.status.success() && text(&over.stdout).contains("The game is over."));
}

#[test]
fn a_broken_or_foreign_record_is_told_and_stays_as_it_is() {
    let folder = folder();
    run_typing(folder.path(), &GAME, "1\n1\n");
    let path = folder.path().join("furlong/games/furlong-animal-race-4.json");
    let good = fs::read_to_string(&path).expect("saved");
    let seat_out_of_turn = good.replacen("\"seat\":0", "\"seat\":2", 1);
    assert_ne!(seat_out_of_turn, good);
    let cases = [
        ("my diary", "not JSON"),
        ("{}", "not a game record"),
        (&good.replace("\"version\": 1", "\"version\": 9"), "version 9"),
        (&good.replace("\"animal-race\"", "\"chess\""), "chess"),
        (&good[..good.len() / 2], "not JSON"),
        (&seat_out_of_turn, "event "),
    ];
    for (broken, complaint) in cases {
        fs::write(&path, broken).expect("written");
        for arguments in [
            &["play", "animal-race", "--resume", "furlong/games/furlong-animal-race-4.json"][..],
            &["replay", "--check", "furlong/games/furlong-animal-race-4.json"],
        ] {
            let message = failure(&run_typing(folder.path(), arguments, "1\n"));
            assert!(message.contains(complaint), "{complaint} in: {message}");
            assert_eq!(fs::read_to_string(&path).expect("still there"), broken);
        }
    }
}

#[test]
fn a_file_that_is_not_this_game_is_never_overwritten() {
    let folder = folder();
    let path = folder.path().join("diary.txt");
    fs::write(&path, "dear diary").expect("written");
    let mut arguments = GAME.to_vec();
    arguments.extend(["--save", "diary.txt"]);
    let message = failure(&run_typing(folder.path(), &arguments, "1\n"));
    assert!(message.contains("diary.txt exists and is not this game"), "{message}");
    let inside = run_typing(folder.path(), &GAME, "save diary.txt\nq\n");
    assert!(text(&inside.stdout).contains("Not saved: diary.txt exists"));
    assert_eq!(fs::read_to_string(&path).expect("still there"), "dear diary");
    assert!(
        failure(&run_typing(folder.path(), &["rules", "new", "animal-race", "diary.txt"], ""))
            .contains("diary.txt")
    );
    arguments.pop();
    arguments.push("no/such/folder/game.json");
    assert!(failure(&run_typing(folder.path(), &arguments, "1\n")).contains("cannot write"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = folder();
    for arguments in [
        &["trace", "animal-race", "--games", "100000", "--seed", "1"][..],
        &["play", "animal-race", "--watch", "--games", "99", "--seed", "1"],
    ] {
        let mut child = furlong(folder.path(), arguments).spawn().expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        in_time(move || out.read_line(&mut String::new()).expect("a first line"));
        let output = finished(child);
        assert!(output.status.success(), "{arguments:?}: {:?}", output.status);
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn watching_saves_nothing_unless_it_is_asked_to() {
    let folder = folder();
    let watch = ["play", "animal-race", "--watch", "--seed", "1"];
    assert!(text(&run_typing(folder.path(), &watch, "").stdout).contains("The game is over."));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let mut saving = watch.to_vec();
    saving.extend(["--save", "watched.json"]);
    run_typing(folder.path(), &saving, "");
    let replay = text(&run_typing(folder.path(), &["replay", "watched.json"], "").stdout);
    let one_seat = text(&run_typing(folder.path(), &["replay", "watched.json", "--seat", "2"], "").stdout);
    assert!(replay.contains("At the table: bot 1") && one_seat.contains("You "));
    assert_ne!(replay, one_seat);
    let beyond = run_typing(folder.path(), &["replay", "watched.json", "--event", "99999"], "");
    assert_eq!(beyond.status.code(), Some(2));
}

#[test]
fn player_aids_are_advertised_and_shown_by_name() {
    let folder = folder();
    let game = ["play", "hare-tortoise", "--seed", "1", "--players", "3"];
    let shown = text(&run_typing(folder.path(), &game, "chart\nCARD\n?\nq\n").stdout);
    assert!(
        shown.contains("Pages to look up at any time: chart (what the hare squares do), card"),
        "{shown}"
    );
    assert!(shown.contains("card 6, by position 1 to 6: take another move"), "{shown}");
    assert!(shown.contains("65 carrots are enough for 10 squares."), "{shown}");
    assert!(shown.contains("card       what each step costs"), "listed in the help: {shown}");
    let other =
        text(&run_typing(folder.path(), &["play", "animal-race", "--seed", "1"], "chart\nq\n").stdout);
    let line =
        other.lines().find(|line| line.contains("Pages to look up at any time: ")).expect("its own sheets");
    assert!(line.contains("animals") && !line.contains("chart"), "{line}");
}

#[test]
fn the_rules_in_brief_stand_before_the_fields_and_are_those_of_a_file() {
    let folder = folder();
    let file = "name = \"rich\"\nabout = \"many carrots\"\nextends = \"classic\"";
    let file = format!("[ruleset]\n{file}\n[finish]\ncarrots = 37\n");
    std::fs::write(folder.path().join("rich.toml"), file).expect("written");
    let shown = text(&run_typing(folder.path(), &["rules", "show", "hare-tortoise", "rich.toml"], "").stdout);
    let (guide, fields) = shown.split_once("Every field").expect("a heading before the fields");
    assert!(guide.contains("The aim\nRun from Start") && guide.contains("at most 37 carrots"), "{guide}");
    assert!(fields.contains("HT-28") && !guide.contains("HT-28"), "{fields}");
    let help = text(&run_typing(folder.path(), &["play", "gotham", "--seed", "1"], "?\nq\n").stdout);
    let brief = help.find("The rules in brief").expect("a heading");
    assert!(help[brief..].contains("The finish sign\nFive animals"), "{help}");
}

#[test]
fn a_trace_of_any_game_comes_to_its_end_with_the_usual_bots() {
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let trace = run_typing(folder().path(), &["trace", game, "--players", "3", "--seed", "3"], "");
        assert!(trace.status.success(), "{game}: {}", text(&trace.stderr));
        assert!(text(&trace.stdout).lines().last().is_some_and(|end| end.contains("\"type\":\"end\"")));
    }
}

#[test]
fn a_trace_gives_views_and_positions_that_can_be_asked_about() {
    let folder = folder();
    let trace = run_typing(folder.path(), &["trace", "animal-race", "--players", "2", "--seed", "3"], "");
    let lines: Vec<Value> =
        text(&trace.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["game"]), (&"trace".into(), &"animal-race".into()));
    assert_eq!(lines[lines.len() - 1]["standings"]["rows"].as_array().map(Vec::len), Some(2));
    let decision = lines.iter().rfind(|line| line["type"] == "decision").expect("a decision");
    let seat = decision["seat"].as_u64().expect("a seat") as usize;
    let write = |name: &str, json: &Value| fs::write(folder.path().join(name), json.to_string());
    write("view.json", &decision["views"][seat]).expect("written");
    write("other.json", &decision["views"][1 - seat]).expect("written");
    write("position.json", &decision["position"]).expect("written");
    let ask = |file: [&str; 2]| run_typing(folder.path(), &["advise", "animal-race", file[0], file[1]], "");
    for file in [["--view", "view.json"], ["--position", "position.json"]] {
        let advice = ask(file);
        assert!(text(&advice.stdout).contains("suggests:"), "{}", text(&advice.stderr));
    }
    assert!(failure(&ask(["--view", "other.json"])).contains("turn"));
    assert!(failure(&ask(["--view", "position.json"])).starts_with("error: position.json: "));
    let play = ["play", "animal-race", "--position", "position.json", "--seed", "1"];
    assert!(text(&run_typing(folder.path(), &play, "q\n").stdout).contains("The game is saved in"));
}

#[test]
fn a_new_ruleset_can_be_edited_checked_and_played() {
    let folder = folder();
    let new = ["rules", "new", "animal-race", "mine.toml", "--extends", "course"];
    assert!(run_typing(folder.path(), &new, "").status.success());
    let check = ["rules", "check", "animal-race", "./mine.toml"];
    assert!(run_typing(folder.path(), &check, "").status.success());
    let play = ["play", "animal-race", "--ruleset", "./mine.toml", "--seed", "1"];
    assert!(text(&run_typing(folder.path(), &play, "q\n").stdout).contains("Rules: mine"));
    let path = folder.path().join("mine.toml");
    let text_before = fs::read_to_string(&path).expect("a file");
    fs::write(&path, format!("{text_before}\n[nonsense]\nspeed = 9\n")).expect("written");
    let wrong = run_typing(folder.path(), &check, "");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong.stderr).contains("mine.toml:"), "{}", text(&wrong.stderr));
}

#[cfg(unix)]
#[test]
fn a_bot_that_is_a_process_plays_and_its_death_is_told() {
    let folder = folder();
    // Takes always the first action, without any language but the shell's.
    let bot = "while read line; do case $line in *'\"hello\"'*) \
               echo '{\"protocol\": \"furlong-bot\", \"version\": 2}';; *decide*) echo '{\"action\": 0}';; esac; done";
    fs::write(folder.path().join("bot.sh"), bot).expect("written");
    let watch = ["play", "animal-race", "--watch", "--seed", "1", "--bot"];
    let with = |bot: &str| run_typing(folder.path(), &[&watch[..], &[bot]].concat(), "");
    assert!(text(&with("exec:sh bot.sh").stdout).contains("The game is over."));
    let message = failure(&with("2=exec:echo I am tired >&2"));
    assert!(message.contains("seat 2") && message.contains("I am tired"), "{message}");
    assert!(message.contains("furlong/games/furlong-animal-race-1.json"), "{message}");
    let checked =
        run_typing(folder.path(), &["replay", "--check", "furlong/games/furlong-animal-race-1.json"], "");
    assert!(checked.status.success());
}

#[test]
fn many_games_give_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    let simulate = |threads: &str, more: &[&str]| {
        let mut arguments =
            vec!["simulate", "animal-race", "--seed", "3", "--players", "3", "--bot", "random"];
        arguments.extend(["--games", "60", "--threads", threads]);
        arguments.extend(more);
        run_typing(folder.path(), &arguments, "")
    };
    let one = simulate("1", &["--json"]);
    assert!(one.status.success(), "{}", text(&one.stderr));
    assert!(one.stderr.is_empty(), "no bar where nobody looks: {}", text(&one.stderr));
    assert_eq!(one.stdout, simulate("2", &["--json"]).stdout);
    let report: Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(report["results"]["groups"].as_array().map(Vec::len), Some(60));

    let table = simulate("2", &["--csv", "games.csv"]);
    assert!(text(&table.stdout).contains("racing-phases"), "{}", text(&table.stdout));
    let rows = fs::read_to_string(folder.path().join("games.csv")).expect("written");
    assert_eq!(rows.lines().count(), 61);
    let columns = |line: &str| line.split(',').count();
    assert!(rows.lines().all(|line| columns(line) == columns(rows.lines().next().unwrap_or_default())));
    // Existing files are not overwritten without --force.
    assert!(failure(&simulate("1", &["--csv", "games.csv"])).contains("--force"));
    assert!(simulate("1", &["--csv", "games.csv", "--force"]).status.success());
}

#[test]
fn a_comparison_tells_what_differs_and_who_plays() {
    let folder = folder();
    let arguments = ["compare", "animal-race", "classic", "apprentice", "--bot", "random", "--games", "80"];
    let table = run_typing(folder.path(), &[&arguments[..], &["--seed", "5"]].concat(), "");
    assert!(table.status.success(), "{}", text(&table.stderr));
    let table = text(&table.stdout);
    let naps = table.lines().find(|line| line.trim_start().starts_with("naps")).expect("a line for the naps");
    assert!(naps.trim_end().ends_with("<0.001"), "{naps}");
    assert!(table.contains("seed 5") && table.contains("random"), "{table}");
    let json = run_typing(folder.path(), &[&arguments[..], &["--seed", "5", "--json"]].concat(), "");
    let report: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(report["comparison"]["contrasts"][0]["groups"], 80);
}

#[test]
fn the_races_that_show_a_difference_are_saved_and_replay() {
    let folder = folder();
    let save = ["diff", "animal-race", "classic", "apprentice", "--games", "1", "--save", "found", "--json"];
    let saved = run_typing(folder.path(), &save, "");
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    let report: Value = serde_json::from_slice(&saved.stdout).expect("JSON");
    let witnesses = report["diff"]["differences"].as_array().expect("a list");
    assert_eq!(witnesses[0]["fields"][0]["path"], "cards");
    let files = report["saved"].as_array().expect("a list");
    assert!(files.len() >= 2);
    for file in files {
        let checked = run_typing(folder.path(), &["replay", "--check", file.as_str().expect("a path")], "");
        assert!(checked.status.success(), "{}", text(&checked.stderr));
    }
    // Existing files are not overwritten without --force.
    let first = folder.path().join(files[0].as_str().expect("a path"));
    fs::write(&first, "dear diary").expect("written");
    assert!(failure(&run_typing(folder.path(), &save, "")).contains("--force"));
    assert_eq!(fs::read_to_string(&first).expect("still there"), "dear diary");
    assert!(run_typing(folder.path(), &[&save[..], &["--force"]].concat(), "").status.success());
    assert_ne!(fs::read_to_string(&first).expect("there"), "dear diary");
}

#[test]
fn a_faulty_file_or_one_of_another_game_is_told_with_its_fault() {
    let folder = folder();
    fs::write(folder.path().join("mine.toml"), "hand = \"full\"\n[ruleset]\nextends = \"classic\"\n")
        .expect("written");
    let diff = |game: &str, with: &str| {
        failure(&run_typing(folder.path(), &["diff", game, with, "./mine.toml"], ""))
    };
    assert!(diff("animal-race", "classic").contains("mine.toml:1: hand: "));
    let message = diff("gotham", "standard");
    assert!(message.contains("mine.toml:3: there is no ruleset `classic` of gotham"), "{message}");
}

#[test]
fn a_seat_that_the_table_has_not_is_told_with_the_seats_that_it_has() {
    let folder = folder();
    run_typing(folder.path(), &GAME, "1\nq\n");
    let replayed =
        run_typing(folder.path(), &["replay", "furlong/games/furlong-animal-race-4.json", "--seat", "8"], "");
    assert_eq!(replayed.status.code(), Some(2));
    assert_eq!(text(&replayed.stderr), "error: there is no seat 8: the table has 3 seats\n");
    let unfinished = run_typing(folder.path(), &["replay", "furlong/games/furlong-animal-race-4.json"], "");
    assert!(text(&unfinished.stdout).contains("The race is not over; if it ended now:"));
}

#[test]
fn names_of_files_and_seats_do_not_rule_the_terminal() {
    let folder = folder();
    let hostile = "A\u{1b}]0;title\u{7}\u{1b}[2J\u{202e}";
    let named = run_typing(folder.path(), &["play", "animal-race", "--names", hostile], "q\n");
    assert_eq!(named.status.code(), Some(2));
    assert_eq!(
        text(&named.stderr),
        "error: `A\u{fffd}]0;title\u{fffd}\u{fffd}[2J\u{fffd}` is not a name: a name is visible text on one line\n"
    );
    let missing = run_typing(folder.path(), &["replay", hostile], "");
    assert!(failure(&missing).starts_with(
        "error: there is no file and no saved game `A\u{fffd}]0;title\u{fffd}\u{fffd}[2J\u{fffd}`"
    ));
}

#[test]
fn a_hint_on_the_second_bet_tells_the_animals_apart() {
    let folder = folder();
    let hinted = run_typing(folder.path(), &["play", "animal-race", "--seed", "1"], "hint heuristic\nq\n");
    let hinted = text(&hinted.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "hare: 1 more hare card in your hand, and it runs 0 tiles without a card and at most 2",
        "lamb: 1 more lamb card in your hand, and it runs 0 tiles without a card and at most 5",
    ] {
        assert!(hinted.contains(said), "{said} in:\n{hinted}");
    }
}

#[test]
fn several_bots_mean_the_same_in_every_verb() {
    let folder = folder();
    let bots =
        ["--players", "4", "--seed", "1", "--bot", "random", "--bot", "course", "--bot", "2=heuristic"];
    let run = |verb: &[&str]| run_typing(folder.path(), &[verb, &bots].concat(), "q\n");
    let seats = ["random", "heuristic", "course", "random"];
    let trace = run(&["trace", "animal-race"]);
    let header: Value =
        serde_json::from_str(text(&trace.stdout).lines().next().expect("a line")).expect("JSON");
    assert_eq!(header["players"], serde_json::json!(seats));
    for many in [&["simulate", "animal-race"][..], &["compare", "animal-race", "classic", "apprentice"]] {
        let table = text(&run(&[many, &["--games", "4"]].concat()).stdout);
        assert!(table.contains(&format!("bots: {}\n", seats.join(" | "))), "{table}");
    }
    let watched = text(&run(&["play", "animal-race", "--watch"]).stdout);
    let all = "bot 1 (random), bot 2 (heuristic), bot 3 (course) and bot 4 (random)";
    assert!(watched.replace('\n', " ").contains(all), "{watched}");
    // The seats of people are left out.
    let played = text(&run(&["play", "animal-race", "--people", "1"]).stdout);
    let others = "player 1 (person), bot 2 (heuristic), bot 3 (random) and bot 4 (course)";
    assert!(played.replace('\n', " ").contains(others), "{played}");
}

#[test]
fn a_game_that_need_not_end_is_left_unfinished() {
    let folder = folder();
    let few = ["--seed", "1", "--bot", "random", "--most-events", "30"];
    let watch = run_typing(folder.path(), &[&["play", "hare-tortoise", "--watch"][..], &few].concat(), "");
    assert!(watch.status.success(), "{}", text(&watch.stderr));
    assert!(
        text(&watch.stdout).contains("The game is unfinished after 30 events"),
        "{}",
        text(&watch.stdout)
    );
    let trace =
        run_typing(folder.path(), &[&["trace", "hare-tortoise", "--games", "2"][..], &few].concat(), "");
    assert!(trace.status.success(), "{}", text(&trace.stderr));
    assert!(
        text(&trace.stderr).contains("2 of 2 games were unfinished after 30 events"),
        "{}",
        text(&trace.stderr)
    );
}

#[test]
fn people_meet_the_gentlest_level_where_they_name_no_bot_and_bots_the_usual_one() {
    let folder = folder();
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let table = |arguments: &[&str]| {
            let play = ["play", game, "--plain", "--seed", "1", "--players", "2"];
            text(&run_typing(folder.path(), &[&play[..], arguments].concat(), "q\n").stdout)
        };
        let shown = table(&[]);
        assert!(shown.contains("player 1 (person) and bot 2 (beginner)"), "{shown}");
        let shown = table(&["--bot", "strong"]);
        assert!(shown.contains("player 1 (person) and bot 2 (strong)"), "{shown}");
        let shown = table(&["--watch", "--most-events", "9"]);
        assert!(shown.contains("bot 1 (learned) and bot 2 (learned)"), "{shown}");
    }
}
