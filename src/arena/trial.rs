//! Compares rulesets in a few lines, for programs and tests.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::compare::Comparison;
use super::endings::MOST_UNFINISHED;
use super::entrant::Entrant;
use super::metric::Measured;
use super::results::{Incomparable, Results};
use super::run::{Arena, ArenaError, BATCH, MOST_EVENTS};
use super::side_by_side::play_side_by_side;
use crate::bot::{BotSpec, Bots, UnknownBot};
use crate::common::fault::Faults;
use crate::common::sentences::sentences;
use crate::common::setters::setters;
use crate::game::RaceGame;
use crate::ruleset;
use crate::ruleset::{Ruleset, RulesetError, Source};

/// An experiment with fixed players and deals, for any ruleset of a game.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::Trial;
///
/// let trial = Trial::<AnimalRace>::new("random")?.players(2).groups(60).seed(1).on(["naps"]);
/// let comparison = trial.compare("classic", ["apprentice"])?;
/// // No animal naps under the rules for beginners.
/// comparison.expect_less("naps")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A ruleset can be given as a name, a path or a value, alone or with a set-up: see [`Rules`].
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Trial<G> {
    /// The number of players, if no set-up is given.
    pub players: u8,
    /// The bots: one for all seats, or one for each.
    pub bots: Vec<BotSpec>,
    /// The number of deals.
    pub groups: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of random decisions at the start of each game: see [`Arena::openings`].
    pub openings: u32,
    /// The maximum share of unfinished games, from 0 to 1, with which figures are judged; 1 % by default. See
    /// [`Endings`](super::Endings).
    pub most_unfinished: f64,
    /// The metrics that are compared, or all if the list is empty: see [`Trial::on`].
    pub metrics: Vec<String>,
    /// The number of threads; `None` means one for each processor.
    pub threads: Option<NonZeroUsize>,
    game: PhantomData<fn() -> G>,
}

setters!(Trial<G: Bots> { players: u8, bots: Vec<BotSpec>, groups: u64, seed: u64, most_events: u32, openings: u32, most_unfinished: f64, threads: Option<NonZeroUsize> });

/// The reason why a trial failed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The ruleset cannot be opened.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("{ruleset}: {faults}")]
    Unplayable {
        /// The name or the path of the ruleset.
        ruleset: String,
        /// The faults of the ruleset.
        #[source]
        faults: Faults,
    },
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The two sides cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
}

sentences!(TrialError);

impl<G: Measured + Bots> Trial<G> {
    /// Creates a trial of 100 deals for two players, both `bot`.
    ///
    /// ```
    /// use furlong::animal_race::AnimalRace;
    /// use furlong::arena::Trial;
    ///
    /// let error = Trial::<AnimalRace>::new("heuristc").expect_err("there is no such bot");
    /// assert!(error.to_string().contains("heuristic"), "{error}");
    /// ```
    ///
    /// # Errors
    /// When `bot` is not a bot of the game.
    pub fn new(bot: &str) -> Result<Self, UnknownBot> {
        let bot: BotSpec = bot.parse()?;
        G::bot(&bot)?;
        Ok(Self {
            players: 2,
            bots: vec![bot],
            groups: 100,
            seed: 1,
            most_events: MOST_EVENTS,
            openings: 0,
            most_unfinished: MOST_UNFINISHED,
            metrics: Vec::new(),
            threads: None,
            game: PhantomData,
        })
    }

    /// Returns the same trial with comparisons in these metrics only. P-values are corrected for the number of metrics
    /// compared, so a test about one metric should name it.
    #[must_use]
    pub fn on<S: Into<String>>(mut self, metrics: impl IntoIterator<Item = S>) -> Self {
        self.metrics = metrics.into_iter().map(Into::into).collect();
        self
    }

    /// Plays under one ruleset.
    ///
    /// # Errors
    /// When there is no such ruleset or bot, or the games cannot be played.
    pub fn run(&self, rules: impl Rules<G>) -> Result<Results, TrialError> {
        Ok(self.arena(rules)?.run()?)
    }

