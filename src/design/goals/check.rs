//! Checks goals: plays games until each goal is decided.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::ERROR;
use super::error::{CheckError, GoalsError};
use super::goal::{Goal, Goals, Measure};
use super::probe::{Evidence, Probe, Reading};
use crate::arena::stats::Interval;
use crate::arena::{
    Arena, ArenaError, BATCH, Endings, Entrant, Forfeited, GameHashes, Measured, Measuring, Progress,
    Results, Scale, Stopped, is_repetitive, repeats_text,
};
use crate::bot::{BotSpec, Bots};
use crate::common::order::sort_by_key;
use crate::text::counted;

/// The decision about a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalVerdict {
    /// The whole interval is within the limits.
    Met,
    /// The whole interval is outside the limits.
    Missed,
    /// Nothing is decided.
    Open,
    /// Too many games did not end for a decision.
    Unfinished,
}

impl GoalVerdict {
    /// Returns the verdict in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "missed",
            Self::Open => "not decided",
            Self::Unfinished => "not judged",
        }
    }
}

/// What was found about one goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The goal.
    pub goal: Goal,
    /// The decision.
    pub verdict: GoalVerdict,
    /// The measured value; `None` if there is none.
    pub value: Option<f64>,
    /// The bounds on the true value. With a probability of 95 %, all intervals of a check hold together, at all
    /// checks. `None` for too few deals, or where nothing was random.
    pub interval: Option<Interval>,
    /// The distance of the value from the limits: 0 where it is within them.
    pub off: Option<f64>,
    /// The distance from the limits to the nearest end of the interval. The goal is missed by at least this much.
    pub off_at_least: Option<f64>,
    /// The scale of the values.
    pub scale: Scale,
    /// The number of deals with a value.
    pub deals: u64,
    /// The highest mean of a deal that is assumed to be possible, if the values have no maximum. The upper bound
    /// depends on it.
    pub assumed: Option<f64>,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The version of this library that played.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The line-up of the games, except those that a bot named in a goal plays.
    pub lineup: Vec<String>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of random decisions at the start of each game.
    pub openings: u32,
    /// The number of games played.
    pub games: u64,
    /// How the games ended: those of the line-up, and those between every two bots of a goal about skill.
    pub endings: Vec<Endings>,
    /// The maximum probability that any decision is wrong.
    pub error: f64,
    /// One entry for each goal.
    pub findings: Vec<Finding>,
    /// Warnings about repeated games and failed bots, as sentences without their full stops.
    pub warnings: Vec<String>,
    /// The early end of the run, if there was one.
    pub stopped: Option<Stopped>,
}

/// The games that some of the goals need.
#[derive(Clone, Debug)]
pub(in crate::design) struct Run<G: Measured> {
    pub(in crate::design) arena: Arena<G>,
    /// The indices of the goals, with their probes.
    pub(in crate::design) probes: Vec<(usize, Probe)>,
}

/// A bot, and the bot in all other seats. It is the same bot twice if a goal is about one bot's own games.
type Duel<'a> = (&'a BotSpec, &'a BotSpec);

