//! The verb `report`.

use std::path::PathBuf;

use clap::{ArgMatches, Command};

use super::Request;
use super::many::{Games, Limits};
use super::shared::{
    bot_arg, bots_help, count_arg, file, file_arg, flag_arg, game_args, ruleset_arg, setup_arg,
};
use crate::failure::Failure;
use furlong::Offer;

/// A page about a ruleset.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) games: Games,
    pub(crate) html: PathBuf,
    /// Writes over files that are there.
    pub(crate) force: bool,
}

impl Request for Report {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        let games = "The number of games, rounded up to whole deals";
        Command::new(game.id)
            .about(format!("Play many games of {} and write a page about the ruleset", game.title))
            .after_help(bots_help(game))
            .args([ruleset_arg(game), players, seed, setup_arg(game)])
            .arg(
                file_arg(
                    "html",
                    "Write the page into this file, and a typical game as a record next to it, with the ending .json",
                )
                .required(true),
            )
            .arg(bot_arg("The bots; different bots change seats within each deal"))
            .arg(count_arg("games", games).default_value("1000"))
            .args(Limits::args())
            .arg(flag_arg("force", "Overwrite existing files"))
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            games: Games::read(game, matches, 1)?,
            html: file(matches, "html").unwrap_or_default(),
            force: matches.get_flag("force"),
        })
    }
}
