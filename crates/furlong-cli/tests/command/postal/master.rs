//! The questions of a game master to `furlong postal`: who is missing, deadlines, absences, the log, one command at a time.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::run::{NEW, bad, furlong, good, write};
use crate::run::{finished, output, text};

/// A game in which Ann moves first.
fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    good(folder.path(), &[&NEW[..], &["--first", "1"]].concat());
    folder
}

#[test]
fn the_state_says_who_is_missing_and_how_often_and_when_orders_are_due() {
    let folder = begun();
    let folder = folder.path();
    good(folder, &["adjudicate", "--yes"]);
    write(folder, "round-2/a.txt", "player A\nround 2\nfirst: forward 2\n");
    fs::create_dir(folder.join("round-2/drafts")).expect("a folder");
    let status = good(folder, &["status"]);
    for line in [
        "  A Ann, orders received; missed 1 round so far\n",
        "  B Bob, orders MISSING; missed 1 round so far\n",
        "  Not used: drafts: cannot be read: it is a folder, not a file\n",
    ] {
        assert!(status.contains(line), "{line} in: {status}");
    }
    assert!(!status.contains("Deadline"), "{status}");
    assert!(good(folder, &["deadline", "2999-12-01", "20:00"]).contains("Deadline: 2999-12-01 20:00 UTC.\n"));
    assert!(good(folder, &["deadline", "2001-12-01"]).contains("2001-12-01 23:59 UTC, which has passed.\n"));
    assert!(bad(folder, &["deadline", "soon"]).0.contains("`soon` is not a date"));
    good(folder, &["adjudicate", "--yes"]);
    assert!(!good(folder, &["status"]).contains("Deadline"), "a deadline is that of its round");
}

#[test]
fn a_reminder_asks_those_whose_orders_are_missing() {
    let folder = begun();
    let folder = folder.path();
    good(folder, &["adjudicate", "--yes"]);
    good(folder, &["deadline", "2999-12-01", "20:00"]);
    for player in ["A", "C"] {
        let sheet = format!("player {player}\nround 2\nfirst: forward 1\n");
        write(folder, &format!("round-2/{player}.txt"), &sheet);
    }
    let reminder = good(folder, &["reminder"]);
    let asked =
        "the orders of Bob (B) for the 2nd time and Dan (D) for the 2nd time for round 2 have not arrived";
    assert!(reminder.contains("due by 2999-12-01 20:00 UTC") && reminder.contains("round 2\n"), "{reminder}");
    assert!(reminder.contains(asked), "{reminder}");
    good(folder, &["orders", "--bot"]);
    assert_eq!(good(folder, &["reminder"]), "postal: all orders for round 2 are in.\n");
}

#[test]
fn nothing_that_is_shown_before_a_round_depends_on_the_orders_that_are_in() {
    let shown = |orders: &str| {
        let folder = begun();
        let folder = folder.path();
        good(folder, &["adjudicate", "--yes"]);
        for player in ["A", "C", "D"] {
            write(folder, &format!("round-2/{player}.txt"), &format!("player {player}\nround 2\n{orders}\n"));
        }
        let mut shown = Vec::new();
        for arguments in [&["status"][..], &["check", "round-2"], &["reminder"], &["report"], &["pages"]] {
            shown.push(good(folder, arguments));
        }
        // The times at which rounds were adjudicated differ.
        let log = good(folder, &["log"]);
        shown.extend(
            log.lines().map(|line| line.split_once(" UTC").map_or(line, |(_, rest)| rest).to_owned()),
        );
        let pages = fs::read_dir(folder.join("pages-2")).expect("a folder").map(|entry| {
            let path = entry.expect("an entry").path();
            format!("{}\n{}", path.display(), fs::read_to_string(&path).expect("text"))
        });
        let within = folder.display().to_string();
        let mut pages: Vec<String> = pages.map(|page| page.replace(&within, "")).collect();
        pages.sort_unstable();
        shown.into_iter().chain(pages).collect::<Vec<_>>()
    };
    let simple = shown("first: forward 2");
    assert!(simple.len() > 8, "{simple:?}");
    assert_eq!(simple, shown("first: if B behind C: forward 3; forward 4\nagain: stay"));
}

