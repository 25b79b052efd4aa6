//! Prices of elements from outside: the table, files, parts, resumed runs, and what is refused.

use std::fs;

use furlong::design::price::PriceRun;

use crate::run::{folder, printed, refusal};

const PRICE: [&str; 9] =
    ["price", "hare-tortoise", "--bot", "random", "--players", "3", "--seed", "5", "--games"];

#[test]
fn parts_that_are_merged_and_a_resumed_run_are_the_run_in_one_piece() {
    let folder = folder();
    let folder = folder.path();
    let price = |more: &[&str]| printed(folder, &[&PRICE[..], &["30"], more].concat());
    let whole = price(&["--out", "whole.json"]);
    assert!(whole.contains("10 deals in 3 seatings each") && whole.contains("\n pay "), "{whole}");
    for number in ["1", "2", "3"] {
        let part = format!("part-{number}.json");
        assert_eq!(price(&["--shard", &format!("{number}/3"), "--out", &part]), "", "a part has no table");
    }
    let merge = ["merge", "part-3.json", "part-1.json", "part-2.json", "--out", "merged.json"];
    assert_eq!(printed(folder, &merge), whole);
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("written");
    assert_eq!(read("merged.json"), read("whole.json"));

    // The state after the first two elements.
    let mut state = PriceRun::from_json(&read("whole.json")).expect("prices");
    for element in state.elements.iter_mut().skip(2) {
        element.gain = None;
    }
    fs::write(folder.join("half.json"), state.to_json()).expect("written");
    let resumed = ["price", "hare-tortoise", "--resume", "half.json"];
    assert_eq!(printed(folder, &resumed), whole);
    assert_eq!(read("half.json"), read("whole.json"));
}

#[test]
fn foreign_and_damaged_files_and_parts_are_refused_and_stay() {
    let folder = folder();
    let folder = folder.path();
    let asked = |games: &str, more: &[&str]| {
        let all = [&PRICE[..], &[games], more].concat();
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |asked: &[String]| printed(folder, &asked.iter().map(String::as_str).collect::<Vec<_>>());
    run(&asked("3", &["--shard", "1/2", "--out", "1.json"]));
    run(&asked("6", &["--shard", "2/2", "--out", "2.json"]));
    let refused = |asked: &[&str]| refusal(folder, asked, 1);
    let misused = |asked: &[&str]| refusal(folder, asked, 2);
    let told = refused(&["merge", "1.json", "2.json"]);
    assert!(told.contains("the elements or the numbers of their games are different"), "{told}");
    let newer =
        fs::read_to_string(folder.join("1.json")).expect("written").replace("\"version\":1", "\"version\":9");
    fs::write(folder.join("newer.json"), newer).expect("written");
    let told = refused(&["merge", "newer.json", "2.json"]);
    assert!(
        told.contains("newer.json: a file of prices of version 9, but this program reads version 1"),
        "{told}"
    );
    let told = refused(&["merge", "1.json"]);
    assert!(told.contains("missing: 2"), "{told}");
    let told = refused(&["price", "hare-tortoise", "--resume", "1.json"]);
    assert!(told.contains("1.json: a part of a run, for `furlong merge`"), "{told}");
    let whole = asked("3", &["--element", "hare", "--out", "1.json"]);
    let told = refused(&whole.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(told.contains("1.json") && told.contains("--force"), "{told}");
    let many = asked("3", &["--element", "hare", "--shard", "1/2", "--out", "3.json"]);
    let told = misused(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(told.contains("--shard 1/2: 1 element cannot be split into that many parts"), "{told}");
    let other = ["price", "gotham", "--resume", "whole.json"];
    run(&asked("3", &["--element", "hare", "--out", "whole.json"]));
    let told = refused(&other);
    assert!(told.contains("whole.json: a run of hare-tortoise, not of gotham"), "{told}");
    let text = fs::read_to_string(folder.join("whole.json")).expect("written");
    fs::write(folder.join("whole.json"), text.replace("\"deals\":1", "\"deals\":\"one\"")).expect("written");
    let told = refused(&["price", "hare-tortoise", "--resume", "whole.json"]);
    assert!(told.contains("whole.json: cannot read the file") && told.contains("\"one\""), "{told}");
}

#[test]
fn prices_by_two_kinds_of_players_say_what_holds_whoever_plays() {
    let folder = folder();
    let folder = folder.path();
    let asked = "price gotham --by heuristic,random --players 3 --seed 5 --games 90 --element forward --element finish";
    let asked: Vec<&str> = asked.split(' ').collect();
    let price = |more: &[&str]| printed(folder, &[&asked[..], more].concat());
    let whole = price(&["--html", "page.html", "--csv", "prices.csv", "--out", "whole.json"]);
    let first = whole.lines().nth(2).expect("an answer");
    assert!(first.contains(" for all players (heuristic and random)"), "{whole}");
    let csv = fs::read_to_string(folder.join("prices.csv")).expect("written");
    assert_eq!(csv.lines().count(), 5, "two elements by two kinds: {csv}");
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| columns(line) == 15), "{csv}");
    let page = fs::read_to_string(folder.join("page.html")).expect("written");
    assert!(page.contains("legend side-2") && page.contains("all players"), "{page}");
    for number in ["1", "2"] {
        price(&["--shard", &format!("{number}/2"), "--out", &format!("{number}.json")]);
    }
    assert_eq!(printed(folder, &["merge", "2.json", "1.json"]), whole);
    assert_eq!(printed(folder, &["price", "gotham", "--resume", "whole.json"]), whole);
}
