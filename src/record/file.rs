//! A record as a file: its header and fields.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Serializer;

use super::event::{Choice, EventOf, Player, Start, Undone};
use super::lines::Lines;
use crate::format::{Format, HeaderError};
use crate::game::RaceGame;
use crate::readable::readable;
use crate::streams::Streams;

const FORMAT: Format = Format { name: "furlong-record", version: 1, a_file: "a game record" };

/// A game from its start to its last event so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields, bound = "")]
pub struct Record<G: RaceGame> {
    #[serde(deserialize_with = "this_format")]
    format: String,
    #[serde(deserialize_with = "this_version")]
    version: u32,
    #[serde(deserialize_with = "this_game::<G, _>")]
    game: String,
    /// The rules of the game, all fields.
    pub ruleset: G::Ruleset,
    /// Who sits where, in the order of seats; may be empty when nobody said.
    #[serde(default)]
    pub seats: Vec<Player>,
    /// Where the random numbers came from.
    pub streams: Streams,
    /// What it began with.
    pub start: Start<G::Setup, G::Position>,
    /// Everything that was decided, by seats and by chance.
    pub events: Vec<EventOf<G>>,
    /// Secret choices that wait for their turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Choice<G::Action>>,
    /// Moves that were taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Undone>,
    /// The number of decisions at the start that were drawn at random; no player has made them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub openings: u32,
}

readable!({G: RaceGame} Record<G>);

/// Reads the format and refuses every other one.
fn this_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let found = String::deserialize(deserializer)?;
    if found == FORMAT.name { Ok(found) } else { Err(D::Error::custom(FORMAT.foreign())) }
}

/// Reads the version and refuses every other one, so that no way of reading a record passes it by.
fn this_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let found = u32::deserialize(deserializer)?;
    if found == FORMAT.version {
        Ok(found)
    } else {
        Err(D::Error::custom(FORMAT.other_version(&found.to_string())))
    }
}

/// Reads the game's id and refuses that of another game.
fn this_game<'de, G: RaceGame, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let found = String::deserialize(deserializer)?;
    if found == G::ID {
        Ok(found)
    } else {
        Err(D::Error::custom(RecordError::OtherGame { found, expected: G::ID }))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Why a text is not a record of this game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// It is a record of another game.
    #[error("a record of the game `{found}`, not of `{expected}`")]
    OtherGame {
        /// The game it names.
        found: String,
        /// The game that was asked for.
        expected: &'static str,
    },
    /// A field is missing, unknown, or has an impossible value.
    #[error("damaged record: {0}")]
    Damaged(serde_json::Error),
}

/// The game that a record in JSON is of.
///
/// # Errors
/// When the text is not a record, or has another version.
pub fn game_of(json: &str) -> Result<String, RecordError> {
    #[derive(Deserialize)]
    struct Header {
        game: String,
    }
    FORMAT.check(json)?;
    let header: Header = serde_json::from_str(json).map_err(RecordError::Damaged)?;
    Ok(header.game)
}

impl<G: RaceGame> Record<G> {
    /// A record without events.
    pub fn new(ruleset: G::Ruleset, start: Start<G::Setup, G::Position>, streams: Streams) -> Self {
        Self {
            format: FORMAT.name.to_owned(),
            version: FORMAT.version,
            game: G::ID.to_owned(),
            ruleset,
            seats: Vec::new(),
            streams,
            start,
            events: Vec::new(),
            waiting: Vec::new(),
            undone: Vec::new(),
            openings: 0,
        }
    }

    /// Reads a record of this game. The events are not checked against the rules: [`Record::replay`] does.
    ///
    /// # Errors
    /// When the text is no record of this game.
    pub fn from_json(json: &str) -> Result<Self, RecordError> {
        let found = game_of(json)?;
        if found != G::ID {
            return Err(RecordError::OtherGame { found, expected: G::ID });
        }
        serde_json::from_str(json).map_err(RecordError::Damaged)
    }

    /// The record as JSON, one event a line.
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        // Everything in a record is made of plain fields with text keys, which JSON can always write.
        _ = self.serialize(&mut Serializer::with_formatter(&mut json, Lines::default()));
        json.push(b'\n');
        String::from_utf8(json).unwrap_or_default()
    }
}
