//! What a position promises: the points that each animal is likely to be worth at the end.

use crate::animal_race::AnimalRace;
use crate::animal_race::cards::{ANIMALS, Animal};
use crate::animal_race::state::{Phase, State};
use super::heuristic::w;

impl AnimalRace {
    /// The points that a bet on each animal is expected to score.
    pub(super) fn prospects(&self, state: &State, support: &[f64; ANIMALS]) -> [f64; ANIMALS] {
        let points = &self.rules.end.points;
        let worth = |rank: usize| points.get(rank).copied().map_or(0.0, f64::from);
        if state.phase == Phase::Over {
            let ranks = self.ranks(state);
            return ranks.map(|rank| rank.map_or(0.0, |rank| worth(usize::from(rank) - 1)));
        }
        let arrivals = usize::from(state.arrivals());
        let mut phases = [0.0; ANIMALS];
        for animal in Animal::ALL {
            let i = animal.index();
            let remaining = f64::from(self.finish() - state.at[i]);
            phases[i] = (remaining + w(5)) / (w(i) * (1.0 + w(6) * support[i]));
        }
        let least = Animal::ALL.into_iter().filter(|a| state.races(*a)).map(|a| phases[a.index()]).fold(99.0, f64::min);
        let scale = w(7) + w(8) * least;
        let mut expected = [0.0; ANIMALS];
        for animal in Animal::ALL {
            let i = animal.index();
            if !state.races(animal) {
                expected[i] = worth(usize::from(state.arrived[i]) - 1);
                continue;
            }
            // How likely it is that so many of the others on the track arrive before it.
            let mut ahead = [0.0; ANIMALS];
            ahead[0] = 1.0;
            for other in Animal::ALL {
                if other == animal || !state.races(other) {
                    continue;
                }
                let x = (phases[i] - phases[other.index()]) / scale;
                let p = 0.5 + 0.5 * x / (1.0 + x * x).sqrt();
                for k in (0..ANIMALS).rev() {
                    let less = if k > 0 { ahead[k - 1] } else { 0.0 };
                    ahead[k] = ahead[k] * (1.0 - p) + less * p;
                }
            }
            expected[i] = (0..ANIMALS).map(|k| ahead[k] * worth(arrivals + k)).sum();
        }
        expected
    }
}
