//! The trait [`Table`], which is the same for every game.

use std::error::Error;
use std::fmt::Debug;
use std::time::Duration;

use serde_json::Value;

use super::alternative::Alternative;
use super::output::{Board, Message, Question, Ranking, Reader, Shown};
use super::players::NoPlayer;
use super::request::{Command, Request};
use super::thinking::{Hint, Thinking, Thought};
use crate::analysis::Analysis;
use crate::arena::Progress;
use crate::bot::{BotKind, StopFlag, UnknownBot};
use crate::common::sealed::Sealed;
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::game::Turn;
use crate::race::{NotAtTheTable, TurnError, UndoError};
use crate::record::{Branch, Clocks, Flag, Player, TimeControl, Undone};
use crate::ruleset::Title;
use crate::text::{Canvas, HandItem, Names, Svg};

/// People and bots around one game, in play or replayed. [`GameTable`](super::GameTable) implements it for every game, and
/// nothing else can.
pub trait Table: Debug + Send + Sealed {
    // ---- the game ----

    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The game and its rules in one line; in a guided game, the step.
    fn heading(&self) -> String;

    /// The game's title with its author.
    fn title(&self) -> &'static str;

    /// The title of the rules, without anything that a terminal would interpret.
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

    /// The bots that may sit here, the default one first.
    fn bots(&self) -> &[BotKind];

    /// The number of events of the whole game so far.
    fn events(&self) -> usize;

    /// Whose turn it is at the moment that is shown.
    fn turn(&self) -> Turn;

    /// The stage that the game has reached.
    fn stage(&self) -> Stage;

    /// The people who may decide now; there can be several if choices are secret and simultaneous.
    fn deciding(&self) -> SeatSet;

    /// The record so far as JSON, including everything hidden.
    fn record_json(&self) -> String;

    /// Returns whether a text is a record of this very game, at this moment or an earlier one. If so, nothing is lost
    /// when the record of this table replaces it.
    fn continues(&self, json: &str) -> bool;

    /// The seed. Anyone who knows it can compute what chance will bring.
    fn seed(&self) -> u64;

    /// The game from which this one was branched off. It names the seed of that game.
    fn branch(&self) -> Option<Branch>;

    /// The moves that were taken back.
    fn undone(&self) -> &[Undone];

    /// The clocks of the people, if they play with clocks.
    fn clocks(&self) -> Option<&Clocks>;

    /// The seat that has lost the game before its end, on time or by resigning, at the moment that is shown.
    fn lost(&self) -> Option<Seat>;

    /// The player who has resigned.
    fn resigned(&self) -> Option<Seat>;

    /// Returns whether somebody has made a decision, even one that waits in secret for its turn.
    fn has_begun(&self) -> bool;

    // ---- settings ----

    /// Sets the canvas of all pictures from now on. It starts as [`Canvas::PLAIN`].
    fn draw_on(&mut self, canvas: Canvas);

