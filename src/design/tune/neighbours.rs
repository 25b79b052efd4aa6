//! Rulesets one step away from a candidate, and the random numbers that a search uses to choose among them.

use rand::RngExt as _;

use super::saved::Changes;
use crate::game::streams::Stream;
use crate::ruleset::RuleChange;

/// A step by its path and its direction: a number goes up or down, anything else changes to a value. Further steps in
/// the same direction are assumed to have the same effect.
pub(super) type Direction = (String, String);

/// Returns the direction of a step.
pub(super) fn direction<R>(step: &RuleChange<R>) -> Direction {
    let [old, new] = step.values.each_ref().map(|value| value.parse::<i64>());
    let towards = match (old, new) {
        (Ok(old), Ok(new)) => if new > old { "up" } else { "down" }.to_owned(),
        _ => step.values[1].clone(),
    };
    (step.path.clone(), towards)
}

/// A ruleset one step away from another one.
#[derive(Clone, Debug)]
pub(super) struct Neighbour<R> {
    pub(super) changes: Changes,
    pub(super) direction: Direction,
    pub(super) rules: R,
}

/// The random numbers of a search.
#[derive(Debug)]
pub(super) struct Draws(Stream);

impl Draws {
    pub(super) fn of(stream: Stream) -> Self {
        Self(stream)
    }

    /// Returns a random number below `count`, which must be above 0.
    pub(super) fn below(&mut self, count: u64) -> u64 {
        self.0.random_range(0..count)
    }
}
