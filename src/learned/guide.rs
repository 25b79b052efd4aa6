//! Guidance of a search by a network.

use std::sync::Arc;

use super::judge::Judge;
use super::network::Network;
use crate::bot::Guidance;
use crate::common::seat::SeatMap;
use crate::encoding::{Encoded, sample};
use crate::game::Turn;
use crate::game::streams::Stream;

/// The share of the win by which an action is assumed to be better than one with a score lower by 1. It is a guess,
/// which only matters between actions that the search has hardly tried.
const SHARE_OF_SCORE: f64 = 0.03;

/// Guides searches by a network: all seats draw actions by their scores, and each seat's value is what it expects from
/// its view.
#[derive(Clone, Debug)]
pub struct LearnedGuide {
    network: Arc<Network>,
}

impl LearnedGuide {
    /// Creates guidance by these weights.
    pub const fn new(network: Arc<Network>) -> Self {
        Self { network }
    }
}

impl<G: Encoded> Guidance<G> for LearnedGuide {
    type Memory = Judge;

    /// Returns the share of the win that each seat expects from its view. A sum above one win is scaled down; a smaller
    /// sum stays, because in some games nobody at the table need win.
    fn evaluate(&self, game: &G, state: &G::State) -> Option<SeatMap<f64>> {
        let mut judge = Judge::default();
        let mut shares = SeatMap::<f64>::default();
        let mut all = 0.0;
        let seats = game.seats(state);
        for seat in seats.iter() {
            let reading = judge.read(&self.network, game, &game.view(state, seat));
            shares[seat] = f64::from(self.network.value(&reading));
            all += shares[seat];
        }
        if all > 1.0 {
            for seat in seats.iter() {
                shares[seat] /= all;
            }
        }
        Some(shares)
    }

    fn play_on(
        &self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        judge: &mut Judge,
        rng: &mut Stream,
    ) -> Option<G::Action> {
        let Turn::Seat(seat) = game.turn(state) else { return None };
        judge.score(&self.network, game, &game.view(state, seat), actions);
        sample(&judge.scores, rng).and_then(|place| actions.get(place)).copied()
    }

    fn first_thoughts(&self, game: &G, view: &G::View, actions: &[G::Action], into: &mut Vec<f64>) {
        let mut judge = Judge::default();
        let reading = judge.score(&self.network, game, view, actions);
        let value = f64::from(self.network.value(&reading));
        let most = judge.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let thought = |score: &f32| (value + SHARE_OF_SCORE * f64::from(score - most)).max(0.0);
        into.clear();
        into.extend(judge.scores.iter().map(thought));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::animal_race::AnimalRace;
    use crate::encoding::Features as _;
    use crate::learned::logistic;
    use crate::{RaceGame as _, ruleset};

    /// What each of three seats expects at the start by weights that are all 0 but for the bias of the value.
    fn shares(bias: f32) -> Vec<f64> {
        let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
        let state = game.start(&game.setup(3)).expect("three may play");
        let sizes =
            [<AnimalRace as Encoded>::ViewFeatures::LEN, <AnimalRace as Encoded>::ActionFeatures::LEN];
        let mut network = Network::zeros(sizes[0], sizes[1]);
        network.value_bias = [bias];
        let guide = LearnedGuide::new(Arc::new(network));
        let shares = guide.evaluate(&game, &state).expect("it values every state");
        game.seats(&state).iter().map(|seat| shares[seat]).collect()
    }

    #[test]
    fn the_value_has_its_bias_and_is_kept_where_all_seats_expect_less_than_one_win() {
        for bias in [-3.0, -2.0] {
            assert_eq!(shares(bias), [f64::from(logistic(bias)); 3]);
        }
    }

    #[test]
    fn more_than_one_win_is_shared_out() {
        for bias in [0.0, 2.0] {
            let shares = shares(bias);
            assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-9), "{shares:?}");
        }
    }
}
