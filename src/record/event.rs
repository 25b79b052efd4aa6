//! The parts of a record: players, the start, and events.

use serde::{Deserialize, Serialize};

use crate::game::{EventData, RaceGame};
use crate::readable::readable;
use crate::seat::Seat;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Player {
    /// What the seat is called.
    pub name: String,
    /// `person`, or a bot with its parameters as [`crate::BotSpec`] writes them, or a command that is a bot.
    pub player: String,
}

/// What a game began with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start<S, P> {
    /// A set-up: from the beginning.
    Setup(S),
    /// A position: from the middle.
    Position(Box<P>),
}

/// One event: what a seat or chance decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", untagged, try_from = "WrittenEvent<A, C>")]
#[serde(bound = "A: EventData, C: EventData")]
pub enum Event<A, C> {
    /// A seat has decided.
    Action(Choice<A>),
    /// Chance has decided.
    Chance(Outcome<C>),
}

/// An event as it is written, so that a wrong one is told by its field.
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
                Ok(Self::Action(Choice { seat, action }))
            }
            WrittenEvent { seat: None, action: None, chance: Some(chance), by_hand } => {
                Ok(Self::Chance(Outcome { chance, by_hand }))
            }
            _ => Err("an event is either a `seat` with its `action`, or a `chance`"),
        }
    }
}

/// An event of this game.
pub type EventOf<G> = Event<<G as RaceGame>::Action, <G as RaceGame>::Chance>;

/// A seat's decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice<A> {
    /// The seat, from 0.
    pub seat: Seat,
    /// What it does.
    pub action: A,
}

/// What chance decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields, bound = "C: EventData")]
pub struct Outcome<C> {
    /// What came.
    pub chance: C,
    /// Whether it was entered by hand and not drawn from the streams.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

readable!({A: EventData, C: EventData} Event<A, C>);
readable!({C: EventData} Outcome<C>);

/// A move that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// How many events were left standing.
    pub event: usize,
    /// Who took it back.
    pub seat: Seat,
}
