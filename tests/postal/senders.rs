//! The sheet that counts among several, and the players to whom sheets and names belong.

use furlong::hare_tortoise::postal::{Orders, PostalError, PostalGame, Report};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise};
use furlong::{RaceGame, ruleset};

use super::table::{begin, mail, seat, sent};

fn counting(report: &Report, player: usize) -> &str {
    match &report.orders[player] {
        Orders::In { file } => file,
        other => panic!("{other:?}"),
    }
}

fn orders(player: char, square: u8) -> String {
    format!("player {player}\nround 1\nfirst: to {square}\n")
}

#[test]
fn of_several_files_the_last_one_given_counts_whatever_its_name() {
    for (older, newer) in [("ann (1).txt", "ann.txt"), ("z.txt", "a.txt")] {
        let files = vec![sent(older, &orders('A', 5)), sent(newer, &orders('A', 8))];
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(files, &[]).expect("a round");
        assert_eq!(counting(report, 0), newer);
        assert_eq!(report.not_used[0].file, older);
        assert_eq!(report.not_used[0].reason, format!("{newer} takes its place"));
    }
}

#[test]
fn of_mails_the_one_received_last_counts_whatever_its_sender_says() {
    let from_ann = |file: &str, minute: i64, square: u8| {
        mail(file, "Ann", "x@example.org", minute, &orders('A', square))
    };
    // The clock of the sender of the first one is years ahead.
    let mut early = from_ann("z.eml", 0, 5);
    early.mail.as_mut().expect("a mail").date = Some(4_000_000_000);
    let late = from_ann("a.eml", 30, 8);
    for files in [vec![early.clone(), late.clone()], vec![late.clone(), early.clone()]] {
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(files, &[]).expect("a round");
        assert_eq!(counting(report, 0), "a.eml");
        assert_eq!(report.not_used[0].reason, "a.eml takes its place, received later: 2026-11-25 09:30 UTC");
        assert_eq!(
            PostalGame::from_json(&postal.to_json()).expect("it reads back").to_json(),
            postal.to_json()
        );
        assert!(postal.replay().expect("it replays").different.is_empty());
    }
    // A mail that no server has received can only be compared by its place, and then all are.
    early.mail.as_mut().expect("a mail").received = None;
    for (files, last) in [(vec![early.clone(), late.clone()], "a.eml"), (vec![late, early], "z.eml")] {
        assert_eq!(counting(begin(0, 5).adjudicate(files, &[]).expect("a round"), 0), last);
    }
}

#[test]
fn a_mail_from_nobody_knows_where_takes_no_seat_from_somebody_else() {
    let zoe = mail("zoe.eml", "Ann", "ann@example.org", 0, &orders('A', 5));
    let stranger = mail("x.eml", "Eve", "eve@example.org", 9, &orders('A', 8));
    // While both are unknown neither counts, and the master has to say.
    let both = begin(0, 5).sheets(vec![zoe.clone(), stranger.clone()]).expect("a round is open");
    assert!(both.counting.is_empty());
    let addresses = ["ann@example.org", "eve@example.org"].map(|address| (seat(0), address.to_owned()));
    assert_eq!(both.strangers, addresses);
    // A file that the master has made, and a known address, count alone.
    let with_file = begin(0, 5)
        .sheets(vec![sent("ann.txt", &orders('A', 3)), stranger.clone()])
        .expect("a round is open");
    assert_eq!((with_file.counting[0].0.as_str(), with_file.strangers.len()), ("ann.txt", 0));
    assert_eq!(
        with_file.not_used[0].reason,
        "from an unknown address, and somebody else writes for player A too"
    );
    let mut postal = begin(0, 5);
    postal.add_address(seat(0), "ann@example.org").expect("an address");
    let known = postal.sheets(vec![zoe.clone(), stranger.clone()]).expect("a round is open");
    assert_eq!((known.counting[0].0.as_str(), known.strangers.len()), ("zoe.eml", 0));
    // Whoever writes in that name does not get the orders as an answer.
    for (postal, own) in [(begin(0, 5), sent("ann.txt", &orders('A', 3))), (postal, zoe)] {
        let replies = postal.replies(vec![own, stranger.clone()]).expect("a round is open");
        let to_stranger = replies.iter().find(|reply| reply.to.as_ref().is_some_and(|to| to.contains("eve")));
        let text = to_stranger.expect("an answer").document.to_text();
        assert!(text.contains("no orders could be read") && !text.contains("Go to"), "{text}");
    }
}

#[test]
fn a_copy_of_an_editor_never_counts_and_is_named() {
    for backup in ["ann.txt~", "ann.txt.bak", "b.swp", "#ann.txt#"] {
        let files = vec![sent("ann.txt", &orders('A', 5)), sent(backup, &orders('A', 8))];
        let mut postal = begin(0, 5);
        let report = postal.adjudicate(files, &[]).expect("a round");
        assert_eq!(counting(report, 0), "ann.txt");
        let not_used = &report.not_used[0];
        assert_eq!((not_used.file.as_str(), not_used.reason.as_str()), (backup, "a copy left by an editor"));
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
        (mail("ann.eml", "Ann Lee", "x@example.org", 0, &bob), "a sheet of player B in a mail of player A"),
    ];
    for (file, reason) in cases {
        let mut postal = begin(0, 5);
        let not_used = postal.sheets(vec![file.clone()]).expect("a round is open").not_used;
        assert!(not_used[0].whole_reason().contains(reason), "{reason}: {not_used:?}");
        let report = postal.adjudicate(vec![file], &[]).expect("a round");
        assert_eq!(report.orders[1], Orders::Missing { times: 1 });
        assert_eq!(report.not_used[0].reason, "it has 1 fault", "a report goes to all");
    }
    let own = mail("bob.eml", "Bob Miller", "x@example.org", 0, &bob);
    let other = mail("x.eml", "The Office", "x@example.org", 0, &orders('A', 5));
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
        (&["Ann", "Me"], "`Me` cannot be", "`me` means the writer of a sheet"),
        (&["I", "Bob"], "`I` cannot be", "`i` means the writer of a sheet"),
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
