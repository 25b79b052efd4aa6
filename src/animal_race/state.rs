//! What a game of the animal race is made of at one moment.

use serde::{Deserialize, Serialize};

use super::cards::{ANIMALS, Animal, Animals, Card, Cards};
use super::ruleset::MOST_PLAYERS;
use super::track::Tiles;
use crate::seat::{Seat, SeatMap, Seats};

/// One value for each of at most five seats.
pub(super) type PerSeat<T> = SeatMap<T, { MOST_PLAYERS as usize }>;

/// Everything about a game at one moment: plain data without a heap.
///
/// Only [`AnimalRace`](super::AnimalRace) makes states; people read and write them as
/// [`Position`](super::Position).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) seats: Seats,
    /// The holder of the first-player token.
    pub(super) first: Seat,
    /// AR-09: whether the holder is still to be drawn by lot.
    pub(super) first_is_drawn: bool,
    /// AC-01: the game of the championship, from 1, and how many there are.
    pub(super) game: u8,
    pub(super) games: u8,
    /// AC-01: points of the games that are over.
    pub(super) totals: PerSeat<u16>,
    pub(super) streams: Tiles,
    /// AA-02: the tile of each animal's turbo token, 0 before it is laid or when there is none.
    pub(super) turbo: [u8; ANIMALS],
    /// Tiles from the start line; one beyond the last tile when the animal has arrived.
    pub(super) at: [u8; ANIMALS],
    /// In which place each animal has arrived, from 1; 0 while it is on the track.
    pub(super) arrived: [u8; ANIMALS],
    pub(super) table: Cards,
    pub(super) deck: Cards,
    pub(super) hands: PerSeat<Cards>,
    /// AR-04: the animals of each seat's starting bets.
    pub(super) dealt_bets: PerSeat<Animals>,
    /// AR-07: the card that each seat set aside.
    pub(super) second_bets: PerSeat<Option<Card>>,
    pub(super) memory: Memory,
}

/// AR-08: what a perfect memory keeps of the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    /// The deck as it was shuffled last, or the whole pack before the deal.
    pub(super) deck: Cards,
    /// What each seat has drawn since.
    pub(super) drawn: PerSeat<Cards>,
    /// What each seat has placed since.
    pub(super) placed: PerSeat<Cards>,
}

impl Memory {
    /// The deck has just been shuffled.
    pub(super) fn of_deck(deck: Cards) -> Self {
        Self { deck, ..Self::default() }
    }
}

/// What is to be decided next. The phases come in this order; turns and movement repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Chance deals a starting bet to this seat.
    StartingBet(Seat),
    /// Chance lays a stream.
    Stream,
    /// Chance lays this animal's turbo token.
    Turbo(Animal),
    /// Chance draws the first player before the racing cards are dealt.
    FirstPlayerBeforeDeal,
    /// Chance deals a racing card to this seat.
    Deal(Seat),
    /// This seat sets aside its second bet.
    SecondBet(Seat),
    /// Chance draws the first player after the second bets.
    FirstPlayerAfterBets,
    /// This seat places cards.
    Placing(Seat),
    /// Chance deals this seat a card of its refill.
    Refill(Seat),
    /// This seat chooses an animal to move; those in the list have moved.
    Moving {
        /// Who chooses.
        seat: Seat,
        /// The animals that have moved in this phase.
        moved: Animals,
    },
    /// The game is over.
    Over,
}

impl State {
    /// Whether the animal is on the track still.
    #[inline]
    pub(super) fn races(&self, animal: Animal) -> bool {
        self.arrived[animal.index()] == 0
    }

    /// How many animals have arrived.
    #[inline]
    pub(super) fn arrivals(&self) -> u8 {
        self.arrived.iter().filter(|place| **place > 0).count() as u8
    }

    /// The cards that a seat holds as bets and in its hand, its starting bets aside.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        let mut held = self.hands[seat];
        if let Some(card) = self.second_bets[seat] {
            // A position that was typed can have more of a kind than there is; it is refused later.
            held[card] = held[card].saturating_add(1);
        }
        held
    }

    /// The discard: what of the pack is nowhere else.
    pub(super) fn discard(&self, pack: Cards) -> Cards {
        let mut discard = pack;
        discard.take(self.deck);
        discard.take(self.table);
        for seat in self.seats.iter() {
            discard.take(self.held(seat));
        }
        discard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_takes_at_most_192_bytes() {
        assert!(size_of::<State>() <= 192, "{} bytes", size_of::<State>());
    }
}
