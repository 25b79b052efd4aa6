//! A session behind the full screen: all that it would print is kept, and shown in its place.

use std::io::Empty;
use std::path::PathBuf;

use super::{Next, Rest, Session};
use crate::failure::Failure;
use crate::play::full::{Answer, Desk, Stage};
use crate::play::outcome::{ending_sentence, places};
use crate::play::typed::Typed;
use furlong::arena::Progress;
use furlong::text::{Canvas, Names};
use furlong::{Playable, Ruleset as _, Seat, StopFlag, Turn};

impl<G: Playable> Session<G, Empty, Vec<u8>> {
    /// The person who looks at the screen; `None` when only bots play, or when the game is over for several people.
    fn reader(&self) -> Option<Seat> {
        match self.table.only_person() {
            None if !self.race.is_over() => self.at_screen,
            only => only,
        }
    }

    /// The names as the person before the screen reads them.
    fn names(&self) -> Names {
        self.table.names.addressing(self.reader())
    }

    /// The person to decide, if it is a person's turn.
    fn decider(&self) -> Option<Seat> {
        match self.race.turn() {
            Turn::Seat(seat) if self.table.is_person(seat) => Some(seat),
            _ => None,
        }
    }
}

impl<G: Playable> Desk for Session<G, Empty, Vec<u8>> {
    fn title(&self) -> String {
        let rules = self.race.record().ruleset.title().plain();
        format!("{}: {}", G::ID, rules.name)
    }

    fn people(&self) -> usize {
        self.table.people()
    }

    fn begin(&mut self) -> Result<String, Failure> {
        self.save_first()?;
        self.introduce()?;
        Ok(self.screen.take())
    }

    fn stage(&self) -> Stage {
        match self.race.turn() {
            Turn::Over => Stage::Over,
            _ if self.is_left_unfinished() => Stage::Over,
            _ if self.awaits_rest() => Stage::Notice(format!(
                "{}\n\nThe others race on. Press Enter to watch them, Esc to see the end, q to leave.",
                self.arrivals()
            )),
            Turn::Chance(_) => Stage::Others("chance".to_owned()),
            Turn::Seat(seat) if !self.table.is_person(seat) => Stage::Others(self.table.names.name(seat)),
            Turn::Seat(seat) if self.table.people() > 1 && self.at_screen != Some(seat) => {
                let name = self.table.names.name(seat);
                Stage::Notice(format!(
                    "It is the turn of {name}.\n\nPress Enter when only {name} can see the screen."
                ))
            }
            Turn::Seat(_) => Stage::Choice,
        }
    }

    fn step(&mut self) -> Result<(), Failure> {
        let turn = self.proceed()?;
        if let Turn::Seat(seat) = turn
            && !self.is_left_unfinished()
        {
            self.ask_bot(seat)?;
        }
        // No step follows the last one that would save it.
        if self.stage() == Stage::Over { self.save_or_warn() } else { Ok(()) }
    }

    fn news(&mut self) -> Vec<String> {
        let names = self.names();
        // At the end the bets and hands are open, and nobody takes the seat of the one who sits there.
        let reader = self.reader().or(self.at_screen.filter(|_| self.race.is_over()));
        let since = match reader {
            Some(seat) => std::mem::replace(&mut self.shown[seat.index()], self.race.events()),
            None if self.table.people() == 0 => std::mem::replace(&mut self.watched, self.race.events()),
            None => return Vec::new(),
        };
        self.told(reader, since, &names)
    }

    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure> {
        let names = self.names();
        let chosen = |seat| self.race.actions(seat).get(choice?).copied().map(|action| (seat, action));
        match self.decider().and_then(chosen) {
            Some((seat, action)) => {
                let (view, canvas) = (self.race.sight(seat), self.screen.canvas());
                let picture = self.race.game().draw_choice(&view, action, &names, &canvas);
                self.screen.picture(&picture)?;
            }
            None => self.show_table(self.reader().unwrap_or(Seat::FIRST), &names)?,
        }
        Ok(self.screen.take())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        match self.decider() {
            Some(seat) => self.asked(seat),
            None if self.race.is_over() => {
                (ending_sentence(&self.race.standings(), &self.names()), Vec::new())
            }
            None if self.stage() == Stage::Over => {
                (format!("The game is left unfinished after {} events.", self.race.events()), Vec::new())
            }
            None => (String::new(), Vec::new()),
        }
    }

    fn panel(&self, columns: usize, _rows: usize) -> Vec<String> {
        if !self.race.is_over() {
            return Vec::new();
        }
        places(self.race.game(), self.race.state(), &self.names(), columns)
    }

    fn skips(&self) -> bool {
        self.rest == Rest::Skipped
    }

    fn confirm(&mut self, is_yes: bool) {
        if self.awaits_rest() {
            self.rest = if is_yes { Rest::Watched } else { Rest::Skipped };
        } else if is_yes {
            self.at_screen = self.decider();
        }
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        let seat = self.decider().or(self.reader()).unwrap_or(Seat::FIRST);
        let is_move = matches!(typed, Typed::Number(_) | Typed::Words(_) | Typed::Nothing | Typed::Undo);
        if typed == Typed::Quit {
            return Ok(Answer::Leave);
        }
        if is_move && self.decider().is_none() {
            return Ok(Answer::Text("It is not your turn.".to_owned()));
        }
        if typed == Typed::Log && self.table.people() == 0 {
            let log = self.told(None, 0, &self.table.names);
            return Ok(Answer::Text(log.join("\n") + "\n"));
        }
        if typed == Typed::View {
            let columns = self.screen.canvas().width;
            let lines = self.panel(columns, usize::MAX);
            return Ok(Answer::Text(format!("{}\n{}\n", self.picture(None)?, lines.join("\n"))));
        }
        let is_undo = typed == Typed::Undo;
        let next = Session::obey(self, seat, typed)?;
        let said = self.screen.take();
        // Another person may decide next, or nobody: then no step follows that would save the move.
        if is_move && !matches!(next, Next::AskAgain) {
            self.save_or_warn()?;
        }
        let warning = self.screen.take();
        Ok(match next {
            Next::AskAgain => Answer::Text(said),
            _ if is_undo => Answer::TakenBack(said + &warning),
            _ if warning.is_empty() => Answer::GoesOn,
            _ => Answer::Text(warning),
        })
    }

    fn analyse(&mut self, stop: &StopFlag, observer: &(dyn Fn(Progress) + Sync)) -> Result<String, Failure> {
        let points = self.analysed.key_points(self.race.record(), stop, observer)?;
        self.screen.text(&points)?;
        Ok(self.screen.take())
    }

    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.analysed.page(self.save.path())
    }

    fn leave(&mut self) -> Result<String, Failure> {
        self.screen.take();
        let said = if self.race.is_over() { self.say_saved() } else { self.say_goodbye() };
        said.map(|()| self.screen.take())
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.screen.draw_on(canvas);
    }
}
