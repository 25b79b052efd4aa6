//! The vocabulary of metrics, and those that a game adds.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::stats::{Interval, Range};
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
    /// The aspect of the game that it is about.
    pub aspect: Aspect,
}

/// An aspect of a game, in the order of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// The length of a game.
    Length,
    /// The chances of the seats.
    Seats,
    /// Games without a single winner.
    Wins,
    /// The course of the race: the lead, and the place from which the winner comes.
    Tension,
    /// The actions that a seat can choose from.
    Choices,
    /// Chance, and what a better player gains.
    Luck,
    /// Everything that only this game has.
    Own,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 7] =
        [Self::Length, Self::Seats, Self::Wins, Self::Tension, Self::Choices, Self::Luck, Self::Own];

    /// The aspect in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Seats => "fairness of seats",
            Self::Wins => "games without a single winner",
            Self::Tension => "tension",
            Self::Choices => "choices",
            Self::Luck => "luck and skill",
            Self::Own => "the game's own metrics",
        }
    }
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

impl Scale {
    /// An interval of this scale in words: `4.12 to 4.42`.
    pub fn interval(self, Interval { low, high }: Interval) -> String {
        format!("{} to {}", self.figure(low), self.figure(high))
    }

    /// A value of this scale in words, rounded for people: `4.27`, `51.3 %`.
    pub fn figure(self, value: f64) -> String {
        // Minus zero is zero.
        let tidy = |text: String| {
            if text.trim_start_matches(['-', '0', '.', ' ', '%']).is_empty() {
                text.replace('-', "")
            } else {
                text
            }
        };
        tidy(match self {
            Self::Share => format!("{:.1} %", 100.0 * value),
            Self::Number if value.abs() >= 1_000.0 => format!("{value:.0}"),
            Self::Number if value.abs() >= 100.0 => format!("{value:.1}"),
            Self::Number => format!("{value:.2}"),
        })
    }
}

impl Metric {
    /// A metric of the scale [`Scale::Number`] with values of 0 or more, about [`Aspect::Own`].
    pub fn number(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            scale: Scale::Number,
            range: Range::AtLeast(0.0),
            aspect: Aspect::Own,
        }
    }

    /// A metric of the scale [`Scale::Share`], about [`Aspect::Own`].
    pub fn share(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            scale: Scale::Share,
            range: Range::SHARE,
            aspect: Aspect::Own,
        }
    }

    /// The same metric with another range of values.
    #[must_use]
    pub fn within(self, range: Range) -> Self {
        Self { range, ..self }
    }

    /// The same metric about another aspect of the game.
    #[must_use]
    pub fn about(self, aspect: Aspect) -> Self {
        Self { aspect, ..self }
    }
}

/// An element of a game's rules that a player may use or leave: a square, a card, a way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Its name, in `kebab-case`.
    pub name: &'static str,
    /// The actions that use it, as a noun phrase without its final full stop.
    pub meaning: &'static str,
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

    /// Returns whether a happening can change [`RaceGame::runners`], to save the work of comparing them where it cannot.
    fn is_move(&self, _happening: &Self::Happening) -> bool {
        true
    }

    /// Adds to `totals` what the last state of a game that is over shows.
    fn sum_up(&self, _last: &Self::State, _totals: &mut [f64]) {}

    /// The elements of the rules whose worth can be measured, by forbidding them to a bot: see
    /// [`Price`](crate::design::Price).
    const ELEMENTS: &'static [Element] = &[];

    /// Returns whether an action uses the element at this place of [`Measured::ELEMENTS`].
    fn uses(&self, _action: Self::Action, _element: usize) -> bool {
        false
    }

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
