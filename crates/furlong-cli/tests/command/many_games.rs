//! Runs of many games from outside: cut into parts and joined, stopped by a test, and game by game.

use std::fs;
use std::process::Child;

use furlong::animal_race::AnimalRace;
use furlong::{Race, Record};
use serde_json::Value;

use crate::run::{finished, folder, printed, project, refusal, run, start, words};

const COMPARE: &str = "compare animal-race classic apprentice course --bot random --games 90 --seed 5";
const SIMULATE: &str = "simulate animal-race --bot random --bot 1=course --players 3 --games 60 --seed 7";

#[test]
fn four_parts_played_apart_and_joined_are_the_run_in_one_piece() {
    for whole in [&words(COMPARE)[..], &words(SIMULATE)[..]] {
        let folder = folder();
        let folder = folder.path();
        let parts: Vec<(String, String)> =
            (1..=4).map(|part| (format!("{part}/4"), format!("part-{part}.json"))).collect();
        let shards: Vec<Child> = parts
            .iter()
            .map(|(shard, file)| start(folder, &[whole, &["--shard", shard, "--out", file]].concat()))
            .collect();
        for shard in shards {
            let output = finished(shard);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        // In any order of the files.
        let merge = ["merge", "part-3.json", "part-1.json", "part-4.json", "part-2.json"];
        let json = [&merge[..], &["--json", "--csv", "joined.csv", "--out", "joined.json"]].concat();
        assert_eq!(printed(folder, &merge), printed(folder, whole));
        let one_piece = [whole, &["--json", "--csv", "whole.csv"]].concat();
        assert_eq!(printed(folder, &json), printed(folder, &one_piece));
        let read = |file: &str| fs::read_to_string(folder.join(file)).expect("written");
        assert_eq!(read("joined.csv"), read("whole.csv"));
        // The joined results are a run in one piece themselves, as it writes them.
        printed(folder, &[whole, &["--out", "whole.json"]].concat());
        assert_eq!(read("joined.json"), read("whole.json"));
        assert_eq!(printed(folder, &["merge", "joined.json"]), printed(folder, &merge));
    }
}

#[test]
fn parts_that_do_not_make_the_run_are_refused_by_name() {
    let folder = folder();
    let folder = folder.path();
    let part = |shard: &str, file: &str, more: &[&str]| {
        printed(folder, &[&words(SIMULATE)[..], &["--shard", shard, "--out", file], more].concat())
    };
    part("1/2", "one.json", &[]);
    part("2/2", "two.json", &[]);
    part("2/3", "third.json", &[]);
    let other: Vec<&str> =
        words(SIMULATE).into_iter().map(|word| if word == "7" { "8" } else { word }).collect();
    printed(folder, &[&other[..], &["--shard", "2/2", "--out", "seed.json"]].concat());
    printed(folder, &[&words(COMPARE)[..], &["--shard", "2/2", "--out", "compare.json"]].concat());
    let two: Vec<&str> = words(COMPARE).into_iter().filter(|word| *word != "course").collect();
    printed(folder, &[&words(COMPARE)[..], &["--shard", "1/2", "--out", "three.json"]].concat());
    printed(folder, &[&two[..], &["--shard", "2/2", "--out", "fewer.json"]].concat());
    let good = fs::read_to_string(folder.join("two.json")).expect("written");
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).expect("written");
    write("cut.json", &good[..good.len() / 2]);
    let changed = good.replacen("\"is_over\":true", "\"is_over\":false", 1);
    assert_ne!(changed, good);
    write("changed.json", &changed);
    write("newer.json", &good.replacen("\"version\":1", "\"version\":9", 1));
    write("diary.json", "{\"dear\": \"diary\"}");
    for (files, complaints) in [
        (&["one.json"][..], &["one.json", "missing", ": 2"][..]),
        (&["one.json", "one.json"], &["one.json", "part 1/2", "already"]),
        (&["one.json", "third.json"], &["third.json", "number of parts"]),
        (&["one.json", "seed.json"], &["seed.json", "the seed is 8, not 7"]),
        (&["one.json", "compare.json"], &["compare.json", "another question"]),
        (&["three.json", "fewer.json"], &["fewer.json", "the number of rulesets is 2, not 3"]),
        (&["one.json", "cut.json"], &["cut.json", "truncated"]),
        (&["one.json", "changed.json"], &["changed.json", "checksum"]),
        (&["one.json", "newer.json"], &["newer.json", "version 9"]),
        (&["one.json", "diary.json"], &["diary.json", "not a file of results"]),
        (&["one.json", "nothing.json"], &["nothing.json", "cannot read"]),
    ] {
        let message = refusal(folder, &[&["merge"], files].concat(), 1);
        for complaint in complaints {
            assert!(message.contains(complaint), "{complaint} in: {message}");
        }
    }
    // Existing files stay, and --force overwrites them.
    let before = fs::read_to_string(folder.join("one.json")).expect("written");
    let again = [&words(SIMULATE)[..], &["--shard", "2/2", "--out", "one.json"]].concat();
    assert!(refusal(folder, &again, 1).contains("--force"));
    assert_eq!(fs::read_to_string(folder.join("one.json")).expect("still there"), before);
    printed(folder, &[&again[..], &["--force"]].concat());
    assert_eq!(fs::read_to_string(folder.join("one.json")).expect("written"), good);
}