    /// Adds the commands of the front end to the help, and to the list that is shown when somebody mistypes a command.
    fn add_commands(&mut self, commands: &'static [Command]);

    /// Makes people share one screen. Between their turns it is [handed over](Stage::HandOver), and when all have
    /// finished they are asked whether to watch the [rest](Stage::Rest).
    fn share_screen(&mut self);

    /// Leaves the game unfinished after this number of events.
    fn end_after(&mut self, most_events: usize);

    /// Gives each person this time to think, from now on.
    ///
    /// # Errors
    /// When the bot that would take over is unknown to this table. Nothing has changed.
    fn play_by(&mut self, control: TimeControl, flag: Flag) -> Result<(), TableError>;

    /// Reveals everything hidden although people play and the game is not over. The front end has asked for consent.
    fn open(&mut self);

    /// Returns whether everything may be seen: only bots play, the game is over, or it was [opened](Table::open).
    fn is_open(&self) -> bool;

    // ---- play ----

    /// Lets chance decide until a seat has to.
    fn proceed(&mut self) -> Stage;

    /// Lets the bot to move decide.
    ///
    /// # Errors
    /// When no bot is to move, or it fails. Nothing has changed.
    fn ask_bot(&mut self) -> Result<(), TurnError>;

    /// Advances one step: chance decides until a seat has to, and then a bot if it is its turn. Returns the stage
    /// after it; only [`Stage::Bot`] and [`Stage::Chance`] need another step.
    ///
    /// # Errors
    /// When the bot fails. Nothing has changed since chance decided.
    fn advance(&mut self) -> Result<Stage, TurnError> {
        if matches!(self.proceed(), Stage::Bot(_)) {
            self.ask_bot()?;
        }
        Ok(self.stage())
    }

    /// Takes the bot to move away from the table together with its decision, so that the table can be used while the
    /// bot thinks, for example on another thread. `None` when no bot is to move, or it is already thinking.
    fn thinking(&mut self) -> Option<Thinking>;

    /// Seats the bot again and plays what it has decided. Returns `false` when other bots were seated meanwhile: then
    /// nothing has changed, and the decision is dropped.
    ///
    /// # Errors
    /// When the bot fails. Nothing has changed.
    fn decided(&mut self, thought: Thought) -> Result<bool, TurnError>;

    /// Prepares a [hint](Request::Hint) for a reader who is to decide: what the bot of this name, or the default one,
    /// would do in the reader's place. The bot can think about it on another thread. `None` when the table itself
    /// answers such a request.
    fn hint(&self, reader: Reader, bot: Option<&str>) -> Option<Hint>;

    /// Answers a request: carries out a move, explains, advises. Only the player of a seat can move.
    ///
    /// # Errors
    /// When the reader's seat is not at the table, or a bot of the table cannot be created again after a move was
    /// taken back. A text that is not a move is not an error: it is [refused](Shown::Refused) in words.
    fn answer(&mut self, reader: Reader, request: &Request) -> Result<Reply, TableError>;

    /// Charges a thinking person with the elapsed time, which the record keeps and a clock loses. Returns whether the flag falls now: then the game is
    /// [lost](Stage::TimeUp), or the bot that the clocks name takes the seat. A front end calls this while it waits,
    /// and before it passes an answer on; a move adds the increment by itself.
    ///
    /// # Errors
    /// When the bot cannot be created.
    fn run_clock(&mut self, seat: Seat, elapsed: Duration) -> Result<bool, TableError>;

    /// Lets a player resign, which ends the game: the others share the win, as when somebody [loses on time](Stage::TimeUp).
    /// [Taking a decision back](Table::take_back) takes the resignation back too.
    ///
    /// # Errors
    /// When the seat does not play, or the game is over. Nothing has changed.
    fn resign(&mut self, seat: Seat) -> Result<(), TableError>;

    /// Lets these players take over: for example a bot for somebody who has left, or a person for a bot.
    ///
    /// # Errors
    /// When there are too few or too many of them, or a bot is unknown. Nothing has changed.
    fn sit(&mut self, players: Vec<Player>) -> Result<(), TableError>;

    /// Takes back the last decision of a seat, and everything after it. Clocks return the increments of these
    /// decisions, and questions that are asked again get their full time. A front end for several people asks the
    /// others first.
    ///
    /// # Errors
    /// When there is nothing to take back, or a bot cannot be created again.
    fn take_back(&mut self, seat: Seat) -> Result<(), TableError>;

    /// Answers a [hand-over](Stage::HandOver), or the question whether to watch the [rest](Stage::Rest).
    fn confirm(&mut self, is_yes: bool);

    /// The person who looks at a shared screen: the only person, or the one who sits in front of it; `None` when only
    /// bots play, or when the game is over for several people.
    fn at_screen(&self) -> Option<Seat>;

    /// Returns whether the people, who have finished, watch the others; `None` until they are asked about the rest.
    fn watches_rest(&self) -> Option<bool>;

    // ---- what is shown ----

    /// The title of the game, its rules, and who plays.
    fn introduction(&self, reader: Reader) -> Message;

    /// The rules in brief.
    fn guide(&self, reader: Reader) -> Message;

    /// A sentence on the sheets that can be looked up by name, if there are any.
    fn sheets(&self) -> Option<Shown>;

    /// Everything that can be looked up: the sheets as words, and then the words of the game in alphabetical order,
    /// each as a heading above its meaning.
    fn words(&self, reader: Reader) -> Message;

    /// The happenings since the last call for the same seat, for watchers, or for readers who see everything.
    fn news(&mut self, reader: Reader) -> Message;

    /// The same news in steps, for front ends that show one change after the other. Each step but the last ends with a
    /// board on which the change is marked; the last one ends at the moment that [`board`](Table::board) shows.
    fn frames(&mut self, reader: Reader) -> Vec<Message>;

    /// The happenings from event `from` to event `to`, both counted from 0, in the same kind of steps.
    fn frames_between(&self, reader: Reader, from: usize, to: usize) -> Vec<Message>;

    /// The happenings from event `from` to event `to` in steps for pages: one for each event that changes the picture,
    /// and for each moment within an event, with the picture at its end. Only the pictures contain boards.
    fn svg_frames(&mut self, reader: Reader, from: usize, to: usize) -> Vec<(Message, Svg)>;

    /// The number of events before this player's last turn, or before the turn that has just ended. Everything since
    /// then is new to the player, and is marked on the [board](Table::board). For readers who do not play, it is the
    /// number of events before the round of the last event.
    fn since_turn(&self, reader: Reader) -> usize;

    /// The happenings from event `from` to event `to`, both counted from 0.
    fn narrate(&self, reader: Reader, from: usize, to: usize) -> Message;

    /// The happenings from the beginning to the moment that is shown.
    fn log(&self, reader: Reader) -> Message;

    /// The table as the reader sees it, and the question if the reader is to decide. A watcher, for whom no game has a
    /// picture, gets the places.
    fn display(&self, reader: Reader) -> Message;

    /// The table, with marks for the effect of the choice at this index, if the reader is to decide. `None` for a
    /// watcher, and for readers who may not see what they ask for.
    fn board(&self, reader: Reader, choice: Option<usize>) -> Option<Board>;

    /// The board as a picture for pages. It marks what has moved since the last turn of a reader who has a seat, and
    /// the effect of the choice at this index. Watchers, and readers who may not see what they ask for, get what is
    /// public. For a game without such a picture, it shows the places.
    fn svg(&self, reader: Reader, choice: Option<usize>) -> Svg;

    /// What everybody may know about each seat, in a few words ([`Text::facts`](crate::Text::facts)), in the order of the
    /// seats.
    fn facts(&self) -> Vec<String>;

    /// Everything that a player holds.
    fn hand(&self, seat: Seat) -> Vec<HandItem>;

    /// The question to a person who may decide.
    fn question(&self, seat: Seat) -> Option<Question>;

    /// The sentences that explain the table, above the question. They are empty except in a guided game.
    fn remarks(&self) -> &str;

    /// The current step of a guided game, from 0, and the index of the choice that it asks for.
    fn lesson(&self) -> Option<(usize, usize)>;

    /// Goes to a step of a guided game, counted from 0. Nothing happens if there is no such step.
    fn go_to_lesson(&mut self, step: usize);

    /// The places of all people in sentences, while others are still racing.
    fn arrivals(&self) -> String;

    /// The result in a sentence, and the places.
    fn ending(&self, reader: Reader) -> (String, Ranking);

    /// Everything that each seat has; `None` if not everything may be seen, and at the end, when the places show it.
    fn possessions(&self, reader: Reader) -> Option<Ranking>;

    // ---- another moment ----

    /// The same game at its beginning, to be replayed.
    fn replay(&self) -> Box<dyn Table>;

    /// The number of events before the moment that is shown.
    fn now(&self) -> usize;

    /// The round at the moment that is shown, from 1.
    fn round(&self) -> usize;

    /// Takes one step through the game, stopping at its start or end.
    fn go(&mut self, stride: Stride, way: Way);

    /// Goes to the moment after this number of events.
    ///
    /// # Errors
    /// When the game has fewer events.
    fn go_to(&mut self, event: usize) -> Result<(), NoSuchEvent>;

    /// What led to the result of a game that is over, in sentences to this reader: [`Text::result_reasons`](crate::Text::result_reasons).
    fn result_reasons(&self, reader: Reader) -> Vec<String>;

    /// An event of the game, counted from 1, as a plain sentence: who decides, or what chance brings.
    fn event(&self, number: usize) -> Option<String>;

    /// The consequences of an event, counted from 1: as many of its sentences as fit in a short paragraph, including
    /// everything hidden.
    fn in_brief(&self, reader: Reader, number: usize) -> String;

    /// Compares the action that was taken at an event, counted from 1, with another action, given as JSON; `None` where
    /// everything hidden may not be seen.
    fn alternative(&self, reader: Reader, number: usize, other: &Value) -> Option<Alternative>;

    /// Analyses the game with the default settings, or with this number of worlds for each decision and of playouts
    /// from each position. The observer is called from any thread; raising the flag ends the analysis.
    ///
    /// # Errors
    /// When a bot fails, or the flag is raised.
    fn analyse(
        &self,
        tries: Option<u32>,
        stop: &StopFlag,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Analysis, Box<dyn Error + Send + Sync>>;

    /// One sentence to this reader on the event that changed the game most and what it changed, or that no single
    /// event did. It is found by a [quick analysis](crate::analysis::largest_swing) and may reveal everything hidden.
    /// The work is the same on every machine; raising the flag ends it. If a bot fails or the flag is raised, the
    /// sentence says so. While it is being worked out, show [`DECIDING_EVENT_PENDING`](super::DECIDING_EVENT_PENDING) in its place.
    fn decided_by(&self, reader: Reader, stop: &StopFlag) -> String;

    /// Starts another game of the same players under the same rules, from the same beginning.
    ///
    /// # Errors
    /// When a player cannot be created again.
    fn again(&self, seed: u64) -> Result<Box<dyn Table>, TableError>;

    /// Starts a game of these players that continues from the moment that is shown.
    ///
    /// # Errors
    /// When a player cannot be created.
    fn play_on(&self, seed: u64, players: Vec<Player>) -> Result<Box<dyn Table>, TableError>;
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// The screen that people share is handed over: nothing is shown until this player [confirms](Table::confirm) it.
    HandOver(Seat),
    /// All people have finished, and are [asked](Table::confirm) whether to watch the others.
    Rest,
    /// A person decides.
    Person(Seat),
    /// A bot decides.
    Bot(Seat),
    /// Chance decides.
    Chance,
    /// The game is over.
    Over,
    /// The game was left unfinished at its limit of events.
    Unfinished,
    /// This player's time is up, and the player has lost the game.
    TimeUp(Seat),
    /// This player has resigned, and has lost the game.
    Resigned(Seat),
    /// A moment of a game that is being replayed.
    Replay {
        /// Whether the game is over at this moment.
        is_over: bool,
    },
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The consequence of the request.
    pub outcome: Outcome,
    /// The answer to the reader who asked.
    pub message: Message,
}

/// The consequence of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game continues.
    Decided,
    /// The game continues from an earlier moment, or is shown differently; what was shown since then is no longer
    /// true.
    TakenBack,
    /// The question is unchanged.
    Asked,
    /// The reader wants to leave.
    Left,
    /// The reader has finished a guided game, and wants to play a whole one.
    Begins,
}

/// The length of a step through a game that is being replayed.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no event {event}: the game has {events}")]
pub struct NoSuchEvent {
    /// The number of the event.
    pub event: usize,
    /// The number of events.
    pub events: usize,
}

/// The reason why a table cannot be set up, or a move cannot be taken back.
#[derive(Debug, thiserror::Error)]
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
    /// There is nothing to take back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// Nobody can resign at this moment.
    #[error("only a player can resign, in a game that is not over")]
    Resign,
    /// The rules have no guided first game.
    #[error("{game} has no lessons under the rules {rules}")]
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

impl From<UnknownBot> for TableError {
    fn from(error: UnknownBot) -> Self {
        Self::NoPlayer(error.into())
    }
}
