//! What many games gave: every game's figures, group by group, and what they come to.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::course::{Course, Distinct};
use super::forfeit::{Forfeit, Forfeited};
use super::metric::Metric;
use super::stats::{Estimate, Moments, Range, mean_within};
use crate::seat::{SeatList, Seats};
use crate::stable_hash::StableHasher;
use crate::standings::Share;

/// The results of many games. They are the same for the same arena, on any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The version of this library that played.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The ruleset itself, all fields.
    pub rules: Value,
    /// What was agreed before each game.
    pub setup: Value,
    /// Where all chance came from.
    pub seed: u64,
    /// The seats at the table.
    pub seats: Seats,
    /// Who played, in the order of seats of the first seating.
    pub lineup: Vec<String>,
    /// How many seatings each group has.
    pub seatings: u8,
    /// After how many events a game counts as unfinished.
    pub most_events: u32,
    /// The number of decisions at the start of each game that were drawn at random.
    pub openings: u32,
    /// What was measured: the columns of [`Game::values`].
    pub metrics: Vec<Metric>,
    /// The groups, in their order.
    pub groups: Vec<Group>,
    /// That there are fewer groups than were asked for, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// That a run ended before all its games were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// Games that were played and are counted.
    pub games: u64,
    /// Games that were to be played.
    pub of: u64,
    /// What has failed; `None` when the run was told to stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// One deal in all seatings of the line-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its number: with the seed it gives the streams of its games.
    pub number: u64,
    /// One game for each seating.
    pub games: Vec<Game>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// By how many seats the line-up was turned: seat `s` played what stands at `s + seating` in it.
    pub seating: u8,
    /// Whether it came to its end.
    pub is_over: bool,
    /// How many events it had.
    pub events: u32,
    /// How many of them were decisions.
    pub decisions: u32,
    /// A number that stands for its events.
    pub course: Course,
    /// That a bot failed in it, and so ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The share of the win of each seat; nobody has one in an unfinished game.
    pub shares: SeatList<Share>,
    /// What was measured, in the order of [`Results::metrics`]; `None` where a game has no such value.
    pub values: Vec<Option<f64>>,
}

/// Says how many of all groups are different, where some repeat others.
pub(super) fn repeats_told(of: &str, [all, different]: [u64; 2], openings: u32) -> Option<String> {
    if different == all {
        return None;
    }
    let remedy = match openings {
        0 => "`--openings N` begins each game with N random plies".to_owned(),
        _ => format!("`--openings N` with N above {openings} begins them with more random plies"),
    };
    Some(if different == 1 {
        format!(
            "{of}: all {all} deals went the same way: nothing in them was random, and they say no more than one of them \
             does; {remedy}"
        )
    } else {
        format!("{of}: only {different} of {all} deals are different, the others repeat them; {remedy}")
    })
}

/// Returns whether there are several values and all are equal.
pub(super) fn is_one<T: PartialEq>(values: &[T]) -> bool {
    values.len() > 1 && values.windows(2).all(|pair| pair[0] == pair[1])
}

/// Returns whether half of the groups or more repeat other ones.
pub(super) fn is_repetitive(groups: u64, distinct: u64) -> bool {
    2 * distinct <= groups
}

impl Game {
    /// Returns whether seats can have a share of its win: it is over, or was forfeited.
    pub fn has_shares(&self) -> bool {
        self.is_over || self.forfeit.is_some()
    }
}

impl Group {
    /// A number that stands for the events of all its games, in the order of the seatings.
    pub fn course(&self) -> Course {
        let courses: Vec<Course> = self.games.iter().map(|game| game.course).collect();
        StableHasher::of(&courses).into()
    }
}

/// There is no such metric.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no metric `{name}`; there are: {known}")]
pub struct UnknownMetric {
    /// The name asked for.
    pub name: String,
    /// The names that there are.
    pub known: String,
}

impl Stopped {
    /// That runs which belong together ended early: their games together.
    pub fn of(runs: &[Results]) -> Option<Self> {
        let first = runs.iter().find_map(|run| run.stopped.as_ref())?;
        let asked = |run: &Results| run.stopped.as_ref().map_or_else(|| run.games(), |stopped| stopped.of);
        Some(Self {
            games: runs.iter().map(Results::games).sum(),
            of: runs.iter().map(asked).fold(0, u64::saturating_add),
            failure: first.failure.clone(),
        })
    }
}

