//! The value of a position: each seat's expected share of the win.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::common_metrics::NoGauge;
use super::entrant::Entrant;
use super::parallel::each;
use super::play::{End, Length, Terms, play};
use super::random_errors::with_random_errors;
use super::run::MOST_EVENTS;
use super::stats::wilson;
use crate::bot::{BotSpec, Bots, StopFlag, USUAL_RANDOM_ERRORS, UnknownBot};
use crate::common::seat::{MAX_SEATS, SeatList, SeatMap};
use crate::common::setters::setters;
use crate::common::stable_hash::StableHasher;
use crate::common::standings::Share;
use crate::formats::json;
use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn};
use crate::race::TurnError;

/// The settings for estimating values by playouts: one bot plays every seat to the end of the game, with the same
/// streams of random numbers from every position.
///
/// They are fixed before the games to be judged are seen: [`Estimator::fingerprint`] identifies them.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Estimator {
    /// The bot in every seat.
    pub bot: BotSpec,
    /// The percentage of decisions, at most 100, in which the bot makes a random error and takes any legal action. If a
    /// bot always decides in the same way, its playouts differ only by chance, and hardly at all where there is little
    /// chance. Without random errors, the values would look certain where they are not.
    #[serde(rename = "slips")]
    pub random_errors: u8,
    /// The number of playouts from each position, at least 2.
    pub playouts: u32,
    /// The maximum number of events in a playout. A playout that reaches it counts as a win that all seats share.
    pub most_events: u32,
    /// The seed of the playouts' random numbers.
    pub seed: u64,
}

setters!(Estimator { bot: BotSpec, random_errors: u8, playouts: u32, most_events: u32, seed: u64 });

/// The value of a position for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Value {
    /// The expected share of the win: 0 or 1 only where that is certain. It is the mean of the playouts and of one
    /// extra playout whose win all seats share. The shares add up to less than 1 if it is possible that nobody wins.
    pub shares: SeatList<f64>,
    /// The half-width of the 95 % interval of each share, up to its farther end: Wilson's interval of the playouts. It
    /// is 0 where the share is certain.
    pub errors: SeatList<f64>,
}

/// The reason why values could not be estimated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// There are too few playouts: a single one does not show the error of an estimate.
    #[error("an estimate needs at least 2 playouts of at least 1 event")]
    TooFewPlayouts,
    /// The percentage of random errors is above 100.
    #[error("a bot can make random errors in 0 to 100 % of its decisions, not in {0} %")]
    TooManyRandomErrors(u8),
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
    /// Returns the default estimator for game `G`: 100 playouts of [`Bots::playout_bot`].
    pub fn of<G: Bots>() -> Self {
        let (bot, random_errors) = G::playout_bot();
        Self { random_errors, ..Self::by(bot) }
    }

    /// Returns an estimator with 100 playouts of this bot, with 10 % random errors.
    pub fn by(bot: BotSpec) -> Self {
        Self { bot, random_errors: USUAL_RANDOM_ERRORS, playouts: 100, most_events: MOST_EVENTS, seed: 1 }
    }

    /// Returns a hash of everything that the estimate depends on: these settings, the game, its rules, and the
    /// release.
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
        if let Some(won) = certain(*game, state) {
            return Ok(Value {
                shares: SeatList::new(seats, |seat| won[seat].as_f64()),
                errors: SeatList::new(seats, |_| 0.0),
            });
        }
        let mut won: SeatList<f64> = SeatList::new(seats, |_| 0.0);
        for number in 0..self.playouts {
            let shares = playout.shares(state.clone(), number.into(), actions)?;
            won.iter_mut().zip(shares.iter()).for_each(|(won, share)| *won += share);
        }
        // A seat on its own may lose, too.
        let part = 1.0 / f64::from(seats.count().max(2));
        let share = |won: &f64| (won + part) / (f64::from(self.playouts) + 1.0);
        Ok(Value {
            shares: won.iter().map(share).collect(),
            errors: won.iter().map(|won| self.half_width(*won, share(won))).collect(),
        })
    }

    /// Returns the distance from the share to the farther end of the 95 % interval, after `won` wins in the playouts.
    /// Shared wins vary less than whole ones, so the interval for whole ones is valid for them too.
    fn half_width(&self, won: f64, share: f64) -> f64 {
        let interval = |hits: f64| wilson(hits as u64, self.playouts.into()).and_then(|rate| rate.interval);
        let below = interval(won.floor()).map_or(share, |interval| share - interval.low);
        let most = won.ceil().min(self.playouts.into());
        let above = interval(most).map_or(1.0 - share, |interval| interval.high - share);
        below.max(above)
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
        if estimator.random_errors > 100 {
            return Err(ValueError::TooManyRandomErrors(estimator.random_errors));
        }
        let random_errors = estimator.random_errors;
        let entrant = Entrant::of(&estimator.bot)?.wrapped(move |bot| with_random_errors(bot, random_errors));
        Ok(Self { estimator, game, entrant, stop })
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
            repetition: 0,
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
        write!(f, "{} playouts of `{}`", self.playouts, self.bot)?;
        if self.random_errors > 0 {
            write!(f, " with {} % random errors", self.random_errors)
        } else {
            Ok(())
        }
    }
}

/// Returns each seat's share of the win, where nothing can change it any more.
fn certain<G: RaceGame>(game: &G, state: &G::State) -> Option<SeatMap<Share>> {
    if game.turn(state) == Turn::Over {
        return Some(game.returns(state));
    }
    let standings = game.standings(state);
    let mut leaders = standings.leaders();
    let (Some(leader), None) = (leaders.next(), leaders.next()) else { return None };
    let mut shares = SeatMap::default();
    shares[leader] = Share::WIN;
    game.has_finished(state, leader).then_some(shares)
}
