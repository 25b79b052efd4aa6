//! The trait [`Table`], which knows nothing of the kind of game.

use std::error::Error;
use std::fmt::Debug;
use std::time::Duration;

use serde_json::Value;

use super::players::NoPlayer;
use super::request::{Command, Request};
use super::shown::{Board, Message, Question, Ranking, Reader, Shown};
use super::thinking::{Hint, Thinking, Thought};
use crate::analysis::Analysis;
use crate::arena::Progress;
use crate::bot::{BotKind, StopFlag, UnknownBot};
use crate::game::Turn;
use crate::ground::seat::{Seat, SeatSet, Seats};
use crate::ground::sentences::sentences;
use crate::race::{NotAtTheTable, TurnError, UndoError};
use crate::record::{Branch, Clocks, Flag, Player, TimeControl, Undone};
use crate::ruleset::Title;
use crate::text::{Canvas, Held, Names, Svg};

/// People and bots around one game, in play or gone through again. [`GameTable`](super::GameTable) implements it for every
/// game.
pub trait Table: Debug + Send {
    // ---- the game ----

    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The game and its rules in one line; of a guided game the step.
    fn heading(&self) -> String;

    /// The game's title with its author.
    fn title(&self) -> &'static str;

    /// The title of the rules, clean of what a terminal would obey.
    fn rules(&self) -> Title;

    /// The seats.
    fn seats(&self) -> Seats;

    /// The players, in the order of seats.
    fn players(&self) -> &[Player];

    /// The seats at which people sit.
    fn people(&self) -> SeatSet;

    /// The only person at the table, if there is just one.
    fn only_person(&self) -> Option<Seat> {
        self.people().iter().next().filter(|_| self.people().len() == 1)
    }

    /// The names of the players.
    fn names(&self) -> &Names;

    /// The bots that may sit here, the usual one first.
    fn bots(&self) -> &[BotKind];

    /// The number of events of the whole game so far.
    fn events(&self) -> usize;

    /// The next to move at the moment that is shown.
    fn turn(&self) -> Turn;

    /// The stage that the game has reached.
    fn stage(&self) -> Stage;

    /// The people who may decide now; secret simultaneous choices give several.
    fn deciding(&self) -> SeatSet;

    /// The record so far as JSON, with everything that is hidden.
    fn record_json(&self) -> String;

    /// Returns whether a text is the record of this very game, at this moment or an earlier one, so that nothing is lost
    /// when the record takes its place.
    fn continues(&self, json: &str) -> bool;

    /// The seed. Whoever knows it can compute what chance will bring.
    fn seed(&self) -> u64;

    /// The game that this one was played on from. It names the seed of that game.
    fn branch(&self) -> Option<Branch>;

    /// The moves that were taken back.
    fn undone(&self) -> &[Undone];

    /// The clocks of the people, where they play by any.
    fn clocks(&self) -> Option<&Clocks>;

    /// The seat that has lost the game, at the moment that is shown, because its time is up.
    fn lost_on_time(&self) -> Option<Seat>;

    // ---- settings ----

    /// Sets the canvas of all pictures from now on. At first it is [`Canvas::PLAIN`].
    fn draw_on(&mut self, canvas: Canvas);

