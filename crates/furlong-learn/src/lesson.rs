//! Learning from games: by imitating a teacher, or from the results of self-play.

use std::fmt;

use furlong::SeatMap;
use furlong::common::SeatSet;
use furlong::learned::{Network, dot, soften};
use rand::Rng;
use rand::seq::SliceRandom as _;
use rayon::prelude::*;

use crate::adam::Adam;
use crate::gradient::{Forward, add_gradient};
use crate::table::Played;

/// The settings of a lesson.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson {
    /// The step size of a weight.
    pub pace: f32,
    /// The number of decisions for one step.
    pub batch: usize,
    /// How many times each decision is used.
    pub epochs: usize,
    /// The weight of later estimates in the credit of a decision: lambda of generalized advantage estimation.
    pub trace: f32,
    /// The change of an action's probability above which a decision no longer counts.
    pub clip: f32,
    /// The weight of the entropy of choices.
    pub variety: f32,
    /// The weight of the value's loss.
    pub value: f32,
}

/// A decision with its credit.
#[derive(Clone, Copy, Debug)]
struct Credited {
    game: usize,
    step: usize,
    advantage: f32,
    target: f32,
}

/// What the actions are learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Imitate the teacher.
    Imitate,
    /// Choose actions more often if they had better results than expected (proximal policy optimization, Schulman and
    /// others, 2017).
    Improve,
}

/// Figures about a lesson.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// The number of decisions.
    pub decisions: usize,
    /// The mean cross-entropy loss of the value, in nats.
    pub surprise: f32,
    /// The mean entropy of the choices, in nats.
    pub variety: f32,
    /// The mean probability of the action taken.
    pub agreement: f32,
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { decisions, surprise, variety, agreement } = self;
        write!(
            f,
            "{decisions} decisions, surprise {surprise:.3}, variety {variety:.3}, agreement {agreement:.3}"
        )
    }
}

/// The number of pieces of a batch. Their gradients are added in order, so the number of threads makes no difference.
const PIECES: usize = 16;

impl Lesson {
    /// Learns from these games.
    pub(crate) fn learn(
        &self,
        network: &mut Network,
        adam: &mut Adam,
        games: &[Played],
        aim: Aim,
        rng: &mut impl Rng,
    ) -> Marks {
        let mut credited = credit(games, if aim == Aim::Improve { self.trace } else { 1.0 });
        let mut marks = Marks { decisions: credited.len(), ..Marks::default() };
        if credited.is_empty() {
            return marks;
        }
        let mut seen = 0;
        for _ in 0..self.epochs {
            credited.shuffle(rng);
            for batch in credited.chunks(self.batch) {
                // A small rest would pull as hard as a whole batch.
                if batch.len() * 2 < self.batch && credited.len() >= self.batch {
                    continue;
                }
                let piece = batch.len().div_ceil(PIECES);
                let parts: Vec<(Network, Marks)> = batch
                    .par_chunks(piece)
                    .map(|piece| self.gradient(network, games, piece, aim, batch.len() as f32))
                    .collect();
                let mut parts = parts.into_iter();
                let (mut gradient, mut sums) = parts.next().expect("a batch has decisions");
                for (part, more) in parts {
                    for (sums, terms) in gradient.parts_mut().into_iter().zip(part.parts()) {
                        for (sum, term) in sums.iter_mut().zip(terms) {
                            *sum += term;
                        }
                    }
                    sums.surprise += more.surprise;
                    sums.variety += more.variety;
                    sums.agreement += more.agreement;
                }
                seen += batch.len();
                marks.surprise += sums.surprise;
                marks.variety += sums.variety;
                marks.agreement += sums.agreement;
                adam.step(network, &gradient, self.pace, 0.5);
            }
        }
        for mark in [&mut marks.surprise, &mut marks.variety, &mut marks.agreement] {
            *mark /= seen as f32;
        }
        marks
    }

