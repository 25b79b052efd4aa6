//! The sheet that counts among several, and the players to whom sheets and names belong.

use furlong::hare_tortoise::postal::{Orders, PostalError, PostalGame, Report, Sent};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise};
use furlong::{RaceGame, ruleset};

use super::table::{begin, seat, sent};

fn counting(report: &Report, player: usize) -> &str {
    match &report.orders[player] {
        Orders::In { file } => file,
        other => panic!("{other:?}"),
    }
}

fn orders(player: char, square: u8) -> String {
    format!("player {player}\nround 1\nfirst: to {square}\n")
}

fn mail(file: &str, from: &str, date: &str, text: &str) -> Sent {
    sent(file, &format!("From: {from} <x@example.org>\nDate: {date}\nSubject: orders\n\n{text}"))
}

#[test]
fn the_last_name_is_the_one_that_people_count_last() {
    for (older, newer) in [
        ("ann.txt", "ann (1).txt"),
        ("ann-9.txt", "ann-10.txt"),
        ("ann.txt", "ann-2.txt"),
        ("06-ann.txt", "06-ann-corr.txt"),
        ("Ann.txt", "ann2.txt"),
    ] {
        let files = vec![sent(newer, &orders('A', 8)), sent(older, &orders('A', 5))];
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(files, &[]).expect("a round");
        assert_eq!(counting(report, 0), newer);
        assert_eq!(report.not_used[0].file, older);
        assert_eq!(report.not_used[0].reason, format!("{newer} takes its place"));
    }
}

#[test]
fn of_mails_with_a_date_the_latest_counts_whatever_its_name() {
    let early = mail("z.eml", "Ann", "Wed, 25 Nov 2026 10:00:00 +0100", &orders('A', 5));
    let late = mail("a.eml", "Ann", "Wed, 25 Nov 2026 09:30:00 +0000", &orders('A', 8));
    let mut postal = begin(0, 5);
    let report = postal.adjudicate(vec![early.clone(), late.clone()], &[]).expect("a round");
    assert_eq!(counting(report, 0), "a.eml");
    assert_eq!(report.not_used[0].reason, "a.eml takes its place, sent later: 2026-11-25 09:30 UTC");
    assert_eq!(PostalGame::from_json(&postal.to_json()).expect("it reads back").to_json(), postal.to_json());
    assert!(postal.replay().expect("it replays").different.is_empty());
    // A file without a date can only be compared by name.
    let files = vec![early, late, sent("m.txt", &orders('A', 2))];
    assert_eq!(counting(begin(0, 5).adjudicate(files, &[]).expect("a round"), 0), "z.eml");
}

#[test]
fn a_copy_of_an_editor_never_counts_and_is_named() {
    for backup in ["ann.txt~", "ann.txt.bak", "b.swp", "#ann.txt#"] {
        let files = vec![sent("ann.txt", &orders('A', 5)), sent(backup, &orders('A', 8))];
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(files, &[]).expect("a round");
        assert_eq!(counting(report, 0), "ann.txt");
        let not_used = &report.not_used[0];
        assert_eq!(
            (not_used.file.as_str(), not_used.reason.as_str()),
            (backup, "a copy that an editor has left")
        );
    }
}

#[test]
fn only_the_own_sheet_of_a_sender_counts() {
    let bob = orders('B', 7);
    let quoted = format!("I do the same!\n\nOn Tuesday Bob wrote:\n> {}", bob.trim().replace('\n', "\n> "));
    let below = format!("I do the same!\n\n-----Original Message-----\nFrom: Bob\n\n{bob}");
    let cases = [
        (sent("ann.txt", &quoted), "line 6, column 3: this order is quoted"),
        (sent("ann.txt", &below), "in an older mail, which begins in line 3"),
        (
            mail("ann.eml", "Ann Lee", "Wed, 25 Nov 2026 10:00:00 +0100", &bob),
            "a sheet of player B in a mail of player A",
        ),
    ];
    for (file, reason) in cases {
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(vec![file], &[]).expect("a round");
        assert_eq!(report.orders[1], Orders::Missing { times: 1 });
        assert!(report.not_used[0].reason.contains(reason), "{reason}: {:?}", report.not_used);
    }
    let own = mail("bob.eml", "Bob Miller", "Wed, 25 Nov 2026 10:00:00 +0100", &bob);
    let other = mail("x.eml", "The Office", "Wed, 25 Nov 2026 10:00:00 +0100", &orders('A', 5));
    let mut postal = begin(0, 5);
    let report = postal.adjudicate(vec![own, other], &[]).expect("a round");
    assert_eq!((counting(report, 0), counting(report, 1)), ("x.eml", "bob.eml"));
}

#[test]
fn a_name_that_reads_as_another_player_is_refused() {
    let begun = |names: &[&str]| {
        let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
        let mut setup = game.setup(names.len() as u8);
        setup.first = Some(FirstPlayer::Given(seat(0)));
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        PostalGame::new("spring", &game, &setup, &names, 1)
    };
    for (names, refused, reason) in [
        (&["B", "A", "C"][..], "`B` cannot be the name of player A", "`B` is the letter of another seat"),
        (&["C Smith", "Bob", "Dan"], "`C Smith` cannot be", "`C` is the letter of another seat"),
        (&["Ann", "ann"], "`Ann` cannot be", "another player has this name"),
        (&["Ann Lee", "*Ann*  lee"], "`Ann Lee` cannot be", "another player has this name"),
        (&["Ann", "Me"], "`Me` cannot be", "`me` is the writer of a sheet"),
        (&["I", "Bob"], "`I` cannot be", "`i` is the writer of a sheet"),
    ] {
        let error = begun(names).expect_err(refused).to_string();
        assert!(error.starts_with(refused) && error.ends_with(reason), "{error}");
    }
    for names in [&["A", "B"][..], &["A Smith", "Bob"], &["Ann", "Ann Lee"], &["Bo", "Cy"]] {
        assert!(begun(names).is_ok(), "{names:?}");
    }
    let mut postal = begin(0, 5);
    let before = postal.to_json();
    for name in ["B", "bob", "C. Jones"] {
        assert!(matches!(postal.replace(seat(0), name), Err(PostalError::Misread { .. })), "{name}");
    }
    assert_eq!(postal.to_json(), before);
    postal.replace(seat(0), "Eve").expect("a name of her own");
}
