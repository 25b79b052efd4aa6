//! The view of a seat: in this game everything but the order of cards that nobody has seen.

use serde::{Deserialize, Serialize};

use super::position::Position;
use super::state::State;
use crate::fault::Faults;
use crate::seat::Seat;

/// The race as a seat knows it. Every change of carrots is public, so a perfect memory has all numbers
/// (HT-08); that a person's screen may hide the others' is a matter of drawing only.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "WrittenView", into = "WrittenView")]
pub struct View {
    seat: Seat,
    state: State,
}

/// The written form of a view.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenView {
    viewer: Seat,
    race: Position,
}

impl View {
    pub(super) fn new(seat: Seat, state: State) -> Self {
        Self { seat, state }
    }

    /// The seat whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The race in a form that can be read and written.
    pub fn position(&self) -> Position {
        (&self.state).into()
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}

impl TryFrom<WrittenView> for View {
    type Error = Faults;

    fn try_from(written: WrittenView) -> Result<Self, Faults> {
        let state = written.race.to_state()?;
        if !state.seats.contains(written.viewer) {
            return Err(Faults::one("viewer", format!("there are {} seats", state.seats)));
        }
        Ok(Self { seat: written.viewer, state })
    }
}

impl From<View> for WrittenView {
    fn from(view: View) -> Self {
        Self { viewer: view.seat, race: (&view.state).into() }
    }
}
