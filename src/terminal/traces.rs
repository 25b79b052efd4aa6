//! `furlong trace`: whole games as lines of JSON.

use std::io::{self, BufWriter};
use std::sync::Arc;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::args::{bot_arg, game_args, setup_arg};
use super::failure::Failure;
use super::interrupt;
use super::start::{bot_for, bots_asked, game, seed, setup};
use super::table::{Occupant, usual_bot};
use crate::bot::Bot;
use crate::game::SetupError;
use crate::playable::Playable;
use crate::seat::Seats;
use crate::trace::{Trace, TraceError};

/// More events than any game of people has: a game that gets here does not end.
const MOST_EVENTS: usize = 1_000_000;

pub(super) fn trace_command<G: Playable>() -> Command {
    Command::new(G::ID)
        .about(format!("Trace games of {}", G::TITLE))
        .args(game_args::<G>())
        .arg(setup_arg::<G>())
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("K")
                .help("How many games")
                .default_value("1")
                .value_parser(value_parser!(u64)),
        )
        .arg(bot_arg("Who plays [default: the bot that `play` has]"))
}

pub(super) fn trace<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    let game = game::<G>(matches)?;
    let mut asked = bots_asked::<G>(matches)?;
    asked.insert(0, (None, usual_bot::<G>()));
    let least = asked.iter().filter_map(|(seat, _)| *seat).map(|seat| seat.number() + 1).max();
    let setup = setup(&game, matches, least.unwrap_or(0))?;
    let state = game.start(&setup).map_err(Failure::usage)?;
    let seats = game.seats(&state);
    let described = serde_json::to_value(&setup).map_err(Failure::failed)?;
    let games = matches.get_one("games").copied().unwrap_or(1);
    let trace = Trace { game: Arc::new(game), setup, seed: seed(matches), games, most_events: MOST_EVENTS };
    let occupants = occupants::<G>(&asked, seats)?;
    let mut bots = || -> Vec<Box<dyn Bot<G>>> {
        occupants.iter().filter_map(|occupant| occupant.bot::<G>(&described).ok().flatten()).collect()
    };
    let mut out = BufWriter::new(io::stdout().lock());
    trace.write(&mut bots, &mut out).map_err(|error| match error {
        TraceError::Output(error) => Failure::Output(error),
        TraceError::Setup(error) => Failure::usage(error),
        error @ TraceError::Game { .. } => Failure::failed(error),
    })
}

/// One bot for each seat, each of which there is.
fn occupants<G: Playable>(
    asked: &[(Option<crate::Seat>, Occupant)],
    seats: Seats,
) -> Result<Vec<Occupant>, Failure> {
    let missing = asked.iter().filter_map(|(seat, _)| *seat).find(|seat| !seats.contains(*seat));
    if let Some(seat) = missing {
        return Err(Failure::Usage(format!("there is no seat {seat}: the table has {seats} seats")));
    }
    let occupants: Vec<Occupant> = seats.iter().map(|seat| bot_for::<G>(asked, seat)).collect();
    if occupants.contains(&Occupant::Person) {
        let error = SetupError::Option { option: "bot", problem: "only bots can be traced".to_owned() };
        return Err(Failure::Usage(format!("--{error}")));
    }
    Ok(occupants)
}
