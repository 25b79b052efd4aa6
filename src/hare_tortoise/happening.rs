//! The events of a race, with enough detail for narration, metrics and reports.

use serde::{Deserialize, Serialize};

use super::board::Square;
use super::policy::Effect;
use crate::common::seat::Seat;

/// A runner as people name it: by its player and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunnerName {
    /// The player.
    pub seat: Seat,
    /// The number among its player's runners, from 0; always 0 where each player has one.
    pub index: u8,
}

/// The reason for which carrots are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A number or flag square that fits the race position (HT-20).
    NumberSquare,
    /// Going back to a tortoise (HT-24).
    Tortoise,
    /// Staying on a carrot square (HT-25).
    CarrotSquare,
    /// Chewing a lettuce, on its square or by a jug (HT-26, HT-37).
    Lettuce,
    /// A hare square: a jugged hare (HT-30), or one where nobody has passed the runner (HP-07).
    Hare,
}

/// The reason for which carrots are paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Expense {
    /// A move forward (HT-22).
    Move,
    /// Staying on a carrot square (HT-25).
    CarrotSquare,
    /// A jugged hare.
    Hare,
}

/// The way in which a runner comes onto a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// A paid move forward.
    Forward,
    /// Back to a tortoise.
    Back,
    /// By a jugged hare, free of charge.
    Effect,
    /// Back to Start, without a legal action (HT-27).
    NoAction,
}

/// The card or the die drawn for a jugged hare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// One of six cards (HT-30).
    Card(u8),
    /// A die (HP-07).
    Die(u8),
    /// A card of the pack.
    PackCard,
}

/// An event of a race. Everything is public (HT-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "the fields say what the variant's sentence names")]
pub enum Happening {
    /// The first player is drawn.
    FirstPlayer { seat: Seat },
    /// A player's turn begins.
    TurnBegins { seat: Seat },
    /// A player chooses the runner of this turn.
    Chooses { runner: RunnerName },
    /// A whole turn is missed, by a runner or by its player.
    Misses { runner: Option<RunnerName>, seat: Seat },
    /// Carrots are drawn.
    Draws { runner: RunnerName, carrots: u16, source: Source },
    /// Carrots are paid.
    Pays { runner: RunnerName, carrots: u16, expense: Expense },
    /// A runner goes from one square to another.
    Moves { runner: RunnerName, from: Square, to: Square, way: Way },
    /// A lettuce is chewed on this square; `left` are left to the runner or its player's pool.
    Chews { runner: RunnerName, square: Square, position: u8, left: u8, jugged: bool },
    /// The hare is jugged on this square in this race position.
    Jugs { runner: RunnerName, square: Square, position: u8, drawn: Drawn, effect: Effect },
    /// A runner comes onto a hare square after the last jug that its turn allows.
    JugsNoMore { runner: RunnerName, square: Square },
    /// An effect does nothing: there is no such runner or square.
    NoEffect { runner: RunnerName, effect: Effect },
    /// A runner will chew a lettuce on this hare square in its next turn.
    WillChew { runner: RunnerName },
    /// The next turn of the runner, or of its player, will be skipped.
    WillMiss { runner: RunnerName },
    /// A player shows its carrots.
    ShowsCarrots { seat: Seat, carrots: u16 },
    /// A player's carrots become this number.
    CarrotsBecome { seat: Seat, carrots: u16 },
    /// A player gives carrots to another.
    Gives { from: Seat, to: Seat, carrots: u16 },
    /// The pack is shuffled.
    Shuffles,
    /// A runner pays for the players that have passed it on its hare square.
    PaysForPassing { runner: RunnerName, passed_by: u8, carrots: u16 },
    /// A runner stays where it is.
    Stays { runner: RunnerName },
    /// A runner comes home in this place, with `carrots` left to its player.
    Finishes { runner: RunnerName, place: u8, carrots: u16 },
    /// The last runner of a player is home: the player's place.
    Home { seat: Seat, place: u8 },
    /// A player's turn is over.
    TurnEnds { seat: Seat },
    /// A round is over.
    RoundEnds { round: u16 },
    /// The race is over.
    GameEnds,
}
