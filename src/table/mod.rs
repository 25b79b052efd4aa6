//! The table: people and bots around one game, with everything shown to them as values.
//!
//! A [`Table`] knows who sits where, what each has been shown, what is asked and what may be answered. It emits
//! values, [`Shown`], and prints nothing: a line terminal prints them, a full screen lays them out, and a server sends
//! them as JSON (a [`Message`], described in `docs/table.md`). It never waits: the caller drives it.
//!
//! What a seat is shown comes only from its view and from [`seen_by`](crate::RaceGame::seen_by). Readers who ask for
//! everything ([`Reader::All`]) get it when nobody is left to hide it from.
//!
//! ```
//! use furlong::table::{Outcome, Reader, Shown, Stage, Table};
//! use furlong::{NewRace, Seat, catalogue};
//!
//! let race = catalogue().begin(&NewRace::default().game("animal-race").players(Some(3)).seed(Some(7)))?;
//! // A person takes the first seat, and bots the others.
//! let mut table = race.table()?;
//! let you = Reader::Player(Seat::FIRST);
//! while matches!(table.advance()?, Stage::Bot(_) | Stage::Chance) {}
//! let message = table.display(you);
//! let [Shown::Board(_), Shown::Question(question)] = &message.shown[..] else { panic!("asked") };
//! let chosen = question.choices[0].label.parse()?;
//! assert_eq!(table.answer(you, &chosen)?.outcome, Outcome::Decided);
//! println!("{}", serde_json::to_string(&table.news(you))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod alternative;
mod answers;
mod background_bots;
mod clocks;
mod contract;
mod decisive;
mod game_table;
mod guided;
mod lesson;
mod meaning;
mod outcome;
mod output;
mod players;
mod puzzle;
mod request;
mod review;
mod svg_frames;
mod table_impl;
mod thinking;

pub use advice::advice_lines;
pub use alternative::{Alternative, chances, percent};
pub use contract::{NoSuchEvent, Outcome, Reply, Stage, Stride, Table, TableError, Way};
pub use decisive::DECIDING_EVENT_PENDING;
pub use game_table::GameTable;
pub use output::{Board, Choice, Message, Question, Rank, Ranking, Reader, Shown, TABLE_VERSION};
pub use players::{NoPlayer, Occupant, check_names, names_of, seat_usual, who_plays};
pub use puzzle::{PosedPuzzle, posed_puzzles};
pub use request::{Command, Request};
pub use review::{change_of_chance, deciding, review};
pub use thinking::{Hint, Thinking, Thought};
