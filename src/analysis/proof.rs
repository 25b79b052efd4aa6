//! Proofs that an action is the best one, by exact values.

use std::collections::BTreeMap;

use super::best::{Bounds, values_of_best_play};
use crate::game::RaceGame;
use crate::game::streams::Stream;

/// The relation of an action to all others, by exact values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The action is better than every other, or it wins for certain and no other is known to.
    Best,
    /// Another action is better.
    Worse,
    /// The values do not decide it, or too many positions can follow.
    Unknown,
}

/// The share of the win by which an action must be better.
const MARGIN: f64 = 0.02;

/// Compares an action with the others by their [values under best play](values_of_best_play), in this number of worlds
/// that fit the view. `decisions` and `most` limit each calculation. With more than two seats, the value of best play
/// is not defined, so only actions after which nobody else decides are compared.
pub fn proof_of<G: RaceGame>(
    game: &G,
    view: &G::View,
    action: G::Action,
    worlds: u32,
    (decisions, most): (u32, usize),
    rng: &mut Stream,
) -> Proof {
    let Ok(set) = game.information_set(view) else { return Proof::Unknown };
    let mut sums: BTreeMap<G::Action, Bounds> = BTreeMap::new();
    for _ in 0..worlds {
        let world = game.determinize(&set, rng);
        let decisions = if game.seats(&world).count() > 2 { 1 } else { decisions };
        let Ok(values) = values_of_best_play(game, &world, decisions, most) else { return Proof::Unknown };
        for (action, bounds) in values {
            let sum = sums.entry(action).or_insert(Bounds { least: 0.0, most: 0.0 });
            (sum.least, sum.most) = (sum.least + bounds.least, sum.most + bounds.most);
        }
    }
    let Some(own) = sums.remove(&action) else { return Proof::Unknown };
    let (all, margin) = (f64::from(worlds), MARGIN * f64::from(worlds));
    let wins = |bounds: &Bounds| bounds.least > all - margin;
    let is_sure = wins(&own) && !sums.values().any(wins);
    if is_sure || sums.values().all(|other| own.least > other.most + margin) {
        Proof::Best
    } else if sums.values().any(|other| own.most + margin < other.least) {
        Proof::Worse
    } else {
        Proof::Unknown
    }
}
