//! Resampling against enumeration: every physical deal that agrees with a view must be equally likely.
//!
//! From a small position, every history of a few events is enumerated. The weight of a history is its number of
//! physical ways: each chance event counts with the probability of its outcome, each action with [`RaceGame::ways`]
//! from its seat's view (of three hares in hand, each could have been played). Cards of a kind are exchangeable, but a
//! seat's preferences between *kinds* are not weighted, so that actions reveal only what they show. All histories with
//! the same view of a seat, after the same number of events, form its information set, and their weights are the
//! distribution that [`RaceGame::resample`] promises. Many states are drawn and compared with it: every drawn state
//! must be in the set, and the counts must fit the weights.
//!
//! The enumeration also checks a second law exactly: a view keeps everything reported to its seat about hidden
//! information.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::RngExt;

use super::chi_square::{fit, joint};
use super::law::Spot;
use super::playthrough::by_chance;
use super::{Broken, Law};
use crate::common::seat::{MAX_SEATS, Seat};
use crate::common::sentences::sentences;
use crate::common::setters::setters;
use crate::game::streams::{Stream, Streams};
use crate::game::{RaceGame, Turn, list};
use crate::record::{Event, EventOf, Played};

/// The maximum relative difference between two probabilities that are computed in different orders.
const ROUNDING: f64 = 1e-9;
/// The number of draws from a view with a single state.
const DRAWS_OF_A_SINGLE_STATE: u32 = 4;
/// The maximum number of draws for each state of an information set.
const DRAWS_A_STATE: u32 = 100;
/// The minimum number of draws from a view with several states, unless the options ask for fewer.
const LEAST_DRAWS: u32 = 400;

/// The options of an enumeration: its depth and the precision of its tests.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResamplingOptions {
    /// The seed of all randomness.
    pub seed: u64,
    /// The maximum number of events in a history. Every smaller number is checked too.
    pub events: u32,
    /// The maximum number of different histories kept at once. Histories with the same state and the same reports count
    /// as one.
    pub limit: usize,
    /// The maximum number of draws from one view. Up to this maximum, the number is 100 for each of its states and at
    /// least 400.
    pub draws: u32,
    /// The number of views with several states from which states are drawn. They are chosen at random after each number
    /// of events.
    pub views: usize,
    /// The level of all tests together: the probability that a seed reports a fault in a game that resamples correctly.
    pub level: f64,
    /// Laws that are not checked. Without [`Law::Memory`], fewer histories are kept, so the enumeration goes deeper.
    pub except: &'static [Law],
}

setters!(ResamplingOptions { seed: u64, events: u32, limit: usize, draws: u32, views: usize, level: f64, except: &'static [Law] });

impl Default for ResamplingOptions {
    fn default() -> Self {
        Self { seed: 0, events: 4, limit: 100_000, draws: 2_000, views: 1_000, level: 1e-6, except: &[] }
    }
}

/// What an enumeration has covered without finding a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Enumerated {
    /// The number of histories of all lengths, counted as for [`ResamplingOptions::limit`].
    pub histories: usize,
    /// The number of resampled views.
    pub views: usize,
    /// The number of those views that have more than one state.
    pub open_views: usize,
    /// The number of drawn states.
    pub draws: u64,
}

impl Enumerated {
    pub(super) fn add(&mut self, other: Self) {
        self.histories += other.histories;
        self.views += other.views;
        self.open_views += other.open_views;
        self.draws += other.draws;
    }
}

/// The reason why resampling fails the check.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResamplingError {
    /// A law is broken.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The position has too many histories.
    #[error("more than {limit} histories of {events} events: ask for fewer events or a smaller position")]
    TooMany {
        /// The limit that was exceeded.
        limit: usize,
        /// The number of events at which it was exceeded.
        events: u32,
    },
}

sentences!(ResamplingError);

