//! `furlong price`.

use clap::{ArgMatches, Command};

use super::Request;
use super::many::{Games, KeptAsked, Limits, shard_arg};
use super::shared::{
    allow_exec_arg, bot_arg, bots_help, count_arg, file_arg, flag_arg, game_args, repeated, repeated_arg,
    setup_arg, usual_ruleset_arg,
};
use crate::failure::Failure;
use furlong::Offer;

/// A bot without one element of the rules against the same bot with it, for each element.
#[derive(Debug)]
pub(crate) struct Price {
    /// The games of each element.
    pub(crate) games: Games,
    /// The names of the elements; all when there are none.
    pub(crate) elements: Vec<String>,
    pub(crate) kept: KeptAsked,
}

impl Request for Price {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        Command::new(game.id)
            .about(format!(
                "Measure what each element of {} is worth, by forbidding it to one seat",
                game.title
            ))
            .after_help(bots_help(game))
            .args([usual_ruleset_arg(game), players, seed, setup_arg(game)])
            .arg(bot_arg("The bot of all seats"))
            .arg(repeated_arg("element", "NAME").help(
                "Forbid only this element; repeat the option for each [default: every element of the game]",
            ))
            .arg(
                count_arg("games", "The number of games of each element, rounded up to whole deals")
                    .default_value("1000"),
            )
            .args(Limits::args())
            .arg(flag_arg("json", "Print the results as JSON"))
            .arg(file_arg(
                "out",
                "Save the run in this file after each element, to continue with --resume, or the part",
            ))
            .arg(flag_arg("force", "Overwrite an existing file"))
            .arg(shard_arg("Play only the Ith of N parts of the elements").conflicts_with("json"))
            .arg(
                file_arg(
                    "resume",
                    "Continue the run in this file of --out, with its rules, bot, elements and games",
                )
                .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "element", "games"])
                .conflicts_with_all(["shard", "out", "force", "most-events", "openings"]),
            )
            .arg(allow_exec_arg())
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            games: Games::read(game, matches, 1)?.without_luck(),
            elements: repeated(matches, "element"),
            kept: KeptAsked::read(matches),
        })
    }
}
