//! One game of a check, and the options of a check.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::law::{Broken, Law, Spot};
use crate::common::seat::{Seat, Seats};
use crate::common::setters::setters;
use crate::game::RaceGame;
use crate::game::streams::{Stream, Streams};

/// The options of a check: how much it tests, and its seed.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The seed of all randomness. Equal seeds give equal checks.
    pub seed: u64,
    /// The number of games.
    pub games: u32,
    /// The number of events after which a game is abandoned.
    pub cap: u32,
    /// The interval between the events at which the laws of a state are checked: at every event whose number is
    /// divisible by this one. The laws of events and of the last state are always checked.
    pub every: u32,
    /// The number of chance events of each purpose in each game for which the distribution is tested.
    pub chances: u32,
    /// The number of draws for each tested chance event.
    pub draws: u32,
    /// The level of all tests of distributions together: the probability that a seed reports a fault in a correct game.
    pub level: f64,
    /// The maximum number of histories that are enumerated from the start of each set-up, to compare resampling with
    /// the exact distribution. Use 0 to skip this.
    pub histories: usize,
    /// Laws that are not checked, for a game under construction.
    pub except: &'static [Law],
}

setters!(Options { seed: u64, games: u32, cap: u32, every: u32, chances: u32, draws: u32, level: f64, histories: usize, except: &'static [Law] });

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 0,
            games: 10,
            cap: 10_000,
            every: 1,
            chances: 1,
            draws: 4_000,
            level: 1e-6,
            histories: 3_000,
            except: &[],
        }
    }
}

/// One game of a check.
pub(super) struct Check<'a, G: RaceGame> {
    pub(super) game: &'a G,
    pub(super) options: &'a Options,
    pub(super) start: G::State,
    pub(super) seats: Seats,
    pub(super) rng: Stream,
    pub(super) at: Spot,
}

impl<'a, G: RaceGame> Check<'a, G> {
    pub(super) fn start(
        game: &'a G,
        setup: &G::Setup,
        options: &'a Options,
        number: u32,
    ) -> Result<Self, Broken> {
        let at = Spot { seed: options.seed, game: number, event: 0, except: options.except };
        let start = game.start(setup).map_err(|error| Broken {
            law: Law::Start,
            seed: options.seed,
            game: number,
            event: 0,
            detail: format!("{setup:?} is refused: {error}"),
        })?;
        let seats = game.seats(&start);
        let rng = Streams { seed: options.seed, group: u64::from(number) }.bot(Seat::FIRST, 0);
        Ok(Self { game, options, start, seats, rng, at })
    }

    pub(super) fn hold(&self, law: Law, holds: bool, detail: impl FnOnce() -> String) -> Result<(), Broken> {
        self.at.hold(law, holds, detail)
    }

    /// Checks that the value is the same after it is written to JSON and read back.
    pub(super) fn survives_json<T>(&self, what: &str, value: &T) -> Result<(), Broken>
    where
        T: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let back: Result<T, _> = serde_json::to_string(value).and_then(|json| serde_json::from_str(&json));
        match back {
            Ok(back) => self.hold(Law::Json, back == *value, || {
                format!("the {what} {value:?} reads back from its JSON as {back:?}")
            }),
            Err(error) => {
                self.hold(Law::Json, false, || format!("the {what} {value:?} does not read back: {error}"))
            }
        }
    }
}
