//! Bots of any game, and decisions that leave the race free while a bot thinks.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::AnyError;
use crate::bot::{Bot, BotSpec, Considered, Decision};
use crate::json;
use crate::playable::Playable;
use crate::seat::Seat;
use crate::streams::Stream;

/// A bot for one seat in a race of any game: see [`AnyRace::bot`](super::AnyRace::bot).
pub struct AnyBot {
    pub(super) spec: BotSpec,
    /// The number of events reported to the bot.
    pub(super) told: usize,
    /// A `Box<dyn Bot<G>>`.
    bot: Box<dyn Any + Send>,
}

impl AnyBot {
    pub(super) fn new<G: Playable>(spec: &BotSpec) -> Result<Self, AnyError> {
        Ok(Self { spec: spec.clone(), told: 0, bot: Box::new(G::bot(spec)?) })
    }

    /// The bot as a bot of game `G`.
    pub(super) fn of<G: Playable>(&self) -> Result<&dyn Bot<G>, AnyError> {
        let bot = self.bot.downcast_ref::<Box<dyn Bot<G>>>();
        Ok(&**bot.ok_or_else(|| of_another_game::<G>(&self.spec))?)
    }

    fn of_mut<G: Playable>(&mut self) -> Result<&mut dyn Bot<G>, AnyError> {
        let bot = self.bot.downcast_mut::<Box<dyn Bot<G>>>();
        Ok(&mut **bot.ok_or_else(|| of_another_game::<G>(&self.spec))?)
    }

    /// Returns the bot's action in its JSON form. The race is not needed while the bot thinks.
    ///
    /// # Errors
    /// When the decision belongs to another game, or the bot fails.
    pub fn choose(&mut self, decision: AnyDecision) -> Result<Value, AnyError> {
        decision.0.choose(self)
    }

    /// Returns the best actions in the bot's opinion, the best first.
    ///
    /// # Errors
    /// See [`AnyBot::choose`].
    pub fn consider(&mut self, decision: AnyDecision) -> Result<Vec<Considered<Value>>, AnyError> {
        decision.0.consider(self)
    }
}

fn of_another_game<G: Playable>(bot: &BotSpec) -> AnyError {
    AnyError::OtherGame { bot: bot.clone(), game: G::ID }
}

impl fmt::Debug for AnyBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyBot").field(&self.spec).finish()
    }
}

/// A decision for a bot, with a copy of everything that its seat may know: see
/// [`AnyRace::decision`](super::AnyRace::decision).
pub struct AnyDecision(Box<dyn Erased>);

impl AnyDecision {
    pub(super) fn new<G: Playable>(owned: Owned<G>) -> Self {
        Self(Box::new(owned))
    }
}

impl fmt::Debug for AnyDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyDecision").finish_non_exhaustive()
    }
}

trait Erased: Send {
    fn choose(self: Box<Self>, bot: &mut AnyBot) -> Result<Value, AnyError>;
    fn consider(self: Box<Self>, bot: &mut AnyBot) -> Result<Vec<Considered<Value>>, AnyError>;
}

/// A decision that owns its data.
pub(super) struct Owned<G: Playable> {
    pub(super) game: Arc<G>,
    pub(super) seat: Seat,
    pub(super) view: G::View,
    pub(super) actions: Vec<G::Action>,
    pub(super) rng: Stream,
    /// The happenings that the seat saw since the last report to the bot.
    pub(super) news: Vec<G::Happening>,
    pub(super) events: usize,
}

impl<G: Playable> Owned<G> {
    /// Reports the news to the bot, and asks it.
    fn ask<T>(
        mut self,
        bot: &mut AnyBot,
        ask: impl FnOnce(&mut dyn Bot<G>, &mut Decision<'_, G>) -> T,
    ) -> Result<T, AnyError> {
        let events = self.events;
        let known = bot.of_mut::<G>()?;
        for happening in &self.news {
            known.told(&self.game, self.seat, happening);
        }
        let answer = ask(known, &mut Decision::new(&self.game, &self.view, &self.actions, &mut self.rng));
        bot.told = events;
        Ok(answer)
    }
}

impl<G: Playable> Erased for Owned<G> {
    fn choose(self: Box<Self>, bot: &mut AnyBot) -> Result<Value, AnyError> {
        let action = self.ask(bot, |bot, decision| bot.choose(decision))??;
        Ok(json::plain(&action))
    }

    fn consider(self: Box<Self>, bot: &mut AnyBot) -> Result<Vec<Considered<Value>>, AnyError> {
        let best = self.ask(bot, |bot, decision| bot.consider(decision))??;
        let erased = |best: Considered<G::Action>| Considered {
            action: json::plain(&best.action),
            chance: best.chance,
            reason: best.reason,
        };
        Ok(best.into_iter().map(erased).collect())
    }
}