/// What one metric came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The metric.
    pub metric: Metric,
    /// The games that have a value.
    pub games: u64,
    /// The mean over groups with its interval; `None` when no game has a value.
    pub mean: Option<Estimate>,
    /// The standard deviation over games.
    pub deviation: f64,
    /// The least, the median and the greatest value of a game.
    pub range: Option<[f64; 3]>,
}

/// What one entrant has won.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Its name.
    pub name: String,
    /// Its share of the wins for a seat that it had, mean over groups.
    pub share: Estimate,
}

impl Results {
    /// What was set differently in the other run, with both values; nothing when they differ in their groups only.
    pub(super) fn setting_differs(&self, other: &Self) -> Option<String> {
        let texts: [(&str, String, String); 8] = [
            ("the version of furlong is", self.version.clone(), other.version.clone()),
            ("the game is", self.game.clone(), other.game.clone()),
            ("the ruleset is", self.ruleset.clone(), other.ruleset.clone()),
            ("the seed is", self.seed.to_string(), other.seed.to_string()),
            ("the bots are", self.lineup.join(" | "), other.lineup.join(" | ")),
            ("the set-up is", self.setup.to_string(), other.setup.to_string()),
            ("the most events are", self.most_events.to_string(), other.most_events.to_string()),
            ("the random openings are", self.openings.to_string(), other.openings.to_string()),
        ];
        if let Some((what, one, other)) = texts.into_iter().find(|(_, one, other)| one != other) {
            return Some(format!("{what} {one}, not {other}"));
        }
        if self.rules != other.rules {
            return Some(format!("the rules called {} are not the same", self.ruleset));
        }
        let shape = |results: &Self| (results.seats, results.seatings, results.metrics.clone());
        (shape(self) != shape(other)).then(|| "not the same was measured".to_owned())
    }

    /// Notes that of so many games no more were played.
    pub(super) fn stop(&mut self, of: u64, failure: Option<String>) {
        let games = self.games();
        self.stopped = (games < of).then_some(Stopped { games, of, failure });
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.groups.iter().map(|group| group.games.len() as u64).sum()
    }

    /// How many games came to their end.
    pub fn finished(&self) -> u64 {
        self.all_games().filter(|game| game.is_over).count() as u64
    }

    /// The number of games that had the most events allowed before their end.
    pub fn unfinished(&self) -> u64 {
        self.all_games().filter(|game| !game.has_shares()).count() as u64
    }

    /// The number of games that ended because a bot failed.
    pub fn forfeited(&self) -> u64 {
        self.all_games().filter(|game| game.forfeit.is_some()).count() as u64
    }

    /// The bots that have forfeited games, in the order in which they did it first.
    pub fn forfeits(&self) -> Vec<Forfeited> {
        let mut all = Vec::new();
        for game in self.all_games() {
            if let Some(Forfeit { seat, reason }) = &game.forfeit {
                let bot = self.player(game.seating, seat.index()).to_owned();
                Forfeited::count(&mut all, Forfeited { bot, games: 1, reason: reason.clone() });
            }
        }
        all
    }

    /// The name of who plays a seat, by its number from 0, in a seating.
    pub fn player(&self, seating: u8, seat: usize) -> &str {
        &self.lineup[(seat + usize::from(seating)) % self.lineup.len()]
    }

