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
//! | let people play: questions, answers and boards as data | [`table`] |
//! | write a bot, and offer it by its name | [`Bot`], [`Roster`] |
//! | write a game | [`OpenGame`] (with [`open_game!`]) or [`RaceGame`], then [`Text`]; check it with the [`testkit`] |
//! | write a ruleset | [`ruleset`] |
//! | save, check and replay a game | [`Record`] |
//! | train a program: games as numbers, many in parallel | [`encoding`] and [`batch`] |
//! | export games as data | [`trace`] |
//! | see what decided a game: luck or choices | [`analysis`] |
//! | compare rulesets or bots over many games | [`arena`] |
//! | measure the effect of each rule | [`design`] |
//! | find positions in which two rulesets differ | [`arena::diff`](mod@arena::diff) |
//! | check that a ruleset meets goals | [`design::goals`] |
//! | search for rulesets that meet goals | [`design::tune`] |
//! | run a postal game | [`hare_tortoise::postal`] |
//!
//! # Concepts
//!
//! * A **ruleset** is data: a TOML file, either embedded or your own. It can extend another ruleset.
//! * A **state** is a small value that you can compare, hash and copy. It contains no random generator. A *position* is
//!   a state in the form that people read and write.
//! * A **chance event** is a move of its own, and its outcomes have exact integer weights. The actions and outcomes
//!   determine a game, so a [`Record`] replays without random numbers.
//! * A **view** contains what one seat may know. *Resampling* draws a full state that agrees with a view; every
//!   physical deal has the same probability.
//! * **Happenings** report what an event does. Each seat gets its own version of them.
//! * **Random numbers** come from [`Streams`], one stream for each owner and purpose, so different games can share a
//!   deal.
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
//! The crate root has the names that most programs need first. The others are in the module of their subject: seats,
//! standings, faults and observers in [`common`], chance and set-ups in [`game`], bots and searches in [`bot`], races
//! and their errors in [`race`].
//!
//! # Features
//!
//! All features except `schema` are on by default. Without any of them, the library has the contract, rulesets, the
//! three games, races, records and bots. `docs/compatibility.md` lists what each feature adds and what it costs.
//!
//! * `arena`: many games, their statistics and comparisons ([`arena`], [`design`], [`analysis`], [`batch`], [`trace`]).
//! * `table`: games by name, tables of people and bots, and the rules for programs in other languages ([`any`],
//!   [`table`], [`forward`]). Includes `arena`.
//! * `testkit`: checks that your own game keeps the laws of the contract ([`testkit`]).
//! * `learned`: the weights of the learned bots ([`learned`]).
//! * `parallel`: uses several threads. The [`arena`] and searches with several trees use all processors, a [`batch`] as
//!   many threads as you ask for. At a table under rules of your own, a hint says whether another bot may advise better.
//! * `post`: time zones and dice committed to in advance by a hash, for the master of a postal game
//!   ([`hare_tortoise::postal`]).
//! * `process`: bots that run as separate processes, in any language ([`conformance`] checks them), and the computer's
//!   clock for postal games. Includes `table`.
//! * `schema`: generates JSON Schemas of the messages for bots in other languages ([`bot::schema`]). The schemas of
//!   this library's games are always included ([`Bots::schema`]).
//!
//! Without `parallel` and `process`, nothing starts a thread or a process, or reads a clock, unless you ask for it.
//! Only a bot with a time limit reads the clock, and only [`ruleset::open`] and similar functions read files: the one
//! you name, and those that it extends.
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
pub mod common;
#[cfg(feature = "process")]
pub mod conformance;
#[cfg(feature = "arena")]
pub mod design;
pub mod encoding;
pub mod formats;
#[cfg(feature = "table")]
pub mod forward;
pub mod game;
pub mod gotham;
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

// The tests' toy game is written as a user of the library would write it; a few unit tests play it too.
#[cfg(test)]
extern crate self as furlong;
#[cfg(test)]
#[path = "../tests/library/dash.rs"]
mod dash;

// What a newcomer needs first. Everything else is in the module of its subject; no name is in both places.
#[cfg(feature = "table")]
pub use any::catalogue::Catalogue;
#[cfg(feature = "table")]
pub use any::new_race::NewRace;
#[cfg(feature = "table")]
pub use any::race::AnyRace;
pub use bot::contract::{Bot, BotError};
pub use bot::decision::Decision;
pub use bot::game_bots::Bots;
pub use bot::random::RandomBot;
pub use bot::roster::Roster;
pub use bot::spec::BotSpec;
pub use common::observer::Observer;
pub use common::seat::{Seat, SeatMap, Seats};
pub use common::standings::Standings;
pub use game::contract::RaceGame;
pub use game::streams::{Stream, Streams};
pub use game::turn::Turn;
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

/// The catalogue of the library's games, which you can choose by name. You can add your own games to it.
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