/// Compares resampling with the exact distribution for every seat, at the start and after each further event.
///
/// Nothing may be hidden from any seat at the start: use the first state of a game, or a position just before
/// cards are dealt. A ruleset with few cards keeps the enumeration small.
///
/// # Errors
/// The first broken law ([`Law::Resampling`], [`Law::Memory`], or an event that cannot be carried out), or that the
/// enumeration is too large.
pub fn check_resampling<G: RaceGame>(
    game: &G,
    start: &G::State,
    options: &ResamplingOptions,
) -> Result<Enumerated, ResamplingError> {
    match enumerate(game, start, options)? {
        (_, Some(events)) => Err(ResamplingError::TooMany { limit: options.limit, events }),
        (done, None) => Ok(done),
    }
}

/// Works like [`check_resampling`] up to the limit, and also returns the number of events that would exceed it.
pub(super) fn enumerate<G: RaceGame>(
    game: &G,
    start: &G::State,
    options: &ResamplingOptions,
) -> Result<(Enumerated, Option<u32>), Broken> {
    let spot = Spot { seed: options.seed, game: 0, event: 0, except: options.except };
    let rng = Streams::new(options.seed).bot(Seat::FIRST, 0);
    let mut check =
        Enumeration { game, options, at: spot, rng, done: Enumerated::default(), misfit: (0.0, 0.0) };
    let mut level = vec![History { state: start.clone(), told: [0; MAX_SEATS], weight: 1.0 }];
    let mut too_many = None;
    check.compare(&level)?;
    for event in 1..=options.events {
        let Some(next) = check.next_level(&level)? else {
            too_many = Some(event);
            break;
        };
        level = next;
        if level.is_empty() {
            break;
        }
        check.done.histories += level.len();
        check.at.event = event;
        check.compare(&level)?;
    }
    check.all_draws_fit()?;
    Ok((check.done, too_many))
}

/// All histories that lead to one state with the same reports to each seat.
struct History<G: RaceGame> {
    state: G::State,
    /// A hash of the reports and actions of each seat.
    told: [u64; MAX_SEATS],
    weight: f64,
}

/// The states with the same view of a seat.
struct InformationSet<G: RaceGame> {
    view: G::View,
    /// Each state once, with its weight.
    states: Vec<(G::State, f64)>,
    index: HashMap<G::State, usize>,
    /// The weights of the states for each sequence of reports to the seat.
    by_told: HashMap<u64, usize>,
    told_weights: Vec<Vec<(usize, f64)>>,
}

struct Enumeration<'a, G: RaceGame> {
    game: &'a G,
    options: &'a ResamplingOptions,
    at: Spot,
    rng: Stream,
    done: Enumerated,
    /// The statistics of all views together, and their degrees of freedom.
    misfit: (f64, f64),
}

