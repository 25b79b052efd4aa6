//! Bots: programs that play, from what their seat may know.
//!
//! A bot is given a view and the legal actions, never a state, so that cheating does not compile. Its random
//! numbers come from the stream of its seat, one generator for each decision.

mod flat;
#[cfg(test)]
mod guess;
mod guidance;
mod halving;
mod ismcts;
mod levels;
mod playout;
#[cfg(feature = "cli")]
mod process;
mod random;
#[cfg(feature = "cli")]
mod running;
mod spec;
mod told;
mod tree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::RaceGame;
use crate::streams::Stream;
use crate::text::counted;
use tree::Figures;

pub use flat::FlatMonteCarlo;
pub(crate) use guidance::any_of;
pub use guidance::{Guidance, Unguided};
pub use ismcts::{Budget, ChanceInTree, Ismcts, NoSearch, RootRule, Settings};
pub use levels::{FLAT_PARAMETERS, SEARCH_PARAMETERS, flat_bot, search_bot};
pub use playout::Playouts;
#[cfg(feature = "cli")]
pub use process::{NoCommand, PROTOCOL_VERSION, ProcessBot, ProcessSpec};
pub use random::RandomBot;
#[cfg(feature = "cli")]
pub use running::end_processes;
pub use spec::{BotSpec, UnknownBot};

/// Raised when what goes on is no longer wanted: shared by those who stop it and those who look at it now and then.
pub type StopFlag = Arc<AtomicBool>;

/// A player that is a program.
///
/// ```
/// use furlong::{Bot, BotError, RaceGame, Stream};
///
/// /// Always takes the first legal action.
/// struct First;
///
/// impl<G: RaceGame> Bot<G> for First {
///     fn choose(
///         &mut self, _game: &G, _view: &G::View, actions: &[G::Action], _rng: &mut Stream,
///     ) -> Result<G::Action, BotError> {
///         actions.first().copied().ok_or(BotError::NoAction)
///     }
/// }
/// ```
pub trait Bot<G: RaceGame>: Send {
    /// Chooses one of the legal actions. `actions` is never empty in a game that is played.
    ///
    /// # Errors
    /// When it cannot go on: a process that died, a view that makes no sense to it. A bot that is all in one
    /// program seldom has a reason to.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<G::Action, BotError>;

    /// Chooses one of so many actions by its place, from 0, without a view, for a bot that never looks at one: many
    /// games are played faster when no view is made. By default `None`: it is asked with [`Bot::choose`] then, so a
    /// bot that answers `None` takes nothing from the generator. One that answers chooses as it would there.
    fn choose_blindly(&mut self, _actions: usize, _rng: &mut Stream) -> Option<usize> {
        None
    }

    /// Hands over a flag. A bot whose decisions can take long looks at it while it decides, and once it is raised ends
    /// with [`BotError::Stopped`]. By default the flag is not kept.
    fn heed(&mut self, _stop: &StopFlag) {}

    /// What it thinks of its best actions, the best first; for hints and explanations. By default just the
    /// one it would choose, without a chance.
    ///
    /// # Errors
    /// As [`Bot::choose`].
    fn consider(
        &mut self,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<Vec<Considered<G::Action>>, BotError> {
        let action = self.choose(game, view, actions, rng)?;
        Ok(vec![Considered { action, chance: None, reason: None }])
    }
}

impl<G: RaceGame, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<G::Action, BotError> {
        (**self).choose(game, view, actions, rng)
    }

    #[inline]
    fn choose_blindly(&mut self, actions: usize, rng: &mut Stream) -> Option<usize> {
        (**self).choose_blindly(actions, rng)
    }

    fn heed(&mut self, stop: &StopFlag) {
        (**self).heed(stop);
    }

    fn consider(
        &mut self,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<Vec<Considered<G::Action>>, BotError> {
        (**self).consider(game, view, actions, rng)
    }
}

/// An action that a bot has thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered<A> {
    /// The action.
    pub action: A,
    /// The share of the win that it expects, 0 to 1, when it estimates one.
    pub chance: Option<f64>,
    /// Why, in a few words, when it can say.
    pub reason: Option<String>,
}

/// Why a bot did not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// It was asked although there is nothing to choose.
    #[error("there is no legal action to choose from")]
    NoAction,
    /// It has chosen what it may not.
    #[error("it chose {action}, which is not legal: {reason}")]
    NotLegal {
        /// What it chose, as it said it.
        action: String,
        /// Why that is not legal.
        reason: String,
    },
    /// It was told to stop before it had decided ([`Bot::heed`]).
    #[error("it was stopped")]
    Stopped,
    /// It has failed and cannot go on.
    #[error("{0}")]
    Failed(String),
}

/// A game that comes with bots of its own, chosen by name.
pub trait Bots: RaceGame {
    /// The bots that can be named, the usual opponent first.
    const BOTS: &'static [BotKind];

    /// A new bot of one of [`Bots::BOTS`].
    ///
    /// # Errors
    /// When there is no such bot, or it has no such parameter.
    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot>;
}

/// A kind of bot that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    /// The name.
    pub name: &'static str,
    /// What it does: one sentence without its final point.
    pub about: &'static str,
    /// Its parameters with their meaning and default, if it has any.
    pub parameters: &'static [(&'static str, &'static str)],
}

/// Refuses actions that are not legal in a state: a search carries them out unchecked.
fn check_legal<G: RaceGame>(game: &G, state: &G::State, actions: &[G::Action]) -> Result<(), BotError> {
    for action in actions {
        game.play(&mut state.clone(), *action, &mut ()).map_err(|reason| {
            let action = serde_json::to_string(action).unwrap_or_default();
            BotError::Failed(format!("{action} is given as legal, and is not: {reason}"))
        })?;
    }
    Ok(())
}

/// Chooses what it considers best, for a bot that thinks only when there is a choice.
fn best_considered<G: RaceGame>(
    bot: &mut impl Bot<G>,
    game: &G,
    view: &G::View,
    actions: &[G::Action],
    rng: &mut Stream,
) -> Result<G::Action, BotError> {
    if let [only] = actions {
        return Ok(*only);
    }
    let best = bot.consider(game, view, actions, rng)?;
    best.first().map(|best| best.action).ok_or(BotError::NoAction)
}

/// The actions that a search has tried, the most tried first, with what they have brought on average. First thoughts,
/// which count for so many visits, decide between those that were tried equally often.
fn ranked<A: Copy>(
    actions: &[A],
    figures: &[Figures],
    thoughts: &[f64],
    thoughts_weight: f64,
) -> Vec<Considered<A>> {
    let worth = |index: usize| figures[index].mean_with(thoughts.get(index).copied(), thoughts_weight);
    let mut tried: Vec<usize> = (0..actions.len()).filter(|index| figures[*index].visits > 0).collect();
    tried.sort_by(|one, other| {
        let visits = figures[*other].visits.cmp(&figures[*one].visits);
        visits.then_with(|| worth(*other).total_cmp(&worth(*one)))
    });
    let tell = |index: usize| Considered {
        action: actions[index],
        chance: Some(figures[index].mean_with(None, 0.0)),
        reason: Some(format!("looked at in {}", counted(figures[index].visits, "world", "worlds"))),
    };
    tried.into_iter().map(tell).collect()
}
