//! The schema of the ruleset: each field with its clauses, meaning and kind, and the rulesets of the library.

use super::board::FINISH;
use super::policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, EmptyOrder, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    OthersCarrots, PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare,
    TooFewToGive, TooFewToPay, TurnOrder, WithoutLettuces,
};
use super::rules_text;
use super::ruleset::{CARDS, PACK, RUNNERS, Ruleset, SUMS};
use crate::common::fault::Faults;
use crate::ruleset::{Choice, Embedded, Field, Kind, Ruleset as RulesetContract, Title, embedded};

const PLAYER_COUNTS: &[&str] = &["2", "3", "4", "5", "6"];
const CARROTS: Kind = Kind::Integer { least: 0, most: u16::MAX as i64 };
const EFFECT: Kind = Kind::Choice(Effect::CHOICES);

const fn by_players(each: &'static Kind) -> Kind {
    Kind::Table { keys: PLAYER_COUNTS, each }
}

/// Every field, in the order of the file.
const FIELDS: &[Field] = &[
    Field::new(
        "board.squares",
        "HT-01",
        "the 63 squares from Start on: C carrot, L lettuce, H hare, T tortoise, 2 3 4 number, F flag",
        Kind::Text,
    )
    .phrase("square {index}: {}"),
    Field::new(
        "start.carrots",
        "HT-02, HT-03, HP-01",
        "a player's carrots at the start, by the number of players",
        by_players(&CARROTS),
    )
    .phrase("carrots at the start with {key} players: {}"),
    Field::new(
        "start.runners",
        "HT-02, HT-03, HP-01",
        "a player's runners, by the number of players; players times runners is at most 6",
        by_players(&Kind::Integer { least: 1, most: RUNNERS as i64 / 2 }),
    )
    .phrase("runners of each of {key} players: {}")
    .defines(&["lettuces*", "carrots-from-lettuces"]),
    Field::new(
        "start.lettuces",
        "HT-02, HT-03, HP-01",
        "lettuces, of each runner or in each player's pool, by the number of players",
        by_players(&Kind::Integer { least: 0, most: u8::MAX as i64 }),
    )
    .phrase("lettuces with {key} players: {}")
    .defines(&["lettuces*", "carrots-from-lettuces"]),
    Field::new(
        "start.first-player",
        "HT-07",
        "the player who moves first: drawn, or a seat counted from 1",
        Kind::WordOrInteger {
            word: Choice { word: "drawn", meaning: "a fair draw" },
            least: 1,
            most: RUNNERS as i64,
        },
    )
    .phrase("seat {} first")
    .defines(&["wins-seat-*"]),
    TurnOrder::field("turns.order"),
    RunnerChoice::field("turns.runner"),
    MissBinds::field("turns.miss-binds"),
    Field::new(
        "movement.longest-step",
        "HT-22",
        "the longest paid step in squares; a set-up may set another",
        Kind::WordOrInteger {
            word: Choice { word: "none", meaning: "as long as the carrots pay for" },
            least: 1,
            most: FINISH as i64,
        },
    )
    .phrase("a longest step of {} squares"),
    FoursWithThree::field("movement.fours-with-three"),
    LettuceOwner::field("lettuces.belong-to").defines(&["lettuces*", "carrots-from-lettuces"]),
    PoolEmptyFor::field("lettuces.pool-empty-for"),
    StuckTrigger::field("stuck.back-to-start"),
    BackAtStart::field("stuck.at-start"),
    FinishLimit::field("finish.limit").defines(&["winner-carrots"]),
    Field::new(
        "finish.carrots",
        "HT-28, HP-03",
        "the carrots that may be left at the finish, for all or for the first",
        CARROTS,
    )
    .phrase("carrots at the finish at most: {}")
    .defines(&["winner-carrots"]),
    LimitBinds::field("finish.limit-binds"),
    RaceEnds::field("finish.race-ends").defines(&["lettuces", "spread"]),
    Mechanism::field("hare.mechanism").defines(&["jugs*", "carrots-from-hares", "lettuces-by-hares"]),
    Field::new(
        "hare.chart",
        "HT-30",
        "the chart: a row for each of the cards 1 to 6, in it an effect for each race position",
        Kind::List {
            each: &Kind::List { each: &EFFECT, least: RUNNERS, most: RUNNERS },
            least: 0,
            most: CARDS,
        },
    )
    .phrase("{} in the {row} row of the chart for the {place}")
    .defines(&["jugs-*"]),
    Field::new(
        "hare.table",
        "HP-07",
        "the table: the effects of the sums 2 to 12 of die and race position",
        Kind::List { each: &EFFECT, least: 0, most: SUMS },
    )
    .phrase("{} at the {place} sum of the table")
    .defines(&["jugs-*"]),
    Field::new(
        "hare.pack",
        "HT-30",
        "the cards of the pack, in any order",
        Kind::List { each: &EFFECT, least: 0, most: PACK },
    )
    .phrase("{} as the {place} card of the pack")
    .defines(&["jugs-*"]),
    PutOnHare::field("hare.put-on-hare"),
    Field::new(
        "hare.most-jugs",
        "HT-31",
        "the most jugs in one turn; a further one is not drawn",
        Kind::Integer { least: 1, most: u8::MAX as i64 },
    )
    .phrase("jugs in a turn at most: {}"),
    ChewCarrot::field("hare.chew-a-carrot"),
    TakenCarrotSquare::field("hare.taken-carrot-square"),
    DropBackToStart::field("hare.drop-back-to-start"),
    MoveUpToFinish::field("hare.move-up-to-finish"),
    JuggedLettuce::field("hare.chew-a-lettuce"),
    WithoutLettuces::field("hare.without-lettuces"),
    AnotherMove::field("hare.another-move"),
    AnotherMoveStuck::field("hare.another-move-stuck"),
    Field::new(
        "hare.carrots-become",
        "2008 pack",
        "the number that the carrots become by the effect `carrots-become`",
        CARROTS,
    )
    .phrase("carrots after a card of the pack: {}"),
    TooFewToGive::field("hare.too-few-to-give"),
    TooFewToPay::field("hare.too-few-to-pay"),
    EmptyOrder::field("orders.empty-on-carrot-square"),
    OthersCarrots::field("screen.others-carrots"),
];

