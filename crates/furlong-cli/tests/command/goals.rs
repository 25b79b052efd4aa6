//! Checks and searches from outside: files of games that are continued, rulesets that are written.

use furlong::ruleset;
use std::fs;
use std::path::Path;

use furlong::animal_race::Ruleset;
use serde_json::Value;

use crate::run::{folder, printed, refusal, run, text, words};

/// Goals for a race of three random players.
fn goals(folder: &Path) {
    fs::write(
        folder.join("goals.toml"),
        "[goals]\nracing-phases = { within = [9.5, 11.4] }\nnaps = { below = 3 }\n",
    )
    .expect("written");
}

const TUNE: &str = "tune animal-race classic --goals goals.toml --bot random --players 3 --fields hand table.cards=6..12 --confirm 4000 --seed 2";

#[test]
fn a_search_that_is_continued_ends_as_in_one_piece_and_writes_rulesets_that_load() {
    let folder = folder();
    let folder = folder.path();
    goals(folder);
    let whole = [&words(TUNE)[..], &["--games", "6000", "--json"]].concat();
    let whole = printed(folder, &whole);
    // The first part ends before its budget is used up, so that the second one has to play.
    let part = |games: &str| {
        let files = ["--games", games, "--json", "--resume", "kept.json"];
        run(folder, &[&words(TUNE)[..14], &["--seed", "2"], &files].concat());
        text(&run(folder, &[&words(TUNE)[..14], &files].concat()).stdout)
    };
    let first = part("2000");
    assert_ne!(first, whole);
    assert_eq!(part("6000"), whole, "the same games on one and on several runs");
    let report: Value = serde_json::from_str(&whole).expect("JSON");
    let tune = &report["tune"];
    assert!(tune["games"].as_u64() <= Some(6_000) && tune["candidates"].as_u64() > Some(10), "{tune}");
    assert_eq!(tune["front"][0]["is_confirmed"], true, "{tune}");
    assert_ne!(tune["front"][0]["confirmation"]["seed"], tune["setting"]["seed"]);

    let table = printed(folder, &[&words(TUNE)[..], &["--games", "6000", "--out", "found"]].concat());
    assert!(table.contains(" confirmed to meet all goals.") && !table.contains("No candidate"), "{table}");
    assert!(table.contains("\n- a ") && table.contains(" (table.cards 8 -> "), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80 || line.starts_with(' ')), "{table}");
    let found = folder.join("found/classic-tuned-1.toml");
    let written = fs::read_to_string(&found).expect("written");
    assert!(written.starts_with("# Found by `furlong tune` with seed 2.\n# On fresh deals"), "{written}");
    let rules = ruleset::open::<Ruleset>(ruleset::Source::File(&found)).expect("it loads");
    let changes = tune["front"][0]["changes"].as_array().expect("a list");
    let hand = changes.iter().find(|change| change["field"] == "hand").map(|change| change["value"].clone());
    assert_eq!(hand.map_or(6, |hand| hand.as_str().expect("TOML").parse().expect("a number")), rules.hand);
    // Nothing is overwritten, and games of another search are not continued.
    let again = [&words(TUNE)[..], &["--games", "6000", "--out", "found"]].concat();
    assert!(refusal(folder, &again, 1).contains("--force"));
    let other = [&words(TUNE)[..14], &["--seed", "3", "--resume", "kept.json"]].concat();
    assert!(
        refusal(folder, &other, 1)
            .contains("kept.json: the games belong to another search: the seed is 2, not 3")
    );
}

/// A search over these fields.
fn tune<'a>(fields: &[&'a str]) -> Vec<&'a str> {
    [&words(TUNE)[..10], fields, &["--seed", "1"]].concat()
}

#[test]
fn what_cannot_be_searched_is_refused_at_once() {
    let folder = folder();
    let folder = folder.path();
    goals(folder);
    let faults = text(&run(folder, &tune(&["hnad", "table.cards=99"])).stderr);
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(lines.len(), 2, "{faults}");
    assert!(
        lines[0].starts_with("error: --fields: hnad: there is no such field; did you mean `hand`?"),
        "{faults}"
    );
    assert!(lines[1].starts_with("error: --fields: table.cards: must be a whole number from"), "{faults}");
    assert!(refusal(folder, &tune(&["hand", "--games", "10"]), 2).contains("at least 64 games, not 10"));
    assert!(refusal(folder, &tune(&["hand=6"]), 2).contains("no other value"));
    let budget = refusal(folder, &tune(&["hand", "--minutes", "0"]), 2);
    assert!(budget.contains("--minutes"), "{budget}");
    fs::write(folder.join("kept.json"), "{}").expect("written");
    assert!(refusal(folder, &tune(&["hand", "--resume", "kept.json"]), 1).contains("not a file of a search"));
}

