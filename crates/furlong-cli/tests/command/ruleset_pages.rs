//! The page of a ruleset from outside: its parts, the record beside it, and what is refused.

use std::fs;
use std::path::Path;

use furlong::Record;
use furlong::hare_tortoise::HareTortoise;

use crate::run::{folder, printed, refusal};

/// Writes a page about this ruleset.
fn asked<'a>(game: &'a str, ruleset: &'a str, bot: &'a str) -> Vec<&'a str> {
    let usual = ["--html", "page.html", "--bot", bot, "--players", "3", "--games", "40", "--seed", "1"];
    [&["report", game, ruleset][..], &usual].concat()
}

fn page(folder: &Path) -> String {
    fs::read_to_string(folder.join("page.html")).expect("a page")
}

#[test]
fn a_page_has_all_its_parts_and_stands_by_itself_for_every_game() {
    for (game, ruleset, bot, base) in [
        ("animal-race", "classic", "heuristic", false),
        ("hare-tortoise", "classic", "random", false),
        ("gotham", "mine.toml", "random", true),
    ] {
        let folder = folder();
        let folder = folder.path();
        fs::write(folder.join("mine.toml"), "[ruleset]\nextends = \"standard\"\nabout = \"<b>mine</b>\"\n")
            .expect("written");
        let told = printed(folder, &asked(game, ruleset, bot));
        assert!(told.contains("40 games under") && told.contains("seat 3"), "{told}");
        assert!(told.contains("page.html and a typical game page.json."), "{told}");
        assert_eq!(told.contains("First in the race: hare "), game == "animal-race", "{told}");
        let page = page(folder);
        let headings: Vec<&str> = page
            .split("<h2>")
            .skip(1)
            .filter_map(|part| part.split("</h2>").next())
            .filter(|heading| !heading.starts_with('B'))
            .collect();
        let mut expected = vec![
            "Who wins",
            "Tension over time",
            "The course of a game",
            "Use of the spaces",
            "Use of the choices",
            "Endings",
            "Luck and skill",
            "A typical game",
            "Distributions",
            "All metrics",
            "The run",
        ];
        if base {
            expected.insert(8, "Against standard, which it extends");
            assert!(
                page.contains("No rule differs.") && page.contains("40 played out the same way"),
                "{page}"
            );
            assert!(!page.contains("<b>mine"), "a name of a file marks nothing");
        }
        assert_eq!(headings, expected, "{game}");
        // A board at each of four moments.
        assert_eq!(page.matches("class=\"board\"").count(), 4, "{game}");
        let has_skill = page.contains("One heuristic bot against random bots in all other seats wins ");
        assert_eq!(has_skill, bot == "heuristic", "{game}: {page}");
        for outside in ["<script", "src=", "url(", "@import", "NaN"] {
            assert!(!page.contains(outside), "{game}: {outside}");
        }
        let replayed = printed(folder, &["replay", "page.json", "--check"]);
        assert!(!replayed.is_empty(), "{replayed}");
    }
}

#[test]
fn a_page_writes_over_nothing_unasked_and_is_the_same_again() {
    let folder = folder();
    let folder = folder.path();
    let asked = asked("hare-tortoise", "classic", "random");
    printed(folder, &asked);
    let first = page(folder);
    let record = fs::read_to_string(folder.join("page.json")).expect("a record");
    let record: Record<HareTortoise> = serde_json::from_str(&record).expect("a record of this game");
    assert!(record.replay().is_ok() && record.seats.len() == 3);
    assert!(refusal(folder, &asked, 1).contains("page.html already exists"));
    fs::remove_file(folder.join("page.html")).expect("removed");
    assert!(refusal(folder, &asked, 1).contains("page.json already exists"));
    assert!(!folder.join("page.html").exists(), "nothing is written");
    printed(folder, &[&asked[..], &["--force"]].concat());
    assert_eq!(page(folder), first);
}

#[test]
fn a_page_of_no_ruleset_or_in_the_place_of_its_record_is_refused() {
    let folder = folder();
    let folder = folder.path();
    assert!(refusal(folder, &["report", "gotham", "nope", "--html", "a.html"], 2).contains("nope"));
    let told = refusal(folder, &["report", "gotham", "standard", "--html", "a.json"], 2);
    assert!(told.contains("--html") && told.contains(".json"), "{told}");
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 0, "nothing is written");
}

#[test]
fn a_page_by_two_kinds_of_players_says_first_what_holds_whoever_plays() {
    let folder = folder();
    let folder = folder.path();
    let asked = "report animal-race classic --by heuristic,random --players 3 --games 60 --seed 1 --html page.html --depth 1";
    let asked: Vec<&str> = asked.split(' ').chain(["--seconds-per-decision", "30"]).collect();
    let told = printed(folder, &asked);
    assert!(told.starts_with("For all players (heuristic and random), "), "{told}");
    assert!(told.contains("at 30 seconds per decision"), "{told}");
    assert!(
        told.contains("was last below one half after") && told.contains("won from behind at half time"),
        "{told}"
    );
    let page = page(folder);
    for part in [
        "<h2>By player type</h2>",
        "differs by player",
        "cards in the pile",
        "The later winner's chance, in 20 games",
        "50 worlds against 25",
        "A game takes ",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("NaN"));
}
