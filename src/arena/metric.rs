//! The vocabulary of metrics, and the trait by which a game adds its own.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::stats::{Interval, Range};
use crate::common::seat::{SeatMap, Seats};
use crate::game::RaceGame;

/// A quantity that is measured in every game: a column of the results. A game adds its own with [`Measured::metrics`].
///
/// ```
/// use furlong::arena::{Aspect, Metric, Scale};
///
/// let metric = Metric::number("overtakes", "the times that a runner passes another").about(Aspect::Tension);
/// assert_eq!((metric.scale, &*metric.name), (Scale::Number, "overtakes"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// The name of the metric, in `kebab-case`.
    pub name: Cow<'static, str>,
    /// The definition of the metric, precise enough for another program to count the same. It has no full stop.
    pub about: Cow<'static, str>,
    /// The scale of the values.
    pub scale: Scale,
    /// The range of the values.
    pub range: Range,
    /// The aspect of the game that the metric is about.
    pub aspect: Aspect,
    /// A phrase for people with `{}` in the place of the mean and its unit: `a game lasts {} rounds`. Empty where the
    /// name is enough.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub phrase: Cow<'static, str>,
    /// The unit of the values, as a plural noun; empty for shares and where there is none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub unit: Cow<'static, str>,
    /// A sentence on why the metric matters, without its full stop.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub why: Cow<'static, str>,
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
    /// The course of the race: the lead, and the places that winners come from.
    Tension,
    /// The actions that a seat can choose from.
    Choices,
    /// Chance, and what a better player gains.
    Luck,
    /// Everything that is specific to this game.
    Own,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 7] =
        [Self::Length, Self::Seats, Self::Wins, Self::Tension, Self::Choices, Self::Luck, Self::Own];

    /// Returns the aspect in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Seats => "fairness of seats",
            Self::Wins => "games without a sole winner",
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
    /// Returns an interval of this scale in words: `4.12 to 4.42`.
    pub fn interval(self, Interval { low, high }: Interval) -> String {
        let [low, high] = self.figures([low, high]);
        format!("{low} to {high}")
    }

    /// Returns a value of this scale in words, rounded for people: `4.27`, `51.3 %`.
    pub fn figure(self, value: f64) -> String {
        let [figure] = self.figures([value]);
        figure
    }

    /// Returns a value of this scale as people say it, for sentences in which precision is not the point: `47`, `4.3`,
    /// `51 %`.
    ///
    /// ```
    /// use furlong::arena::Scale;
    /// assert_eq!([47.37, 4.271, 4.0].map(|value| Scale::Number.spoken(value)), ["47", "4.3", "4"]);
    /// assert_eq!([0.513, 0.004, 0.0].map(|value| Scale::Share.spoken(value)), ["51 %", "0.4 %", "0 %"]);
    /// ```
    pub fn spoken(self, value: f64) -> String {
        let (value, unit) = if self == Self::Share { (100.0 * value, " %") } else { (value, "") };
        let is_small = match self {
            Self::Share => value.abs() < 0.95 || (99.0..100.0).contains(&value),
            Self::Number => value.abs() < 9.95,
        };
        let figure = format!("{value:.*}", usize::from(is_small));
        format!("{}{unit}", figure.strip_suffix(".0").unwrap_or(&figure))
    }

    /// Returns values that belong together in words, rounded for people. They get enough digits for different values
    /// to look different from each other and from 0: `0.003`, `0.001`, `0.008` and not `0.00`, `0.00`, `0.01`.
    ///
    /// ```
    /// use furlong::arena::Scale;
    /// assert_eq!(Scale::Number.figures([4.271, 4.12, 4.42]), ["4.27", "4.12", "4.42"]);
    /// assert_eq!(Scale::Share.figures([0.0004, 0.0]), ["0.04 %", "0.00 %"]);
    /// ```
    pub fn figures<const N: usize>(self, values: [f64; N]) -> [String; N] {
        /// The maximum number of extra digits; further ones are rounding noise.
        const MOST: usize = 4;
        /// Differences up to this size are rounding noise.
        const NOISE: f64 = 1e-9;
        let rounded = |more: usize| values.map(|value| self.rounded(value, more));
        let tells_apart = |more: &usize| {
            let shown = rounded(*more);
            let zero = |value: f64, shown: &str| value.abs() > NOISE && !has_digits(shown);
            let is_hidden = |one: usize| {
                let is_same =
                    |other: usize| (values[one] - values[other]).abs() > NOISE && shown[one] == shown[other];
                zero(values[one], &shown[one]) || (0..one).any(is_same)
            };
            !(0..N).any(is_hidden)
        };
        rounded((0..=MOST).find(tells_apart).unwrap_or(0))
    }

    /// Returns a value with `more` digits than usual.
    pub(crate) fn rounded(self, value: f64, more: usize) -> String {
        let figure = match self {
            Self::Share => format!("{:.*} %", 1 + more, 100.0 * value),
            Self::Number => {
                let digits = if value.abs() >= 1_000.0 {
                    0
                } else if value.abs() >= 100.0 {
                    1
                } else {
                    2
                };
                format!("{value:.*}", digits + more)
            }
        };
        // Write minus zero as zero.
        if has_digits(&figure) { figure } else { figure.replace('-', "") }
    }
}

/// Returns whether a figure contains a digit other than zero.
fn has_digits(figure: &str) -> bool {
    figure.contains(|letter| matches!(letter, '1'..='9'))
}

