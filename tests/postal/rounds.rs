//! Rounds and whole games: sequences, missing and wrong sheets, dice, corrections, players who come and go.

use furlong::hare_tortoise::postal::{
    Next, Orders, PostalError, PostalGame, Report, Sent, letter, moves_of, sequence, write_orders,
};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise};
use furlong::{RaceGame, Seat, ruleset};

use super::table::{begin, seat, sent};

fn letters(sequence: &[Seat]) -> String {
    sequence.iter().map(|seat| letter(*seat)).collect()
}

fn bots(postal: &PostalGame) -> Vec<Sent> {
    let race = postal.race().expect("a race");
    let moves = moves_of(&sequence(race.game(), race.state()));
    let wanted = race.seats().iter().filter(|seat| moves[*seat] > 0);
    let sheet = |seat| write_orders(race.game(), &race.view(seat).expect("a seat of the table")).to_string();
    wanted.map(|seat| sent(&format!("{}.txt", letter(seat)), &sheet(seat))).collect()
}

/// A round in which B's orders hang on A's, C's cannot be read and D's are missing.
fn first_round() -> Vec<Sent> {
    vec![
        sent("a.txt", "player A\nround 1\nfirst: to 5\nsecond: if B on 7: stay and draw"),
        sent("b.txt", "player B\nround 1\nfirst: if A on 8: to 10; if A moved and 7 free: to 7"),
        sent("c.txt", "player C\nround 1\nfirst: leap"),
        sent("old.txt", "player D\nround 9\nfirst: to 2"),
    ]
}

#[test]
fn hp_02_the_first_mover_moves_last_and_the_next_player_begins_the_next_round() {
    let mut postal = begin(2, 1);
    let mut rounds = Vec::new();
    for _ in 0..4 {
        rounds.push(letters(&postal.adjudicate(vec![], &[]).expect("a round").sequence));
    }
    assert_eq!(rounds, ["CDABC", "DABCD", "ABCDA", "BCDAB"]);
}

#[test]
fn hp_04_hp_10_a_round_is_reported_move_by_move() {
    let mut postal = begin(0, 3);
    let report = postal.adjudicate(first_round(), &[]).expect("a round").clone();
    assert_eq!(letters(&report.sequence), "ABCDA");
    assert_eq!(report.orders[1], Orders::In { file: "b.txt".to_owned() });
    assert_eq!(report.orders[2], Orders::Missing { times: 1 });
    assert_eq!(report.orders[3], Orders::Missing { times: 1 });
    let not_used: Vec<&str> = report.not_used.iter().map(|part| part.file.as_str()).collect();
    assert_eq!(not_used, ["c.txt", "old.txt"]);
    // HP-10: everybody's square, carrots and lettuces.
    let carrots: Vec<(u8, u16)> =
        report.standing.iter().map(|line| (line.square.number(), line.carrots)).collect();
    // B begins round 2 as first on a flag: its pay is automatic and has come already (HT-09, HT-20).
    assert_eq!(carrots[..2], [(5, 65 - 15 + 10), (7, 65 - 28 + 10)]);
    assert!(matches!(&report.next, Next::Round { round: 2, sequence, .. } if letters(sequence) == "BCDAB"));
    golden("round-1.txt", &report.document().to_text());
    golden("round-1.md", &report.document().to_markdown());
}

/// Compares with the kept text; `UPDATE_GOLDENS=1` keeps a new one.
pub(crate) fn golden(name: &str, text: &str) {
    let path = format!("{}/tests/postal/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&path, text).expect("a golden");
    }
    let kept = std::fs::read_to_string(&path).expect("a golden: make it with UPDATE_GOLDENS=1");
    assert_eq!(text, kept.replace("\r\n", "\n"), "{name}");
}

#[test]
fn the_same_files_give_the_same_report_in_whatever_order_they_come() {
    let mut reversed = first_round();
    reversed.reverse();
    let (mut one, mut two) = (begin(0, 5), begin(0, 5));
    let report = one.adjudicate(first_round(), &[]).expect("a round").clone();
    assert_eq!(*two.adjudicate(reversed, &[]).expect("a round"), report);
    assert_eq!(one.replay().expect("it replays").different, Vec::<u16>::new());
}

#[test]
fn of_two_sheets_for_a_player_the_one_that_was_given_last_counts() {
    let mut postal = begin(0, 5);
    let files = vec![
        sent("a-1.txt", "player A\nround 1\nfirst: to 5"),
        sent("a-2.txt", "player A\nround 1\nfirst: to 8"),
    ];
    let report = postal.adjudicate(files, &[]).expect("a round");
    assert_eq!(report.orders[0], Orders::In { file: "a-2.txt".to_owned() });
    assert_eq!(
        (report.not_used[0].file.as_str(), report.not_used[0].reason.as_str()),
        ("a-1.txt", "a-2.txt takes its place")
    );
}

