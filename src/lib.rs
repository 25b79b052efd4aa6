//! Furlong: race games under many rulesets.
#![forbid(unsafe_code)]

pub mod animal_race;
pub mod any;
pub mod bot;
pub mod fault;
pub mod game;
pub mod observer;
pub mod playable;
pub mod race;
pub mod record;
pub mod ruleset;
pub mod seat;
pub mod standings;
pub mod streams;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod testkit;
pub mod text;
#[cfg(test)]
mod toy;
pub mod trace;

pub use any::{AnyChoice, AnyError, AnyRace, Catalogue, NewRace, Offer};
pub use bot::{Bot, BotError, BotKind, BotSpec, Bots, Considered, RandomBot, UnknownBot};
pub use fault::{Fault, Faults};
pub use game::{
    ChancePoint, ImpossibleOutcome, Mark, Purpose, RaceGame, Runner, SetupError, SetupOption, SetupOptions,
    Turn, Weighted,
};
pub use observer::{Observer, Tell};
pub use playable::Playable;
pub use race::{MoveError, Race, TurnError};
pub use record::{Record, RecordError, ReplayError};
pub use ruleset::{Ruleset, RulesetError};
pub use seat::{Seat, SeatList, SeatMap, SeatSet, Seats};
pub use standings::{Ending, Share, Standing, Standings};
pub use streams::{Stream, Streams};
pub use text::{Canvas, Ink, Misread, Names, Text};

/// The games of this library, to be chosen by name; a program adds its own to them.
///
/// ```
/// let names: Vec<&str> = furlong::catalogue().games().iter().map(|game| game.id).collect();
/// assert!(names.contains(&"animal-race"));
/// ```
pub fn catalogue() -> Catalogue {
    Catalogue::new().with::<animal_race::AnimalRace>()
}
