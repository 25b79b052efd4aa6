//! The end of the race: who is beyond the sign, how far, and who has won (GO-30 to GO-35).

use std::cmp::Ordering;

use super::cards::{Animal, Rank};
use super::game::Gotham;
use super::happening::Direction;
use super::policy::{Backwards, EquallyFar, OnTheSign, OwnerlessFurthest};
use super::state::State;
use super::track::{Figure, Stand};
use crate::common::seat::Seat;

/// A figure beyond the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crossing {
    pub(super) figure: Figure,
    pub(super) direction: Direction,
    /// The number of spaces beyond the sign.
    pub(super) spaces: i32,
}

/// The figures that are furthest beyond the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Furthest {
    /// No figure is beyond the sign.
    Nobody,
    /// One figure is furthest.
    One(Figure),
    /// The best figures of the two directions are equally far.
    Both(Figure, Figure),
}

impl Furthest {
    pub(super) fn figures(self) -> impl Iterator<Item = Figure> + Clone {
        let (one, other) = match self {
            Self::Nobody => (None, None),
            Self::One(figure) => (Some(figure), None),
            Self::Both(forwards, backwards) => (Some(forwards), Some(backwards)),
        };
        one.into_iter().chain(other)
    }
}

impl Gotham {
    /// The figures beyond the sign, from the leading one to the last.
    pub(super) fn crossings<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Crossing> + 'a {
        state.track.stands().into_iter().filter_map(|stand| self.crossing(state.sign, stand))
    }

    /// How far and in which direction a figure is beyond the sign; `None` if it is not. GO-31, GO-32: only where
    /// figures and sign stand now counts.
    #[inline]
    pub(super) fn crossing(&self, sign: Animal, Stand { figure, at }: Stand) -> Option<Crossing> {
        let board = &self.ruleset.track;
        let ahead = i32::from(at) - i32::from(board.animals.space(sign));
        let behind = -ahead - i32::from(board.spaces);
        let least = match self.ruleset.rules.on_the_sign {
            OnTheSign::NotBeyond => 1,
            OnTheSign::Beyond => 0,
        };
        if ahead >= least {
            Some(Crossing { figure, direction: Direction::Forwards, spaces: ahead })
        } else if behind >= least {
            Some(Crossing { figure, direction: Direction::Backwards, spaces: behind })
        } else {
            None
        }
    }

    /// The figures that are furthest beyond the sign.
    pub(super) fn furthest(&self, state: &State) -> Furthest {
        let rules = &self.ruleset.rules;
        let mut forwards: Option<Crossing> = None;
        let mut backwards: Option<Crossing> = None;
        for crossing in self.crossings(state) {
            // GO-35: a ruleset that passes ownerless figures over does not count them at all.
            let is_ownerless = crossing.figure.owner(state.players).is_none();
            if is_ownerless && rules.ownerless_furthest == OwnerlessFurthest::PassedOver {
                continue;
            }
            let (best, later_wins_ties) = match crossing.direction {
                Direction::Forwards => (&mut forwards, false),
                // GO-33: figures equally far in one direction are on one location, and those on inner lanes come
                // first.
                Direction::Backwards => {
                    (&mut backwards, rules.backwards_on_one_location == Backwards::OuterLane)
                }
            };
            let is_better = best.is_none_or(|best| {
                crossing.spaces > best.spaces || (crossing.spaces == best.spaces && later_wins_ties)
            });
            if is_better {
                *best = Some(crossing);
            }
        }
        match (forwards, backwards) {
            (None, None) => Furthest::Nobody,
            (Some(best), None) | (None, Some(best)) => Furthest::One(best.figure),
            // GO-34: first the lane decides within each direction, then the two directions are compared.
            (Some(ahead), Some(behind)) => match (ahead.spaces.cmp(&behind.spaces), rules.equally_far) {
                (Ordering::Equal, EquallyFar::Shared) => Furthest::Both(ahead.figure, behind.figure),
                (Ordering::Greater, _) | (Ordering::Equal, EquallyFar::ForwardsWins) => {
                    Furthest::One(ahead.figure)
                }
                (Ordering::Less, _) | (Ordering::Equal, EquallyFar::BackwardsWins) => {
                    Furthest::One(behind.figure)
                }
            },
        }
    }

    /// Returns whether the race ends if a round ends in this position (GO-30).
    pub(super) fn is_over(&self, state: &State) -> bool {
        // If neither the leading figure nor the last one is beyond the sign, none is.
        let mut ends = [Rank::First, Rank::Fourth].into_iter().map(|rank| state.track.at_rank(rank));
        ends.any(|stand| self.crossing(state.sign, stand).is_some())
            && self.furthest(state) != Furthest::Nobody
    }

    /// The seats that win in this position. GO-35: an ownerless figure wins nothing, and a player that is equally far
    /// beyond the sign wins alone.
    pub(super) fn winners(&self, state: &State) -> impl Iterator<Item = Seat> + Clone + use<> {
        let players = state.players;
        self.furthest(state).figures().filter_map(move |figure| figure.owner(players))
    }
}
