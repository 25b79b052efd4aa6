//! The parts of a record: players, the start, and events.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::common::seat::Seat;
use crate::game::streams::Streams;
use crate::game::{EventData, RaceGame};
use crate::text::Colour;

/// The player in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// `person`, a bot with its parameters as [`crate::BotSpec`] writes them, or the command of an external bot.
    pub player: String,
    /// The colour that the player has chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start<S, P> {
    /// A set-up: the game starts from the beginning.
    Setup(S),
    /// A position: the game starts from the middle.
    Position(Box<P>),
}

/// One event: a decision of a seat, or a chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "WrittenEvent<A, C>")]
#[serde(bound = "A: EventData, C: EventData")]
pub enum Event<A, C> {
    /// A decision of a seat.
    Action(Played<A>),
    /// A chance outcome.
    Chance(Resolved<C>),
}

/// An event as it is written. Reading this type first lets an error name the wrong field.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenEvent<A, C> {
    seat: Option<Seat>,
    action: Option<A>,
    chance: Option<C>,
    #[serde(default)]
    by_hand: bool,
}

impl<A, C> TryFrom<WrittenEvent<A, C>> for Event<A, C> {
    type Error = &'static str;

    fn try_from(written: WrittenEvent<A, C>) -> Result<Self, Self::Error> {
        match written {
            WrittenEvent { seat: Some(seat), action: Some(action), chance: None, by_hand: false } => {
                Ok(Self::Action(Played { seat, action }))
            }
            WrittenEvent { seat: None, action: None, chance: Some(chance), by_hand } => {
                Ok(Self::Chance(Resolved { chance, by_hand }))
            }
            _ => Err("an event is either a `seat` with its `action`, or a `chance`"),
        }
    }
}

/// An event of the game `G`.
pub type EventOf<G> = Event<<G as RaceGame>::Action, <G as RaceGame>::Chance>;

/// A seat's decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played<A> {
    /// The seat, from 0.
    pub seat: Seat,
    /// The action.
    pub action: A,
}

/// A chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "C: EventData")]
pub struct Resolved<C> {
    /// The outcome.
    pub chance: C,
    /// Whether the outcome was entered by hand instead of drawn from the streams.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

/// The game from which a record branches off: both share their first events, and then the record continues on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The streams of that game.
    pub streams: Streams,
    /// The number of events that both games share.
    pub events: usize,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Continued from event {} of the game with seed {}.", self.events, self.streams.seed)
    }
}

/// A move that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// The number of events that remained.
    pub event: usize,
    /// The seat that took it back.
    pub seat: Seat,
}
