//! Bots for any game, and decisions that leave the race usable while a bot thinks.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::error::AnyError;
use crate::bot;
use crate::bot::{Bot, BotSpec, Considered, Decision, StopFlag};
use crate::common::seat::Seat;
use crate::formats::json;
use crate::game::streams::Stream;
use crate::playable::Playable;

/// A bot for one seat in a race of any game: see [`AnyRace::bot`](crate::AnyRace::bot).
pub struct AnyBot {
    pub(super) spec: BotSpec,
    /// The part of the race that was reported to the bot.
    pub(super) heard: Option<Heard>,
    was_stopped: bool,
    /// A `Box<dyn Bot<G>>`.
    bot: Box<dyn Any + Send>,
}

impl AnyBot {
    pub(super) fn new<G: Playable>(spec: BotSpec, bot: Box<dyn Bot<G>>) -> Self {
        Self { spec, heard: None, was_stopped: false, bot: Box::new(bot) }
    }

    /// Wraps a custom bot of game `G`, under this name.
    ///
    /// ```
    /// use furlong::gotham::Gotham;
    /// use furlong::any::AnyBot;
    /// use furlong::{NewRace, RandomBot};
    ///
    /// let mut race = furlong::catalogue().begin(&NewRace::default().game("gotham").seed(Some(7)))?;
    /// let mut bot = AnyBot::from_bot::<Gotham>("mine", Box::new(RandomBot));
    /// race.proceed();
    /// race.ask(&mut bot)?;
    /// # Ok::<(), furlong::any::AnyError>(())
    /// ```
    pub fn from_bot<G: Playable>(name: &str, bot: Box<dyn Bot<G>>) -> Self {
        Self::new(BotSpec::named(name), bot)
    }

    /// Returns the bot as a bot of game `G`.
    pub(super) fn of<G: Playable>(&self) -> Result<&dyn Bot<G>, AnyError> {
        let bot = self.bot.downcast_ref::<Box<dyn Bot<G>>>();
        Ok(&**bot.ok_or_else(|| of_another_game::<G>(&self.spec))?)
    }

    fn of_mut<G: Playable>(&mut self) -> Result<&mut dyn Bot<G>, AnyError> {
        let bot = self.bot.downcast_mut::<Box<dyn Bot<G>>>();
        Ok(&mut **bot.ok_or_else(|| of_another_game::<G>(&self.spec))?)
    }

    /// Returns whether the last answer is only the best one found before the bot was stopped: see
    /// [`AnyDecision::until`].
    pub fn was_stopped(&self) -> bool {
        self.was_stopped
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

/// The part of a race that was reported to a bot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub(super) seat: Seat,
    /// The number of moves that were taken back. When it has changed, the bot was told of events that no longer count.
    pub(super) undone: usize,
    pub(super) events: usize,
}

impl Heard {
    /// Returns whether `now` continues this part, so that the bot needs only the news since then.
    pub(super) fn is_continued_by(&self, now: &Self) -> bool {
        (self.seat, self.undone) == (now.seat, now.undone) && self.events <= now.events
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
/// [`AnyRace::decision`](crate::AnyRace::decision).
pub struct AnyDecision(Box<dyn Erased>);

impl AnyDecision {
    pub(super) fn new<G: Playable>(owned: Owned<G>) -> Self {
        Self(Box::new(owned))
    }

    /// Returns the decision with a stop flag. Raise the flag when the answer is needed at once, for instance at a
    /// deadline or because the player has left. A search then returns the best action found so far
    /// ([`AnyBot::was_stopped`]); a bot that has found nothing fails with
    /// [`BotError::Stopped`](crate::BotError::Stopped).
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// use furlong::bot::StopFlag;
    /// use furlong::{BotSpec, NewRace, Turn};
    ///
    /// let mut race = furlong::catalogue().begin(&NewRace::default().game("gotham").seed(Some(7)))?;
    /// let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
    /// let mut bot = race.bot(&BotSpec::named("hard"))?;
    /// let stop: StopFlag = Arc::new(AtomicBool::new(false));
    /// stop.store(true, Ordering::Relaxed); // another thread does so at the deadline
    /// let action = bot.choose(race.decision(seat, &bot)?.until(&stop))?;
    /// race.play(seat, &action)?;
    /// # Ok::<(), furlong::any::AnyError>(())
    /// ```
    #[must_use]
    pub fn until(mut self, stop: &StopFlag) -> Self {
        self.0.stop_at(Arc::clone(stop));
        self
    }
}

impl fmt::Debug for AnyDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyDecision").finish_non_exhaustive()
    }
}

trait Erased: Send {
    fn stop_at(&mut self, stop: StopFlag);
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
    pub(super) stop: Option<StopFlag>,
    /// `true` when the bot starts the game afresh, and the news contain everything that has happened.
    pub(super) is_afresh: bool,
    /// The happenings that the seat saw since the last report to the bot.
    pub(super) news: Vec<G::Happening>,
    /// The part of the race that the bot knows once the news are reported.
    pub(super) heard: Heard,
}

impl<G: Playable> Owned<G> {
    /// Reports the news to the bot, and asks it.
    fn ask<T>(
        mut self,
        bot: &mut AnyBot,
        ask: impl FnOnce(&mut dyn Bot<G>, &mut Decision<'_, G>) -> T,
    ) -> Result<T, AnyError> {
        let known = bot.of_mut::<G>()?;
        if self.is_afresh && known.listens() {
            known.begin(&self.game, self.seat);
        }
        for happening in &self.news {
            known.observe(&self.game, self.seat, happening);
        }
        let mut decision = Decision::new(&*self.game, &self.view, &self.actions, &mut self.rng);
        decision = decision.at(self.heard.events + 1);
        if let Some(stop) = &self.stop {
            decision = decision.until(stop);
        }
        let answer = ask(known, &mut decision);
        bot.was_stopped = decision.was_stopped();
        bot.heard = Some(self.heard);
        Ok(answer)
    }
}

impl<G: Playable> Erased for Owned<G> {
    fn stop_at(&mut self, stop: StopFlag) {
        self.stop = Some(stop);
    }

    fn choose(self: Box<Self>, bot: &mut AnyBot) -> Result<Value, AnyError> {
        let action = self.ask(bot, |bot, decision| bot::asked(|| bot.choose(decision)))??;
        Ok(json::plain(&action))
    }

    fn consider(self: Box<Self>, bot: &mut AnyBot) -> Result<Vec<Considered<Value>>, AnyError> {
        let best = self.ask(bot, |bot, decision| bot::asked(|| bot.consider(decision)))??;
        let erased = |best: Considered<G::Action>| Considered {
            action: json::plain(&best.action),
            chance: best.chance,
            reason: best.reason,
        };
        Ok(best.into_iter().map(erased).collect())
    }
}
