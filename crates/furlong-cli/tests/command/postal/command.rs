//! `furlong postal` from outside, with files.

use std::fs;

use super::run::{NEW, bad, furlong, good};
use crate::run::printed;

#[test]
fn a_game_of_four_is_run_from_files_from_new_to_the_finish() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(good(folder, &NEW).contains("Round 1 is open: B C D A B."));
    let mut last = String::new();
    for round in 1..=120 {
        let open = good(folder, &["status"]);
        if open.contains("The race is over.") {
            break;
        }
        assert!(
            open.contains(&format!("Round {round} is open")) && open.contains("orders MISSING"),
            "{open}"
        );
        good(folder, &["orders", "--bot"]);
        let ready = good(folder, &["status"]);
        assert!(!ready.contains("MISSING"), "{ready}");
        last = good(folder, &["adjudicate", "--yes"]);
        assert_eq!(good(folder, &["report"]), last);
    }
    assert!(last.contains("The race is over") && last.contains("4th: "), "{last}");
    assert!(good(folder, &["replay", "--record", "race.json"]).contains("all reports are the same"));
    printed(folder, &["replay", "--check", "race.json"]);
    assert_eq!(bad(folder, &["adjudicate"]), ("error: the race is over\n".to_owned(), 1));
}

#[test]
fn sheets_are_checked_without_being_shown_and_corrected_rounds_keep_their_old_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1", "--title", "Spring"]].concat());
    fs::create_dir(folder.join("round-1")).expect("a folder");
    let write =
        |file: &str, bytes: &[u8]| fs::write(folder.join("round-1").join(file), bytes).expect("written");
    write("a.txt", b"player A\nround 1\nfirst: to 5\n");
    write("b.txt", b"player B\nround 1\nfirst: to 77\n");
    write("c.txt", &vec![b' '; 100_000]);
    write("d.txt", b"player D\nround 1\nfirst: \xff\n");
    let status = good(folder, &["status"]);
    assert!(
        status.contains("A Ann, orders received") && status.contains("B Bob, orders MISSING"),
        "{status}"
    );
    assert!(!status.contains("to 5"), "what is ordered is not shown: {status}");
    assert_eq!(good(folder, &["check", "round-1/a.txt"]), "a.txt: player A, round 1: no errors\n");
    let output = furlong(folder, &["check", "round-1"]);
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1));
    for fault in [
        "b.txt: line 3, column 11: expected",
        "c.txt: the sheet is larger than 16384 bytes",
        "d.txt: line 3, column 8: not UTF-8",
    ] {
        assert!(errors.contains(fault), "{fault} in: {errors}");
    }
    let old = good(folder, &["adjudicate", "--yes"]);
    assert!(old.contains("Spring: round 1") && old.contains("Not used: b.txt: it has 1 fault"), "{old}");
    write("b.txt", b"player B\nround 1\nfirst: to 7\n");
    let new = good(folder, &["adjudicate", "--again", "1"]);
    assert!(new.contains("`to 7`") && new != old);
    assert_eq!(good(folder, &["report", "1"]), new);
    assert_eq!(good(folder, &["report", "1", "--old"]), old);
    fs::create_dir(folder.join("round-2")).expect("a folder");
    good(folder, &["adjudicate", "--yes"]);
    let corrected = furlong(folder, &["adjudicate", "--again", "1"]);
    let note = String::from_utf8(corrected.stderr).expect("text");
    assert!(note.starts_with("The round after it is open again"), "{note}");
    assert!(good(folder, &["status"]).contains("Round 2 is open"));
    assert!(good(folder, &["report", "--markdown"]).starts_with("# Spring: round 1, corrected\n"));
    // Two reports were replaced, and a page is one page.
    let page = good(folder, &["report", "1", "--old", "--html"]);
    assert!(page.contains("<h1>Spring: round 1</h1>") && page.matches("<html").count() == 1, "{page}");
    assert!(page.contains("<h2>Spring: round 1, corrected</h2>"), "{page}");
    assert!(good(folder, &["drop", "--player", "D"]).contains("D Dan, dropped out in round 2"));
    assert!(good(folder, &["replace", "--player", "d", "--name", "Eve"]).contains("D Eve"));
}

#[test]
fn faults_double_sheets_and_missing_players_are_found_before_a_round_is_adjudicated() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    let before = fs::read(folder.join("postal.json")).expect("a game");
    let preview = good(folder, &["preview"]);
    assert!(preview.contains("Dan (D): MISSING"), "the usual folder does not exist and is empty: {preview}");
    assert_eq!(fs::read(folder.join("postal.json")).expect("a game"), before, "a preview keeps nothing");
    fs::create_dir(folder.join("round-1")).expect("a folder");
    let write = |file: &str, text: &str| fs::write(folder.join("round-1").join(file), text).expect("written");
    write("a1.txt", "player A\nround 1\nfirst: to 5\n");
    write("a2.txt", "player A\nround 1\nfirst: to 8\n");
    write("b.txt", "player B\nround 1\nfirst: to 5\nsecond: to 8\n");
    write("c.txt", "player C\nround 1\nfirst: fly\nfirst: to 77\n");
    let output = furlong(folder, &["check", "round-1"]);
    let (seen, faults) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    for part in [
        "a1.txt: not used: a2.txt takes its place\n",
        "b.txt: not used: `second:`, because player B has one move in round 1\n",
        "missing: C and D\n",
    ] {
        assert!(seen.contains(part), "{part} in: {seen}");
    }
    for fault in ["c.txt: line 3, column 8: ", "c.txt: line 4, column 1: ", "c.txt: line 4, column 11: "] {
        assert!(faults.contains(fault), "{fault} in: {faults}");
    }
    assert_eq!(output.status.code(), Some(1));
    let status = good(folder, &["status"]);
    assert!(
        status.contains("B Bob, orders received") && status.contains("D Dan, orders MISSING"),
        "{status}"
    );
}

