//! Records as files: their header and fields.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Serializer;

use super::clock::Clocks;
use super::event::{Branch, EventOf, Played, Player, Start, Undone};
use super::lines::Lines;
use super::rules::Rules;
use crate::common::seat::Seat;
use crate::formats::is_default;
use crate::formats::{Format, HeaderError};
use crate::game::RaceGame;
use crate::game::streams::Streams;

const FORMAT: Format = Format { name: "furlong-record", version: 1, a_file: "a game record" };

/// A game from its start to its latest event.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
pub struct Record<G: RaceGame> {
    #[serde(deserialize_with = "this_format")]
    format: String,
    #[serde(deserialize_with = "this_version")]
    version: u32,
    #[serde(deserialize_with = "this_game::<G, _>")]
    game: String,
    /// The complete ruleset.
    pub ruleset: Rules<G>,
    /// The players in the order of seats; empty when unknown.
    #[serde(default)]
    pub seats: Vec<Player>,
    /// The source of the random numbers.
    pub streams: Streams,
    /// How the game starts: from a set-up or from a position.
    pub start: Start<G::Setup, G::Position>,
    /// The game that this one branches off from, if it was continued from a moment of another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// All decisions and chance outcomes, in order.
    pub events: Vec<EventOf<G>>,
    /// Secret choices that are waiting for their turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Played<G::Action>>,
    /// Moves that were taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Undone>,
    /// The clocks of the people, if they play by the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// The player who has resigned, which ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Seat>,
    /// The milliseconds that each seat's person has thought about each decision, those that were taken back included.
    /// The last one of a seat is for the decision that it has not made yet. Empty when nobody measured them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thought_ms: Vec<Vec<u64>>,
    /// The number of decisions at the start that were drawn at random instead of made by a player.
    #[serde(default, skip_serializing_if = "is_default")]
    pub openings: u32,
}

/// Reads the format, and refuses any other one.
fn this_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let found = String::deserialize(deserializer)?;
    if found == FORMAT.name { Ok(found) } else { Err(D::Error::custom(FORMAT.foreign())) }
}

/// Reads the version, and refuses any other one, so that every way to read a record checks it.
fn this_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let found = u32::deserialize(deserializer)?;
    if found == FORMAT.version {
        Ok(found)
    } else {
        Err(D::Error::custom(FORMAT.other_version(&found.to_string())))
    }
}

/// Reads the id of the game, and refuses any other one.
fn this_game<'de, G: RaceGame, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let found = String::deserialize(deserializer)?;
    if found == G::ID {
        Ok(found)
    } else {
        Err(D::Error::custom(RecordError::OtherGame { found, expected: G::ID }))
    }
}

/// The reason why a text is not a record of this game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The record belongs to another game.
    #[error("a record of `{found}`, not of `{expected}`")]
    OtherGame {
        /// The game that the record names.
        found: String,
        /// The expected game.
        expected: &'static str,
    },
    /// A field is missing, unknown, or has an invalid value.
    #[error("cannot read the record: it was edited, or written by another version: {0}")]
    Unreadable(#[source] serde_json::Error),
}

/// Returns the id of the game that a record in JSON belongs to.
///
/// # Errors
/// When the text is not a record, or has another version.
pub fn game_of(json: &str) -> Result<String, RecordError> {
    #[derive(Deserialize)]
    struct Header {
        game: String,
    }
    FORMAT.check(json)?;
    let header: Header = serde_json::from_str(json).map_err(RecordError::Unreadable)?;
    Ok(header.game)
}

impl<G: RaceGame> Record<G> {
    /// Creates a record without events.
    pub fn new(ruleset: Rules<G>, start: Start<G::Setup, G::Position>, streams: Streams) -> Self {
        Self {
            format: FORMAT.name.to_owned(),
            version: FORMAT.version,
            game: G::ID.to_owned(),
            ruleset,
            seats: Vec::new(),
            streams,
            start,
            branch: None,
            events: Vec::new(),
            waiting: Vec::new(),
            undone: Vec::new(),
            clocks: None,
            resigned: None,
            thought_ms: Vec::new(),
            openings: 0,
        }
    }

