//! `furlong trace`: writes whole games as lines of JSON.

use std::io::{self, BufWriter, Write as _};

use crate::args::Trace;
use crate::failure::Failure;
use crate::interrupt;
use crate::lab::many_games::entrant;
use crate::named::{game, setup_for, usual_players};
use furlong::formats::json;
use furlong::table::Occupant;
use furlong::trace::{self, TraceError};
use furlong::{Bot, Playable, Roster};

pub(crate) fn trace<G: Playable>(roster: &Roster<G>, asked: &Trace) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    let Trace { table, games, bots, .. } = asked;
    let roster = &asked.log.listening(roster)?;
    let game = game::<G>(asked.ruleset.as_ref())?;
    let players = table.players()?.unwrap_or_else(|| usual_players(&[&game], bots.least_seats(0)));
    let setup = setup_for(&game, &asked.setup.options, players)?;
    let state = game.start(&setup).map_err(Failure::usage)?;
    let seats = game.seats(&state);
    let described = json::to_value(&setup).map_err(Failure::failed)?;
    let entrant = |occupant: &Occupant| entrant(roster, occupant, &described, seats);
    let bots = bots.or_usual_at(roster, &game, &setup)?;
    let entrants = bots.fill(roster, seats, &[])?.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let players = entrants.iter().map(|entrant| entrant.spec().to_owned()).collect();
    let (seed, most_events) = (table.seed.value(), asked.events.most_events as usize);
    let trace = trace::Trace::new(game, setup, players).seed(seed).games(*games).most_events(most_events);
    let mut bots =
        || -> Vec<Box<dyn Bot<G>>> { entrants.iter().filter_map(|entrant| entrant.bot().ok()).collect() };
    let mut out = BufWriter::new(io::stdout().lock());
    let unfinished = trace.write(&mut bots, &mut out).map_err(|error| match error {
        TraceError::Output(error) => Failure::Output(error),
        TraceError::Setup(error) => Failure::usage(error),
        error => Failure::failed(error),
    })?;
    if unfinished > 0 {
        let words = format!(
            "{unfinished} of {games} games were unfinished after {most_events} events (--most-events)"
        );
        writeln!(io::stderr(), "{words}")?;
    }
    Ok(())
}
