//! The results of many games, group by group, and their summaries.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::course::{Course, Distinct};
use super::endings::Endings;
use super::forfeit::{FailedGame, Forfeit, Forfeited};
use super::luck::{Indicators, Of};
use super::metric::Metric;
use super::parallel::each;
use super::setting::Setting;
use super::stats::{Estimate, Method, Moments, Range, mean, mean_within};
use crate::ground::seat::SeatList;
use crate::ground::sentences::sentences;
use crate::ground::stable_hash::StableHasher;
use crate::ground::standings::Share;

/// The results of many games. The same arena gives the same results on any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The facts that the games depend on.
    pub setting: Setting,
    /// The metrics: the columns of [`Game::values`].
    pub metrics: Vec<Metric>,
    /// The indicators of luck, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Indicators>,
    /// The groups, in ascending order.
    pub groups: Vec<Group>,
    /// The early end of the run, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// The early end of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// The number of games that were played and are counted.
    pub games: u64,
    /// The number of games that were to be played.
    pub of: u64,
    /// The failure; `None` when the run was stopped from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The game that failed; it is not written.
    #[serde(skip)]
    pub game: Option<Box<FailedGame>>,
}

/// One deal in all seatings of the line-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Its number, which determines the random streams of its games together with the seed.
    pub number: u64,
    /// One game for each seating.
    pub games: Vec<Game>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The rotation of the line-up: seat `s` was played by the entry at `s + seating`, modulo its length.
    pub seating: u8,
    /// `true` when the game was played to its end.
    pub is_over: bool,
    /// The number of events.
    pub events: u32,
    /// The number of events that were decisions.
    pub decisions: u32,
    /// The hash of its events.
    pub course: Course,
    /// The forfeit that ended the game, if a bot failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The share of the win of each seat, 0 for all in an unfinished game.
    pub shares: SeatList<Share>,
    /// The values, in the order of [`Results::metrics`]; `None` where the game has no such value.
    pub values: Vec<Option<f64>>,
    /// The luck of each seat, in the order of the [`Indicators`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<SeatList<f64>>,
}

/// A warning about repeated groups; `None` where all groups are different.
pub(crate) fn repeats_text(of: &str, [all, different]: [u64; 2], openings: u32) -> Option<String> {
    if different == all {
        return None;
    }
    let remedy = match openings {
        0 => "`--openings N` begins each game with N random plies".to_owned(),
        _ => format!("`--openings N` with N above {openings} begins them with more random plies"),
    };
    Some(if different == 1 {
        format!(
            "{of}: all {all} deals went the same way: nothing in them was random, so together they say no more than \
             one deal; {remedy}"
        )
    } else {
        format!("{of}: only {different} of {all} deals are different, and the others repeat them; {remedy}")
    })
}

/// Returns whether there are several values and all are equal.
pub(super) fn is_one<T: PartialEq>(values: &[T]) -> bool {
    values.len() > 1 && values.windows(2).all(|pair| pair[0] == pair[1])
}

/// Returns whether at least half of the groups repeat others.
pub(crate) fn is_repetitive(groups: u64, distinct: u64) -> bool {
    // Twice the number may be too large: a file can state any.
    distinct <= groups / 2
}

/// The first metric whose value equals that of `column` in every game of all `runs`. `None` where no metric before it
/// does, where all values are equal, or where the games are few.
pub(super) fn twin(runs: &[&Results], column: usize) -> Option<usize> {
    /// In fewer games rare events are the same by chance.
    const LEAST_GAMES: u64 = 30;
    let values = |column: usize| {
        let games = runs.iter().flat_map(|run| run.all_games());
        games.map(move |game| game.value(column).map(f64::to_bits))
    };
    if runs.iter().map(|run| run.games()).sum::<u64>() < LEAST_GAMES {
        return None;
    }
    let first = values(column).next()?;
    if values(column).all(|value| value == first) {
        return None;
    }
    (0..column).find(|earlier| values(*earlier).eq(values(column)))
}

/// The least, the median and the greatest of these values, which change their places.
fn range_of(values: &mut [f64]) -> Option<[f64; 3]> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    // In place of sorting half a million games for each metric.
    let (below, median, above) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let least = below.iter().copied().min_by(f64::total_cmp).unwrap_or(*median);
    let greatest = above.iter().copied().max_by(f64::total_cmp).unwrap_or(*median);
    Some([least, *median, greatest])
}