impl<G: RaceGame> Enumeration<'_, G> {
    /// Extends every history by one event; `None` when there are too many.
    fn next_level(&self, level: &[History<G>]) -> Result<Option<Vec<History<G>>>, Broken> {
        let limit = self.options.limit;
        let mut next: Vec<History<G>> = Vec::new();
        let mut index = HashMap::new();
        let mut events = Vec::new();
        let mut happenings = Vec::new();
        for history in level {
            self.weighted_events(&history.state, &mut events);
            for (what, weight) in &events {
                let mut state = history.state.clone();
                happenings.clear();
                self.at.apply(self.game, &mut state, *what, &mut happenings)?;
                let told = self.told_after(history, *what, &happenings);
                let weight = history.weight * weight;
                let at = *index.entry((state.clone(), told)).or_insert(next.len());
                if at < next.len() {
                    next[at].weight += weight;
                } else if at < limit {
                    next.push(History { state, told, weight });
                } else {
                    return Ok(None);
                }
            }
        }
        let total: f64 = next.iter().map(|history| history.weight).sum();
        for history in &mut next {
            history.weight /= total;
        }
        Ok(Some(next))
    }

    /// Lists the possible events with their numbers of physical ways.
    fn weighted_events(&self, state: &G::State, into: &mut Vec<(EventOf<G>, f64)>) {
        into.clear();
        match self.game.turn(state) {
            Turn::Over => {}
            Turn::Seat(seat) => {
                let view = self.game.view(state, seat);
                let actions = list(|into| self.game.actions(state, into));
                into.extend(actions.into_iter().map(|action| {
                    (Event::Action(Played { seat, action }), self.game.ways(&view, action) as f64)
                }));
            }
            Turn::Chance(_) => {
                let outcomes = list(|into| self.game.chances(state, into));
                let total: f64 = outcomes.iter().map(|weighted| f64::from(weighted.weight)).sum();
                let probability = |weight: u32| f64::from(weight) / total;
                into.extend(outcomes.into_iter().map(|w| (by_chance(w.outcome), probability(w.weight))));
            }
        }
    }

    /// Hashes the reports and actions of each seat, including this event.
    fn told_after(
        &self,
        history: &History<G>,
        event: EventOf<G>,
        happenings: &[G::Happening],
    ) -> [u64; MAX_SEATS] {
        let mut told = history.told;
        if self.at.except.contains(&Law::Memory) {
            return told;
        }
        for seat in self.game.seats(&history.state).iter() {
            let mut hasher = DefaultHasher::new();
            told[seat.index()].hash(&mut hasher);
            if let Event::Action(choice) = event
                && choice.seat == seat
            {
                choice.action.hash(&mut hasher);
            }
            for heard in happenings.iter().filter_map(|happening| self.game.seen_by(happening, seat)) {
                serde_json::to_string(&heard).unwrap_or_default().hash(&mut hasher);
            }
            told[seat.index()] = hasher.finish();
        }
        told
    }

    /// Compares all information sets of this level with draws from their views.
    fn compare(&mut self, level: &[History<G>]) -> Result<(), Broken> {
        let mut sets = Vec::new();
        if let Some(first) = level.first() {
            for seat in self.game.seats(&first.state).iter() {
                sets.extend(self.information_sets(level, seat).into_iter().map(|set| (seat, set)));
            }
        }
        let open = sets.iter().filter(|(_, set)| set.states.len() > 1).count();
        self.done.views += sets.len();
        self.done.open_views += open;
        let tests = open.max(1) as f64 * f64::from(self.options.events + 1);
        for (seat, set) in &sets {
            self.view_remembers(*seat, set)?;
        }
        // Half of the level is for the single views, half for all of them together.
        let chosen = self.options.views as f64 / open.max(1) as f64;
        for (seat, set) in &sets {
            if set.states.len() == 1 || self.rng.random::<f64>() < chosen {
                self.draws_fit(*seat, set, self.options.level / 2.0 / tests)?;
            }
        }
        Ok(())
    }

    fn information_sets(&self, level: &[History<G>], seat: Seat) -> Vec<InformationSet<G>> {
        let mut sets: Vec<InformationSet<G>> = Vec::new();
        let mut by_look = HashMap::new();
        for history in level {
            let view = self.game.view(&history.state, seat);
            let look = serde_json::to_string(&view).unwrap_or_default();
            let at = *by_look.entry(look).or_insert(sets.len());
            if at == sets.len() {
                sets.push(InformationSet {
                    view,
                    states: Vec::new(),
                    index: HashMap::new(),
                    by_told: HashMap::new(),
                    told_weights: Vec::new(),
                });
            }
            sets[at].add(history, seat);
        }
        sets
    }

    /// Checks that the states of this view are equally likely for all reports to the seat on the way to it.
    fn view_remembers(&self, seat: Seat, looks: &InformationSet<G>) -> Result<(), Broken> {
        let whole: f64 = looks.states.iter().map(|(_, weight)| weight).sum();
        for told in &looks.told_weights {
            let mut told_weights = vec![0.0; looks.states.len()];
            for (index, weight) in told {
                told_weights[*index] += weight;
            }
            let part: f64 = told_weights.iter().sum();
            for ((state, weight), told_weight) in looks.states.iter().zip(&told_weights) {
                let (by_view, by_told) = (weight / whole, told_weight / part);
                self.at.hold(Law::Memory, (by_view - by_told).abs() <= ROUNDING * by_view, || {
                    format!(
                        "what seat {seat} was told makes {state:?} come with probability {by_told:.4}, its \
                         view {:?} with {by_view:.4}",
                        looks.view
                    )
                })?;
            }
        }
        Ok(())
    }

    /// Checks that the drawn states are in the information set, with the frequencies of its weights.
    fn draws_fit(&mut self, seat: Seat, looks: &InformationSet<G>, level: f64) -> Result<(), Broken> {
        let draws = match looks.states.len() as u32 {
            1 => DRAWS_OF_A_SINGLE_STATE,
            states => states.saturating_mul(DRAWS_A_STATE).max(LEAST_DRAWS).min(self.options.draws),
        };
        let information = match self.game.information_set(&looks.view) {
            Ok(information) => information,
            Err(faults) => {
                return self.at.hold(Law::Resampling, false, || {
                    format!("the view {:?} of seat {seat} cannot be resampled: {faults}", looks.view)
                });
            }
        };
        let mut counts = vec![0; looks.states.len()];
        for _ in 0..draws {
            let state = self.game.determinize(&information, &mut self.rng);
            match looks.index.get(&state) {
                Some(at) => counts[*at] += 1,
                None => self.at.hold(Law::Resampling, false, || {
                    format!("{:?} of seat {seat} is resampled as {state:?}, which cannot be", looks.view)
                })?,
            }
        }
        self.done.draws += u64::from(draws);
        let weights: Vec<f64> = looks.states.iter().map(|(_, weight)| *weight).collect();
        let fit = fit(&counts, &weights, level);
        self.misfit.0 += fit.statistic;
        self.misfit.1 += fit.freedom;
        self.at.hold(Law::Resampling, fit.is_good(), || {
            let worst = worst_fit(&counts, &weights);
            let (state, _) = &looks.states[worst];
            format!(
                "of {draws} states drawn from {:?} of seat {seat}, {} are {state:?}, and {:.1} should be; \
                 chi-square {:.1} above {:.1} over all {} states",
                looks.view,
                counts[worst],
                f64::from(draws) * weights[worst] / weights.iter().sum::<f64>(),
                fit.statistic,
                fit.critical,
                counts.len(),
            )
        })
    }
}