    /// Reads a record of this game. It does not check the events against the rules; [`Record::replay`] does.
    ///
    /// # Errors
    /// When the text is not a record of this game.
    pub fn from_json(json: &str) -> Result<Self, RecordError> {
        let found = game_of(json)?;
        if found != G::ID {
            return Err(RecordError::OtherGame { found, expected: G::ID });
        }
        serde_json::from_str(json).map_err(RecordError::Unreadable)
    }

    /// Returns the record of a game that shares the first `events` events with this one (or all, if there are fewer)
    /// and then continues with other chance outcomes, from `streams`. Its [`branch`](Self::branch) names this game.
    ///
    /// ```
    /// use furlong::gotham::Gotham;
    /// use furlong::{Race, RaceGame, RandomBot, Streams, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
    /// race.proceed();
    /// let before = race.events();
    /// race.ask(&mut RandomBot)?;
    ///
    /// let mut other = Race::resume(race.record().branch(before, Streams::new(8)))?;
    /// assert_eq!(other.events(), before);
    /// other.ask(&mut RandomBot)?;
    /// assert_eq!(other.record().branch.unwrap().streams, Streams::new(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn branch(&self, events: usize, streams: Streams) -> Self {
        let mut branch = self.clone();
        branch.events.truncate(events);
        branch.branch = Some(Branch { streams: self.streams, events: branch.events.len() });
        branch.streams = streams;
        branch.waiting.clear();
        branch.undone.clear();
        branch.clocks = None;
        branch.resigned = None;
        branch.thought_ms.clear();
        branch.openings = self.openings.min(branch.events.len() as u32);
        branch
    }

    /// Returns whether this record is the same game as `earlier`, at that point or later, so that it can replace
    /// `earlier` without loss.
    pub fn continues(&self, earlier: &Self) -> bool {
        earlier.ruleset == self.ruleset
            && earlier.streams == self.streams
            && earlier.start == self.start
            && earlier.branch == self.branch
            && earlier.seats == self.seats
            && self.events.starts_with(&earlier.events)
            && self.undone.starts_with(&earlier.undone)
            && earlier.resigned.is_none_or(|seat| self.resigned == Some(seat))
    }

    /// Writes the record as JSON, with one event on each line.
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        // A record has only plain fields and text keys, which JSON can always write.
        _ = self.serialize(&mut Serializer::with_formatter(&mut json, Lines::default()));
        json.push(b'\n');
        String::from_utf8(json).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::RandomBot;
    use crate::dash::{Dash, Rules};
    use crate::race::Race;
    use crate::ruleset::{self, Ruleset as _};

    #[test]
    fn a_game_that_differs_in_anything_but_what_came_later_is_another_game() {
        let game = Dash::short();
        let setup = game.setup(2);
        let mut game = Race::new(game, &setup, 1).expect("a set-up that fits");
        game.ask(&mut RandomBot).expect("a seat is to move");
        game.proceed();
        let mut earlier = game.record().clone();
        earlier.undone = vec![Undone { event: 0, seat: Seat::FIRST }];
        earlier.resigned = Some(Seat::FIRST);
        let later = || {
            let mut later = earlier.clone();
            later.events.extend(earlier.events.clone());
            later.undone.extend(earlier.undone.clone());
            later
        };
        assert!(later().continues(&earlier));
        let other_rules = Rules::EMBEDDED[0].text.replace("goal = 9", "goal = 8");
        let changes: [fn(&mut Record<Dash>, &str); 9] = [
            |record, rules| {
                record.ruleset =
                    super::Rules::read(ruleset::open(ruleset::Source::Text(rules)).expect("a ruleset"));
            },
            |record, _| record.streams.seed += 1,
            |record, _| record.streams.group += 1,
            |record, _| record.start = Start::Setup(Dash::short().setup(3)),
            |record, _| {
                record.seats.push(Player {
                    name: "you".to_owned(),
                    player: "person".to_owned(),
                    colour: None,
                });
            },
            |record, _| record.branch = Some(Branch { streams: Streams::new(3), events: 0 }),
            |record, _| record.events.clear(),
            |record, _| record.undone[0].event += 1,
            |record, _| record.resigned = None,
        ];
        for (index, change) in changes.iter().enumerate() {
            let mut other = later();
            change(&mut other, &other_rules);
            assert!(!other.continues(&earlier), "change {index}");
        }
    }
}
