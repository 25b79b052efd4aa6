//! The vocabulary of goals.

use std::fmt;

use serde::Serialize;

use crate::arena::{Endings, Game, Metric, Scale};
use crate::bot::BotSpec;
use crate::common::standings::Share;
use crate::formats::is_default;
use crate::ruleset::SourceLine;

/// A designer's goals for a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Goals {
    pub(super) all: Vec<Goal>,
    pub(super) text: String,
}

/// One goal: a measure with its limits.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Goal {
    /// The measure.
    pub measure: Measure,
    /// The lower limit, if there is one.
    pub least: Option<f64>,
    /// The upper limit, if there is one. Every goal has at least one limit.
    pub most: Option<f64>,
    /// The weight of the goal in a search, above 0.
    pub weight: f64,
    /// The games that count.
    #[serde(skip_serializing_if = "is_default")]
    pub over: Over,
    /// The bot that plays all seats in separate games; `None` for the games of the line-up, and for skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<BotSpec>,
    /// The number of seats of the games; `None` for the table of the line-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The seconds per decision that a goal about minutes assumes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The path of the goal in the file.
    #[serde(skip)]
    pub(super) field: String,
    /// The place of the goal in the file.
    #[serde(skip)]
    pub(super) place: SourceLine,
}

/// The games that count for a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// All games.
    #[default]
    All,
    /// Only games that one seat has won alone.
    Decided,
}

impl Over {
    /// Returns whether a game counts.
    pub(super) fn counts(self, game: &Game) -> bool {
        self == Self::All || game.shares.iter().any(|share| share.parts() == Share::PARTS)
    }
}

/// The measure of a goal.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The mean of a metric.
    Mean(String),
    /// The share of the games whose value of the metric lies in a range, including its ends.
    ShareWithin {
        /// The metric.
        metric: String,
        /// The lower end of the range.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// The gap between the most and the least frequent of several categories: the seats (`seat-share`), the places in
    /// the turn order (`mover-share`), or the metrics whose names begin alike (`first-*`).
    Gap(String),
    /// The share of the most frequent of such categories.
    Largest(String),
    /// The share of the win of a seat of one bot, when another bot has all other seats.
    Skill {
        /// The better bot.
        better: BotSpec,
        /// The bot in the other seats.
        others: BotSpec,
    },
    /// The part of a seat's result that the luck of the deal explains: see
    /// [`Decided::by_the_deal`](crate::arena::Decided::by_the_deal).
    LuckOfTheDeal,
    /// Skill against chance at a table where two bots alternate: see
    /// [`SkillAndChance::index`](crate::arena::SkillAndChance::index).
    SkillIndex {
        /// The bot in the first seat.
        better: BotSpec,
        /// The bot in the second seat.
        others: BotSpec,
    },
}

/// The metric of goals about the length of a game at the table: the decisions, each taking some seconds.
pub(super) const MINUTES: &str = "minutes";
pub(super) const LUCK_OF_THE_DEAL: &str = "luck-of-the-deal";
/// The names of goals about categories that do not end with `*`, with the beginning of the names of their metrics.
pub(super) const CATEGORIES: [(&str, &str); 2] =
    [("seat-share", "wins-seat-"), ("mover-share", "wins-mover-")];

/// Returns the columns of the categories in a goal of this name, which must be shares: their names begin alike, and
/// continue differently. Returns `None` for the name of any other goal.
pub(super) fn categories(name: &str, metrics: &[Metric]) -> Option<Vec<usize>> {
    let named = CATEGORIES.iter().find(|(goal, _)| *goal == name).map(|(_, start)| *start);
    let start = named.or_else(|| name.strip_suffix('*'))?;
    let is_one = |metric: &Metric| metric.name.starts_with(start) && metric.scale == Scale::Share;
    Some((0..).zip(metrics).filter(|(_, metric)| is_one(metric)).map(|(column, _)| column).collect())
}

impl Goals {
    /// Returns the goals, in the order of the file. There is at least one.
    pub fn all(&self) -> &[Goal] {
        &self.all
    }

    /// Returns the text that the goals were read from.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Goal {
    /// Returns the metric that the goal is about, if there is one.
    pub fn metric(&self) -> Option<&str> {
        match &self.measure {
            Measure::Mean(metric) | Measure::ShareWithin { metric, .. } => Some(metric),
            _ => None,
        }
    }

    /// Returns whether the goal needs fixed deals that are played many times: see
    /// [`FixedDeals`](crate::arena::FixedDeals).
    pub fn is_of_fixed_deals(&self) -> bool {
        matches!(self.measure, Measure::LuckOfTheDeal | Measure::SkillIndex { .. })
    }

    /// Returns whether the goal can be judged from games with these endings.
    pub(in crate::design) fn is_judged(&self, endings: &Endings) -> bool {
        self.metric().map_or_else(|| endings.judge_wins(), |metric| endings.judge(metric))
    }

    /// Returns the distance of `value` from the limits: 0 where it is within them.
    pub fn distance(&self, value: f64) -> f64 {
        let below = self.least.map_or(0.0, |least| least - value);
        let above = self.most.map_or(0.0, |most| value - most);
        below.max(above).max(0.0)
    }

    /// Returns the unit in which distances from different goals are compared: half the width between two limits, or
    /// the size of a single limit; 1 for a limit of 0. Narrow limits thus ask for small differences.
    pub fn unit(&self) -> f64 {
        let unit = match (self.least, self.most) {
            (Some(least), Some(most)) => (most - least) / 2.0,
            (Some(only), None) | (None, Some(only)) => only.abs(),
            (None, None) => 1.0,
        };
        if unit > 0.0 { unit } else { 1.0 }
    }
}

impl fmt::Display for Goal {
    /// Writes the goal as you would read it aloud: `rounds within 8 to 10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.measure {
            Measure::Mean(metric) => f.write_str(metric)?,
            Measure::ShareWithin { metric, low, high } => {
                write!(f, "share of games with {metric} from {low} to {high}")?;
            }
            Measure::Gap(name) => write!(f, "{name} gap")?,
            Measure::Largest(name) => write!(f, "{name} largest")?,
            Measure::Skill { better, others } => write!(f, "wins of {better} against {others}")?,
            Measure::LuckOfTheDeal => f.write_str("luck of the deal")?,
            Measure::SkillIndex { better, others } => write!(f, "skill index of {better} and {others}")?,
        }
        if let Some(seconds) = self.seconds {
            write!(f, " at {seconds} s per decision")?;
        }
        if self.over == Over::Decided {
            f.write_str(" over decided games")?;
        }
        if let Some(players) = &self.players {
            write!(f, " of {players}")?;
        }
        if let Some(seats) = self.seats {
            write!(f, " at {seats} seats")?;
        }
        match (self.least, self.most) {
            (Some(least), Some(most)) => write!(f, " within {least} to {most}"),
            (Some(least), None) => write!(f, " above {least}"),
            (None, Some(most)) => write!(f, " below {most}"),
            (None, None) => Ok(()),
        }
    }
}