impl Metric {
    /// Creates a metric of the scale [`Scale::Number`] with values of 0 or more, about [`Aspect::Own`].
    pub fn number(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            scale: Scale::Number,
            range: Range::AtLeast(0.0),
            aspect: Aspect::Own,
            phrase: Cow::Borrowed(""),
            unit: Cow::Borrowed(""),
            why: Cow::Borrowed(""),
        }
    }

    /// Creates a metric of the scale [`Scale::Share`], about [`Aspect::Own`].
    pub fn share(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            about: about.into(),
            scale: Scale::Share,
            range: Range::SHARE,
            aspect: Aspect::Own,
            phrase: Cow::Borrowed(""),
            unit: Cow::Borrowed(""),
            why: Cow::Borrowed(""),
        }
    }

    /// Returns the same metric with another range of values.
    #[must_use]
    pub fn within(self, range: Range) -> Self {
        Self { range, ..self }
    }

    /// Returns the same metric in plain words: a phrase with `{}` in the place of its mean, and a sentence on why it
    /// matters. A word in square brackets after `{}` is its unit.
    ///
    /// ```
    /// use furlong::arena::Metric;
    ///
    /// let metric = Metric::number("rounds", "the number of rounds");
    /// let metric = metric.said("a game lasts {} [rounds]", "long games tire");
    /// assert_eq!((metric.in_words("9.97"), &*metric.unit), ("a game lasts 9.97 rounds".to_owned(), "rounds"));
    /// ```
    #[must_use]
    pub fn said(self, phrase: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Self {
        let phrase = phrase.into();
        let unit = phrase.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(unit, _)| unit);
        let unit = unit.unwrap_or_default().to_owned().into();
        Self { phrase: phrase.replace(['[', ']'], "").into(), unit, why: why.into(), ..self }
    }

    /// Returns the metric in words with this figure: `a game lasts 9.97 rounds`; without a phrase, its name and the
    /// figure.
    pub fn in_words(&self, figure: &str) -> String {
        if self.phrase.is_empty() {
            format!("{}: {figure}", self.name)
        } else {
            self.phrase.replace("{}", figure)
        }
    }

    /// Returns the same metric about another aspect of the game.
    #[must_use]
    pub fn about(self, aspect: Aspect) -> Self {
        Self { aspect, ..self }
    }
}

/// How the wins at a table are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Places {
    /// By seat.
    Seats,
    /// By the order of first turns, which differs from the order of seats if the first player is drawn.
    TurnOrder,
}

impl Places {
    /// Returns the name of the metric with the share of a place, counted from 1.
    pub fn metric(self, place: usize) -> String {
        match self {
            Self::Seats => format!("wins-seat-{place}"),
            Self::TurnOrder => format!("wins-mover-{place}"),
        }
    }
}

/// An element of a game's rules that a player can use or leave unused: a square, a card, a way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// The name of the element, in `kebab-case`.
    pub name: &'static str,
    /// The actions that use the element, as a noun phrase without its final full stop.
    pub meaning: &'static str,
}

/// A game that can be measured. The common metrics need nothing from it; this trait adds the game's own metrics. A
/// game without any has an empty `impl`.
pub trait Measured: RaceGame {
    /// Returns the metrics of this game, besides the common ones.
    fn metrics() -> Vec<Metric> {
        Vec::new()
    }

    /// Adds one happening to `totals`, which has one entry for each of [`Measured::metrics`]; they are 0 at the start
    /// of a game.
    fn count(&self, _happening: &Self::Happening, _totals: &mut [f64]) {}

    /// Returns whether a happening can change [`RaceGame::runners`]. If not, they need not be compared.
    fn is_move(&self, _happening: &Self::Happening) -> bool {
        true
    }

    /// Adds to `totals` what can be seen in the last state of a finished game.
    fn sum_up(&self, _last: &Self::State, _totals: &mut [f64]) {}

    /// The names of quantities that are shown over the course of a game, each as a plural noun phrase: `cards in the decks`.
    const CURVES: &'static [&'static str] = &[];

    /// Sets the quantities of a state, hidden information included. `into` has one entry for each of [`Measured::CURVES`].
    fn curves(&self, _state: &Self::State, _into: &mut [f64]) {}

    /// The elements of the rules whose worth can be measured by forbidding them to a bot: see
    /// [`Price`](crate::design::Price).
    const ELEMENTS: &'static [Element] = &[];

    /// Returns whether an action uses the element at this place of [`Measured::ELEMENTS`].
    fn uses(&self, _action: Self::Action, _element: usize) -> bool {
        false
    }

    /// The names of the indicators of luck: numbers for each seat that predict who wins and that chance changes. See
    /// [`Arena::luck`](super::Arena::luck).
    const INDICATORS: &'static [&'static str] = &[];

    /// Sets the indicators of a state, hidden information included. `into` has one entry for each of
    /// [`Measured::INDICATORS`], 0 for every seat.
    fn indicate(&self, _state: &Self::State, _into: &mut [SeatMap<f64>]) {}

    /// Returns whether the next chance event can change an indicator; if not, it need not be measured. The answer must
    /// not depend on the outcome.
    fn is_indicative(&self, _state: &Self::State) -> bool {
        true
    }

    /// Returns whether removing luck saves games at a table with these `seats`: see
    /// [`Arena::luck_helps`](super::Arena::luck_helps).
    fn measures_luck(&self, _seats: Seats) -> bool {
        false
    }
}
