//! Furlong: race games under many rulesets, for programs that play, bots that think, and people who design.
//!
//! Every game fulfils one contract, [`RaceGame`], so that whatever is written against it works for all of
//! them: races with records and replay, bots, the terminal, the test kit.
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::{Bots, Race, RaceGame, Ruleset};
//!
//! let game = AnimalRace::new(Ruleset::open("classic")?)?;
//! let setup = game.setup(3);
//! let mut race = Race::new(game, &setup, 2026)?;
//! let mut bots = Vec::new();
//! for _ in 0..3 {
//!     bots.push(AnimalRace::bot(&"course".parse()?)?);
//! }
//! let standings = race.play_out(&mut bots, 10_000)?;
//! assert_eq!(standings.rows.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The ideas
//!
//! * **A ruleset is data.** A TOML file, embedded or a user's own, that may extend another one. Each game value
//!   is one validated ruleset, immutable and shared. See [`ruleset`].
//! * **A state is a small value** without a random generator: it is compared, hashed and copied freely. People
//!   read and write states as *positions*, which are checked on the way back.
//! * **Chance is a move of its own**, with exact integer weights. Decisions and outcomes together determine a
//!   game, so a [`Record`] replays without any generator.
//! * **A seat sees its view** and nothing else. Bots are given a view and the legal actions; a full state that
//!   agrees with a view is made by resampling, every physical deal equally likely.
//! * **Play tells what happens** to an observer that costs nothing when it is not there, and what a seat is told
//!   of a happening is part of the contract.
//! * **Random numbers come from streams**, one for each owner and purpose, so that games can share their deals.
//!   See [`streams`].
//!
//! # Where things are
//!
//! | you want | look at |
//! |---|---|
//! | to play a game in a program | [`Race`], or [`RaceGame`] itself for full control |
//! | a game chosen by name at run time | [`any`] |
//! | the rules of a game | [`animal_race`], [`hare_tortoise`], [`gotham`] |
//! | to run a postal game | [`hare_tortoise::postal`], or `furlong postal` |
//! | to write a bot | [`Bot`] |
//! | to write a game | [`OpenGame`] or [`RaceGame`], then [`Text`], then [`testkit`]; `examples/dice_race.rs`, `examples/own_game.rs` |
//! | to write a ruleset | [`ruleset`] |
//! | to save, check and replay games | [`record`] |
//! | whole games as data | [`trace`] |
//! | to compare rulesets or bots over many games | [`arena`] |
//! | to see in which positions two rulesets differ | [`arena::diff`](mod@arena::diff) |
//!
//! # Words
//!
//! Each has one meaning throughout.
//!
//! * **seat**: a place at the table, numbered clockwise; who sits there is a *player*: a person or a bot.
//! * **action**: what a seat decides. **chance**: what nobody decides. An **event** is either.
//! * **ply**: one action. **turn**: all that a seat decides in a row. **round**: what the game calls one.
//! * **ruleset**: the rules of a game as data; an **edition** is a published one.
//! * **view**: all that a seat may know. All states with the same view are its **information set**; one of
//!   them, drawn at random, is a **determinization**, made by **resampling**.
//! * **playout**: a game played to its end by quick moves. **perft**: the number of event sequences of a length.
//! * **standings**: the **places** of the seats, 1 the first, with their scores.
//! * **happening**: something that is told while a game is played.
//!
//! # Features
//!
//! `cli` (on by default) adds the `furlong` command, play in the terminal, and bots that are processes of their
//! own. `parallel` (on by default) lets the [`arena`] play on all processors. With `default-features = false` the
//! library has few dependencies.
#![forbid(unsafe_code)]

pub mod animal_race;
pub mod any;
pub mod arena;
pub mod bot;
pub mod fault;
mod files;
pub mod game;
pub mod gotham;
pub mod hare_tortoise;
pub mod observer;
mod open;
mod plain;
pub mod playable;
pub mod race;
mod readable;
pub mod record;
pub mod ruleset;
pub mod seat;
mod stable_hash;
pub mod standings;
pub mod streams;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod testkit;
pub mod text;
#[cfg(test)]
mod toy;
pub mod trace;

pub use any::{AnyBot, AnyChoice, AnyDecision, AnyError, AnyRace, Catalogue, NewRace, Offer};
pub use bot::{Bot, BotError, BotKind, BotSpec, Bots, Considered, Decision, RandomBot, StopFlag, UnknownBot};
pub use fault::{Fault, Faults};
pub use game::{
    ChancePoint, ImpossibleOutcome, Mark, Purpose, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted,
};
pub use observer::{Observer, Tell};
pub use open::{NotListed, OpenGame, OpenView};
pub use playable::Playable;
pub use race::{History, MoveError, NotAtTheTable, Race, TurnError};
pub use rand;
pub use record::{Record, RecordError, ReplayError};
pub use ruleset::{Ruleset, RulesetError};
pub use seat::{Seat, SeatList, SeatMap, SeatSet, Seats};
pub use stable_hash::StableHasher;
pub use standings::{Ending, Share, Standing, Standings};
pub use streams::{Stream, Streams};
pub use text::{Aid, Canvas, Ink, Misread, Names, Text};

/// The games of this library, to be chosen by name; a program adds its own to them.
///
/// ```
/// let names: Vec<&str> = furlong::catalogue().games().iter().map(|game| game.id).collect();
/// assert!(names.contains(&"animal-race"));
/// ```
pub fn catalogue() -> Catalogue {
    Catalogue::new()
        .with::<animal_race::AnimalRace>()
        .with::<hare_tortoise::HareTortoise>()
        .with::<gotham::Gotham>()
}
