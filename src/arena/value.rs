//! The value of a position: each seat's expected share of the win.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::gauge::NoGauge;
use super::parallel::each;
use super::play::{End, Length, Terms, play};
use super::run::{Entrant, MOST_EVENTS};
use crate::bot::{BotSpec, Bots, StopFlag, UnknownBot};
use crate::game::{RaceGame, Turn};
use crate::json;
use crate::race::TurnError;
use crate::seat::{MAX_SEATS, SeatList, SeatMap};
use crate::setters::setters;
use crate::stable_hash::StableHasher;
use crate::standings::Share;
use crate::streams::Streams;

/// An estimate of values by playouts: one bot plays every seat to the end of the game, with the same streams of random
/// numbers from every position.
///
/// An estimate is fixed before the games that it judges are seen: [`Estimator::fingerprint`] identifies it.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Estimator {
    /// The bot in every seat.
    pub bot: BotSpec,
    /// The number of playouts from each position.
    pub playouts: u32,
    /// The limit of events of a playout. A playout that reaches it counts as a win that all seats share.
    pub most_events: u32,
    /// The seed of the playouts' random numbers.
    pub seed: u64,
}

setters!(Estimator { bot: BotSpec, playouts: u32, most_events: u32, seed: u64 });

/// The value of a position for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Value {
    /// The expected share of the win, 0 to 1. The shares add up to less than 1 if nobody may win.
    pub shares: SeatList<f64>,
    /// The standard error of each share; 0 when the game is over.
    pub errors: SeatList<f64>,
}

/// The reason why values could not be estimated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// There are no playouts.
    #[error("an estimate needs at least 1 playout of at least 1 event")]
    NoPlayouts,
    /// The bot does not exist.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// The bot failed.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The stop flag was raised.
    #[error("stopped before all values were estimated")]
    Stopped,
}

impl Estimator {
    /// The default estimate for game `G`: 100 playouts of its usual bot.
    pub fn of<G: Bots>() -> Self {
        Self { bot: BotSpec::usual::<G>(), playouts: 100, most_events: MOST_EVENTS, seed: 1 }
    }

    /// A hash of everything that the estimate depends on: these settings, the game, its rules, and the release.
    pub fn fingerprint<G: RaceGame>(&self, game: &G) -> u64 {
        let rules = json::plain(game.ruleset()).to_string();
        StableHasher::of(&[env!("CARGO_PKG_VERSION"), G::ID, &rules, &json::plain(self).to_string()])
    }

    /// Estimates the value of each position, in order. `observer` is called after each, from any thread.
    ///
    /// # Errors
    /// When the bot is unknown or fails, or `stop` is raised.
    pub fn values<G: Bots>(
        &self,
        game: &G,
        states: &[G::State],
        stop: &StopFlag,
        observer: &(dyn Fn() + Sync),
    ) -> Result<Vec<Value>, ValueError> {
        if self.playouts == 0 || self.most_events == 0 {
            return Err(ValueError::NoPlayouts);
        }
        let entrant = Entrant::<G>::of(&self.bot)?;
        let one = |actions: &mut Vec<G::Action>, state: &G::State| {
            let value = self.value(game, state, &entrant, stop, actions);
            observer();
            value
        };
        each(states.iter(), &one).collect()
    }

    fn value<G: Bots>(
        &self,
        game: &G,
        state: &G::State,
        entrant: &Entrant<G>,
        stop: &StopFlag,
        actions: &mut Vec<G::Action>,
    ) -> Result<Value, ValueError> {
        let seats = game.seats(state);
        if game.turn(state) == Turn::Over {
            let won = game.returns(state);
            return Ok(Value {
                shares: SeatList::new(seats, |seat| won[seat].as_f64()),
                errors: SeatList::new(seats, |_| 0.0),
            });
        }
        let mut sums: SeatList<f64> = SeatList::new(seats, |_| 0.0);
        let mut squares = sums;
        for playout in 0..self.playouts {
            let mut world = state.clone();
            let mut bots = seats.iter().map(|_| entrant.bot()).collect::<Result<Vec<_>, _>>()?;
            let terms = Terms {
                streams: Streams { seed: self.seed, group: playout.into() },
                openings: 0,
                most_events: self.most_events,
                stop,
            };
            let mut length = Length::default();
            let end = play(game, &mut world, &mut bots, terms, &mut NoGauge, actions, &mut length)?;
            let won = match end {
                End::Over => game.returns(&world),
                End::TooLong => SeatMap([Share::equal_part(seats.count().into()); MAX_SEATS]),
                End::Stopped => return Err(ValueError::Stopped),
            };
            for ((seat, sum), square) in seats.iter().zip(&mut *sums).zip(&mut *squares) {
                let share = won[seat].as_f64();
                *sum += share;
                *square += share * share;
            }
        }
        let count = f64::from(self.playouts);
        let shares = sums.iter().map(|sum| sum / count).collect();
        let error = |(sum, square): (&f64, &f64)| {
            let mean = sum / count;
            ((square / count - mean * mean).max(0.0) / count).sqrt()
        };
        Ok(Value { shares, errors: sums.iter().zip(&squares).map(error).collect() })
    }
}

impl fmt::Display for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} playouts of `{}`", self.playouts, self.bot)
    }
}
