//! Corrections that reach through later rounds, sheets that are withdrawn or replaced, and parts that are not used.

use furlong::hare_tortoise::postal::{NotUsed, Orders, PostalError, PostalGame, Sent, Sheets, Substitute};

use super::table::{begin, seat, sent};

fn sheet(file: &str, player: &str, round: u16, first: &str) -> Sent {
    sent(file, &format!("player {player}\nround {round}\nfirst: {first}"))
}

#[test]
fn a_corrected_round_and_the_rounds_after_it_belong_to_the_players_of_that_time() {
    let mut postal = begin(0, 5);
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.replace(seat(1), "Eve").expect("a player");
    postal.adjudicate(vec![], &[]).expect("a round");
    let again = postal.adjudicate_again(1, vec![sheet("c.txt", "C", 1, "to 2")], &[], None);
    assert_eq!(again.expect("a round").names[1], "Bob (B)");
    let second = postal.adjudicate(vec![], &[]).expect("a round");
    assert_eq!((second.names[1].as_str(), &second.orders[1]), ("Bob (B)", &Orders::Missing { times: 2 }));
    let third = postal.adjudicate(vec![], &[]).expect("a round");
    assert_eq!((third.names[1].as_str(), &third.orders[1]), ("Eve (B)", &Orders::Missing { times: 1 }));
    assert_eq!(postal.replay().expect("it replays").different, Vec::<u16>::new());
}

#[test]
fn a_player_who_drops_out_has_dropped_out_in_a_round_that_is_adjudicated_again() {
    let mut postal = begin(0, 5);
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.drop_out(seat(3)).expect("a player");
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.replace(seat(3), "Eve").expect("a player");
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.adjudicate_again(1, vec![], &[], None).expect("a round");
    let orders: Vec<Orders> =
        (0..2).map(|_| postal.adjudicate(vec![], &[]).expect("a round").orders[3].clone()).collect();
    assert_eq!(orders, [Orders::DroppedOut, Orders::Missing { times: 1 }]);
    assert_eq!(postal.replay().expect("it replays").different, Vec::<u16>::new());
}

#[test]
fn a_round_that_is_open_again_keeps_its_sheets_and_its_dice() {
    let mut postal = begin(0, 5);
    postal.adjudicate(vec![], &[]).expect("a round");
    let sheets = vec![sheet("b.txt", "B", 2, "to 4"), sheet("c.txt", "C", 2, "forward 2")];
    postal.adjudicate(sheets, &[]).expect("a round");
    postal.adjudicate(vec![], &[]).expect("a round");
    postal.adjudicate_again(1, vec![sheet("d.txt", "D", 1, "to 2")], &[], None).expect("a round");
    // Nothing new comes, and one file that takes the place of an old one.
    let report = postal.adjudicate(vec![sheet("c.txt", "C", 2, "forward 3")], &[]).expect("a round").clone();
    assert_eq!(report.orders[1], Orders::In { file: "b.txt".to_owned() });
    assert_eq!(report.orders[2], Orders::In { file: "c.txt".to_owned() });
    let new = sheet("c.txt", "C", 2, "forward 3");
    assert!(
        postal.rounds()[1].sent.iter().any(|sent| (&sent.file, &sent.content) == (&new.file, &new.content))
    );
    assert_eq!(postal.adjudicate_reopened().expect("a round").map(|report| report.round), Some(3));
    assert!(postal.adjudicate_reopened().expect("nothing is kept").is_none());
    assert_eq!(postal.open_round().expect("a round is open"), 4);
}

#[test]
fn who_has_sent_orders_is_known_before_a_round_is_adjudicated() {
    let files = |sheets: &Sheets| sheets.counting.iter().map(|(file, _)| file.clone()).collect::<Vec<_>>();
    let mut postal = begin(0, 5);
    postal.announce_absence(seat(3), 1, Substitute::Bot).expect("a player");
    let sent = || vec![sheet("a.txt", "A", 1, "to 5"), sheet("b.txt", "B", 1, "leap")];
    let sheets = postal.sheets(sent()).expect("a round is open");
    let receipts = postal.receipts(&sheets).expect("a round is open");
    let in_time = Orders::In { file: "a.txt".to_owned() };
    let missing = Orders::Missing { times: 1 };
    assert_eq!(receipts, [in_time, missing.clone(), missing, Orders::Absent { plays: Substitute::Bot }]);
    let report = postal.adjudicate(sent(), &[]).expect("a round").clone();
    let reasons = |parts: &[NotUsed]| parts.iter().map(|part| part.reason.clone()).collect::<Vec<_>>();
    assert_eq!((report.orders, reasons(&report.not_used)), (receipts, reasons(&sheets.not_used)));
    assert_eq!(files(&sheets), ["a.txt"]);
    assert_eq!(sheets.not_used[0].file, "b.txt");
    // A round that a correction opens again still has its sheets.
    postal.adjudicate(vec![sheet("b.txt", "B", 2, "to 4")], &[]).expect("a round");
    postal.adjudicate_again(1, vec![], &[], None).expect("a round");
    let sheets = postal.sheets(vec![sheet("c.txt", "C", 2, "forward 2")]).expect("a round is open");
    assert_eq!(files(&sheets), ["b.txt", "c.txt"]);
}

