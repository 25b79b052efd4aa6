//! A game as the full screen sees it: the trait [`ScreenModel`], which does not know which game it is.

use std::path::PathBuf;
use std::time::Duration;

use crate::failure::Failure;
use crate::play::typed_line::Typed;
use furlong::table::{Shown, Stride, Way};
use furlong::text::{Canvas, Names};

/// A game for the person at the screen, either in play with its players and its file, or recorded.
pub(crate) trait ScreenModel: Send {
    /// The game and its rules in one line.
    fn title(&self) -> String;

    /// The names of the players in their colours, as the person reads them.
    fn names(&self) -> Names;

    /// The number of people at the table.
    fn people(&self) -> usize;

    /// The introduction, or nothing if there is nothing to read first. Writes the file of a game in play for the
    /// first time.
    fn begin(&mut self) -> Result<Vec<Shown>, Failure> {
        Ok(Vec::new())
    }

    /// The stage that the game has reached.
    fn stage(&self) -> Stage;

    /// The time left to each of the people; empty if nobody plays by the clock.
    fn times(&self) -> Vec<String> {
        Vec::new()
    }

    /// The time until the person's clock shows another second; `None` if no clock runs.
    fn until_next_second(&self) -> Option<Duration> {
        None
    }

    /// Takes the time that the person has spent thinking off their clock. If it is used up, a sentence says so.
    fn think(&mut self, _elapsed: Duration) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    /// Lets chance decide until it is a seat's turn, and then lets that seat's bot decide, if it has one.
    fn step(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// The keys of a game in play that mean nothing here. The bar does not offer them.
    fn unused_keys(&self) -> &'static [char] {
        &[]
    }

    /// Returns whether the others' steps need not be shown.
    fn skips(&self) -> bool {
        false
    }

    /// Returns everything that has happened since the last call and that the person may know, in steps. The last step
    /// ends at the present table.
    fn frames(&mut self) -> Result<Vec<TableFrame>, Failure> {
        Ok(Vec::new())
    }

    /// The number of events before the person's last turn. What has happened since then is new.
    fn since_turn(&self) -> usize {
        0
    }

    /// The table as the person may see it, with marks that show what the choice with this index would do.
    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure>;

    /// The sentences that explain the table, above the question; empty in a normal game.
    fn explanation(&self) -> String {
        String::new()
    }

    /// The sentences on what led to the result of a game that is over. They are left out where there is little room.
    fn result_reasons(&self) -> Vec<String> {
        Vec::new()
    }

    /// The reason to play at another level, if the game is over and one suits the person better.
    fn new_level_offered(&self) -> Option<String> {
        None
    }

    /// The question to the person, or a sentence about the moment, and the choices with remarks on each.
    fn choices(&self) -> (String, Vec<(String, Option<String>)>);

    /// The index of the choice that the cursor starts on; `None` if the person has to move it there.
    fn first_choice(&self) -> Option<usize> {
        None
    }

    /// Lines below the question: the places, or the curves of an analysed game. `columns` is the width of the
    /// screen. If there are fewer `rows` than lines, the most important ones are shown. None by default.
    fn panel(&self, _columns: usize, _rows: usize) -> Vec<String> {
        Vec::new()
    }

    /// Takes the person's answer to the [notice](Stage::Notice).
    fn confirm(&mut self, _is_yes: bool) {}

    /// Returns whether a notice must come before hidden things. If so, the notice becomes the stage.
    fn asks_first(&mut self) -> bool {
        false
    }

    /// Carries out a command or a move, and returns its answer, which may contain something to read.
    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure>;

    /// Shows another moment of a recorded game.
    fn leap(&mut self, _leap: Leap) -> Result<(), Failure> {
        Ok(())
    }

    /// Shows a recorded game from the view of the next seat, or with everything open.
    fn change_viewer(&mut self) {}

    /// Returns whether the screen begins with an analysis. It is true only once.
    fn analyses_first(&mut self) -> bool {
        false
    }

    /// Starts to analyse the game in the background, or asks how far that is.
    fn analyse(&mut self) -> Result<Analysing, Failure> {
        Ok(Analysing::Done(Vec::new()))
    }

    /// Starts to look in the background for what decided a finished game, and returns whether the search is still
    /// running. The result appears in the [sentences](ScreenModel::explanation) above the result.
    fn is_quick_analysis_pending(&mut self) -> bool {
        false
    }

    /// Writes the analysis as a page into the folder of games, and returns its path; `None` before the analysis.
    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        Ok(None)
    }

    /// Saves the game and returns the last message.
    fn leave(&mut self) -> Result<String, Failure> {
        Ok(String::new())
    }

    /// Sets the canvas for all texts from now on.
    fn draw_on(&mut self, canvas: Canvas);
}

/// The stage of a game, on which depends what the screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A text that must be confirmed before anything else is shown, and its keys: another person takes the seat, or
    /// hidden things follow.
    Notice(String, &'static str),
    /// The person has to decide.
    Choice,
    /// The person chooses from a menu. Only `q` or a choice leaves the first one, because nothing is behind it.
    Menu {
        /// Whether this is the first menu.
        is_first: bool,
    },
    /// Somebody else decides: a bot with this name, or chance.
    Others(String),
    /// The game is over, or left unfinished.
    #[default]
    Over,
    /// The screen shows a moment of a recorded game.
    Replay {
        /// Whether the game is over at this moment.
        is_over: bool,
    },
}

/// An analysis.
#[derive(Debug)]
pub(crate) enum Analysing {
    /// It runs in the background: this part is done, and this time is left.
    GoesOn(String),
    /// The review, the turning points and the mistakes.
    Done(Vec<Shown>),
}

/// A step on the way to the present table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableFrame {
    /// The events since the previous step.
    pub(crate) news: Vec<News>,
    /// The table at this step; `None` for the present table.
    pub(crate) picture: Option<String>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) text: String,
    /// Whether it reports what a bot thought. Such lines give way to what happened.
    pub(crate) is_reason: bool,
    /// The number of events after it.
    pub(crate) event: usize,
}

/// A jump to another moment of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leap {
    /// To the next or previous moment of a kind.
    Stride(Stride, Way),
    /// To the next or previous turning point or mistake of the analysis.
    KeyPoint(Way),
    /// To the moment after this event.
    To(usize),
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The game continues.
    GoesOn,
    /// There is something to read, and then the same question again.
    Told(Vec<Shown>),
    /// There is something to read, starting at its end.
    Log(Vec<Shown>),
    /// The game goes back to an earlier moment, so what has happened since no longer holds.
    TakenBack(Vec<Shown>),
    /// The game is left.
    Leave,
    /// The lessons are over, and a whole game begins.
    Begin,
}
