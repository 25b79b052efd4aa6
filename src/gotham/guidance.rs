//! What a search knows of this game: how close every figure is to the sign, in either direction.

use super::Gotham;
use super::state::{Phase, State};
use super::track::FIGURES;
use crate::bot::{ChanceInTree, Guidance, Playouts, Settings};
use crate::seat::SeatMap;

/// Spaces over which the chance to win falls to about a third: about what a figure moves in two rounds.
const REACH: f64 = 6.0;

/// Guides searches by the closeness of figures to the sign.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

impl Guidance<Gotham> for Guide {
    fn evaluate(&self, game: &Gotham, state: &State) -> Option<SeatMap<f64>> {
        let board = &game.ruleset.track;
        let sign = f64::from(board.animals.space(state.sign));
        let behind = sign - f64::from(board.spaces);
        let mut closeness = [0.0; FIGURES];
        for stand in state.track.stands() {
            let at = f64::from(stand.at);
            closeness[stand.figure.index()] = near(sign - at) + near(at - behind);
        }
        let all: f64 = closeness.iter().sum();
        // GO-01: seat by seat its figure; ownerless ones keep their part of the win for themselves.
        let mut shares = SeatMap::default();
        for (share, close) in shares.0.iter_mut().zip(&closeness[..usize::from(state.players).min(FIGURES)]) {
            *share = close / all;
        }
        Some(shares)
    }

    /// Between two rounds: nothing lies on the deposit.
    fn is_quiet(&self, _game: &Gotham, state: &State) -> bool {
        state.acted == 0 && matches!(state.phase, Phase::ChooseDeck)
    }
}

/// How likely a figure is to cross over so many spaces. A fraction, which is the same on every machine, close
/// to an exponential.
fn near(spaces: f64) -> f64 {
    let way = (spaces / REACH).max(0.0);
    1.0 / (1.0 + way + way * way / 2.0 + way * way * way / 6.0)
}

/// The level that is hard to beat. The values were found by play against the heuristic bot: see
/// `docs/search.md`.
pub(super) fn hard() -> Settings {
    Settings {
        chance: ChanceInTree::Merged,
        playouts: Playouts { guided_percent: 0, ..Playouts::default() },
        ..Settings::iterations(4_000)
    }
}