#[test]
fn what_cannot_be_asked_for_is_refused_before_anything_is_played() {
    let folder = folder();
    let simulate = |more: &[&str]| refusal(folder.path(), &[&words(SIMULATE)[..], more].concat(), 2);
    assert!(simulate(&["--shard", "5/4", "--out", "x.json"]).contains("I from 1 to N"));
    assert!(simulate(&["--shard", "1/4"]).contains("--out"));
    assert!(simulate(&["--shard", "3/90", "--out", "x.json"]).contains("only 20 deals"));
    assert!(simulate(&["--until", "nobody=0.1"]).contains("course, random"));
    assert!(simulate(&["--until", "course=0"]).contains("above 0"));
    assert!(simulate(&["--until", "course=0.1", "--shard", "1/2", "--out", "x.json"]).contains("--until"));
    assert!(simulate(&["--game", "61"]).contains("60 games"));
    let until = [&words(COMPARE)[..], &["--until", "beauty=1"]].concat();
    assert!(refusal(folder.path(), &until, 2).contains("`beauty`"));
    let no_seed = ["simulate", "animal-race", "--shard", "1/2", "--out", "x.json"];
    assert!(refusal(folder.path(), &no_seed, 2).contains("--seed"));
    let none = ["simulate", "animal-race", "--games", "0"];
    assert!(refusal(folder.path(), &none, 2).contains("--games"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");
}

#[test]
fn a_test_stops_at_the_same_deal_on_any_number_of_threads() {
    let folder = folder();
    let question = [&words(COMPARE)[..], &["--until", "racing-phases=1", "--threads"]].concat();
    let told = |threads: &str| printed(folder.path(), &[&question[..], &[threads]].concat());
    let one = told("1");
    assert!(
        one.contains("racing-phases, B minus A, for a difference of 1 or more either way")
            && one.contains("biased"),
        "{one}"
    );
    assert!(one.contains("decided after 64 deals: less"), "{one}");
    assert!(one.contains("racing-phases, C minus A") && one.contains("no difference of 1"), "{one}");
    assert_eq!(one, told("2"));
}

#[test]
fn a_single_game_is_a_record_of_the_very_game_of_the_row() {
    let folder = folder();
    let folder = folder.path();
    let games = [&words(SIMULATE)[..], &["--csv", "games.csv", "--save-records", "records"]].concat();
    printed(folder, &games);
    let rows = fs::read_to_string(folder.join("games.csv")).expect("written");
    let mut rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let column = |name: &str| header.iter().position(|title| *title == name).expect("a column");
    for row in rows.clone() {
        let file = format!("records/animal-race-classic-7-{}.json", row[column("game")]);
        let json = fs::read_to_string(folder.join(file)).expect("saved");
        let record = Record::<AnimalRace>::from_json(&json).expect("a record");
        let players: Vec<String> = record.seats.iter().map(|seat| seat.player.clone()).collect();
        assert_eq!(players[..], row[column("player-1")..][..3]);
        // Replaying it measures the row again.
        let measured = furlong::arena::measure(&record).expect("it replays");
        let told = measured.iter().map(|value| value.map(|value| value.to_string()).unwrap_or_default());
        let first = column("unfinished");
        assert_eq!(told.collect::<Vec<_>>()[..], row[first..first + measured.len()]);
        let race = Race::resume(record).expect("it replays");
        assert!(race.is_over());
        assert_eq!(race.events().to_string(), row[column("events")]);
    }
    assert_eq!(rows.count(), 60);
    // One game alone is the same one.
    let alone = printed(folder, &[&words(SIMULATE)[..], &["--game", "8"]].concat());
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("saved");
    assert_eq!(read(alone.trim()), read("records/animal-race-classic-7-8.json"));
    printed(folder, &["replay", "--check", alone.trim()]);
    assert!(refusal(folder, &[&words(SIMULATE)[..], &["--game", "8"]].concat(), 1).contains("--force"));
}

#[cfg(unix)]
#[test]
fn an_illegal_action_is_reported_with_bot_and_action_and_without_what_is_hidden() {
    let folder = folder();
    let bot = "while read line; do case $line in *'\"hello\"'*) \
               echo '{\"protocol\": \"furlong-bot\", \"version\": 2}';; *decide*) echo '{\"action\": 999}';; esac; done";
    fs::write(folder.path().join("bot.sh"), bot).expect("written");
    let wrong = ["simulate", "animal-race", "--bot", "exec:sh bot.sh", "--games", "2", "--seed", "1"];
    let message = refusal(folder.path(), &wrong, 1);
    for part in ["group 0", "exec:sh bot.sh", "action 999", "not legal"] {
        assert!(message.contains(part), "{part} in: {message}");
    }
    for hidden in ["position", "hands", "deck", "bets"] {
        assert!(!message.contains(hidden), "{hidden} in: {message}");
    }
}

#[test]
fn games_that_are_all_the_same_are_told_and_openings_make_them_differ() {
    let folder = folder();
    let folder = folder.path();
    let simulate =
        "simulate hare-tortoise --ruleset olympiad --bot heuristic --players 2 --games 30 --seed 1";
    let simulate: Vec<&str> = simulate.split(' ').collect();
    let files = ["--csv", "same.csv", "--html", "same.html", "--out", "same.json"];
    let told = printed(folder, &[&simulate[..], &files].concat());
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("written");
    let warning = "only 2 of 30 deals are different";
    for text in [&told, &read("same.html"), &printed(folder, &[&simulate[..], &["--json"]].concat())] {
        assert!(text.contains(warning) && text.contains("--openings N"), "{text}");
    }
    assert!(told.contains("different: 2 games in 2 deals\n"), "{told}");
    let mover = told.lines().find(|line| line.trim_start().starts_with("wins-mover-1")).expect("a line");
    assert!(mover.contains("100.0 %") && mover.contains("not-random") && !mover.contains(" to "), "{mover}");
    assert!(!told.contains("significant") || !told.contains("positions in turn order"), "{told}");
    assert_eq!(printed(folder, &["merge", "same.json"]), told);
    let csv = read("same.csv");
    let courses: std::collections::HashSet<&str> =
        csv.lines().skip(1).filter_map(|row| row.split(',').nth(7)).collect();
    assert_eq!(courses.len(), 2);

    let opened = [&simulate[..], &["--openings", "6"]].concat();
    let told = printed(folder, &opened);
    assert!(told.contains("each game begins with 6 random plies") && !told.contains(warning), "{told}");
    assert!(told.contains(" to "), "there are intervals: {told}");
    for part in ["1/2", "2/2"] {
        let file = format!("part-{}.json", &part[..1]);
        printed(folder, &[&opened[..], &["--shard", part, "--out", &file]].concat());
    }
    assert_eq!(printed(folder, &["merge", "part-1.json", "part-2.json"]), told);
    printed(folder, &[&simulate[..], &["--shard", "2/2", "--out", "unopened.json"]].concat());
    assert!(refusal(folder, &["merge", "part-1.json", "unopened.json"], 1).contains("openings"));
    // A record of one of these games says how many of its decisions were drawn.
    let record = printed(folder, &[&opened[..], &["--game", "3"]].concat());
    assert!(read(record.trim()).contains("\"openings\": 6"));
    printed(folder, &["replay", "--check", record.trim()]);
}

#[test]
fn a_page_stands_by_itself_and_says_what_the_table_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked = "compare animal-race classic apprentice --bot random --games 60 --seed 4";
    let asked: Vec<&str> = asked.split(' ').collect();
    let with_page = [&asked[..], &["--html", "page.html"]].concat();
    let table = printed(folder.path(), &with_page);
    let read = || fs::read_to_string(folder.path().join("page.html")).expect("a page");
    let page = read();
    for outside in ["<script", "http", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside} would need a network or a script");
    }
    let counted = |what: &str| page.matches(what).count();
    assert_eq!((counted("<svg"), counted("<figure")), (counted("</svg>"), counted("</figure>")));
    assert!(counted("<svg") > 5, "charts");
    let naps = table.lines().find(|line| line.trim_start().starts_with("naps")).expect("a line");
    let difference = naps.split_whitespace().nth(3).expect("B minus A");
    assert!(page.contains(&format!(">{difference}<")), "{naps}");

    let refused = run(folder.path(), &with_page);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(read(), page, "it stays as it is");
    printed(folder.path(), &[&with_page[..], &["--force"]].concat());
}