impl RulesetContract for Ruleset {
    const GAME: &'static str = "hare-tortoise";
    const EMBEDDED: &'static [Embedded] = embedded!(
        "hare-tortoise":
        "classic", "postal", "gibsons-1987", "ravensburger-1978", "ravensburger-1995", "abacus-2000", "ravensburger-2008",
        "olympiad",
    );
    const FIELDS: &'static [Field] = FIELDS;

    fn title(&self) -> &Title {
        &self.title
    }

    fn faults(&self) -> Faults {
        self.find_faults()
    }

    /// Varies a board by giving one square the kind of the next one.
    fn text_steps(field: &Field, text: &str) -> Vec<Vec<String>> {
        if field.path != "board.squares" {
            return Vec::new();
        }
        let squares: Vec<(usize, char)> =
            text.char_indices().filter(|(_, code)| !code.is_whitespace()).collect();
        let pairs = squares.windows(2).filter(|pair| pair[0].1 != pair[1].1);
        let stepped = pairs.map(|pair| {
            let ((at, old), (_, new)) = (pair[0], pair[1]);
            format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..])
        });
        stepped.map(|text| vec![text]).collect()
    }

    fn value_in_words(field: &Field, value: &str) -> Option<String> {
        let kind = match value.chars().next().filter(|_| field.path == "board.squares")? {
            'C' => "carrot",
            'L' => "lettuce",
            'H' => "hare",
            'T' => "tortoise",
            'F' => "flag",
            _ => return Some(format!("number {value}")),
        };
        Some(kind.to_owned())
    }

    fn field_in_words(&self, field: &Field) -> Option<Vec<String>> {
        rules_text::field_in_words(self, field)
    }
}