#[test]
fn the_proposed_command_plays_at_the_same_table() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("my goals.toml"), "[goals]\nunfinished = { above = 0.9 }\n").expect("written");
    let options = "--bot hard:iterations=16 --bot 1=random --players 3 --openings 1 --option first=2 --most-events 500 \
                   --most-unfinished 0.5 --forfeit --threads 1";
    let check = ["check", "animal-race", "classic", "--goals", "my goals.toml", "--games=400", "-s7"];
    let check = [&check[..], &words(options)].concat();
    let shown = text(&run(folder, &check).stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, proposed) = shown.split_once("run: furlong ").expect("too many steps for bots that search");
    assert!(proposed.ends_with(" --seed 7") && proposed.contains("--goals 'my goals.toml'"), "{proposed}");
    assert!(proposed.contains(options), "{proposed}");
    // The same command with fewer games.
    let (before, total) = proposed.split_once(" --total ").expect("a budget");
    let total: u64 = total.split(' ').next().expect("a word").parse().expect("a number");
    let before = before.replace("'my goals.toml'", "goals.toml");
    fs::copy(folder.join("my goals.toml"), folder.join("goals.toml")).expect("copied");
    assert!(total > 1_000);
    let fewer = ["--games", "6", "--seed", "7", "--fields", "hand", "--json"];
    let varied: Value =
        serde_json::from_str(&printed(folder, &[&words(&before)[..], &fewer].concat())).expect("JSON");
    let setting = &varied["run"]["setting"];
    assert_eq!(setting["lineup"], serde_json::json!(["random", "hard:iterations=16", "hard:iterations=16"]));
    assert_eq!([&setting["openings"], &setting["most-events"], &setting["seed"]], [1, 500, 7]);
    // Every option of a check is one of the command that it proposes.
    let names = |verb: &str| -> Vec<String> {
        let help = printed(folder, &["help", verb, "animal-race"]);
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        lines
            .filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")))
            .map(str::to_owned)
            .collect()
    };
    let known = names("vary");
    let own = ["--games", "--no-proposals", "--json", "--help"];
    let left: Vec<String> =
        names("check").into_iter().filter(|name| !own.contains(&&**name) && !known.contains(name)).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn goals_are_checked_for_several_player_types_and_shown_on_a_page() {
    let folder = folder();
    let folder = folder.path();
    let goals = "[goals]\nracing-phases = { within = [2, 60] }\nnaps = { below = 0.001 }\n";
    fs::write(folder.join("goals.toml"), goals).expect("written");
    let check = "check animal-race classic --goals goals.toml --players 3 --seed 1 --no-proposals";
    let by = format!("{check} --by random,heuristic --html page.html");
    let output = run(folder, &words(&by));
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    for line in [
        "racing-phases of random within 2 to 60",
        "naps of heuristic below 0.001",
        "1 of 2 goals met, 1 missed.",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let page = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(
        page.contains("class=\"aim\"")
            && page.contains(
                "classic: 1 of 2 goals met, 1 missed. Missed: naps of random below 0.001, measured "
            ),
        "{page}"
    );
    fs::write(folder.join("own.toml"), format!("{goals}[players]\nby = [\"random\"]\n")).expect("written");
    let own = run(folder, &words(&check.replace("goals.toml", "own.toml")));
    assert!(text(&own.stdout).contains("naps of random below 0.001"), "{}", text(&own.stdout));
    let twice = run(folder, &words(&by.replace("goals.toml", "own.toml").replace("page", "other")));
    assert_eq!(twice.status.code(), Some(2), "{}", text(&twice.stderr));
    let program = run(folder, &[&words(check)[..], &["--by", "exec:cat"]].concat());
    assert_eq!(program.status.code(), Some(2));
    assert!(
        text(&program.stderr).contains("`exec:cat` is not a bot of the game"),
        "{}",
        text(&program.stderr)
    );
}

#[test]
fn goals_are_checked_and_sought_at_several_tables() {
    let folder = folder();
    let folder = folder.path();
    let goals = "[goals]\n\"first-*\" = { largest-below = 0.9 }\nracing-phases = { within = [9.5, 11.4] }\n";
    fs::write(folder.join("goals.toml"), goals).expect("written");
    let check = "check animal-race classic --goals goals.toml --bot random --seed 1 --no-proposals";
    let told = text(&run(folder, &words(&format!("{check} --players 2,3"))).stdout);
    for line in
        ["2 and 3 seats, bots: ", "first-* largest at 3 seats below 0.9", "racing-phases at 2 seats within"]
    {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(told.contains(" of 2 goals met"), "{told}");
    let tune = TUNE.replace("--players 3", "--players 3,2");
    let tuned = printed(folder, &[&words(&tune)[..], &["--games", "8000", "--html", "tuned.html"]].concat());
    let page = fs::read_to_string(folder.join("tuned.html")).expect("a page");
    assert!(
        page.contains(" confirmed to meet all goals.") && page.contains("Candidate 1 changes in classic: ")
    );
    // A chart of each goal at each table, with the base and the candidates.
    assert_eq!(page.matches("rect class=\"aim\"").count(), 4, "{page}");
    assert!(page.contains(">candidate 1<") && !page.contains("NaN"), "{page}");
    assert!(tuned.contains("racing-phases at 2 seats within 9.5 to 11.4"), "{tuned}");
    assert!(tuned.contains(" confirmed to meet all goals.") && !tuned.contains("No candidate"), "{tuned}");
    let vary =
        "vary animal-race classic --goals goals.toml --bot random --players 2,3 --games 64 --fields hand";
    assert!(printed(folder, &words(vary)).contains("first-* largest at 3 seats below 0.9"));
    for (asked, problem) in [
        (
            format!("{check} --players 2,3 --option first=1"),
            "--option: not possible with several numbers of seats",
        ),
        (format!("{check} --players 2,9"), "9 seats: "),
        (vary.replace(" --goals goals.toml", ""), "--players: only one number of seats is possible here"),
        (
            "simulate animal-race --players 2,3".to_owned(),
            "--players: only one number of seats is possible here",
        ),
    ] {
        let refused = refusal(folder, &words(&asked), 2);
        assert!(refused.contains(problem), "{asked}: {refused}");
    }
    fs::write(folder.join("goals.toml"), "[goals]\nluck-of-the-deal = { below = 0.2 }\n").expect("written");
    assert!(
        refusal(folder, &words(vary), 2)
            .contains("goals.luck-of-the-deal: only `check` measures fixed deals")
    );
}
