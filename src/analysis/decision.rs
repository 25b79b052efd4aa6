//! Judgements of decisions, based on what each seat knew when it decided.

use serde::Serialize;
use serde_json::Value as Json;

use super::error::AnalysisError;
use super::settings::Settings;
use crate::arena::stats::Moments;
use crate::arena::{Playout, ValueError};
use crate::bot::{Bots, StopFlag, keep_better_half, stages};
use crate::common::seat::Seat;
use crate::formats::json;
use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn, list};
use crate::record::{Event, EventOf, Record, apply};

/// A decision judged by what its seat knew. It gives the shares of the win that the seat could expect from its
/// actions, with the hidden cards drawn anew in each world.
///
/// The best of many noisy shares is too high. Therefore one half of the worlds chooses the best action, and the other
/// half measures the shares. Where all actions are equal the loss is 0 on average; by chance, a loss can be negative.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Judgement {
    /// The action taken.
    pub taken: Json,
    /// The share of the win that the seat could expect from the action taken.
    pub taken_share: f64,
    /// The best action in the first half of the worlds.
    pub best: Json,
    /// The share of the win that the seat could expect from the best action.
    pub best_share: f64,
    /// The share lost: the share of the best action minus the share of the action taken.
    pub loss: f64,
    /// The half-width of the 95 % interval of the loss; 0 when the action taken is the best.
    pub error: f64,
}

/// Judges one decision of a record, given by the number of its event, from 1. `None` for chance and for forced moves.
///
/// # Errors
/// When the record does not replay, the estimator's bot is unknown or fails, or `stop` is raised.
pub fn judge<G: Bots>(
    record: &Record<G>,
    number: usize,
    settings: &Settings,
    stop: &StopFlag,
) -> Result<Option<Judgement>, AnalysisError<G::Illegal>> {
    let (game, mut state) = record.open()?;
    let before = number.saturating_sub(1);
    for (event, number) in record.events.iter().take(before).zip(1..) {
        apply(&game, &mut state, event, number, &mut ())?;
    }
    let Some(open) = record.events.get(before).and_then(|event| Open::of(&game, &state, event, number))
    else {
        return Ok(None);
    };
    let playout = Playout::of(&settings.estimator, &game, stop)?;
    open.judge(&game, settings, &playout, &mut Vec::new()).map(Some)
}

/// A decision between several actions, as its seat saw it. It leaves out the state, so that nothing hidden can
/// influence the judgement.
pub(super) struct Open<G: RaceGame> {
    /// The number of the event, from 1.
    pub(super) number: usize,
    pub(super) seat: Seat,
    pub(super) view: G::View,
    /// The legal actions.
    pub(super) actions: Vec<G::Action>,
    /// The index of the action taken.
    pub(super) taken: usize,
}

impl<G: RaceGame> Open<G> {
    /// Returns the decision of an event in this state; `None` for chance and for forced moves.
    pub(super) fn of(game: &G, state: &G::State, event: &EventOf<G>, number: usize) -> Option<Self> {
        let Event::Action(played) = event else { return None };
        if game.turn(state) != Turn::Seat(played.seat) {
            return None;
        }
        let actions = list(|into| game.actions(state, into));
        let taken = actions.iter().position(|action| *action == played.action)?;
        let (seat, view) = (played.seat, game.view(state, played.seat));
        (actions.len() > 1).then_some(Self { number, seat, view, actions, taken })
    }
}

impl<G: Bots> Open<G> {
    /// Returns the approximate number of playouts that a judgement takes.
    pub(super) fn playouts(&self, settings: &Settings) -> u64 {
        let count = self.actions.len() as u64;
        u64::from(settings.half()) * (2 * count / u64::from(stages(self.actions.len())) + 2)
    }

    pub(super) fn judge(
        &self,
        game: &G,
        settings: &Settings,
        playout: &Playout<'_, G>,
        buffer: &mut Vec<G::Action>,
    ) -> Result<Judgement, AnalysisError<G::Illegal>> {
        let Self { number, seat, ref view, ref actions, taken } = *self;
        let worlds = game.information_set(view);
        let worlds = worlds.map_err(|faults| AnalysisError::View { event: number, faults })?;
        // Every decision has its own random numbers, so that its error is independent of those of other decisions. All
        // actions of a decision share the same world and the same numbers.
        let mut shares = |world: u64, actions: &[G::Action]| -> Result<Vec<f64>, ValueError> {
            let group = (number as u64) << 32 | world;
            let mut hidden = Streams { seed: settings.estimator.seed, group: !group }.bot(seat, 0);
            let world = game.determinize(&worlds, &mut hidden);
            let share = |action: &G::Action| {
                let mut after = world.clone();
                game.apply(&mut after, *action, &mut ());
                Ok(playout.shares(after, group, buffer)?[seat])
            };
            actions.iter().map(share).collect()
        };
        let half = u64::from(settings.half());
        // Sequential halving: every remaining action has been tried in the same worlds.
        let mut left: Vec<usize> = (0..actions.len()).collect();
        let mut sums = vec![0.0; actions.len()];
        let stages = u64::from(stages(actions.len()));
        for stage in 0..stages {
            let tried: Vec<G::Action> = left.iter().map(|index| actions[*index]).collect();
            for world in half * stage / stages..half * (stage + 1) / stages {
                for (index, share) in left.iter().zip(shares(world, &tried)?) {
                    sums[*index] += share;
                }
            }
            keep_better_half(&mut left, &|index| sums[index]);
        }
        // The action taken, if it is among the best.
        let most = left.first().map_or(0.0, |index| sums[*index]);
        let is_best = left.iter().any(|index| *index == taken && sums[*index] >= most);
        let best = left.first().copied().filter(|_| !is_best).unwrap_or(taken);

        let both = [actions[taken], actions[best]];
        let (mut of_taken, mut of_best) = (Vec::new(), Vec::new());
        for world in half..2 * half {
            let shares = shares(world, if best == taken { &both[..1] } else { &both })?;
            of_taken.extend(shares.first());
            of_best.extend(shares.last());
        }
        let losses: Vec<f64> = of_best.iter().zip(&of_taken).map(|(best, taken)| best - taken).collect();
        Ok(Judgement {
            taken: json::plain(&actions[taken]),
            taken_share: Moments::of(&of_taken).mean,
            best: json::plain(&actions[best]),
            best_share: Moments::of(&of_best).mean,
            loss: Moments::of(&losses).mean,
            error: if best == taken { 0.0 } else { reach(&losses) },
        })
    }
}

/// Returns the half-width of the 95 % interval of the mean of differences between two shares in the same worlds. Two
/// extra worlds are added, each with half the weight of a world and won by a different action. They keep the interval
/// honest if hardly any world separates the actions (Agresti and Min, 2005).
fn reach(losses: &[f64]) -> f64 {
    const QUANTILE: f64 = 1.96;
    let count = losses.len() as f64 + 2.0;
    let mean = losses.iter().sum::<f64>() / count;
    let squares = losses.iter().map(|loss| loss * loss).sum::<f64>() + 1.0;
    QUANTILE * ((squares / count - mean * mean).max(0.0) / count).sqrt()
}
