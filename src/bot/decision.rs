//! A question to a bot: everything that its seat may know, and nothing more.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::Ordering;

use super::StopFlag;
use crate::common::seat::Seat;
use crate::game::RaceGame;
use crate::game::streams::Stream;

/// A decision for a bot to make: the game, its seat, the legal actions, and its random numbers.
///
/// The view is created on demand, so a bot that never reads it costs nothing.
#[non_exhaustive]
pub struct Decision<'a, G: RaceGame> {
    /// The rules.
    pub game: &'a G,
    /// The seat that decides.
    pub seat: Seat,
    /// The legal actions in ascending order; never empty in a game that is being played.
    pub actions: &'a [G::Action],
    /// The bot's own random numbers, from a new generator for each decision.
    pub rng: &'a mut Stream,
    /// The flag that is raised when the answer is needed at once: see [`Decision::until`].
    pub stop: Option<&'a StopFlag>,
    stopped: Mark<'a>,
    /// The number of the decision's event, from 1, if it is known. For logs.
    event: Option<usize>,
    source: ViewSource<'a, G>,
}

/// The mark that an answer was cut short. A decision among fewer actions shares it.
enum Mark<'a> {
    Own(Cell<bool>),
    Of(&'a Cell<bool>),
}

impl Mark<'_> {
    fn cell(&self) -> &Cell<bool> {
        match self {
            Self::Own(cell) => cell,
            Self::Of(cell) => cell,
        }
    }
}

/// The source of the view.
enum ViewSource<'a, G: RaceGame> {
    View(&'a G::View),
    /// A full state, which the bot never sees.
    State(&'a G::State),
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one asks the game to be `Copy`")]
impl<G: RaceGame> Clone for ViewSource<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: RaceGame> Copy for ViewSource<'_, G> {}

impl<'a, G: RaceGame> Decision<'a, G> {
    /// Creates a decision of the seat that has this view.
    ///
    /// ```
    /// use furlong::gotham::Gotham;
    /// use furlong::{Bot, Decision, Race, RaceGame, RandomBot, Seat, Turn, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
    /// let Turn::Seat(seat) = race.proceed() else { panic!("somebody begins") };
    /// let (view, actions) = (race.view(seat)?, race.actions(seat));
    /// let mut rng = race.bot_stream(seat);
    /// let action = RandomBot.choose(&mut Decision::new(&game, &view, &actions, &mut rng))?;
    /// assert!(actions.contains(&action));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(game: &'a G, view: &'a G::View, actions: &'a [G::Action], rng: &'a mut Stream) -> Self {
        let (seat, stopped) = (game.viewer(view), Mark::Own(Cell::new(false)));
        Self { game, seat, actions, rng, stop: None, stopped, event: None, source: ViewSource::View(view) }
    }

    /// Creates a decision in a state. The view is computed when the bot asks for it.
    pub(crate) fn within(
        game: &'a G,
        state: &'a G::State,
        seat: Seat,
        actions: &'a [G::Action],
        rng: &'a mut Stream,
    ) -> Self {
        let stopped = Mark::Own(Cell::new(false));
        Self { game, seat, actions, rng, stop: None, stopped, event: None, source: ViewSource::State(state) }
    }

    /// Returns the decision with the number of its event in the game, from 1.
    pub(crate) fn at(self, event: usize) -> Self {
        Self { event: Some(event), ..self }
    }

    /// The number of the decision's event, from 1, if it is known.
    #[cfg(feature = "process")]
    pub(crate) fn event(&self) -> Option<usize> {
        self.event
    }

    /// Returns the decision with a stop flag, which is raised when the answer is needed at once: at a deadline, or when
    /// a run is interrupted. A bot with long decisions checks the flag and answers with the best action that it has
    /// found so far ([`Decision::cut_short`]). If it has found none, it returns
    /// [`BotError::Stopped`](super::BotError::Stopped).
    #[must_use]
    pub fn until(mut self, stop: &'a StopFlag) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Returns the decision restricted to fewer actions, for a bot that must not choose freely. `actions` are some of
    /// [`Decision::actions`], in ascending order.
    #[must_use]
    pub fn among<'b>(&'b mut self, actions: &'b [G::Action]) -> Decision<'b, G> {
        Decision {
            game: self.game,
            seat: self.seat,
            actions,
            rng: self.rng,
            stop: self.stop,
            stopped: Mark::Of(self.stopped.cell()),
            event: self.event,
            source: self.source,
        }
    }

    /// Marks the answer as the best that was found before the flag was raised. Called by the bot.
    pub fn cut_short(&self) {
        self.stopped.cell().set(true);
    }

    /// Returns whether the bot has marked its answer as cut short. For the caller that asked the bot.
    pub fn was_stopped(&self) -> bool {
        self.stopped.cell().get()
    }

    /// Returns whether the flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Computes the view of the seat: everything that it may know. Each call computes it again.
    #[inline]
    pub fn view(&self) -> G::View {
        match self.source {
            ViewSource::View(view) => view.clone(),
            ViewSource::State(state) => self.game.view(state, self.seat),
        }
    }
}

impl<G: RaceGame> fmt::Debug for Decision<'_, G> {
    /// Formats the decision without the hidden state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("seat", &self.seat)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}
