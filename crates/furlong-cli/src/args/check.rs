//! The verb `check`.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command};

use super::Request;
use super::many::{Games, Limits};
use super::shared::{
    bot_arg, bots_help, count_arg, file, file_arg, flag_arg, game_args, ruleset_arg, setup_arg,
};
use crate::failure::Failure;
use furlong::Offer;

/// The default of `--games`.
pub(crate) const USUAL_GAMES: u64 = 20_000;

/// A ruleset that should meet goals.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) games: Games,
    pub(crate) goals: PathBuf,
    pub(crate) as_json: bool,
}

impl Request for Check {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        let games = format!(
            "The most games, and as many for each two bots of a goal about skill [default: {USUAL_GAMES}]"
        );
        Command::new(game.id)
            .about(format!("Play {} until it is decided whether a ruleset meets your goals", game.title))
            .after_help(format!(
                "Exit codes: 0 all goals are met, 1 a goal is missed, 3 none is missed but some are not decided, 2 the \
                 command line or the file of goals is wrong.\n\n{}",
                bots_help(game)
            ))
            .args([ruleset_arg(game), goals_arg(), players, seed, setup_arg(game)])
            .arg(bot_arg("The bots; different bots change seats within each deal"))
            .arg(count_arg("games", games))
            .args(Limits::args())
            .arg(flag_arg("json", "Print the findings as JSON"))
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            games: Games::read(game, matches, USUAL_GAMES)?.without_luck(),
            goals: file(matches, "goals").unwrap_or_default(),
            as_json: matches.get_flag("json"),
        })
    }
}

/// The file of goals.
pub(super) fn goals_arg() -> Arg {
    file_arg("goals", "The goals, a TOML file: see docs/goals.md").required(true)
}
