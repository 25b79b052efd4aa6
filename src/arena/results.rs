//! The results of many games, group by group, and their summaries.

use std::borrow::Cow;
use std::mem;

use serde::{Deserialize, Serialize};

use super::conditions::Setting;
use super::endings::Endings;
use super::forfeit::{FailedGame, Forfeited};
use super::game_hash::Distinct;
use super::group::{Game, Group};
use super::luck::{Indicators, Of};
use super::metric::Metric;
use super::run_sums::Sums;
use super::stats::{Distribution, Estimate, Method, Moments, Range};
use crate::common::standings::Share;
use crate::formats::is_default;

/// The results of many games: their sums, and the games themselves if they are kept
/// ([`Arena::keeps_games`](super::Arena::keeps_games)). The same arena gives the same results on any number of
/// threads.
///
/// The size of the sums does not depend on the number of games. A kept game takes about a kilobyte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Results {
    /// The facts that the games depend on.
    pub setting: Setting,
    /// The metrics: the columns of [`Game::values`].
    pub metrics: Vec<Metric>,
    /// The indicators of luck, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Indicators>,
    /// The groups whose games are kept, in ascending order.
    groups: Vec<Group>,
    /// The early end of the run, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    #[serde(skip)]
    pub(super) sums: Sums,
}

/// Results in the form in which they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    setting: Setting,
    metrics: Vec<Metric>,
    #[serde(default)]
    luck: Option<Indicators>,
    groups: Vec<Group>,
    #[serde(default)]
    stopped: Option<Stopped>,
}

impl From<Written> for Results {
    fn from(Written { setting, metrics, luck, groups, stopped }: Written) -> Self {
        let mut results = Self::new(setting, metrics, luck);
        for group in groups {
            results.add(group, true);
        }
        Self { stopped, ..results }
    }
}

/// The early end of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// The number of games that were played and are counted.
    pub games: u64,
    /// The number of games that should have been played.
    pub of: u64,
    /// The failure; `None` when the run was stopped from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The game that failed; it is not saved.
    #[serde(skip)]
    pub game: Option<Box<FailedGame>>,
}

/// Returns a warning about repeated groups; `None` where all groups are different.
pub(crate) fn repeats_text(of: &str, [all, different]: [u64; 2], openings: u32) -> Option<String> {
    if different == all {
        return None;
    }
    let remedy = match openings {
        0 => "`--openings N` begins each game with N random plies".to_owned(),
        _ => format!("`--openings N` with N above {openings} adds random plies"),
    };
    Some(if different == 1 {
        format!(
            "{of}: all {all} deals played out the same way: nothing in them was random, so they tell no more than \
             one deal; {remedy}"
        )
    } else {
        format!("{of}: only {different} of {all} deals are different; {remedy}")
    })
}

/// Returns whether there are several values and all are equal.
pub(super) fn is_one<T: PartialEq>(values: &[T]) -> bool {
    values.len() > 1 && values.windows(2).all(|pair| pair[0] == pair[1])
}

/// Returns whether at least half of the groups repeat others.
pub(crate) fn is_repetitive(groups: u64, distinct: u64) -> bool {
    // Doubling `distinct` could overflow, since a file can state any number.
    distinct <= groups / 2
}

/// Returns the first metric whose value equals that of `column` in every game of all `runs`. `None` where no earlier
/// metric does, where all values are equal, or where there are too few games.
pub(super) fn twin(runs: &[&Results], column: usize) -> Option<usize> {
    /// The minimum number of games: in fewer, rare events may agree by chance.
    const LEAST_GAMES: u64 = 30;
    if runs.iter().map(|run| run.games()).sum::<u64>() < LEAST_GAMES {
        return None;
    }
    let mut only = runs.iter().filter(|run| run.games() > 0).map(|run| run.sums.only_value(column));
    let first = only.next()?;
    if first.is_some() && only.all(|other| other == first) {
        return None;
    }
    let is_same = |run: &&Results, earlier: usize| run.sums.same_as(earlier) == run.sums.same_as(column);
    (0..column).find(|earlier| runs.iter().all(|run| is_same(run, *earlier)))
}

