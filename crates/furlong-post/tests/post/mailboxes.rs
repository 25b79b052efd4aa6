//! Mailboxes with the e-mails of all rounds, and addresses that belong to players.

use furlong::hare_tortoise::postal::{Orders, PostalError, PostalGame, Sent};

use super::table::{begin, one, seat};

fn mail(from: &str, minute: u8, text: &str) -> String {
    format!(
        "From x Wed Nov 25 10:00:00 2026\nFrom: {from}\nDate: Wed, 25 Nov 2026 10:{minute:02}:00 +0000\nSubject: orders\n\n{text}\n\n"
    )
}

fn mailbox(mails: &[String]) -> Vec<Sent> {
    furlong_post::read("in.mbox", mails.concat().as_bytes())
}

fn four() -> PostalGame {
    begin(&["Ann", "Bob", "Cleo", "Dan"])
}

#[test]
fn a_mailbox_serves_round_after_round_and_only_what_is_new_or_kept_counts() {
    let mut postal = four();
    let mut mails = vec![
        mail("Ann <ann@example.org>", 1, "player A\nround 1\nfirst: to 5"),
        mail("Bob <bob@example.org>", 2, "Hello Zoe, when is it due?"),
        mail("Bob <bob@example.org>", 3, "player B\nround 1\nfirst: to 8\nround 2\nfirst: forward 4"),
        mail("Ann <ann@example.org>", 4, "player A\nround 1\nfirst: to 7"),
    ];
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert_eq!(report.orders[0], Orders::In { file: "Ann 2026-11-25 10.04.eml".to_owned() });
    assert_eq!(report.not_used.len(), 1, "a letter is no sheet: {:?}", report.not_used);
    assert_eq!(report.not_used[0].reason, "Ann 2026-11-25 10.04.eml takes its place");
    // A sheet for the round that is over comes late, and is told once.
    mails.push(mail("Cleo <cleo@example.org>", 5, "player C\nround 1\nfirst: to 2"));
    mails.push(mail("Dan <dan@example.org>", 6, "player D\nround 2\nfirst: forward 4"));
    let told = postal.sheets(mailbox(&mails)).expect("a round is open").not_used;
    assert!(told[0].whole_reason().contains("orders for round 1, but the open round is 2"), "{told:?}");
    assert_eq!(told[0].named(), "Cleo 2026-11-25 10.05.eml (from Cleo <cleo@example.org>: orders)");
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert!(matches!(&report.orders[1], Orders::Before { round: 1, .. }), "{:?}", report.orders);
    assert!(matches!(&report.orders[3], Orders::In { .. }));
    assert_eq!(report.not_used.len(), 1, "{:?}", report.not_used);
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert_eq!((report.not_used.len(), &report.orders[3]), (0, &Orders::Missing { times: 2 }));
    // A correction of the first round takes nothing from the e-mails of later ones.
    let again = postal.adjudicate_again(1, mailbox(&mails), &[], None).expect("a round");
    assert_eq!(again.not_used.len(), 1, "{:?}", again.not_used);
    assert!(postal.replay().expect("it replays").different.is_empty());
}

#[test]
fn of_two_mails_in_a_mailbox_the_later_one_counts_whatever_the_clocks_of_their_senders_say() {
    let ann = |minute: u8, square: u8| {
        mail("Ann <ann@example.org>", minute, &format!("player A\nround 1\nfirst: to {square}"))
    };
    let received = |mail: String, minute: u8| {
        mail.replacen(
            "From: ",
            &format!("Received: from a by b; Wed, 25 Nov 2026 11:{minute:02}:00 +0000\nFrom: "),
            1,
        )
    };
    let counts = |mails: &[String]| {
        let sheets = four().sheets(mailbox(mails)).expect("a round is open");
        sheets.counting[0].1.to_string()
    };
    let in_place = counts(&[ann(59, 5), ann(1, 8)]);
    assert!(in_place.contains("to 8"), "the position decides: {in_place}");
    let by_arrival = counts(&[received(ann(1, 8), 9), received(ann(59, 5), 3)]);
    assert!(by_arrival.contains("to 8"), "the last server decides: {by_arrival}");
}

#[test]
fn an_address_that_is_known_decides_for_whom_a_mail_speaks() {
    let eml = |file: &str, from: &str| one(file, &mail(from, 1, "player A\nround 1\nfirst: to 5"));
    let reason = |postal: &PostalGame, file: Sent| {
        let not_used = postal.sheets(vec![file]).expect("a round is open").not_used;
        not_used.first().map(|part| (part.whole_reason().to_owned(), part.reason.clone()))
    };
    let mut postal = four();
    let first = eml("a.eml", "Zoe's office <Ann@Example.org>");
    let strangers =
        |postal: &PostalGame| postal.sheets(vec![first.clone()]).expect("a round is open").strangers;
    assert_eq!(strangers(&postal), [(seat(0), "ann@example.org".to_owned())], "the master has to say");
    postal.add_address(seat(0), " Ann@example.org ").expect("an address");
    assert!(strangers(&postal).is_empty());
    assert_eq!(reason(&postal, first.clone()), None);
    let (foreign, public) =
        reason(&postal, eml("a.eml", "Ann <ann@elsewhere.org>")).expect("it does not count");
    assert!(foreign.contains("from an address that is not registered for player A"), "{foreign}");
    assert!(!public.contains("elsewhere"), "reports go to all: {public}");
    postal.add_address(seat(1), "bob@example.org").expect("an address");
    // Whatever name a mail claims.
    let (forged, _) = reason(&postal, eml("a.eml", "Ann <bob@example.org>")).expect("it does not count");
    assert!(forged.contains("a sheet of player A in a mail of player B"), "{forged}");
    assert!(matches!(postal.add_address(seat(1), "ann@example.org"), Err(PostalError::AddressTaken { .. })));
    for none in ["", "ann", "@", "a@", "a@b@c", "a\u{1b}@b"] {
        assert!(matches!(postal.add_address(seat(1), none), Err(PostalError::NoAddress(_))), "{none:?}");
    }
    assert!(!postal.public().to_json().contains("example.org"));
    postal.adjudicate(vec![first], &[]).expect("a round");
    postal.remove_address(seat(0), "ann@example.org").expect("an address");
    assert!(postal.remove_address(seat(0), "ann@example.org").is_err());
    // Rounds before keep the addresses of their time.
    assert!(postal.replay().expect("it replays").different.is_empty());
    assert_eq!(PostalGame::from_json(&postal.to_json()).expect("it reads back").to_json(), postal.to_json());
}
