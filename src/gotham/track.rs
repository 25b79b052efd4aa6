//! The track: where the four figures stand, in which order, and how they move.
//!
//! The track is a circle, but coordinates do not wrap (GO-20, GO-37): they count from the start along the main
//! direction, and are negative behind it. Lanes are never stored. The figures on one location fill its lanes from
//! the innermost outwards without a gap (GO-21), so the order of the race determines them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cards::Rank;
use super::policy::OwnLocation;
use crate::common::seat::Seat;

/// The number of figures, which all run in every game (GO-01).
pub const FIGURES: usize = 4;

/// One of the four figures, called A to D. Seat `s` runs figure `s` (GO-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("examples" = ["A", "D"])))]
#[serde(try_from = "char", into = "char")]
pub enum Figure {
    /// The figure of the first seat.
    #[default]
    A,
    /// The figure of the second seat.
    B,
    /// The figure of the third seat.
    C,
    /// The figure of the fourth seat.
    D,
}

impl Figure {
    /// The four figures, in ascending order.
    pub const ALL: [Self; FIGURES] = [Self::A, Self::B, Self::C, Self::D];

    /// The index of the figure, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The figure of a seat: GO-01. `None` for seats beyond the fourth.
    #[inline]
    pub const fn of(seat: Seat) -> Option<Self> {
        if seat.index() < FIGURES { Some(Self::ALL[seat.index()]) } else { None }
    }

    /// The seat that runs the figure if there is one: GO-01.
    #[inline]
    pub(super) const fn seat(self) -> Seat {
        match Seat::new(self as u8) {
            Some(seat) => seat,
            None => Seat::FIRST,
        }
    }

    /// The seat that runs the figure with `players` players; `None` if it is ownerless (GO-01).
    #[inline]
    pub const fn owner(self, players: u8) -> Option<Seat> {
        if (self as u8) < players { Some(self.seat()) } else { None }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(*self))
    }
}

impl From<Figure> for char {
    fn from(figure: Figure) -> Self {
        ['A', 'B', 'C', 'D'][figure.index()]
    }
}

impl TryFrom<char> for Figure {
    type Error = String;

    fn try_from(letter: char) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|figure| char::from(*figure) == letter);
        found.ok_or_else(|| format!("`{letter}` is not a figure: write A to D"))
    }
}

/// A figure and the location where it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The figure.
    pub figure: Figure,
    /// Its coordinate: spaces from the start along the main direction; negative behind it.
    pub at: i16,
}

/// The figures from the leading one to the last. Coordinates never ascend, and of figures on one location the inner
/// lane comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Track {
    at: [i16; FIGURES],
    figures: [Figure; FIGURES],
}

impl Track {
    /// Places figures in this order, the leading one first. The coordinates must not ascend.
    pub(super) fn new(stands: [Stand; FIGURES]) -> Self {
        Self { at: stands.map(|stand| stand.at), figures: stands.map(|stand| stand.figure) }
    }

    /// Places all figures on the start, the first of them on the innermost lane (GO-09).
    pub(super) const fn at_start(order: [Figure; FIGURES]) -> Self {
        Self { at: [0; FIGURES], figures: order }
    }

    /// The figures and their coordinates, from the leading figure to the last (GO-20).
    #[inline]
    pub(super) fn stands(&self) -> [Stand; FIGURES] {
        Rank::ALL.map(|rank| self.at_rank(rank))
    }

    /// The figures from the leading one to the last (GO-20).
    pub(super) const fn figures(&self) -> [Figure; FIGURES] {
        self.figures
    }

    /// The figure of this rank and its coordinate (GO-20).
    #[inline]
    pub(super) const fn at_rank(&self, rank: Rank) -> Stand {
        Stand { figure: self.figures[rank.index()], at: self.at[rank.index()] }
    }

