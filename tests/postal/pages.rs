//! The pages for players, and the page of the language of orders.

use furlong::hare_tortoise::postal::{
    Occasion, PostalGame, Sheet, language, moves_of, sequence, write_orders,
};
use furlong::hare_tortoise::{FirstPlayer, HareTortoise, OthersCarrots, Ruleset};
use furlong::{RaceGame, ruleset};

use super::table::{begin, seat, sent};

#[test]
fn every_example_of_a_form_reads_in_its_section() {
    let markdown = language().to_markdown();
    let rows = markdown.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut examples = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        // The table of defaults has no examples.
        let [form, column, _] = cells[..] else { continue };
        for example in column.split('`').skip(1).step_by(2) {
            let section = if form.contains("neither") { "chew" } else { "first" };
            let text = format!("player B\nround 3\n{section}: {example}\n");
            let sheet = Sheet::parse(&text, &Occasion::default())
                .unwrap_or_else(|error| panic!("{example}: {error}"));
            assert_eq!(sheet.first.len() + sheet.chew.len(), 1, "{example}");
            examples += 1;
        }
    }
    assert!(examples >= 30, "{examples}");
    assert!(language().to_text().lines().all(|line| line.chars().count() <= 100), "a line fits a terminal");
}

/// The orders of the table of legal moves.
fn offered(page: &str) -> Vec<String> {
    let table = page
        .split("## Your moves")
        .nth(1)
        .and_then(|rest| rest.split("## ").next())
        .expect("a table of moves");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| row.split('`').next().expect("an order").to_owned()).collect()
}

#[test]
fn a_page_offers_each_legal_move_with_its_cost_and_a_sheet_that_reads() {
    let mut postal = begin(0, 5);
    for _ in 0..12 {
        let race = postal.race().expect("a race");
        let furlong::Turn::Seat(mover) = race.turn() else { panic!("somebody moves") };
        let page = postal.page(mover).expect("a page").to_markdown();
        // The first mover's turn is now: each order is one legal action, and nothing is left out.
        assert_eq!(offered(&page).len(), race.actions(mover).len(), "{page}");
        for order in offered(&page) {
            let text = format!("player A\nround 1\nfirst: {order}");
            assert!(Sheet::parse(&text, &Occasion::default()).is_ok(), "{order}");
        }
        let template =
            page.rsplit("```text\n").next().and_then(|rest| rest.split("```").next()).expect("a template");
        let filled = template.replacen("first:", "first: back", 1);
        let sheet = Sheet::parse(&filled, &postal.occasion().expect("an occasion")).expect("it reads");
        assert_eq!((sheet.player, sheet.round), (mover, postal.open_round().expect("a round is open")));
        assert!(template.contains("second:"), "HP-02: the first mover moves last");
        let sheets = race.seats().iter().map(|seat| {
            let sheet = write_orders(race.game(), &race.view(seat).expect("a seat")).to_string();
            sent(&format!("{seat}.txt"), &sheet)
        });
        postal.adjudicate(sheets.collect(), &[]).expect("a round");
    }
}

#[test]
fn a_page_has_the_last_round_and_nothing_of_the_sheets_that_are_in() {
    let mut postal = begin(0, 5);
    let a = sent("a.txt", "player A\nround 1\nfirst: to 5\nsecond: if C on 1: stay and draw");
    postal.adjudicate(vec![a], &[]).expect("a round");
    postal.set_deadline("2999-12-01 20:00".parse().expect("a moment"), 0).expect("a round is open");
    let page = postal.page(seat(1)).expect("a page");
    for text in [page.to_text().replace('\n', " "), page.to_markdown()] {
        for part in [
            "spring, round 2: Bob (B)",
            "Sequence: B C D A B. You move 1st and 5th. Orders are due by 2999-12-01 20:00 UTC.",
            "Ann (A): in (a.txt)",
            "first: `to 5`",
        ] {
            assert!(text.contains(part), "{part} in: {text}");
        }
        assert!(text.contains("RUNNER passed MARK"), "the conditions: {text}");
    }
    let error = postal.page(seat(4)).expect_err("four play").to_string();
    assert_eq!(error, "there is no player E: the players are A to D");
}

