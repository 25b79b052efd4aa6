//! How carrots change hands, and how runners come home.

use super::happening::{Expense, Happening, Source};
use super::state::State;
use crate::common::observer::Observer;

impl State {
    /// Draws carrots for a runner.
    pub(super) fn draw(
        &mut self,
        runner: u8,
        carrots: u16,
        source: Source,
        seen: &mut impl Observer<Happening>,
    ) {
        let owner = self.owner(runner);
        let held = &mut self.carrots[owner];
        // HT-09: a draw beyond the largest possible number gives nothing more.
        let carrots = carrots.min(u16::MAX - *held);
        *held += carrots;
        seen.see(|| Happening::Draws { runner: self.name(runner), carrots, source });
    }

    /// Pays carrots for a runner.
    pub(super) fn pay(
        &mut self,
        runner: u8,
        carrots: u16,
        expense: Expense,
        seen: &mut impl Observer<Happening>,
    ) {
        let owner = self.owner(runner);
        let held = &mut self.carrots[owner];
        *held = held.saturating_sub(carrots);
        seen.see(|| Happening::Pays { runner: self.name(runner), carrots, expense });
    }

    /// HT-28: brings a runner home, in the next free place (HT-11).
    pub(super) fn come_home(&mut self, runner: u8, seen: &mut impl Observer<Happening>) {
        let (place, seat) = (self.arrivals() + 1, self.owner(runner));
        self.of_mut(runner).arrived = std::num::NonZeroU8::new(place);
        let (name, carrots) = (self.name(runner), self.carrots[seat]);
        seen.see(|| Happening::Finishes { runner: name, place, carrots });
        if self.racing(seat).next().is_none() {
            self.racers = self.racers.without(seat);
            let home = self.seats.count() - self.racers.len();
            seen.see(|| Happening::Home { seat, place: home });
        }
    }
}
