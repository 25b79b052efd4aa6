//! The contract of every bot: [`Bot`].

use serde::{Deserialize, Serialize};

use super::{Considered, Decision};
use crate::game::RaceGame;
use crate::ground::seat::Seat;
use crate::ground::sentences::sentences;
use crate::ground::standings::Standings;

/// A player that is a program.
///
/// A bot is given a view and the legal actions, never a state, so a bot that cheats does not compile. Its random
/// numbers come from the stream of its seat.
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
    /// When the bot cannot go on: a process that died, or a view that is impossible.
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError>;

    /// Returns the best actions, the best first, for hints and explanations; by default only the action that it would
    /// choose.
    ///
    /// # Errors
    /// As [`Bot::choose`].
    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let action = self.choose(decision)?;
        Ok(vec![Considered::new(action)])
    }

    /// Returns whether the bot takes each legal action with the same chance, as [`RandomBot`](crate::RandomBot) does. Then
    /// [`RaceGame::sample_action`] may decide in its place, which lists nothing.
    fn is_random(&self) -> bool {
        false
    }

    /// Returns whether the bot listens; by default it does not, and [`Bot::told`] is never called.
    fn listens(&self) -> bool {
        false
    }

    /// Begins a game in this seat, for a bot that listens: what it was told before is no longer so. It is called before the
    /// first report, and again when the reports are repeated from the beginning because a move was taken back.
    fn begin(&mut self, _game: &G, _seat: Seat) {}

    /// Receives a happening as its seat sees it, in order and from the beginning of the game: for a bot that models the
    /// others.
    fn told(&mut self, _game: &G, _seat: Seat, _happening: &G::Happening) {}

    /// Sees the end of a game that is over, with its standings: for a bot that listens. A game that ends early has none.
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

    fn told(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        (**self).told(game, seat, happening);
    }

    fn over(&mut self, game: &G, seat: Seat, standings: &Standings) {
        (**self).over(game, seat, standings);
    }
}

/// The reason why a bot did not choose.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// There is nothing to choose.
    #[error("there is no legal action to choose from")]
    NoAction,
    /// It has chosen an illegal action.
    #[error("it chose {action}, which is not legal: {reason}")]
    NotLegal {
        /// The choice, as the bot wrote it.
        action: String,
        /// The reason why it is not legal.
        reason: String,
    },
    /// The stop flag was raised before it had found anything ([`Decision::until`]).
    #[error("it was stopped")]
    Stopped,
    /// It has failed and cannot go on.
    #[error("{0}")]
    Failed(String),
    /// It is a process, and has failed in this way.
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
    /// It answers too late, or does not read what it is told.
    Time,
    /// It chooses an illegal action.
    Illegal,
    /// It ends before it should, or cannot go on.
    Crash,
    /// It answers what nobody can read, or when it is not asked.
    Protocol,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Time, Self::Illegal, Self::Crash, Self::Protocol];

    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
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

sentences!(BotError);
