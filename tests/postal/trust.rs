//! Dice that are promised and checked, previews without dice to come, late mails, and corrections that say what changed.

use furlong::hare_tortoise::postal::{
    DiceChecked, DiceFault, DiceNote, Next, Orders, PostalError, PostalGame, Sent,
};

use super::table::{begin, mail, seat, sent};

fn vote(player: char, round: u16) -> Sent {
    sent(
        &format!("{player}.txt"),
        &format!("player {player}\nround {round}\nvote: end\nfirst: forward 1; forward 2; forward 3\n"),
    )
}

/// A game of two rounds that ends by a vote; in the second a hare is jugged with a die entered by hand.
fn short_game() -> PostalGame {
    let mut postal = begin(0, 98_765);
    postal.promise_dice("5a17").expect("it has not begun");
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.adjudicate("ABCD".chars().map(|player| vote(player, 2)).collect(), &[]).expect("a round");
    postal
}

#[test]
fn dice_are_promised_in_the_first_report_and_opened_and_checked_at_the_end() {
    let postal = short_game();
    let promise = postal.dice_promise().expect("a promise").to_owned();
    let reports: Vec<Option<DiceNote>> =
        postal.rounds().iter().map(|kept| kept.report.dice.clone()).collect();
    let line = "spring: seed 98765, salt 5a17".to_owned();
    assert_eq!(
        reports,
        [
            Some(DiceNote::Promised { sha256: promise.clone() }),
            Some(DiceNote::Opened { sha256: promise.clone(), line })
        ]
    );
    let checked = postal.check_dice().expect("the dice are those of the seed");
    assert!(checked.drawn > 0 && checked.by_hand == 0, "{checked:?}");
    // Everybody can do the same with the public part, but only after the end.
    let public = PostalGame::from_json(&postal.public().to_json()).expect("it reads back");
    assert_eq!(public.check_dice(), Ok(checked));
    let mut open = begin(0, 98_765);
    open.promise_dice("5a17").expect("it has not begun");
    open.adjudicate(vec![], &[]).expect("a round");
    let secret = open.public();
    assert_eq!(secret.check_dice(), Err(DiceFault::Closed));
    assert!(!secret.to_json().contains("5a17") && !secret.to_json().contains("98765"));
    assert_eq!(secret.dice_promise(), Some(promise.as_str()));
    assert!(matches!(open.promise_dice("x"), Err(PostalError::Begun)));
    assert_eq!(begin(0, 5).check_dice(), Err(DiceFault::NoPromise));
    assert!(postal.replay().expect("it replays").different.is_empty());
}

#[test]
fn another_seed_another_salt_and_a_changed_die_are_found() {
    let json = short_game().public().to_json();
    let check = |json: &str| PostalGame::from_json(json).expect("it reads").check_dice();
    for (from, to) in [("98765", "98766"), ("\"5a17\"", "\"5a18\"")] {
        assert!(matches!(check(&json.replace(from, to)), Err(DiceFault::OtherHash { .. })), "{from}");
    }
    // The same line, and a game with the dice of another seed.
    let mut other = begin(0, 7);
    other.promise_dice("5a17").expect("it has not begun");
    let promise = other.dice_promise().expect("a promise").to_owned();
    let old = short_game().dice_promise().expect("a promise").to_owned();
    let forged = json.replace("98765", "7").replace(&old, &promise);
    assert!(matches!(check(&forged), Err(DiceFault::OtherOutcome { .. })), "{:?}", check(&forged));
}

#[test]
fn a_die_by_hand_is_counted_and_none_is_drawn_for_it() {
    let mut postal = begin(0, 5);
    postal.promise_dice("salt").expect("it has not begun");
    let quiet = |player: &str, square: u8| {
        sent(&format!("{player}.txt"), &format!("player {player}\nround 1\nfirst: to {square}"))
    };
    let files = vec![quiet("A", 3), quiet("B", 2), quiet("C", 5), quiet("D", 7)];
    postal.adjudicate(files, &[1]).expect("a round");
    assert_eq!(postal.check_dice(), Ok(DiceChecked { drawn: 0, by_hand: 1 }));
}

#[test]
fn a_preview_ends_at_the_first_die_that_has_not_fallen() {
    let postal = begin(0, 5);
    let files = || {
        vec![sent("a.txt", "player A\nround 1\nfirst: to 5"), sent("b.txt", "player B\nround 1\nfirst: to 3")]
    };
    let before = postal.to_json();
    let preview = postal.preview(files(), &[]).expect("a round is open");
    assert_eq!(preview.next, Next::Hare { seat: seat(1), square: 3 });
    let text = preview.document().to_text();
    assert!(
        text.contains("Bob (B) moves from Start to 3 (hare)") && text.contains("the die has not been rolled"),
        "{text}"
    );
    assert!(!text.contains("jugs the hare, lying") && !text.contains("3. Cleo"), "{text}");
    // Whatever the seed, the preview is the same.
    assert_eq!(begin(0, 6).preview(files(), &[]).expect("a round is open"), preview);
    let known = postal.preview(files(), &[1]).expect("a round is open").document().to_text();
    assert!(known.contains("Bob (B) jugs the hare, lying 2nd: a 1"), "{known}");
    assert_eq!(postal.to_json(), before);
}

