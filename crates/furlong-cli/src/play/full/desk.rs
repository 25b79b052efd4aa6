//! A game as the full screen sees it: the trait [`Desk`], which knows nothing of the kind of game.

use std::path::PathBuf;
use std::time::Duration;

use crate::failure::Failure;
use crate::play::typed::Typed;
use furlong::arena::Progress;
use furlong::bot::StopFlag;
use furlong::table::{Shown, Stride, Way};
use furlong::text::{Canvas, Names};

/// A game for the person before the screen: in play with its players and its file, or recorded.
pub(crate) trait Desk: Send {
    /// The game and its rules in one line.
    fn title(&self) -> String;

    /// The names of the players with their colours, as the person reads them.
    fn names(&self) -> Names;

    /// The number of people at the table.
    fn people(&self) -> usize;

    /// The introduction; empty when there is nothing to read first. Writes the file of a game in play for the first time.
    fn begin(&mut self) -> Result<Vec<Shown>, Failure> {
        Ok(Vec::new())
    }

    /// The stage that the game has reached.
    fn stage(&self) -> Stage;

    /// The time that is left to each of the people; none where nobody plays by the clock.
    fn times(&self) -> Vec<String> {
        Vec::new()
    }

    /// The time after which the clock of the person shows another second; `None` when no clock runs.
    fn until_next_second(&self) -> Option<Duration> {
        None
    }

    /// Takes the time for which the person has thought off its clock; a sentence says when it is up.
    fn think(&mut self, _elapsed: Duration) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Lets chance decide until a seat does, and then a bot if it is its turn.
    fn step(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns whether the steps of others are not worth a look.
    fn skips(&self) -> bool {
        false
    }

    /// All that has happened since the last call, as the person may know it, in scenes. The last one ends at the present
    /// table.
    fn scenes(&mut self) -> Result<Vec<Scene>, Failure> {
        Ok(Vec::new())
    }

    /// The number of events before the last turn of the person: what has happened since is new.
    fn since_turn(&self) -> usize {
        0
    }

    /// The table as the person may see it, with marks of what the choice of this index would do.
    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure>;

    /// The sentences that explain the table, above the question; none in a usual game.
    fn explanation(&self) -> String {
        String::new()
    }

    /// The question to the person or a sentence on the moment, and the choices with what is to know of each.
    fn choices(&self) -> (String, Vec<(String, Option<String>)>);

    /// The index of the choice that the cursor stands on at first; `None` where the person puts it.
    fn first_choice(&self) -> Option<usize> {
        None
    }

    /// Lines below the question: the places, the curves of an analysed game. `columns` are those of the screen; where
    /// there are fewer `rows` than it has lines, the most important ones. By default there are none.
    fn panel(&self, _columns: usize, _rows: usize) -> Vec<String> {
        Vec::new()
    }

    /// The person answers the [notice](Stage::Notice).
    fn confirm(&mut self, _is_yes: bool) {}

    /// Returns whether hidden things may be shown only after a notice, which is then the stage.
    fn asks_first(&mut self) -> bool {
        false
    }

    /// Obeys a command or a move, and returns a text to be read: nothing when the game goes on.
    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure>;

    /// Shows another moment of a recorded game.
    fn leap(&mut self, _leap: Leap) -> Result<(), Failure> {
        Ok(())
    }

    /// Shows a recorded game from the eyes of the next seat, or all open.
    fn change_eyes(&mut self) {}

    /// The turning points and the mistakes of the game. The observer is called from any thread; raising the flag ends it.
    fn analyse(
        &mut self,
        _stop: &StopFlag,
        _observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Vec<Shown>, Failure> {
        Ok(Vec::new())
    }

    /// Begins to look for what decided the game that is over, beside the screen, and returns whether it is still being looked for.
    /// It stands in the [sentences](Desk::explanation) above the result.
    fn looks_back(&mut self) -> bool {
        false
    }

    /// Writes the analysis as a page into the folder of games, and returns its path; `None` before the analysis.
    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }

    /// Saves the game and returns the last words.
    fn leave(&mut self) -> Result<String, Failure> {
        Ok(String::new())
    }

    /// Sets the canvas of all texts from now on.
    fn draw_on(&mut self, canvas: Canvas);
}

/// The stage of a game before the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A text that is confirmed before anything else is shown: another person takes the seat, or hidden things follow.
    Notice(String),
    /// The person decides.
    Choice,
    /// The person chooses from a menu.
    Menu,
    /// Somebody else decides: a bot of this name, or chance.
    Others(String),
    /// The game is over, or left unfinished.
    #[default]
    Over,
    /// A moment of a recorded game.
    Replay {
        /// The game is over at this moment.
        is_over: bool,
    },
}

/// A moment on the way to the present table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scene {
    /// The events since the moment before.
    pub(crate) news: Vec<News>,
    /// The table at this moment; `None` for the present one.
    pub(crate) picture: Option<String>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) text: String,
    /// It tells what a bot thought, and makes room for what happened.
    pub(crate) is_reason: bool,
    /// The number of events after it.
    pub(crate) event: usize,
}

/// A step to another moment of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leap {
    /// To the next or last moment of a kind.
    Stride(Stride, Way),
    /// To the next or last turning point or mistake of the analysis.
    KeyPoint(Way),
    /// To the moment after this event.
    To(usize),
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The game goes on.
    GoesOn,
    /// Something to read, and the same question again.
    Told(Vec<Shown>),
    /// The same, to be read from its end.
    Log(Vec<Shown>),
    /// The game goes on from an earlier moment; what has happened since is no longer true.
    TakenBack(Vec<Shown>),
    /// The game is left.
    Leave,
    /// The lessons are left for a whole game.
    Begin,
}
