//! Orders for later rounds and until further notice, votes on the end, and press between players.

use furlong::hare_tortoise::postal::{Lasts, Next, Orders, PostalGame, Report, Sent};

use super::table::{begin, seat, sent};

fn round(postal: &mut PostalGame, files: Vec<Sent>) -> Report {
    postal.adjudicate(files, &[]).expect("a round").clone()
}

/// The first order of a player that was carried out in a round.
fn carried(report: &Report, name: &str) -> String {
    let text = report.document().to_text();
    let turn = text.split(&format!(". {name}\n")).nth(1).expect("a turn").to_owned();
    turn.lines().next().expect("a line").trim().to_owned()
}

#[test]
fn one_mail_orders_for_two_rounds_and_until_further_notice() {
    let mut postal = begin(0, 5);
    let text = "player D\nround 1\nfirst: to 2\nround 2\nfirst: forward 2\nround 3 on\nfirst: forward 5; forward 6; forward 9\n\nBye, Dan";
    let first = round(&mut postal, vec![sent("d.txt", text)]);
    assert_eq!(first.orders[3], Orders::In { file: "d.txt".to_owned() });
    assert!(first.not_used.is_empty(), "{:?}", first.not_used);
    let before = |lasts| Orders::Before { file: "d.txt".to_owned(), round: 1, lasts };
    let second = round(&mut postal, vec![]);
    assert_eq!(second.orders[3], before(Lasts::OneRound));
    assert_eq!(carried(&second, "Dan (D)"), "first: `forward 2`");
    let third = round(&mut postal, vec![]);
    assert_eq!(third.orders[3], before(Lasts::UntilFurtherNotice));
    assert!(carried(&third, "Dan (D)").contains("`forward "), "{}", carried(&third, "Dan (D)"));
    assert!(third.document().to_text().contains("Dan (D): in (d.txt of round 1, until further notice)"));
    // Orders for the round itself come first, and only for that round.
    let fourth = round(&mut postal, vec![sent("d.txt", "player D\nround 4\nfirst: back\n")]);
    assert_eq!(fourth.orders[3], Orders::In { file: "d.txt".to_owned() });
    assert_eq!(round(&mut postal, vec![]).orders[3], before(Lasts::UntilFurtherNotice));
    // Newer ones until further notice take their place, until they are taken back.
    let newer =
        round(&mut postal, vec![sent("new.txt", "player D\nround 6 until further notice\nfirst: back\n")]);
    assert_eq!(newer.orders[3], Orders::In { file: "new.txt".to_owned() });
    let back = round(&mut postal, vec![sent("no.txt", "player D\nround 7 on\nwithdraw\n")]);
    assert_eq!(back.orders[3], Orders::Missing { times: 1 });
    assert_eq!(back.not_used[0].reason, "takes back the orders before it");
    assert_eq!(round(&mut postal, vec![]).orders[3], Orders::Missing { times: 2 });
    assert!(postal.replay().expect("it replays").different.is_empty());
}

#[test]
fn orders_for_a_later_round_are_kept_and_may_be_changed_or_taken_back_before_it() {
    let later = |file: &str, orders: &str| sent(file, &format!("player C\nround 2\n{orders}\n"));
    for (newer, wanted) in [
        (None, "c.txt"),
        (Some(later("a.txt", "first: forward 4")), "a.txt"),
        (Some(later("a.txt", "withdraw")), ""),
    ] {
        let mut postal = begin(0, 5);
        let first = round(&mut postal, vec![later("c.txt", "first: forward 3")]);
        assert_eq!(first.orders[2], Orders::Missing { times: 1 }, "there are none for this round");
        let kept = "line 2, column 7: orders for round 2, but the open round is 1; they are kept until then";
        assert_eq!(first.not_used[0].reason, kept);
        let second = round(&mut postal, newer.into_iter().collect());
        match &second.orders[2] {
            Orders::In { file } | Orders::Before { file, .. } => assert_eq!(file, wanted),
            other => assert_eq!((wanted, other), ("", &Orders::Missing { times: 2 })),
        }
    }
}

#[test]
fn orders_until_further_notice_end_with_the_person_who_gave_them() {
    let mut postal = begin(0, 5);
    round(&mut postal, vec![sent("b.txt", "player B\nround 1 on\nfirst: forward 2; forward 4\n")]);
    postal.replace(seat(1), "Eve").expect("a player");
    assert_eq!(round(&mut postal, vec![]).orders[1], Orders::Missing { times: 1 });
}

