//! Complete games as data, with one line of JSON for each event: for debugging, for data sets, and for checking the
//! rules against another program.
//!
//! # The format
//!
//! Each line is an object with a `type`. Seats and games are counted from 0, events from 1 within a game.
//!
//! | `type` | when | fields |
//! |---|---|---|
//! | `trace` | once, first | `format` (`furlong-trace`), `version`, `game` (its name), `ruleset`, `setup`, `players` (one for each seat), `seed`, `games` |
//! | `start` | a game begins | `number` of the game, `position` |
//! | `decision` | a seat decides | `number`, `event`, `seat`, `position`, `views` (one for each seat), `actions` (the legal ones), `action` (the chosen one) |
//! | `chance` | a chance event | `number`, `event`, `owner` (a seat or `null`), `purpose`, `position`, `views`, `outcomes`, `outcome` (the drawn one) |
//! | `end` | a game ends | `number`, `events` (their number), `over` (`false` when the game was stopped at the limit), `position`, `views`, `standings` |
//!
//! `position` is the whole state before the event, including everything hidden: [`RaceGame::position`] writes it and
//! [`RaceGame::state`] reads it. `views` are the views of the seats at that point. `outcomes` are the possible
//! outcomes, each with its `weight`, the number of equally likely ways to get it; the field is `null` if there are
//! [`MOST_OUTCOMES`] outcomes or more.
//!
//! All games of a trace share the seed. Game `n` takes its chance outcomes from group `n` ([`Streams`]).

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::bot::Bot;
use crate::common::seat::Seat;
use crate::common::setters::setters;
use crate::common::standings::Standings;
use crate::game::streams::Streams;
use crate::game::{RaceGame, SetupError, Turn, Weighted};
use crate::race::{Race, TurnError, begin_listening, tell_end};

/// The name of the format.
pub const FORMAT: &str = "furlong-trace";
/// The version of the format.
pub const VERSION: u32 = 1;
/// The trace does not list outcomes if there are this many or more.
pub const MOST_OUTCOMES: usize = 100;

/// The games to trace.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Trace<G: RaceGame> {
    /// The game.
    pub game: Arc<G>,
    /// The set-up of each game.
    pub setup: G::Setup,
    /// The names of the bots, in the order of seats.
    pub players: Vec<String>,
    /// The seed of all chance outcomes.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The maximum number of events; a longer game is left unfinished.
    pub most_events: usize,
}

setters!(Trace<G: RaceGame> { game: Arc<G>, setup: G::Setup, players: Vec<String>, seed: u64, games: u64, most_events: usize });

/// The reason why a trace stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The set-up does not fit the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot failed, or a game did not end.
    #[error("game {number}: {error}")]
    Game {
        /// The number of the game, from 0.
        number: u64,
        /// The error.
        #[source]
        error: TurnError,
    },
    /// A line cannot be written.
    #[error("cannot write the trace: {0}")]
    Output(#[from] io::Error),
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[serde(bound = "")]
enum Line<'a, G: RaceGame> {
    Trace {
        format: &'static str,
        version: u32,
        game: &'static str,
        ruleset: &'a G::Ruleset,
        setup: &'a G::Setup,
        players: &'a [String],
        seed: u64,
        games: u64,
    },
    Start {
        number: u64,
        position: G::Position,
    },
    Decision {
        number: u64,
        event: usize,
        seat: Seat,
        position: G::Position,
        views: Vec<G::View>,
        actions: Vec<G::Action>,
        action: G::Action,
    },
    Chance {
        number: u64,
        event: usize,
        owner: Option<Seat>,
        purpose: &'static str,
        position: G::Position,
        views: Vec<G::View>,
        outcomes: Option<Vec<Weighted<G::Chance>>>,
        outcome: G::Chance,
    },
    End {
        number: u64,
        events: usize,
        over: bool,
        position: G::Position,
        views: Vec<G::View>,
        standings: Standings,
    },
}

