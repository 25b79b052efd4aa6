//! `furlong replay`: replays a recorded game on the full screen or line by line, or only checks it.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use crate::args::{RecordFile, Replay as Asked};
use crate::failure::{Failure, in_file};
use crate::play::full_screen;
use crate::play::lineup::at_the_table;
use crate::play::screens;
use crate::replays::replay_screen::{ReplayScreen, event_lines};
use crate::screen::{Screen, is_interactive};
use furlong::common::NoSuchSeat;
use furlong::table::{GameTable, Reader, Shown, Stride, Table, Way, who_plays};
use furlong::{Playable, Race, Record, Roster, Seat};

pub(crate) fn replay<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    file: &RecordFile,
) -> Result<(), Failure> {
    let RecordFile { path, json } = file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let race = Race::resume(record).map_err(|error| in_file(path, error))?;
    let mut screen = Screen::standard(asked.plain);
    if asked.check {
        let state = if race.is_over() { "the game is over" } else { "the game is not over" };
        let events = race.events();
        return Ok(screen.text(&format!("{}: {events} events, all legal; {state}.", path.display()))?);
    }
    let is_over = race.is_over();
    let mut table = GameTable::replay_with_bots(race, Arc::new(roster.clone()));
    let viewer =
        asked.seat.map(|seat| at_the_table(table.seats(), seat)).transpose().map_err(Failure::usage)?;
    if let Some(event) = asked.event {
        table.go_to(event).map_err(Failure::usage)?;
    }
    if !asked.plain && full_screen::is_possible() {
        return screens::show(ReplayScreen::new(Box::new(table), viewer, path), screen.has_colour());
    }
    let is_interactive = is_interactive();
    let hides = viewer.is_none() && !is_over;
    if hides && is_interactive && !screen.is_confirmed(UNFINISHED, &mut io::stdin().lock())? {
        return Ok(());
    }
    if hides && !is_interactive {
        screen.text(WARNING)?;
    }
    table.open();
    let mut lines = ReplayLines { table: Box::new(table), viewer, screen };
    match asked.event {
        _ if is_interactive => lines.step_through(&mut io::stdin().lock()),
        Some(_) => lines.show_here(),
        None => lines.show_all(),
    }
}

/// The warning before the replay of an unfinished game, and the question.
const WARNING: &str =
    "Warning: the game is not over, and everything hidden is shown (--seat S shows only what seat S sees).";
const UNFINISHED: &str = "The game is not over, and the replay shows everything hidden. Continue?";

const KEYS: &str = "Enter or n: next; b: back; a number: go to that event; s SEAT: what that seat sees; s: \
    everything; q: leave";

/// A recorded game that is replayed line by line.
struct ReplayLines<W> {
    table: Box<dyn Table>,
    /// The seat whose view is shown; `None` shows everything.
    viewer: Option<Seat>,
    screen: Screen<W>,
}

impl<W: Write> ReplayLines<W> {
    fn show_title(&mut self) -> io::Result<()> {
        let (table, screen) = (&self.table, &mut self.screen);
        screen.heading(table.title())?;
        screen.text(&format!("Rules: {}. Seed: {}.", table.rules().name, table.seed()))?;
        if let Some(branch) = table.branch() {
            screen.text(&branch.to_string())?;
        }
        if !table.players().is_empty() {
            screen.text(&who_plays(table.players()))?;
        }
        for undone in table.undone() {
            let name = table.names().name(undone.seat);
            screen.text(&format!("{name} took back a move after event {}.", undone.event))?;
        }
        screen.gap()
    }

    fn show_event(&mut self, event: usize) -> io::Result<()> {
        let lines = event_lines(&*self.table, Reader::of(self.viewer), event);
        let (names, canvas) = (self.table.names(), self.screen.canvas());
        lines.iter().try_for_each(|(line, _)| self.screen.item(&names.painted(line, &canvas)))
    }

    /// Shows the table at the current moment.
    fn show_table(&mut self) -> io::Result<()> {
        self.table.draw_on(self.screen.canvas());
        let reader = Reader::of(self.viewer);
        let mut board = self.table.board(reader, None).unwrap_or_default();
        if let Some(seat) = self.viewer {
            board.caption = Some(format!("As seen by {}:", self.table.names().name(seat)));
        }
        self.screen.show(&[Shown::Board(board)])?;
        self.table
            .possessions(reader)
            .map_or(Ok(()), |held| self.screen.places(&held, Some(self.table.names())))
    }

    fn show_end(&mut self) -> io::Result<()> {
        let (sentence, places) = self.table.ending(Reader::of(self.viewer));
        self.screen.gap()?;
        self.screen.verbatim(&sentence)?;
        self.screen.places(&places, Some(self.table.names()))
    }

    /// Shows all events, one after another.
    fn show_all(&mut self) -> Result<(), Failure> {
        self.show_title()?;
        for event in 1..=self.table.events() {
            self.show_event(event)?;
        }
        self.table.go(Stride::Game, Way::Forward);
        self.show_table()?;
        Ok(self.show_end()?)
    }

    /// Shows the event before the current moment, and the table after it.
    fn show_here(&mut self) -> Result<(), Failure> {
        let now = self.table.now();
        if now > 0 {
            self.show_event(now)?;
        }
        self.show_table()?;
        if now == self.table.events() {
            self.show_end()?;
        }
        Ok(())
    }

    fn look_from(&mut self, seat: &str) -> Result<(), String> {
        let seat: Seat = seat.parse().map_err(|error: NoSuchSeat| error.to_string())?;
        let seat = at_the_table(self.table.seats(), seat).map_err(|error| error.to_string())?;
        self.viewer = Some(seat);
        Ok(())
    }

    /// Lets people move through the replay.
    fn step_through(&mut self, input: &mut impl BufRead) -> Result<(), Failure> {
        self.show_title()?;
        self.screen.text(KEYS)?;
        self.show_here()?;
        loop {
            let (now, events) = (self.table.now(), self.table.events());
            self.screen.prompt(&format!("event {now} of {events} >"))?;
            let mut line = String::new();
            let count = input.read_line(&mut line).map_err(Failure::failed)?;
            let typed = line.trim().to_lowercase();
            let outcome = match typed.as_str() {
                _ if count == 0 => return Ok(self.screen.gap()?),
                "q" | "quit" | "exit" => return Ok(()),
                "" | "n" | "next" => {
                    self.table.go_to(now + 1).map_err(|_| "That was the last event.".to_owned())
                }
                "b" | "back" => {
                    self.table.go(Stride::Event, Way::Back);
                    Ok(())
                }
                "s" => {
                    self.viewer = None;
                    Ok(())
                }
                typed => match (typed.strip_prefix("s "), typed.parse()) {
                    (Some(seat), _) => self.look_from(seat),
                    (None, Ok(event)) => self.table.go_to(event).map_err(|error| error.to_string()),
                    (None, Err(_)) => Err(KEYS.to_owned()),
                },
            };
            match outcome {
                Ok(()) => self.show_here()?,
                Err(problem) => self.screen.text(&problem)?,
            }
        }
    }
}