impl<G: RaceGame> Enumeration<'_, G> {
    /// Checks that the draws from all views together fit: a bias that is small in each view adds up.
    fn all_draws_fit(&self) -> Result<(), Broken> {
        let (statistic, freedom) = self.misfit;
        let fit = joint(statistic, freedom, self.options.level / 2.0);
        self.at.hold(Law::Resampling, freedom == 0.0 || fit.is_good(), || {
            format!(
                "the states drawn from {} views together do not fit: chi-square {statistic:.1} above {:.1} at \
                 {freedom} degrees of freedom",
                self.done.views, fit.critical
            )
        })
    }
}

impl<G: RaceGame> InformationSet<G> {
    fn add(&mut self, history: &History<G>, seat: Seat) {
        let at = *self.index.entry(history.state.clone()).or_insert(self.states.len());
        if at == self.states.len() {
            self.states.push((history.state.clone(), 0.0));
        }
        self.states[at].1 += history.weight;
        let told = *self.by_told.entry(history.told[seat.index()]).or_insert(self.told_weights.len());
        if told == self.told_weights.len() {
            self.told_weights.push(Vec::new());
        }
        self.told_weights[told].push((at, history.weight));
    }
}

/// The index of the cell that contributes most to the misfit.
fn worst_fit(counts: &[u64], weights: &[f64]) -> usize {
    let draws = counts.iter().sum::<u64>() as f64;
    let total: f64 = weights.iter().sum();
    let misfit = |cell: usize| {
        let expected = draws * weights[cell] / total;
        let off = counts[cell] as f64 - expected;
        off * off / expected
    };
    (0..counts.len()).max_by(|a, b| misfit(*a).total_cmp(&misfit(*b))).unwrap_or(0)
}
