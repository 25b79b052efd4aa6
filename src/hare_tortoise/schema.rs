//! The schema of the ruleset: each field with its clause, its meaning and what it may hold.

use super::board::FINISH;
use super::policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, EmptyOrder, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    OthersCarrots, PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare,
    TooFewToGive, TooFewToPay, TurnOrder, WithoutLettuces,
};
use super::ruleset::{CARDS, PACK, RUNNERS, SUMS};
use crate::ruleset::{Choice, Field, Kind};

const PLAYER_COUNTS: &[&str] = &["2", "3", "4", "5", "6"];
const CARROTS: Kind = Kind::Integer { least: 0, most: u16::MAX as i64 };
const EFFECT: Kind = Kind::Choice(Effect::CHOICES);

const fn by_players(each: &'static Kind) -> Kind {
    Kind::Table { keys: PLAYER_COUNTS, each }
}

const fn field(path: &'static str, clause: &'static str, meaning: &'static str, kind: Kind) -> Field {
    Field { path, clause, meaning, kind }
}

/// Every field, in the order of the file.
pub(super) const FIELDS: &[Field] = &[
    field(
        "board.squares",
        "HT-01",
        "the 63 squares from Start on: C carrot, L lettuce, H hare, T tortoise, 2 3 4 number, F flag",
        Kind::Text,
    ),
    field(
        "start.carrots",
        "HT-02, HT-03, HP-01",
        "a player's carrots at the start, by the number of players",
        by_players(&CARROTS),
    ),
    field(
        "start.runners",
        "HT-02, HT-03, HP-01",
        "a player's runners, by the number of players; players times runners is at most 6",
        by_players(&Kind::Integer { least: 1, most: RUNNERS as i64 / 2 }),
    ),
    field(
        "start.lettuces",
        "HT-02, HT-03, HP-01",
        "lettuces, of each runner or in each player's pool, by the number of players",
        by_players(&Kind::Integer { least: 0, most: u8::MAX as i64 }),
    ),
    field(
        "start.first-player",
        "HT-07",
        "who moves first: a fair draw, or a seat counted from 1",
        Kind::Either(
            &Kind::Choice(&[Choice { word: "drawn", meaning: "a fair draw" }]),
            &Kind::Integer { least: 1, most: RUNNERS as i64 },
        ),
    ),
    field("turns.order", "HT-07, HP-02", "in which order the players move", Kind::Choice(TurnOrder::CHOICES)),
    field(
        "turns.runner",
        "HT-04",
        "which of its runners a player moves",
        Kind::Choice(RunnerChoice::CHOICES),
    ),
    field("turns.miss-binds", "HT-32", "whom a missed turn binds", Kind::Choice(MissBinds::CHOICES)),
    field(
        "movement.longest-step",
        "HT-22",
        "the longest paid step in squares; a set-up may agree on another",
        Kind::Either(
            &Kind::Choice(&[Choice { word: "none", meaning: "no limit" }]),
            &Kind::Integer { least: 1, most: FINISH as i64 },
        ),
    ),
    field(
        "movement.fours-with-three",
        "HT-06",
        "number-4 squares when three play",
        Kind::Choice(FoursWithThree::CHOICES),
    ),
    field("lettuces.belong-to", "HT-04", "whose lettuces they are", Kind::Choice(LettuceOwner::CHOICES)),
    field(
        "lettuces.pool-empty-for",
        "HT-04",
        "which runners need an empty pool to finish",
        Kind::Choice(PoolEmptyFor::CHOICES),
    ),
    field(
        "stuck.back-to-start",
        "HT-27",
        "which runners without a legal action go back to Start",
        Kind::Choice(StuckTrigger::CHOICES),
    ),
    field(
        "stuck.at-start",
        "HT-27",
        "what follows on going back to Start",
        Kind::Choice(BackAtStart::CHOICES),
    ),
    field(
        "finish.limit",
        "HT-28, HP-03",
        "how the carrot limit at the finish goes",
        Kind::Choice(FinishLimit::CHOICES),
    ),
    field(
        "finish.carrots",
        "HT-28, HP-03",
        "the carrots that may be left at the finish, for all or for the first",
        CARROTS,
    ),
    field(
        "finish.limit-binds",
        "HT-05",
        "which runners the carrot limit binds",
        Kind::Choice(LimitBinds::CHOICES),
    ),
    field("finish.race-ends", "HT-29", "when the race ends", Kind::Choice(RaceEnds::CHOICES)),
    field("hare.mechanism", "HT-30, HP-07", "how a hare square works", Kind::Choice(Mechanism::CHOICES)),
    field(
        "hare.chart",
        "HT-30",
        "the chart: a row for each of the cards 1 to 6, in it an effect for each race position",
        Kind::List {
            each: &Kind::List { each: &EFFECT, least: RUNNERS, most: RUNNERS },
            least: 0,
            most: CARDS,
        },
    ),
    field(
        "hare.table",
        "HP-07",
        "the table: the effects of the sums 2 to 12 of die and race position",
        Kind::List { each: &EFFECT, least: 0, most: SUMS },
    ),
    field(
        "hare.pack",
        "HT-30",
        "the cards of the pack, in any order",
        Kind::List { each: &EFFECT, least: 0, most: PACK },
    ),
    field(
        "hare.put-on-hare",
        "HT-31",
        "a runner that an effect puts on a hare square",
        Kind::Choice(PutOnHare::CHOICES),
    ),
    field(
        "hare.most-jugs",
        "HT-31",
        "the most jugs in one turn; a further one is not drawn",
        Kind::Integer { least: 1, most: u8::MAX as i64 },
    ),
    field(
        "hare.chew-a-carrot",
        "HT-33",
        "what one may choose on chewing a carrot",
        Kind::Choice(ChewCarrot::CHOICES),
    ),
    field(
        "hare.taken-carrot-square",
        "HT-34",
        "sent to a carrot square when the nearest is taken",
        Kind::Choice(TakenCarrotSquare::CHOICES),
    ),
    field(
        "hare.drop-back-to-start",
        "HT-35",
        "dropping back when only Start is left behind",
        Kind::Choice(DropBackToStart::CHOICES),
    ),
    field(
        "hare.move-up-to-finish",
        "HT-36",
        "moving up when only the finish is left ahead",
        Kind::Choice(MoveUpToFinish::CHOICES),
    ),
    field(
        "hare.chew-a-lettuce",
        "HT-37",
        "when a lettuce is chewed that a jug gives",
        Kind::Choice(JuggedLettuce::CHOICES),
    ),
    field(
        "hare.without-lettuces",
        "HT-37",
        "such a jug for a runner without lettuces",
        Kind::Choice(WithoutLettuces::CHOICES),
    ),
    field(
        "hare.another-move",
        "HT-39",
        "whether another move must be taken",
        Kind::Choice(AnotherMove::CHOICES),
    ),
    field(
        "hare.another-move-stuck",
        "HT-39",
        "another move for a runner without a move",
        Kind::Choice(AnotherMoveStuck::CHOICES),
    ),
    field(
        "hare.carrots-become",
        "2008 pack",
        "what the carrots become by the effect `carrots-become`",
        CARROTS,
    ),
    field(
        "hare.too-few-to-give",
        "2008 pack",
        "giving 10 to each with too few carrots",
        Kind::Choice(TooFewToGive::CHOICES),
    ),
    field(
        "hare.too-few-to-pay",
        "olympiad rule",
        "paying for having been passed with too few carrots",
        Kind::Choice(TooFewToPay::CHOICES),
    ),
    field(
        "orders.empty-on-carrot-square",
        "HP-05",
        "an empty order on a carrot square",
        Kind::Choice(EmptyOrder::CHOICES),
    ),
    field(
        "screen.others-carrots",
        "HT-08, HP-10",
        "whether a person's screen shows the others' carrots",
        Kind::Choice(OthersCarrots::CHOICES),
    ),
];