/// The error for a metric that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no metric `{name}`; there are: {known}")]
pub struct UnknownMetric {
    /// The requested name.
    pub name: String,
    /// The known names.
    pub known: String,
}

impl UnknownMetric {
    /// Creates the error for a `name` that is not among those of these metrics.
    pub(super) fn among<'a>(metrics: impl Iterator<Item = &'a Metric>, name: &str) -> Self {
        let known: Vec<&str> = metrics.map(|metric| metric.name.as_ref()).collect();
        Self { name: name.to_owned(), known: known.join(", ") }
    }
}

impl Stopped {
    /// Returns the early end of runs that belong together, with their games added up; `None` where none ended early.
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
    /// An earlier metric that has the same value in every game, while its values vary.
    pub same_as: Option<Cow<'static, str>>,
    /// The number of games that have a value.
    pub games: u64,
    /// The mean over groups with its interval; `None` when no game has a value.
    pub mean: Option<Estimate>,
    /// The standard deviation over games.
    pub deviation: f64,
    /// The minimum, the median and the maximum over games.
    pub range: Option<[f64; 3]>,
    /// `true` when there were too many different values, so that the median is of values rounded by at most 0.013 %:
    /// [`Distribution::is_rounded`].
    #[serde(skip_serializing_if = "is_default")]
    pub rounded: bool,
}

/// The share of the wins of one player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The name of the player.
    pub name: String,
    /// The share of the wins per seat of the player, as a mean over groups.
    pub share: Estimate,
}

impl Results {
    /// Returns the first setting that differs in `other`, with both values; `None` when the runs differ only in their
    /// groups.
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

    /// Creates results without games.
    pub(super) fn new(setting: Setting, metrics: Vec<Metric>, luck: Option<Indicators>) -> Self {
        let indicators = luck.as_ref().map_or(0, |luck| luck.names.len());
        let sums = Sums::of(&setting, &metrics, indicators);
        Self { setting, metrics, luck, groups: Vec::new(), stopped: None, sums }
    }

    /// Adds the next group, and keeps its games if `keep` is set.
    pub fn add(&mut self, group: Group, keep: bool) {
        // A file can contain anything; a broken group is kept so that the fault can be reported.
        if self.is_whole(&group) {
            self.sums.add(&self.setting, &group);
        }
        if keep {
            self.groups.push(group);
        }
    }

    /// Removes the kept groups and returns them. Afterwards the results have no games.
    pub fn take_groups(&mut self) -> Vec<Group> {
        self.sums = Sums::of(&self.setting, &self.metrics, self.indicators());
        mem::take(&mut self.groups)
    }

    /// Returns whether a group has all its games, each with everything that was measured.
    pub(super) fn is_whole(&self, group: &Group) -> bool {
        let Setting { seats, seatings, ref lineup, .. } = self.setting;
        let count = usize::from(seats.count());
        let is_whole = |game: &Game| {
            game.shares.len() == count
                && game.values.len() == self.metrics.len()
                && game.luck.len() == self.indicators()
                && game.luck.iter().all(|luck| luck.len() == count)
                && game.forfeit.as_ref().is_none_or(|forfeit| seats.contains(forfeit.seat))
        };
        lineup.len() == count
            && group.games.iter().map(|game| game.seating).eq(0..seatings)
            && group.games.iter().all(is_whole)
    }

    /// Notes an early end, if fewer than `of` games were played.
    pub(super) fn stop(&mut self, of: u64, failure: Option<String>, game: Option<Box<FailedGame>>) {
        let games = self.games();
        self.stopped = (games < of).then_some(Stopped { games, of, failure, game });
    }

    /// Returns the groups whose games are kept, in ascending order. Either all groups are kept, or none.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of groups played.
    pub fn group_count(&self) -> u64 {
        self.sums.groups
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.sums.games
    }

    /// The number of games played to their end.
    pub fn finished(&self) -> u64 {
        self.sums.finished
    }

    /// The number of games that reached the limit of events.
    pub fn unfinished(&self) -> u64 {
        self.sums.unfinished
    }

    /// The number of games that ended because a bot failed.
    pub fn forfeited(&self) -> u64 {
        self.sums.forfeited
    }

