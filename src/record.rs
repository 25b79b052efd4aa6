//! A game as a file: the rules, the table, and every event, so that anybody can check and replay it.
//!
//! A record is JSON. It names its format and version and the game, carries the whole resolved ruleset, who
//! sits where, the start, the seed and group of the random streams, and all events in order, chance included.
//! So it replays without any random generator and stays valid whatever becomes of one.
//!
//! ```json
//! {
//!   "format": "furlong-record", "version": 1, "game": "animal-race",
//!   "ruleset": { "...": "all fields" },
//!   "seats": [{ "name": "you", "player": "person" }, { "name": "bot 2", "player": "heuristic" }],
//!   "streams": { "seed": 7, "group": 0 },
//!   "start": { "setup": { "players": 2 } },
//!   "events": [{ "chance": { "starting-bet": "hare" } }, { "seat": 0, "action": { "bet": "fox" } }]
//! }
//! ```
//!
//! A record holds everything that is hidden in the game, and the seed, from which all chance to come can be computed:
//! until the game is over it is not for the eyes of those who play.
//!
//! A chance event that was entered by hand says `"by-hand": true`. Secret choices that were made ahead of
//! their turn wait under `waiting`; moves that were taken back are counted under `undone`. `openings` says how many decisions
//! at the start were drawn at random.

use std::io::{self, Write};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::fault::Faults;
use crate::game::{EventData, ImpossibleOutcome, RaceGame, SetupError, Turn};
use crate::observer::Observer;
use crate::readable::readable;
use crate::seat::Seat;
use crate::streams::Streams;

/// The word that every record begins with.
pub const FORMAT: &str = "furlong-record";
/// The version of the format that this library writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// A game from its start to its last event so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields, bound = "")]
pub struct Record<G: RaceGame> {
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

/// Reads the version and refuses every other one, so that no way of reading a record passes it by.
fn this_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(D::Error::custom(RecordError::Version(other.to_string()))),
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

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Player {
    /// What the seat is called.
    pub name: String,
    /// `person`, or a bot with its parameters as [`crate::BotSpec`] writes them, or a command that is a bot.
    pub player: String,
}

/// What a game began with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start<S, P> {
    /// A set-up: from the beginning.
    Setup(S),
    /// A position: from the middle.
    Position(Box<P>),
}

/// One event: what a seat or chance decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", untagged, try_from = "WrittenEvent<A, C>")]
#[serde(bound = "A: EventData, C: EventData")]
pub enum Event<A, C> {
    /// A seat has decided.
    Action(Choice<A>),
    /// Chance has decided.
    Chance(Outcome<C>),
}

/// An event as it is written, so that a wrong one is told by its field.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WrittenEvent<A, C> {
    seat: Option<Seat>,
    action: Option<A>,
    chance: Option<C>,
    #[serde(default)]
    by_hand: bool,
}

impl<A, C> TryFrom<WrittenEvent<A, C>> for Event<A, C> {
    type Error = &'static str;

    fn try_from(written: WrittenEvent<A, C>) -> Result<Self, Self::Error> {
        match written {
            WrittenEvent { seat: Some(seat), action: Some(action), chance: None, by_hand: false } => {
                Ok(Self::Action(Choice { seat, action }))
            }
            WrittenEvent { seat: None, action: None, chance: Some(chance), by_hand } => {
                Ok(Self::Chance(Outcome { chance, by_hand }))
            }
            _ => Err("an event is either a `seat` with its `action`, or a `chance`"),
        }
    }
}

/// An event of this game.
pub type EventOf<G> = Event<<G as RaceGame>::Action, <G as RaceGame>::Chance>;

/// A seat's decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice<A> {
    /// The seat, from 0.
    pub seat: Seat,
    /// What it does.
    pub action: A,
}

/// What chance decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields, bound = "C: EventData")]
pub struct Outcome<C> {
    /// What came.
    pub chance: C,
    /// Whether it was entered by hand and not drawn from the streams.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

readable!({G: RaceGame} Record<G>);
readable!({A: EventData, C: EventData} Event<A, C>);
readable!({C: EventData} Outcome<C>);

/// A move that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undone {
    /// How many events were left standing.
    pub event: usize,
    /// Who took it back.
    pub seat: Seat,
}

/// Why a text is no record of this game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is not JSON at all.
    #[error("not JSON: {0}")]
    NotJson(serde_json::Error),
    /// It is JSON, but not a record.
    #[error("not a game record: it has no \"format\": \"{FORMAT}\"")]
    NotARecord,
    /// A newer library has written it, or nobody.
    #[error("a record of version {0}; this program reads version {VERSION}")]
    Version(String),
    /// It is a record of another game.
    #[error("a record of the game `{found}`, not of `{expected}`")]
    OtherGame {
        /// The game it names.
        found: String,
        /// The game that was asked for.
        expected: &'static str,
    },
    /// A field is missing, unknown, or holds what it cannot.
    #[error("damaged record: {0}")]
    Damaged(serde_json::Error),
}

