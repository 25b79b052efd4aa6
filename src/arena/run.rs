//! The arena, which plays groups of games on the same deals, in every seating of the line-up, on all processors.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::common_metrics::common_metrics;
use super::conditions::Setting;
use super::endings::MOST_UNFINISHED;
use super::entrant::{Commands, Entrant};
use super::forfeit::{FailedGame, OnFailure};
use super::luck::Indicators;
use super::metric::{Aspect, Measured, Metric};
use super::results::Results;
use crate::bot::{RANDOM, StopFlag, UnknownBot};
use crate::common::seat::Seats;
use crate::common::setters::setters;
use crate::formats::json;
use crate::game::SetupError;
use crate::ruleset::Ruleset as _;

/// The default limit of events, longer than any game between people; a longer game counts as unfinished.
pub const MOST_EVENTS: u32 = 20_000;

/// The number of groups between two checks of the results in [`Arena::run_until`], and of two runs side by side.
pub const BATCH: u64 = 64;

/// What is measured in each game, besides the wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    /// No metrics, which is the fastest.
    Nothing,
    /// All metrics.
    Everything,
}

/// A run of many games.
///
/// Each *group* is one deal, played in every seating: the line-up is rotated around the table seat by seat, and equal
/// seatings are played once. The same arena gives the same results on any number of threads.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Arena<G: Measured> {
    /// The game.
    pub game: Arc<G>,
    /// The name of the ruleset in the results. It is the ruleset's title, unless several with the same title are
    /// compared.
    pub label: String,
    /// The set-up of each game.
    pub setup: G::Setup,
    /// The players, in the order of seats of the first seating.
    pub lineup: Vec<Entrant<G>>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The numbers of the groups to play.
    pub groups: Range<u64>,
    /// The number of the repetition. All repetitions share the chance events, but not the players' own random numbers.
    pub(crate) repetition: u64,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of random decisions at the start of each game, with each legal action equally likely. All seatings
    /// of a group, and other arenas with the same seed, draw the same actions where they are legal.
    pub openings: u32,
    /// The maximum share of unfinished games, from 0 to 1, with which figures are judged: see
    /// [`Endings`](super::Endings).
    pub most_unfinished: f64,
    /// What is measured in each game.
    pub measuring: Measuring,
    /// Removes luck from the shares of the win: they stay unbiased, and their intervals become narrower. It needs
    /// [`Measuring::Everything`] and a game with [`Measured::INDICATORS`].
    pub luck: bool,
    /// Keeps the games, not only their sums. Comparing runs and writing rows needs the games. A game takes about a
    /// kilobyte. It is set by default.
    pub keeps_games: bool,
    /// What happens when a bot fails.
    pub on_failure: OnFailure,
    /// The number of threads; `None` means one for each processor. Without the feature `parallel` there is one.
    pub threads: Option<NonZeroUsize>,
    /// A flag that stops the run promptly, even within a decision.
    pub stop: StopFlag,
}

setters!(Arena<G: Measured> { game: Arc<G>, label: String, setup: G::Setup, lineup: Vec<Entrant<G>>, seed: u64, groups: Range<u64>, most_events: u32, openings: u32, most_unfinished: f64, measuring: Measuring, luck: bool, keeps_games: bool, on_failure: OnFailure, threads: Option<NonZeroUsize>, stop: StopFlag });

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of games played.
    pub done: u64,
    /// The number of games to play in all.
    pub games: u64,
}

/// The reason why a run failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// There is nothing to play.
    #[error("there are no games to play")]
    NoGames,
    /// The set-up does not fit the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The line-up does not fit the table.
    #[error("{entrants} bots for {seats} seats")]
    Lineup {
        /// The number of bots.
        entrants: usize,
        /// The number of seats.
        seats: u8,
    },
    /// Two different bots are called by one name.
    #[error("two bots are called {0}")]
    SameName(String),
    /// There is no such bot.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// A bot could not be made for one of the games.
    #[error("game {number} of seed {seed}: {error}")]
    NoBot {
        /// The number of the game, from 1.
        number: u64,
        /// The seed of the run.
        seed: u64,
        /// The reason.
        error: UnknownBot,
    },
    /// A game failed.
    #[error(transparent)]
    Game(Box<FailedGame>),
    /// The run was stopped before the game was played.
    #[error("stopped before the first game")]
    Stopped,
    /// The threads could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}

