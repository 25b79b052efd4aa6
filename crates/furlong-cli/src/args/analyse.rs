//! The verb `analyse`.

use std::path::PathBuf;

use clap::{ArgMatches, Command};

use super::shared::{
    count, count_arg, file, file_arg, flag_arg, game_file_arg, number_arg, seed_arg, value_arg,
};
use crate::failure::Failure;
use furlong::BotSpec;

/// A recorded game to be analysed, and the estimate of its values.
#[derive(Debug)]
pub(crate) struct Analyse {
    pub(crate) file: PathBuf,
    /// The bot of the playouts; the game's usual one when `None`.
    pub(crate) bot: Option<BotSpec>,
    /// The default of the library where `None`, as with the next three.
    pub(crate) playouts: Option<u32>,
    pub(crate) slips: Option<u8>,
    pub(crate) worlds: Option<u32>,
    pub(crate) seed: Option<u64>,
    pub(crate) as_json: bool,
    pub(crate) html: Option<PathBuf>,
    pub(crate) force: bool,
}

impl Analyse {
    pub(crate) fn command() -> Command {
        Command::new("analyse")
            .about("Show what decided a saved game: luck or mistakes")
            .arg(game_file_arg("A saved game, finished or not"))
            .arg(
                value_arg("bot", "BOT")
                    .short('b')
                    .help("The bot that plays every seat of the playouts [default: the game's usual bot]"),
            )
            .arg(count_arg("playouts", "The number of playouts from each position [default: 100]"))
            .arg(number_arg::<u8>("slips", "PERCENT", 0..=100).help(
                "The decisions of the playouts that are taken at random, so that values are not too sure [default: 10]",
            ))
            .arg(
                number_arg::<u64>("worlds", "N", 0..=u64::MAX).help(
                    "The number of worlds in which each decision is judged; 0 judges none [default: 400]",
                ),
            )
            .arg(seed_arg("The same seed gives the same analysis [default: 1]"))
            .arg(flag_arg("json", "Print the whole analysis as JSON"))
            .arg(file_arg(
                "html",
                "Write the analysis with a chart into this file, as an HTML page without scripts",
            ))
            .arg(flag_arg("force", "Overwrite an existing file"))
    }

    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let bot = matches.get_one::<String>("bot").map(|bot| bot.parse()).transpose();
        let small = |name: &str| {
            let fits = |count: u64| {
                u32::try_from(count)
                    .map_err(|_| Failure::Usage(format!("--{name} {count}: at most {}", u32::MAX)))
            };
            count(matches, name).map(fits).transpose()
        };
        Ok(Self {
            file: file(matches, "file").unwrap_or_default(),
            bot: bot.map_err(|error| Failure::Usage(format!("--bot: {error}")))?,
            playouts: small("playouts")?,
            slips: matches.get_one("slips").copied(),
            worlds: small("worlds")?,
            seed: matches.get_one("seed").copied(),
            as_json: matches.get_flag("json"),
            html: file(matches, "html"),
            force: matches.get_flag("force"),
        })
    }
}
