//! A whole game as its master runs it: mails, a deadline, an absence, a replacement, corrections that reach through, a
//! withdrawal, pages, and the end.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

use super::run::{NEW, furlong, good, write};
#[cfg(unix)]
use crate::run::ended;

/// Ann writes with a greeting and a signature, and Bob quotes the sheet of the master's page.
const MAILS: [(&str, &str); 2] = [
    (
        "round-1/ann.txt",
        "Hi all,\n\nmy first orders!\n\nplayer Ann\nround 1\nfirst: to 5\nsecond: stay and draw\n\nBest wishes\nAnn\n",
    ),
    (
        "round-1/bob.eml",
        "That will do:\n\n> player B\n> round 1\n> first:\nif Ann on 5: to 7\n> chew:\n> again:\n\nBob\n-- \nsent by pigeon\n",
    ),
];

#[test]
#[expect(clippy::too_many_lines, reason = "one game from start to end")]
fn a_game_is_run_from_its_first_mail_to_its_last_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1", "--title", "Spring"]].concat());
    let pages = good(folder, &["pages"]);
    assert_eq!(pages.lines().count(), 4 * 3 + 2, "{pages}");
    good(folder, &["deadline", "2999-12-01"]);
    for (path, mail) in MAILS {
        write(folder, path, mail);
    }
    write(folder, "round-1/cleo.txt", "player C\nround 1\nfirst: to 2\n");
    let checked = good(folder, &["check", "round-1"]);
    for line in [
        "ann.txt: player A, round 1, lines 5 to 8: no errors\n",
        "bob.eml: player B, round 1, lines 3 to 8: no errors\n",
        "missing: D\n",
    ] {
        assert!(checked.contains(line), "{line} in: {checked}");
    }
    assert!(good(folder, &["reminder"]).contains("the orders of Dan (D) for round 1"));
    let (early, code) = super::run::bad(folder, &["adjudicate"]);
    assert!(
        early.contains("Dan (D) are missing. The deadline is 2999-12-01 23:59 UTC. Nothing is adjudicated"),
        "{early}"
    );
    assert_eq!(code, 1, "nobody is there to ask");
    let first = good(folder, &["adjudicate", "--yes"]);
    assert!(
        first.contains("`if A on 5: to 7`, for A is on 5") && first.contains("Dan (D): MISSING"),
        "{first}"
    );

    // Round 2: Dan has announced an absence.
    good(folder, &["absence", "--player", "D", "--rounds", "2", "--bot", "--why", "mail of 3 May"]);
    good(folder, &["orders", "--bot"]);
    let second = good(folder, &["adjudicate"]);
    assert!(second.contains("Dan (D): absent; a bot plays"), "{second}");

    // Round 3: Eve takes Cleo's seat, and Bob changes his mind twice.
    good(folder, &["replace", "--player", "C", "--name", "Eve", "--why", "Cleo has moved"]);
    write(folder, "round-3/eve.txt", "player Eve\nround 3\nfirst: forward 1\n");
    write(folder, "round-3/bob.txt", "player Bob\nround 3\nfirst: forward 3\n");
    write(folder, "round-3/bob2.txt", "player Bob\nround 3\nfirst: forward 5\n");
    let third = good(folder, &["adjudicate"]);
    assert!(third.contains("Eve (C): in (eve.txt)") && third.contains("Bob (B): in (bob2.txt)"), "{third}");
    assert!(third.contains("Not used: bob.txt: bob2.txt takes its place"), "{third}");

    // Ann's mail of round 1 was misread: the correction reaches through to round 3, with the people of each round.
    write(folder, "round-1/ann.txt", "player Ann\nround 1\nfirst: to 8\nsecond: forward 1\n");
    let again = ["adjudicate", "--again", "1", "--through", "--why", "the mail said 8"];
    let corrected = good(folder, &again);
    for part in [
        "`to 8`",
        "Cleo (C): in (cleo.txt)",
        "Spring: round 3",
        "Eve (C): in (eve.txt)",
        "absent; a bot plays",
    ] {
        assert!(corrected.contains(part), "{part} in: {corrected}");
    }
    let withdrawn = good(folder, &["adjudicate", "--again", "3", "--withdraw", "bob2.txt"]);
    assert!(withdrawn.contains("Bob (B): in (bob.txt)"), "{withdrawn}");
    assert!(good(folder, &["report", "3", "--old"]).contains("bob2.txt"));
    assert!(good(folder, &["replay"]).contains("3 rounds, all reports are the same."));

    // On to the end; Ann's page is written for each round, and the sheet in it is a sheet when it is filled in.
    let mut last = String::new();
    for round in 4..=120 {
        if furlong(folder, &["preview"]).status.code() == Some(1) {
            break;
        }
        good(folder, &["orders", "--bot"]);
        good(folder, &["pages"]);
        let page = fs::read_to_string(folder.join(format!("pages-{round}/A.txt"))).expect("a page");
        write(folder, "template.txt", &page.replace("first:    # your move", "first: back"));
        if page.contains("Your sheet") {
            let read = good(folder, &["check", "template.txt"]);
            assert!(read.contains(&format!("player A, round {round}, lines ")), "{read}");
        }
        last = good(folder, &["adjudicate", "--yes"]);
    }
    assert!(last.contains("The race is over") && last.contains("4th: "), "{last}");
    let pages = good(folder, &["pages"]);
    assert!(pages.starts_with("pages-end/board.svg\n"), "{pages}");
    assert!(
        good(folder, &["pages", "--player", "C", "--html"]).contains("<h1>Spring, the end: Eve (C)</h1>")
    );
    let replayed = good(folder, &["replay", "--record", "race.json"]);
    assert!(replayed.contains("all reports are the same"), "{replayed}");
    let log = good(folder, &["log"]);
    for act in [
        "The game begins under the rules `postal`.",
        "Orders for round 1 are due by 2999-12-01 23:59 UTC.",
        "Round 1 adjudicated: in A, B and C; missing D.",
        "Dan (D) is absent in rounds 2 to 3; a bot plays. Reason: mail of 3 May",
        "Eve replaces Cleo (C) from round 3 on. Reason: Cleo has moved",
        "Round 1 adjudicated again: in A, B and C; missing D. Round 2 adjudicated again: in A, B and C; absent D. Round 3 \
         adjudicated again: in B and C; missing A; absent D. Reason: the mail said 8",
        "Round 3 adjudicated again: in B and C; missing A; absent D. Withdrawn: bob2.txt.",
    ] {
        assert!(log.contains(act), "{act} in: {log}");
    }
}

