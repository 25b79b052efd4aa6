//! The vocabulary of goals.

use std::fmt;

use serde::Serialize;

use crate::arena::{Endings, Game, Places};
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
    /// The gap between the best and the worst place, in shares of the win.
    Gap(#[serde(serialize_with = "gap_name")] Places),
    /// The share of the win of a seat of one bot, when another bot has all other seats.
    Skill {
        /// The better bot.
        better: BotSpec,
        /// The bot in the other seats.
        others: BotSpec,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn gap_name<S: serde::Serializer>(places: &Places, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(gap_goal(*places))
}

/// Returns the name of the goal for the gap between these places.
pub(super) const fn gap_goal(places: Places) -> &'static str {
    match places {
        Places::Seats => "seat-share",
        Places::TurnOrder => "mover-share",
    }
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
            Measure::Gap(_) | Measure::Skill { .. } => None,
        }
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
            Measure::Gap(places) => write!(f, "{} gap", gap_goal(*places))?,
            Measure::Skill { better, others } => write!(f, "wins of {better} against {others}")?,
        }
        if self.over == Over::Decided {
            f.write_str(" over decided games")?;
        }
        if let Some(players) = &self.players {
            write!(f, " of {players}")?;
        }
        match (self.least, self.most) {
            (Some(least), Some(most)) => write!(f, " within {least} to {most}"),
            (Some(least), None) => write!(f, " above {least}"),
            (None, Some(most)) => write!(f, " below {most}"),
            (None, None) => Ok(()),
        }
    }
}
