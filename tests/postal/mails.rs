//! Mails as they come: mailboxes with the mails of all rounds, and addresses that belong to players.

use furlong::hare_tortoise::postal::{Orders, PostalError, PostalGame, Sent};

use super::table::{begin, seat, sent};

fn mail(from: &str, minute: u8, text: &str) -> String {
    format!(
        "From x Wed Nov 25 10:00:00 2026\nFrom: {from}\nDate: Wed, 25 Nov 2026 10:{minute:02}:00 +0000\nSubject: orders\n\n{text}\n\n"
    )
}

fn mailbox(mails: &[String]) -> Vec<Sent> {
    Sent::all("in.mbox", mails.concat().as_bytes())
}

#[test]
fn a_mailbox_serves_round_after_round_and_only_what_is_new_or_kept_counts() {
    let mut postal = begin(0, 5);
    let mut mails = vec![
        mail("Ann <ann@example.org>", 1, "player A\nround 1\nfirst: to 5"),
        mail("Bob <bob@example.org>", 2, "Hello Zoe, when is it due?"),
        mail("Bob <bob@example.org>", 3, "player B\nround 1\nfirst: to 8\nround 2\nfirst: forward 4"),
        mail("Ann <ann@example.org>", 4, "player A\nround 1\nfirst: to 7"),
    ];
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert_eq!(report.orders[0], Orders::In { file: "mail 2026-11-25 10.04.eml".to_owned() });
    assert_eq!(report.not_used.len(), 1, "a letter is no sheet: {:?}", report.not_used);
    assert!(report.not_used[0].reason.contains("sent later: 2026-11-25 10:04 UTC"));
    // A sheet for the round that is over comes late, and is told once.
    mails.push(mail("Cleo <cleo@example.org>", 5, "player C\nround 1\nfirst: to 2"));
    mails.push(mail("Dan <dan@example.org>", 6, "player D\nround 2\nfirst: forward 4"));
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert!(matches!(&report.orders[1], Orders::Before { round: 1, .. }), "{:?}", report.orders);
    assert!(matches!(&report.orders[3], Orders::In { .. }));
    assert_eq!(report.not_used.len(), 1, "{:?}", report.not_used);
    assert!(report.not_used[0].reason.contains("orders for round 1, but the open round is 2"));
    let report = postal.adjudicate(mailbox(&mails), &[]).expect("a round").clone();
    assert_eq!((report.not_used.len(), &report.orders[3]), (0, &Orders::Missing { times: 2 }));
    // A correction of the first round takes nothing from the mails of later ones.
    let again = postal.adjudicate_again(1, mailbox(&mails), &[], None).expect("a round");
    assert_eq!(again.not_used.len(), 1, "{:?}", again.not_used);
    assert!(postal.replay().expect("it replays").different.is_empty());
}

#[test]
fn an_address_that_is_known_decides_for_whom_a_mail_speaks() {
    let eml = |file: &str, from: &str| sent(file, &mail(from, 1, "player A\nround 1\nfirst: to 5"));
    let reason = |postal: &PostalGame, file: Sent| {
        postal.sheets(vec![file]).expect("a round is open").not_used.first().map(|part| part.reason.clone())
    };
    let mut postal = begin(0, 5);
    let first = eml("a.eml", "Zoe's office <Ann@Example.org>");
    let sheets = postal.sheets(vec![first.clone()]).expect("a round is open");
    let strangers = postal.strangers(&sheets, std::slice::from_ref(&first)).expect("a round is open");
    assert_eq!(strangers, [(seat(0), "ann@example.org".to_owned())], "the master has to say");
    postal.add_address(seat(0), " Ann@example.org ").expect("an address");
    assert!(postal.strangers(&sheets, std::slice::from_ref(&first)).expect("a round is open").is_empty());
    assert_eq!(reason(&postal, first.clone()), None);
    let foreign = reason(&postal, eml("a.eml", "Ann <ann@elsewhere.org>")).expect("it does not count");
    assert!(foreign.contains("from an address that is not known as that of player A"), "{foreign}");
    assert!(!foreign.contains("elsewhere"), "reports go to all: {foreign}");
    postal.add_address(seat(1), "bob@example.org").expect("an address");
    // Whatever name a mail claims.
    let forged = reason(&postal, eml("a.eml", "Ann <bob@example.org>")).expect("it does not count");
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