    /// Returns how the games ended, which decides what is judged.
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

    /// Returns the bots that have forfeited games, in the order of their first forfeits.
    pub fn forfeits(&self) -> &[Forfeited] {
        &self.sums.forfeits
    }

    /// Returns the forfeits as sentences without their full stops.
    pub fn forfeit_sentences(&self) -> impl Iterator<Item = String> + '_ {
        self.forfeits().iter().map(|forfeited| format!("{}: {}", self.setting.ruleset, forfeited.sentence()))
    }

    /// Returns the number of different games, and of different groups.
    pub fn distinct(&self) -> Distinct {
        self.sums.distinct()
    }

    /// Returns whether at least half of the groups repeat others.
    pub(super) fn is_repetitive(&self) -> bool {
        is_repetitive(self.group_count(), self.distinct().groups)
    }

    /// Returns whether nothing was random in `values`, one for each group: all are equal, and at least half of the
    /// groups repeat others. Then they are no more evidence than a few games, however many there are.
    pub(super) fn is_settled(&self, values: &Distribution) -> bool {
        values.count() > 1 && values.is_constant() && self.is_repetitive()
    }

    /// Returns a warning about repeated groups, as a sentence; `None` where no group repeats another.
    pub fn repeats(&self) -> Option<String> {
        let (groups, distinct) = (self.group_count(), self.distinct());
        repeats_text(&self.setting.ruleset, [groups, distinct.groups], self.setting.openings)
    }

    /// Returns all kept games, group by group.
    pub fn all_games(&self) -> impl Iterator<Item = &Game> {
        self.groups.iter().flat_map(|group| &group.games)
    }

    /// Returns the column of the metric called `name`.
    ///
    /// # Errors
    /// When no such metric was measured.
    pub fn column(&self, name: &str) -> Result<usize, UnknownMetric> {
        let column = self.metrics.iter().position(|metric| metric.name == name);
        column.ok_or_else(|| UnknownMetric::among(self.metrics.iter(), name))
    }

    /// Returns the values of the games in `column`; `None` when there is no such column.
    pub fn distribution(&self, column: usize) -> Option<&Distribution> {
        (column < self.metrics.len()).then(|| self.sums.by_game(column))
    }

    /// Returns the number of each kept group that has values in `column`, and the mean of these values.
    pub fn group_means(&self, column: usize) -> impl Iterator<Item = (u64, f64)> + '_ {
        self.groups.iter().filter_map(move |group| Some((group.number, group.mean(column)?)))
    }

    /// Returns the summary of `column`; `None` when there is no such column.
    pub fn summary(&self, column: usize) -> Option<Summary> {
        let metric = self.metrics.get(column)?.clone();
        let adjusted = self.column_adjusted(column).and_then(|of| self.adjusted_moments(of));
        let mean = self.estimate(self.sums.by_group(column), adjusted, metric.range);
        let is_judged = self.endings().judge(&metric.name);
        let mean = mean.map(|mean| if is_judged { mean } else { mean.unfinished() });
        let values = self.sums.by_game(column);
        Some(Summary {
            same_as: twin(&[self], column).map(|twin| self.metrics[twin].name.clone()),
            games: values.count(),
            mean,
            deviation: values.moments().variance.sqrt(),
            range: values.range(),
            rounded: values.is_rounded(),
            metric,
        })
    }

    /// Returns the mean of `by_group`, with an interval within `range` unless nothing was random. If there are values
    /// `adjusted` for luck, it returns their mean instead.
    pub(super) fn estimate(
        &self,
        by_group: &Distribution,
        adjusted: Option<Moments>,
        range: Range,
    ) -> Option<Estimate> {
        if self.is_settled(by_group) {
            return by_group.mean_within(range).map(Estimate::not_random);
        }
        match adjusted.filter(|_| !(by_group.count() > 1 && by_group.is_constant())) {
            // Adjusted values can lie outside of the range, but their true mean does not.
            Some(adjusted) => adjusted.estimate().map(|mean| range.clipped(mean)),
            None => by_group.mean_within(range),
        }
    }

    /// Returns the seat or player whose share of the win is the metric at `column`. A place in turn order counts as a
    /// seat only if that seat has it in every game; otherwise chance, which luck measures, may decide who has the
    /// place.
    pub(super) fn column_adjusted(&self, column: usize) -> Option<Of<'_>> {
        let metric = self.metrics.get(column)?;
        let by_order = Some(column).filter(|_| metric.name.starts_with("wins-mover-"));
        let same = by_order.and_then(|column| twin(&[self], column)).map(|seat| &self.metrics[seat]);
        let metric = same.unwrap_or(metric);
        let seat = metric.name.strip_prefix("wins-seat-").and_then(|seat| seat.parse().ok()).map(Of::Seat);
        seat.or_else(|| metric.name.strip_prefix("wins-of-").map(Of::Player))
    }

    /// Returns the [`Results::group_means`] of several columns, in one pass.
    pub(super) fn means_of(&self, columns: &[usize]) -> Vec<Vec<(u64, f64)>> {
        let mut all: Vec<Vec<(u64, f64)>> =
            columns.iter().map(|_| Vec::with_capacity(self.groups.len())).collect();
        for group in &self.groups {
            for (means, column) in all.iter_mut().zip(columns) {
                means.extend(group.mean(*column).map(|mean| (group.number, mean)));
            }
        }
        all
    }

    /// Returns the number of each kept group with the mean of `column` minus the luck; `None` where it cannot be
    /// adjusted.
    pub(super) fn series_adjusted(&self, column: usize) -> Option<Vec<(u64, f64)>> {
        let varies = !self.sums.by_group(column).is_constant();
        let adjusted = self.column_adjusted(column).filter(|_| varies).and_then(|of| self.adjusted(of))?;
        Some(self.groups.iter().map(|group| group.number).zip(adjusted).collect())
    }

    /// Returns the summaries of all metrics.
    pub fn summaries(&self) -> Vec<Summary> {
        (0..self.metrics.len()).filter_map(|column| self.summary(column)).collect()
    }

    /// Returns the share of the win per seat of the player called `name`, in each kept group. Unfinished games give
    /// nobody a share.
    pub fn shares_of(&self, name: &str) -> Vec<f64> {
        self.groups.iter().filter_map(|group| group.share_of(&self.setting, name)).collect()
    }

    /// Returns the mean share of the win over all seats in each kept group, which is the fair share. The win of a
    /// runner without an owner counts for no seat.
    pub fn mean_shares(&self) -> impl Iterator<Item = f64> + '_ {
        self.groups.iter().map(|group| {
            let shares = || group.games.iter().flat_map(|game| game.shares.iter());
            let parts: u64 = shares().map(|share| u64::from(share.parts())).sum();
            parts as f64 / (f64::from(Share::PARTS) * shares().count().max(1) as f64)
        })
    }

    /// Returns the mean share of the win of a seat, over the games that are over or were forfeited. It is less than an
    /// equal part if runners without an owner also win.
    pub fn mean_share(&self) -> f64 {
        self.sums.mean_share(self.setting.seats.count())
    }

    /// Returns the share of the wins of each player, in the order of the line-up.
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

    /// Returns the share of the win per seat of the player called `name`, as a mean over groups.
    pub(super) fn share_of(&self, name: &str) -> Option<Estimate> {
        let shares = self.sums.shares_of(name)?;
        let equal = 1.0 / f64::from(self.setting.seats.count());
        let is_alone = self.setting.lineup.iter().all(|other| other == name);
        if is_alone && shares.range()?.iter().all(|share| (share - equal).abs() < 1e-12) {
            // One player has all seats, and therefore wins every game.
            return Some(Estimate { value: equal, interval: None, method: Method::ByDefinition });
        }
        let share = self.estimate(shares, self.adjusted_moments(Of::Player(name)), Range::SHARE)?;
        Some(self.endings().of_wins(share))
    }
}

/// The reason why two runs cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// At least one side measured nothing.
    #[error("the two runs have no measurements to compare")]
    NothingMeasured,
    /// There is nothing to compare with the base.
    #[error("a comparison needs at least two runs")]
    NoOthers,
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// No group was played on both sides.
    #[error("no group was played in both runs")]
    NoGroups,
}
