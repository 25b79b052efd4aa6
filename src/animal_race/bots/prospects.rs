//! The prospects of a position: the expected worth of a bet on each animal.

use crate::animal_race::animals::{ANIMALS, Animal};
use crate::animal_race::game::AnimalRace;
use crate::animal_race::state::{Phase, State};

/// A number of points for each animal, in the order of [`Animal::ALL`].
pub(super) type Points = [f64; ANIMALS];

/// The worth of a second bet on each animal, in points: the hare is seldom far behind, the wolf often.
// Found by play of the heuristic bot against itself.
pub(super) const SECOND_BET: Points = [1.7, 1.0, 0.5, 1.0, 1.2];

impl AnimalRace {
    /// The expected worth of a bet on each animal, in points of the first rank.
    ///
    /// Points count squared, because only the first place wins: 5, 3 and 2 points are worth 5, 1.8 and 0.8.
    /// On the track only the distances count: each pair of animals is taken by itself, and the order at the end is
    /// the more certain the larger the lead.
    pub(super) fn prospects(&self, state: &State) -> Points {
        if state.phase == Phase::Over {
            return self.ranks(state).map(|rank| rank.map_or(0.0, |rank| self.odds.worth(rank.into())));
        }
        let arrived = usize::from(state.podium.len());
        // The animals on the track, each with its way to the finish line.
        let mut racing = [(0, 0); ANIMALS];
        let on_track = Animal::ALL.into_iter().filter(|animal| state.races(*animal)).map(Animal::index);
        for (entry, index) in racing.iter_mut().zip(on_track) {
            *entry = (index, self.finish().saturating_sub(state.at[index]));
        }
        let racing = &racing[..ANIMALS - arrived];
        let shortest = racing.iter().map(|(_, way)| *way).fold(self.finish(), u8::min);
        // The places beyond the last rank with points are worth nothing.
        let worthy = self.odds.ranks().saturating_sub(arrived);
        let mut places = [Place::FIRST; ANIMALS];
        for (nth, (one, way)) in racing.iter().enumerate() {
            for (other, other_way) in &racing[nth + 1..] {
                let above_half = self.odds.above_half(*way, *other_way, shortest);
                places[*one].let_pass(0.5 - above_half, worthy);
                places[*other].let_pass(0.5 + above_half, worthy);
            }
        }
        Animal::ALL.map(|animal| match state.podium.place(animal) {
            Some(place) => self.odds.worth(place.into()),
            None => places[animal.index()].expected(worthy, |place| self.odds.worth(arrived + place)),
        })
    }
}

/// The probabilities that none, one, two, ... of the others on the track arrive before an animal.
#[derive(Clone, Copy)]
struct Place([f64; ANIMALS]);

impl Place {
    /// Ahead of all.
    const FIRST: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0]);

    /// Takes account of another animal that arrives before this one with a probability; only the first `places` are
    /// kept.
    #[inline]
    fn let_pass(&mut self, probability: f64, places: usize) {
        for count in (1..places.min(ANIMALS)).rev() {
            self.0[count] += (self.0[count - 1] - self.0[count]) * probability;
        }
        self.0[0] *= 1.0 - probability;
    }

    /// The expectation of a worth by place, from 1, over the first `places`.
    #[inline]
    fn expected(&self, places: usize, worth: impl Fn(usize) -> f64) -> f64 {
        self.0.iter().zip(1..=places).map(|(probability, place)| probability * worth(place)).sum()
    }
}
