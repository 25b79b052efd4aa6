//! What guides a search: the likely winner of a state, and the likely actions.

use super::board::Board;
use super::heuristic::Outlook;
use super::interest::{Inference, likely_second_bet, likely_starting_bets};
use super::prospects::Met;
use crate::animal_race::action::Action;
use crate::animal_race::game::AnimalRace;
use crate::animal_race::state::{Phase, State};
use crate::animal_race::view::View;
use crate::bot::Guidance;
use crate::common::seat::{Seat, SeatMap};
use crate::game::streams::Stream;

/// The lead in expected points that makes a win likely.
const SURE_WIN: f64 = 2.0;
/// The share of the win that one point of the heuristic is worth.
const SHARE_OF_POINT: f64 = 0.08;

/// Guides searches by the estimates of the heuristic bot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

/// The boards that a search has met. Without it, half of a playout's time would go into working out their
/// prospects.
#[derive(Clone, Debug)]
pub struct Memory(Box<[Met]>);

impl Default for Memory {
    /// Makes a memory of as many boards as fit into the processor's second-level cache.
    fn default() -> Self {
        Self(vec![Met::NONE; 4096].into())
    }
}

impl Guidance<AnimalRace> for Guide {
    type Memory = Memory;

    /// Compares each seat with every other by the likely value of their bets.
    fn evaluate(&self, game: &AnimalRace, state: &State) -> Option<SeatMap<f64>> {
        let prospects = game.prospects(&Board::of(state));
        let mut points = SeatMap::<f64>::default();
        for seat in state.seats.iter() {
            let expected: f64 = state.bets[seat].animals().map(|animal| prospects[animal.index()]).sum();
            points[seat] = expected + f64::from(state.totals[seat]);
        }
        let mut shares = SeatMap::<f64>::default();
        let mut all = 0.0;
        for seat in state.seats.iter() {
            let others = state.seats.iter().filter(|other| *other != seat);
            shares[seat] = others.map(|other| chance_to_beat(points[seat] - points[other])).product();
            all += shares[seat];
        }
        for seat in state.seats.iter() {
            shares[seat] /= all;
        }
        Some(shares)
    }

    /// Returns whether no cards lie on the table, between two racing phases.
    fn is_quiet(&self, _game: &AnimalRace, state: &State) -> bool {
        matches!(state.phase, Phase::Placing(_)) && state.table.is_empty()
    }

    /// Chooses as the heuristic bot would, with the knowledge of the seat to move.
    fn play_on(
        &self,
        game: &AnimalRace,
        state: &State,
        actions: &[Action],
        memory: &mut Memory,
        _rng: &mut Stream,
    ) -> Option<Action> {
        let (Phase::SecondBet(seat) | Phase::Placing(seat) | Phase::Moving { seat, .. }) = state.phase else {
            return None;
        };
        let mut outlook = Outlook::imagined(game, state, seat, &mut memory.0);
        let valued = outlook.values(actions);
        valued.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(action, _)| action)
    }

    /// Assumes that seats place the animals of their starting bets more often, and choose second bets as the
    /// heuristic bot does.
    fn plausibility(&self, _game: &AnimalRace, state: &State, searcher: Seat) -> f64 {
        let mut plausibility = 1.0;
        for seat in state.seats.iter().filter(|seat| *seat != searcher) {
            let likely = likely_starting_bets(state.memory.placed[seat]);
            let most = likely.iter().copied().fold(0.0, f64::max);
            for animal in state.bets[seat].dealt.iter() {
                plausibility *= likely[animal.index()] / most;
            }
            if let Some(card) = state.bets[seat].chosen {
                plausibility *= likely_second_bet(card.animal());
            }
        }
        plausibility
    }

    fn first_thoughts(&self, game: &AnimalRace, view: &View, actions: &[Action], into: &mut Vec<f64>) {
        into.clear();
        let mut met = [Met::NONE];
        let Ok(mut outlook) = Outlook::new(game, view, Inference::Habits, &mut met) else { return };
        into.extend(outlook.values(actions).map(|(_, value)| value));
        let best = into.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for value in into {
            *value = (0.5 + SHARE_OF_POINT * (*value - best)).max(0.0);
        }
    }
}

/// Returns the chance that a seat beats another, given its expected lead in points. Uses roots and fractions only.
fn chance_to_beat(lead: f64) -> f64 {
    let lead = lead / SURE_WIN;
    0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
}