impl Game {
    /// Returns whether seats can have a share of the win: the game is over, or was forfeited.
    pub fn has_shares(&self) -> bool {
        self.is_over || self.forfeit.is_some()
    }

    /// The value of the metric at `column`; `None` where the game has none.
    pub fn value(&self, column: usize) -> Option<f64> {
        self.values.get(column).copied().flatten()
    }
}

impl Group {
    /// The mean of the metric at `column` over the games that have a value.
    pub fn mean(&self, column: usize) -> Option<f64> {
        self.mean_of(|game| game.value(column))
    }

    /// The mean of these values over the games that have one.
    pub(crate) fn mean_of(&self, value: impl Fn(&Game) -> Option<f64>) -> Option<f64> {
        let values: Vec<f64> = self.games.iter().filter_map(value).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// The hash of the events of all its games, in the order of the seatings.
    pub fn course(&self) -> Course {
        let courses: Vec<Course> = self.games.iter().map(|game| game.course).collect();
        StableHasher::of(&courses).into()
    }
}

/// The error for a metric that does not exist.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no metric `{name}`; there are: {known}")]
pub struct UnknownMetric {
    /// The name asked for.
    pub name: String,
    /// The known names.
    pub known: String,
}

sentences!(UnknownMetric);

impl UnknownMetric {
    /// The error for a `name` that is not among those of these metrics.
    pub(super) fn among<'a>(metrics: impl Iterator<Item = &'a Metric>, name: &str) -> Self {
        let known: Vec<&str> = metrics.map(|metric| metric.name.as_ref()).collect();
        Self { name: name.to_owned(), known: known.join(", ") }
    }
}

impl Stopped {
    /// The early end of runs that belong together, with their games added up; `None` where none ended early.
    pub fn of(runs: &[Results]) -> Option<Self> {
        let first = runs.iter().find_map(|run| run.stopped.as_ref())?;
        let asked = |run: &Results| run.stopped.as_ref().map_or_else(|| run.games(), |stopped| stopped.of);
        Some(Self {
            games: runs.iter().map(Results::games).sum(),
            of: runs.iter().map(asked).fold(0, u64::saturating_add),
            failure: first.failure.clone(),
            game: first.game.clone(),
        })
    }
}

/// The summary of one metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The metric.
    pub metric: Metric,
    /// An earlier metric with the same value in every game, where the values vary.
    pub same_as: Option<Cow<'static, str>>,
    /// The number of games that have a value.
    pub games: u64,
    /// The mean over groups with its interval; `None` when no game has a value.
    pub mean: Option<Estimate>,
    /// The standard deviation over games.
    pub deviation: f64,
    /// The least, the median and the greatest value of a game.
    pub range: Option<[f64; 3]>,
}

/// The share of the wins of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The name of the player.
    pub name: String,
    /// Its share of the wins per seat, as a mean over groups.
    pub share: Estimate,
}

impl Results {
    /// The first setting that differs in `other`, with both values; `None` when the runs differ only in their groups.
    pub(super) fn setting_differs(&self, other: &Self) -> Option<String> {
        let differs = self.setting.differs_from(&other.setting);
        differs.or_else(|| {
            let what = match (self.luck == other.luck, self.metrics == other.metrics) {
                (false, _) => "the indicators of luck are different",
                (_, false) => "the metrics are different",
                _ => return None,
            };
            Some(what.to_owned())
        })
    }

    /// Notes an early end, when fewer than `of` games were played.
    pub(super) fn stop(&mut self, of: u64, failure: Option<String>, game: Option<Box<FailedGame>>) {
        let games = self.games();
        self.stopped = (games < of).then_some(Stopped { games, of, failure, game });
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.groups.iter().map(|group| group.games.len() as u64).sum()
    }

    /// The number of games played to their end.
    pub fn finished(&self) -> u64 {
        self.all_games().filter(|game| game.is_over).count() as u64
    }

    /// The number of games that reached the limit of events.
    pub fn unfinished(&self) -> u64 {
        self.all_games().filter(|game| !game.has_shares()).count() as u64
    }

    /// The number of games that ended because a bot failed.
    pub fn forfeited(&self) -> u64 {
        self.all_games().filter(|game| game.forfeit.is_some()).count() as u64
    }

