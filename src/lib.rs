//! Race games under many rulesets: rules as data, bots, records, and comparisons of rules.
//!
//! Furlong has three games, [animal race](animal_race), [hare & tortoise](hare_tortoise) and [gotham]. They share one
//! contract, the trait [`RaceGame`], so races, bots, records and statistics work for every game, your own included.
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::{Bots, Race, RaceGame, ruleset};
//!
//! let game = AnimalRace::new(ruleset::open("classic")?)?;
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
//! # Where to begin
//!
//! | to | use |
//! |---|---|
//! | play a game in a program | [`Race`]; [`RaceGame`] for full control |
//! | choose a game by name at run time | [`Catalogue`] and [`AnyRace`] |
//! | let people play: questions, answers, boards as values | [`table`] |
//! | write a bot, and offer it by its name | [`Bot`], [`Roster`] |
//! | write a game | [`OpenGame`] (with [`open_game!`]) or [`RaceGame`], then [`Text`]; check it with the [`testkit`] |
//! | write a ruleset | [`ruleset`] |
//! | save, check and replay a game | [`Record`] |
//! | let a program learn: games as numbers, many side by side | [`encoding`] and [`batch`] |
//! | export games as data | [`trace`] |
//! | see what decided a game: luck or choices | [`analysis`] |
//! | compare rulesets or bots over many games | [`arena`] |
//! | measure the effect of each rule | [`design`] |
//! | find positions in which two rulesets differ | [`arena::diff`](mod@arena::diff) |
//! | check that a ruleset meets goals | [`design::goals`] |
//! | search rulesets that meet goals | [`design::tune`] |
//! | run a postal game | [`hare_tortoise::postal`] |
//!
//! # Concepts
//!
//! * A **ruleset** is data: a TOML file, embedded or your own, that can extend another one.
//! * A **state** is a small value that can be compared, hashed and copied. It contains no random generator. A
//!   *position* is a state as people write it.
//! * A **chance event** is a move of its own, with exact integer weights. Actions and outcomes determine a game, so a
//!   [`Record`] replays without random numbers.
//! * A **view** contains what one seat may know. *Resampling* draws a full state that agrees with a view; every
//!   physical deal has the same probability.
//! * **Happenings** report what an event does. Each seat is shown its own version of them.
//! * **Random numbers** come from [`Streams`], one for each owner and purpose, so games can share their deals.
//!
//! # Terms
//!
//! * **seat**: a place at the table, numbered clockwise. A *player*, a person or a bot, sits there.
//! * **action**: a decision of a seat. **chance**: an outcome that nobody decides. An **event** is either.
//! * **ply**: one action. **turn**: consecutive actions of one seat. **round**: as each game defines it.
//! * **edition**: a published ruleset.
//! * **information set**: all states with the same view. A **determinization** is one of them, drawn at random.
//! * **playout**: a game played to its end by fast moves. **perft**: the number of event sequences of a given length.
//! * **standings**: the places of the seats, from 1, with their scores.
//!
//! # The rest
//!
//! At the root are the names that a program needs first. The others are under the module of their subject: seats, standings,
//! faults and random streams under [`ground`], chance and setups under [`game`], bots and searches under [`bot`], moves and
//! their errors under [`race`].
//!
//! # Features
//!
//! All but `schema` are defaults. Without any, the library is the contract, rulesets, the three games, races, records and
//! bots. `docs/compatibility.md` says what each brings and costs.
//!
//! * `arena`: many games, their statistics and comparisons ([`arena`], [`design`], [`analysis`], [`batch`], [`trace`]).
//! * `table`: games by name, tables of people and bots, and the rules for programs in other languages ([`any`], [`table`],
//!   [`forward`]). Includes `arena`.
//! * `testkit`: the laws of the contract as checks for a game of your own ([`testkit`]).
//! * `learned`: the weights of the learned bots ([`learned`]).
//! * `parallel`: the [`arena`] plays on all processors, a [`batch`] on several if asked, and a search with several trees uses them.
//! * `post`: time zones, and dice that are promised by a hash, for a master of postal games ([`hare_tortoise::postal`]).
//! * `process`: bots that are separate processes, in any language ([`conformance`] checks them), and the clock of the
//!   computer for postal games. Includes `table`.
//! * `schema`: makes JSON Schemas of what bots in other languages read and answer ([`bot::schema`]); those of the games of
//!   this library are always there ([`Bots::schema`]).
//!
//! Without `parallel` and `process`, nothing reads a clock or starts a thread or a process unasked: only a bot with a limit of time reads the
//! clock, and only [`ruleset::open`] and its like read the file that they are given.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(all(feature = "process", feature = "testkit")),
    allow(dead_code, unused_imports, reason = "helpers of the parts that are left out")
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "arena")]
pub mod analysis;
pub mod animal_race;
#[cfg(feature = "table")]
pub mod any;
#[cfg(feature = "arena")]
pub mod arena;
#[cfg(feature = "arena")]
pub mod batch;
pub mod bot;
#[cfg(feature = "process")]
pub mod conformance;
#[cfg(feature = "arena")]
pub mod design;
pub mod encoding;
pub mod forms;
#[cfg(feature = "table")]
pub mod forward;
pub mod game;
pub mod gotham;
pub mod ground;
pub mod hare_tortoise;
pub mod learned;
mod open;
#[cfg(feature = "table")]
mod playable;
pub mod race;
pub mod record;
pub mod ruleset;
#[cfg(feature = "table")]
pub mod table;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod text;
#[cfg(feature = "arena")]
pub mod trace;

// The toy game of the tests is written for users of the library, and a few tests of its inside play it too.
#[cfg(test)]
extern crate self as furlong;
#[cfg(test)]
#[path = "../tests/library/dash.rs"]
mod dash;

// What a newcomer meets first. Everything else is under the module of its subject, and nothing is under both.
#[cfg(feature = "table")]
pub use any::catalogue::Catalogue;
#[cfg(feature = "table")]
pub use any::new_race::NewRace;
#[cfg(feature = "table")]
pub use any::race::AnyRace;
pub use bot::contract::{Bot, BotError};
pub use bot::decision::Decision;
pub use bot::offered::Bots;
pub use bot::random::RandomBot;
pub use bot::roster::Roster;
pub use bot::spec::BotSpec;
pub use game::contract::RaceGame;
pub use game::streams::{Stream, Streams};
pub use game::turn::Turn;
pub use ground::observer::Observer;
pub use ground::seat::{Seat, SeatMap, Seats};
pub use ground::standings::Standings;
pub use open::{NotListed, OpenGame, OpenView};
#[cfg(feature = "table")]
pub use playable::Playable;
pub use race::in_play::Race;
pub use rand;
pub use record::file::Record;
pub use ruleset::rules::Ruleset;
pub use text::contract::Text;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The games of this library, to be chosen by name; a program adds its own to them.
///
/// ```
/// let names: Vec<&str> = furlong::catalogue().games().iter().map(|game| game.id).collect();
/// assert!(names.contains(&"animal-race"));
/// ```
#[cfg(feature = "table")]
pub fn catalogue() -> Catalogue {
    Catalogue::new()
        .with::<animal_race::AnimalRace>()
        .with::<hare_tortoise::HareTortoise>()
        .with::<gotham::Gotham>()
}