    /// Adds the commands of the front end to the help, and to the words that are told to those who mistype one.
    fn add_commands(&mut self, commands: &'static [Command]);

    /// The people share one screen: between them it is [handed over](Stage::HandOver), and when all have finished they are
    /// asked about the [rest](Stage::Rest).
    fn share_screen(&mut self);

    /// The game is left unfinished after this number of events.
    fn end_after(&mut self, most_events: usize);

    /// Gives each of the people this time to think, from now on.
    ///
    /// # Errors
    /// When the bot that would go on is not one of the table's. Nothing has changed.
    fn play_by(&mut self, control: TimeControl, flag: Flag) -> Result<(), TableError>;

    /// Lets everybody see what is hidden although people play and the game is not over: somebody has agreed.
    fn open(&mut self);

    /// Returns whether everything may be seen: only bots play, the game is over, or it was [opened](Table::open).
    fn is_open(&self) -> bool;

    // ---- play ----

    /// Lets chance decide until a seat does.
    fn proceed(&mut self) -> Stage;

    /// Lets the bot that is to move decide.
    ///
    /// # Errors
    /// When no bot is to move, or it fails. Nothing has changed.
    fn ask_bot(&mut self) -> Result<(), TurnError>;

    /// Goes one step: chance decides until a seat does, and then a bot if it is its turn. Returns the stage after it; only
    /// [`Stage::Bot`] and [`Stage::Chance`] need another step.
    ///
    /// # Errors
    /// When the bot fails. Nothing has changed since chance decided.
    fn advance(&mut self) -> Result<Stage, TurnError> {
        if matches!(self.proceed(), Stage::Bot(_)) {
            self.ask_bot()?;
        }
        Ok(self.stage())
    }

    /// Takes the bot that is to move away from the table with its decision, so that the table stays free while it thinks,
    /// on another thread for example. `None` when no bot is to move, or it thinks already.
    fn thinking(&mut self) -> Option<Thinking>;

    /// Takes the bot in again and plays what it has decided. Returns `false` when other bots were seated meanwhile: then
    /// nothing has changed, and the thought is dropped.
    ///
    /// # Errors
    /// When the bot fails. Nothing has changed.
    fn decided(&mut self, thought: Thought) -> Result<bool, TurnError>;

    /// The question to a bot of this name, or to the usual one, what it would do in the place of a reader who is to decide:
    /// what the request for a [hint](Request::Hint) asks, to be thought about on another thread. `None` when the table itself answers that.
    fn hint(&self, reader: Reader, bot: Option<&str>) -> Option<Hint>;

    /// Answers a request: carries out a move, explains, advises. Only the player of a seat moves.
    ///
    /// # Errors
    /// When the reader's seat is not at the table, or a bot of the table cannot be made again after a move was taken back.
    /// An answer that is no move is not an error: it is [refused](Shown::Refused) in words.
    fn answer(&mut self, reader: Reader, request: &Request) -> Result<Reply, TableError>;

    /// Takes off the clock of a person, who is to decide, the time for which it has thought. Returns whether its flag falls now:
    /// then the game is [lost](Stage::TimeUp), or the bot that the clocks name sits there. A front end calls it while it waits, and
    /// before it passes an answer on; a move adds the increment by itself.
    ///
    /// # Errors
    /// When the bot cannot be made.
    fn run_clock(&mut self, seat: Seat, elapsed: Duration) -> Result<bool, TableError>;

    /// Lets these players go on in the place of those who sat here: a bot for somebody who has left, or somebody for a bot.
    ///
    /// # Errors
    /// When there are too few or too many of them, or a bot is not known. Nothing has changed.
    fn sit(&mut self, players: Vec<Player>) -> Result<(), TableError>;

    /// Takes back the last decision of a seat, and all that came after it. Clocks return the increments of these decisions, or
    /// begin the questions again that are asked again. A front end for several people asks the others first.
    ///
    /// # Errors
    /// When there is nothing to take back, or a bot cannot be made again.
    fn take_back(&mut self, seat: Seat) -> Result<(), TableError>;

    /// Answers a [hand-over](Stage::HandOver) or the question about the [rest](Stage::Rest).
    fn confirm(&mut self, is_yes: bool);

    /// The one who looks at a shared screen: the only person, or the one who sits there; `None` when only bots play, or
    /// when the game is over for several people.
    fn at_screen(&self) -> Option<Seat>;

    /// Returns whether the people, who have finished, watch the others; `None` before they were asked about the rest.
    fn watches_rest(&self) -> Option<bool>;

    // ---- what is shown ----

    /// The title of the game, its rules, and who plays.
    fn introduction(&self, reader: Reader) -> Message;

    /// The rules in brief.
    fn guide(&self, reader: Reader) -> Message;

    /// A sentence on the sheets that can be looked up by their names, if there are any.
    fn sheets(&self) -> Option<Shown>;

    /// The things that can be looked up: the sheets, as words, and then the words of the game by alphabet, each as a heading above its
    /// meaning.
    fn words(&self, reader: Reader) -> Message;

    /// The happenings since the last call for the same seat, for watchers, or for those who see everything.
    fn news(&mut self, reader: Reader) -> Message;

    /// The same in scenes, for those who carry out one change after the other before the eyes of people. Each scene but the last
    /// ends with a board, on which the change is marked; the last one ends at the moment that [`board`](Table::board) shows.
    fn scenes(&mut self, reader: Reader) -> Vec<Message>;

    /// The happenings from event `from` to event `to`, both counted from 0, in such scenes.
    fn told_in_scenes(&self, reader: Reader, from: usize, to: usize) -> Vec<Message>;

    /// The same for pages: a scene for each event that changes the picture, and for each moment within one, with the picture at
    /// its end. Boards stand in the pictures alone.
    fn pictured(&mut self, reader: Reader, from: usize, to: usize) -> Vec<(Message, Svg)>;

    /// The number of events before the last turn of this player, or before the one that it has just ended. What has happened
    /// since is new to it, and marked on its [board](Table::board). For those who do not play, the number of events before the
    /// round of the last event.
    fn since_turn(&self, reader: Reader) -> usize;

    /// The happenings from event `from` to event `to`, both counted from 0.
    fn told(&self, reader: Reader, from: usize, to: usize) -> Message;

    /// The happenings from the beginning to the moment that is shown.
    fn log(&self, reader: Reader) -> Message;

    /// The table, and the question if the reader is to decide; for a watcher, of whom no game has a picture, the places.
    fn sight(&self, reader: Reader) -> Message;

    /// The table, with marks of what the choice of this index would do, if the reader is to decide. `None` for a watcher,
    /// and for those who may not see what they ask for.
    fn board(&self, reader: Reader, choice: Option<usize>) -> Option<Board>;

    /// The board as a picture for pages, with marks of what has moved since the last turn of a reader who has a seat, and of
    /// what the choice of this index would do. Watchers, and those who may not see what they ask for, get what lies open;
    /// of a game that draws no such picture, the places.
    fn svg(&self, reader: Reader, choice: Option<usize>) -> Svg;

    /// The things that a player holds.
    fn hand(&self, seat: Seat) -> Vec<Held>;

    /// The question to a person, when it may decide.
    fn question(&self, seat: Seat) -> Option<Question>;

    /// The sentences that explain the table, above the question; empty but in a guided game.
    fn remarks(&self) -> &str;

    /// The present step of a guided game, from 0, and the index of the choice that it asks for.
    fn lesson(&self) -> Option<(usize, usize)>;

    /// Goes to a step of a guided game, counted from 0; nothing happens when there is no such step.
    fn go_to_lesson(&mut self, step: usize);

    /// The places of all people in sentences, while others still race.
    fn arrivals(&self) -> String;

    /// The result in a sentence, and the places.
    fn ending(&self, reader: Reader) -> (String, Ranking);

    /// All that each seat has; `None` where not everything may be seen, and at the end, where the places tell it.
    fn possessions(&self, reader: Reader) -> Option<Ranking>;

    // ---- another moment ----

    /// The same game at its beginning, to be gone through again.
    fn replay(&self) -> Box<dyn Table>;

    /// The number of events before the moment that is shown.
    fn now(&self) -> usize;

    /// The round at the moment that is shown, from 1.
    fn round(&self) -> usize;

    /// Goes one step, as far as the game reaches.
    fn go(&mut self, stride: Stride, way: Way);

    /// Goes to the moment after this number of events.
    ///
    /// # Errors
    /// When the game has fewer events.
    fn go_to(&mut self, event: usize) -> Result<(), NoSuchEvent>;

    /// An event of the game, counted from 1, in a bare sentence: who decides, or what chance brings.
    fn event(&self, number: usize) -> Option<String>;

    /// The consequences of an event, counted from 1: as many of its sentences as fit into a short paragraph, with everything that is
    /// hidden.
    fn in_brief(&self, number: usize) -> String;

    /// The names of the action that was taken at an event, counted from 1, and of another one, given as JSON.
    fn labels(&self, number: usize, other: &Value) -> Option<[String; 2]>;

    /// Analyses the game by the default settings, or with this number of worlds for each decision and of playouts from each
    /// position. The observer is called from any thread; raising the flag ends it.
    ///
    /// # Errors
    /// When a bot fails, or the flag is raised.
    fn analyse(
        &self,
        tries: Option<u32>,
        stop: &StopFlag,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Analysis, Box<dyn Error + Send + Sync>>;

    /// The event that changed the game most and what it changed, or that no single one did, in one sentence to this reader with everything
    /// that is hidden, as a [short look](crate::analysis::largest_swing) finds it. The work is the same on every machine; raising the flag
    /// ends it. Where a bot fails or the flag is raised, the sentence says so. Until it is there, [`LOOKING_BACK`](super::LOOKING_BACK)
    /// can stand in its place.
    fn decided_by(&self, reader: Reader, stop: &StopFlag) -> String;

    /// Another game of the same players under the same rules, from the same beginning.
    ///
    /// # Errors
    /// When a player cannot be made again.
    fn again(&self, seed: u64) -> Result<Box<dyn Table>, TableError>;

    /// A game of these players that goes on from the moment that is shown.
    ///
    /// # Errors
    /// When a player cannot be made.
    fn play_on(&self, seed: u64, players: Vec<Player>) -> Result<Box<dyn Table>, TableError>;
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// The screen that people share is handed over: nothing is shown until this player [confirms](Table::confirm) it.
    HandOver(Seat),
    /// All people have finished: whether they watch the others is [asked](Table::confirm).
    Rest,
    /// A person decides.
    Person(Seat),
    /// A bot decides.
    Bot(Seat),
    /// Chance decides.
    Chance,
    /// The game is over.
    Over,
    /// The game is left unfinished after all the events that it may take.
    Unfinished,
    /// The time of this player is up, and the game is lost for it.
    TimeUp(Seat),
    /// A moment of a game that is gone through again.
    Replay {
        /// The game is over at this moment.
        is_over: bool,
    },
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The consequence.
    pub outcome: Outcome,
    /// The words to the one who asked.
    pub message: Message,
}

/// The consequence of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Decided,
    /// The game goes on from an earlier moment, or is told otherwise; what was shown since is no longer true.
    TakenBack,
    /// The same question stands.
    Asked,
    /// The reader has had enough.
    Left,
    /// The reader has come to the end of a guided game, and wants to play a whole one.
    Begins,
}

/// A step through a game that is gone through again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next event.
    Event,
    /// To the next decision that a seat has made.
    Decision,
    /// To the end of a turn.
    Turn,
    /// To the end of a round.
    Round,
    /// To the start or the end.
    Game,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To later moments.
    Forward,
    /// To earlier moments.
    Back,
}

/// A moment that the game does not have.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no event {event}: the game has {events}")]
pub struct NoSuchEvent {
    /// The number of the event.
    pub event: usize,
    /// The number of events.
    pub events: usize,
}

sentences!(NoSuchEvent);

/// The reason why people and bots cannot sit around a game, or a move cannot be taken back.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The record names another number of players.
    #[error("the record names {named} players for {seats} seats")]
    Players {
        /// The number of players.
        named: usize,
        /// The seats.
        seats: Seats,
    },
    /// A seat has no player.
    #[error(transparent)]
    NoPlayer(#[from] NoPlayer),
    /// The seat is not at the table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// Nothing is taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The rules have no guided first game.
    #[error("{game} has no guided first game under the rules {rules}")]
    NoLessons {
        /// The game.
        game: &'static str,
        /// The name of the rules.
        rules: String,
    },
    /// Another game cannot begin like this one.
    #[error("{0}")]
    Start(String),
}

sentences!(TableError);

impl From<UnknownBot> for TableError {
    fn from(error: UnknownBot) -> Self {
        Self::NoPlayer(error.into())
    }
}
