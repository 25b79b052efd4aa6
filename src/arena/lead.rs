//! The lead: which seat and which runner are in front, sampled at the ends of turns and rounds.
//!
//! Seats rank by their foremost runners. If some seat owns no runner, they rank by the standings as if the game
//! stopped there, including hidden information. The front of the track is sampled until the first runner arrives.

use std::mem;

use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::common::standings::Standings;
use crate::game::{RaceGame, Runner, Turn};

/// Returns the progress of a runner as one number above 0, for a ranking. It is greater for a runner who came home
/// earlier, then for one further along the track, then for one on an inner lane.
#[inline]
fn way(runner: &Runner) -> u64 {
    let home = runner.arrived.map_or(0, |place| u64::from(u8::MAX - place) + 1);
    let along = u64::from(runner.coordinate.abs_diff(i32::MIN));
    home << HOME | along << 9 | (u64::from(u8::MAX - runner.lane) + 1)
}

/// The lowest bit of the arrival place in a [`way`].
const HOME: u32 = 41;

/// The [`way`] of the foremost runner of each seat; 0 for a seat without a runner.
#[derive(Default)]
struct Foremost(SeatMap<u64>);

impl Foremost {
    #[inline]
    fn add(&mut self, owner: Option<Seat>, way: u64) {
        if let Some(owner) = owner {
            self.0[owner] = self.0[owner].max(way);
        }
    }

    /// Returns the places of the seats by their foremost runners; `None` where some seat owns no runner.
    #[inline]
    fn places(&self, seats: Seats) -> Option<SeatMap<u8>> {
        let ways = &self.0.0[..usize::from(seats.count())];
        let mut places = SeatMap::default();
        for (place, way) in places.0.iter_mut().zip(ways) {
            *place = 1 + ways.iter().map(|other| u8::from(other > way)).sum::<u8>();
        }
        (!ways.contains(&0)).then_some(places)
    }
}

/// Returns the leading seats: those whose foremost runners are first on the track. Once the game is over, or if some
/// seat owns no runner, they are the seats in first place as if the game stopped there, including hidden information.
/// The metric `lead-changes` ranks in this way.
///
/// ```
/// use furlong::{RaceGame, arena::leaders, gotham, ruleset};
/// let game = gotham::Gotham::new(ruleset::open("standard")?)?;
/// let state = game.start(&game.setup(4))?;
/// // All figures are on one space, and the first numbers are still to be drawn.
/// assert!(!leaders(&game, &state).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn leaders<G: RaceGame>(game: &G, state: &G::State) -> SeatSet {
    let (seats, mut runners) = (game.seats(state), Vec::new());
    game.runners(state, &mut runners);
    let mut foremost = Foremost::default();
    for runner in &runners {
        foremost.add(runner.owner, way(runner));
    }
    match foremost.places(seats).filter(|_| game.turn(state) != Turn::Over) {
        Some(places) => seats.iter().filter(|seat| places[*seat] == 1).collect(),
        None => game.standings_if_stopped(state).leaders().collect(),
    }
}

/// Finds the runner that is alone in front, among those added so far.
#[derive(Default)]
struct Front {
    way: u64,
    runner: u8,
    is_alone: bool,
}

impl Front {
    #[inline]
    fn add(&mut self, runner: u8, way: u64) {
        let is_ahead = way > self.way;
        self.is_alone = is_ahead || (self.is_alone && way < self.way);
        self.runner = if is_ahead { runner } else { self.runner };
        self.way = self.way.max(way);
    }

    /// Returns the runner in front; `None` if several are side by side, or after the first arrival.
    #[inline]
    fn runner(&self) -> Option<u8> {
        (self.is_alone && self.way >> HOME == 0).then_some(self.runner)
    }
}

/// The samples of one game.
#[derive(Debug, Default)]
pub(super) struct Lead {
    /// The runners at the latest sample.
    runners: Vec<Runner>,
    /// The [`way`] of each runner.
    ways: Vec<u64>,
    /// The most recent sole leader.
    leader: Option<Seat>,
    /// The number of changes of the lead.
    pub(super) changes: u32,
    /// The number of decisions up to the last change of the lead.
    pub(super) last_change: u32,
    /// The runner that was most recently in front.
    front: Option<u8>,
    /// The number of changes of the front.
    pub(super) front_changes: u32,
    /// The worst place of each seat so far; 0 before the first sample.
    worst_places: SeatMap<u8>,
}

impl Lead {
    /// Starts a game and reuses the lists of the previous one.
    pub(super) fn begin(&mut self) {
        let Self { runners, mut ways, .. } = mem::take(self);
        ways.clear();
        *self = Self { runners, ways, ..Self::default() };
    }

    /// Takes a sample after this number of `decisions`, if a runner's position has changed since the last one.
    pub(super) fn sample<G: RaceGame>(&mut self, game: &G, state: &G::State, decisions: u32) {
        game.runners(state, &mut self.runners);
        let mut has_moved = self.ways.len() != self.runners.len();
        self.ways.resize(self.runners.len(), 0);
        // All are compared, not only up to the first that has moved, because a processor cannot predict which one that
        // is.
        for (runner, before) in self.runners.iter().zip(&mut self.ways) {
            let way = way(runner);
            has_moved |= mem::replace(before, way) != way;
        }
        // Standings are costly, and change only when runners move.
        if !has_moved {
            return;
        }
        let (mut foremost, mut front) = (Foremost::default(), Front::default());
        for (runner, way) in self.runners.iter().zip(&self.ways) {
            foremost.add(runner.owner, *way);
            front.add(runner.id, *way);
        }
        if let Some(runner) = front.runner() {
            let before = self.front.replace(runner);
            self.front_changes += u32::from(before.is_some_and(|before| before != runner));
        }
        let seats = game.seats(state);
        match foremost.places(seats) {
            Some(places) => self.see_ranked(seats.iter().map(|seat| (seat, places[seat])), decisions),
            None => self.see_standings(&game.standings_if_stopped(state), decisions),
        }
    }

    /// Records the ranking of the seats in these standings, after this number of `decisions`.
    pub(super) fn see_standings(&mut self, standings: &Standings, decisions: u32) {
        self.see_ranked(standings.rows.iter().map(|row| (row.seat, row.place)), decisions);
    }

    /// Records the places of the seats, after this number of `decisions`.
    #[inline]
    fn see_ranked(&mut self, places: impl Iterator<Item = (Seat, u8)>, decisions: u32) {
        let mut leaders = SeatSet::EMPTY;
        for (seat, place) in places {
            self.worst_places[seat] = place.max(self.worst_places[seat]);
            if place == 1 {
                leaders = leaders.with(seat);
            }
        }
        let (Some(leader), 1) = (leaders.iter().next(), leaders.len()) else { return };
        if self.leader.replace(leader).is_some_and(|before| before != leader) {
            self.changes += 1;
            self.last_change = decisions;
        }
    }

    /// Returns the worst place of a seat so far, 1 before the first sample.
    pub(super) fn worst_place(&self, seat: Seat) -> u8 {
        self.worst_places[seat].max(1)
    }

    /// Returns the distance in spaces between the first and the last of all runners in `state`.
    pub(super) fn spread<G: RaceGame>(&mut self, game: &G, state: &G::State) -> Option<f64> {
        game.runners(state, &mut self.runners);
        let coordinates = || self.runners.iter().map(|runner| runner.coordinate);
        coordinates().max().zip(coordinates().min()).map(|(first, last)| f64::from(first - last))
    }
}
