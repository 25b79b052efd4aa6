//! Checks goals: plays games until each goal is decided.

use std::fmt::{self, Write as _};
use std::ops::Range;

use serde::Serialize;

use super::ERROR;
use super::error::{CheckError, GoalsError};
use super::goal::{Goal, Goals, Measure, Over};
use super::probe::{Evidence, Probe, Reading};
use crate::arena::stats::{Estimate, Interval};
use crate::arena::{
    Arena, ArenaError, BATCH, Commands, Endings, Entrant, FixedDeals, Forfeited, Game, GameHashes,
    LEAST_GROUPS, Measured, Measuring, Progress, Results, Scale, Stopped, is_repetitive, repeats_text,
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
    /// The commands of the bots that are called by names of their own.
    #[serde(skip_serializing_if = "Commands::is_empty")]
    pub commands: Commands,
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
    /// The number of times that each deal is played: more than one for goals about fixed deals.
    times: u64,
}

/// The share of games that nobody won above which a check says how a goal about skill counts them.
const MANY_WITHOUT_A_WINNER: f64 = 0.05;
/// The number of times that each deal is played for goals about fixed deals.
const TIMES: u64 = 20;

/// The games that a goal needs: the number of seats, the bots, and whether deals are fixed.
#[derive(PartialEq)]
struct Games<'a> {
    seats: usize,
    /// A bot, and the bot in the other seats. It is the same bot twice if a goal is about one bot's own games; `None`
    /// for the line-up.
    bots: Option<(&'a BotSpec, &'a BotSpec)>,
    is_of_fixed_deals: bool,
}

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
    let runs = all_runs(goals, arena)?;
    let header = arena.nothing()?;
    let all = goals.all();
    let mut checked = Checked {
        version: header.setting.release,
        game: header.setting.game,
        ruleset: header.setting.ruleset,
        lineup: header.setting.lineup,
        commands: header.setting.commands,
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
        let found = run.decide(all, error / all.len() as f64, &mut checked, &tell)?;
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

/// Returns the runs that the goals of a search need, which compares deals one by one.
///
/// # Errors
/// As for [`all_runs`], and for goals about fixed deals.
pub(in crate::design) fn runs<G: Measured + Bots>(
    goals: &Goals,
    arena: &Arena<G>,
) -> Result<Vec<Run<G>>, CheckError> {
    match goals.all().iter().find(|goal| goal.is_of_fixed_deals()) {
        Some(goal) => Err(goal.fault("only `check` measures fixed deals; leave it out of a search").into()),
        None => all_runs(goals, arena),
    }
}

/// Returns the runs that these goals need: one with the line-up of `arena`, and one for each other table, every two bots
/// of a goal about skill, and each bot whose own games a goal is about.
fn all_runs<G: Measured + Bots>(goals: &Goals, arena: &Arena<G>) -> Result<Vec<Run<G>>, CheckError> {
    let mut runs: Vec<(Games<'_>, Vec<usize>)> = Vec::new();
    for (index, goal) in goals.all().iter().enumerate() {
        let bots = match &goal.measure {
            Measure::Skill { better, others } | Measure::SkillIndex { better, others } => {
                Some((better, others))
            }
            _ => goal.players.as_ref().map(|players| (players, players)),
        };
        let seats = goal.seats.map_or(arena.lineup.len(), usize::from);
        let games = Games { seats, bots, is_of_fixed_deals: goal.is_of_fixed_deals() };
        match runs.iter_mut().find(|(known, _)| *known == games) {
            Some((_, goals)) => goals.push(index),
            None => runs.push((games, vec![index])),
        }
    }
    let made = runs.into_iter().map(|(games, indices)| {
        let first = &goals.all()[indices[0]];
        let resized = (games.seats != arena.lineup.len()).then(|| resized(arena, games.seats));
        let resized = resized.transpose().map_err(|problem| first.fault(problem))?;
        let arena = resized.as_ref().unwrap_or(arena);
        let (arena, times) = match games.bots {
            _ if games.is_of_fixed_deals => (fixed(arena, games.bots)?, TIMES),
            None => (arena.clone(), 1),
            Some((better, others)) => (duel(arena, better, others)?, 1),
        };
        let unknown = goals.unknown(&indices, &arena.metrics()?);
        if !unknown.first.is_empty() {
            return Err(GoalsError::Faults(unknown).into());
        }
        let header = arena.nothing()?;
        let probe = |index: usize| {
            // All metrics were already found above.
            Some((index, Probe::of(&goals.all()[index], &header).ok()?))
        };
        Ok(Run { probes: indices.into_iter().filter_map(probe).collect(), arena, times })
    });
    made.collect()
}

/// Returns the same games at a table of another size, with the default set-up of the game.
fn resized<G: Measured>(arena: &Arena<G>, seats: usize) -> Result<Arena<G>, String> {
    if arena.seatings() > 1 {
        return Err("another number of seats needs one bot for all of them".to_owned());
    }
    let resized = Arena {
        setup: arena.game.setup(seats as u8),
        lineup: arena.lineup.iter().cycle().take(seats).cloned().collect(),
        ..arena.clone()
    };
    resized.setting().map_err(|error| format!("{seats} seats: {error}"))?;
    Ok(resized)
}

/// Creates about as many games on fixed deals. Two bots alternate from seat to seat.
fn fixed<G: Measured + Bots>(
    arena: &Arena<G>,
    bots: Option<(&BotSpec, &BotSpec)>,
) -> Result<Arena<G>, CheckError> {
    let mut fixed = Arena { measuring: Measuring::Nothing, luck: false, ..arena.clone() };
    if let Some((better, others)) = bots {
        let entrants = [better, others].into_iter().map(Entrant::of);
        let entrants = entrants.collect::<Result<Vec<_>, _>>().map_err(ArenaError::from)?;
        fixed.lineup = entrants.iter().cycle().take(arena.lineup.len()).cloned().collect();
    }
    Ok(with_games_of(arena, fixed, TIMES))
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
    // Between two bots only the wins are needed.
    let measuring = if better == others { Measuring::Everything } else { Measuring::Nothing };
    Ok(with_games_of(arena, Arena { lineup, measuring, luck: false, ..arena.clone() }, 1))
}

/// Returns `other` with about as many games as `arena`, if each deal is played this many times.
fn with_games_of<G: Measured>(arena: &Arena<G>, other: Arena<G>, times: u64) -> Arena<G> {
    let Range { start, end } = arena.groups;
    let games = (end - start) * u64::from(arena.seatings());
    let groups = games.div_ceil(times * u64::from(other.seatings()));
    Arena { groups: start..start + groups, ..other }
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
        (groups.end - groups.start).saturating_mul(self.arena.seatings().into()).saturating_mul(self.times)
    }

    /// Plays some groups and adds them to the evidence, one entry for each goal of the run.
    pub(in crate::design) fn play(
        &self,
        groups: Range<u64>,
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
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<Finding>, ArenaError> {
        if self.times > 1 {
            return self.decide_fixed(goals, error, checked, observer);
        }
        let mut evidence = vec![Evidence::default(); self.probes.len()];
        let mut endings = self.no_games();
        let mut nobody = 0;
        let (mut hashes, mut forfeits) = (GameHashes::default(), Vec::new());
        let Range { start, end } = self.arena.groups;
        let (mut next, games) = (start, u64::from(self.arena.seatings()));
        loop {
            let findings: Vec<Finding> = (self.probes.iter().zip(&evidence))
                .map(|((index, probe), evidence)| {
                    let is_random =
                        !(evidence.is_constant() && is_repetitive(hashes.all(), hashes.distinct()));
                    let reading = probe.reading(evidence, error);
                    finding(&goals[*index], probe.scale, reading, is_random, &endings)
                })
                .collect();
            // Assume that all further games end: if even that is not enough, they are not played.
            let at_best = Endings { games: self.games(), ..endings.clone() };
            let is_open = findings.iter().any(|finding| match finding.verdict {
                GoalVerdict::Open => true,
                GoalVerdict::Unfinished => finding.goal.is_judged(&at_best),
                GoalVerdict::Met | GoalVerdict::Missed => false,
            });
            if !is_open || next >= end || checked.stopped.is_some() {
                let counts = [hashes.all(), hashes.distinct()];
                let warning = repeats_text(&checked.ruleset, counts, self.arena.openings);
                checked.warnings.extend(warning.filter(|_| hashes.all() > 0));
                checked.warnings.extend(forfeits.iter().map(Forfeited::sentence));
                let is_lost = |finding: &Finding| {
                    matches!(finding.goal.measure, Measure::Skill { .. }) && finding.goal.over == Over::All
                };
                let share = nobody as f64 / endings.games.max(1) as f64;
                if share > MANY_WITHOUT_A_WINNER && findings.iter().any(is_lost) {
                    checked.warnings.push(format!(
                        "{}: nobody won {} of the games, which count as lost; `over = \"decided\"` leaves them out",
                        endings.of,
                        Scale::Share.figure(share)
                    ));
                }
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
            let has_no_winner =
                |game: &&Game| game.is_over && game.shares.iter().all(|share| share.parts() == 0);
            nobody += results.groups().iter().flat_map(|group| &group.games).filter(has_no_winner).count();
            results.forfeits().iter().for_each(|more| Forfeited::count(&mut forfeits, more.clone()));
        }
    }

    /// Plays fixed deals to their end, because their estimates hold at a single look only. Returns a finding for each
    /// goal.
    fn decide_fixed(
        &self,
        goals: &[Goal],
        error: f64,
        checked: &mut Checked,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<Finding>, ArenaError> {
        let mut deals = FixedDeals::begin(&self.arena)?;
        while deals.repetitions < self.times && checked.stopped.is_none() {
            let before = deals.games();
            let tell = |progress: Progress| observer(Progress { done: before + progress.done, ..progress });
            checked.stopped = deals.play_once(&self.arena, &tell)?;
        }
        checked.games += deals.games();
        let endings = Endings { of: self.no_games().of, ..deals.endings() };
        let warning = deals.warning();
        let found = self.probes.iter().map(|(index, probe)| {
            let goal = &goals[*index];
            let estimate = match goal.measure {
                Measure::LuckOfTheDeal => deals.by_the_deal(error),
                _ => deals.skill_within(error).map(|found| found.index),
            };
            let reading = estimate.map(|Estimate { value, interval, .. }| {
                let interval = interval.filter(|_| deals.deals() >= LEAST_GROUPS && warning.is_none());
                Reading { groups: deals.deals(), value, interval, assumed: None }
            });
            finding(goal, probe.scale, reading, true, &endings)
        });
        let found = found.collect();
        checked.endings.push(endings);
        checked.warnings.extend(warning);
        Ok(found)
    }
}

/// Returns the finding about one goal so far.
fn finding(
    goal: &Goal,
    scale: Scale,
    reading: Option<Reading>,
    is_random: bool,
    endings: &Endings,
) -> Finding {
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
        scale,
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
        let mut of = self.goal.players.as_ref().map_or_else(String::new, |players| format!(" of {players}"));
        if let Some(seats) = self.goal.seats {
            of = format!("{of} at {seats} seats");
        }
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
