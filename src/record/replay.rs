//! Replays a record, and checks each event against the rules.

use std::sync::Arc;

use super::event::{Event, EventOf, Played, Start};
use super::file::Record;
use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::Seat;
use crate::game::{ImpossibleOutcome, RaceGame, SetupError, Turn};

/// The reason why a record does not replay. Events are counted from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError<E> {
    /// The ruleset is not playable.
    #[error("the ruleset in the record: {0}")]
    Ruleset(#[source] Faults),
    /// The game cannot start with this set-up.
    #[error("the set-up in the record: {0}")]
    Setup(#[source] SetupError),
    /// The start position is impossible.
    #[error("the position in the record: {0}")]
    Position(#[source] Faults),
    /// The record claims to share more events than it has.
    #[error("the record shares {shared} events with another game, but has only {events}")]
    Branch {
        /// The number of shared events that the record claims.
        shared: usize,
        /// The number of events in the record.
        events: usize,
    },
    /// The player who has resigned does not play.
    #[error("seat {0} has resigned, but is not in the game")]
    Resigned(Seat),
    /// A waiting secret choice is not legal for its seat.
    #[error("the move that seat {0} chose in advance is not legal")]
    Waiting(Seat),
    /// The owner of an event is not the one who is to move.
    #[error("event {event}: {found} decides, but it is the turn of {expected}")]
    OutOfTurn {
        /// The number of the event.
        event: usize,
        /// Who moves in the record.
        found: String,
        /// Who is to move by the rules.
        expected: String,
    },
    /// An action is illegal.
    #[error("event {event}: seat {seat}: {reason}")]
    Illegal {
        /// The number of the event.
        event: usize,
        /// The seat that acts.
        seat: Seat,
        /// The reason why it is illegal.
        #[source]
        reason: E,
    },
    /// A chance outcome is impossible.
    #[error("event {event}: {reason}")]
    Impossible {
        /// The number of the event.
        event: usize,
        /// The reason why it is impossible.
        #[source]
        reason: ImpossibleOutcome,
    },
}

/// A game with its first state.
type Opened<G> = Result<(Arc<G>, <G as RaceGame>::State), ReplayError<<G as RaceGame>::Illegal>>;

impl<G: RaceGame> Record<G> {
    /// Creates the game and its first state.
    ///
    /// # Errors
    /// When the ruleset, set-up or position is not playable, or the branch or the resignation is impossible.
    pub fn open(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let (game, state) = self.open_shared()?;
        Ok((Arc::unwrap_or_clone(game), state))
    }

    /// Works like [`Record::open`], without copying the game.
    pub(crate) fn open_shared(&self) -> Opened<G> {
        let (shared, events) = (self.branch.map_or(0, |branch| branch.events), self.events.len());
        if shared > events {
            return Err(ReplayError::Branch { shared, events });
        }
        let game = self.ruleset.game().map_err(ReplayError::Ruleset)?;
        let state = match &self.start {
            Start::Setup(setup) => game.start(setup).map_err(ReplayError::Setup)?,
            Start::Position(position) => game.state(position).map_err(ReplayError::Position)?,
        };
        if let Some(seat) = self.resigned.filter(|seat| !game.seats(&state).contains(*seat)) {
            return Err(ReplayError::Resigned(seat));
        }
        Ok((game, state))
    }

    /// Replays all events, each checked against the rules, and returns the game with its last state.
    ///
    /// # Errors
    /// The first wrong event, and the reason.
    pub fn replay(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let (game, mut state) = self.open()?;
        for (index, event) in self.events.iter().enumerate() {
            apply(&game, &mut state, event, index + 1, &mut ())?;
        }
        Ok((game, state))
    }
}

/// Applies event `number` of a record (counted from 1) after checking it against the rules.
///
/// # Errors
/// The reason why the event cannot come here. The state is unchanged.
pub fn apply<G: RaceGame>(
    game: &G,
    state: &mut G::State,
    event: &EventOf<G>,
    number: usize,
    seen: &mut impl Observer<G::Happening>,
) -> Result<(), ReplayError<G::Illegal>> {
    let out_of_turn = |found: String, turn: Turn| ReplayError::OutOfTurn {
        event: number,
        found,
        expected: match turn {
            Turn::Seat(seat) => format!("seat {seat}"),
            Turn::Chance(point) => format!("chance ({})", point.purpose.name()),
            Turn::Over => "nobody: the game is over".to_owned(),
        },
    };
    match (event, game.turn(state)) {
        (Event::Action(Played { seat, action }), Turn::Seat(to_move)) if *seat == to_move => game
            .play(state, *action, seen)
            .map_err(|reason| ReplayError::Illegal { event: number, seat: *seat, reason }),
        (Event::Action(Played { seat, .. }), turn) => Err(out_of_turn(format!("seat {seat}"), turn)),
        (Event::Chance(outcome), Turn::Chance(_)) => game
            .resolve(state, outcome.chance, seen)
            .map_err(|reason| ReplayError::Impossible { event: number, reason }),
        (Event::Chance(_), turn) => Err(out_of_turn("chance".to_owned(), turn)),
    }
}