    /// The same as sentences without their final points.
    pub fn forfeits_told(&self) -> impl Iterator<Item = String> + '_ {
        self.forfeits().into_iter().map(|forfeited| format!("{}: {}", self.ruleset, forfeited.told()))
    }

    /// How many of the games and of the groups differ from each other.
    pub fn distinct(&self) -> Distinct {
        let games: HashSet<Course> = self.all_games().map(|game| game.course).collect();
        let groups: HashSet<Course> = self.groups.iter().map(Group::course).collect();
        Distinct { games: games.len() as u64, groups: groups.len() as u64 }
    }

    /// Returns whether nothing was random in these values, one of each group: all are the same, and so are most groups.
    /// Then they say no more than a few games do, however many there are.
    pub(super) fn is_settled(&self, values: &[f64]) -> bool {
        is_one(values) && is_repetitive(self.groups.len() as u64, self.distinct().groups)
    }

    /// What must be known of games that are one and the same: a sentence, or nothing where no group repeats another.
    pub fn repeats(&self) -> Option<String> {
        let (groups, distinct) = (self.groups.len() as u64, self.distinct());
        repeats_told(&self.ruleset, [groups, distinct.groups], self.openings)
    }

    fn all_games(&self) -> impl Iterator<Item = &Game> {
        self.groups.iter().flat_map(|group| &group.games)
    }

    /// The column of a metric.
    ///
    /// # Errors
    /// When nothing of this name was measured.
    pub fn column(&self, name: &str) -> Result<usize, UnknownMetric> {
        self.metrics.iter().position(|metric| metric.name == name).ok_or_else(|| UnknownMetric {
            name: name.to_owned(),
            known: self.metrics.iter().map(|metric| metric.name.as_ref()).collect::<Vec<_>>().join(", "),
        })
    }

    /// The mean of a column in each group that has a value, with the group's number.
    pub fn group_means(&self, column: usize) -> impl Iterator<Item = (u64, f64)> + '_ {
        self.groups.iter().filter_map(move |group| {
            let values: Vec<f64> =
                group.games.iter().filter_map(|game| game.values.get(column).copied().flatten()).collect();
            let count = values.len() as f64;
            (count > 0.0).then(|| (group.number, values.iter().sum::<f64>() / count))
        })
    }

    /// What a column came to.
    pub fn summary(&self, column: usize) -> Option<Summary> {
        let metric = self.metrics.get(column)?.clone();
        let mut values: Vec<f64> =
            self.all_games().filter_map(|game| game.values.get(column).copied().flatten()).collect();
        let by_group: Vec<f64> = self.group_means(column).map(|(_, mean)| mean).collect();
        let mean = self.estimate(&by_group, metric.range);
        let deviation = Moments::of(&values).variance.sqrt();
        values.sort_unstable_by(f64::total_cmp);
        let range =
            values.first().zip(values.last()).map(|(first, last)| [*first, values[values.len() / 2], *last]);
        Some(Summary { metric, games: values.len() as u64, mean, deviation, range })
    }

    /// The mean of values of the groups, with an interval in their range, unless nothing was random.
    pub(super) fn estimate(&self, by_group: &[f64], range: Range) -> Option<Estimate> {
        mean_within(by_group, range)
            .map(|mean| if self.is_settled(by_group) { mean.not_random() } else { mean })
    }

    /// What every metric came to.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.metrics.len()).filter_map(|column| self.summary(column)).collect()
    }

    /// The share of the win for a seat that this entrant had, in each group. Unfinished games give nobody a
    /// share.
    pub fn shares_of(&self, name: &str) -> Vec<f64> {
        let share = |group: &Group| {
            let mut parts = 0;
            let mut seats = 0;
            for game in &group.games {
                for (index, share) in game.shares.iter().enumerate() {
                    if self.player(game.seating, index) == name {
                        parts += u64::from(share.parts());
                        seats += 1;
                    }
                }
            }
            (seats > 0).then(|| parts as f64 / (f64::from(Share::PARTS) * f64::from(seats)))
        };
        self.groups.iter().filter_map(share).collect()
    }

    /// What a seat has won on average, in each group: the fair share, in which wins of nobody's runners are nobody's.
    pub fn mean_shares(&self) -> impl Iterator<Item = f64> + '_ {
        self.groups.iter().map(|group| {
            let shares = || group.games.iter().flat_map(|game| game.shares.iter());
            let parts: u64 = shares().map(|share| u64::from(share.parts())).sum();
            parts as f64 / (f64::from(Share::PARTS) * shares().count().max(1) as f64)
        })
    }

    /// What each entrant has won, in the order of the line-up.
    pub fn scores(&self) -> Vec<Score> {
        let mut names: Vec<&String> = Vec::new();
        for name in &self.lineup {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let score = |name: &String| {
            Some(Score { name: name.clone(), share: self.estimate(&self.shares_of(name), Range::SHARE)? })
        };
        names.into_iter().filter_map(score).collect()
    }
}

/// Why two sides cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomparable {
    /// They are different games.
    #[error("{0} and {1} are different games")]
    Games(String, String),
    /// The tables have different numbers of seats, or the seatings differ.
    #[error("the tables differ: {0} and {1} seats, {2} and {3} seatings")]
    Tables(u8, u8, u8, u8),
    /// The deals are not the same.
    #[error("the deals differ: the seeds are {0} and {1}")]
    Seeds(u64, u64),
    /// Nothing was measured on both sides.
    #[error("nothing was measured on both sides")]
    NothingMeasured,
    /// No group was played on both sides.
    #[error("no group was played on both sides")]
    NoGroups,
}