#[test]
fn the_pages_escape_what_players_write_and_come_in_three_forms() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &["new", "--names", "<i>Ann,B&B", "--seed", "1"]);
    let html = good(folder, &["pages", "--player", "A", "--html"]);
    assert!(
        html.contains("&lt;i&gt;Ann (A)") && html.contains("B&amp;B (B)") && !html.contains("<i>"),
        "{html}"
    );
    assert!(html.contains("<svg class=\"board\"") && html.contains("<code>to 1</code>"), "{html}");
    assert!(!html.contains("http") || html.matches("http").count() == 1, "only the name of SVG: {html}");
    let markdown = good(folder, &["pages", "--player", "B", "--markdown"]);
    assert!(markdown.contains("```text\nplayer B\nround 1\nfirst: "), "{markdown}");
    let text = good(folder, &["pages", "--player", "B"]);
    assert!(text.contains("\nStart\n") && text.contains("player B\nround 1\nfirst: "), "{text}");
    let language = good(folder, &["language"]);
    assert!(
        language.contains("`forward 3`")
            && good(folder, &["language", "--html"]).contains("<table class=\"cards\">"),
        "{language}"
    );
    assert_eq!(
        furlong(folder, &["pages", "--html"]).status.code(),
        Some(2),
        "pages are written in all forms"
    );
}

#[cfg(unix)]
#[test]
fn all_pages_and_sheets_are_written_when_nobody_reads_their_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &NEW);
    for (arguments, files) in [(["pages"].as_slice(), 4 * 3 + 2), (&["orders", "--bot"], 4)] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
        command.arg("postal").args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(full);
        let status = ended(&mut command.spawn().expect("the command starts"));
        assert!(!status.success(), "the list was not written");
        let written = if files == 4 { "round-1" } else { "pages-1" };
        assert_eq!(fs::read_dir(folder.join(written)).expect("a folder").count(), files, "{arguments:?}");
    }
}
