//! `furlong advise`: what should I play at my table?
//!
//! A view or a position is typed into a file. It is checked by the rules before anybody is asked: a view by
//! making a full state that it can come from.

use std::path::PathBuf;

use clap::{ArgGroup, ArgMatches, Command};
use rand::SeedableRng as _;

use super::args::{bot_arg, bots_help, file_arg, game_args, plain_arg};
use super::failure::Failure;
use super::interrupt;
use super::lineup::BotsAsked;
use super::screen::Screen;
use super::session::advice_line;
use super::start::{MOST_OF_A_TABLE, game, in_file, read_json, seed};
use super::table::Occupant;
use crate::bot::{Bot as _, Decision};
use crate::game::Turn;
use crate::playable::Playable;
use crate::streams::Stream;
use crate::text::Names;

pub(super) fn advise_command<G: Playable>() -> Command {
    let [ruleset, _, seed] = game_args::<G>();
    Command::new(G::ID)
        .about(format!("What to play at your table of {}", G::TITLE))
        .after_help(bots_help::<G>())
        .args([ruleset, seed, bot_arg("").value_name("BOT").help("Who is asked"), plain_arg()])
        .arg(file_arg("view", "What your seat knows, as JSON (`furlong trace` shows the form)"))
        .arg(file_arg("position", "The whole position, as JSON; advice is for the seat to move"))
        .group(ArgGroup::new("table").args(["view", "position"]).required(true))
}

pub(super) fn advise<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let game = game::<G>(matches)?;
    let mut rng = Stream::seed_from_u64(seed(matches));
    let (path, state, view) = if let Some(path) = matches.get_one::<PathBuf>("view") {
        let view: G::View = read_json(path, MOST_OF_A_TABLE)?;
        let state = game.resample(&view, &mut rng).map_err(|faults| in_file(path, faults))?;
        (path, state, Some(view))
    } else {
        let path = matches.get_one::<PathBuf>("position").ok_or_else(|| Failure::usage("which table?"))?;
        let state = game.state(&read_json(path, MOST_OF_A_TABLE)?).map_err(|faults| in_file(path, faults))?;
        (path, state, None)
    };
    let Turn::Seat(seat) = game.turn(&state) else {
        return Err(in_file(path, "no seat is to move here"));
    };
    let view = view.unwrap_or_else(|| game.view(&state, seat));
    if game.viewer(&view) != seat {
        let viewer = game.viewer(&view);
        return Err(in_file(path, format!("it is seat {seat}'s turn, and this is what seat {viewer} sees")));
    }

    let mut screen = Screen::standard(matches.get_flag("plain"));
    let names = Names::numbered(game.seats(&state)).addressing(Some(seat));
    let picture = game.draw(&view, &names, &screen.canvas());
    screen.picture(&picture)?;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    screen.heading(&game.question(&view))?;
    let choices: Vec<_> =
        actions.iter().map(|action| (game.label(&view, *action), game.remark(&view, *action))).collect();
    screen.choices(&choices)?;

    let asked = BotsAsked::read::<G>(matches)?.only::<G>()?;
    interrupt::leave_on_signal();
    let bot = asked.bot::<G>(&serde_json::Value::Null, game.seats(&state)).map_err(Failure::usage)?;
    let mut bot = bot.ok_or_else(|| Failure::Usage(format!("{} gives no advice", Occupant::Person)))?;
    let best = bot.consider(&mut Decision::new(&game, &view, &actions, &mut rng)).map_err(Failure::failed)?;
    screen.heading(&format!("The bot `{asked}` would do:"))?;
    for considered in best.iter().take(3) {
        screen.item(&advice_line(&game, &view, considered))?;
    }
    Ok(())
}
