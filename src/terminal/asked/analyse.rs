//! The verb `analyse`.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::args::{count, count_arg, file, flag_arg, seed_arg};
use crate::bot::BotSpec;
use crate::terminal::failure::Failure;

/// A recorded game to be analysed, and the estimate of its values.
#[derive(Debug)]
pub(in crate::terminal) struct Analyse {
    pub(in crate::terminal) file: PathBuf,
    /// The bot of the playouts; the game's usual one when `None`.
    pub(in crate::terminal) bot: Option<BotSpec>,
    pub(in crate::terminal) playouts: u32,
    pub(in crate::terminal) seed: u64,
    pub(in crate::terminal) as_json: bool,
}

const PLAYOUTS: u32 = 100;
const SEED: u64 = 1;

impl Analyse {
    pub(in crate::terminal) fn command() -> Command {
        Command::new("analyse")
            .about("Show what decided a saved game: luck or choices")
            .arg(
                Arg::new("file")
                    .value_name("FILE")
                    .help("A saved game, finished or not")
                    .required(true)
                    .value_parser(value_parser!(PathBuf)),
            )
            .arg(
                Arg::new("bot")
                    .long("bot")
                    .short('b')
                    .value_name("BOT")
                    .help("The bot that plays every seat of the playouts [default: the game's usual bot]"),
            )
            .arg(count_arg(
                "playouts",
                "N",
                format!("The number of playouts from each position [default: {PLAYOUTS}]"),
            ))
            .arg(seed_arg(format!("The same seed gives the same analysis [default: {SEED}]")))
            .arg(flag_arg("json", "The whole analysis as JSON"))
    }

    pub(in crate::terminal) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let bot = matches.get_one::<String>("bot").map(|bot| bot.parse()).transpose();
        let playouts = count(matches, "playouts").unwrap_or(PLAYOUTS.into());
        Ok(Self {
            file: file(matches, "file").unwrap_or_default(),
            bot: bot.map_err(Failure::usage)?,
            playouts: u32::try_from(playouts)
                .map_err(|_| Failure::Usage(format!("--playouts {playouts}: at most {}", u32::MAX)))?,
            seed: matches.get_one("seed").copied().unwrap_or(SEED),
            as_json: matches.get_flag("json"),
        })
    }
}
