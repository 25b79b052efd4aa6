//! Order sheets: what reads, what does not and why, and that everything written reads back.

use furlong::Seat;
use furlong::hare_tortoise::postal::{
    Alternative, ChewOrder, Comparison, Condition, Jug, MOST_BYTES, MOST_NESTED, MoveOrder, Occasion,
    OrdersError, PastAction, Quantity, RoundOpen, Sheet, Target, Test, UnusableSheet, Who, moves_of,
};
use furlong::hare_tortoise::{Effect, Square};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Sheet, UnusableSheet> {
    Sheet::parse(text, &Occasion::default())
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A game of four, in round 3, in which B moves first and last.
fn round_3() -> Occasion {
    let moves = moves_of(&[1, 2, 3, 1].map(seat));
    Occasion {
        players: 4,
        round: Some(RoundOpen { number: 3, moves }),
        names: Vec::new(),
        addresses: Vec::new(),
    }
}

#[test]
fn every_example_in_the_documentation_reads() {
    let documentation = include_str!("../../src/hare_tortoise/postal/language.md");
    let blocks = documentation.split("```text\n").skip(1);
    let sheets: Vec<&str> = blocks
        .filter_map(|block| block.split("```").next())
        .filter(|block| block.starts_with("player"))
        .collect();
    assert!(sheets.len() >= 4);
    for text in sheets {
        let sheet = parse(text).unwrap_or_else(|error| panic!("{error} in:\n{text}"));
        assert_eq!(parse(&sheet.to_string()), Ok(sheet));
    }
}

#[test]
fn a_condition_binds_one_alternative_and_its_words_bind_in_order() {
    let sheet = parse(
        "PLAYER b\r\nround 3\r\nfirst: if A on 21 and 22 free or not B passed me: TO 22; to 17\r\n\
         second:\n  if position is 4: to 18 # late\n\n  back\nchew: draw",
    )
    .expect("a sheet");
    assert_eq!((sheet.player, sheet.round), (seat(1), 3));
    assert_eq!((sheet.first.len(), sheet.second.len(), sheet.chew.len(), sheet.again.len()), (2, 2, 1, 0));
    assert_eq!(sheet.first[1].condition, None);
    let Some(Condition::Or(parts)) = &sheet.first[0].condition else { panic!("`or` binds least") };
    assert!(matches!(parts[..], [Condition::And(_), Condition::Not(_)]));
    assert_eq!(sheet.first[0].to_string(), "if A on 21 and 22 free or not B passed me: to 22");
}

#[test]
fn what_is_wrong_is_told_with_line_column_and_what_was_expected() {
    let cases = [
        ("", "the sheet is empty"),
        ("\n # nothing\n", "the sheet is empty"),
        ("round 3", "line 1, column 1: expected `player`, found `round`"),
        ("player 2", "line 1, column 8: expected a player's letter or name, found `2`"),
        ("player B round 3", "line 1, column 10: expected the end of the line, found `round`"),
        ("player B\nround soon", "line 2, column 7: expected the number of a round from 1 to 65535"),
        ("player B\nround 3\nthird: back", "line 3, column 1: expected `first:`, `second:`"),
        ("player B\nround 3\nfirst: fly", "line 3, column 8: expected a move: `to 22`"),
        (
            "player B\nround 3\nfirst: to 65",
            "line 3, column 11: expected `start`, `finish` or a square from 0 to 64",
        ),
        ("player B\nround 3\nfirst: to 99999999999999", "found `4294967295`"),
        ("player B\nround 3\nfirst: forward 0", "expected a number of squares from 1 to 64, found `0`"),
        ("player B\nround 3\nfirst: stay and pray", "expected `draw` or `pay`, found `pray`"),
        ("player B\nround 3\nfirst: if A on 21 to 22", "line 3, column 19: expected `and`, `or`, or `:`"),
        ("player B\nround 3\nfirst: if (A on 21: back", "expected `and`, `or` or `)`, found `:`"),
        ("player B\nround 3\nfirst: if A jugged often: back", "expected a number of the die, or an effect"),
        ("player B\nround 3\nfirst: if A sleeps: back", "expected `on`, `ahead of`"),
        ("player B\nround 3\nfirst: if position near 3: back", "expected `is`, `is not`"),
        ("player B\nround 3\nfirst: back back", "line 3, column 13: expected `;` or the end of the line"),
        ("player B\nround 3\nfirst: back\nfirst: back", "line 4, column 1: `first:` is given twice"),
        ("player B\nround 3\nchew: chew", "line 3, column 7: expected `draw`, `pay` or `neither`"),
        ("player B\nround 3\nfirst: to \u{7}", "line 3, column 11: expected `start`"),
        ("player B\nround 3\n  - first: fly", "line 3, column 12: expected a move: `to 22`"),
    ];
    for (text, message) in cases {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
}

#[test]
fn all_faults_of_a_sheet_are_reported_at_once() {
    let text = "player B\nround soon\nfirst: fly; to 5; if A sleeps: back\n  to 70\nthird: back\nchew: draw\nchew: chew";
    let sheet = parse(text).expect_err("many faults");
    assert_eq!(sheet.player, Some(seat(1)));
    let places: Vec<String> = sheet
        .faults
        .iter()
        .map(|fault| fault.to_string().split(':').next().expect("a place").to_owned())
        .collect();
    let expected = [(2, 7), (3, 8), (3, 24), (4, 6), (5, 1), (7, 1), (7, 7)];
    assert_eq!(places, expected.map(|(line, column)| format!("line {line}, column {column}")));
}

#[test]
fn names_stand_for_letters() {
    let names = ["Ann", "Mary Jane", "Ann Lee", "Start", "I\u{f1}igo O'Brien"].map(str::to_owned).to_vec();
    let occasion = Occasion { players: 5, round: None, names, addresses: Vec::new() };
    let read = |text: &str| Sheet::parse(text, &occasion).map_err(|error| error.to_string());
    let sheet = read("Player: mary jane\nround 3\nfirst: if ANN LEE on 21 and i\u{f1}igo behind Mary: to 22")
        .expect("names");
    assert_eq!(sheet.player, seat(1));
    assert_eq!(sheet.first[0].to_string(), "if C on 21 and E behind B: to 22");
    assert_eq!(read("player Mary\nround 3\nfirst: back").map(|sheet| sheet.player), Ok(seat(1)));
    assert_eq!(
        read("player B\nround 3\nfirst: back").map(|sheet| sheet.player),
        Ok(seat(1)),
        "a letter goes on"
    );
    // `Ann` is the whole name of one and the first word of another.
    assert_eq!(
        read("player Ann\nround 3").expect_err("two"),
        "line 1, column 8: A and C have this name: write the letter"
    );
    assert_eq!(
        read("player May\nround 3").expect_err("nobody"),
        "line 1, column 8: expected a player's letter or name, found `may`; did you mean `mary`?"
    );
    assert!(
        read("player Start\nround 3").is_err()
            && read("player D\nround 3\nfirst: if start free: back").is_ok()
    );
}

#[test]
fn a_word_misspelt_is_pointed_at_with_the_word_that_may_be_meant() {
    let cases = [
        ("frist: back", "line 3, column 1: expected `first:`", "`frist`; did you mean `first`?"),
        ("first: foward 3", "line 3, column 8: expected a move", "`foward`; did you mean `forward`?"),
        ("first: stay and darw", "column 17: expected `draw` or `pay`", "`darw`; did you mean `draw`?"),
        ("first: if A jgged: back", "column 13: expected `on`", "`jgged`; did you mean `jugged`?"),
        ("first: if A ahaed of 3: back", "column 13: expected `on`", "`ahaed`; did you mean `ahead`?"),
        ("first: if A jugged mis-a-turn: back", "or an effect", "`mis-a-turn`; did you mean `miss-a-turn`?"),
        ("first: if positon is 4: back", "expected a condition", "`positon`; did you mean `position`?"),
        ("chew: neihter", "column 7: expected", "`neihter`; did you mean `neither`?"),
        ("first: to finsh", "expected `start`, `finish`", "`finsh`; did you mean `finish`?"),
    ];
    for (orders, place, word) in cases {
        let error = parse(&format!("player B\nround 3\n{orders}")).expect_err(orders).to_string();
        assert!(error.contains(place) && error.ends_with(word), "{orders}: {error}");
    }
    let far = parse("player B\nround 3\nfirst: fly").expect_err("no move").to_string();
    assert!(far.ends_with("found `fly`"), "nothing is like it: {far}");
}

#[test]
fn a_sheet_in_a_mail_is_read_and_its_faults_keep_their_places() {
    let mail = "Dear Ann,\n\nso be it.\n\n  *Player* B\n  Round 3\n  first: \u{201c}if A on 21: to 22\u{201d}\n\
                \u{20}  if carrots \u{2265} 20: `to 17`\n\nYours, Tom\n";
    let sheet = parse(mail).expect("a sheet");
    assert_eq!(
        sheet,
        parse("player B\nround 3\nfirst: if A on 21: to 22\nif carrots >= 20: to 17").expect("the same")
    );
    let error = parse(&mail.replace("to 17", "tu 17")).expect_err("a fault").to_string();
    assert!(error.starts_with("line 8, column 22: expected a move"), "{error}");
    // The template of the master's page, quoted and answered in words.
    let unfilled =
        parse("Just go on!\n\n> player B\n> round 3\n> first:\n> second:\n").expect_err("no orders");
    assert_eq!(unfilled.faults, [OrdersError::Unfilled]);
    let list = parse("player B\nround 3\nfirst:\n\n - to 22\n - back\n\nBob").expect("a list");
    assert_eq!(list.first.len(), 2);
    assert!(parse("player B\nround 3\nfirst: forward -3").is_err());
    // Whatever stands around it, a sheet without orders is none.
    let empty = parse("player B\nround 3\nfirst:\n").expect_err("no orders");
    assert_eq!(empty.faults, [OrdersError::Unfilled]);
}

/// Lines that were dropped without a word: below an empty line, above the sheet, behind a mark of a list.
#[test]
fn below_the_orders_every_line_with_a_word_of_the_orders_or_a_square_is_carried_out_or_a_fault() {
    let sheet = "player B\nround 3\nfirst: to 5\n\n";
    for line in [
        "2nd: if 8 free: to 8",
        "if 9 free to 9",
        "chew pay",
        "second - to 8",
        "second move: to 9",
        "also second: to 9",
        "EDIT: first: to 6",
        "Correction: to 4",
        "If Bob is on 8, to 9",
        "unless 8 free: back",
        "or to 7",
        "pay 10",
        "zweitens: nach 8",
    ] {
        let error = parse(&format!("{sheet}{line}\n\nAnn")).expect_err(line).to_string();
        assert!(error.starts_with("line 5, column "), "{line}: {error}");
        assert!(error.contains("if the line is not an order, begin it with `#`"), "{line}: {error}");
        assert!(parse(&format!("{sheet}# {line}\n\nAnn")).is_ok(), "{line}: marked as no order");
    }
    for greeting in
        ["Best wishes,\nBob", "See you on the 8th", "Sent from my iPhone 15", "-- \nBob\n12 Baker St"]
    {
        assert!(parse(&format!("Hi Zoe,\nhere are my orders.\n\n{sheet}{greeting}")).is_ok(), "{greeting}");
    }
    let carried =
        parse(&format!("{sheet}Thanks!\n\nsecond: to 8")).expect_err("right above orders").to_string();
    assert!(carried.contains("line 5, column 1"), "{carried}");
    assert_eq!(parse(&format!("{sheet}second: to 8\n\nThanks!")).expect("carried out").second.len(), 1);
    for mark in ["-", "\u{2022}", "\u{2013}", "1.", "2)"] {
        let listed = parse(&format!("player B\nround 3\nfirst:\n{mark} to 5\n {mark} back")).expect(mark);
        assert_eq!(listed.first.len(), 2, "{mark}");
    }
}

#[test]
fn what_is_written_in_other_words_gets_the_right_form_in_the_answer() {
    for (orders, advice) in [
        ("first to 3", "line 3, column 7: expected `:` after `first`, found `to`"),
        ("first: to 3\nagain back", "line 4, column 7: expected `:` after `again`, found `back`"),
        ("first: to 3\nchew pay", "line 4, column 6: expected `:` after `chew`, found `pay`"),
        (
            "first: if A is not on 8: to 9",
            "found `not`; `not` comes before the whole test, as in `not A on 8`",
        ),
        (
            "first: if A isn't on 8: to 9",
            "found `isn`; `not` comes before the whole test, as in `not A on 8`",
        ),
        (
            "first: if 8 is not free: to 9",
            "found `not`; `not` comes before the whole test, as in `not 8 free`",
        ),
        (
            "first: if 8 isn\u{2019}t free: to 9",
            "found `isn`; `not` comes before the whole test, as in `not 8 free`",
        ),
        ("first: unless 8 free: back", "found `unless`; write `if not (...)` and `:` before the move"),
        ("first: if 8 free: to 8\notherwise back", "found `otherwise`; write alternatives below each other"),
        ("first: if 8 free then to 8", "found `then`; write `:` for `then`"),
        ("first: if 8 free to 8", "found `to`; write `:` between the condition and the move"),
        ("first: pay 10", "found `pay`; did you mean `stay and pay`?"),
        ("first: to 3\n2nd: to 8", "found `2`; did you mean `second:`?"),
    ] {
        let error = parse(&format!("player B\nround 3\n{orders}")).expect_err(orders).to_string();
        assert!(error.contains(advice), "{orders}: {error}");
    }
}

#[test]
fn a_sheet_for_another_round_player_or_move_is_refused_with_its_place() {
    let cases = [
        ("player B\nround 4\nfirst: back", "line 2, column 7: orders for round 4, but the open round is 3"),
        ("player E\nround 3\n", "line 1, column 8: there is no player E: the players are A to D"),
        ("player A\nround 3\nfirst: back", "line 2, column 7: player A has no move in round 3"),
        ("player B\nround 3\nfirst: if F on 3: back", "line 3, column 11: there is no player F"),
    ];
    for (text, message) in cases {
        let error = Sheet::parse(text, &round_3()).expect_err(text).to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
    assert!(Sheet::parse("player B\nround 3\nsecond: back", &round_3()).is_ok());
}

#[test]
fn sheets_that_are_huge_are_refused() {
    let long = |bytes: usize| format!("{:#<bytes$}", "player B\nround 3\nfirst: back ");
    assert!(parse(&long(MOST_BYTES)).is_ok());
    let error = parse(&long(MOST_BYTES + 1)).expect_err("too large");
    assert_eq!(error.faults, [OrdersError::TooLarge { most: MOST_BYTES }]);
    let error = parse(&"x".repeat(MOST_BYTES + 1)).expect_err("too large");
    assert_eq!(error.faults, [OrdersError::TooLarge { most: MOST_BYTES }]);
    // The text around a sheet does not count.
    let quoted = format!("{}\n\n{}", long(MOST_BYTES), "> to 5\n".repeat(MOST_BYTES));
    assert!(parse(&quoted).is_ok());
    let nested =
        |depth| parse(&format!("player B\nround 3\nfirst: if {}22 free: back", "not ".repeat(depth)));
    assert!(nested(MOST_NESTED - 1).is_ok() && nested(MOST_NESTED).is_err());
    // Conditions beside each other are not nested.
    let side_by_side = |join: &str| vec!["(22 free)"; 2 * MOST_NESTED].join(join);
    for condition in [" and ", " or "].map(side_by_side) {
        assert!(parse(&format!("player B\nround 3\nfirst: if {condition}: back")).is_ok());
    }
    for opening in ["(", "not "] {
        let deep = format!("player B\nround 3\nfirst: if {}", opening.repeat(4_000));
        let error = parse(&deep).expect_err("too deep").to_string();
        assert!(error.contains("nested deeper than"), "{error}");
    }
}

// ---- properties ----

fn square() -> impl Strategy<Value = Square> {
    (0_u8..=64).prop_map(|number| Square::new(number).expect("a square"))
}

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![Just(Who::Me), (0_u8..6).prop_map(|number| Who::Player(seat(number)))]
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![who().prop_map(Target::Runner), square().prop_map(Target::Square)]
}

fn deed() -> impl Strategy<Value = PastAction> {
    let jug = prop_oneof![
        Just(Jug::Any),
        (1_u8..=6).prop_map(Jug::Number),
        proptest::sample::select(Effect::ALL).prop_map(Jug::Effect)
    ];
    let plain = [
        PastAction::Moved,
        PastAction::WentBack,
        PastAction::Drew,
        PastAction::Paid,
        PastAction::Chewed,
        PastAction::Missed,
    ];
    prop_oneof![proptest::sample::select(plain.to_vec()), jug.prop_map(PastAction::Jugged)]
}

fn test() -> impl Strategy<Value = Test> {
    let quantity = proptest::sample::select(vec![Quantity::Position, Quantity::Carrots, Quantity::Lettuces]);
    let comparison = proptest::sample::select(vec![
        Comparison::Is,
        Comparison::IsNot,
        Comparison::Below,
        Comparison::AtMost,
        Comparison::Above,
        Comparison::AtLeast,
    ]);
    prop_oneof![
        (who(), square()).prop_map(|(who, square)| Test::On(who, square)),
        (who(), target()).prop_map(|(who, target)| Test::AheadOf(who, target)),
        (who(), target()).prop_map(|(who, target)| Test::Behind(who, target)),
        (who(), target()).prop_map(|(who, target)| Test::Passed(who, target)),
        square().prop_map(Test::Free),
        (who(), quantity, comparison, any::<u16>()).prop_map(|(who, q, c, n)| Test::Count(who, q, c, n)),
        (who(), deed()).prop_map(|(who, deed)| Test::Did(who, deed)),
    ]
}

fn condition() -> impl Strategy<Value = Condition> {
    test().prop_map(Condition::Test).prop_recursive(4, 16, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Condition::Or),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Condition::And),
            inner.prop_map(|condition| Condition::Not(Box::new(condition))),
        ]
    })
}

