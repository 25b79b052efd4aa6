//! The bots that you can ask for by name: those of a game, and those that a program adds.

use std::fmt;
use std::sync::Arc;

use super::spec::usual_bot;
use super::{Bot, BotKind, BotSpec, Bots, UnknownBot};
#[cfg(feature = "process")]
use super::{ProcessObserver, ProcessPool, ProcessSpec};
use crate::game::RaceGame;

type Make<G> = Arc<dyn Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> + Send + Sync>;

/// The bots of one game that you can ask for by name: those of the game, and those that a program adds.
///
/// A [`Catalogue`](crate::Catalogue) takes one with [`with_bots`](crate::Catalogue::with_bots), and the arena takes its
/// bots as entrants ([`Entrant::of_roster`](crate::arena::Entrant::of_roster)).
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::bot::BotKind;
/// use furlong::{BotSpec, NewRace, RandomBot, Roster, Turn};
///
/// let bots = Roster::<Gotham>::of_game()
///     .with(BotKind::plain("mine", "takes what comes"), |_: &BotSpec| Ok(Box::new(RandomBot)));
/// let catalogue = furlong::catalogue().with_bots(bots);
///
/// let mut race = catalogue.begin(&NewRace::default().game("gotham").seed(Some(7)))?;
/// let mut mine = race.bot(&BotSpec::named("mine"))?;
/// while race.proceed() != Turn::Over {
///     race.ask(&mut mine)?;
/// }
/// # Ok::<(), furlong::any::AnyError>(())
/// ```
#[derive(Clone)]
pub struct Roster<G: RaceGame> {
    kinds: Vec<BotKind>,
    /// The constructors of the added bots, by name; [`Bots::bot`] creates those of the game.
    makers: Vec<(&'static str, Make<G>)>,
    of_game: Make<G>,
    /// The listener to bots that are processes.
    #[cfg(feature = "process")]
    observer: Option<Arc<dyn ProcessObserver>>,
}

impl<G: Bots> Roster<G> {
    /// The bots of the game.
    pub fn of_game() -> Self {
        Self {
            kinds: G::BOTS.to_vec(),
            makers: Vec::new(),
            of_game: Arc::new(G::bot),
            #[cfg(feature = "process")]
            observer: None,
        }
    }
}

impl<G: Bots> Default for Roster<G> {
    fn default() -> Self {
        Self::of_game()
    }
}

impl<G: RaceGame> Roster<G> {
    /// Adds a bot, or replaces the bot with the same name. `make` gets a spec with this name and only parameters that
    /// `kind` has; it refuses bad values with [`BotSpec::refuse`].
    #[must_use]
    pub fn with(
        mut self,
        kind: BotKind,
        make: impl Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> + Send + Sync + 'static,
    ) -> Self {
        match self.kinds.iter_mut().find(|known| known.name == kind.name) {
            Some(known) => *known = kind,
            None => self.kinds.push(kind),
        }
        self.makers.retain(|(name, _)| *name != kind.name);
        self.makers.push((kind.name, Arc::new(make)));
        self
    }

    /// Returns the roster with an observer that listens to all bots that are processes, from now on.
    #[cfg(feature = "process")]
    #[must_use]
    pub fn with_process_observer(self, observer: Arc<dyn ProcessObserver>) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// The processes of one bot.
    #[cfg(feature = "process")]
    pub(crate) fn pool(&self, spec: &ProcessSpec) -> ProcessPool {
        let pool = ProcessPool::new(spec.clone());
        match &self.observer {
            Some(observer) => pool.with_process_observer(Arc::clone(observer)),
            None => pool,
        }
    }

    /// The bots in the order in which they are offered, the usual opponent first.
    pub fn kinds(&self) -> &[BotKind] {
        &self.kinds
    }

    /// The usual opponent.
    pub fn usual(&self) -> BotSpec {
        BotSpec::named(usual_bot(&self.kinds))
    }

    /// Creates a bot.
    ///
    /// # Errors
    /// When there is no such bot, or it has no such parameter.
    pub fn bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        spec.check(&self.kinds)?;
        let added = self.makers.iter().find(|(name, _)| *name == spec.name);
        added.map_or(&self.of_game, |(_, make)| make)(spec)
    }
}

impl<G: RaceGame> fmt::Debug for Roster<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Roster").field(&self.kinds).finish()
    }
}