    /// The rank of a figure in the race.
    #[inline]
    pub(super) fn rank_of(&self, figure: Figure) -> Rank {
        let found = Rank::ALL.into_iter().find(|rank| self.at_rank(*rank).figure == figure);
        found.unwrap_or(Rank::Fourth)
    }

    /// The lane of the figure of this rank; 1 is the innermost (GO-21).
    pub(super) fn lane(&self, rank: Rank) -> u8 {
        let at = self.at_rank(rank).at;
        let ahead = self.at[..rank.index()].iter().filter(|other| **other == at);
        ahead.count() as u8 + 1
    }

    /// The figures from the last to the leading one; on one location the outermost lane first (GO-10).
    #[inline]
    pub(super) fn last_to_first(&self) -> [Figure; FIGURES] {
        let [first, second, third, fourth] = self.figures;
        [fourth, third, second, first]
    }

    /// Moves the figure of this rank to a coordinate, and returns its new rank.
    ///
    /// GO-21: it takes the innermost free lane there, behind all figures that stand there, and those it leaves
    /// shift inwards. GO-26: the ruleset decides what a move onto its own location does to its lane.
    #[inline]
    pub(super) fn move_to(&mut self, rank: Rank, to: i16, own_location: OwnLocation) -> Rank {
        let from = rank.index();
        let (figure, at) = (self.figures[from], self.at[from]);
        if to == at && own_location == OwnLocation::KeepsLane {
            return rank;
        }
        // Without branches, because nobody can predict where cards move figures: the others close up, and those
        // that are not ahead make room.
        let closed = |rank: usize| rank + usize::from(rank >= from);
        let others: [(i16, Figure); FIGURES - 1] = std::array::from_fn(|rank| {
            (self.at[closed(rank) % FIGURES], self.figures[closed(rank) % FIGURES])
        });
        let ahead: usize = others.iter().map(|(other, _)| usize::from(*other >= to)).sum();
        for (rank, other) in others.into_iter().enumerate() {
            let rank = rank + usize::from(rank >= ahead);
            (self.at[rank % FIGURES], self.figures[rank % FIGURES]) = other;
        }
        (self.at[ahead % FIGURES], self.figures[ahead % FIGURES]) = (to, figure);
        Rank::of_bits(ahead as u8)
    }

    /// Exchanges location and lane of two figures, and so their ranks in the race (GO-24).
    #[inline]
    pub(super) fn swap(&mut self, one: Rank, other: Rank) {
        self.figures.swap(one.index(), other.index());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(figures: [(usize, i16); FIGURES]) -> Track {
        Track::new(figures.map(|(figure, at)| Stand { figure: Figure::ALL[figure], at }))
    }

    #[test]
    fn go_21_an_arriving_figure_takes_the_innermost_free_lane_and_the_others_shift_inwards() {
        let mut figures = track([(0, 5), (1, 5), (2, 5), (3, 0)]);
        figures.move_to(Rank::First, 0, OwnLocation::KeepsLane);
        assert_eq!(figures, track([(1, 5), (2, 5), (3, 0), (0, 0)]));
        assert_eq!(Rank::ALL.map(|rank| figures.lane(rank)), [1, 2, 1, 2]);
        figures.move_to(Rank::Fourth, 5, OwnLocation::KeepsLane);
        assert_eq!(figures, track([(1, 5), (2, 5), (0, 5), (3, 0)]));
    }

    #[test]
    fn go_26_a_move_onto_the_own_location_keeps_the_lane_or_takes_the_outermost() {
        let before = track([(0, 5), (1, 5), (2, 5), (3, 0)]);
        let mut kept = before;
        kept.move_to(Rank::First, 5, OwnLocation::KeepsLane);
        assert_eq!(kept, before);
        let mut outermost = before;
        outermost.move_to(Rank::First, 5, OwnLocation::OutermostLane);
        assert_eq!(outermost, track([(1, 5), (2, 5), (0, 5), (3, 0)]));
    }
}