/// Why a record does not replay. Events are counted from 1, as people count.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError<E> {
    /// Its ruleset is not playable.
    #[error("the ruleset in the record: {0}")]
    Ruleset(Faults),
    /// Its game cannot start so.
    #[error("the set-up in the record: {0}")]
    Setup(SetupError),
    /// The position it begins with cannot be.
    #[error("the position in the record: {0}")]
    Position(Faults),
    /// A secret choice waits that its seat could not make.
    #[error("the choice of seat {0} that waits for its turn is not one that it may make")]
    Waiting(Seat),
    /// An event comes when somebody else is to decide.
    #[error("event {event}: {found} decides, but it is the turn of {expected}")]
    OutOfTurn {
        /// Which event.
        event: usize,
        /// Who decides in the record.
        found: String,
        /// Who is to decide by the rules.
        expected: String,
    },
    /// A seat does what it may not.
    #[error("event {event}: seat {seat}: {reason}")]
    Illegal {
        /// Which event.
        event: usize,
        /// Whose.
        seat: Seat,
        /// Why it is illegal.
        reason: E,
    },
    /// Chance brings what cannot come.
    #[error("event {event}: {reason}")]
    Impossible {
        /// Which event.
        event: usize,
        /// Why it is impossible.
        reason: ImpossibleOutcome,
    },
}

/// What any record says of itself, whatever game it is of.
#[derive(Debug, Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<serde_json::Value>,
    game: Option<String>,
}

/// The game that a record in JSON is of.
///
/// # Errors
/// When the text is no record, or of a version that this library does not read.
pub fn game_of(json: &str) -> Result<String, RecordError> {
    let header: Header = serde_json::from_str(json).map_err(|error| {
        if error.is_data() { RecordError::NotARecord } else { RecordError::NotJson(error) }
    })?;
    if header.format.as_deref() != Some(FORMAT) {
        return Err(RecordError::NotARecord);
    }
    match header.version {
        Some(version) if version == VERSION => {}
        version => return Err(RecordError::Version(version.map_or("unknown".into(), |v| v.to_string()))),
    }
    header.game.ok_or(RecordError::NotARecord)
}

impl<G: RaceGame> Record<G> {
    /// A record without events.
    pub fn new(ruleset: G::Ruleset, start: Start<G::Setup, G::Position>, streams: Streams) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
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

    /// Makes the game and its first state.
    ///
    /// # Errors
    /// When ruleset, set-up or position are not playable.
    pub fn open(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let game = G::new(self.ruleset.clone()).map_err(ReplayError::Ruleset)?;
        let state = match &self.start {
            Start::Setup(setup) => game.start(setup).map_err(ReplayError::Setup)?,
            Start::Position(position) => game.state(position).map_err(ReplayError::Position)?,
        };
        Ok((game, state))
    }

    /// Plays all events again, each checked against the rules, and gives the game with its last state.
    ///
    /// # Errors
    /// At which event the record is wrong, and why.
    pub fn replay(&self) -> Result<(G, G::State), ReplayError<G::Illegal>> {
        let (game, mut state) = self.open()?;
        for (index, event) in self.events.iter().enumerate() {
            apply(&game, &mut state, event, index + 1, &mut ())?;
        }
        Ok((game, state))
    }
}

/// Writes JSON with a line for each field of the outermost object, and for each value of a list right in it.
#[derive(Default)]
struct Lines {
    depth: usize,
    list_has_values: bool,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let separator: &[u8] = if first { b"" } else { b"," };
        writer.write_all(separator)?;
        if self.depth == 1 { writer.write_all(b"\n  ") } else { Ok(()) }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth == 1 { b": " } else { b":" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth == 2 {
            self.list_has_values = false;
        }
        writer.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let separator: &[u8] = if first { b"" } else { b"," };
        writer.write_all(separator)?;
        if self.depth == 2 {
            self.list_has_values = true;
            return writer.write_all(b"\n    ");
        }
        Ok(())
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        let ends_lines = self.depth == 1 && self.list_has_values;
        writer.write_all(if ends_lines { b"\n  ]" } else { b"]" })
    }
}

/// Applies one event of a record, the `number`th from 1, checked against the rules.
///
/// # Errors
/// Why the event cannot come here; the state is as it was.
pub fn apply<G: RaceGame>(
    game: &G,
    state: &mut G::State,
    event: &EventOf<G>,
    number: usize,
    seen: &mut impl Observer<G::Happening>,
) -> Result<(), ReplayError<G::Illegal>> {
    let out_of_turn = |found: String, turn: Turn| ReplayError::OutOfTurn {
        event: number,
        found,
        expected: match turn {
            Turn::Seat(seat) => format!("seat {seat}"),
            Turn::Chance(point) => format!("chance ({})", point.purpose.name()),
            Turn::Over => "nobody: the game is over".to_owned(),
        },
    };
    match (event, game.turn(state)) {
        (Event::Action(Choice { seat, action }), Turn::Seat(to_move)) if *seat == to_move => game
            .play(state, *action, seen)
            .map_err(|reason| ReplayError::Illegal { event: number, seat: *seat, reason }),
        (Event::Action(Choice { seat, .. }), turn) => Err(out_of_turn(format!("seat {seat}"), turn)),
        (Event::Chance(outcome), Turn::Chance(_)) => game
            .resolve(state, outcome.chance, seen)
            .map_err(|reason| ReplayError::Impossible { event: number, reason }),
        (Event::Chance(_), turn) => Err(out_of_turn("chance".to_owned(), turn)),
    }
}
