#![doc = include_str!("rules.md")]

mod action;
mod board;
mod bots;
mod check;
mod contract;
mod encode;
mod explain;
mod game;
mod guide;
mod happening;
mod jug;
mod legal;
mod lessons;
#[cfg(feature = "arena")]
mod metrics;
mod movement;
mod narrate;
mod picture;
mod plan;
mod policy;
mod position;
pub mod postal;
mod purse;
mod review;
mod round;
mod rules_text;
mod ruleset;
mod schema;
mod setup;
mod standings;
mod state;
mod svg;
mod text;
mod turn;
mod view;
mod words;

pub use action::{Action, Chance, FIRST_PLAYER, HARE, Illegal};
pub use board::{Board, NoSuchSquare, Square, SquareKind};
pub use bots::{EASY, Guide, HARD, HeuristicBot, MEDIUM};
pub use encode::{ActionFeatures, ViewFeatures};
pub use game::HareTortoise;
pub use happening::{Drawn, Expense, Happening, RunnerName, Source, Way};
pub use movement::{cost, reach};
pub use policy::{
    AnotherMove, AnotherMoveStuck, BackAtStart, ChewCarrot, DropBackToStart, Effect, EmptyOrder, FinishLimit,
    FoursWithThree, JuggedLettuce, LettuceOwner, LimitBinds, Mechanism, MissBinds, MoveUpToFinish,
    OthersCarrots, PoolEmptyFor, PutOnHare, RaceEnds, RunnerChoice, StuckTrigger, TakenCarrotSquare,
    TooFewToGive, TooFewToPay, TurnOrder, WithoutLettuces,
};
pub use position::{PlayerPosition, Position, RoundPosition, RunnerPosition};
pub use ruleset::{
    BoardRules, ByPlayers, FinishRules, FirstPlayer, HareRules, LettuceRules, LongestStep, MovementRules,
    OrderRules, Ruleset, ScreenRules, StartRules, StuckRules, TurnRules,
};
pub use setup::Setup;
pub use state::{Duty, Phase, State};
pub use view::View;
