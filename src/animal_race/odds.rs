//! The chances that one animal on the track arrives before another, as bots estimate them.

use std::sync::Arc;

use super::animals::ANIMALS;

/// The lead in tiles that makes it likely that the animal ahead stays ahead when one is about to arrive, and the
/// additional lead for each tile that the foremost animal still has to go.
// Both found by letting the bot play against itself. Average speeds for each animal were tried too: they gained
// less than one game in a hundred, and fit one ruleset only.
const SURE_LEAD: f64 = 3.0;
const SURE_LEAD_FOR_EACH_TILE: f64 = 0.25;

/// The chances that animals arrive before others, worked out once for each ruleset.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Odds {
    /// The chance above one half of arriving first, by the distance of the foremost animal and by the lead.
    above_half: Arc<[f64]>,
    /// The number of possible leads, zero included.
    leads: usize,
    /// The value of a bet on the animal in each place; place 0 is unused.
    worth: [f64; ANIMALS + 1],
    /// The number of places that score points.
    ranks: usize,
}

impl Odds {
    /// Works out the odds. `finish` is the tile of animals that have arrived, `points` are those of the ranks from
    /// the first.
    pub(super) fn new(finish: u8, points: &[u8]) -> Self {
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
        Self { above_half: above_half.collect(), leads, worth, ranks: points.len().min(ANIMALS) }
    }

    /// The chance above one half that an animal `way` tiles from the finish line arrives before one `other` tiles
    /// from it, when the foremost animal is `shortest` tiles from it. Negative for the animal that is behind.
    #[inline]
    pub(super) fn above_half(&self, way: u8, other: u8, shortest: u8) -> f64 {
        let index = usize::from(shortest) * self.leads + usize::from(way.abs_diff(other));
        let above_half = self.above_half.get(index).copied().unwrap_or(0.0);
        if way <= other { above_half } else { -above_half }
    }

    /// The number of places that score points.
    #[inline]
    pub(super) fn ranks(&self) -> usize {
        self.ranks
    }

    /// The value of a bet on the animal in this place, in units of the first rank's points.
    #[inline]
    pub(super) fn worth(&self, place: usize) -> f64 {
        self.worth.get(place).copied().unwrap_or(0.0)
    }
}

/// The chance above one half for a lead. Uses roots and fractions only, which are the same on every machine.
fn above_half(lead: f64) -> f64 {
    0.5 * lead / (1.0 + lead * lead).sqrt()
}
