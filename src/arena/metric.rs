//! The vocabulary of metrics, and those that a game adds.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::stats::Range;
use crate::game::RaceGame;
use crate::seat::{SeatMap, Seats};

/// A quantity that is measured in every game: a column of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name, in `kebab-case`.
    pub name: Cow<'static, str>,
    /// Its definition, precise enough for another program to count the same. It has no full stop.
    pub about: Cow<'static, str>,
    /// The scale of its values.
    pub scale: Scale,
    /// The range of its values.
    pub range: Range,
}

/// The scale of a metric's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// A count or an amount.
    Number,
    /// A share from 0 to 1, shown in percent. The mean of a yes-or-no metric is its frequency.
    Share,
}

impl Metric {
    /// A metric of the scale [`Scale::Number`] with values of 0 or more.
    pub fn number(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), about: about.into(), scale: Scale::Number, range: Range::AtLeast(0.0) }
    }

    /// A metric of the scale [`Scale::Share`].
    pub fn share(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), about: about.into(), scale: Scale::Share, range: Range::SHARE }
    }

    /// The same metric with another range of values.
    #[must_use]
    pub fn within(self, range: Range) -> Self {
        Self { range, ..self }
    }
}

/// A game that can be measured. The common metrics ask nothing of it; this trait adds metrics of its own. A game
/// without any has an empty `impl`.
pub trait Measured: RaceGame {
    /// The metrics of this game, besides the common ones.
    fn metrics() -> Vec<Metric> {
        Vec::new()
    }

    /// Adds one happening to `totals`, which has one entry for each of [`Measured::metrics`], 0 at the start of the
    /// game.
    fn count(&self, _happening: &Self::Happening, _totals: &mut [f64]) {}

    /// Adds to `totals` what the last state of a game that is over shows.
    fn sum_up(&self, _last: &Self::State, _totals: &mut [f64]) {}

    /// The names of the indicators of luck: numbers for each seat that foretell who wins and that chance changes. See
    /// [`Arena::luck`](super::Arena::luck).
    const INDICATORS: &'static [&'static str] = &[];

    /// Sets the indicators of a state, hidden information included. `into` has one entry for each of
    /// [`Measured::INDICATORS`], 0 for every seat.
    fn indicate(&self, _state: &Self::State, _into: &mut [SeatMap<f64>]) {}

    /// Returns whether the next chance event can change an indicator, to save the work where it cannot. The answer
    /// must not depend on the outcome.
    fn is_indicative(&self, _state: &Self::State) -> bool {
        true
    }

    /// Returns whether luck is measured by default at a table with these `seats`.
    fn measures_luck(&self, _seats: Seats) -> bool {
        false
    }
}
