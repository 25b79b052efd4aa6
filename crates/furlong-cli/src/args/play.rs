//! `furlong play`.

use std::path::PathBuf;

use clap::{ArgMatches, Command, value_parser};

use super::Request;
use super::shared::{
    Wanted, allow_exec_arg, bot_arg, bots_help, file, file_arg, flag_arg, game_args, most_events,
    most_events_arg, names_arg, option_args, plain_arg, repeated, value_arg,
};
use crate::failure::Failure;
use crate::play::lineup::BotsAsked;
use furlong::{Offer, Seat};

/// A game at the terminal: a new one, or one that is resumed.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) resume: Option<PathBuf>,
    pub(crate) allow_exec: bool,
    pub(crate) wanted: Wanted,
    pub(crate) people: Vec<Seat>,
    pub(crate) bots: BotsAsked,
    pub(crate) names: Vec<String>,
    pub(crate) position: Option<PathBuf>,
    pub(crate) save: Option<PathBuf>,
    pub(crate) most_events: u32,
    pub(crate) is_plain: bool,
    /// The command that plays this game, which `--resume` follows: `furlong play animal-race`.
    pub(crate) program: String,
}

impl Request for Play {
    fn command(game: &Offer) -> Command {
        Command::new(game.id)
            .about(format!("Play {}", game.title))
            .after_help(bots_help(game))
            .args(game_args(game))
            .args(option_args(game))
            .arg(
                value_arg("people", "SEATS")
                    .help("The seats of people, such as 1,3 [default: 1]; bots play the others")
                    .value_delimiter(',')
                    .value_parser(value_parser!(Seat)),
            )
            .arg(flag_arg("watch", "Watch: only bots play").conflicts_with("people"))
            .arg(bot_arg("The bots in the seats without a person"))
            .arg(names_arg("The names of the seats in order, such as Ada,Bob"))
            .arg(
                file_arg("position", "Begin with the position in this file (JSON) instead of a new game")
                    .conflicts_with("players"),
            )
            .arg(
                file_arg("save", "Save the game in this file [default: furlong-GAME-SEED.json in the data directory of the system]")
                    .help_heading("Files"),
            )
            .arg(
                file_arg(
                    "resume",
                    "Continue the game in this file, with its rules, seats, bots and seed; --bot changes bots",
                )
                .help_heading("Files")
                .conflicts_with_all(["ruleset", "players", "seed", "people", "watch", "names", "position"])
                .conflicts_with_all(game.options.iter().map(|option| option.name)),
            )
            .arg(allow_exec_arg())
            .arg(most_events_arg())
            .arg(plain_arg())
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let people = match matches.get_many("people") {
            Some(seats) => seats.copied().collect(),
            None if matches.get_flag("watch") => Vec::new(),
            None => vec![Seat::FIRST],
        };
        Ok(Self {
            resume: file(matches, "resume"),
            allow_exec: matches.get_flag("allow-exec"),
            wanted: Wanted::read(game, matches)?,
            people,
            bots: BotsAsked::read(matches)?,
            names: repeated(matches, "names"),
            position: file(matches, "position"),
            save: file(matches, "save"),
            most_events: most_events(matches),
            is_plain: matches.get_flag("plain"),
            program: format!("furlong play {}", game.id),
        })
    }
}