impl<G: Measured> Arena<G> {
    /// Creates an arena that plays `groups` groups with this line-up and measures everything.
    pub fn new(
        game: impl Into<Arc<G>>,
        setup: G::Setup,
        lineup: Vec<Entrant<G>>,
        seed: u64,
        groups: u64,
    ) -> Self {
        let game = game.into();
        Self {
            label: game.ruleset().title().name.clone(),
            game,
            setup,
            lineup,
            seed,
            groups: 0..groups,
            repetition: 0,
            most_events: MOST_EVENTS,
            openings: 0,
            most_unfinished: MOST_UNFINISHED,
            measuring: Measuring::Everything,
            luck: false,
            keeps_games: true,
            on_failure: OnFailure::Stop,
            threads: None,
            stop: StopFlag::default(),
        }
    }

    pub(super) fn measures_luck(&self) -> bool {
        self.luck && self.measuring == Measuring::Everything && !G::INDICATORS.is_empty()
    }

    /// Returns whether removing luck saves time by default, because fewer games are needed. Several bots change seats
    /// within a deal, so each has the others' luck. Random bots play so fast that more games cost less than measuring
    /// their luck.
    pub fn luck_helps(&self) -> bool {
        let is_random = || self.lineup.iter().any(|entrant| entrant.name() == RANDOM.name);
        self.seats().is_ok_and(|seats| self.game.measures_luck(seats)) && self.seatings() == 1 && !is_random()
    }

    /// Returns the number of different seatings of the line-up.
    pub fn seatings(&self) -> u8 {
        let names: Vec<&str> = self.lineup.iter().map(Entrant::name).collect();
        let turned = |by: usize| names[by..].iter().chain(&names[..by]);
        let period = (1..names.len()).find(|by| turned(*by).eq(names.iter()));
        period.unwrap_or(names.len()) as u8
    }

    /// Returns the names of the players, each once.
    pub(super) fn players(&self) -> impl Iterator<Item = &str> {
        let names = || self.lineup.iter().map(Entrant::name);
        let is_first =
            move |(place, name): &(usize, &str)| names().position(|other| other == *name) == Some(*place);
        names().enumerate().filter(is_first).map(|(_, name)| name)
    }

    /// Returns whether the run has been stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Checks that the arena can be played, and returns results without games.
    pub(crate) fn nothing(&self) -> Result<Results, ArenaError> {
        Ok(self.no_results(self.check()?))
    }

    /// Returns the facts that the games depend on.
    ///
    /// # Errors
    /// When a game cannot begin, or its number of seats is not the number of players.
    pub fn setting(&self) -> Result<Setting, ArenaError> {
        Ok(self.setting_at(self.seats()?))
    }

    pub(super) fn check(&self) -> Result<Seats, ArenaError> {
        if self.groups.is_empty() || self.most_events == 0 {
            return Err(ArenaError::NoGames);
        }
        self.seats()
    }

    fn seats(&self) -> Result<Seats, ArenaError> {
        let seats = self.game.seats(&self.game.start(&self.setup)?);
        if self.lineup.len() != usize::from(seats.count()) {
            return Err(ArenaError::Lineup { entrants: self.lineup.len(), seats: seats.count() });
        }
        if let Some(name) = Commands::clash(&self.lineup) {
            return Err(ArenaError::SameName(name.to_owned()));
        }
        Ok(seats)
    }

    fn setting_at(&self, seats: Seats) -> Setting {
        Setting {
            release: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::ID.to_owned(),
            ruleset: self.label.clone(),
            rules: json::plain(self.game.ruleset()),
            setup: json::plain(&self.setup),
            seed: self.seed,
            seats,
            lineup: self.lineup.iter().map(|entrant| entrant.name().to_owned()).collect(),
            commands: Commands::of(&self.lineup),
            seatings: self.seatings(),
            most_events: self.most_events,
            openings: self.openings,
            most_unfinished: self.most_unfinished,
        }
    }

    fn no_results(&self, seats: Seats) -> Results {
        let metrics: Vec<Metric> = match self.measuring {
            Measuring::Nothing => Vec::new(),
            Measuring::Everything => {
                let several = self.seatings() > 1;
                let of_players = self.players().filter(|_| several).map(|name| {
                    let of = format!(
                        "the share of the win of a seat of {name}, as in wins-seat: the mean over its"
                    );
                    Metric::share(format!("wins-of-{name}"), of + " seats").about(Aspect::Luck)
                });
                common_metrics(seats).into_iter().chain(G::metrics()).chain(of_players).collect()
            }
        };
        let luck = self.measures_luck().then(|| Indicators::of(&*self.game));
        Results::new(self.setting_at(seats), metrics, luck)
    }

    /// Runs `work` on the number of threads of this run.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn in_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, ArenaError> {
        #[cfg(feature = "parallel")]
        if let Some(threads) = self.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
            return Ok(pool.map_err(|error| ArenaError::Threads(error.to_string()))?.install(work));
        }
        Ok(work())
    }
}