    /// The endings of the games, which decide what is judged.
    pub fn endings(&self) -> Endings {
        let Setting { ruleset, most_unfinished, .. } = &self.setting;
        Endings {
            of: ruleset.clone(),
            games: self.games(),
            unfinished: self.unfinished(),
            forfeited: self.forfeited(),
            most_unfinished: *most_unfinished,
        }
    }

    /// The bots that have forfeited games, in the order of their first forfeits.
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

    /// The name of the player of `seat`, counted from 0, in a seating.
    pub fn player(&self, seating: u8, seat: usize) -> &str {
        &self.setting.lineup[(seat + usize::from(seating)) % self.setting.lineup.len()]
    }

    /// The forfeits as sentences without their full stops.
    pub fn forfeit_sentences(&self) -> impl Iterator<Item = String> + '_ {
        self.forfeits()
            .into_iter()
            .map(|forfeited| format!("{}: {}", self.setting.ruleset, forfeited.sentence()))
    }

    /// The number of different games, and of different groups.
    pub fn distinct(&self) -> Distinct {
        let games: HashSet<Course> = self.all_games().map(|game| game.course).collect();
        let groups: HashSet<Course> = self.groups.iter().map(Group::course).collect();
        Distinct { games: games.len() as u64, groups: groups.len() as u64 }
    }

    /// Returns whether nothing was random in `values`, one for each group: all are equal, and at least half of the
    /// groups repeat others. Such values say no more than those of a few games, however many there are.
    pub(super) fn is_settled(&self, values: &[f64]) -> bool {
        is_one(values) && is_repetitive(self.groups.len() as u64, self.distinct().groups)
    }

    /// A warning about repeated groups, as a sentence; `None` where no group repeats another.
    pub fn repeats(&self) -> Option<String> {
        let (groups, distinct) = (self.groups.len() as u64, self.distinct());
        repeats_text(&self.setting.ruleset, [groups, distinct.groups], self.setting.openings)
    }

    /// All games, group by group.
    pub fn all_games(&self) -> impl Iterator<Item = &Game> {
        self.groups.iter().flat_map(|group| &group.games)
    }

    /// The column of the metric called `name`.
    ///
    /// # Errors
    /// When no such metric was measured.
    pub fn column(&self, name: &str) -> Result<usize, UnknownMetric> {
        let column = self.metrics.iter().position(|metric| metric.name == name);
        column.ok_or_else(|| UnknownMetric::among(self.metrics.iter(), name))
    }

    /// The number of each group that has values in `column`, and their mean.
    pub fn group_means(&self, column: usize) -> impl Iterator<Item = (u64, f64)> + '_ {
        self.groups.iter().filter_map(move |group| Some((group.number, group.mean(column)?)))
    }

    /// The summary of `column`; `None` when there is no such column.
    pub fn summary(&self, column: usize) -> Option<Summary> {
        self.summary_of(column, &self.endings())
    }

    /// The summary of `column`, with the endings of all games, which are counted once for all columns.
    fn summary_of(&self, column: usize, endings: &Endings) -> Option<Summary> {
        let metric = self.metrics.get(column)?.clone();
        let mut values: Vec<f64> = self.all_games().filter_map(|game| game.value(column)).collect();
        let by_group: Vec<f64> = self.group_means(column).map(|(_, mean)| mean).collect();
        let mean = self.estimate(&by_group, self.column_adjusted(&metric), metric.range);
        let is_judged = endings.judge(&metric.name);
        let mean = mean.map(|mean| if is_judged { mean } else { mean.unfinished() });
        let deviation = Moments::of(&values).variance.sqrt();
        let range = range_of(&mut values);
        let same_as = twin(&[self], column).map(|twin| self.metrics[twin].name.clone());
        Some(Summary { metric, same_as, games: values.len() as u64, mean, deviation, range })
    }

    /// The mean of `by_group`, with an interval within `range` unless nothing was random; that of the values
    /// `adjusted` for luck where there are some.
    pub(super) fn estimate(
        &self,
        by_group: &[f64],
        adjusted: Option<Vec<f64>>,
        range: Range,
    ) -> Option<Estimate> {
        if self.is_settled(by_group) {
            return mean_within(by_group, range).map(Estimate::not_random);
        }
        match adjusted.filter(|_| !is_one(by_group)) {
            // Adjusted values can lie outside of the range, but their mean does not.
            Some(adjusted) => mean(&adjusted).map(|mean| range.clipped(mean)),
            None => mean_within(by_group, range),
        }
    }

    /// The values of `metric` less the luck in each group, where it is a share of the win that can be adjusted. The share
    /// of a place in turn order can be where it is that of a seat in every game: else chance, which luck measures, may
    /// decide who has the place.
    fn column_adjusted(&self, metric: &Metric) -> Option<Vec<f64>> {
        let column = self.metrics.iter().position(|known| known.name == metric.name);
        let by_order = column.filter(|_| metric.name.starts_with("wins-mover-"));
        let same = by_order.and_then(|column| twin(&[self], column)).map(|seat| &self.metrics[seat]);
        let metric = same.unwrap_or(metric);
        let seat = metric.name.strip_prefix("wins-seat-").and_then(|seat| seat.parse().ok()).map(Of::Seat);
        self.adjusted(seat.or_else(|| metric.name.strip_prefix("wins-of-").map(Of::Player))?)
    }

    /// The number of each group that has values in `column` with their mean, less the luck where it can be adjusted.
    pub(super) fn series(&self, column: usize) -> Vec<(u64, f64)> {
        let means: Vec<(u64, f64)> = self.group_means(column).collect();
        let varies = means
            .iter()
            .any(|(_, mean)| Some(mean.to_bits()) != means.first().map(|(_, first)| first.to_bits()));
        match self.metrics.get(column).filter(|_| varies).and_then(|metric| self.column_adjusted(metric)) {
            Some(adjusted) => self.groups.iter().map(|group| group.number).zip(adjusted).collect(),
            None => means,
        }
    }

    /// The summaries of all metrics.
    pub fn summaries(&self) -> Vec<Summary> {
        let endings = self.endings();
        let summary = |(): &mut (), column| self.summary_of(column, &endings);
        each(0..self.metrics.len(), &summary).flatten().collect()
    }

    /// The share of the win per seat of the player called `name`, in each group. Unfinished games give nobody a share.
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

    /// The mean share of the win over all seats, in each group: the fair share. The win of a runner without an owner
    /// counts for no seat.
    pub fn mean_shares(&self) -> impl Iterator<Item = f64> + '_ {
        self.groups.iter().map(|group| {
            let shares = || group.games.iter().flat_map(|game| game.shares.iter());
            let parts: u64 = shares().map(|share| u64::from(share.parts())).sum();
            parts as f64 / (f64::from(Share::PARTS) * shares().count().max(1) as f64)
        })
    }

    /// The share of the wins of each player, in the order of the line-up.
    pub fn scores(&self) -> Vec<Score> {
        let mut names: Vec<&String> = Vec::new();
        for name in &self.setting.lineup {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let score = |name: &&String| Some(Score { name: (*name).clone(), share: self.share_of(name)? });
        names.iter().filter_map(score).collect()
    }

    /// The share of the win per seat of the player called `name`, as a mean over groups.
    pub(super) fn share_of(&self, name: &str) -> Option<Estimate> {
        let shares = self.shares_of(name);
        let equal = 1.0 / f64::from(self.setting.seats.count());
        let is_alone = self.setting.lineup.iter().all(|other| other == name);
        if is_alone && !shares.is_empty() && shares.iter().all(|share| (share - equal).abs() < 1e-12) {
            // One player has all seats, and one of them has won every game.
            return Some(Estimate { value: equal, interval: None, method: Method::ByDefinition });
        }
        let share = self.estimate(&shares, self.adjusted(Of::Player(name)), Range::SHARE)?;
        Some(self.endings().of_wins(share))
    }
}

/// The reason two runs cannot be compared.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomparable {
    /// The games are different.
    #[error("{0} and {1} are different games")]
    Games(String, String),
    /// The tables have different numbers of seats, or the seatings differ.
    #[error("the tables differ: {0} and {1} seats, {2} and {3} seatings")]
    Tables(u8, u8, u8, u8),
    /// The deals are not the same.
    #[error("the deals differ: the seeds are {0} and {1}")]
    Seeds(u64, u64),
    /// Nothing was measured on both sides.
    #[error("the two runs have no measurements to compare")]
    NothingMeasured,
    /// There is nothing to compare the base with.
    #[error("there is only one run: a comparison needs at least two")]
    NoOthers,
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// No group was played on both sides.
    #[error("no group was played in both runs")]
    NoGroups,
}

sentences!(Incomparable);
