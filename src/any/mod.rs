//! Games chosen by name at run time.

mod bot;
mod race;

use std::error::Error;

use crate::arena;
use crate::arena::diff::{DiffError, DiffReport, Search};
use crate::bot::{BotError, BotKind, BotSpec, UnknownBot, usual_bot};
use crate::forms::json;
use crate::game::{ImpossibleOutcome, SetupError, SetupOption};
use crate::ground::fault::Faults;
use crate::ground::setters::setters;
use crate::ground::streams::Streams;
use crate::playable::Playable;
use crate::race::{NotAtTheTable, Race, TurnError, UndoError};
use crate::record;
use crate::record::{Record, RecordError};
use crate::ruleset;
use crate::ruleset::{Embedded, Ruleset, RulesetError, Source};
use crate::text::Misread;

use crate::ground::sentences::sentences;
use crate::text::separated;
pub use bot::{AnyBot, AnyDecision};
pub use race::{AnyChoice, AnyRace};

/// The reason why an operation on a race of any game failed. The race is unchanged.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum AnyError {
    /// No game has this name.
    #[error("there is no game `{name}`; there are: {known}")]
    UnknownGame {
        /// The requested name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The ruleset cannot be loaded.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("the ruleset: {0}")]
    Unplayable(Faults),
    /// The set-up does not fit the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The text is not a record of a game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record does not replay; the error names the event and the reason.
    #[error("the record does not replay: {0}")]
    Replay(Box<dyn Error + Send + Sync>),
    /// No bot has this name.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// The bot belongs to another game.
    #[error("the bot `{bot}` plays another game, not `{game}`")]
    OtherGame {
        /// The bot.
        bot: BotSpec,
        /// The game of the race.
        game: &'static str,
    },
    /// The seat is not at the table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// Nothing is taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// A bot's turn failed.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A bot failed to give advice.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The JSON is not an action or outcome of this game.
    #[error("not of this game: {}", json::reason(.0))]
    Foreign(serde_json::Error),
    /// The action is illegal.
    #[error("{0}")]
    Illegal(Box<dyn Error + Send + Sync>),
    /// The typed text is not an action.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The outcome cannot come.
    #[error(transparent)]
    Impossible(#[from] ImpossibleOutcome),
}

sentences!(AnyError);

/// The games that a program offers, by name: for servers, programs with a menu, and bindings to other
/// languages.
///
/// A catalogue creates each race as an [`AnyRace`], whose types are the same for every game: views, actions
/// and outcomes are JSON, and actions can also be typed in words.
///
/// ```
/// use furlong::{BotSpec, NewRace, Turn};
///
/// let catalogue = furlong::catalogue(); // add your own game with `.with::<MyGame>()`
/// let wanted = NewRace::default().game("animal-race").players(Some(3)).seed(Some(7));
/// let mut race = catalogue.begin(&wanted)?;
/// let mut bot = race.bot(&BotSpec::named("random"))?;
/// while let Turn::Seat(seat) = race.proceed() {
///     let choices = race.choices(seat);
///     if choices.len() == 1 {
///         race.play(seat, &choices[0].action)?;
///     } else {
///         race.ask(&mut bot)?;
///     }
/// }
/// assert_eq!(race.standings().rows.len(), 3);
///
/// // The record names its game.
/// let again = catalogue.resume(&race.record_json())?;
/// assert_eq!(again.standings(), race.standings());
/// # Ok::<(), furlong::AnyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<Offer>,
}

/// A game of a catalogue, with everything known about it before a race begins.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The name in files and on command lines.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The embedded rulesets, the default one first.
    pub rulesets: &'static [Embedded],
    /// The bots, the default opponent first.
    pub bots: &'static [BotKind],
    /// The options of the set-up.
    pub options: &'static [SetupOption],
    begin: fn(&NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError>,
    resume: fn(&str) -> Result<Box<dyn AnyRace>, AnyError>,
    diff: fn(Source<'_>, Source<'_>, &Search) -> Result<DiffReport, AnyError>,
}

/// The parameters of a new race.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRace<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The source of the ruleset; the default ruleset when `None`. A server that passes on what a client has written opens
    /// no file, since only [`Source::File`] does.
    pub ruleset: Option<Source<'a>>,
    /// The number of players; the smallest allowed number when `None`.
    pub players: Option<u8>,
    /// The options of the set-up, by name.
    pub options: &'a [(&'a str, &'a str)],
    /// The seed of all chance outcomes; an unpredictable one when `None`.
    pub seed: Option<u64>,
}

