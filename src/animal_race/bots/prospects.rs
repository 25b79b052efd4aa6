//! The prospects of a position: the expected worth of a bet on each animal.

use crate::animal_race::animals::{ANIMALS, Animal};
use crate::animal_race::game::AnimalRace;
use crate::animal_race::state::{Phase, State};

/// A number of points for each animal, in the order of [`Animal::ALL`].
pub(super) type Points = [f64; ANIMALS];

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
        let racing = || Animal::ALL.into_iter().filter(|animal| state.races(*animal)).map(Animal::index);
        let way = |index: usize| self.finish().saturating_sub(state.at[index]);
        let shortest = racing().map(way).fold(self.finish(), u8::min);
        let arrived = usize::from(state.podium.len());
        Animal::ALL.map(|animal| {
            let index = animal.index();
            if let Some(place) = state.podium.place(animal) {
                return self.odds.worth(place.into());
            }
            // The probabilities that none, one, two, ... of the others on the track arrive before it.
            let mut before = [1.0, 0.0, 0.0, 0.0, 0.0];
            for (others, other) in racing().filter(|other| *other != index).enumerate() {
                let chance = self.odds.ahead(way(other), way(index), shortest);
                for count in (1..=others + 1).rev() {
                    before[count] += (before[count - 1] - before[count]) * chance;
                }
                before[0] *= 1.0 - chance;
            }
            before.iter().zip(1..).map(|(chance, rank)| chance * self.odds.worth(arrived + rank)).sum()
        })
    }
}
