//! The state: runners, stocks, and the decision to be made.

use std::num::NonZeroU8;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::board::Square;
use super::happening::RunnerName;
use super::policy::Effect;
use super::ruleset::{PACK, RUNNERS};
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};

/// The next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Chance draws the first player (HT-07).
    FirstPlayer,
    /// A player chooses which of its runners takes the turn (HT-04).
    Runner,
    /// A runner's turn: a move, or what its square allows (HT-21).
    Move,
    /// A runner that has gone back to Start moves off in the same turn (HT-27).
    MoveOff,
    /// Chance draws for a runner on a hare square (HT-30).
    Jug,
    /// A carrot is chewed: draw or pay (HT-33).
    ChewCarrot,
    /// A runner may move again (HT-39).
    AnotherMove,
    /// The race is over.
    Over,
}

/// The duty of a runner to the square it stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Nothing.
    #[default]
    None,
    /// By a jug it must chew a lettuce in its next turn, on this hare square (HT-37).
    Chew,
    /// It has chewed here and must leave (HT-26).
    Leave,
}

/// One runner. At eight bytes, it is cheap to index and to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub(super) struct RunnerState {
    pub(super) square: Square,
    /// Its own lettuces; 0 where the player has a pool.
    pub(super) lettuces: u8,
    /// The place in which it came home.
    pub(super) arrived: Option<NonZeroU8>,
    pub(super) duty: Duty,
    /// Whether its next turn is skipped.
    pub(super) misses: bool,
    /// Under the passing rule, for a runner on a hare square: the players that have passed it since it arrived.
    pub(super) passed_by: Option<SeatSet>,
}

/// The current round and its order of moves (HP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Round {
    /// The number of the round, from 1.
    pub(super) number: u16,
    pub(super) first: Seat,
    /// The players who were racing when the round began. The list does not change after that.
    pub(super) members: SeatSet,
    /// The turn of the round, counted from 0, skipped ones included.
    pub(super) slot: u8,
}

impl Round {
    /// The first round of a game.
    pub(super) fn begin(seats: Seats, first: Seat) -> Self {
        Self { number: 1, first, members: seats.iter().collect(), slot: 0 }
    }
}

/// A playable state of a race, as small plain data. It is read and written as a [`Position`](super::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) seats: Seats,
    /// The number of runners of each player.
    pub(super) per_player: u8,
    /// The longest paid step agreed on, in squares.
    pub(super) longest_step: u8,
    pub(super) phase: Phase,
    /// The player who decides or jugs.
    pub(super) seat: Seat,
    /// The runner whose turn it is, by its number among all runners.
    pub(super) runner: u8,
    /// The number of jugs in this turn.
    pub(super) jugs: u8,
    /// The carrots paid for the move onto the present square (HT-38).
    pub(super) paid: u16,
    pub(super) carrots: SeatMap<u16, RUNNERS>,
    /// The lettuces of each player; 0 if each runner has its own.
    pub(super) pool: SeatMap<u8, RUNNERS>,
    /// The runner that each player moved last, if its runners alternate.
    pub(super) last: SeatMap<Option<u8>, RUNNERS>,
    /// The players whose whole next turn is skipped.
    pub(super) missing: SeatSet,
    /// The players with a runner that is not home yet.
    pub(super) racers: SeatSet,
    pub(super) round: Round,
    /// The cards known to lie at the bottom of the pack, starting with the uppermost.
    pub(super) pack: [Effect; PACK],
    pub(super) pack_known: u8,
    pub(super) runners: [RunnerState; RUNNERS],
    /// The squares 1 to 63 with a runner, derived from `runners`.
    taken: u64,
}

impl State {
    /// All runners on Start, with nothing held and the first player not known.
    pub(super) fn new(seats: Seats, per_player: u8, longest_step: u8) -> Self {
        Self {
            seats,
            per_player,
            longest_step,
            phase: Phase::FirstPlayer,
            seat: Seat::FIRST,
            runner: 0,
            jugs: 0,
            paid: 0,
            carrots: SeatMap::default(),
            pool: SeatMap::default(),
            last: SeatMap::default(),
            missing: SeatSet::EMPTY,
            racers: seats.iter().collect(),
            round: Round::begin(seats, Seat::FIRST),
            pack: [Effect::MissATurn; PACK],
            pack_known: 0,
            runners: [RunnerState::default(); RUNNERS],
            taken: 0,
        }
    }

    /// Replaces the runners, in the order of their numbers.
    pub(super) fn set_runners(&mut self, runners: impl Iterator<Item = RunnerState>) {
        for (place, runner) in self.runners.iter_mut().zip(runners) {
            *place = runner;
        }
        self.taken = self.runners.iter().fold(0, |mask, runner| mask | between(runner.square));
    }

    /// Puts a runner on a square.
    #[inline]
    pub(super) fn put_on(&mut self, runner: u8, to: Square) {
        let from = std::mem::replace(&mut self.of_mut(runner).square, to);
        self.taken = self.taken & !between(from) | between(to);
    }