/// Plays until each goal is decided or all groups of `arena` are played. Goals about skill get separate games with the
/// bots that they name, at most as many again. The same arena gives the same result on any number of threads.
/// `observer` receives the number of games, from any thread.
///
/// # Errors
/// When a metric or a bot does not exist, or the games cannot be played.
pub fn check<G: Measured + Bots>(
    goals: &Goals,
    arena: &Arena<G>,
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<Checked, CheckError> {
    check_within(goals, arena, ERROR, observer)
}

/// Checks like [`check`], with another probability of a wrong decision.
pub(in crate::design) fn check_within<G: Measured + Bots>(
    goals: &Goals,
    arena: &Arena<G>,
    error: f64,
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<Checked, CheckError> {
    let runs = runs(goals, arena)?;
    let header = arena.nothing()?;
    let all = goals.all();
    let mut checked = Checked {
        version: header.setting.release,
        game: header.setting.game,
        ruleset: header.setting.ruleset,
        lineup: header.setting.lineup,
        seed: arena.seed,
        openings: arena.openings,
        games: 0,
        endings: Vec::new(),
        error,
        findings: Vec::new(),
        warnings: Vec::new(),
        stopped: None,
    };
    let most: u64 = runs.iter().map(Run::games).sum();
    let mut findings: Vec<(usize, Finding)> = Vec::new();
    let mut done = 0;
    for run in &runs {
        let tell = |progress: Progress| observer(Progress { done: done + progress.done, games: most });
        let is_over = checked.stopped.is_some();
        let found = run.decide(all, error / all.len() as f64, &mut checked, is_over, &tell)?;
        findings.extend(run.probes.iter().map(|(index, _)| *index).zip(found));
        done += run.games();
        observer(Progress { done, games: most });
    }
    sort_by_key(&mut findings, |(index, _)| *index);
    checked.findings = findings.into_iter().map(|(_, finding)| finding).collect();
    if let Some(stopped) = &mut checked.stopped {
        (stopped.games, stopped.of) = (checked.games, most);
    }
    Ok(checked)
}

/// Returns the runs that these goals need: one with the line-up of `arena`, one for every two bots of a goal about
/// skill, and one for each bot whose own games a goal is about.
pub(in crate::design) fn runs<G: Measured + Bots>(
    goals: &Goals,
    arena: &Arena<G>,
) -> Result<Vec<Run<G>>, CheckError> {
    let unknown = goals.unknown(&arena.metrics()?);
    if !unknown.first.is_empty() {
        return Err(GoalsError::Faults(unknown).into());
    }
    let mut runs: Vec<(Option<Duel<'_>>, Vec<usize>)> = Vec::new();
    for (index, goal) in goals.all().iter().enumerate() {
        let bots = match &goal.measure {
            Measure::Skill { better, others } => Some((better, others)),
            _ => goal.players.as_ref().map(|players| (players, players)),
        };
        match runs.iter_mut().find(|(known, _)| *known == bots) {
            Some((_, goals)) => goals.push(index),
            None => runs.push((bots, vec![index])),
        }
    }
    let made = runs.into_iter().map(|(bots, indices)| {
        let arena = match bots {
            None => arena.clone(),
            Some((better, others)) => duel(arena, better, others)?,
        };
        let header = arena.nothing()?;
        let probe = |index: usize| {
            // All metrics were already found above.
            Some((index, Probe::of(&goals.all()[index], &header).ok()?))
        };
        Ok(Run { probes: indices.into_iter().filter_map(probe).collect(), arena })
    });
    made.collect()
}

/// Creates about as many games of one bot against another in all other seats, or of one bot in all seats.
fn duel<G: Measured + Bots>(
    arena: &Arena<G>,
    better: &BotSpec,
    others: &BotSpec,
) -> Result<Arena<G>, CheckError> {
    let mut lineup = vec![Entrant::of(others).map_err(ArenaError::from)?; arena.lineup.len()];
    if let Some(first) = lineup.first_mut() {
        *first = Entrant::of(better).map_err(ArenaError::from)?;
    }
    let games = (arena.groups.end - arena.groups.start) * u64::from(arena.seatings());
    // Between two bots only the wins are needed.
    let measuring = if better == others { Measuring::Everything } else { Measuring::Nothing };
    let mut duel = Arena { lineup, measuring, luck: false, ..arena.clone() };
    let groups = games.div_ceil(u64::from(duel.seatings()));
    duel.groups = arena.groups.start..arena.groups.start + groups;
    Ok(duel)
}

impl<G: Measured> Run<G> {
    /// Returns the endings of the run before its first game.
    pub(in crate::design) fn no_games(&self) -> Endings {
        let players: Vec<&str> = self.arena.lineup.iter().map(Entrant::name).collect();
        Endings { of: players.join(" | "), most_unfinished: self.arena.most_unfinished, ..Endings::default() }
    }

    /// Returns the number of groups in which the run has about as many games as `deals` deals of the line-up, each
    /// played in this number of seatings.
    pub(in crate::design) fn groups_of(&self, seatings: u8, deals: u64) -> u64 {
        deals.saturating_mul(seatings.into()).div_ceil(self.arena.seatings().into())
    }

    /// Returns the maximum number of games.
    fn games(&self) -> u64 {
        let Arena { groups, .. } = &self.arena;
        (groups.end - groups.start).saturating_mul(self.arena.seatings().into())
    }

    /// Plays some groups and adds them to the evidence, one entry for each goal of the run.
    pub(in crate::design) fn play(
        &self,
        groups: std::ops::Range<u64>,
        evidence: &mut [Evidence],
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Results, ArenaError> {
        let results = Arena { groups, ..self.arena.clone() }.run_observed(observer)?;
        for ((_, probe), evidence) in self.probes.iter().zip(evidence) {
            probe.add(&results, evidence);
        }
        Ok(results)
    }

    /// Plays until all goals of the run are decided. Returns a finding for each.
    fn decide(
        &self,
        goals: &[Goal],
        error: f64,
        checked: &mut Checked,
        is_over: bool,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<Finding>, ArenaError> {
        let mut evidence = vec![Evidence::default(); self.probes.len()];
        let mut endings = self.no_games();
        let (mut hashes, mut forfeits) = (GameHashes::default(), Vec::new());
        let std::ops::Range { start, end } = self.arena.groups;
        let (mut next, games) = (start, u64::from(self.arena.seatings()));
        loop {
            let findings: Vec<Finding> = (self.probes.iter().zip(&evidence))
                .map(|((index, probe), evidence)| {
                    let is_random =
                        !(evidence.is_constant() && is_repetitive(hashes.all(), hashes.distinct()));
                    finding(&goals[*index], probe, evidence, error, is_random, &endings)
                })
                .collect();
            // Assume that all further games end: if even that is not enough, they are not played.
            let at_best = Endings { games: self.games(), ..endings.clone() };
            let is_open = findings.iter().any(|finding| match finding.verdict {
                GoalVerdict::Open => true,
                GoalVerdict::Unfinished => finding.goal.is_judged(&at_best),
                GoalVerdict::Met | GoalVerdict::Missed => false,
            });
            if !is_open || next >= end || is_over || checked.stopped.is_some() {
                let counts = [hashes.all(), hashes.distinct()];
                let warning = repeats_text(&checked.ruleset, counts, self.arena.openings);
                checked.warnings.extend(warning.filter(|_| hashes.all() > 0));
                checked.warnings.extend(forfeits.iter().map(Forfeited::sentence));
                checked.endings.push(endings);
                return Ok(findings);
            }
            // Checks become rarer, so that all processors are busy between them.
            let stretch = next..end.min(next + BATCH.max((next - start) / 4));
            let before = (next - start) * games;
            let tell = |progress: Progress| observer(Progress { done: before + progress.done, ..progress });
            next = stretch.end;
            let mut results = self.play(stretch, &mut evidence, &tell)?;
            checked.games += results.games();
            endings.add(&results.endings());
            checked.stopped = results.stopped.take();
            results.groups().iter().for_each(|group| hashes.add(group.game_hash()));
            results.forfeits().iter().for_each(|more| Forfeited::count(&mut forfeits, more.clone()));
        }
    }
}

/// Returns the finding about one goal so far.
fn finding(
    goal: &Goal,
    probe: &Probe,
    evidence: &Evidence,
    error: f64,
    is_random: bool,
    endings: &Endings,
) -> Finding {
    let reading = probe.reading(evidence, error);
    let is_judged = goal.is_judged(endings);
    let interval = reading.and_then(|reading| reading.interval).filter(|_| is_random && is_judged);
    let keeps = |value: f64| goal.distance(value) == 0.0;
    let off_at_least = interval.map(|Interval { low, high }| {
        let above = goal.most.map_or(0.0, |most| low - most);
        let below = goal.least.map_or(0.0, |least| least - high);
        above.max(below).max(0.0)
    });
    let verdict = match (interval, off_at_least) {
        _ if !is_judged => GoalVerdict::Unfinished,
        (Some(Interval { low, high }), _) if keeps(low) && keeps(high) => GoalVerdict::Met,
        (_, Some(off)) if off > 0.0 => GoalVerdict::Missed,
        _ => GoalVerdict::Open,
    };
    let value = reading.map(|Reading { value, .. }| value);
    Finding {
        goal: goal.clone(),
        verdict,
        value,
        interval,
        off: value.map(|value| goal.distance(value)),
        off_at_least,
        scale: probe.scale,
        deals: reading.map_or(0, |reading| reading.groups),
        assumed: interval.and(reading).and_then(|reading| reading.assumed),
    }
}

impl Finding {
    /// Returns the measured value with its bounds, in words: `8.94 (8.71 to 9.16)`.
    pub fn measured(&self) -> String {
        let Some(value) = self.value else { return "no value".to_owned() };
        let within = self.interval.map_or_else(String::new, |within| format!(" ({})", self.shown(within)));
        self.figure(value) + &within
    }

    /// Returns a figure of this finding in words, with the decimals that the decision needs.
    pub fn figure(&self, value: f64) -> String {
        self.scale.rounded(value, self.decimals())
    }

    /// Returns bounds in words, with the decimals that the decision needs.
    pub fn shown(&self, Interval { low, high }: Interval) -> String {
        format!("{} to {}", self.figure(low), self.figure(high))
    }

    /// Returns how many extra decimals are needed so that no figure looks like a limit that it does not reach, and
    /// nothing above 0 looks like 0.
    fn decimals(&self) -> usize {
        const MOST: usize = 6;
        let limits = || self.goal.least.into_iter().chain(self.goal.most);
        let ends = self.interval.map(|Interval { low, high }| [low, high]).into_iter().flatten();
        let pairs: Vec<(f64, f64)> = (self.value.into_iter().chain(ends))
            .flat_map(|figure| limits().map(move |limit| (figure, limit)))
            .chain(
                [self.value, self.off, self.off_at_least].into_iter().flatten().map(|figure| (figure, 0.0)),
            )
            .collect();
        let is_told = |more: &usize| {
            let shown = |value| self.scale.rounded(value, *more);
            pairs.iter().all(|(one, other)| one - other == 0.0 || shown(*one) != shown(*other))
        };
        (0..MOST).find(is_told).unwrap_or(MOST)
    }

    /// Returns the assumption behind the upper bound, as a sentence without its full stop.
    pub fn assumption(&self) -> Option<String> {
        let (most, metric) = (self.scale.figure(self.assumed?), self.goal.metric()?);
        let of = self.goal.players.as_ref().map_or_else(String::new, |players| format!(" of {players}"));
        Some(format!(
            "`{metric}`{of} has no maximum: its upper bound holds if no deal has a mean above {most}"
        ))
    }
}

impl fmt::Display for Finding {
    /// Writes the goal with its verdict and what was measured, as one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.verdict.word(), self.goal, self.measured())?;
        match self.off_at_least.filter(|off| *off > 0.0) {
            Some(off) => write!(f, ", off by {} or more", self.figure(off)),
            None => write!(f, ", {}", counted(self.deals as i64, "deal", "deals")),
        }
    }
}

impl Checked {
    /// Returns the verdict on each goal. A goal for several player types is missed if it is missed for one of them, and
    /// met if it is met for all.
    pub fn verdicts(&self) -> Vec<GoalVerdict> {
        const WORST_FIRST: [GoalVerdict; 4] =
            [GoalVerdict::Missed, GoalVerdict::Unfinished, GoalVerdict::Open, GoalVerdict::Met];
        let of_goal = |findings: &[Finding]| {
            WORST_FIRST.into_iter().find(|verdict| findings.iter().any(|finding| finding.verdict == *verdict))
        };
        self.findings.chunk_by(|one, next| one.goal.field == next.goal.field).filter_map(of_goal).collect()
    }

    /// Returns the number of goals with this verdict.
    pub fn count(&self, verdict: GoalVerdict) -> usize {
        self.verdicts().into_iter().filter(|own| *own == verdict).count()
    }

    /// Returns whether all goals are met.
    pub fn is_met(&self) -> bool {
        self.findings.iter().all(|finding| finding.verdict == GoalVerdict::Met)
    }

    /// Returns whether any goal is missed.
    pub fn is_missed(&self) -> bool {
        self.count(GoalVerdict::Missed) > 0
    }

    /// Returns the verdicts in one sentence without its full stop: `2 of 3 goals met, 1 missed`.
    pub fn in_short(&self) -> String {
        let [met, missed, open, unfinished] =
            [GoalVerdict::Met, GoalVerdict::Missed, GoalVerdict::Open, GoalVerdict::Unfinished]
                .map(|verdict| self.count(verdict));
        let goals = counted(self.verdicts().len() as i64, "goal", "goals");
        let mut text = format!("{met} of {goals} met");
        for (count, word) in [(missed, "missed"), (open, "not decided"), (unfinished, "not judged")] {
            if count > 0 {
                // Writing to a string cannot fail.
                _ = write!(text, ", {count} {word}");
            }
        }
        text
    }
}

impl fmt::Display for Checked {
    /// Writes the games that did not end, the verdicts, and a line for each goal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, ruleset, games, seed, .. } = self;
        let (bots, games) = (self.lineup.join(" | "), counted(*games as i64, "game", "games"));
        self.endings.iter().filter_map(Endings::in_words).try_for_each(|told| writeln!(f, "{told}"))?;
        write!(f, "{} in {games} of {game}, {ruleset} ({bots}; seed {seed})", self.in_short())?;
        self.findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))?;
        let assumptions = self.findings.iter().filter_map(Finding::assumption);
        assumptions.into_iter().try_for_each(|assumption| write!(f, "\n  {assumption}"))?;
        self.warnings.iter().try_for_each(|warning| write!(f, "\n  warning: {warning}"))
    }
}