#[test]
fn hp_07_dice_may_be_entered_by_hand_and_must_fit() {
    // A jugs as 1st on square 3: the sum is 1 + the die.
    let orders =
        || vec![sent("a.txt", "player A\nround 1\nfirst: to 3"), quiet("B", 2), quiet("C", 5), quiet("D", 7)];
    let mut postal = begin(0, 5);
    let before = postal.to_json();
    let error = |postal: &mut PostalGame, dice: &[u8]| {
        postal.adjudicate(orders(), dice).expect_err("dice that do not fit").to_string()
    };
    assert!(error(&mut postal, &[7]).starts_with("7 is not possible"));
    assert_eq!(error(&mut postal, &[1, 1]), "2 dice were entered, and only 1 is needed");
    assert_eq!(postal.to_json(), before, "nothing has changed");
    let report = postal.adjudicate(orders(), &[1]).expect("a round").document().to_text();
    assert!(report.contains("jugs the hare, lying 1st: a 1, miss a turn"), "{report}");
    assert!(report.contains("Ann (A) misses a turn"), "{report}");
    let more = vec![
        sent("a.txt", "player A\nround 1\nfirst: to 3"),
        sent("b.txt", "player B\nround 1\nfirst: to 1"),
    ];
    let error = begin(0, 5).adjudicate(more, &[1]).expect_err("another is needed").to_string();
    assert_eq!(error, "1 die was entered, and player B needs another for the hare on 1");
}

/// Orders to a square where nothing happens at once.
fn quiet(player: &str, square: u8) -> Sent {
    sent(&format!("{player}.txt"), &format!("player {player}\nround 1\nfirst: to {square}"))
}

#[test]
fn missing_orders_are_counted_until_somebody_else_plays() {
    let mut postal = begin(0, 5);
    for times in 1..=2 {
        let report = postal.adjudicate(vec![], &[]).expect("a round");
        assert_eq!(report.orders[3], Orders::Missing { times });
    }
    assert_eq!(postal.missing(seat(3)), 2);
    postal.replace(seat(3), "Eve").expect("a player");
    assert_eq!(postal.missing(seat(3)), 0);
    postal.drop_out(seat(0)).expect("a player");
    assert!(matches!(postal.drop_out(seat(0)), Err(PostalError::DroppedOut(_))));
    let files = vec![sent("a.txt", "player A\nround 3\nfirst: back")];
    let report = postal.adjudicate(files, &[]).expect("a round").clone();
    assert_eq!((&report.orders[0], &report.orders[3]), (&Orders::DroppedOut, &Orders::Missing { times: 1 }));
    assert_eq!(report.not_used[0].reason, "player A has dropped out");
    assert_eq!(report.names[3], "Eve (D)");
    postal.replace(seat(0), "Flo").expect("a player");
    let report = postal.adjudicate(vec![], &[]).expect("a round");
    assert_eq!(report.orders[0], Orders::Missing { times: 1 });
    // The life of the players is part of what replays.
    assert_eq!(postal.replay().expect("it replays").different, Vec::<u16>::new());
    assert!(postal.replace(seat(5), "Eve").is_err());
    assert!(postal.replace(seat(1), "two\nlines").is_err());
}

#[test]
fn a_round_is_adjudicated_again_and_the_old_reports_are_kept() {
    let mut postal = begin(0, 5);
    let old = postal.adjudicate(first_round(), &[]).expect("a round").clone();
    let later = postal.adjudicate(vec![], &[]).expect("a round").clone();
    let corrected = vec![sent("c.txt", "player C\nround 1\nfirst: to 2")];
    assert!(matches!(
        postal.adjudicate_again(7, vec![], &[], None),
        Err(PostalError::NoRound { asked: 7, last: Some(2) })
    ));
    let new = postal.adjudicate_again(1, corrected, &[], None).expect("a round").clone();
    assert_eq!(new.orders[2], Orders::In { file: "c.txt".to_owned() });
    assert_eq!(new.orders[0], old.orders[0], "the other sheets count as they came");
    assert_eq!(new.standing[2].square.number(), 2);
    let kept: Vec<&Report> = postal.withdrawn().iter().map(|kept| &kept.report).collect();
    assert_eq!(kept, [&old, &later]);
    assert_eq!(postal.open_round().expect("a round is open"), 2);
    assert_eq!(postal.replay().expect("it replays").rounds, 1);
}

