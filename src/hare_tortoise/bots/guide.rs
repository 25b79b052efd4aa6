//! What guides a search: the number of turns that each player still needs by the plan of the heuristic bot.

use super::outlook::Outlook;
use crate::bot::Guidance;
use crate::common::seat::SeatMap;
use crate::game::RaceGame;
use crate::game::streams::Stream;
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::state::{Phase, State};
use crate::hare_tortoise::view::View;

/// The lead in turns that makes a win likely when somebody is about to arrive, and how much it grows for each turn
/// still to be played.
const SURE_LEAD: f64 = 1.0;
const SURE_LEAD_FOR_EACH_TURN: f64 = 0.15;
/// The share of the win that one turn is worth.
const SHARE_OF_TURN: f64 = 0.12;

/// Guides searches by the number of turns left to the finish.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

impl Guidance<HareTortoise> for Guide {
    type Memory = ();

    /// Estimates each seat's chance of getting home before each other; the first one home wins.
    fn evaluate(&self, game: &HareTortoise, state: &State) -> Option<SeatMap<f64>> {
        let mut shares = SeatMap::<f64>::default();
        if state.seats.iter().any(|seat| state.is_home(seat)) {
            let standings = game.standings(state);
            for seat in state.seats.iter() {
                shares[seat] = if standings.rows[seat].place == 1 { 1.0 } else { 0.0 };
            }
            return Some(shares);
        }
        let count = f64::from(state.seats.count());
        let mut turns = SeatMap::<f64>::default();
        for seat in state.seats.iter() {
            // A seat that moves earlier gets home earlier.
            let wait = (seat.number() + state.seats.count() - state.seat.number()) % state.seats.count();
            turns[seat] =
                f64::from(Outlook::imagined(game, seat, state).turns_to_go(state)) + f64::from(wait) / count;
        }
        let soonest = state.seats.iter().map(|seat| turns[seat]).fold(f64::INFINITY, f64::min);
        let sure_lead = SURE_LEAD + SURE_LEAD_FOR_EACH_TURN * soonest;
        let mut all = 0.0;
        for seat in state.seats.iter() {
            let others = state.seats.iter().filter(|other| *other != seat);
            shares[seat] =
                others.map(|other| chance_to_beat((turns[other] - turns[seat]) / sure_lead)).product();
            all += shares[seat];
        }
        for seat in state.seats.iter() {
            shares[seat] /= all;
        }
        Some(shares)
    }

    /// Returns whether the game is between two turns.
    fn is_quiet(&self, _game: &HareTortoise, state: &State) -> bool {
        matches!(state.phase, Phase::Runner | Phase::Move)
    }

    /// Chooses the action that leaves the fewest turns in a quick analysis.
    fn play_on(
        &self,
        game: &HareTortoise,
        state: &State,
        actions: &[Action],
        _memory: &mut (),
        _rng: &mut Stream,
    ) -> Option<Action> {
        Outlook::imagined(game, state.seat, state).best_at_a_glance(state, actions)
    }

    fn first_thoughts(&self, game: &HareTortoise, view: &View, actions: &[Action], into: &mut Vec<f64>) {
        into.clear();
        let Ok(outlook) = Outlook::new(game, view) else { return };
        into.extend(actions.iter().map(|action| f64::from(outlook.turns_after(view.state(), *action, 0))));
        let best = into.iter().copied().fold(f64::INFINITY, f64::min);
        for value in into {
            *value = (0.5 + SHARE_OF_TURN * (best - *value)).max(0.0);
        }
    }
}

/// Returns the chance that a player with this lead beats another. Uses roots and fractions only.
fn chance_to_beat(lead: f64) -> f64 {
    0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
}