#[test]
fn a_comparison_answers_in_words_and_folds_what_chance_explains() {
    let folder = folder();
    let told = printed(folder.path(), &words(COMPARE));
    let answer = told.find("apprentice against classic: 90 games each").expect("a first sentence");
    let length = told.find("Length: a game lasts ").expect("a sentence on the length");
    let table = told.find("B minus A").expect("a table");
    assert!(answer < length && length < table, "the answer comes first: {told}");
    assert!(told.contains("effect -") && told.contains("No significant difference in "), "{told}");
    assert!(told.contains("Equal in every game: racing-phases = rounds."), "{told}");
    let rows =
        |text: &str, name: &str| text.lines().filter(|line| line.trim_start().starts_with(name)).count();
    // The sign of the metrics that chance explains: they are shown only when that is asked for.
    assert_eq!((rows(&told, "winner-worst-place "), rows(&told, "racing-phases ")), (0, 0), "{told}");
    assert!(told.contains("without a significant difference (--all shows them)"), "{told}");
    let whole = printed(folder.path(), &[&words(COMPARE)[..], &["--all"]].concat());
    assert!(rows(&whole, "winner-worst-place ") > 0 && !whole.contains("--all"), "{whole}");
    // The first ruleset is described once.
    assert_eq!(told.matches("\nA: The seats").count(), 1, "{told}");
}

