//! The view of a seat, which in this game is everything except the order of cards that nobody has seen.

use serde::{Deserialize, Serialize};

use super::position::Position;
use super::state::State;
use crate::common::fault::Faults;
use crate::common::seat::Seat;

/// The race as a seat knows it. Every change of carrots is public, so a perfect memory has all numbers
/// (HT-08); that a person's screen may hide the others' is a matter of drawing only.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "ViewJson", into = "ViewJson")]
pub struct View {
    seat: Seat,
    state: State,
}

/// The JSON form of a view.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ViewJson {
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
        Position::of(&self.state)
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}

impl TryFrom<ViewJson> for View {
    type Error = Faults;

    fn try_from(json: ViewJson) -> Result<Self, Faults> {
        let state = json.race.to_state()?;
        if !state.seats.contains(json.viewer) {
            return Err(Faults::one("viewer", format!("there are {} seats", state.seats)));
        }
        Ok(Self { seat: json.viewer, state })
    }
}

impl From<View> for ViewJson {
    fn from(view: View) -> Self {
        Self { viewer: view.seat, race: Position::of(&view.state) }
    }
}
