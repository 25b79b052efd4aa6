//! The games that a program offers.

use std::sync::Arc;

use crate::bot::{BotKind, Roster, usual_bot};
use crate::game::SetupOption;
use crate::playable::Playable;
use crate::record;
use crate::ruleset::{Embedded, Ruleset};
use crate::text::Cover;

use super::error::AnyError;
use super::new_race::{NewRace, usual_ruleset};
use super::race::AnyRace;
use super::stock::{AnyGame, Stock};

/// The games that a program offers, by name: for servers, programs with a menu, and bindings to other
/// languages.
///
/// A catalogue creates each race as an [`AnyRace`], whose types are the same for every game: views, actions and
/// outcomes are JSON, and actions can also be typed in words. Races under equal rulesets share one game, within a
/// catalogue and its copies.
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
/// # Ok::<(), furlong::any::AnyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    games: Vec<CatalogueEntry>,
}

/// A game in a catalogue, with everything that is known about it before a race begins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CatalogueEntry {
    /// The name in files and on command lines.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What a list of games shows besides the title.
    pub cover: Option<Cover>,
    /// The embedded rulesets, the default one first.
    pub rulesets: &'static [Embedded],
    /// The bots, the default opponent first.
    pub bots: Vec<BotKind>,
    /// The options of the set-up.
    pub options: &'static [SetupOption],
    game: Arc<dyn AnyGame>,
}

impl CatalogueEntry {
    /// Creates an entry for a game with its default bots.
    pub fn of<G: Playable>() -> Self {
        Self::with_bots(Roster::<G>::of_game())
    }

    /// Creates an entry for a game with these bots.
    pub fn with_bots<G: Playable>(bots: Roster<G>) -> Self {
        Self {
            id: G::ID,
            title: G::TITLE,
            cover: G::COVER,
            rulesets: G::Ruleset::EMBEDDED,
            bots: bots.kinds().to_vec(),
            options: G::OPTIONS,
            game: Arc::new(Stock::new(bots)),
        }
    }

    /// The name of the default ruleset.
    pub fn usual_ruleset(&self) -> &'static str {
        usual_ruleset(self.rulesets)
    }

    /// The name of the default opponent.
    pub fn usual_bot(&self) -> &'static str {
        usual_bot(&self.bots)
    }
}

impl Catalogue {
    /// A catalogue without games.
    pub const fn new() -> Self {
        Self { games: Vec::new() }
    }

    /// Adds a game. It replaces any game with the same name.
    #[must_use]
    pub fn with<G: Playable>(self) -> Self {
        self.with_bots(Roster::<G>::of_game())
    }

    /// Adds a game with these bots, both its own and the program's. It replaces any game with the same name.
    #[must_use]
    pub fn with_bots<G: Playable>(mut self, bots: Roster<G>) -> Self {
        let offer = CatalogueEntry::with_bots(bots);
        match self.games.iter_mut().find(|known| known.id == G::ID) {
            Some(known) => *known = offer,
            None => self.games.push(offer),
        }
        self
    }

    /// Returns the games in the order in which they were added.
    pub fn games(&self) -> &[CatalogueEntry] {
        &self.games
    }

    /// Returns the game with this name.
    ///
    /// # Errors
    /// When no game has this name.
    pub fn game(&self, name: &str) -> Result<&CatalogueEntry, AnyError> {
        self.games.iter().find(|offer| offer.id == name).ok_or_else(|| AnyError::UnknownGame {
            name: name.to_owned(),
            known: self.games.iter().map(|offer| offer.id).collect(),
        })
    }

    /// Starts a race.
    ///
    /// # Errors
    /// When the game or the ruleset is unknown, or the set-up does not fit.
    pub fn begin(&self, wanted: &NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError> {
        self.game(wanted.game)?.game.begin(wanted)
    }

    /// Continues a recorded race of any game in the catalogue.
    ///
    /// # Errors
    /// When the text is not a record of one of these games, or it does not replay.
    pub fn resume(&self, json: &str) -> Result<Box<dyn AnyRace>, AnyError> {
        self.game(&record::game_of(json)?)?.game.resume(json)
    }
}
