//! Bots that are separate processes, in any language: they read what their seat may know as lines of JSON, and write
//! their choices as lines of JSON.
//!
//! `docs/bots.md` describes the protocol for bot authors. One process plays many games, one after another
//! ([`ProcessPool`]), and may listen to what its seat sees as it happens.

mod duplicate_keys;
mod group;
mod groups;
#[cfg(test)]
#[path = "../../../tests/library/fuzz/mutate.rs"]
mod mutate;
mod observer;
mod pool;
mod protocol;
mod running;
mod spec;

use std::fmt;
use std::time::{Duration, Instant};

use rand::Rng as _;
use serde_json::Value;

use super::{Bot, BotError, Decision};
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::formats::json;
use crate::game::RaceGame;
use crate::text::Text;
use protocol::{Message, Service};
use running::Running;

pub use groups::end_processes;
pub use observer::{ProcessEvent, ProcessEventKind, ProcessObserver};
pub use pool::ProcessPool;
pub use protocol::PROTOCOL_VERSION;
pub(crate) use running::OUTSTAYS;
pub use spec::{NoCommand, ProcessSpec};

/// A bot that is a process, for one seat in one game. It takes a process from the pool when it has its first line to
/// write, and returns it when it is dropped. A process that fails is killed, and the bot fails from then on.
#[derive(Debug)]
pub struct ProcessBot {
    pool: ProcessPool,
    setup: Value,
    players: Seats,
    /// The name of the game in logs.
    label: String,
    /// The number of decisions that the bot was asked for in this game.
    decisions: u64,
    /// The time that the bot has spent in this game.
    spent: Duration,
    /// The end of this game, once it is over.
    end: Option<Standings>,
    /// The process in this game; `None` before the first line.
    course: Option<Result<Playing, BotError>>,
}

/// A process in a game.
#[derive(Debug)]
struct Playing {
    process: Running,
    /// The number of the game in its process.
    game: u64,
}

impl ProcessBot {
    fn new(pool: ProcessPool, setup: Value, players: Seats) -> Self {
        Self {
            pool,
            setup,
            players,
            label: String::new(),
            decisions: 0,
            spent: Duration::ZERO,
            end: None,
            course: None,
        }
    }

    /// Sets the name of the game in logs. The process does not see it.
    pub(crate) fn in_game(mut self, game: &dyn fmt::Display) -> Self {
        if self.pool.is_heard() {
            self.label = game.to_string();
        }
        self
    }

    /// Returns the process in this game, and takes one if there is none yet.
    fn playing<G: RaceGame>(&mut self, game: &G, seat: Seat) -> Result<&mut Playing, BotError> {
        let course = self.course.take().unwrap_or_else(|| self.first_line(game, seat));
        self.course.insert(course).as_mut().map_err(|error| error.clone())
    }

    /// Takes a process, and writes the first line of the game to it.
    fn first_line<G: RaceGame>(&self, game: &G, seat: Seat) -> Result<Playing, BotError> {
        let mut process = self.pool.take()?;
        let number = process.begin_game();
        let (ruleset, setup, players) = (game.ruleset(), &self.setup, self.players);
        let message: Message<'_, G> =
            Message::Game { game: number, name: G::ID, ruleset, setup, seat, players };
        process.note(|| format!("{}: seat {seat} of {players}", self.label));
        process.tell(json::written(&message))?;
        Ok(Playing { process, game: number })
    }

    /// The time that is left for the game; `None` without a limit.
    fn left(&self) -> Option<Duration> {
        self.pool.spec.clock.map(|clock| clock.saturating_sub(self.spent))
    }

    fn ask<G: Text>(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        let Decision { game, actions, seat, stop, .. } = *decision;
        let view = decision.view();
        let labels: Vec<String> = actions.iter().map(|action| game.label(&view, *action)).collect();
        let (random, event) = (decision.rng.next_u32(), decision.event());
        self.decisions += 1;
        let (number, left) = (self.decisions, self.left());
        let Playing { process, game } = self.playing(game, seat)?;
        let question: Message<'_, G> = Message::Decide {
            game: *game,
            view: &view,
            actions,
            labels: &labels,
            random,
            seconds: left.map(|left| left.as_secs_f64()),
        };
        process.note(|| {
            let event = event.map_or_else(String::new, |event| format!("event {event}, "));
            format!("{event}decision {number} of this seat")
        });
        let asked = Instant::now();
        let answer = process.decide(json::written(&question), left, stop)?;
        let action = protocol::read_action(&answer, actions).map_err(|fault| process.at_fault(fault));
        self.spent += asked.elapsed();
        action
    }
}

impl<G: Text> Bot<G> for ProcessBot {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        if decision.actions.is_empty() {
            return Err(BotError::NoAction);
        }
        let chosen = self.ask(decision);
        if let Err(error) = &chosen {
            // The process may be out of step with the questions, so it is killed.
            self.course = Some(Err(error.clone()));
        }
        chosen
    }

    /// Returns `true`: the process itself says whether it listens, once it runs.
    fn listens(&self) -> bool {
        true
    }

    /// Ends the current game of the process, so that it begins another one with the next line.
    fn begin(&mut self, _game: &G, _seat: Seat) {
        self.end_game();
        (self.decisions, self.spent) = (0, Duration::ZERO);
    }

    fn observe(&mut self, game: &G, seat: Seat, happening: &G::Happening) {
        let Ok(playing) = self.playing(game, seat) else { return };
        if !playing.process.listens() {
            return;
        }
        let message: Message<'_, G> = Message::Told { game: playing.game, happening };
        if let Err(error) = playing.process.tell(json::written(&message)) {
            self.course = Some(Err(error));
        }
    }

    fn over(&mut self, _game: &G, _seat: Seat, standings: &Standings) {
        self.end = Some(*standings);
    }
}

impl ProcessBot {
    /// Ends the game and returns the process to the pool. A failed bot stays failed.
    fn end_game(&mut self) {
        let end = self.end.take();
        match self.course.take() {
            Some(Ok(Playing { mut process, game })) => {
                if process.tell(json::written(&Service::over(game, end.as_ref()))).is_ok() {
                    self.pool.give_back(process);
                }
            }
            other => self.course = other,
        }
    }
}

impl Drop for ProcessBot {
    fn drop(&mut self) {
        self.end_game();
    }
}
