//! Divides a game's result into its parts: luck, the player's own choices, and the choices of the others.
//!
//! Every event of a record changes each seat's expected share of the win, its *value*. The change made by a chance
//! event is **luck**: the value after the outcome minus the mean value over all possible outcomes, each with its exact
//! weight. The luck of an event is therefore 0 on average. The change made by a decision belongs to the player who
//! decided. So for each seat
//!
//! > value at the start + luck + own choices + the others' choices = result
//!
//! Values are of full positions, including hidden cards, and come from an [`Estimator`](crate::arena::Estimator):
//! playouts with one bot in every seat. A good choice can therefore lose value, if a card that its player could not
//! know was against it.
//!
//! That is why each decision is also judged by what its seat knew: a [`Judgement`] compares the action taken with the
//! best one in worlds drawn from the seat's view. The share lost in this sense is not one of the parts of the result.
//!
//! ```
//! use furlong::analysis::{Settings, analyse};
//! use furlong::animal_race::AnimalRace;
//! use furlong::arena::Estimator;
//! use furlong::{Bots, Race, RaceGame, ruleset};
//!
//! let game = AnimalRace::new(ruleset::open("apprentice")?)?;
//! let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
//! let mut bots = [AnimalRace::bot(&"random".parse()?)?, AnimalRace::bot(&"random".parse()?)?];
//! race.play_out(&mut bots, 10_000)?;
//!
//! let estimator = Estimator::of::<AnimalRace>().bot("random".parse()?).playouts(10);
//! let settings = Settings::of::<AnimalRace>().estimator(estimator).worlds(10);
//! let analysis = analyse(race.record(), &settings, &Default::default(), &|_| ())?;
//! let sums = &analysis.seats[0];
//! let sum = sums.start + sums.luck + sums.own + sums.others;
//! assert!((sum - sums.result).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod decision;
mod error;
mod exact;
mod grade;
mod proof;
mod settings;
mod swing;

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use crate::arena::{Playout, Progress, Value, each};
use crate::bot::{Bots, StopFlag};
use crate::common::seat::{Seat, SeatList};
use crate::game::{Mark, RaceGame, Turn};
use crate::record::{Event, Record, ReplayError, apply};
use crate::ruleset::Ruleset as _;

use decision::Open;
use exact::after_chance;

pub use best::{BestReply, Bounds, ReplyDecision, best_reply, values_of_best_play};
pub use decision::{Judgement, judge};
pub use error::AnalysisError;
pub use exact::{Policy, TooManyPositions, value_of_random_play, values_of_play};
pub use grade::Grade;
pub use proof::{Proof, proof_of};
pub use settings::Settings;
pub use swing::{Swing, largest_swing};

/// The analysis of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Analysis {
    /// The name of the game.
    pub game: String,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The settings of the estimates.
    pub settings: Settings,
    /// A hash of everything that the estimates depend on: [`Settings::fingerprint`].
    pub fingerprint: u64,
    /// `true` when the game is over. The result of an unfinished game is the estimate for its last position.
    pub is_over: bool,
    /// Every event, in order.
    pub events: Vec<EventEffect>,
    /// The sums of each seat, in seat order.
    pub seats: Vec<Sums>,
}

/// The effect of one event on the values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EventEffect {
    /// The number of the event, from 1.
    pub number: usize,
    /// The number of the round in which it happens, from 1.
    pub round: u32,
    /// The seat that decides; `None` for chance.
    pub seat: Option<Seat>,
    /// The number of legal actions or possible outcomes.
    pub choices: usize,
    /// The value for each seat before the event. For a chance event it is the mean over all outcomes.
    pub before: Value,
    /// The value for each seat after the event: the value before the next event, or the result.
    pub after: SeatList<f64>,
    /// The judgement of a decision between several actions; `None` for chance events and forced moves.
    pub judgement: Option<Judgement>,
}