impl<G: RaceGame> Trace<G> {
    /// Creates a trace of one game with the seed 1, played to its end.
    pub fn new(game: impl Into<Arc<G>>, setup: G::Setup, players: Vec<String>) -> Self {
        Self { game: game.into(), setup, players, seed: 1, games: 1, most_events: usize::MAX }
    }

    /// Plays the games, writes them, and returns the number of unfinished games. `bots` creates new bots for each game,
    /// one for each seat in order.
    ///
    /// # Errors
    /// When the set-up does not fit, a bot fails, or a line cannot be written.
    pub fn write(
        &self,
        mut bots: impl FnMut() -> Vec<Box<dyn Bot<G>>>,
        out: &mut impl Write,
    ) -> Result<u64, TraceError> {
        self.game.start(&self.setup)?;
        let header: Line<'_, G> = Line::Trace {
            format: FORMAT,
            version: VERSION,
            game: G::ID,
            ruleset: self.game.ruleset(),
            setup: &self.setup,
            players: &self.players,
            seed: self.seed,
            games: self.games,
        };
        write_line(out, &header)?;
        let mut unfinished = 0;
        for number in 0..self.games {
            let streams = Streams { seed: self.seed, group: number };
            let race = Race::in_group(Arc::clone(&self.game), &self.setup, streams)?;
            unfinished += u64::from(!self.write_game(number, race, &mut bots(), out)?);
        }
        out.flush()?;
        Ok(unfinished)
    }

    /// Plays and writes one game. Returns `true` if the game came to its end.
    fn write_game(
        &self,
        number: u64,
        mut race: Race<G>,
        bots: &mut [Box<dyn Bot<G>>],
        out: &mut impl Write,
    ) -> Result<bool, TraceError> {
        let failed = |error| TraceError::Game { number, error };
        write_line::<G>(out, &Line::Start { number, position: race.position() })?;
        begin_listening(race.game(), race.seats(), bots).map_err(failed)?;
        let mut heard = 0;
        while !race.is_over() && race.events() < self.most_events {
            let (position, views) = (race.position(), views(&race));
            let event = race.events() + 1;
            heard = race.tell_all(bots, heard).map_err(failed)?;
            let line: Line<'_, G> = match race.turn() {
                Turn::Seat(seat) => {
                    let actions = race.actions(seat);
                    let bot = bots.get_mut(seat.index()).ok_or_else(|| failed(TurnError::NoBot(seat)))?;
                    let action = race.ask(bot).map_err(failed)?;
                    Line::Decision { number, event, seat, position, views, actions, action }
                }
                Turn::Chance(point) => {
                    let outcomes = Some(race.chances()).filter(|outcomes| outcomes.len() < MOST_OUTCOMES);
                    let Some(outcome) = race.draw() else { break };
                    let (owner, purpose) = (point.owner, point.purpose.name());
                    Line::Chance { number, event, owner, purpose, position, views, outcomes, outcome }
                }
                Turn::Over => break,
            };
            write_line(out, &line)?;
        }
        race.tell_all(bots, heard).map_err(failed)?;
        if race.is_over() {
            tell_end(race.game(), race.seats(), &race.standings(), bots).map_err(failed)?;
        }
        let (events, over, standings) = (race.events(), race.is_over(), race.standings());
        let (position, views) = (race.position(), views(&race));
        write_line::<G>(out, &Line::End { number, events, over, position, views, standings })?;
        Ok(over)
    }
}

/// The view of each seat.
fn views<G: RaceGame>(race: &Race<G>) -> Vec<G::View> {
    race.seats().iter().map(|seat| race.seat_view(seat)).collect()
}

fn write_line<G: RaceGame>(out: &mut impl Write, line: &Line<'_, G>) -> io::Result<()> {
    let line = serde_json::to_string(line)? + "\n";
    out.write_all(line.as_bytes())
}
