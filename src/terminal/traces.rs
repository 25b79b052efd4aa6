//! `furlong trace`: whole games as lines of JSON.

use std::io::{self, BufWriter, Write as _};
use std::sync::Arc;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::args::{bot_arg, game_args, most_events, most_events_arg, setup_arg};
use super::failure::Failure;
use super::interrupt;
use super::lineup::BotsAsked;
use super::many::entrant;
use super::start::{game, seed, setup};
use super::table::Occupant;
use crate::bot::Bot;
use crate::playable::Playable;
use crate::trace::{Trace, TraceError};

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
        .arg(most_events_arg())
}

pub(super) fn trace<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    let game = game::<G>(matches)?;
    let asked = BotsAsked::read::<G>(matches)?;
    let setup = setup(&game, matches, asked.least_seats(0))?;
    let state = game.start(&setup).map_err(Failure::usage)?;
    let seats = game.seats(&state);
    let described = serde_json::to_value(&setup).map_err(Failure::failed)?;
    let games = matches.get_one("games").copied().unwrap_or(1);
    let entrant = |occupant: &Occupant| entrant::<G>(occupant, &described, seats);
    let entrants = asked.fill::<G>(seats, &[])?.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let players = entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
    let (seed, most_events) = (seed(matches), most_events(matches) as usize);
    let trace = Trace { game: Arc::new(game), setup, players, seed, games, most_events };
    let mut bots =
        || -> Vec<Box<dyn Bot<G>>> { entrants.iter().filter_map(|entrant| entrant.bot().ok()).collect() };
    let mut out = BufWriter::new(io::stdout().lock());
    let unfinished = trace.write(&mut bots, &mut out).map_err(|error| match error {
        TraceError::Output(error) => Failure::Output(error),
        TraceError::Setup(error) => Failure::usage(error),
        error @ TraceError::Game { .. } => Failure::failed(error),
    })?;
    if unfinished > 0 {
        let words =
            format!("{unfinished} of {games} games unfinished after {most_events} events (--most-events)");
        writeln!(io::stderr(), "{words}")?;
    }
    Ok(())
}
