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

mod event;
pub(crate) mod file;
mod lines;
pub(crate) mod replay;

pub use event::{Choice, Event, EventOf, Outcome, Player, Start, Undone};
pub use file::game_of;
pub(crate) use file::{Record, RecordError};
pub(crate) use replay::ReplayError;
pub use replay::apply;
