//! A bot that looks one round ahead.

use rand::RngExt;

use crate::bot::{Bot, BotError, Considered, Decision};
use crate::game::{RaceGame, Turn};
use crate::gotham::action::Action;
use crate::gotham::game::Gotham;
use crate::gotham::happening::Direction;
use crate::gotham::state::{Phase, State};
use crate::gotham::track::{FIGURES, Figure};
use crate::gotham::view::View;
use crate::seat::Seat;
use crate::streams::Stream;

/// Worlds that are looked at for each decision, when nothing else is asked for.
const WORLDS: u32 = 40;
pub(super) const MOST_WORLDS: u32 = 10_000;

/// Spaces over which the chance to win falls to about a third: about what a figure moves in two rounds.
const REACH: f64 = 6.0;

/// Looks one round ahead.
///
/// It deals the hidden cards in many ways that agree with what it sees, the backs on the deposit among it;
/// in each such world it carries the round to its end with each of its cards, in the order of placing, the
/// others drawing and placing at random, and judges how close every figure is then to the sign, in either
/// direction.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicBot {
    /// The number of worlds that it looks at for each decision.
    pub worlds: u32,
}

impl Default for HeuristicBot {
    fn default() -> Self {
        Self { worlds: WORLDS }
    }
}

impl HeuristicBot {
    /// The worth of each action to the seat: the mean over worlds of its share of the win, as it looks at the
    /// end of the round.
    fn judge(
        self,
        game: &Gotham,
        view: &View,
        actions: &[Action],
        rng: &mut Stream,
    ) -> Result<Vec<f64>, BotError> {
        let seat = view.seat();
        let mut worth = vec![0.0; actions.len()];
        let mut buffer = Vec::new();
        let open = game.information_set(view).map_err(|faults| BotError::Failed(faults.to_string()))?;
        for _ in 0..self.worlds.max(1) {
            let world = game.determinize(&open, rng);
            for (action, worth) in actions.iter().zip(&mut worth) {
                let mut after = world;
                game.apply(&mut after, *action, &mut ());
                *worth += match action {
                    Action::Draw(_) => best_placing(game, after, seat, rng, &mut buffer),
                    Action::Place(_) => {
                        finish_round(game, &mut after, view.round(), rng, &mut buffer);
                        share(game, &after, seat)
                    }
                };
            }
        }
        for worth in &mut worth {
            *worth /= f64::from(self.worlds.max(1));
        }
        Ok(worth)
    }
}

/// The worth of the best card after drawing; only where the seat places at once are the cards compared.
fn best_placing(
    game: &Gotham,
    mut state: State,
    seat: Seat,
    rng: &mut Stream,
    buffer: &mut Vec<Action>,
) -> f64 {
    let outcome = game.sample_chance(&state, rng);
    let round = state.round;
    game.apply_chance(&mut state, outcome, &mut ());
    if state.phase != Phase::Place || state.acting_seat() != Some(seat) {
        finish_round(game, &mut state, round, rng, buffer);
        return share(game, &state, seat);
    }
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let worths = actions.into_iter().map(|action| {
        let mut after = state;
        game.apply(&mut after, action, &mut ());
        finish_round(game, &mut after, round, rng, buffer);
        share(game, &after, seat)
    });
    worths.fold(0.0, f64::max)
}

/// Plays the round to its end at random.
fn finish_round(game: &Gotham, state: &mut State, round: u16, rng: &mut Stream, buffer: &mut Vec<Action>) {
    while state.round == round {
        match game.turn(state) {
            Turn::Over => return,
            Turn::Chance(_) => {
                let outcome = game.sample_chance(state, rng);
                game.apply_chance(state, outcome, &mut ());
            }
            Turn::Seat(_) => {
                game.actions(state, buffer);
                let action = buffer[rng.random_range(0..buffer.len() as u32) as usize];
                game.apply(state, action, &mut ());
            }
        }
    }
}

/// The seat's share of the win, or before the end what its figure's closeness to the sign makes of it.
fn share(game: &Gotham, state: &State, seat: Seat) -> f64 {
    if state.phase == Phase::Over {
        return game.returns(state)[seat].as_f64();
    }
    let board = &game.ruleset().track;
    let sign = f64::from(board.animals.space(state.sign));
    let spaces = f64::from(board.spaces);
    let mut closeness = [0.0; FIGURES];
    for stand in state.track.stands() {
        let gap = |direction| match direction {
            Direction::Forwards => sign - f64::from(stand.at),
            Direction::Backwards => f64::from(stand.at) - (sign - spaces),
        };
        let near = |direction| libm::exp(-gap(direction) / REACH);
        closeness[stand.figure.index()] = near(Direction::Forwards) + near(Direction::Backwards);
    }
    let all: f64 = closeness.iter().sum();
    Figure::of(seat).map_or(0.0, |own| closeness[own.index()] / all)
}

impl Bot<Gotham> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, Gotham>) -> Result<Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let rng = &mut *decision.rng;
        if let [only] = actions {
            return Ok(*only);
        }
        let worth = self.judge(game, view, actions, rng)?;
        let best = actions.iter().zip(&worth).max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(action, _)| *action).ok_or(BotError::NoAction)
    }

    fn consider(&mut self, decision: &mut Decision<'_, Gotham>) -> Result<Vec<Considered<Action>>, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let rng = &mut *decision.rng;
        let worth = self.judge(game, view, actions, rng)?;
        let considered = actions.iter().zip(worth);
        let mut considered: Vec<Considered<Action>> = considered
            .map(|(action, worth)| Considered { action: *action, chance: Some(worth), reason: None })
            .collect();
        considered.sort_by(|one, other| other.chance.unwrap_or(0.0).total_cmp(&one.chance.unwrap_or(0.0)));
        Ok(considered)
    }
}
