//! A session behind the full screen.

use std::io::Empty;
use std::path::PathBuf;
use std::time::Duration;

use super::Session;
use super::display::says;
use crate::failure::Failure;
use crate::play::full_screen::{Analysing, Answer, News, ScreenModel, Stage, TableFrame};
use crate::play::print::{labels, line_of, place_lines};
use crate::play::typed_line::Typed;
use furlong::Seat;
use furlong::table::{self, Outcome, Reader, Request, Shown};
use furlong::text::{Canvas, Names};

impl Session<Empty, Vec<u8>> {
    /// The reader at the screen: the person there, or a reader beside the first seat if only bots play or the game of
    /// several people is over.
    fn reader(&self) -> Reader {
        self.table.at_screen().map_or(Reader::Beside(Seat::FIRST), Reader::Player)
    }

    /// Returns whether the game has a result, by its rules, on time or because somebody has resigned.
    fn has_ended(&self) -> bool {
        use table::Stage::{Over, Resigned, TimeUp};
        matches!(self.table.stage(), Over | TimeUp(_) | Resigned(_))
    }

    /// The result in a sentence, with the reader's place.
    fn ending_in_words(&self) -> String {
        let (sentence, ranking) = self.table.ending(self.reader());
        let place = self.reader().player().and_then(|seat| ranking.place_in_words(seat));
        place.map_or_else(|| sentence.clone(), |place| format!("{sentence} {place}"))
    }

    /// Returns and clears the session's own messages, such as a warning.
    fn said(&mut self) -> Vec<Shown> {
        let said = self.screen.take();
        let said = said.trim();
        if said.is_empty() { Vec::new() } else { vec![Shown::Sentence(said.to_owned())] }
    }

    /// The reader for whom the log is written; `None` while nobody should read it.
    fn log_reader(&mut self) -> Option<Reader> {
        if let table::Stage::Person(seat) = self.table.stage() {
            self.at_screen = Some(seat);
        }
        match (self.table.at_screen(), self.at_screen) {
            _ if self.table.people().is_empty() => Some(Reader::All),
            (Some(seat), _) => Some(Reader::Player(seat)),
            // At the end the bets and hands are open, and nobody takes the seat of the one who sits there.
            (None, Some(seat)) if self.table.stage() == table::Stage::Over => Some(Reader::Beside(seat)),
            _ => None,
        }
    }

    /// A step shown at the table, with a board that fits the screen.
    fn frame(&mut self, message: table::Message) -> Result<TableFrame, Failure> {
        let mut frame = TableFrame::default();
        for shown in message.shown {
            match shown {
                Shown::Board(board) => {
                    self.screen.picture(&board.picture)?;
                    frame.picture = Some(self.screen.take());
                }
                shown => frame.news.push(News {
                    text: line_of(&shown),
                    is_reason: matches!(shown, Shown::Reason(_)),
                    event: message.events,
                }),
            }
        }
        Ok(frame)
    }
}

impl ScreenModel for Session<Empty, Vec<u8>> {
    fn title(&self) -> String {
        if self.table.lesson().is_some() || self.has_ended() {
            self.table.heading()
        } else {
            format!("{}, round {}", self.table.heading(), self.table.round())
        }
    }

    fn names(&self) -> Names {
        self.table.names().addressing(self.reader().player())
    }

    fn people(&self) -> usize {
        usize::from(self.table.people().len())
    }

    fn begin(&mut self) -> Result<Vec<Shown>, Failure> {
        self.save_first()?;
        // It says too that the game is not saved.
        let is_read = (self.is_known || self.has_ended()) && self.unsaved.is_none();
        Ok(if is_read { Vec::new() } else { self.introduction() })
    }

    fn stage(&self) -> Stage {
        let name = |seat: Seat| self.table.names().name(seat);
        match self.table.stage() {
            table::Stage::HandOver(seat) => {
                let name = name(seat);
                let text = format!("It is {name}'s turn.\n\nPress y when only {name} can see the screen.");
                Stage::Notice(text, "y: continue  q leave")
            }
            table::Stage::Rest => {
                let text = format!(
                    "{}\n\nThe others race on. Press y to watch, Esc to skip to the end.",
                    self.table.arrivals()
                );
                Stage::Notice(text, "y: watch  Esc: to the end  q leave")
            }
            table::Stage::Person(_) => Stage::Choice,
            table::Stage::Bot(seat) => Stage::Others(name(seat)),
            table::Stage::Chance => Stage::Others("chance".to_owned()),
            _ => Stage::Over,
        }
    }

    fn times(&self) -> Vec<String> {
        Session::times(self)
    }

    fn until_next_second(&self) -> Option<Duration> {
        Session::until_next_second(self)
    }

    fn think(&mut self, elapsed: Duration) -> Result<Option<String>, Failure> {
        Session::think(self, elapsed)
    }

    fn step(&mut self) -> Result<(), Failure> {
        if matches!(self.proceed()?, table::Stage::Bot(_)) {
            self.ask_bot()?;
        }
        // No step follows the last one that would save it.
        if self.stage() == Stage::Over { self.save_or_warn() } else { Ok(()) }
    }

