//! The folders of a master: two games in one, folders elsewhere, links that lead out, and rounds without a sheet.

use std::fs;

use super::run::{NEW, bad, furlong, good, write};

#[test]
fn a_round_without_any_sheet_or_before_its_deadline_needs_a_word_where_nobody_can_be_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    let before = fs::read(folder.join("postal.json")).expect("a game");
    let (error, code) = bad(folder, &["adjudicate"]);
    let words = "error: the orders of Ann (A), Bob (B), Cleo (C) and Dan (D) are missing. Nothing is adjudicated; `--yes` plays the default moves\n";
    assert_eq!((error.as_str(), code), (words, 1));
    assert_eq!(fs::read(folder.join("postal.json")).expect("a game"), before);
    // A script that has sheets after the deadline has decided.
    write(folder, "round-1/a.txt", "player A\nround 1\nfirst: to 5\n");
    good(folder, &["deadline", "2001-12-01"]);
    assert!(good(folder, &["adjudicate"]).contains("Dan (D): MISSING"));
    good(folder, &["deadline", "2999-12-01"]);
    write(folder, "round-2/a.txt", "player A\nround 2\nfirst: forward 2\n");
    assert!(bad(folder, &["adjudicate"]).0.contains("The deadline is 2999-12-01 23:59 UTC."));
    assert!(good(folder, &["adjudicate", "--yes"]).contains("round 2"));
}

#[test]
fn two_games_in_one_folder_keep_their_own_sheets_and_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    good(folder, &["new", "--names", "Eve,Flo", "--seed", "7", "--first", "1", "--game", "spring.json"]);
    let pages = [good(folder, &["pages"]), good(folder, &["pages", "--game", "spring.json"])];
    assert!(pages[0].starts_with("pages-1/") && pages[1].starts_with("spring-pages-1/"), "{pages:?}");
    assert!(fs::read_to_string(folder.join("pages-1/A.txt")).expect("a page").contains("Ann (A)"));
    write(folder, "round-1/a.txt", "player A\nround 1\nfirst: to 5\n");
    good(folder, &["orders", "--bot", "--game", "spring.json"]);
    assert!(folder.join("spring-round-1/B.txt").exists());
    assert!(!good(folder, &["status", "--game", "spring.json"]).contains("MISSING"));
    assert_eq!(good(folder, &["status"]).matches("MISSING").count(), 3);
}

#[test]
fn the_folder_of_a_correction_is_that_of_the_next_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    write(folder, "round-1/a.txt", "player A\nround 1\nfirst: to 5\n");
    good(folder, &["adjudicate"]);
    write(folder, "better/a.txt", "player A\nround 1\nfirst: to 8\n");
    assert!(good(folder, &["adjudicate", "--again", "1", "better"]).contains("`to 8`"));
    write(folder, "better/b.txt", "player B\nround 1\nfirst: to 7\n");
    let again = furlong(folder, &["adjudicate", "--again", "1"]);
    let (report, notes) = (String::from_utf8_lossy(&again.stdout), String::from_utf8_lossy(&again.stderr));
    assert!(report.contains("`to 8`") && report.contains("`to 7`"), "{report}");
    assert!(notes.contains("Using the sheets of better again."), "{notes}");
    // The usual folder has to be named from now on, and is usual again then.
    assert!(good(folder, &["adjudicate", "--again", "1", "round-1"]).contains("`to 5`"));
    let again = furlong(folder, &["adjudicate", "--again", "1"]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("`to 5`"));
    assert_eq!(again.stderr, b"Earlier sheets still count: b.txt.\n");
}

#[cfg(unix)]
#[test]
fn a_link_is_read_only_within_its_folder() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    write(folder, "secret.txt", "player A\nround 1\nfirst: to 5\n");
    write(folder, "round-1/b.txt", "player B\nround 1\nfirst: to 7\n");
    symlink("../secret.txt", folder.join("round-1/a.txt")).expect("a link");
    symlink("b.txt", folder.join("round-1/b-2.txt")).expect("a link");
    symlink("nothing", folder.join("round-1/c.txt")).expect("a link");
    let status = good(folder, &["status"]);
    for part in [
        "Ann, orders MISSING",
        "Bob, orders received",
        "Not used: a.txt: a link to another folder is not read",
        "Not used: b.txt: b-2.txt takes its place",
        "Not used: c.txt: cannot be read",
    ] {
        assert!(status.contains(part), "{part} in: {status}");
    }
}

#[test]
fn a_saved_mail_is_checked_as_it_came_and_copies_of_editors_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    good(folder, &[&NEW[..], &["--first", "1"]].concat());
    let picture = "QUJD".repeat(8_000);
    let mail = format!(
        "From: Ann <a@example.org>\nDate: Wed, 25 Nov 2026 10:00:00 +0100\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=iso-8859-1\n\
         Content-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe,\n\nplayer A\nround 1\nfirst: if B on 7: to 5;=\n to 8\n\n\
         --x\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n{picture}\n--x--\n"
    );
    write(folder, "round-1/ann.eml", &mail);
    write(folder, "round-1/bob.txt", "player B\nround 1\nfirst: to 7\n");
    write(folder, "round-1/bob.txt~", "player B\nround 1\nfirst: fly\n");
    let checked = good(folder, &["check", "round-1"]);
    for line in [
        "ann.eml: player A, round 1, lines 3 to 5: no errors\n",
        "bob.txt: player B, round 1: no errors\n",
        "bob.txt~: not used: a copy left by an editor\n",
    ] {
        assert!(checked.contains(line), "{line} in: {checked}");
    }
}