#[test]
fn differences_and_ladders_have_pages_of_their_own_that_stand_by_themselves() {
    let folder = folder();
    let folder = folder.path();
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a page");
    for (file, asked) in [
        ("diff.html", "diff animal-race classic apprentice --games 1"),
        ("ladder.html", "ladder animal-race --bot random --bot course --deals 4 --players 2 --seed 1"),
    ] {
        let asked: Vec<&str> = asked.split(' ').collect();
        let with_page = [&asked[..], &["--html", file]].concat();
        printed(folder, &with_page);
        let page = read(file);
        assert!(page.contains("<svg") && page.contains("prefers-color-scheme"), "{file}");
        for outside in ["<script", "src=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside} would need a network or a script");
        }
        fs::write(folder.join(file), "dear diary").expect("written");
        assert!(refusal(folder, &with_page, 1).contains("--force"));
        assert_eq!(read(file), "dear diary");
        printed(folder, &[&with_page[..], &["--force"]].concat());
        assert_eq!(read(file), page, "the same page again");
    }
    // A position in which the rule of the second bets matters, drawn.
    assert!(read("diff.html").matches("<svg").count() >= 3, "boards");
}

#[test]
fn luck_is_taken_out_by_default_where_it_helps_and_reports_say_so() {
    let folder = folder();
    let folder = folder.path();
    let simulate = |more: &[&str]| {
        let usual = ["simulate", "animal-race", "--players", "4", "--games", "150", "--seed", "3"];
        printed(folder, &[&usual, more].concat())
    };
    let whole = simulate(&["--html", "page.html"]);
    assert!(whole.contains("adjusted for luck in starting-bets-on-hare"), "{whole}");
    assert!(whole.contains("Luck share: chance explains at least"), "{whole}");
    let page = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(page.contains("adjusted for luck") && page.contains("Luck share"), "{page}");
    let json: serde_json::Value = serde_json::from_str(&simulate(&["--json"])).expect("JSON");
    assert!(json["luck"][0]["indicators"]["fingerprint"].is_u64() && json["luck"][0]["factor"].is_f64());
    for part in ["1/2", "2/2"] {
        simulate(&["--shard", part, "--out", &format!("{}.json", &part[..1])]);
    }
    assert_eq!(printed(folder, &["merge", "2.json", "1.json"]), whole);

    let without = simulate(&["--luck", "off"]);
    assert!(!without.contains("luck") && !simulate(&["--bot", "random"]).contains("luck"), "{without}");
    assert!(!simulate(&["--bot", "course", "--bot", "1=heuristic"]).contains("luck"));
    let few = printed(
        folder,
        &["simulate", "gotham", "--bot", "random", "--games", "12", "--luck", "on", "--seed", "3"],
    );
    assert!(few.contains("not adjusted for luck") && few.contains("fewer than 20 deals"), "{few}");
}

