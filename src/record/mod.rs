//! Games as files that can be checked and replayed: rules, players and every event.
//!
//! A record is JSON. It names its format, its version and its game. It contains the complete ruleset, the
//! players, the start, the seed and group of the random streams, and all events in order, chance outcomes
//! included. It therefore replays without a random generator and stays valid when generators change.
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
//! A record contains all hidden information, and the seed from which all later chance outcomes can be
//! computed. Do not show it to players before the game is over.
//!
//! A chance outcome entered by hand has `"by-hand": true`. `waiting` lists secret choices made before their turn,
//! `undone` lists the moves that were taken back, and `openings` is the number of decisions at the start that were
//! drawn at random. A game that was continued from a moment of another one has
//! `"branch": { "streams": { "seed": 7, "group": 0 }, "events": 40 }`: the streams of that game, and the number of
//! events that both share. If people play by the clock, `clocks` contains the time that they have left (see
//! [`Clocks`]). `resigned` is the seat of a player who has ended the game by resigning. `thought-ms` lists
//! for each seat how long its person has thought about each decision. A player who has chosen a colour has `"colour": "teal"`.

mod clock;
mod event;
pub(crate) mod file;
mod lines;
pub(crate) mod replay;
mod rules;

pub use clock::{Clocks, Flag, NoFlag, NoTime, TimeControl};
pub use event::{Branch, Event, EventOf, Played, Player, Resolved, Start, Undone};
pub(crate) use file::Record;
pub use file::RecordError;
pub use file::game_of;
pub use replay::ReplayError;
pub use replay::apply;
pub use rules::Rules;
