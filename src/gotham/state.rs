//! A state of the game.

use serde::{Deserialize, Serialize};

use super::card_index::Kind;
use super::cards::{Animal, Rank};
use super::decks::Decks;
use super::hand::Hand;
use super::memory::Memory;
use super::track::{FIGURES, Figure, Track};
use crate::common::seat::Seat;

/// The step that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
// Asked at every event: as a separate number it is read faster than packed into the seats.
#[repr(u8)]
pub enum Phase {
    /// The next card of this deck is dealt to this seat (GO-07).
    Deal {
        /// The seat that gets it.
        seat: Seat,
        /// The deck.
        back: Rank,
    },
    /// This seat draws its start number (GO-09).
    StartNumber {
        /// The seat that draws.
        seat: Seat,
    },
    /// The acting seat chooses a deck to draw from (GO-11).
    ChooseDeck,
    /// The acting seat draws the top card of the deck it has chosen (GO-11).
    Draw {
        /// The deck.
        back: Rank,
    },
    /// The acting seat places a card (GO-11).
    Place,
    /// The top card of its deck is placed for the acting figure, which is ownerless (GO-12).
    Ownerless,
    /// The race is over (GO-30).
    Over,
}

impl Phase {
    /// Returns true while the figures act.
    pub(super) const fn is_in_round(self) -> bool {
        matches!(self, Self::ChooseDeck | Self::Draw { .. } | Self::Place | Self::Ownerless)
    }
}

/// A card on the deposit, and the figure that it was placed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Deposited {
    pub(super) figure: Figure,
    pub(super) kind: Kind,
    /// The layer of its deck that the card was drawn from.
    pub(super) layer: u8,
}

impl Deposited {
    /// Returns true if this seat placed the card, with `players` players.
    #[inline]
    pub(super) const fn is_of(self, seat: Seat, players: u8) -> bool {
        (self.figure as u8 == seat.number()) & (seat.number() < players)
    }
}

/// The deposit: the cards of a round in the order of placing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Deposit {
    cards: [Deposited; FIGURES],
    count: u8,
}

impl Deposit {
    #[inline]
    pub(super) fn cards(&self) -> &[Deposited] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards of the deposit, with the free slots after them.
    #[inline]
    pub(super) const fn slots(&self) -> &[Deposited; FIGURES] {
        &self.cards
    }

    /// Returns the deposit with `shown` applied to each card.
    #[inline]
    pub(super) fn map(mut self, shown: impl Fn(Deposited) -> Deposited) -> Self {
        for laid in &mut self.cards {
            *laid = shown(*laid);
        }
        self
    }

    pub(super) fn cards_mut(&mut self) -> &mut [Deposited] {
        &mut self.cards[..usize::from(self.count)]
    }

    #[inline]
    pub(super) fn place(&mut self, figure: Figure, kind: Kind, layer: u8) {
        self.cards[usize::from(self.count)] = Deposited { figure, kind, layer };
        self.count += 1;
    }
}

/// A state of the game, as plain data that only [`Gotham`](super::Gotham) makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) track: Track,
    pub(super) sign: Animal,
    pub(super) players: u8,
    pub(super) phase: Phase,
    /// The start numbers given or drawn so far, by figure, before the race.
    pub(super) numbers: [Option<Rank>; FIGURES],
    /// The round, from 1; 0 before the race.
    pub(super) round: u16,
    /// The number of figures that have acted in this pass of the round, from last to first.
    pub(super) acted: u8,
    /// The figure that acts now; `None` before and after the race. It is stored because turn, actions and play all ask
    /// for it.
    pub(super) acting: Option<Figure>,
    /// The decks that the players have drawn from in this round, by figure.
    pub(super) drew: [Option<Rank>; FIGURES],
    pub(super) hands: [Hand; FIGURES],
    pub(super) deposit: Deposit,
    pub(super) decks: Decks,
    pub(super) memory: Memory,
}

impl State {
    /// A state before the deal without any card, to be filled.
    pub(super) fn empty(players: u8, sign: Animal, track: Track) -> Self {
        Self {
            track,
            sign,
            players,
            phase: Phase::Deal { seat: Seat::FIRST, back: Rank::First },
            numbers: [None; FIGURES],
            round: 0,
            acted: 0,
            acting: None,
            drew: [None; FIGURES],
            hands: [Hand::default(); FIGURES],
            deposit: Deposit::default(),
            decks: Decks::empty(),
            memory: Memory::default(),
        }
    }

    /// The rank of the figure that acts: GO-10, from last to first. Nobody moves while cards are placed, so ranks
    /// have not changed since the beginning of the round.
    #[inline]
    pub(super) fn acting_rank(&self) -> Option<Rank> {
        (FIGURES as u8 - 1).checked_sub(self.acted).map(Rank::of_bits)
    }

    /// The figure whose turn it is to act: GO-10. `None` if all have acted.
    #[inline]
    pub(super) fn next_to_act(&self) -> Option<Figure> {
        self.acting_rank().map(|rank| self.track.at_rank(rank).figure)
    }

    /// The seat that acts now in this round.
    #[inline]
    pub(super) fn acting_seat(&self) -> Option<Seat> {
        self.acting.and_then(|figure| figure.owner(self.players))
    }

    /// The hands of the players.
    pub(super) fn players_hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.players)]
    }
}
