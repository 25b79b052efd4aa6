//! A state in the form that people read and write.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::board::FINISH;
use super::policy::Effect;
use super::state::{Duty, Phase, RunnerState, State};
use crate::common::seat::Seat;
use crate::formats::is_default;

/// A race as people read and write it, not yet checked. Seats and runners are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// The players, in the order of seats.
    pub players: Vec<PlayerPosition>,
    /// The decision to be made.
    pub phase: Phase,
    /// The player who decides or jugs; 0 while the first player is drawn and after the end.
    #[serde(default)]
    pub seat: Seat,
    /// The number of the player's runner that has the turn; 0 while it is still to be chosen.
    #[serde(default)]
    pub runner: u8,
    /// The jugs of this turn (HT-31).
    #[serde(default)]
    pub jugs: u8,
    /// The carrots paid in this turn for the move onto this very square (HT-38).
    #[serde(default)]
    pub paid: u16,
    /// The round that is played.
    pub round: RoundPosition,
    /// The cards known to lie at the bottom of the pack, the uppermost of them first.
    #[serde(default)]
    pub pack: Vec<Effect>,
    /// The longest paid step agreed before the game, in squares; 64 when there is no limit (HT-22).
    #[serde(default = "unlimited")]
    pub longest_step: u8,
}

/// One player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayerPosition {
    /// Its carrots.
    pub carrots: u16,
    /// Its lettuces, where a player's runners share one pool.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pool: u8,
    /// Its runners.
    pub runners: Vec<RunnerPosition>,
    /// The runner that moved last, where the player's runners alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u8>,
    /// Set when its whole next turn is skipped.
    #[serde(default, skip_serializing_if = "is_default")]
    pub misses: bool,
}

/// One runner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunnerPosition {
    /// Its square: 0 is Start, 64 the finish.
    pub square: u8,
    /// Its own lettuces; 0 where its player has a pool.
    #[serde(default)]
    pub lettuces: u8,
    /// The place in which it came home, 1 the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u8>,
    /// Its duty to its square.
    #[serde(default, skip_serializing_if = "is_default")]
    pub duty: Duty,
    /// Set when its next turn is skipped.
    #[serde(default, skip_serializing_if = "is_default")]
    pub misses: bool,
    /// Under the passing rule, on a hare square: the players that have passed it since it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed_by: Option<Vec<Seat>>,
}

/// The order of moves in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RoundPosition {
    /// Its number, from 1.
    pub number: u16,
    /// The first mover.
    pub first: Seat,
    /// The players who raced when it began.
    pub members: Vec<Seat>,
    /// The turn within it, from 0, skipped turns counted.
    pub slot: u8,
}

fn unlimited() -> u8 {
    FINISH
}

impl Position {
    pub(super) fn of(state: &State) -> Self {
        let player = |seat: Seat| PlayerPosition {
            carrots: state.carrots[seat],
            pool: state.pool[seat],
            runners: state.runners_of(seat).map(|runner| RunnerPosition::of(*state.of(runner))).collect(),
            last: state.last[seat],
            misses: state.missing.contains(seat),
        };
        Self {
            players: state.seats.iter().map(player).collect(),
            phase: state.phase,
            seat: state.seat,
            runner: state.index_of(state.runner),
            jugs: state.jugs,
            paid: state.paid,
            round: RoundPosition {
                number: state.round.number,
                first: state.round.first,
                members: state.round.members.iter().collect(),
                slot: state.round.slot,
            },
            pack: state.known_cards().to_vec(),
            longest_step: state.longest_step,
        }
    }
}

impl RunnerPosition {
    fn of(runner: RunnerState) -> Self {
        Self {
            square: runner.square.number(),
            lettuces: runner.lettuces,
            arrived: runner.arrived.map(NonZeroU8::get),
            duty: runner.duty,
            misses: runner.misses,
            passed_by: runner.passed_by.map(|seats| seats.iter().collect()),
        }
    }
}