#[test]
fn a_sheet_is_withdrawn_from_a_round_that_is_adjudicated_again() {
    let mut postal = begin(0, 5);
    let both = vec![sheet("bob.txt", "B", 1, "to 5"), sheet("bob2.txt", "B", 1, "to 7")];
    postal.adjudicate(both, &[]).expect("a round");
    let new = || vec![sheet("bob.txt", "B", 1, "to 4")];
    let kept = postal.adjudicate_again(1, new(), &[], None).expect("a round");
    assert_eq!(kept.orders[1], Orders::In { file: "bob.txt".to_owned() }, "a correction wins");
    let before = postal.to_json();
    let error = postal.adjudicate_again(1, new(), &["bib.txt".to_owned()], None).expect_err("no such sheet");
    assert!(matches!(error, PostalError::NoSheet { .. }));
    assert_eq!(error.to_string(), "round 1 has no sheet `bib.txt`: it has bob.txt and bob2.txt");
    assert_eq!(postal.to_json(), before, "nothing has changed");
    let withdrawn = ["bob2.txt".to_owned()];
    // It still lies in the folder.
    let files = || new().into_iter().chain([sheet("bob2.txt", "B", 1, "to 7")]).collect();
    let report = postal.adjudicate_again(1, files(), &withdrawn, None).expect("a round");
    assert_eq!(report.orders[1], Orders::In { file: "bob.txt".to_owned() });
    let again = postal.adjudicate_again(1, files(), &[], None).expect("a round");
    assert_eq!(again.orders[1], Orders::In { file: "bob.txt".to_owned() }, "it stays withdrawn");
    let changed = vec![sheet("bob2.txt", "B", 1, "to 2")];
    let again = postal.adjudicate_again(1, changed, &[], None).expect("a round");
    assert_eq!(again.orders[1], Orders::In { file: "bob2.txt".to_owned() }, "another text is another sheet");
}

#[test]
fn a_later_sheet_that_cannot_be_used_lets_the_earlier_one_count_and_the_report_says_so() {
    let mut postal = begin(0, 5);
    let files = vec![sheet("a-1.txt", "A", 1, "to 5"), sheet("a-2.txt", "A", 1, "to moon")];
    let report = postal.adjudicate(files, &[]).expect("a round").clone();
    assert_eq!(report.orders[0], Orders::In { file: "a-1.txt".to_owned() });
    let text = report.document().to_text();
    assert!(
        text.contains("Not used: a-2.txt: it has 1 fault; a-1.txt counts") && !text.contains("moon"),
        "{text}"
    );
}

#[test]
fn a_superfluous_second_section_is_ignored_and_the_rest_of_the_sheet_counts() {
    let mut postal = begin(0, 5);
    let files = vec![sent("b.txt", "player B\nround 1\nfirst: to 7\nsecond: back")];
    let report = postal.adjudicate(files, &[]).expect("a round").clone();
    assert_eq!(report.orders[1], Orders::In { file: "b.txt".to_owned() });
    assert!(report.document().to_text().contains("`to 7`"));
    assert_eq!(report.not_used[0].reason, "`second:`, because player B has one move in round 1");
}

#[test]
fn dice_that_do_not_fit_are_counted_in_words() {
    let mut postal = begin(0, 5);
    let quiet = || {
        vec![
            sent("a.txt", "player A\nround 1\nfirst: to 5\nsecond: to 8"),
            sheet("b.txt", "B", 1, "to 2"),
            sheet("c.txt", "C", 1, "to 4"),
            sheet("d.txt", "D", 1, "to 7"),
        ]
    };
    let error = postal.adjudicate(quiet(), &[3]).expect_err("no hare").to_string();
    assert_eq!(error, "1 die was entered, and no hare is jugged in this round");
    let hares = || vec![sheet("a.txt", "A", 1, "to 3"), sheet("b.txt", "B", 1, "to 1")];
    let error = postal.adjudicate(hares(), &[1]).expect_err("another die").to_string();
    assert_eq!(error, "1 die was entered, and player B needs another for the hare on 1");
}

#[test]
fn the_lines_of_a_sheet_are_known_when_it_comes_in_a_mail() {
    let lines = |text: &str| sent("a.txt", text).lines();
    assert_eq!(lines("Hello,\n\nplayer A\nround 1\nfirst: to 5\n\nBye\n"), Some((3, 5)));
    assert_eq!(lines("player A\nround 1\nfirst: to 5\n"), None);
}

#[test]
fn of_a_sheet_that_another_replaces_nothing_else_is_reported() {
    let second = |file: &str, player: &str| sheet(file, player, 1, "to 4\nsecond: back");
    let mut postal = begin(0, 5);
    let files = vec![second("c.txt", "C"), second("b-1.txt", "B"), sheet("b-2.txt", "B", 1, "to 5")];
    let report = postal.adjudicate(files, &[]).expect("a round");
    let not_used: Vec<(&str, &str)> =
        report.not_used.iter().map(|part| (part.file.as_str(), part.reason.as_str())).collect();
    let superfluous = "`second:`, because player C has one move in round 1";
    assert_eq!(not_used, [("b-1.txt", "b-2.txt takes its place"), ("c.txt", superfluous)]);
}

#[test]
fn a_round_that_has_not_been_adjudicated_is_named_with_the_latest_one() {
    let mut postal = begin(0, 5);
    let again = |postal: &mut PostalGame| {
        postal.adjudicate_again(2, vec![], &[], None).expect_err("no such round").to_string()
    };
    assert_eq!(again(&mut postal), "round 2 has not been adjudicated; none has");
    postal.adjudicate(vec![], &[]).expect("a round");
    assert_eq!(again(&mut postal), "round 2 has not been adjudicated; the latest is round 1");
}
