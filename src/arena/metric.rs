//! What is measured in a game: the vocabulary of metrics, and what a game adds of its own.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::stats::Range;
use crate::game::RaceGame;

/// One thing that is measured in every game: a column of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name, in `kebab-case`.
    pub name: Cow<'static, str>,
    /// Its definition, from which another program counts the same: a text without its final point.
    pub about: Cow<'static, str>,
    /// How its values are read.
    pub scale: Scale,
    /// The values that a game can have.
    pub range: Range,
}

/// How the values of a metric are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// A number of things.
    Number,
    /// A share, 0 to 1; of a yes or no its frequency. Shown in percent.
    Share,
}

impl Metric {
    /// A number of things, 0 or more.
    pub fn number(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), about: about.into(), scale: Scale::Number, range: Range::AtLeast(0.0) }
    }

    /// A share, 0 to 1.
    pub fn share(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), about: about.into(), scale: Scale::Share, range: Range::SHARE }
    }

    /// The same metric with values from another range.
    #[must_use]
    pub fn within(self, range: Range) -> Self {
        Self { range, ..self }
    }
}

/// A game that can be measured: all are, in what is the same for all games; what its players care about
/// beside that it counts itself. A game without metrics of its own has an empty `impl`.
pub trait Measured: RaceGame {
    /// The metrics of this game, beside those of all games.
    fn metrics() -> Vec<Metric> {
        Vec::new()
    }

    /// Counts what one event has brought: its happenings in their order, and the state after them.
    /// `totals` has a place for each of [`Measured::metrics`], 0 when the game begins.
    fn measure(&self, _after: &Self::State, _happenings: &[Self::Happening], _totals: &mut [f64]) {}
}