    fn gradient(
        &self,
        network: &Network,
        games: &[Played],
        batch: &[Credited],
        aim: Aim,
        of: f32,
    ) -> (Network, Marks) {
        let view_width = network.view.len();
        let mut gradient = Network::zeros(view_width, network.action.len());
        let mut marks = Marks::default();
        let (mut judged, mut scores, mut by_score) = (Vec::new(), Vec::new(), Vec::new());
        for credited in batch {
            let game = &games[credited.game];
            let step = &game.steps[credited.step];
            let view = &game.views[credited.step * view_width..][..view_width];
            let actions = &game.actions[step.actions.clone()];
            let reading = network.read(view);
            judged.clear();
            let by_action = actions.chunks_exact(network.action.len());
            judged.extend(by_action.map(|features| network.judge(&reading, features)));
            scores.clear();
            scores.extend(judged.iter().map(|judged| dot(&network.score, judged)));
            soften(&mut scores);
            let taken = scores[step.chosen].max(1e-9);
            let entropy: f32 =
                -scores.iter().map(|chance| chance * libm::logf(chance.max(1e-9))).sum::<f32>();
            let pull = match aim {
                Aim::Imitate => 1.0,
                Aim::Improve => {
                    let ratio = libm::expf(libm::logf(taken) - step.chance);
                    let is_far = if credited.advantage > 0.0 {
                        ratio > 1.0 + self.clip
                    } else {
                        ratio < 1.0 - self.clip
                    };
                    if is_far { 0.0 } else { credited.advantage * ratio }
                }
            };
            let variety = if aim == Aim::Improve { self.variety } else { 0.0 };
            by_score.clear();
            by_score.extend(scores.iter().enumerate().map(|(place, chance)| {
                let own = if place == step.chosen { 1.0 } else { 0.0 };
                (-pull * (own - chance) + variety * chance * (libm::logf(chance.max(1e-9)) + entropy)) / of
            }));
            let value = network.value(&reading);
            let by_value = self.value * (value - credited.target) / of;
            let forward = Forward { view, actions, reading: &reading, judged: &judged };
            add_gradient(network, &mut gradient, forward, &by_score, by_value);
            let target = credited.target;
            marks.surprise -=
                target * libm::logf(value.max(1e-6)) + (1.0 - target) * libm::logf((1.0 - value).max(1e-6));
            marks.variety += entropy;
            marks.agreement += taken;
        }
        (gradient, marks)
    }
}

/// The later decisions of a seat, processed so far.
#[derive(Clone, Copy, Debug)]
struct Later {
    finished: SeatSet,
    value: f32,
    advantage: f32,
}

/// Credits each decision with the results after it that were not expected (generalized advantage estimation, Schulman
/// and others, 2016), scaled to variance 1.
fn credit(games: &[Played], trace: f32) -> Vec<Credited> {
    let mut credited = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let mut later = SeatMap::<Option<Later>>::default();
        for (place, step) in game.steps.iter().enumerate().rev() {
            // What is played for ends where somebody has finished.
            let next = later[step.seat].filter(|later| later.finished == step.finished);
            let (value, advantage) = next.map_or((step.share, 0.0), |later| (later.value, later.advantage));
            let advantage = value - step.value + trace * advantage;
            later[step.seat] = Some(Later { finished: step.finished, value: step.value, advantage });
            let target = if trace < 1.0 { step.value + advantage } else { step.share };
            credited.push(Credited { game: number, step: place, advantage, target: target.clamp(0.0, 1.0) });
        }
    }
    let count = credited.len().max(1) as f32;
    let mean = credited.iter().map(|credited| credited.advantage).sum::<f32>() / count;
    let square = credited
        .iter()
        .map(|credited| (credited.advantage - mean) * (credited.advantage - mean))
        .sum::<f32>()
        / count;
    let scale = 1.0 / (square.sqrt() + 1e-6);
    for credited in &mut credited {
        credited.advantage = (credited.advantage - mean) * scale;
    }
    credited
}