    fn frames(&mut self) -> Result<Vec<TableFrame>, Failure> {
        let Some(reader) = self.log_reader() else { return Ok(Vec::new()) };
        let mut frames = self.table.frames(reader);
        if let Some(last) = frames.last_mut().filter(|_| self.table.stage() == table::Stage::Over) {
            // The result is said below the table.
            let (sentence, _) = self.table.ending(self.reader());
            last.shown.retain(|shown| !says(shown, &sentence));
        }
        frames.into_iter().map(|message| self.frame(message)).collect()
    }

    fn since_turn(&self) -> usize {
        self.table.since_turn(self.reader())
    }

    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure> {
        let board = self.table.board(self.reader(), choice).unwrap_or_default();
        self.screen.picture(&board.picture)?;
        Ok(self.screen.take())
    }

    fn explanation(&self) -> String {
        let decided = self.analysed.decided().filter(|_| self.table.stage() == table::Stage::Over);
        decided.unwrap_or(self.table.remarks()).to_owned()
    }

    fn result_reasons(&self) -> Vec<String> {
        self.table.result_reasons(self.reader())
    }

    fn new_level_offered(&self) -> Option<String> {
        self.new_level().map(|level| level.reason.clone())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        match self.table.stage() {
            table::Stage::Person(seat) => {
                self.table.question(seat).map_or_else(Default::default, |question| {
                    let choices = labels(&question.choices);
                    (question.text, choices)
                })
            }
            table::Stage::Over | table::Stage::TimeUp(_) | table::Stage::Resigned(_) => {
                (self.ending_in_words(), Vec::new())
            }
            table::Stage::Unfinished => {
                (format!("The game is left unfinished after {} events.", self.table.events()), Vec::new())
            }
            _ => Default::default(),
        }
    }

    fn first_choice(&self) -> Option<usize> {
        self.table.lesson().map(|(_, choice)| choice)
    }

    fn panel(&self, columns: usize, _rows: usize) -> Vec<String> {
        if !self.has_ended() {
            // One clock has room in the bar above.
            let several = Some(self.times()).filter(|times| times.len() > 1);
            return several.and_then(|_| self.times_in_a_line()).into_iter().collect();
        }
        place_lines(&self.table.ending(self.reader()).1, columns)
    }

    fn unused_keys(&self) -> &'static [char] {
        // Nobody gives reasons in a lesson.
        if self.table.lesson().is_some() { &['w'] } else { &[] }
    }

    fn skips(&self) -> bool {
        self.table.watches_rest() == Some(false)
    }

    fn confirm(&mut self, is_yes: bool) {
        self.table.confirm(is_yes);
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        let request = match typed {
            Typed::Quit => return Ok(Answer::Leave),
            Typed::Save(path) => {
                self.save_elsewhere(path)?;
                return Ok(Answer::Told(self.said()));
            }
            Typed::Asked(Request::View) => {
                let board = self.table.board(self.reader(), None).map(Shown::Board);
                let places = self.has_ended().then(|| Shown::Places(self.table.ending(self.reader()).1));
                return Ok(Answer::Told(board.into_iter().chain(places).collect()));
            }
            Typed::Asked(request) => request,
        };
        if request == Request::Log && self.table.people().is_empty() {
            return Ok(Answer::Log(self.table.log(Reader::All).shown));
        }
        let seat = match self.table.stage() {
            table::Stage::Person(seat) => seat,
            _ => self.table.at_screen().unwrap_or(Seat::FIRST),
        };
        let reply = self.table.answer(Reader::Player(seat), &request)?;
        let mut said = reply.message.shown;
        said.extend(self.details_for(&request));
        match reply.outcome {
            Outcome::Asked if request == Request::Log => return Ok(Answer::Log(said)),
            Outcome::Asked => return Ok(Answer::Told(said)),
            Outcome::Left => return Ok(Answer::Leave),
            Outcome::Begins => return Ok(Answer::Begin),
            Outcome::Decided | Outcome::TakenBack => {}
        }
        // Another person may decide next, or nobody: then no step follows that would save the move.
        self.has_person_moved |= reply.outcome == Outcome::Decided;
        self.save_or_warn()?;
        let warning = self.said();
        Ok(match reply.outcome {
            Outcome::TakenBack => {
                said.extend(warning);
                Answer::TakenBack(said)
            }
            _ if warning.is_empty() => Answer::GoesOn,
            _ => Answer::Told(warning),
        })
    }

    fn analyse(&mut self) -> Result<Analysing, Failure> {
        self.analysed.key_points(&*self.table, self.save.path())
    }

    fn is_quick_analysis_pending(&mut self) -> bool {
        // Before its end a game has something to hide.
        let reader = self.reader();
        self.table.stage() == table::Stage::Over
            && self.analysed.is_quick_analysis_pending(&*self.table, reader)
    }

    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.analysed.page(&*self.table, self.save.path())
    }

    fn leave(&mut self) -> Result<String, Failure> {
        self.screen.take();
        let said = if self.has_ended() { self.say_saved() } else { self.say_goodbye() };
        said.map(|()| self.screen.take())
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.screen.draw_on(canvas);
        self.table.draw_on(canvas);
    }
}