impl EventEffect {
    /// Returns the change of a seat's value.
    pub fn change(&self, seat: Seat) -> f64 {
        self.after[seat] - self.before.shares[seat]
    }
}

/// The parts of one seat's result, in shares of the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Sums {
    /// The value before the first event.
    pub start: f64,
    /// The sum of the changes by all chance events.
    pub luck: f64,
    /// The sum of the changes by the seat's own decisions.
    pub own: f64,
    /// The sum of the changes by the other seats' decisions.
    pub others: f64,
    /// The share of the win at the end.
    pub result: f64,
    /// The share that the seat's decisions lost, each judged by what the seat knew. It is not a part of the sum: a
    /// mistake need not have cost anything.
    pub loss: f64,
    /// The half-width of the 95 % interval of the loss.
    pub loss_error: f64,
}

/// The events of a record, and the positions whose values they need.
struct Course<G: RaceGame> {
    steps: Vec<Step>,
    positions: Vec<G::State>,
    /// The decisions between several actions.
    decisions: Vec<Open<G>>,
    /// The index of the last position of the game.
    last: usize,
    is_over: bool,
}

/// An event of a record. Positions are given by their index in the course.
struct Step {
    round: u32,
    seat: Option<Seat>,
    choices: usize,
    /// The positions from which the value before the event is computed as a weighted mean: those after each possible
    /// chance outcome, or the single one in which a seat decides.
    from: Vec<(usize, f64)>,
}