#[test]
fn bots_play_a_game_of_four_to_its_end() {
    for seed in 1..=3 {
        let mut postal = begin(1, seed);
        let mut last: Option<Report> = None;
        for _ in 0..120 {
            if postal.open_round().is_err() {
                break;
            }
            let orders = bots(&postal);
            let report = postal.adjudicate(orders, &[]).expect("a round").clone();
            assert!(report.not_used.is_empty() && !report.orders.contains(&Orders::Missing { times: 1 }));
            if let Some(Next::Round { sequence, .. }) = last.map(|last| last.next) {
                // HP-02: the round that was announced.
                assert_eq!(sequence, report.sequence);
                assert_eq!(sequence.first(), sequence.last());
            }
            last = Some(report);
        }
        let Some(Next::Over(places)) = last.map(|last| last.next) else { panic!("seed {seed}: no end") };
        assert_eq!(places.iter().map(|placing| placing.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
        let again = PostalGame::from_json(&postal.to_json()).expect("it reads back");
        assert_eq!(again.to_json(), postal.to_json());
        assert!(again.replay().expect("it replays").different.is_empty());
        assert!(postal.adjudicate(vec![], &[]).is_err(), "it is over");
        assert_eq!(postal.occasion().expect("it replays").round, None, "no orders are wanted any more");
    }
}

#[test]
fn what_is_no_postal_game_is_refused() {
    let mut postal = begin(0, 5);
    postal.adjudicate(first_round(), &[]).expect("a round");
    let good = postal.to_json();
    let cases = [
        ("my diary".to_owned(), "not JSON"),
        ("{}".to_owned(), "not a postal game"),
        (good.replace("\"version\": 1,\n  \"title\"", "\"version\": 8,\n  \"title\""), "version 8"),
        (good.replace("furlong-record", "diary"), "cannot read the postal game"),
        (good.replace("\"events-before\": 0", "\"events-before\": 999"), "not in the record"),
        (good.replace("\"title\"", "\"tittle\""), "tittle"),
    ];
    for (json, message) in cases {
        let error = PostalGame::from_json(&json).expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    let classic = HareTortoise::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let names = ["Ann", "Bob"].map(str::to_owned);
    let error = PostalGame::new("x", &classic, &classic.setup(2), &names, 1).expect_err("two runners");
    assert!(matches!(error, PostalError::Runners(_, 2)));
}

#[test]
fn what_players_write_marks_nothing_in_a_report() {
    let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
    let mut setup = game.setup(4);
    setup.first = Some(FirstPlayer::Given(seat(0)));
    let names = ["**Ann**|_x_", "[Bob](x)", "<b>Cleo<i>", "# Dan `x"].map(str::to_owned);
    let mut postal = PostalGame::new("*spring*", &game, &setup, &names, 1).expect("a game");
    let file = "a\u{1b}[2J\n\n# Forged\u{202e}.txt";
    let report = postal.adjudicate(vec![sent(file, "first: `<i>`")], &[]).expect("a round").clone();
    let markdown = report.document().to_markdown();
    for written in [
        "# \\*spring\\*: round 1",
        "1. \\*\\*Ann\\*\\*\\|\\_x\\_ (A)",
        "- \\[Bob\\](x) (B): MISSING",
        "| \\<b\\>Cleo\\<i\\> (C) |",
        "\\# Dan \\`x (D)",
        "- Not used: a\u{fffd}\\[2J  # Forged\u{fffd}.txt:",
    ] {
        assert!(markdown.contains(written), "{written} in\n{markdown}");
    }
    for shown in [markdown, report.document().to_text()] {
        assert!(!shown.contains(|letter: char| letter.is_control() && letter != '\n'), "{shown:?}");
        assert!(
            !shown.contains('\u{202e}') && !shown.lines().any(|line| line.starts_with("# Forged")),
            "{shown}"
        );
    }
    let hidden =
        ["A\u{202e}nn", "Bob\u{200b}", "C\nleo", "D\u{1b}an", "../Dan", "C:\\Dan", ".."].map(str::to_owned);
    for name in hidden {
        assert!(matches!(postal.replace(seat(0), &name), Err(PostalError::Name(_))), "{name:?}");
    }
}

#[test]
fn a_name_has_forty_letters_at_most() {
    for (letters, is_name) in [(1, true), (39, true), (40, true), (41, false), (42, false)] {
        let mut postal = begin(0, 5);
        assert_eq!(postal.replace(seat(0), &"\u{e9}".repeat(letters)).is_ok(), is_name, "{letters} letters");
    }
}
