//! What a position promises: what a bet on each animal is likely to be worth.

use crate::animal_race::AnimalRace;
use crate::animal_race::cards::{ANIMALS, Animal};
use crate::animal_race::state::{Phase, State};

/// Something in points for each animal, in the order of [`Animal::ALL`].
pub(super) type Points = [f64; ANIMALS];

/// How many tiles between two animals make it likely that the one ahead stays ahead: so many when one of the
/// animals is about to arrive, and more the longer the way of the foremost one still is.
// Both found by play of the bot against itself. Average speeds for each animal were tried too: they gained
// less than one game in a hundred, and fit one ruleset only.
const SURE_LEAD: f64 = 3.0;
const SURE_LEAD_FOR_EACH_TILE: f64 = 0.25;

impl AnimalRace {
    /// What a bet on each animal is expected to be worth, in points of the first rank.
    ///
    /// Points count squared, because only the first place wins: 5, 3 and 2 points are worth 5, 1.8 and 0.8.
    /// On the track it is only the distances that count: who is ahead of whom at the end is taken for a
    /// matter of each pair by itself, the more certain the larger the lead.
    pub(super) fn prospects(&self, state: &State) -> Points {
        let most = self.rules.end.points.first().copied().map_or(1.0, f64::from).max(1.0);
        let points = |rank: usize| self.rules.end.points.get(rank - 1).copied().map_or(0.0, f64::from);
        let worth = |rank: usize| points(rank) * points(rank) / most;
        if state.phase == Phase::Over {
            return self.ranks(state).map(|rank| rank.map_or(0.0, |rank| worth(rank.into())));
        }
        let racing = || Animal::ALL.into_iter().filter(|animal| state.races(*animal)).map(Animal::index);
        let way = |index: usize| f64::from(self.finish() - state.at[index]);
        let shortest = racing().map(way).fold(f64::from(self.finish()), f64::min);
        let sure_lead = SURE_LEAD + SURE_LEAD_FOR_EACH_TILE * shortest;
        let arrived = usize::from(state.arrivals());
        Animal::ALL.map(|animal| {
            let index = animal.index();
            if !state.races(animal) {
                return worth(state.arrived[index].into());
            }
            // How likely it is that none, one, two, ... of the others on the track arrive before it.
            let mut before = [1.0, 0.0, 0.0, 0.0, 0.0];
            for other in racing().filter(|other| *other != index) {
                let chance = chance_ahead(way(index) - way(other), sure_lead);
                for count in (1..ANIMALS).rev() {
                    before[count] += (before[count - 1] - before[count]) * chance;
                }
                before[0] *= 1.0 - chance;
            }
            before.iter().zip(1..).map(|(chance, rank)| chance * worth(arrived + rank)).sum()
        })
    }
}

/// The chance that an animal with so many tiles of lead arrives first. A curve of roots and fractions only,
/// which are the same on every machine.
fn chance_ahead(lead: f64, sure_lead: f64) -> f64 {
    let lead = lead / sure_lead;
    0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
}
