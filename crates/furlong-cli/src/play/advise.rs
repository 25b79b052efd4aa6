//! `furlong advise`: what should you play at your table?
//!
//! You write a view or a position into a file. It is checked against the rules before any bot is asked. A view is
//! checked by making a full state that agrees with it.

use rand::SeedableRng as _;

use crate::args::{Advise, TableFile};
use crate::failure::{Failure, in_file};
use crate::files::MOST_OF_A_TABLE;
use crate::interrupt;
use crate::named::{game, read_json};
use crate::screen::Screen;
use furlong::table::Occupant;
use furlong::table::advice_lines;
use furlong::text::{Marks, Names};
use furlong::{Bot as _, Decision, Playable, Roster, Stream, Turn};

pub(crate) fn advise<G: Playable>(roster: &Roster<G>, asked: &Advise) -> Result<(), Failure> {
    let game = game::<G>(asked.ruleset.as_ref())?;
    let mut rng = Stream::seed_from_u64(asked.seed.value());
    let (path, state, view) = match &asked.file {
        TableFile { view: Some(path), .. } => {
            let view: G::View = read_json(path, MOST_OF_A_TABLE)?;
            let state = game.resample(&view, &mut rng).map_err(|faults| in_file(path, faults))?;
            (path, state, Some(view))
        }
        TableFile { position: Some(path), .. } => {
            let position = read_json(path, MOST_OF_A_TABLE)?;
            (path, game.state(&position).map_err(|faults| in_file(path, faults))?, None)
        }
        TableFile { .. } => return Err(Failure::usage("which file?")),
    };
    let Turn::Seat(seat) = game.turn(&state) else {
        return Err(in_file(path, "no seat is to move here"));
    };
    let view = view.unwrap_or_else(|| game.view(&state, seat));
    if game.viewer(&view) != seat {
        let viewer = game.viewer(&view);
        return Err(in_file(
            path,
            format!("it is seat {seat}'s turn, but the file shows what seat {viewer} sees"),
        ));
    }

    let mut screen = Screen::standard(asked.plain);
    let names = Names::numbered(game.seats(&state)).addressing(Some(seat));
    let picture = game.draw(&view, &Marks::NONE, &names, &screen.canvas());
    screen.picture(&picture)?;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    screen.heading(&game.question(&view))?;
    let choices: Vec<_> =
        actions.iter().map(|action| (game.label(&view, *action), game.remark(&view, *action))).collect();
    screen.choices(&choices)?;

    let asked = asked.bots.only(roster)?;
    interrupt::leave_on_signal();
    let bot = asked.entrant(roster, &serde_json::Value::Null, game.seats(&state)).map_err(Failure::usage)?;
    let entrant = bot.ok_or_else(|| Failure::Usage(format!("{} cannot give advice", Occupant::Person)))?;
    let mut bot = entrant.bot().map_err(Failure::usage)?;
    let best = bot.consider(&mut Decision::new(&game, &view, &actions, &mut rng)).map_err(Failure::failed)?;
    screen.heading(&format!("The bot `{asked}` suggests:"))?;
    for line in advice_lines(&game, &view, game.seats(&state), &best) {
        screen.item(&line)?;
    }
    Ok(())
}