#[test]
fn an_absent_player_is_not_missing_and_a_substitute_plays() {
    let folder = begun();
    let folder = folder.path();
    let absent = good(folder, &["absence", "--player", "D", "--rounds", "2", "--bot", "--why", "on holiday"]);
    assert!(absent.contains("D Dan, absent until round 2 (a bot plays)"), "{absent}");
    good(folder, &["absence", "--player", "C", "--rounds", "1"]);
    write(folder, "round-1/x.txt", "player A\nround 1\nfirst: to 5\n");
    assert!(good(folder, &["check", "round-1"]).ends_with("missing: B\n"));
    assert!(!good(folder, &["reminder"]).contains("Dan"));
    let first = good(folder, &["adjudicate", "--yes"]);
    for line in ["Cleo (C): absent; plays by default", "Dan (D): absent; a bot plays", "Bob (B): MISSING"] {
        assert!(first.contains(line), "{line} in: {first}");
    }
    let dan = first.split("4. Dan (D)\n").nth(1).expect("Dan moves").lines().next().expect("an order");
    assert!(dan.contains("first: `") && !dan.contains("default"), "the bot's order: {dan}");
    // A sheet that comes all the same counts, and a player may be back early.
    write(folder, "round-2/d.txt", "player D\nround 2\nfirst: forward 1\n");
    assert!(good(folder, &["preview"]).contains("Dan (D): in (d.txt)"));
    fs::remove_file(folder.join("round-2/d.txt")).expect("removed");
    good(folder, &["absence", "--player", "D", "--rounds", "0"]);
    let second = good(folder, &["adjudicate", "--yes"]);
    assert!(second.contains("Dan (D): MISSING; plays by default"), "for the first time: {second}");
    assert!(good(folder, &["replay"]).contains("2 rounds, all reports are the same."));
    let log = good(folder, &["log"]);
    let acts = [
        "The game begins under the rules `postal`.\n",
        "Dan (D) is absent in rounds 1 to 2; a bot plays. Reason: on holiday\n",
        "Cleo (C) is absent in round 1; plays by default.\n",
        "Round 1 adjudicated: in A; missing B; absent C and D.\n",
        "Dan (D) is back in round 2.\n",
        "Round 2 adjudicated: missing A, B, C and D.\n",
    ];
    assert_eq!(log.lines().count(), acts.len(), "{log}");
    for (line, act) in log.lines().zip(acts) {
        // `2026-12-01 20:00 UTC  `
        assert_eq!(line.split_at(22).1, act.trim_end(), "{log}");
    }
    good(folder, &["drop", "--player", "B"]);
    let refused = bad(folder, &["absence", "--player", "B", "--rounds", "1"]).0;
    assert_eq!(refused, "error: player B has already dropped out\n");
}

#[test]
fn the_games_under_a_folder_are_listed_at_once_and_other_files_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for name in ["autumn", "spring", "deep/winter"] {
        let game = folder.join(name);
        fs::create_dir_all(&game).expect("a folder");
        good(
            &game,
            &[&NEW[..], &["--title", name.rsplit('/').next().expect("a name"), "--first", "1"]].concat(),
        );
    }
    write(folder, "spring/round-1/a.txt", "player A\nround 1\nfirst: to 5\n");
    good(&folder.join("spring"), &["deadline", "2999-12-01"]);
    good(&folder.join("autumn"), &["adjudicate", "--yes"]);
    write(folder, "notes.json", "my diary");
    write(folder, "autumn/rules.json", "{}");
    let lines = good(folder, &["status", "--under", "."]);
    assert_eq!(
        lines,
        "./autumn/postal.json: autumn, round 2: 0 of 4 received; missing Ann (A) for the 2nd time, Bob (B) for the 2nd time, \
         Cleo (C) for the 2nd time and Dan (D) for the 2nd time\n\
         ./deep/winter/postal.json: winter, round 1: 0 of 4 received; missing Ann (A), Bob (B), Cleo (C) and Dan (D)\n\
         ./spring/postal.json: spring, round 1, deadline 2999-12-01 23:59 UTC: 1 of 4 received; missing Bob (B), Cleo (C) and \
         Dan (D)\n"
    );
    let damaged = fs::read_to_string(folder.join("autumn/postal.json")).expect("a game");
    fs::write(folder.join("autumn/postal.json"), &damaged[..damaged.len() / 2]).expect("written");
    let output = furlong(folder, &["status", "--under", "."]);
    assert!(text(&output.stderr).contains("./autumn/postal.json: not JSON, or truncated"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2, "the sound ones are listed");
    assert!(
        bad(folder, &["status", "--under", "spring/round-1"]).0.contains("there is no postal game under")
    );
}