/// Analyses a recorded game. `observer` is called after each estimated position and each judged decision, from any
/// thread; its progress counts playouts.
///
/// # Errors
/// When the record does not replay, the estimator's bot is unknown or fails, or `stop` is raised.
pub fn analyse<G: Bots>(
    record: &Record<G>,
    settings: &Settings,
    stop: &StopFlag,
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<Analysis, AnalysisError<G::Illegal>> {
    let Settings { estimator, worlds } = settings;
    if (1..4).contains(worlds) {
        return Err(AnalysisError::FewWorlds(*worlds));
    }
    let (game, start) = record.open()?;
    let seats = game.seats(&start);
    let Course { steps, positions, decisions, last, is_over } = Course::of(&game, start, record)?;
    let decisions = if *worlds == 0 { Vec::new() } else { decisions };

    let planned: u64 = decisions.iter().map(|decision| decision.playouts(settings)).sum();
    let games = positions.len() as u64 * u64::from(estimator.playouts) + planned;
    let done = AtomicU64::new(0);
    let report =
        |more: u64| observer(Progress { done: done.fetch_add(more, Ordering::Relaxed) + more, games });
    let values = estimator.values(&game, &positions, stop, &|| report(estimator.playouts.into()))?;
    let playout = Playout::of(estimator, &game, stop)?;
    let judge = |actions: &mut Vec<G::Action>, decision: &Open<G>| {
        let judgement = decision.judge(&game, settings, &playout, actions)?;
        report(decision.playouts(settings));
        Ok::<_, AnalysisError<G::Illegal>>((decision.number, judgement))
    };
    let judgements = each(decisions.iter(), &judge).collect::<Result<Vec<_>, _>>()?;

    let events = effects(steps, &values, last, judgements);
    let result = values[last].shares;
    let start = events.first().map_or(result, |event| event.before.shares);
    Ok(Analysis {
        game: G::ID.to_owned(),
        ruleset: game.ruleset().title().name.clone(),
        settings: settings.clone(),
        fingerprint: settings.fingerprint(&game),
        is_over,
        seats: seats.iter().map(|seat| Sums::of(seat, start[seat], &events, result[seat])).collect(),
        events,
    })
}

/// Computes the effect of each event, from the values of the positions and from the judgements by event number.
fn effects(
    steps: Vec<Step>,
    values: &[Value],
    last: usize,
    judgements: Vec<(usize, Judgement)>,
) -> Vec<EventEffect> {
    let before: Vec<Value> = steps.iter().map(|step| mean(values, &step.from)).collect();
    let effect = |(index, Step { round, seat, choices, .. }): (usize, Step)| {
        let after = before.get(index + 1).unwrap_or(&values[last]).shares;
        EventEffect { number: index + 1, round, seat, choices, before: before[index], after, judgement: None }
    };
    let mut events: Vec<EventEffect> = steps.into_iter().enumerate().map(effect).collect();
    for (number, judgement) in judgements {
        events[number - 1].judgement = Some(judgement);
    }
    events
}

impl Sums {
    fn of(seat: Seat, start: f64, events: &[EventEffect], result: f64) -> Self {
        let mut sums = Self { start, result, ..Self::default() };
        let mut variance = 0.0;
        for event in events {
            let part = match event.seat {
                None => &mut sums.luck,
                Some(own) if own == seat => &mut sums.own,
                Some(_) => &mut sums.others,
            };
            *part += event.change(seat);
            if let Some(judgement) = event.judgement.as_ref().filter(|_| event.seat == Some(seat)) {
                sums.loss += judgement.loss;
                variance += judgement.error * judgement.error;
            }
        }
        sums.loss_error = variance.sqrt();
        sums
    }
}

/// Returns the weighted mean of values. The half-width of the mean is the largest of theirs, because estimates with
/// the same random numbers err together.
fn mean(values: &[Value], weighted: &[(usize, f64)]) -> Value {
    let mut mean = weighted.first().map_or_else(Value::default, |(first, _)| values[*first]);
    // Add up differences from the first value, so that the mean of equal shares is exactly that share: certain ones
    // stay certain.
    let first = mean.shares;
    for (index, weight) in weighted {
        for ((sum, first), share) in mean.shares.iter_mut().zip(&first).zip(&values[*index].shares) {
            *sum += weight * (share - first);
        }
        for (most, error) in mean.errors.iter_mut().zip(&values[*index].errors) {
            *most = most.max(*error);
        }
    }
    mean
}

impl<G: RaceGame> Course<G> {
    fn of(game: &G, mut state: G::State, record: &Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let (mut positions, mut steps) = (Vec::new(), Vec::with_capacity(record.events.len()));
        let mut decisions = Vec::new();
        let (mut actions, mut seen) = (Vec::new(), Vec::new());
        let (mut round, mut here) = (1, None);
        for (event, number) in record.events.iter().zip(1..) {
            let (step, reached) = match event {
                Event::Action(played) => {
                    game.actions(&state, &mut actions);
                    let here = here.unwrap_or_else(|| add(&mut positions, &state));
                    let (seat, from) = (Some(played.seat), vec![(here, 1.0)]);
                    decisions.extend(Open::of(game, &state, event, number));
                    (Step { round, seat, choices: actions.len(), from }, None)
                }
                Event::Chance(resolved) => {
                    let (mut from, mut reached) = (Vec::new(), None);
                    for (outcome, after, probability) in after_chance(game, &state) {
                        let index = add(&mut positions, &after);
                        from.push((index, probability));
                        reached = reached.or((outcome == resolved.chance).then_some(index));
                    }
                    (Step { round, seat: None, choices: from.len(), from }, reached)
                }
            };
            here = reached;
            steps.push(step);
            seen.clear();
            apply(game, &mut state, event, number, &mut seen)?;
            let ends = seen.iter().filter(|happening| game.mark(happening) == Some(Mark::RoundEnds));
            round += ends.count() as u32;
        }
        let last = here.unwrap_or_else(|| add(&mut positions, &state));
        Ok(Self { steps, positions, decisions, last, is_over: game.turn(&state) == Turn::Over })
    }
}

/// Adds a position, and returns its index.
fn add<S: Clone>(positions: &mut Vec<S>, state: &S) -> usize {
    positions.push(state.clone());
    positions.len() - 1
}
