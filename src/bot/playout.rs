//! Playouts: quick moves play a game to its end, or until an evaluation can tell who is winning.

use rand::RngExt;

use super::guidance::Guidance;
use crate::common::seat::SeatMap;
use crate::common::setters::setters;
use crate::common::standings::Share;
use crate::game::streams::Stream;
use crate::game::{RaceGame, Turn};

/// The policy of playouts, and when they are cut short.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playouts {
    /// The percentage of decisions that the guidance makes; the others are random.
    pub guided_percent: u8,
    /// The number of decisions after which the guidance's evaluation replaces the rest of the game, once the state is
    /// quiet. `None` plays to the end. Playouts without an evaluation are never cut.
    pub cut_after: Option<u32>,
    /// The maximum number of events of a playout, for games that need not end. After that the evaluation decides, or
    /// all seats get equal shares if there is none.
    pub most_events: u32,
}

setters!(Playouts { guided_percent: u8, cut_after: Option<u32>, most_events: u32 });

impl Default for Playouts {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Playouts {
    /// Guided playouts to the end of the game: the default.
    pub const USUAL: Self = Self { guided_percent: 100, cut_after: None, most_events: 2_000 };

    /// Plays on from this state, and returns each seat's share of the win, or the share that it can expect.
    pub(super) fn run<G: RaceGame, P: Guidance<G>>(
        &self,
        game: &G,
        guidance: &P,
        state: &mut G::State,
        buffer: &mut Vec<G::Action>,
        memory: &mut P::Memory,
        rng: &mut Stream,
    ) -> SeatMap<f64> {
        let mut decisions = 0;
        for _ in 0..self.most_events {
            match game.turn(state) {
                Turn::Over => return shares(game, state),
                Turn::Chance(_) => {
                    let outcome = game.sample_chance(state, rng);
                    game.apply_chance(state, outcome, &mut ());
                }
                Turn::Seat(_) => {
                    if self.cut_after.is_some_and(|after| decisions >= after)
                        && guidance.is_quiet(game, state)
                        && let Some(expected) = guidance.evaluate(game, state)
                    {
                        return expected;
                    }
                    let is_guided = self.guided_percent >= 100
                        || rng.random_range(0..100) < u32::from(self.guided_percent);
                    let action = if is_guided {
                        game.actions(state, buffer);
                        match buffer.as_slice() {
                            [] | [_] => buffer.first().copied(),
                            actions => guidance.play_on(game, state, actions, memory, rng),
                        }
                    } else {
                        game.sample_action(state, rng)
                    };
                    let Some(action) = action else { break };
                    game.apply(state, action, &mut ());
                    decisions += 1;
                }
            }
        }
        if game.turn(state) == Turn::Over {
            return shares(game, state);
        }
        guidance.evaluate(game, state).unwrap_or_else(|| equal_shares(game, state))
    }
}

/// The shares of the win at the end.
fn shares<G: RaceGame>(game: &G, state: &G::State) -> SeatMap<f64> {
    SeatMap(game.returns(state).0.map(Share::as_f64))
}

fn equal_shares<G: RaceGame>(game: &G, state: &G::State) -> SeatMap<f64> {
    let seats = game.seats(state);
    let mut shares = SeatMap::default();
    for seat in seats.iter() {
        shares[seat] = 1.0 / f64::from(seats.count());
    }
    shares
}
