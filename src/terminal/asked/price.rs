//! `furlong price`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::args::{
    Wanted, allow_exec_arg, bot_arg, bots_help, count, count_arg, file, file_arg, flag_arg, game_args,
    setup_arg,
};
use super::many::{Limits, shard_arg};
use crate::arena::Shard;
use crate::terminal::facts::Facts;
use crate::terminal::failure::Failure;
use crate::terminal::lineup::BotsAsked;

/// A bot without one element of the rules against the same bot with it, for each element.
#[derive(Debug)]
pub(in crate::terminal) struct Price {
    pub(in crate::terminal) wanted: Wanted,
    pub(in crate::terminal) bots: BotsAsked,
    /// The names of the elements; all when there are none.
    pub(in crate::terminal) elements: Vec<String>,
    pub(in crate::terminal) games: u64,
    pub(in crate::terminal) limits: Limits,
    pub(in crate::terminal) as_json: bool,
    /// The file of the state, or of the part.
    pub(in crate::terminal) out: Option<PathBuf>,
    pub(in crate::terminal) force: bool,
    pub(in crate::terminal) shard: Option<Shard>,
    pub(in crate::terminal) resume: Option<PathBuf>,
    pub(in crate::terminal) allow_exec: bool,
}

impl Price {
    pub(super) fn command(game: &Facts) -> Command {
        let [ruleset, players, seed] = game_args(game);
        let ruleset =
            Arg::new("ruleset").value_name("RULESET").help(ruleset.get_help().cloned().unwrap_or_default());
        Command::new(game.id)
            .about(format!("Measure what each element of {} is worth, by forbidding it to one seat", game.title))
            .after_help(bots_help(game))
            .args([ruleset, players, seed, setup_arg(game)])
            .arg(bot_arg("The bot of all seats"))
            .arg(
                Arg::new("element")
                    .long("element")
                    .value_name("NAME")
                    .help("Forbid only this element; repeat the option for each [default: every element of the game]")
                    .action(ArgAction::Append),
            )
            .arg(
                count_arg("games", "N", "The number of games of each element, rounded up to whole deals".to_owned())
                    .default_value("1000"),
            )
            .args(Limits::args())
            .arg(flag_arg("json", "Print the results as JSON"))
            .arg(file_arg("out", "Save the run in this file after each element, to continue with --resume, or the part"))
            .arg(flag_arg("force", "Write over the file of --out if it exists"))
            .arg(
                shard_arg("Play only the Ith of N parts of the elements; furlong merge joins the parts")
                    .conflicts_with("json"),
            )
            .arg(
                file_arg("resume", "Continue the run in this file of --out, with its rules, bot, elements and games")
                    .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "element", "games"])
                    .conflicts_with_all(["shard", "out", "force", "most-events", "openings"]),
            )
            .arg(allow_exec_arg())
    }

    pub(super) fn read(game: &Facts, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            wanted: Wanted::read(game, matches)?,
            bots: BotsAsked::read(matches)?,
            elements: matches.get_many("element").into_iter().flatten().cloned().collect(),
            games: count(matches, "games").unwrap_or(1),
            limits: Limits::read(matches),
            as_json: matches.get_flag("json"),
            out: file(matches, "out"),
            force: matches.get_flag("force"),
            shard: matches.get_one("shard").copied(),
            resume: file(matches, "resume"),
            allow_exec: matches.get_flag("allow-exec"),
        })
    }
}