#[test]
fn a_mail_after_the_deadline_is_marked_within_the_grace_and_does_not_count_behind_it() {
    // Minutes after 2026-11-25 09:00 UTC; the deadline is six days and eleven hours later.
    let from_ann = |file: &str, late: i64, square: u8| {
        let text = format!("player A\nround 1\nfirst: to {square}\n");
        mail(file, "Ann", "ann@example.org", 6 * 1440 + 11 * 60 + late, &text)
    };
    let files = || vec![from_ann("1.eml", -60, 2), from_ann("2.eml", 90, 5), from_ann("3.eml", 150, 8)];
    let mut postal = begin(0, 5);
    postal.set_zone("Europe/Berlin".parse().expect("a zone"));
    postal.set_deadline("2026-12-01 20:00".parse().expect("a moment"), 120).expect("a round is open");
    let due = postal.due_words().expect("a deadline");
    assert_eq!(due, "2026-12-01 21:00 Europe/Berlin (20:00 UTC), with a grace of 2 h");
    let report = postal.adjudicate(files(), &[]).expect("a round").clone();
    assert_eq!(report.orders[0], Orders::In { file: "2.eml".to_owned() });
    let text = report.document().to_text();
    assert!(text.contains("Ann (A): in (2.eml), 1 h 30 min late"), "{text}");
    assert!(
        text.contains("Not used: 3.eml: came 2 h 30 min after the deadline and its grace of 2 h"),
        "{text}"
    );
    assert!(postal.replay().expect("it replays").different.is_empty());
    // A correction measures by the deadline of its own round.
    let again = postal.adjudicate_again(1, files(), &[], None).expect("a round");
    assert_eq!((again.orders[0].clone(), again.late.len()), (report.orders[0].clone(), 1));
    assert!(again.document().to_text().contains("Nothing has changed."));
    let read = PostalGame::from_json(&postal.to_json()).expect("it reads back");
    assert_eq!(read.to_json(), postal.to_json());
}

#[test]
fn a_corrected_report_says_so_and_what_has_changed() {
    let mut postal = begin(0, 5);
    let file = |square: u8| sent("b.txt", &format!("player B\nround 1\nfirst: to {square}"));
    postal.adjudicate(vec![file(7)], &[]).expect("a round");
    let corrected = postal.adjudicate_again(1, vec![file(2)], &[], None).expect("a round").clone();
    let text = corrected.document().to_text().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "spring: round 1, corrected",
        "Move 2, now: Bob (B), first: `to 2` Bob (B) pays 3 carrots.",
        "Move 2, before: Bob (B), first: `to 7` Bob (B) pays 28 carrots.",
        "After the round, Bob (B) now: 2 (carrot)",
    ] {
        assert!(text.contains(part), "{part} in: {text}");
    }
    postal.adjudicate_again(1, vec![file(5)], &[], None).expect("a round");
    assert!(postal.rounds()[0].report.document().to_text().contains("Corrected for the 2nd time"));
    assert!(postal.replay().expect("it replays").different.is_empty());
}

#[test]
fn the_default_is_told_as_it_would_be_on_the_square_of_the_player() {
    let mut postal = begin(0, 5);
    assert!(
        postal
            .default_words(seat(1))
            .expect("a player")
            .starts_with("forward to the next available square. Bob (B) pays 1 carrot.")
    );
    postal.adjudicate(vec![sent("b.txt", "player B\nround 1\nfirst: to 5")], &[]).expect("a round");
    assert_eq!(
        postal.default_words(seat(1)).expect("a player"),
        "stay and draw. Bob (B) draws 10 carrots on the carrot square."
    );
    postal
        .adjudicate(vec![sent("b.txt", "player B\nround 2\nfirst: to 10\nsecond: chew")], &[])
        .expect("a round");
    let words = postal.default_words(seat(1)).expect("a player");
    assert!(!words.contains("draws 10 carrots on the carrot square"), "{words}");
}

#[test]
fn a_player_knows_its_own_sheets_and_the_press_to_it_and_nothing_of_the_others() {
    let mut postal = begin(0, 98_765);
    let own = sent("a.txt", "player Ann\nround 1\nfirst: forward 1\nround 2 on\nfirst: forward 2\n");
    let other =
        sent("b.txt", "player B\nround 1\nfirst: forward 3\npress to A: for Ann\npress to C: for Cleo\n");
    postal.adjudicate(vec![own, other], &[]).expect("a round");
    let known = postal.known_to(seat(0));
    let json = known.to_json();
    assert!(json.contains("for Ann") && json.contains("round 2 on"), "{json}");
    assert!(
        !json.contains("for Cleo") && !json.contains("forward 3\\n") && !json.contains("98765"),
        "{json}"
    );
    // The orders until further notice count in what the player is told.
    let reply =
        known.replies(vec![sent("a.txt", "player A\nround 2\nfirst: to 3")]).expect("a round is open");
    let text = reply[0].document.to_text();
    assert!(text.contains("Go to 3"), "{text}");
    let receipts = known.receipts(&known.sheets(vec![]).expect("a round is open")).expect("a round is open");
    assert!(matches!(receipts[0], Orders::Before { .. }) && matches!(receipts[1], Orders::Missing { .. }));
    assert!(known.page(seat(0)).expect("a player").to_text().contains("for Ann"));
    assert!(!postal.known_to(seat(2)).to_json().contains("for Ann"));
}