#[test]
fn ladders_of_all_releases_are_still_read() {
    let file = project().join("tests/records/0.1/ladder.json");
    let shown = printed(folder().path(), &["merge", file.to_str().expect("a path")]);
    assert!(
        shown.starts_with("animal-race, classic; 20 deals a pairing of 20; seed 1; furlong 0.1.0\n"),
        "{shown}"
    );
    for pairing in ["heuristic against random    92.5 %", "heuristic against 2 random  81.7 %"] {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.lines().any(|line| words(line).starts_with(&words(pairing))), "{pairing} in: {shown}");
    }
}

#[test]
fn rulesets_of_one_name_are_told_apart_by_their_files() {
    let folder = folder();
    let folder = folder.path();
    for (file, hand) in [("h1.toml", 5), ("h2.toml", 7)] {
        let rules = format!("hand = {hand}\n[ruleset]\nextends = \"classic\"\nname = \"house\"\n");
        fs::write(folder.join(file), rules).expect("written");
    }
    let options = ["--bot", "random", "--games", "40", "--seed", "1"];
    let compare = [&["compare", "animal-race", "h1.toml", "h2.toml"][..], &options].concat();
    let files =
        ["--csv", "rows.csv", "--html", "page.html", "--out", "run.json", "--save-records", "records"];
    let told = printed(folder, &[&compare[..], &files].concat());
    assert!(told.contains("house (h2.toml) against house (h1.toml): 40 games each"), "{told}");
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("written");
    for (file, text) in [("page", read("page.html")), ("rows", read("rows.csv")), ("run", read("run.json"))] {
        assert!(text.contains("house (h1.toml)") && text.contains("house (h2.toml)"), "{file}: {text}");
    }
    assert_eq!(fs::read_dir(folder.join("records")).expect("a folder").count(), 80);
    assert_eq!(printed(folder, &["merge", "run.json"]), told);
    let twice = [&["compare", "animal-race", "h1.toml", "h1.toml"][..], &options].concat();
    assert!(refusal(folder, &twice, 2).contains("`h1.toml` is listed twice"));
}

