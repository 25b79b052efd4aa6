//! `furlong replay`: goes through a recorded game, or only checks it.

use std::io::{self, BufRead, Write};

use super::asked::Replay;
use super::failure::Failure;
use super::screen::{Screen, is_interactive};
use super::session::standings_lines;
use super::start::in_file;
use super::table::{at_the_table, names_of, who_plays};
use crate::game::Turn;
use crate::playable::Playable;
use crate::race::Race;
use crate::record::{Record, apply};
use crate::ruleset::Ruleset as _;
use crate::seat::{NoSuchSeat, Seat};
use crate::text::Names;

pub(super) fn replay<G: Playable>(asked: &Replay, json: &str) -> Result<(), Failure> {
    let path = &asked.file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let race = Race::resume(record.clone()).map_err(|error| in_file(path, error))?;
    let mut screen = Screen::standard(asked.is_plain);
    if asked.only_check {
        let state = if race.is_over() { "the game is over" } else { "the game is not over" };
        let events = race.events();
        return Ok(screen.text(&format!("{}: {events} events, all by the rules; {state}.", path.display()))?);
    }
    let mut film = Film::new(race, &record).map_err(|error| in_file(path, error))?;
    if let Some(seat) = asked.seat {
        film.look_from(seat).map_err(Failure::Usage)?;
    }
    if let Some(event) = asked.event {
        film.go_to(event).map_err(Failure::Usage)?;
    }
    if is_interactive() {
        film.step_through(&mut screen, &mut io::stdin().lock())
    } else if asked.event.is_some() {
        film.show_here(&mut screen)
    } else {
        film.show_all(&mut screen)
    }
}

/// A recorded game with every state it went through.
struct Film<G: Playable> {
    race: Race<G>,
    /// The states, by the number of events before them.
    states: Vec<G::State>,
    /// The happenings of each event.
    happenings: Vec<Vec<G::Happening>>,
    names: Names,
    /// The seat from whose eyes it is shown; everything when `None`.
    seat: Option<Seat>,
    /// The number of events before the moment that is shown.
    now: usize,
}

const KEYS: &str = "Enter or n: next; b: back; a number: after that event; s SEAT: as that seat sees it; s: \
                    everything; q: leave";

impl<G: Playable> Film<G> {
    fn new(race: Race<G>, record: &Record<G>) -> Result<Self, crate::ReplayError<G::Illegal>> {
        let (game, mut state) = record.open()?;
        let mut states = vec![state.clone()];
        let mut happenings = Vec::new();
        for (index, event) in record.events.iter().enumerate() {
            let mut seen = Vec::new();
            apply(&game, &mut state, event, index + 1, &mut seen)?;
            states.push(state.clone());
            happenings.push(seen);
        }
        let names = names_of(&record.seats);
        Ok(Self { race, states, happenings, names, seat: None, now: 0 })
    }

    fn events(&self) -> usize {
        self.happenings.len()
    }

    fn look_from(&mut self, seat: Seat) -> Result<(), String> {
        self.seat = Some(at_the_table(self.race.seats(), seat).map_err(|error| error.to_string())?);
        Ok(())
    }

    fn go_to(&mut self, event: usize) -> Result<(), String> {
        let events = self.events();
        if event > events {
            return Err(format!("there is no event {event}: the game has {events}"));
        }
        self.now = event;
        Ok(())
    }

    /// The event in sentences, as the chosen seat sees it.
    fn lines(&self, event: usize) -> Vec<String> {
        let game = self.race.game();
        let names = self.names.addressing(self.seat);
        let seen = self.happenings[event - 1].iter().filter_map(|happening| match self.seat {
            Some(seat) => game.seen_by(happening, seat),
            None => Some(happening.clone()),
        });
        seen.filter_map(|happening| game.narrate(&happening, &names)).collect()
    }

    fn show_title<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        screen.heading(G::TITLE)?;
        let record = self.race.record();
        let rules = record.ruleset.title().plain();
        screen.text(&format!("Rules: {}. Seed: {}.", rules.name, record.streams.seed))?;
        if !record.seats.is_empty() {
            screen.text(&who_plays(&record.seats))?;
        }
        for undone in &record.undone {
            let name = self.names.name(undone.seat);
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

    /// The table where the film stands: from the eyes that look, or of the seat that is to move.
    fn show_table<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        let (game, state) = (self.race.game(), &self.states[self.now]);
        let eyes = self.seat.unwrap_or(match game.turn(state) {
            Turn::Seat(seat) => seat,
            Turn::Chance(point) => point.owner.unwrap_or(Seat::FIRST),
            Turn::Over => Seat::FIRST,
        });
        let names = self.names.addressing(self.seat);
        screen.gap()?;
        screen.text(&format!("As {} sees the table:", self.names.name(eyes)))?;
        let picture = game.draw(&game.view(state, eyes), &names, &screen.canvas());
        screen.picture(&picture)
    }

    fn show_end<W: Write>(&self, screen: &mut Screen<W>) -> io::Result<()> {
        screen.gap()?;
        for line in standings_lines(&self.race, &self.names.addressing(self.seat)) {
            screen.text(&line)?;
        }
        Ok(())
    }

    /// Shows all events, one after the other.
    fn show_all<W: Write>(&mut self, screen: &mut Screen<W>) -> Result<(), Failure> {
        self.show_title(screen)?;
        for event in 1..=self.events() {
            self.show_event(screen, event)?;
        }
        self.now = self.events();
        self.show_table(screen)?;
        Ok(self.show_end(screen)?)
    }

    /// The event where the film stands, and the table after it.
    fn show_here<W: Write>(&self, screen: &mut Screen<W>) -> Result<(), Failure> {
        if self.now > 0 {
            self.show_event(screen, self.now)?;
        }
        self.show_table(screen)?;
        if self.now == self.events() {
            self.show_end(screen)?;
        }
        Ok(())
    }

    /// People go through the film as they like.
    fn step_through<W: Write>(
        &mut self,
        screen: &mut Screen<W>,
        input: &mut impl BufRead,
    ) -> Result<(), Failure> {
        self.show_title(screen)?;
        screen.text(KEYS)?;
        self.show_here(screen)?;
        loop {
            screen.prompt(&format!("event {} of {} >", self.now, self.events()))?;
            let mut line = String::new();
            let count = input.read_line(&mut line).map_err(Failure::failed)?;
            let typed = line.trim().to_lowercase();
            let outcome = match typed.as_str() {
                _ if count == 0 => return Ok(screen.gap()?),
                "q" | "quit" | "exit" => return Ok(()),
                "" | "n" | "next" => match self.go_to(self.now + 1) {
                    Err(_) => Err("That was the last event.".to_owned()),
                    gone => gone,
                },
                "b" | "back" => {
                    self.now = self.now.saturating_sub(1);
                    Ok(())
                }
                "s" => {
                    self.seat = None;
                    Ok(())
                }
                typed => match (typed.strip_prefix("s "), typed.parse()) {
                    (Some(seat), _) => {
                        let seat = seat.parse().map_err(|error: NoSuchSeat| error.to_string());
                        seat.and_then(|seat| self.look_from(seat))
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