#[test]
fn of_many_adjudications_at_the_same_moment_each_counts_once_or_says_who_was_before() {
    let folder = begun();
    let folder = folder.path();
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
        command.args(["postal", "adjudicate", "--yes"]).current_dir(folder);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().expect("the command starts")
    };
    let running: Vec<_> = (0..8).map(|_| start()).collect();
    let mut done = 0;
    for child in running {
        let output = finished(child);
        if output.status.success() {
            done += 1;
        } else {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(message.contains("postal.json is in use by "), "{message}");
        }
    }
    assert!(done > 0);
    let log = good(folder, &["log"]);
    assert_eq!(log.lines().filter(|line| line.contains("adjudicated")).count(), done, "{log}");
    let replayed = good(folder, &["replay"]);
    assert_eq!(replayed.lines().count(), done + 1, "{replayed}");
    assert_eq!(left_beside(folder), Vec::<String>::new());
}

/// The files beside the game.
fn left_beside(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).filter(|name| name != "postal.json").collect()
}

#[cfg(unix)]
#[test]
fn a_full_disk_and_a_crash_in_the_middle_lose_nothing() {
    let folder = begun();
    let folder = folder.path();
    let before = fs::read(folder.join("postal.json")).expect("a game");
    // The system lets no file grow beyond some blocks: with an error, as on a full disk, or by ending the process.
    let adjudicate = |trap: &str| {
        let script = format!("{trap}ulimit -f 2; exec \"$0\" postal adjudicate --yes");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_furlong")]).current_dir(folder);
        output(&mut command)
    };
    let full = adjudicate("trap '' XFSZ; ");
    let message = String::from_utf8_lossy(&full.stderr).into_owned();
    assert!(
        message.starts_with("error: cannot write postal.json: ") && message.lines().count() == 1,
        "{message}"
    );
    assert!(full.stdout.is_empty(), "no report of a round that was not kept");
    assert_eq!(left_beside(folder), Vec::<String>::new());
    let crashed = adjudicate("");
    assert_eq!(crashed.status.code(), None, "ended by a signal");
    assert_eq!(fs::read(folder.join("postal.json")).expect("a game"), before);
    assert!(
        good(folder, &["adjudicate", "--yes"]).contains("round 1"),
        "the lock of the dead process is free"
    );
    assert!(good(folder, &["replay"]).contains("1 round, all reports"));
}

#[test]
fn a_deadline_stands_in_the_zone_of_the_game_and_a_reminder_tells_the_defaults() {
    let folder = begun();
    let folder = folder.path();
    let set = good(folder, &["deadline", "2999-12-01", "20:00", "--zone", "Europe/Berlin", "--grace", "12"]);
    let due = "2999-12-01 20:00 Europe/Berlin (19:00 UTC), with a grace of 12 h";
    assert!(set.contains(&format!("Deadline: {due}.\n")), "{set}");
    let reminder = good(folder, &["reminder"]);
    assert!(reminder.contains(&format!("They are due by {due}.")), "{reminder}");
    assert!(
        reminder.contains("Ann (A): forward to the next available square. Ann (A) pays 1 carrot."),
        "{reminder}"
    );
    assert!(bad(folder, &["deadline", "2026-03-29", "02:30"]).0.contains("does not exist in Europe/Berlin"));
    assert_eq!(bad(folder, &["deadline", "2026-12-01", "--zone", "Nowhere"]).1, 2);
}

#[test]
fn dice_are_promised_before_the_first_round_and_checked_by_a_command() {
    let folder = begun();
    let folder = folder.path();
    let promise = good(folder, &["dice"]);
    assert_eq!(promise.trim().len(), 64);
    assert!(good(folder, &["pages"]).contains("public.json"));
    let secret = bad(folder, &["dice", "--check", "--game", "pages-1/public.json"]);
    assert_eq!(
        secret,
        ("error: pages-1/public.json: the dice are revealed when the game is over\n".to_owned(), 1)
    );
    let preview = good(folder, &["preview"]);
    assert!(preview.contains("the die has not been rolled"), "{preview}");
    assert!(!good(folder, &["preview", "--spoil"]).contains("the die has not been rolled"));
    for player in ["A", "B", "C", "D"] {
        write(folder, &format!("round-1/{player}.txt"), &format!("player {player}\nround 1\nvote: end\n"));
    }
    let report = good(folder, &["adjudicate", "--yes"]);
    let flat = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&format!("whose SHA-256 {} was promised", promise.trim())), "{report}");
    assert!(good(folder, &["dice", "--check"]).contains("from the committed seed."));
    good(folder, &["pages"]);
    assert!(good(folder, &["dice", "--check", "--game", "pages-end/public.json"]).contains("committed"));
    assert!(good(folder, &["status"]).contains("The race is over. 1st: "));
    assert!(good(folder, &["status", "--under", "."]).contains("over: 1st: "));
}
