//! The contract of every bot: [`Bot`].

use serde::{Deserialize, Serialize};

use super::{Considered, Decision};
use crate::common::seat::Seat;
use crate::common::standings::Standings;
use crate::game::RaceGame;

/// A player that is a program.
///
/// A bot gets a view and the legal actions, never a state, so a bot that cheats does not compile. Its random numbers
/// come from the stream of its seat.
///
/// ```
/// use furlong::{Bot, BotError, Decision, RaceGame};
///
/// /// Always takes the first legal action.
/// struct First;
///
/// impl<G: RaceGame> Bot<G> for First {
///     fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
///         decision.actions.first().copied().ok_or(BotError::NoAction)
///     }
/// }
/// ```
pub trait Bot<G: RaceGame>: Send {
    /// Chooses one of the legal actions.
    ///
    /// # Errors
    /// When the bot cannot continue: its process died, or the view is impossible.
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError>;

    /// Returns the best actions, the best first, for hints and explanations. By default it returns only the action that
    /// the bot would choose.
    ///
    /// # Errors
    /// See [`Bot::choose`].
    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let action = self.choose(decision)?;
        Ok(vec![Considered::new(action)])
    }

    /// Returns whether the bot takes each legal action with the same probability, as [`RandomBot`](crate::RandomBot)
    /// does. [`RaceGame::sample_action`] may then decide in its place, which is faster.
    fn is_random(&self) -> bool {
        false
    }

    /// Returns whether the bot listens to happenings. By default it does not, and [`Bot::observe`] is never called.
    fn listens(&self) -> bool {
        false
    }

    /// Begins a game in this seat, for a bot that listens: it should forget all earlier reports. The call comes before
    /// the first report, and again when the reports are repeated from the beginning because a move was taken back.
    fn begin(&mut self, _game: &G, _seat: Seat) {}

    /// Receives a happening as its seat sees it, for a bot that models its opponents. Happenings arrive in order, from
    /// the beginning of the game.
    fn observe(&mut self, _game: &G, _seat: Seat, _happening: &G::Happening) {}

    /// Receives the standings at the end of a game, for a bot that listens. It is not called for a game that stops
    /// early.
    fn over(&mut self, _game: &G, _seat: Seat, _standings: &Standings) {}
}

impl<G: RaceGame, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    #[inline]
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        (**self).choose(decision)
    }

    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        (**self).consider(decision)
    }

    fn is_random(&self) -> bool {
        (**self).is_random()
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }

    fn begin(&mut self, game: &G, seat: Seat) {
        (**self).begin(game, seat);
    }

    fn observe(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        (**self).observe(game, seat, happening);
    }

    fn over(&mut self, game: &G, seat: Seat, standings: &Standings) {
        (**self).over(game, seat, standings);
    }
}

/// Returns a bot that chooses by `choose`, which is given the bot itself and the decision. What the bot hears, it hears
/// as before.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::bot::choosing;
/// use furlong::{Bot, RandomBot};
///
/// let mut decisions = 0;
/// let counted: Box<dyn Bot<AnimalRace>> = choosing(Box::new(RandomBot), move |bot, decision| {
///     decisions += 1;
///     bot.choose(decision)
/// });
/// assert!(!counted.is_random(), "it is asked for each decision");
/// ```
pub fn choosing<G: RaceGame, C>(bot: Box<dyn Bot<G>>, choose: C) -> Box<dyn Bot<G>>
where
    C: FnMut(&mut dyn Bot<G>, &mut Decision<'_, G>) -> Result<G::Action, BotError> + Send + 'static,
{
    Box::new(Choosing { bot, choose })
}

struct Choosing<G: RaceGame, C> {
    bot: Box<dyn Bot<G>>,
    choose: C,
}

impl<G: RaceGame, C> Bot<G> for Choosing<G, C>
where
    C: FnMut(&mut dyn Bot<G>, &mut Decision<'_, G>) -> Result<G::Action, BotError> + Send,
{
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        (self.choose)(&mut *self.bot, decision)
    }

    fn listens(&self) -> bool {
        self.bot.listens()
    }

    fn begin(&mut self, game: &G, seat: Seat) {
        self.bot.begin(game, seat);
    }

    fn observe(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        self.bot.observe(game, seat, happening);
    }

    fn over(&mut self, game: &G, seat: Seat, standings: &Standings) {
        self.bot.over(game, seat, standings);
    }
}

/// The reason why a bot did not choose an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// There is no action to choose from.
    #[error("there is no legal action to choose from")]
    NoAction,
    /// The bot chose an illegal action.
    #[error("it chose {action}, which is not legal: {reason}")]
    NotLegal {
        /// The choice, as the bot wrote it.
        action: String,
        /// The reason why it is not legal.
        reason: String,
    },
    /// The stop flag was raised before the bot had found anything ([`Decision::until`]).
    #[error("it was stopped")]
    Stopped,
    /// The bot has failed and cannot continue.
    #[error("{0}")]
    Failed(String),
    /// The bot is a process that has failed.
    #[error("{problem}")]
    Process {
        /// The kind of the failure.
        kind: FailureKind,
        /// The failure, as a sentence without its full stop.
        problem: String,
    },
}

/// A way in which a bot fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The bot answers too late, or does not read its input.
    Time,
    /// The bot chooses an illegal action.
    Illegal,
    /// The bot ends too early, or cannot continue.
    Crash,
    /// The bot's answer cannot be read, or nobody asked for it.
    Protocol,
    /// The bot's program has never been ready to play.
    Start,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Time, Self::Illegal, Self::Crash, Self::Protocol, Self::Start];

    /// The word for this kind of failure in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
            Self::Start => "start",
        }
    }
}

impl BotError {
    /// The way in which the bot has failed.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::NotLegal { .. } => FailureKind::Illegal,
            Self::Stopped => FailureKind::Time,
            Self::NoAction | Self::Failed(_) => FailureKind::Crash,
            Self::Process { kind, .. } => *kind,
        }
    }
}
