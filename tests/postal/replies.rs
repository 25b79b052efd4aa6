//! Answers to players: what was understood, what it would do, what is wrong, and that nobody learns of others' orders.

use furlong::hare_tortoise::postal::{PostalError, PostalGame, Reply};

use super::table::{begin, mail, seat, sent};

/// The receiver, the subject and the text of an answer.
fn written(reply: &Reply) -> String {
    let Reply { to, subject, document, .. } = reply;
    format!("To: {}\nSubject: {subject}\n\n{}", to.as_deref().unwrap_or_default(), document.to_text())
}

/// The text of the only answer to these files, on one line.
fn answer(postal: &PostalGame, files: &[(&str, &str)]) -> String {
    let files = files.iter().map(|(file, text)| sent(file, text)).collect();
    let replies = postal.replies(files).expect("a round is open");
    assert_eq!(replies.len(), 1);
    let text = written(&replies[0]);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_answer_says_in_words_what_each_order_is_and_would_do() {
    let text = answer(
        &begin(0, 5),
        &[(
            "ann.txt",
            "Hello,\n\nplayer A\nround 1\nfirst: if B ahead of me and not (22 free or carrots < 9): to 9; to 11; if B on start: to 5; to 8\n\
             second: if me on 5: stay and draw\nchew: if C jugged 4: pay\n\nCheers, Ann\n> player B\n",
        )],
    );
    for part in [
        "Subject: spring, round 1: how your orders were read",
        "(ann.txt, lines 3 to 7)",
        "first: your move, the 1st of the round",
        "If Bob (B) is ahead of you and it is not true that (22 is free or you have fewer than 9 carrots): go to 9. \
         As things stand: passed over, for B is on Start and A is on Start.",
        "Go to 11. As things stand: passed over, for 11 is a tortoise square",
        "As things stand: carried out, for B is on Start. You pay 15 carrots. You move from Start to 5 (carrot).",
        "As things stand: possible, but an earlier alternative is carried out.",
        "second: your last move, the 5th of the round",
        "carried out, for A is on 5. You draw 10 carrots",
        "If Cleo (C) has jugged a hare with a 4 in this round: pay 10 carrots.",
        "the default is: forward to the next available square. As things stand: You pay 1 carrot. You move from Start to 1 \
         (hare). Then the hare decides.",
        "ann.txt line 1, no order: Hello,",
        "ann.txt line 9, no order: Cheers, Ann",
        "ann.txt line 10, quoted, which never counts: player B",
    ] {
        assert!(text.contains(part), "{part}\nin: {text}");
    }
}

#[test]
fn an_answer_to_a_sheet_with_faults_shows_the_lines_and_says_what_counts_instead() {
    let postal = begin(0, 5);
    let wrong = ("b2.txt", "player B\nround 1\nfirst: if A not on 5: to 7\n to moon");
    let text = answer(&postal, &[wrong]);
    for part in [
        "Subject: spring, round 1: your orders have faults",
        "1. line 3, column 13: expected",
        "`not` comes before the whole test, as in `not A on 8` > first: if A not on 5: to 7",
        "> to moon",
        "You have no sheet that counts for round 1 yet. Without one you move by default: forward to the next \
         available square.",
    ] {
        assert!(text.contains(part), "{part}\nin: {text}");
    }
    let text = answer(&postal, &[wrong, ("b1.txt", "player B\nround 1\nfirst: to 7")]);
    assert!(text.contains("Faults in b2.txt") && text.contains("read (b1.txt)"), "{text}");
    let lost = postal.replies(vec![mail("x.eml", "Zoe", "zoe@example.org", 0, "first: to 7\n")]);
    let lost = written(&lost.expect("a round is open")[0]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        lost.starts_with("To: \"Zoe\" <zoe@example.org> Subject: spring, round 1: no orders could be read")
    );
    assert!(lost.contains("`player` with a letter from A to D or a name, and `round 1`"), "{lost}");
}

#[test]
fn an_answer_hangs_on_nobody_elses_orders() {
    let postal = begin(0, 5);
    let own = || sent("b.txt", "player B\nround 1\nfirst: if A on 5: to 7; to 8");
    let alone = postal.replies(vec![own()]).expect("a round is open");
    for others in ["first: to 5", "first: to 8", "first: fly"] {
        let other = sent("a.txt", &format!("player A\nround 1\n{others}"));
        let replies = postal.replies(vec![other, own()]).expect("a round is open");
        assert_eq!(replies.iter().find(|reply| reply.player == Some(seat(1))), alone.first(), "{others}");
    }
}

#[test]
fn the_public_part_answers_like_the_whole_game_and_holds_nothing_secret() {
    let mut postal = begin(0, 98_765);
    postal
        .adjudicate(vec![sent("a.txt", "player A\nround 1\nfirst: to 5\nsecond: to 55; to 44")], &[])
        .expect("a round");
    let json = postal.public().to_json();
    let public = PostalGame::from_json(&json).expect("it reads back");
    assert!(!json.contains("98765") && !json.contains("second: to 55"), "{json}");
    let sheet = [("b.txt", "player B\nround 2\nfirst: to 4; back")];
    assert_eq!(answer(&public, &sheet), answer(&postal, &sheet));
    assert_eq!(public.page(seat(1)).expect("a page"), postal.page(seat(1)).expect("a page"));
    let mut public = public;
    assert!(matches!(public.adjudicate(vec![], &[]), Err(PostalError::PublicPart)));
    assert!(matches!(public.replay(), Err(PostalError::PublicPart)));
    assert_eq!(public.to_json(), json);
}

#[test]
fn who_writes_in_the_name_of_another_learns_nothing_of_that_players_orders() {
    let mail = |from: &str, minute: i64, text: &str| {
        let address = format!("{}@example.org", from.to_lowercase());
        mail(&format!("{from}-{minute}.eml"), from, &address, minute, text)
    };
    let mut postal = begin(0, 5);
    postal.add_address(seat(3), "dan@example.org").expect("an address");
    let own = mail("dan", 1, "player D\nround 1\nfirst: to 7");
    for forger in ["Bob", "eve"] {
        let forged = mail(forger, 2, "player D\nround 1\nfirst: back");
        let replies = postal.replies(vec![own.clone(), forged]).expect("a round is open");
        let of = |wanted: Option<furlong::Seat>| {
            replies.iter().find(|reply| reply.player == wanted).expect("an answer")
        };
        assert!(written(of(Some(seat(3)))).starts_with("To: \"dan\" <dan@example.org>"));
        assert!(written(of(Some(seat(3)))).contains("Go to 7."));
        let forged = written(of(None));
        assert!(
            forged.contains(&format!("<{}@example.org>", forger.to_lowercase())) && !forged.contains("to 7"),
            "{forged}"
        );
    }
}

#[test]
fn mails_of_earlier_rounds_and_letters_get_no_answer() {
    let mail =
        |minute: i64, text: &str| mail(&format!("{minute}.eml"), "Ann", "ann@example.org", minute, text);
    let mut postal = begin(0, 5);
    let first = mail(1, "player A\nround 1\nfirst: to 5");
    postal.adjudicate(vec![first.clone()], &[]).expect("a round");
    let mails = vec![first, mail(2, "Hello, how are you?")];
    assert!(postal.replies(mails).expect("a round is open").is_empty());
}