setters!(NewRace<'a> { game: &'a str, ruleset: Option<Source<'a>>, players: Option<u8>, options: &'a [(&'a str, &'a str)], seed: Option<u64> });

impl Offer {
    /// The facts about a game.
    pub const fn of<G: Playable>() -> Self {
        Self {
            id: G::ID,
            title: G::TITLE,
            rulesets: G::Ruleset::EMBEDDED,
            bots: G::BOTS,
            options: G::OPTIONS,
            begin: begin::<G>,
            resume: resume::<G>,
            diff: diff::<G>,
        }
    }

    /// The name of the default ruleset.
    pub fn usual_ruleset(&self) -> &'static str {
        self.rulesets.first().map_or("", |embedded| embedded.name)
    }

    /// The name of the default opponent.
    pub fn usual_bot(&self) -> &'static str {
        usual_bot(self.bots)
    }
}

impl Catalogue {
    /// A catalogue without games.
    pub const fn new() -> Self {
        Self { games: Vec::new() }
    }

    /// Adds a game. It replaces a game with the same name.
    #[must_use]
    pub fn with<G: Playable>(mut self) -> Self {
        self.games.retain(|offer| offer.id != G::ID);
        self.games.push(Offer::of::<G>());
        self
    }

    /// The games in the order in which they were added.
    pub fn games(&self) -> &[Offer] {
        &self.games
    }

    /// The game with this name.
    ///
    /// # Errors
    /// When no game has this name.
    pub fn game(&self, name: &str) -> Result<&Offer, AnyError> {
        self.games.iter().find(|offer| offer.id == name).ok_or_else(|| AnyError::UnknownGame {
            name: name.to_owned(),
            known: separated(self.games.iter().map(|offer| offer.id), ", "),
        })
    }

    /// Starts a race.
    ///
    /// # Errors
    /// When the game or the ruleset is unknown, or the set-up does not fit.
    pub fn begin(&self, wanted: &NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError> {
        (self.game(wanted.game)?.begin)(wanted)
    }

    /// Compares two rulesets of a game and searches for positions in which they differ: see
    /// [`arena::diff`](mod@crate::arena::diff).
    ///
    /// # Errors
    /// When the game or a ruleset is unknown, or a ruleset is not playable.
    pub fn diff(
        &self,
        game: &str,
        first: Source<'_>,
        second: Source<'_>,
        search: &Search,
    ) -> Result<DiffReport, AnyError> {
        (self.game(game)?.diff)(first, second, search)
    }

    /// Continues a recorded race of any game in the catalogue.
    ///
    /// # Errors
    /// When the text is not a record of one of these games, or it does not replay.
    pub fn resume(&self, json: &str) -> Result<Box<dyn AnyRace>, AnyError> {
        (self.game(&record::game_of(json)?)?.resume)(json)
    }
}

fn begin<G: Playable>(wanted: &NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError> {
    let usual = || Offer::of::<G>().usual_ruleset().into();
    let ruleset = ruleset::open::<G::Ruleset>(wanted.ruleset.unwrap_or_else(usual))?;
    let game = G::new(ruleset).map_err(AnyError::Unplayable)?;
    let mut setup = game.setup(wanted.players.unwrap_or(*game.players().start()));
    for (option, value) in wanted.options {
        game.set_option(&mut setup, option, value)?;
    }
    Ok(Box::new(Race::new(game, &setup, wanted.seed.unwrap_or_else(Streams::any_seed))?))
}

fn diff<G: Playable>(first: Source<'_>, second: Source<'_>, search: &Search) -> Result<DiffReport, AnyError> {
    let found =
        arena::diff::<G>(&ruleset::open::<G::Ruleset>(first)?, &ruleset::open::<G::Ruleset>(second)?, search);
    match found {
        Ok(differences) => Ok(differences.report()),
        Err(DiffError::Unplayable { faults, .. }) => Err(AnyError::Unplayable(faults)),
        Err(DiffError::Ruleset(error)) => Err(error.into()),
    }
}

fn resume<G: Playable>(json: &str) -> Result<Box<dyn AnyRace>, AnyError> {
    let race = Race::<G>::resume(Record::from_json(json)?);
    Ok(Box::new(race.map_err(|error| AnyError::Replay(Box::new(error)))?))
}
