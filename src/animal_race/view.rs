//! The view of a seat (AR-08).
//!
//! A seat sees everything on the table and in the discard, all sizes, and its own hand and bets. It also has a
//! perfect memory of the deck: the deck as last shuffled, the cards that the seat itself has drawn since, how many
//! each other seat has drawn, and which cards each has placed. When the game is over, the bets are revealed.

use serde::{Deserialize, Serialize};

use super::bets::Bets;
use super::cards::Cards;
use super::game::AnimalRace;
use super::position::{Open, SinceShuffle};
use super::state::{Phase, State};
use crate::common::seat::{Seat, SeatList};

/// All that one seat may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// The seat that has the view.
    pub seat: Seat,
    /// The open information.
    pub open: Open,
    /// The number of starting bets that each seat has been dealt.
    pub starting_bets: SeatList<u8, 5>,
    /// The discard.
    pub discard: Cards,
    /// The number of cards in the deck.
    pub deck: u8,
    /// The number of cards in each hand.
    pub hands: SeatList<u8, 5>,
    /// The own hand.
    pub hand: Cards,
    /// The own bets.
    pub bets: Bets,
    /// The cards that the seat itself has drawn since the deck was shuffled last.
    pub own_drawn: Cards,
    /// The memory of the deck, with the number of cards that each seat has drawn.
    pub since_shuffle: SinceShuffle<u8>,
    /// All bets, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revealed: Option<SeatList<Bets, 5>>,
}

impl AnimalRace {
    /// Returns the view of a seat in a state.
    pub(super) fn view_of(&self, state: &State, seat: Seat) -> View {
        let seats = state.seats;
        let is_over = state.phase == Phase::Over;
        View {
            seat,
            open: Open::of(state),
            starting_bets: SeatList::new(seats, |seat| state.bets[seat].dealt.len()),
            discard: state.discard(self.pack),
            deck: state.deck.len(),
            hands: SeatList::new(seats, |seat| state.hands[seat].len()),
            hand: state.hands[seat],
            bets: state.bets[seat],
            own_drawn: state.memory.drawn[seat],
            since_shuffle: SinceShuffle {
                deck: state.memory.deck,
                drawn: SeatList::new(seats, |seat| state.memory.drawn[seat].len()),
                placed: SeatList::new(seats, |seat| state.memory.placed[seat]),
            },
            revealed: is_over.then(|| SeatList::new(seats, |seat| state.bets[seat])),
        }
    }
}