#[test]
fn a_correction_withdraws_a_sheet_and_reaches_through_the_later_rounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    };
    write("round-1/bob.txt", "player B\nround 1\nfirst: to 5\n");
    write("round-1/bob2.txt", "player B\nround 1\nfirst: to 7\n");
    good(folder, &["adjudicate", "--yes"]);
    write("elsewhere/c.txt", "player C\nround 2\nfirst: forward 2\n");
    good(folder, &["adjudicate", "elsewhere"]);
    good(folder, &["adjudicate", "--yes"]);
    fs::remove_file(folder.join("round-1/bob2.txt")).expect("removed");
    let output = furlong(folder, &["adjudicate", "--again", "1"]);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(
        notes.contains("Earlier sheets still count: bob2.txt.") && notes.contains("The 2 rounds after it"),
        "{notes}"
    );
    let reports = good(folder, &["adjudicate", "--yes"]);
    assert!(reports.contains("Cleo (C): in (c.txt)"), "the sheets of the round are kept: {reports}");
    let again = ["adjudicate", "--again", "1", "--withdraw", "bob2.txt", "--through"];
    let reports = good(folder, &again);
    for part in ["Bob (B): in (bob.txt)", "round 2", "Cleo (C): in (c.txt)", "postal: round 3"] {
        assert!(reports.contains(part), "{part} in: {reports}");
    }
    assert!(good(folder, &["replay"]).contains("3 rounds, all reports are the same."));
    assert_eq!(bad(folder, &["adjudicate", "--withdraw", "bob.txt"]).1, 2);
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (error, code) = bad(folder, &["status"]);
    assert!(error.contains("cannot read postal.json") && code == 1, "{error}");
    assert_eq!(bad(folder, &["new"]).1, 2);
    assert_eq!(bad(folder, &["frolic"]).1, 2);
    let (error, code) = bad(folder, &["new", "--names", "Ann"]);
    assert!(error.contains("1 player: this ruleset is for 2 to 6") && code == 2, "{error}");
    good(folder, &NEW);
    let before = fs::read(folder.join("postal.json")).expect("a game");
    assert_eq!(bad(folder, &NEW).1, 1, "a game is never overwritten by a new one");
    let (error, code) = bad(folder, &["adjudicate", "no-such-folder"]);
    assert!(error.contains("cannot read no-such-folder") && code == 1, "{error}");
    assert!(bad(folder, &["adjudicate", "--yes", "--die", "6,6,6,6,6,6"]).0.contains("dice were entered"));
    assert_eq!(bad(folder, &["adjudicate", "--die", "many"]).1, 2);
    assert_eq!(bad(folder, &["report", "4"]).0, "error: there is no report of round 4\n");
    assert_eq!(
        bad(folder, &["replace", "--player", "F", "--name", "Eve"]).0,
        "error: there is no player F: the players are A to D\n"
    );
    assert_eq!(bad(folder, &["drop", "--player", "Z"]).1, 2);
    assert_eq!(fs::read(folder.join("postal.json")).expect("a game"), before);
    fs::write(folder.join("postal.json"), "my diary").expect("written");
    assert!(bad(folder, &["status"]).0.starts_with("error: postal.json: not JSON"));
}

#[test]
fn answers_are_written_for_all_and_shown_to_a_player_who_has_only_the_public_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    fs::create_dir(folder.join("round-1")).expect("a folder");
    let write = |file: &str, text: &str| fs::write(folder.join("round-1").join(file), text).expect("written");
    write("a.txt", "player A\nround 1\nfirst: to 5\n");
    write("b.txt", "player B\nround 1\nfirst: to 77\n");
    write("x.txt", "my orders: to 7\n");
    let list = good(folder, &["check", "--reply", "round-1"]);
    assert_eq!(list, "replies-1/A.txt\nreplies-1/B.txt\nreplies-1/unknown-1.txt\n");
    let to_ann = fs::read_to_string(folder.join("replies-1/A.txt")).expect("an answer");
    assert!(to_ann.contains("Go to 5.\n     As things stand: carried out."), "{to_ann}");
    good(folder, &["pages"]);
    let own = good(folder, &["check", "--reply", "round-1/a.txt", "--game", "pages-1/public.json"]);
    assert_eq!(own, to_ann);
    let refused = bad(folder, &["adjudicate", "--yes", "--game", "pages-1/public.json"]).0;
    assert!(refused.contains("pages-1/public.json: this is the public part of a game"), "{refused}");
}
