//! E-mails to the master: whose address counts, and what is told of those that do not count.

use super::run::{NEW, bad, furlong, good, write};

fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), &[&NEW[..], &["--first", "1"]].concat());
    folder
}

fn mail(from: &str, subject: &str, text: &str) -> String {
    format!("From: {from}\nSubject: {subject}\n\n{text}\n")
}

#[test]
fn an_address_is_bound_only_where_the_master_says_so() {
    let folder = begun();
    let folder = folder.path();
    write(folder, "round-1/ann.eml", &mail("Ann <ann@example.org>", "x", "player A\nround 1\nfirst: to 5"));
    let status = good(folder, &["status"]);
    assert!(status.contains("Player A: the address ann@example.org is not known yet"), "{status}");
    let (refused, code) = bad(folder, &["adjudicate", "--yes"]);
    assert!(
        refused.contains("The first e-mail for player A came from ann@example.org. Nothing is adjudicated"),
        "{refused}"
    );
    assert!(
        refused.contains("`furlong postal address --player A ann@example.org`") && code == 1,
        "{refused}"
    );
    // Nor where somebody else writes for the same player.
    write(folder, "round-1/x.eml", &mail("Eve <eve@example.org>", "x", "player A\nround 1\nfirst: to 8"));
    for arguments in [&["adjudicate", "--yes"][..], &["adjudicate", "--yes", "--bind"]] {
        let (refused, _) = bad(folder, arguments);
        assert!(
            refused.contains("That player also writes from another address. Nothing is adjudicated"),
            "{refused}"
        );
    }
    good(folder, &["address", "--player", "A", "ann@example.org"]);
    let output = furlong(folder, &["adjudicate", "--yes", "--bind"]);
    let (report, notes) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(
        report.contains("Ann (A): in (ann.eml)") && report.contains("Not used: x.eml: it has 1 fault"),
        "{report}"
    );
    assert!(notes.contains("Not used: x.eml (from Eve <eve@example.org>: x): line 1"), "{notes}");
    // The address of one who has removed it is not bound by the way.
    good(folder, &["address", "--player", "A", "ann@example.org", "--remove"]);
    write(
        folder,
        "round-2/new.eml",
        &mail("Eve <eve@example.org>", "x", "player A\nround 2\nfirst: forward 1"),
    );
    assert!(bad(folder, &["adjudicate", "--yes", "--bind"]).0.contains("also writes from another address"));
    write(
        folder,
        "round-2/new.eml",
        &mail("Bob <bob@example.org>", "x", "player B\nround 2\nfirst: forward 1"),
    );
    assert!(good(folder, &["adjudicate", "--yes", "--bind"]).contains("Bob (B): in (new.eml)"));
    assert!(good(folder, &["log"]).contains("Player B writes from bob@example.org."));
    // Nor does a correction let anybody in.
    write(folder, "late/z.eml", &mail("Eve <eve@example.org>", "x", "player C\nround 1\nfirst: to 8"));
    let again = good(folder, &["adjudicate", "--again", "1", "late", "--yes", "--bind"]);
    assert!(
        again.contains("Cleo (C): MISSING") && again.contains("Not used: z.eml: it cannot be read"),
        "{again}"
    );
}

#[test]
fn a_mail_that_does_not_count_is_told_to_the_master_alone_by_sender_and_subject() {
    let folder = begun();
    let folder = folder.path();
    let secret = "player B\nround 1\nfirst: tp 8\npress to C: ambush";
    write(folder, "round-1/bob.eml", &mail("Bob <bob@example.org>", "to eight", secret));
    write(folder, "round-1/cleo.eml", &mail("Cleo <cleo@example.org>", "see attachment", ""));
    write(folder, "round-1/dan.eml", &mail("Dan <dan@example.org>", "hello", "When is it due?"));
    let origins =
        ["(from Bob <bob@example.org>: to eight)", "(from Cleo <cleo@example.org>: see attachment)"];
    for arguments in
        [&["check", "round-1"][..], &["status"], &["preview"], &["reminder"], &["adjudicate", "--yes"]]
    {
        let output = furlong(folder, arguments);
        let (seen, notes) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        for origin in origins {
            assert!(format!("{seen}{notes}").contains(origin), "{arguments:?}: {origin} in: {seen}{notes}");
        }
        if !matches!(arguments[0], "check" | "status") {
            for word in ["tp", "eight", "ambush", "attachment", "example.org"] {
                assert!(!seen.contains(word), "{arguments:?}: {word} in: {seen}");
            }
        }
        if arguments[0] == "reminder" {
            let flat = "the orders of Bob (B) for round 1 contain errors and do not count";
            assert!(
                seen.contains(flat) && seen.contains("the orders of Ann (A), Cleo (C) and Dan (D)"),
                "{seen}"
            );
        }
        if arguments[0] == "check" {
            assert!(
                seen.contains("dan.eml (from Dan <dan@example.org>: hello): a mail without orders"),
                "{seen}"
            );
        }
    }
    assert!(!good(folder, &["report"]).contains("example.org"));
    good(folder, &["pages"]);
    let public = std::fs::read_to_string(folder.join("pages-2/public.json")).expect("the public part");
    assert!(!["ambush", "eight", "example.org"].iter().any(|word| public.contains(word)), "{public}");
}

#[test]
fn a_sheet_for_a_later_round_is_no_error_and_files_of_a_correction_always_win() {
    let folder = begun();
    let folder = folder.path();
    write(folder, "round-1/z.txt", "player A\nround 1\nfirst: to 5\n");
    write(folder, "round-1/later.txt", "player B\nround 2\nfirst: forward 1\n");
    let checked = good(folder, &["check", "round-1"]);
    assert!(checked.contains("later.txt: not used: line 2, column 7: orders for round 2"), "{checked}");
    good(folder, &["adjudicate", "--yes"]);
    write(folder, "better/a.txt", "player A\nround 1\nfirst: to 8\n");
    let corrected = good(folder, &["adjudicate", "--again", "1", "better"]);
    assert!(
        corrected.contains("Ann (A): in (a.txt)")
            && corrected.contains("Not used: z.txt: a.txt takes its place"),
        "{corrected}"
    );
    assert!(good(folder, &["replay"]).contains("all reports are the same"));
}

#[test]
fn a_page_of_the_tool_comes_back_filled_in_and_names_are_written_in_one_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &["new", "--names", "Bjo\u{308}rn,All", "--seed", "7", "--first", "1"]);
    good(folder, &["pages"]);
    let page = std::fs::read_to_string(folder.join("pages-1/A.html")).expect("a page");
    let filled = page.replace("first:    # your move", "first: to 5");
    assert_ne!(filled, page);
    let headers = "Content-Type: text/html; charset=utf-8\n";
    write(folder, "round-1/a.eml", &format!("From: x@example.org\n{headers}\n{filled}"));
    write(folder, "round-1/b.txt", "player All\nround 1\nfirst: to 8\npress to Bj\u{f6}rn: hello\n");
    let checked = good(folder, &["check", "round-1"]);
    assert!(
        checked.contains("a.eml: player A, round 1, lines ") && checked.contains("b.txt: player B"),
        "{checked}"
    );
    // Whether it is for everybody or for one is not guessed.
    write(folder, "all.txt", "player A\nround 1\nfirst: to 5\npress to All: hello\n");
    assert!(
        bad(folder, &["check", "all.txt"]).0.contains("a player has this name: write the player's letter")
    );
}
