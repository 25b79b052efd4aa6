//! What a position promises: what a bet on each animal is likely to be worth.

use std::sync::Arc;

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

/// What prospects are made of, worked out once for a ruleset: bots ask for them all the time.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::animal_race) struct Odds {
    /// How far the chance to arrive first is above one half: by the way of the foremost animal, and by the lead.
    above_half: Arc<[f64]>,
    /// How many leads there are, none included.
    leads: usize,
    /// What a bet on the animal in each place is worth; nobody is in place 0.
    worth: [f64; ANIMALS + 1],
}

impl Odds {
    /// `finish` is where an animal has arrived, `points` are those of the ranks from the first.
    pub(in crate::animal_race) fn new(finish: u8, points: &[u8]) -> Self {
        let leads = usize::from(finish) + 1;
        let above_half = (0..=finish).flat_map(|shortest| {
            let sure_lead = SURE_LEAD + SURE_LEAD_FOR_EACH_TILE * f64::from(shortest);
            (0..=finish).map(move |lead| above_half(f64::from(lead) / sure_lead))
        });
        let most = points.first().copied().map_or(1.0, f64::from).max(1.0);
        let mut worth = [0.0; ANIMALS + 1];
        for (worth, points) in worth[1..].iter_mut().zip(points) {
            *worth = f64::from(*points) * f64::from(*points) / most;
        }
        Self { above_half: above_half.collect(), leads, worth }
    }

    /// The chance that an animal that is so many tiles away from the finish line arrives before another.
    #[inline]
    fn ahead(&self, way: u8, other: u8, shortest: u8) -> f64 {
        let row = usize::from(shortest) * self.leads;
        let above_half = |lead: u8| self.above_half.get(row + usize::from(lead)).copied().unwrap_or(0.5);
        if way <= other { 0.5 + above_half(other - way) } else { 0.5 - above_half(way - other) }
    }

    #[inline]
    fn worth(&self, place: usize) -> f64 {
        self.worth.get(place).copied().unwrap_or(0.0)
    }
}

/// A curve of roots and fractions only, which are the same on every machine.
fn above_half(lead: f64) -> f64 {
    0.5 * lead / (1.0 + lead * lead).sqrt()
}

impl AnimalRace {
    /// What a bet on each animal is expected to be worth, in points of the first rank.
    ///
    /// Points count squared, because only the first place wins: 5, 3 and 2 points are worth 5, 1.8 and 0.8.
    /// On the track it is only the distances that count: who is ahead of whom at the end is taken for a
    /// matter of each pair by itself, the more certain the larger the lead.
    pub(super) fn prospects(&self, state: &State) -> Points {
        if state.phase == Phase::Over {
            return self.ranks(state).map(|rank| rank.map_or(0.0, |rank| self.odds.worth(rank.into())));
        }
        let racing = || Animal::ALL.into_iter().filter(|animal| state.races(*animal)).map(Animal::index);
        let way = |index: usize| self.finish().saturating_sub(state.at[index]);
        let shortest = racing().map(way).fold(self.finish(), u8::min);
        let arrived = usize::from(state.arrivals());
        Animal::ALL.map(|animal| {
            let index = animal.index();
            if !state.races(animal) {
                return self.odds.worth(state.arrived[index].into());
            }
            // How likely it is that none, one, two, ... of the others on the track arrive before it.
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