    /// Returns the arena of this trial for a ruleset.
    ///
    /// # Errors
    /// When there is no such ruleset or bot, or the set-up does not fit.
    pub fn arena(&self, rules: impl Rules<G>) -> Result<Arena<G>, TrialError> {
        let (game, setup) = rules.table(self.players)?;
        let seats = game.seats(&game.start(&setup).map_err(ArenaError::from)?).count();
        let one_for_all = self.bots.len() == 1;
        let specs = self.bots.iter().cycle().take(if one_for_all { seats.into() } else { self.bots.len() });
        let lineup = specs.map(Entrant::of).collect::<Result<_, _>>().map_err(ArenaError::from)?;
        let arena = Arena::new(game, setup, lineup, self.seed, self.groups);
        Ok(Arena {
            most_events: self.most_events,
            openings: self.openings,
            most_unfinished: self.most_unfinished,
            threads: self.threads,
            ..arena
        })
    }

    /// Plays a base ruleset and others on the same deals and compares each of the others with the base.
    ///
    /// ```
    /// use furlong::arena::Trial;
    /// use furlong::gotham::{Gotham, Ruleset};
    /// use furlong::ruleset;
    ///
    /// let trial = Trial::<Gotham>::new("random")?.players(4).groups(60);
    /// let spaces = |spaces: u32| {
    ///     let name = format!("spaces-{spaces}");
    ///     ruleset::open::<Ruleset>(ruleset::Source::Text(&format!(
    ///         "[ruleset]\nname = \"{name}\"\nextends = \"standard\"\n[track]\nspaces = {spaces}"
    ///     )))
    /// };
    /// let longer = [spaces(48)?, spaces(56)?];
    /// trial.compare("standard", &longer)?.expect_more("rounds")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Trial::run`].
    pub fn compare(
        &self,
        base: impl Rules<G>,
        others: impl IntoIterator<Item: Rules<G>>,
    ) -> Result<Comparison, TrialError> {
        let mut arenas = vec![self.arena(base)?];
        for other in others {
            arenas.push(self.arena(other)?);
        }
        let mut go_on = |_: &[Results]| ControlFlow::Continue(());
        match play_side_by_side(&arenas, BATCH, &|_| (), &mut go_on)? {
            (_, Some(error)) => Err(error.into()),
            (runs, None) => match runs.split_first() {
                Some((base, others)) => Ok(Comparison::on(&self.metrics, base, others)?),
                None => Err(Incomparable::NoOthers.into()),
            },
        }
    }
}

/// Rules for a [`Trial`]: the name of a ruleset or the path of its file (`"classic"`), a ruleset (`&ruleset`), or a pair
/// of either with a set-up (`("classic", setup)`).
pub trait Rules<G: RaceGame> {
    /// Returns the game under these rules with its set-up: the given one, or the default one for `players` players.
    ///
    /// # Errors
    /// When there is no such ruleset, or it is not playable.
    fn table(self, players: u8) -> Result<(G, G::Setup), TrialError>;
}

impl<G: RaceGame> Rules<G> for &str {
    fn table(self, players: u8) -> Result<(G, G::Setup), TrialError> {
        // A file is identified better by its path than by the name in it.
        table(ruleset::open::<G::Ruleset>(Source::typed(self))?, self, players)
    }
}

/// A source, so that a ruleset can be given as text without naming its type: `trial.compare("standard",
/// [Source::Text(toml)])`.
impl<G: RaceGame> Rules<G> for Source<'_> {
    fn table(self, players: u8) -> Result<(G, G::Setup), TrialError> {
        let ruleset = ruleset::open::<G::Ruleset>(self)?;
        let name = ruleset.title().name.clone();
        table(ruleset, &name, players)
    }
}

impl<G: RaceGame<Ruleset = R>, R: Ruleset> Rules<G> for &R {
    fn table(self, players: u8) -> Result<(G, G::Setup), TrialError> {
        table(self.clone(), &self.title().name, players)
    }
}

impl<G: RaceGame<Setup = S>, R: Rules<G>, S> Rules<G> for (R, S) {
    fn table(self, players: u8) -> Result<(G, S), TrialError> {
        let (rules, setup) = self;
        Ok((rules.table(players)?.0, setup))
    }
}

fn table<G: RaceGame>(ruleset: G::Ruleset, name: &str, players: u8) -> Result<(G, G::Setup), TrialError> {
    let game =
        G::new(ruleset).map_err(|faults| TrialError::Unplayable { ruleset: name.to_owned(), faults })?;
    let setup = game.setup(players);
    Ok((game, setup))
}
