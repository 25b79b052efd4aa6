//! `furlong replay`: goes through a recorded game, on the full screen or line by line, or only checks it.

use std::io::{self, BufRead, Write};

use crate::args::Replay as Asked;
use crate::failure::{Failure, in_file};
use crate::play::full;
use crate::play::screens;
use crate::replays::replay::{Replay, Stride, Way};
use crate::screen::{Screen, is_interactive};

use crate::play::table::who_plays;
use crate::replays::replay_screen::ReplayScreen;
use furlong::{NoSuchSeat, Playable, Race, Record, Ruleset as _, Seat};

pub(crate) fn replay<G: Playable>(asked: &Asked, json: &str) -> Result<(), Failure> {
    let path = &asked.file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let race = Race::resume(record.clone()).map_err(|error| in_file(path, error))?;
    let mut screen = Screen::standard(asked.plain);
    if asked.check {
        let state = if race.is_over() { "the game is over" } else { "the game is not over" };
        let events = race.events();
        return Ok(screen.text(&format!("{}: {events} events, all by the rules; {state}.", path.display()))?);
    }
    let mut replay = Replay::new(record).map_err(|error| in_file(path, error))?;
    replay.look_from(asked.seat).map_err(Failure::usage)?;
    if let Some(event) = asked.event {
        replay.go_to(event).map_err(Failure::Usage)?;
    }
    if !asked.plain && full::is_possible() {
        return screens::show(ReplayScreen::new(replay, path), screen.has_colour());
    }
    if is_interactive() {
        let input = &mut io::stdin().lock();
        if replay.seat().is_none() && !replay.is_over() && !screen.is_confirmed(UNFINISHED, input)? {
            return Ok(());
        }
        return replay.step_through(&mut screen, input);
    }
    if replay.seat().is_none() && !replay.is_over() {
        screen.text(WARNING)?;
    }
    if asked.event.is_some() { replay.show_here(&mut screen) } else { replay.show_all(&mut screen) }
}

/// The warning at the replay of an unfinished game, and the question before it.
const WARNING: &str =
    "Warning: the game is not over, and everything hidden is shown (--seat S shows what seat S sees).";
const UNFINISHED: &str = "The game is not over, and the replay shows everything hidden. Go on?";

const KEYS: &str = "Enter or n: next; b: back; a number: after that event; s SEAT: as that seat sees it; s: \
                    everything; q: leave";

impl<G: Playable> Replay<G> {
    fn show_title<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        screen.heading(G::TITLE)?;
        let record = self.record();
        let rules = record.ruleset.title().plain();
        screen.text(&format!("Rules: {}. Seed: {}.", rules.name, record.streams.seed))?;
        if let Some(branch) = record.branch {
            screen.text(&branch.to_string())?;
        }
        if !record.seats.is_empty() {
            screen.text(&who_plays(&record.seats))?;
        }
        for undone in &record.undone {
            let name = self.names().name(undone.seat);
            screen.text(&format!("Taken back by {name}: a move after event {}.", undone.event))?;
        }
        screen.gap()
    }

    fn show_event<W: Write>(&self, screen: &mut Screen<W>, event: usize) -> io::Result<()> {
        let digits = self.events().to_string().len();
        for line in self.lines(event) {
            screen.item(&format!("{event:>digits$}  {line}"))?;
        }
        Ok(())
    }

    /// The table at the moment that is shown.
    fn show_table<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        screen.gap()?;
        let eyes = match self.seat() {
            Some(seat) => format!("As {} sees the table:", self.names().name(seat)),
            None => "The table, all open:".to_owned(),
        };
        screen.text(&eyes)?;
        let picture = self.picture(&screen.canvas());
        screen.picture(&picture)?;
        self.held(screen.canvas().width).iter().try_for_each(|line| screen.verbatim(line))
    }

    fn show_end<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        screen.gap()?;
        let lines = self.ending(screen.canvas().width);
        lines.iter().try_for_each(|line| screen.verbatim(line))
    }

    /// Shows all events, one after the other.
    fn show_all<W: Write>(&mut self, screen: &mut Screen<W>) -> Result<(), Failure> {
        self.show_title(screen)?;
        for event in 1..=self.events() {
            self.show_event(screen, event)?;
        }
        self.go(Stride::Game, Way::Forward);
        self.show_table(screen)?;
        Ok(self.show_end(screen)?)
    }

    /// The event before the moment that is shown, and the table after it.
    fn show_here<W: Write>(&self, screen: &mut Screen<W>) -> Result<(), Failure> {
        if self.now() > 0 {
            self.show_event(screen, self.now())?;
        }
        self.show_table(screen)?;
        if self.now() == self.events() {
            self.show_end(screen)?;
        }
        Ok(())
    }

    /// People go through the replay as they like.
    fn step_through<W: Write>(
        &mut self,
        screen: &mut Screen<W>,
        input: &mut impl BufRead,
    ) -> Result<(), Failure> {
        self.show_title(screen)?;
        screen.text(KEYS)?;
        self.show_here(screen)?;
        loop {
            screen.prompt(&format!("event {} of {} >", self.now(), self.events()))?;
            let mut line = String::new();
            let count = input.read_line(&mut line).map_err(Failure::failed)?;
            let typed = line.trim().to_lowercase();
            let outcome = match typed.as_str() {
                _ if count == 0 => return Ok(screen.gap()?),
                "q" | "quit" | "exit" => return Ok(()),
                "" | "n" | "next" => match self.go_to(self.now() + 1) {
                    Err(_) => Err("That was the last event.".to_owned()),
                    gone => gone,
                },
                "b" | "back" => {
                    self.go(Stride::Event, Way::Back);
                    Ok(())
                }
                "s" => self.look_from(None).map_err(|error| error.to_string()),
                typed => match (typed.strip_prefix("s "), typed.parse()) {
                    (Some(seat), _) => {
                        let seat: Result<Seat, _> =
                            seat.parse().map_err(|error: NoSuchSeat| error.to_string());
                        seat.and_then(|seat| self.look_from(Some(seat)).map_err(|error| error.to_string()))
                    }
                    (None, Ok(event)) => self.go_to(event),
                    (None, Err(_)) => Err(KEYS.to_owned()),
                },
            };
            match outcome {
                Ok(()) => self.show_here(screen)?,
                Err(problem) => screen.text(&problem)?,
            }
        }
    }
}
