//! A game as the full screen sees it: the trait [`Desk`], which knows nothing of the kind of game.

use crate::arena::Progress;
use crate::bot::StopFlag;
use crate::terminal::failure::Failure;
use crate::terminal::typed::Typed;
use crate::text::Canvas;

/// A game in play with its players and its file, for the person before the screen.
pub(in crate::terminal) trait Desk: Send {
    /// The game and its rules in one line.
    fn title(&self) -> String;

    /// The introduction for new players. Writes the file of the game for the first time.
    fn begin(&mut self) -> Result<String, Failure>;

    /// The stage that the game has reached.
    fn stage(&self) -> Stage;

    /// Lets chance decide until a seat does, and then a bot if it is its turn.
    fn step(&mut self) -> Result<(), Failure>;

    /// Sentences on all that has happened since the last call, as the person may know it.
    fn news(&mut self) -> Vec<String>;

    /// The table as the person may see it.
    fn picture(&mut self) -> Result<String, Failure>;

    /// The question to the person, and the choices with what is to know of each.
    fn choices(&self) -> (String, Vec<(String, Option<String>)>);

    /// The person whose turn it is has taken the seat before the screen.
    fn sit_down(&mut self);

    /// Obeys a command or a move, and returns a text to be read: nothing when the game goes on.
    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure>;

    /// The result in sentences, when the game is over.
    fn ending(&self) -> Vec<String>;

    /// The turning points and the mistakes of a game that is over. `observer` is called from any thread; raising `stop`
    /// ends it.
    fn analyse(&mut self, stop: &StopFlag, observer: &(dyn Fn(Progress) + Sync)) -> Result<String, Failure>;

    /// Saves the game and returns the last words.
    fn leave(&mut self) -> Result<String, Failure>;

    /// Sets the canvas of all texts from now on.
    fn draw_on(&mut self, canvas: Canvas);
}

/// The stage of a game before the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::terminal) enum Stage {
    /// Another person takes the seat before the screen first.
    HandOver(String),
    /// The person decides.
    Choice,
    /// The person chooses from a menu.
    Menu,
    /// Somebody else decides: a bot of this name, or chance.
    Others(String),
    /// The game is over, or left unfinished.
    Over,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::terminal) enum Answer {
    /// The game goes on.
    GoesOn,
    /// Something to read, and the same question again.
    Text(String),
    /// The game goes on from an earlier moment; what has happened since is no longer true.
    TakenBack(String),
    /// The game is left.
    Leave,
}
