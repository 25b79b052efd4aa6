//! The state of a game of the animal race.

use serde::{Deserialize, Serialize};

use super::animals::{ANIMALS, Animal, Animals, MOST_PLAYERS};
use super::bets::Bets;
use super::cards::Cards;
use super::track::{Podium, Tiles};
use crate::common::seat::{Seat, SeatMap, Seats};

/// One value for each of at most five seats.
pub(super) type PerSeat<T> = SeatMap<T, { MOST_PLAYERS as usize }>;

/// Everything about a game at one moment, as plain data without heap allocations.
///
/// Only [`AnimalRace`](super::AnimalRace) makes states. People read and write them as
/// [`Position`](super::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) phase: Phase,
    pub(super) seats: Seats,
    /// The holder of the first-player token.
    pub(super) first: Seat,
    /// AR-09: whether the holder is still to be drawn at random.
    pub(super) first_is_drawn: bool,
    /// AC-01: the current game of the championship, from 1, and the number of games.
    pub(super) game: u8,
    pub(super) games: u8,
    /// AC-01: the points of the finished games.
    pub(super) totals: PerSeat<u16>,
    pub(super) streams: Tiles,
    /// AA-02: the tile of each animal's turbo token; 0 before it is laid, or if there is none.
    pub(super) turbo: [u8; ANIMALS],
    /// The tile of each animal, counted from the start line; one beyond the last tile if it has arrived.
    pub(super) at: [u8; ANIMALS],
    pub(super) podium: Podium,
    pub(super) table: Cards,
    pub(super) deck: Cards,
    pub(super) hands: PerSeat<Cards>,
    pub(super) bets: PerSeat<Bets>,
    pub(super) memory: Memory,
}

/// AR-08: what a perfect memory knows about the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    /// The deck as last shuffled, or the whole pack before the deal.
    pub(super) deck: Cards,
    /// The cards that each seat has drawn since the last shuffle.
    pub(super) drawn: PerSeat<Cards>,
    /// The cards that each seat has placed since the last shuffle.
    pub(super) placed: PerSeat<Cards>,
}

impl Memory {
    /// The memory of a freshly shuffled deck.
    pub(super) fn of_deck(deck: Cards) -> Self {
        Self { deck, ..Self::default() }
    }
}

/// The decision or chance event that is next. The phases come in this order; turns and movement repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
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
    /// This seat chooses an animal to move.
    Moving {
        /// The seat that chooses.
        seat: Seat,
        /// The animals that have moved in this phase.
        moved: Animals,
    },
    /// The game is over.
    Over,
}

impl Phase {
    /// Returns whether no racing card has been dealt yet.
    pub(super) const fn is_before_deal(self) -> bool {
        matches!(self, Self::StartingBet(_) | Self::Stream | Self::Turbo(_) | Self::FirstPlayerBeforeDeal)
    }

    /// Returns whether no turn has begun yet.
    pub(super) const fn is_before_turns(self) -> bool {
        self.is_before_deal()
            || matches!(self, Self::Deal(_) | Self::SecondBet(_) | Self::FirstPlayerAfterBets)
    }

    /// The seat that decides or draws.
    pub(super) const fn seat(self) -> Option<Seat> {
        match self {
            Self::StartingBet(seat)
            | Self::Deal(seat)
            | Self::SecondBet(seat)
            | Self::Placing(seat)
            | Self::Refill(seat)
            | Self::Moving { seat, .. } => Some(seat),
            Self::Stream
            | Self::Turbo(_)
            | Self::FirstPlayerBeforeDeal
            | Self::FirstPlayerAfterBets
            | Self::Over => None,
        }
    }
}

impl State {
    /// Returns whether the animal is still on the track.
    #[inline]
    pub(super) fn races(&self, animal: Animal) -> bool {
        !self.podium.contains(animal)
    }

    /// The racing cards of a seat: its hand and its second bet.
    pub(super) fn held(&self, seat: Seat) -> Cards {
        let mut held = self.hands[seat];
        if let Some(card) = self.bets[seat].chosen {
            // An unchecked position can have too many cards of a kind; it is refused later.
            held[card] = held[card].saturating_add(1);
        }
        held
    }

    /// The discard: all cards of the pack that are nowhere else.
    pub(super) fn discard(&self, pack: Cards) -> Cards {
        let mut discard = pack;
        discard.take(self.deck);
        discard.take(self.table);
        for seat in self.seats.iter() {
            discard.take(self.hands[seat]);
            discard.take(self.bets[seat].chosen.map_or(Cards::NONE, Cards::of_one));
        }
        discard
    }

    /// AR-04: the starting bet cards of these animals that nobody has been dealt.
    pub(super) fn undealt_bets(&self, animals: Animals) -> Animals {
        self.seats.iter().fold(animals, |rest, seat| rest.without(self.bets[seat].dealt))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_takes_at_most_200_bytes() {
        assert!(size_of::<State>() <= 200, "{} bytes", size_of::<State>());
    }
}