#[test]
fn a_comparison_by_two_kinds_of_players_says_first_what_holds_whoever_plays() {
    let folder = folder();
    let folder = folder.path();
    let asked =
        "compare animal-race classic apprentice --by random,heuristic --players 2 --games 60 --seed 1";
    let asked: Vec<&str> = asked.split(' ').collect();
    let compare = |more: &[&str]| printed(folder, &[&asked[..], more].concat());
    let told = compare(&["--html", "page.html", "--csv", "rows.csv", "--out", "run.json"]);
    let answer = told.lines().find(|line| line.starts_with("For all players")).expect("an answer");
    assert!(
        answer.starts_with("For all players (random and heuristic), apprentice differs from classic: "),
        "{told}"
    );
    assert!(answer.contains(" by random, ") && answer.contains(" by heuristic"), "{answer}");
    let naps = told.lines().find(|line| line.starts_with(" naps ")).expect("no animal naps there");
    assert!(naps.ends_with("holds for all"), "{naps}");
    assert!(
        told.contains("Not shown: apprentice by heuristic: "),
        "the comparison by each is folded: {told}"
    );
    let page = fs::read_to_string(folder.join("page.html")).expect("written");
    assert!(
        page.contains("Charts of the games with heuristic") && page.contains("differs from classic"),
        "{page}"
    );
    let rows = fs::read_to_string(folder.join("rows.csv")).expect("written");
    assert_eq!(rows.lines().count(), 1 + 4 * 60, "two rulesets by two kinds");
    for number in ["1", "2", "3"] {
        compare(&["--shard", &format!("{number}/3"), "--out", &format!("{number}.json")]);
    }
    assert_eq!(printed(folder, &["merge", "3.json", "1.json", "2.json"]), told);
    let json: serde_json::Value = serde_json::from_str(&compare(&["--json"])).expect("JSON");
    assert_eq!(json["players"], serde_json::json!(["random", "heuristic"]));
    let until = [&asked[..], &["--until", "naps=0.5"]].concat();
    let told = refusal(folder, &until, 2);
    assert!(told.contains("--by: --until, --game or --save-records takes one player type"), "{told}");
}

#[test]
fn a_note_says_where_a_bot_that_learned_is_not_the_best_player() {
    let folder = folder();
    let folder = folder.path();
    let rules = "[ruleset]\nname = \"own\"\nextends = \"classic\"\n[end]\npoints = [1, 1, 8]\n";
    fs::write(folder.join("own.toml"), rules).expect("written");
    let simulate = |more: &str| {
        let asked = format!("simulate animal-race --ruleset own.toml --players 2 --games 4 --seed 1 {more}");
        let output = run(folder, &words(asked.trim()));
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("it is text"))
    };
    let note = "Under these rules `heuristic` is the better player: one `heuristic` against 1 `learned` won ";
    let [printed, noted] = simulate("");
    assert!(printed.starts_with("animal-race, own; 2 seats, bots: heuristic | heuristic"), "{printed}");
    assert!(noted.starts_with(note) && noted.ends_with("It plays, because no bot was named.\n"), "{noted}");
    let [printed, noted] = simulate("--bot learned");
    assert!(printed.starts_with("animal-race, own; 2 seats, bots: learned | learned"), "{printed}");
    assert!(noted.starts_with(note) && noted.lines().count() == 1, "{noted}");
    let [_, noted] = simulate("--bot random");
    assert_eq!(noted, "");
}

#[test]
fn a_ladder_ends_by_its_test_and_takes_further_bots() {
    let folder = folder();
    let folder = folder.path();
    let begin = "ladder gotham --players 4 --bot random --bot heuristic --until elo0=0,elo1=100 --seed 2 \
                 --no-times --out ladder.json";
    let played = printed(folder, &words(begin));
    assert!(played.contains("64 deals a pairing of 20000"), "{played}");
    assert!(
        played.contains("random against 3 heuristic") && played.contains("+0 rather than +100"),
        "{played}"
    );
    for part in 1..=2 {
        let begin = begin.replace("ladder.json", &format!("{part}.json --deals 96 --shard {part}/2"));
        assert_eq!(printed(folder, &words(&begin)), "");
    }
    let merged = printed(folder, &words("merge 1.json 2.json"));
    assert_eq!(merged, played.replace("of 20000", "of 96"));
    let more = printed(folder, &words("ladder gotham --resume ladder.json --bot club --no-times --json"));
    let more: Value = serde_json::from_str(&more).expect("JSON");
    let pairings = more["tables"][0]["pairings"].as_array().expect("a list");
    let names: Vec<_> = pairings.iter().map(|pairing| [&pairing["alone"], &pairing["rest"]]).collect();
    assert_eq!(names, [["random", "heuristic"], ["random", "club"], ["heuristic", "club"]]);
    assert_eq!((&pairings[0]["deals"], &pairings[0]["test"]["accepted"]), (&64.into(), &"first".into()));
}
