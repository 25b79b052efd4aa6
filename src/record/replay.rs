//! Playing a record again, each event checked against the rules.

use super::event::{Choice, Event, EventOf, Start};
use super::file::Record;
use crate::fault::Faults;
use crate::game::{ImpossibleOutcome, RaceGame, SetupError, Turn};
use crate::observer::Observer;
use crate::seat::Seat;

/// Why a record does not replay. Events are counted from 1, as people count.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError<E> {
    /// Its ruleset is not playable.
    #[error("the ruleset in the record: {0}")]
    Ruleset(Faults),
    /// Its game cannot start so.
    #[error("the set-up in the record: {0}")]
    Setup(SetupError),
    /// The position it begins with cannot be.
    #[error("the position in the record: {0}")]
    Position(Faults),
    /// A secret choice waits that its seat could not make.
    #[error("the choice of seat {0} that waits for its turn is not one that it may make")]
    Waiting(Seat),
    /// An event comes when somebody else is to decide.
    #[error("event {event}: {found} decides, but it is the turn of {expected}")]
    OutOfTurn {
        /// Which event.
        event: usize,
        /// Who decides in the record.
        found: String,
        /// Who is to decide by the rules.
        expected: String,
    },
    /// A seat does what it may not.
    #[error("event {event}: seat {seat}: {reason}")]
    Illegal {
        /// Which event.
        event: usize,
        /// Whose.
        seat: Seat,
        /// Why it is illegal.
        reason: E,
    },
    /// Chance brings what cannot come.
    #[error("event {event}: {reason}")]
    Impossible {
        /// Which event.
        event: usize,
        /// Why it is impossible.
        reason: ImpossibleOutcome,
    },
}

impl<G: RaceGame> Record<G> {
    /// Makes the game and its first state.
    ///
    /// # Errors
    /// When ruleset, set-up or position are not playable.
    pub fn open(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let game = G::new(self.ruleset.clone()).map_err(ReplayError::Ruleset)?;
        let state = match &self.start {
            Start::Setup(setup) => game.start(setup).map_err(ReplayError::Setup)?,
            Start::Position(position) => game.state(position).map_err(ReplayError::Position)?,
        };
        Ok((game, state))
    }

    /// Plays all events again, each checked against the rules, and gives the game with its last state.
    ///
    /// # Errors
    /// At which event the record is wrong, and why.
    pub fn replay(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let (game, mut state) = self.open()?;
        for (index, event) in self.events.iter().enumerate() {
            apply(&game, &mut state, event, index + 1, &mut ())?;
        }
        Ok((game, state))
    }
}

/// Applies one event of a record, the `number`th from 1, checked against the rules.
///
/// # Errors
/// Why the event cannot come here; the state is as it was.
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
        (Event::Action(Choice { seat, action }), Turn::Seat(to_move)) if *seat == to_move => game
            .play(state, *action, seen)
            .map_err(|reason| ReplayError::Illegal { event: number, seat: *seat, reason }),
        (Event::Action(Choice { seat, .. }), turn) => Err(out_of_turn(format!("seat {seat}"), turn)),
        (Event::Chance(outcome), Turn::Chance(_)) => game
            .resolve(state, outcome.chance, seen)
            .map_err(|reason| ReplayError::Impossible { event: number, reason }),
        (Event::Chance(_), turn) => Err(out_of_turn("chance".to_owned(), turn)),
    }
}