    /// Copies the runners and the carrots of another state of the same game.
    #[inline]
    pub(super) fn copy_runners(&mut self, other: &Self) {
        (self.runners, self.taken, self.carrots) = (other.runners, other.taken, other.carrots);
    }

    /// The number of runners.
    #[inline]
    pub(super) fn count(&self) -> u8 {
        self.seats.count() * self.per_player
    }

    /// All runners of the game.
    #[inline]
    pub(super) fn running(&self) -> &[RunnerState] {
        &self.runners[..usize::from(self.count()).min(RUNNERS)]
    }

    #[inline]
    pub(super) fn of(&self, runner: u8) -> &RunnerState {
        &self.runners[usize::from(runner)]
    }

    #[inline]
    pub(super) fn of_mut(&mut self, runner: u8) -> &mut RunnerState {
        &mut self.runners[usize::from(runner)]
    }

    /// The numbers of a player's runners.
    #[inline]
    pub(super) fn runners_of(&self, seat: Seat) -> Range<u8> {
        let first = seat.number() * self.per_player;
        first..first + self.per_player
    }

    /// The player that a runner belongs to.
    #[inline]
    pub(super) fn owner(&self, runner: u8) -> Seat {
        let seat = if self.per_player <= 1 { runner } else { runner / self.per_player };
        Seat::new(seat).unwrap_or(Seat::FIRST)
    }

    /// The name of a runner for people.
    #[inline]
    pub(super) fn name(&self, runner: u8) -> RunnerName {
        RunnerName { seat: self.owner(runner), index: self.index_of(runner) }
    }

    /// The number of a runner among its player's own, from 0.
    #[inline]
    pub(super) fn index_of(&self, runner: u8) -> u8 {
        if self.per_player <= 1 { 0 } else { runner % self.per_player }
    }

    /// A player's runners that are still racing.
    #[inline]
    pub(super) fn racing(&self, seat: Seat) -> impl Iterator<Item = u8> + Clone + '_ {
        self.runners_of(seat).filter(|runner| self.of(*runner).arrived.is_none())
    }

    /// Returns whether all runners of the player are home.
    #[inline]
    pub(super) fn is_home(&self, seat: Seat) -> bool {
        !self.racers.contains(seat)
    }

    /// Returns whether all other runners of its player are home.
    #[inline]
    pub(super) fn is_last_racing(&self, runner: u8) -> bool {
        if self.per_player <= 1 {
            return true;
        }
        self.racing(self.owner(runner)).all(|other| other == runner)
    }

    /// The squares with a runner, including Start.
    #[inline]
    pub(super) fn stood_on(&self) -> u64 {
        self.running().iter().fold(0, |mask, runner| mask | runner.square.bit())
    }

    /// The squares without room for another runner. Only Start and the finish can be shared (HT-10).
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.taken
    }

    /// The number of runners strictly ahead of a square, including those at home.
    #[inline]
    pub(super) fn ahead_of(&self, square: Square) -> u8 {
        // Unused places of the array are on Start, ahead of nobody.
        self.runners.iter().map(|other| u8::from(other.square > square)).sum()
    }

    /// The number of runners strictly behind a square.
    #[inline]
    pub(super) fn behind(&self, square: Square) -> u8 {
        self.running().iter().filter(|other| other.square < square).count() as u8
    }

    /// A runner's race position (HT-10). For a runner at home, its place (HT-11).
    #[inline]
    pub(super) fn race_position(&self, runner: u8) -> u8 {
        let runner = self.of(runner);
        runner.arrived.map_or_else(|| 1 + self.ahead_of(runner.square), NonZeroU8::get)
    }

    /// The number of runners at home.
    #[inline]
    pub(super) fn arrivals(&self) -> u8 {
        self.running().iter().filter(|runner| runner.arrived.is_some()).count() as u8
    }

    /// The cards known to lie at the bottom of the pack.
    #[inline]
    pub(super) fn known_cards(&self) -> &[Effect] {
        &self.pack[..usize::from(self.pack_known).min(PACK)]
    }
}

/// A square between Start and the finish as a bit mask; empty for those two.
#[inline]
fn between(square: Square) -> u64 {
    // The shift maps the finish to Start.
    1_u64.wrapping_shl(u32::from(square.number())) & !Square::START.bit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_between_start_and_finish_is_occupied_while_a_runner_stands_on_it() {
        // HT-10
        let mut state = State::new(Seats::new(3).expect("three seats"), 2, 64);
        assert_eq!(state.occupied(), 0, "all are on Start");
        for (runner, to) in [(0, 5), (1, 63), (0, 12), (2, 64), (3, 64), (1, 0), (0, 1)] {
            state.put_on(runner, Square::at(to));
            let mut read = state;
            read.set_runners(state.runners.into_iter());
            assert_eq!(read.occupied(), state.occupied(), "runner {runner} to {to}");
        }
        assert_eq!(state.occupied(), Square::at(1).bit());
    }

    #[test]
    fn a_state_is_small() {
        assert!(size_of::<State>() <= 192, "{} bytes", size_of::<State>());
    }
}
