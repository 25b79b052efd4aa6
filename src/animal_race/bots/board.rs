//! Boards: everything that the animals' prospects depend on.

use crate::animal_race::animals::ANIMALS;
use crate::animal_race::cards::Cards;
use crate::animal_race::game::AnimalRace;
use crate::animal_race::state::{Phase, State};
use crate::animal_race::track::Podium;

/// Everything that the animals' prospects depend on. Streams and cards are left out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// The tiles from the start line.
    pub(super) at: [u8; ANIMALS],
    pub(super) podium: Podium,
    pub(super) is_over: bool,
}

impl Board {
    #[inline]
    pub(super) fn of(state: &State) -> Self {
        Self { at: state.at, podium: state.podium, is_over: state.phase == Phase::Over }
    }

    /// Returns the board after the racing phase that this table would cause.
    #[inline]
    pub(super) fn after_racing(game: &AnimalRace, state: &State, table: Cards) -> Self {
        Self::of(&game.after_racing(state, table))
    }

    /// The whole board in one word: a byte for each animal, and a bit for the end of the race. All animals
    /// that have arrived are on the last tile, so steps of 16 beyond it encode their places.
    #[inline]
    pub(super) fn word(&self) -> u64 {
        let [hare, tortoise, wolf, fox, lamb] = self.at;
        let tiles = u64::from_le_bytes([hare, tortoise, wolf, fox, lamb, 0, 0, 0]);
        (tiles + (self.podium.word() << 4)) | u64::from(self.is_over) << 40
    }
}