#[test]
fn a_page_names_what_has_happened_since_the_last_round() {
    // On the flag B begins round 2 as first, and draws.
    for (square, draws) in [(7, true), (6, false)] {
        let mut postal = begin(0, 5);
        let sheet = format!("player B\nround 1\nfirst: to {square}");
        let a = sent("a.txt", "player A\nround 1\nfirst: to 5\nsecond: stay and draw");
        postal.adjudicate(vec![a, sent("b.txt", &sheet)], &[]).expect("a round");
        let page = postal.page(seat(2)).expect("a page").to_text();
        let since = page.split("Since then, and included above:").nth(1);
        assert_eq!(since.is_some_and(|since| since.contains("Bob (B) draws 10 carrots")), draws, "{page}");
        assert_eq!(since.is_some(), draws, "{page}");
    }
}

#[test]
fn a_page_hides_the_carrots_of_the_others_where_the_ruleset_does() {
    let mut ruleset = ruleset::open::<Ruleset>("postal").expect("embedded");
    let cells = |ruleset: &Ruleset| {
        let game = HareTortoise::new(ruleset.clone()).expect("playable");
        let mut setup = game.setup(2);
        setup.first = Some(FirstPlayer::Given(seat(0)));
        let names = ["Ann", "Bob"].map(str::to_owned);
        let postal = PostalGame::new("spring", &game, &setup, &names, 1).expect("a game");
        let page = postal.page(seat(1)).expect("a page").to_markdown();
        let rows = page.lines().filter(|line| line.starts_with("| Ann") || line.starts_with("| Bob"));
        rows.map(|row| row.split(" | ").nth(3).expect("carrots").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(cells(&ruleset), ["65 carrots", "65 carrots"]);
    ruleset.screen.others_carrots = OthersCarrots::Hidden;
    assert_eq!(cells(&ruleset), ["? carrots", "65 carrots"]);
}

#[test]
fn a_page_asks_for_the_moves_of_the_round_and_after_the_end_it_is_the_result() {
    let mut postal = begin(1, 1);
    let mut asked = [0; 3];
    while let Ok(round) = postal.open_round() {
        assert!(round < 120, "the bots come home");
        let race = postal.race().expect("a race");
        let moves = moves_of(&sequence(race.game(), race.state()));
        for seat in race.seats().iter() {
            let page = postal.page(seat).expect("a page").to_text();
            let wanted = ["Your sheet", "first:    # ", "second:   # "].map(|part| page.contains(part));
            assert_eq!(wanted, [moves[seat] > 0, moves[seat] > 0, moves[seat] > 1], "{page}");
            asked[usize::from(moves[seat])] += 1;
        }
        let sheet = |seat| write_orders(race.game(), &race.view(seat).expect("a seat")).to_string();
        let sheets = race.seats().iter().map(|seat| sent(&format!("{seat}.txt"), &sheet(seat)));
        postal.adjudicate(sheets.collect(), &[]).expect("a round");
    }
    assert!(asked.iter().all(|pages| *pages > 0), "some are home, and some move twice: {asked:?}");
    let page = postal.page(seat(0)).expect("a page").to_text();
    assert!(page.starts_with("spring, the end: Ann (A)\n") && page.contains("  1st: "), "{page}");
    assert!(!page.contains("Your moves") && !page.contains("Your sheet"), "{page}");
}

#[test]
fn a_page_has_the_table_of_the_hare_and_says_why_the_finish_is_out_of_reach() {
    let page =
        begin(0, 5).page(seat(1)).expect("a page").to_text().split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "`to finish` is not possible now: the move costs 2080 carrots and there are 65.",
        "The next to arrive may have at most 10 carrots left.",
        "The hare",
        "You are 1st now.",
        "65 carrots",
        "3 lettuces",
    ] {
        assert!(page.contains(part), "{part} in: {page}");
    }
}
