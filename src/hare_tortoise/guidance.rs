//! What a search knows of this game: about how many turns each player still needs, and who is ahead by that.

use rand::RngExt;

use super::HareTortoise;
use super::action::Action;
use super::board::Square;
use super::state::{Phase, State};
use crate::bot::{Guidance, Playouts, Settings};
use crate::game::RaceGame;
use crate::seat::{Seat, SeatMap};
use crate::streams::Stream;

/// The carrots that a turn brings on the way: some turns bring ten and more, and most none.
const CARROTS_A_TURN: f64 = 6.0;
/// The turns that a lettuce costs.
const TURNS_A_LETTUCE: f64 = 1.6;
/// The turns that ten carrots too many cost at the finish.
const TURNS_TO_BE_RID_OF_TEN: f64 = 0.8;
/// The turns of lead that make a win likely.
const SURE_LEAD: f64 = 3.0;
/// So many actions are compared for each decision of a playout.
const COMPARED: u32 = 5;

/// Guides searches by the turns that are left to the finish.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

impl Guidance<HareTortoise> for Guide {
    fn evaluate(&self, _game: &HareTortoise, state: &State) -> Option<SeatMap<f64>> {
        let mut turns = SeatMap::<f64>::default();
        for seat in state.seats.iter() {
            turns[seat] = turns_to_go(state, seat);
        }
        let mut shares = SeatMap::<f64>::default();
        let mut all = 0.0;
        for seat in state.seats.iter() {
            let others = state.seats.iter().filter(|other| *other != seat);
            shares[seat] = others.map(|other| chance_to_beat(turns[other] - turns[seat])).product();
            all += shares[seat];
        }
        for seat in state.seats.iter() {
            shares[seat] /= all;
        }
        Some(shares)
    }

    /// Between two turns.
    fn is_quiet(&self, _game: &HareTortoise, state: &State) -> bool {
        matches!(state.phase, Phase::Runner | Phase::Move)
    }

    /// The best of some actions, by the turns that they leave.
    fn play_on(
        &self,
        game: &HareTortoise,
        state: &State,
        actions: &[Action],
        rng: &mut Stream,
    ) -> Option<Action> {
        let tried = (0..COMPARED).filter_map(|_| {
            let action = *actions.get(rng.random_range(0..actions.len() as u32) as usize)?;
            let mut after = state.clone();
            game.play_unchecked(&mut after, action, &mut ());
            Some((action, turns_to_go(&after, state.seat)))
        });
        tried.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(action, _)| action)
    }
}

/// About how many turns a player needs until its runners are home.
fn turns_to_go(state: &State, seat: Seat) -> f64 {
    let racing = state.racing(seat).count();
    if racing == 0 {
        return 0.0;
    }
    let carrots = f64::from(state.carrots[seat]) / racing as f64;
    let pooled = f64::from(state.pool[seat]) / racing as f64;
    let of_runner = |runner: u8| {
        let runner = state.of(runner);
        let lettuces = f64::from(runner.lettuces) + pooled;
        let squares = f64::from(Square::FINISH.number()) - f64::from(runner.square.number());
        let missed = f64::from(u8::from(runner.misses));
        turns_of_way(squares, carrots + 10.0 * lettuces) + TURNS_A_LETTUCE * lettuces + missed
    };
    let missed = f64::from(u8::from(state.missing.contains(seat)));
    state.racing(seat).map(of_runner).sum::<f64>() + missed
}

/// The turns for a way of so many squares with so many carrots, in steps of equal length (HT-22).
fn turns_of_way(squares: f64, carrots: f64) -> f64 {
    let cost = |turns: f64| squares * (squares / turns + 1.0) / 2.0;
    let mut turns = 1.0;
    while turns < 40.0 && cost(turns) > carrots + CARROTS_A_TURN * (turns - 1.0) {
        turns += 1.0;
    }
    // HT-28: what is left at the finish must be little.
    let left = carrots - cost(turns) - 10.0;
    let shortage = (cost(turns) - carrots).max(0.0) / 200.0;
    turns + shortage + if left > 0.0 { TURNS_TO_BE_RID_OF_TEN * left / 10.0 } else { 0.0 }
}

/// The chance of a player that is so many turns ahead of another.
fn chance_to_beat(lead: f64) -> f64 {
    let lead = lead / SURE_LEAD;
    0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
}

/// The level that is hard to beat.
pub(super) fn hard() -> Settings {
    Settings {
        exploration: 0.4,
        playouts: Playouts { cut_after: Some(8), ..Playouts::default() },
        ..Settings::iterations(2_000)
    }
}
