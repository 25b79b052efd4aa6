//! The value of a position: each seat's expected share of the win.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::entrant::Entrant;
use super::gauge::NoGauge;
use super::parallel::each;
use super::play::{End, Length, Terms, play};
use super::run::MOST_EVENTS;
use super::stats::Moments;
use crate::bot::{BotSpec, Bots, StopFlag, UnknownBot};
use crate::game::{RaceGame, Turn};
use crate::json;
use crate::race::TurnError;
use crate::seat::{MAX_SEATS, SeatList, SeatMap};
use crate::sentences::sentences;
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
    /// The number of playouts from each position, at least 2.
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
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// There are too few playouts: the error of an estimate by a single one is not known.
    #[error("an estimate needs at least 2 playouts of at least 1 event")]
    TooFewPlayouts,
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

sentences!(ValueError);

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
        if self.playouts < 2 {
            return Err(ValueError::TooFewPlayouts);
        }
        let playout = Playout::of(self, game, stop)?;
        let one = |actions: &mut Vec<G::Action>, state: &G::State| {
            let value = self.value(&playout, state, actions);
            observer();
            value
        };
        each(states.iter(), &one).collect()
    }

    fn value<G: Bots>(
        &self,
        playout: &Playout<'_, G>,
        state: &G::State,
        actions: &mut Vec<G::Action>,
    ) -> Result<Value, ValueError> {
        let Playout { game, .. } = playout;
        let seats = game.seats(state);
        if game.turn(state) == Turn::Over {
            let won = game.returns(state);
            return Ok(Value {
                shares: SeatList::new(seats, |seat| won[seat].as_f64()),
                errors: SeatList::new(seats, |_| 0.0),
            });
        }
        let mut won = vec![Vec::new(); seats.count().into()];
        for number in 0..self.playouts {
            let shares = playout.shares(state.clone(), number.into(), actions)?;
            won.iter_mut().zip(shares.iter()).for_each(|(won, share)| won.push(*share));
        }
        let moments: SeatList<Moments> = SeatList::new(seats, |seat| Moments::of(&won[seat.index()]));
        Ok(Value {
            shares: moments.iter().map(|moments| moments.mean).collect(),
            errors: moments.iter().filter_map(Moments::standard_error).collect(),
        })
    }
}

/// The playouts of an estimate.
pub(crate) struct Playout<'a, G: Bots> {
    estimator: &'a Estimator,
    game: &'a G,
    entrant: Entrant<G>,
    stop: &'a StopFlag,
}

impl<'a, G: Bots> Playout<'a, G> {
    pub(crate) fn of(estimator: &'a Estimator, game: &'a G, stop: &'a StopFlag) -> Result<Self, ValueError> {
        if estimator.most_events == 0 {
            return Err(ValueError::TooFewPlayouts);
        }
        Ok(Self { estimator, game, entrant: Entrant::of(&estimator.bot)?, stop })
    }

    /// Plays on from `state` to the end with the random numbers of `group`, and returns each seat's share of the win.
    pub(crate) fn shares(
        &self,
        mut state: G::State,
        group: u64,
        actions: &mut Vec<G::Action>,
    ) -> Result<SeatList<f64>, ValueError> {
        let &Self { estimator, game, ref entrant, stop } = self;
        let seats = game.seats(&state);
        let mut bots = seats.iter().map(|_| entrant.bot()).collect::<Result<Vec<_>, _>>()?;
        let terms = Terms {
            streams: Streams { seed: estimator.seed, group },
            openings: 0,
            most_events: estimator.most_events,
            stop,
        };
        let mut length = Length::default();
        let won = match play(
            game,
            &mut state,
            &mut bots,
            terms,
            &mut NoGauge,
            (actions, &mut Vec::new()),
            &mut length,
        )? {
            End::Over => game.returns(&state),
            End::TooLong => SeatMap([Share::equal_part(seats.count().into()); MAX_SEATS]),
            End::Stopped => return Err(ValueError::Stopped),
        };
        Ok(SeatList::new(seats, |seat| won[seat].as_f64()))
    }
}

impl fmt::Display for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} playouts of `{}`", self.playouts, self.bot)
    }
}