fn alternatives<T: Clone + std::fmt::Debug + 'static>(
    order: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Vec<Alternative<T>>> {
    let alternative = (proptest::option::of(condition()), order)
        .prop_map(|(condition, order)| Alternative { condition, order });
    proptest::collection::vec(alternative, 0..4)
}

fn step() -> impl Strategy<Value = MoveOrder> {
    let plain =
        [MoveOrder::Back, MoveOrder::StayAndDraw, MoveOrder::StayAndPay, MoveOrder::Stay, MoveOrder::Chew];
    prop_oneof![
        square().prop_map(MoveOrder::To),
        (1_u8..=64).prop_map(MoveOrder::Forward),
        proptest::sample::select(plain.to_vec())
    ]
}

fn sheet() -> impl Strategy<Value = Sheet> {
    let chews = proptest::sample::select(vec![ChewOrder::Draw, ChewOrder::Pay, ChewOrder::Neither]);
    let parts = (
        0_u8..6,
        1..=u16::MAX,
        alternatives(step()),
        alternatives(step()),
        alternatives(chews),
        alternatives(step()),
    );
    parts.prop_map(|(player, round, first, second, chew, again)| Sheet {
        player: seat(player),
        round,
        first,
        second,
        chew,
        again,
    })
}

/// Words of the language in any order: much nearer to sheets than any text.
fn jumble() -> impl Strategy<Value = String> {
    let words = [
        "player",
        "B",
        "round",
        "3",
        "\n",
        "first:",
        "second:",
        "chew:",
        "again:",
        "if",
        "not",
        "(",
        ")",
        "and",
        "or",
        "A",
        "me",
        "on",
        "ahead",
        "of",
        "free",
        "position",
        "is",
        "at",
        "least",
        "<=",
        ":",
        ";",
        "to",
        "22",
        "back",
        "stay",
        "draw",
        "jugged",
        "miss-a-turn",
        "passed",
        "finish",
        "#",
        "é",
    ];
    proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..40)
        .prop_map(|words| format!("player B\nround 3\nfirst: {}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_reads_back(sheet in sheet()) {
        let has_orders = sheet.to_string().lines().count() > 2;
        prop_assume!(has_orders);
        prop_assert_eq!(parse(&sheet.to_string()), Ok(sheet));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Sheet::parse(&String::from_utf8_lossy(&bytes), &round_3());
    }

    #[test]
    fn no_jumble_of_words_makes_the_reader_panic(text in jumble()) {
        if let Ok(sheet) = Sheet::parse(&text, &round_3()) {
            prop_assert_eq!(parse(&sheet.to_string()), Ok(sheet));
        }
    }
}
