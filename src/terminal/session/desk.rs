//! A session behind the full screen: all that it would print is kept, and shown in its place.

use std::io::Empty;

use super::{Next, Session, standings_lines};
use crate::arena::Progress;
use crate::bot::StopFlag;
use crate::game::Turn;
use crate::playable::Playable;
use crate::ruleset::Ruleset as _;
use crate::seat::Seat;
use crate::terminal::analyse::key_points;
use crate::terminal::failure::Failure;
use crate::terminal::full::{Answer, Desk, Stage};
use crate::terminal::typed::Typed;
use crate::text::{Canvas, Names};

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

    fn begin(&mut self) -> Result<String, Failure> {
        self.introduce()?;
        self.save_first()?;
        Ok(self.screen.take())
    }

    fn stage(&self) -> Stage {
        match self.race.turn() {
            Turn::Over => Stage::Over,
            _ if self.is_left_unfinished() => Stage::Over,
            Turn::Chance(_) => Stage::Others("chance".to_owned()),
            Turn::Seat(seat) if !self.table.is_person(seat) => Stage::Others(self.table.names.name(seat)),
            Turn::Seat(seat) if self.table.people() > 1 && self.at_screen != Some(seat) => {
                Stage::HandOver(self.table.names.name(seat))
            }
            Turn::Seat(_) => Stage::Choice,
        }
    }

    fn step(&mut self) -> Result<(), Failure> {
        let turn = self.proceed()?;
        match turn {
            Turn::Seat(seat) if !self.is_left_unfinished() => self.ask_bot(seat),
            _ => self.save_or_warn(),
        }
    }

    fn news(&mut self) -> Vec<String> {
        let names = self.names();
        // At the end the bets and hands are open, and nobody takes the seat of the one who sits there.
        let reader = self.reader().or(self.at_screen.filter(|_| self.race.is_over()));
        let news = match reader {
            Some(seat) => {
                let since = std::mem::replace(&mut self.shown[seat.index()], self.race.events());
                self.race.told(seat, since)
            }
            None if self.table.people() == 0 => {
                let since = std::mem::replace(&mut self.watched, self.race.happenings().len());
                self.race.happenings()[since..].to_vec()
            }
            None => Vec::new(),
        };
        self.race.game().narrate_all(&news, &names)
    }

    fn picture(&mut self) -> Result<String, Failure> {
        let names = self.names();
        self.show_table(self.reader().unwrap_or(Seat::FIRST), &names)?;
        Ok(self.screen.take())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        match self.decider() {
            Some(seat) => self.asked(seat),
            None => (String::new(), Vec::new()),
        }
    }

    fn sit_down(&mut self) {
        self.at_screen = self.decider();
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
            let log = self.race.game().narrate_all(self.race.happenings(), &self.table.names);
            return Ok(Answer::Text(log.join("\n") + "\n"));
        }
        let is_undo = typed == Typed::Undo;
        let next = Session::obey(self, seat, typed)?;
        let said = self.screen.take();
        Ok(match next {
            Next::AskAgain => Answer::Text(said),
            _ if is_undo => Answer::TakenBack(said),
            _ => Answer::GoesOn,
        })
    }

    fn ending(&self) -> Vec<String> {
        if !self.race.is_over() {
            return vec![format!("The game is left unfinished after {} events.", self.race.events())];
        }
        standings_lines(&self.race, &self.names())
    }

    fn analyse(&mut self, stop: &StopFlag, observer: &(dyn Fn(Progress) + Sync)) -> Result<String, Failure> {
        let points = key_points(self.race.record(), stop, observer)?;
        self.screen.text(&points)?;
        Ok(self.screen.take())
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