#[test]
fn the_game_ends_when_all_who_race_vote_so_and_who_votes_how_is_not_told() {
    let vote = |player: char, round: u16| {
        sent(
            &format!("{player}.txt"),
            &format!("player {player}\nround {round}\nvote: end\nfirst: forward 2; forward 4; back\n"),
        )
    };
    let mut postal = begin(0, 5);
    let some = round(&mut postal, "ABC".chars().map(|player| vote(player, 1)).collect());
    let text = some.document().to_text();
    assert!(text.contains("3 of 4 players vote to end the game. It ends when all of them do."), "{text}");
    assert!(matches!(some.next, Next::Round { .. }));
    // A vote is for its round alone; a player who has dropped out has none.
    postal.drop_out(seat(3)).expect("a player");
    assert_eq!(round(&mut postal, vec![]).votes, None);
    let all = round(&mut postal, "ABC".chars().map(|player| vote(player, 3)).collect());
    let Next::Over(places) = &all.next else { panic!("the game goes on") };
    assert_eq!(places.len(), 4);
    assert!(all.document().to_text().contains("it ends here"));
    assert!(postal.open_round().is_err() && postal.occasion().expect("a race").round.is_none());
    assert!(postal.adjudicate(vec![], &[]).is_err(), "it is over");
    assert!(postal.replay().expect("it replays").different.is_empty());
    // A correction that takes a vote back opens the game again.
    let go_on = sent("A.txt", "player A\nround 3\nvote: go on\n");
    postal.adjudicate_again(3, vec![go_on], &[], None).expect("a round");
    assert_eq!(postal.open_round().expect("it goes on"), 4);
}

#[test]
fn press_comes_with_the_report_and_private_press_to_its_readers_alone() {
    let mut postal = begin(0, 5);
    let text = "Hi!\n\nplayer A\nround 1\npress:\nDear all,\n\nto 22 with you!\n-- \nfirst: back\nend press\n\
                press to Bob and D: let us block 8\nfirst: to 5\n\nCheers";
    let only_press = sent("b.txt", "player B\nround 1\npress to A: no");
    let orders = sent("b-0.txt", "player B\nround 1\nfirst: to 7");
    let report = round(&mut postal, vec![sent("a.txt", text), orders, only_press]);
    assert!(report.not_used.is_empty(), "{:?}", report.not_used);
    assert_eq!(report.orders[1], Orders::In { file: "b-0.txt".to_owned() }, "press alone is no new sheet");
    assert_eq!(carried(&report, "Ann (A)"), "first: `to 5`");
    let public = report.document().to_text();
    assert!(public.contains("Ann (A) to all\n     Dear all,\n     to 22 with you!"), "{public}");
    assert!(!public.contains("block 8"), "{public}");
    let reads =
        |player: u8, words: &str| postal.page(seat(player)).expect("a page").to_text().contains(words);
    assert_eq!([0, 1, 2, 3].map(|player| reads(player, "let us block 8")), [true, true, false, true]);
    assert_eq!([0, 1, 2, 3].map(|player| reads(player, "Bob (B) to Ann (A)")), [true, true, false, false]);
    let public = postal.public();
    assert!(!public.to_json().contains("block 8") && public.to_json().contains("Dear all"));
    // Only the sheet that counts speaks: neither the one before it, nor one that is taken back.
    for (later, wanted) in
        [("first: to 9", ""), ("withdraw", ""), ("press: new", "new"), ("vote: go on", "old")]
    {
        let older = sent("1.txt", "player A\nround 2\nfirst: to 8\nvote: end\npress: old");
        let later = sent("2.txt", &format!("player A\nround 2\n{later}"));
        let sheets = postal.sheets(vec![sent("0.txt", "player A\nround 2\npress: oldest"), older, later]);
        let sheets = sheets.expect("a round is open");
        let press: Vec<&str> = sheets.press.iter().map(|press| press.text.as_str()).collect();
        let both = if wanted == "new" { vec!["old", "new"] } else { vec![wanted] };
        assert_eq!(press, both.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>());
        assert_eq!(sheets.votes.is_empty(), wanted.is_empty());
        assert!(sheets.not_used.iter().any(|part| part.file == "0.txt"), "{:?}", sheets.not_used);
    }
    for faulty in
        ["round 2\nwithdraw\npress: x", "round 2\nwithdraw\nfirst: to 8", "round 2 on\nfirst: to 8\npress: x"]
    {
        let sheet = sent("a.txt", &format!("player A\n{faulty}"));
        assert!(sheet.instructions(&postal.occasion().expect("a round")).is_err(), "{faulty}");
    }
    let endless = sent("a.txt", "player A\nround 2\nfirst: to 8\npress:\nhello");
    let refused = endless.sheet(&postal.occasion().expect("a round")).expect_err("no end").to_string();
    assert!(refused.contains("line 4, column 1: this press has no end: write `end press`"), "{refused}");
}
