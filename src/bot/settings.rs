//! The settings of a search, and the budget that a decision may spend.

use std::time::{Duration, Instant};

use super::playout::Playouts;
use crate::common::setters::setters;

/// The budget of a search for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A total number of iterations for all trees. The same stream gives the same result on every machine.
    Iterations(u32),
    /// A time limit for each tree. The result depends on the speed of the machine.
    Time(Duration),
}

impl Budget {
    /// Returns one of `parts` equal parts of the budget.
    pub(super) fn part(self, parts: u32) -> Self {
        match self {
            Self::Iterations(count) => Self::Iterations(count / parts),
            Self::Time(time) => Self::Time(time / parts),
        }
    }
}

/// The part of a budget that has been spent.
pub(super) struct Spent {
    budget: Budget,
    iterations: u32,
    start: Option<Instant>,
}

impl Spent {
    pub(super) fn nothing_of(budget: Budget) -> Self {
        let start = matches!(budget, Budget::Time(_)).then(Instant::now);
        Self { budget, iterations: 0, start }
    }

    /// Returns whether the budget allows `iterations` more; the first batch is always allowed.
    pub(super) fn allows(&mut self, iterations: u32) -> bool {
        let is_first = self.iterations == 0;
        self.iterations = self.iterations.saturating_add(iterations);
        is_first
            || match self.budget {
                Budget::Iterations(all) => self.iterations <= all,
                Budget::Time(time) => self.start.is_some_and(|start| start.elapsed() < time),
            }
    }
}

/// The chance outcomes that lead to different nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceInTree {
    /// The outcomes that the searching seat can distinguish: exact in the limit.
    Seen,
    /// None: fewer and broader nodes, so that a small budget searches deeper.
    Merged,
}

/// The rule by which a search shares its iterations among the actions of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootRule {
    /// Upper confidence bounds, as everywhere else in the tree.
    Bounds,
    /// Sequential halving: all remaining actions are tried in the same worlds with the same random numbers, and the
    /// worse half is dropped. It separates actions that differ by little.
    Halving,
}

/// The settings of a search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The budget for one decision.
    pub budget: Budget,
    /// The constant of the upper confidence bound, 0 or more: the higher, the broader the search. Gains are shares of
    /// the win, 0 to 1.
    pub exploration: f64,
    /// The number of independent trees, 1 or more. Their results at the root are added up. On a machine with several
    /// processors each tree is searched by its own thread; the number of threads does not change the result.
    pub trees: u32,
    /// The maximum number of nodes of a tree, 1 or more. The actions of the root always have room.
    pub nodes: u32,
    /// The assumed gain of an untried choice; `None` tries every choice before repeating any.
    pub untried: Option<f64>,
    /// How many visits the guidance's first thoughts count for, 0 or more.
    pub first_thoughts: f64,
    /// The number of actions that sequential halving begins with, chosen by first thoughts; `None` for all.
    pub candidates: Option<u32>,
    /// The chance outcomes that lead to different nodes.
    pub chance: ChanceInTree,
    /// The rule for sharing iterations at the root.
    pub root: RootRule,
    /// The policy of playouts.
    pub playouts: Playouts,
}

setters!(Settings { budget: Budget, exploration: f64, trees: u32, nodes: u32, untried: Option<f64>, first_thoughts: f64, candidates: Option<u32>, chance: ChanceInTree, root: RootRule, playouts: Playouts });

impl Settings {
    /// Returns the usual settings with this many iterations.
    pub const fn iterations(iterations: u32) -> Self {
        Self {
            budget: Budget::Iterations(iterations),
            exploration: 0.7,
            trees: 1,
            nodes: 200_000,
            untried: None,
            first_thoughts: 0.0,
            candidates: None,
            chance: ChanceInTree::Seen,
            root: RootRule::Bounds,
            playouts: Playouts::USUAL,
        }
    }

    /// Returns the usual settings with a time for each decision. Only a bot with such settings reads the clock.
    pub fn time(time: Duration) -> Self {
        Self { budget: Budget::Time(time), ..Self::iterations(1) }
    }

    pub(super) fn check(&self) -> Result<(), NoSearch> {
        match self.budget {
            Budget::Iterations(0) => return Err(NoSearch::NoIterations),
            Budget::Time(time) if time.is_zero() => return Err(NoSearch::NoTime),
            _ => {}
        }
        let is_amount = |value: f64| value.is_finite() && value >= 0.0;
        match () {
            () if self.trees == 0 => Err(NoSearch::NoTree),
            () if self.nodes == 0 => Err(NoSearch::NoNode),
            () if !is_amount(self.exploration) => Err(NoSearch::Exploration(self.exploration)),
            () if !is_amount(self.first_thoughts) => Err(NoSearch::FirstThoughts(self.first_thoughts)),
            () => Ok(()),
        }
    }
}

/// Settings that allow no search.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSearch {
    /// The budget has no iterations.
    #[error("a search needs at least one iteration")]
    NoIterations,
    /// The budget has no time.
    #[error("a search needs a time above 0")]
    NoTime,
    /// The number of trees is 0.
    #[error("a search needs at least one tree")]
    NoTree,
    /// The number of nodes is 0.
    #[error("a search needs at least one node")]
    NoNode,
    /// The exploration constant is negative or not finite.
    #[error("exploration must be at least 0, not {0}")]
    Exploration(f64),
    /// A weight is negative or not finite.
    #[error("thoughts must be at least 0, not {0}")]
    FirstThoughts(f64),
}
