//! The verb `tune`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Command, value_parser};

use super::Request;
use super::check::{USUAL_GAMES, goals_arg};
use super::many::{Games, Limits};
use super::shared::{
    bot_arg, bots_help, count, count_arg, file, file_arg, flag_arg, game_args, repeated, repeated_arg,
    ruleset_arg, setup_arg,
};
use crate::failure::Failure;
use furlong::Offer;
use furlong::ruleset::WantedField;

/// The default of `--games`, where no minutes are given.
const USUAL_SEARCH: u64 = 200_000;
/// The default of `--front`.
const USUAL_FRONT: u64 = 3;

/// A search for rulesets that meet goals.
#[derive(Debug)]
pub(crate) struct Tune {
    /// The rules, the table and the bots, and the terms of each game.
    pub(crate) table: Games,
    /// The seed, where one was given; a search that is resumed has its own.
    pub(crate) seed: Option<u64>,
    pub(crate) goals: PathBuf,
    pub(crate) fields: Vec<WantedField>,
    /// The games of the search.
    pub(crate) games: u64,
    /// The time of the search.
    pub(crate) time: Option<Duration>,
    /// The games of the confirmation of each candidate.
    pub(crate) confirmation: u64,
    pub(crate) front: usize,
    /// The file of the games.
    pub(crate) resume: Option<PathBuf>,
    /// The folder of the rulesets.
    pub(crate) out: Option<PathBuf>,
    pub(crate) force: bool,
    pub(crate) as_json: bool,
}

impl Request for Tune {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        let confirmation = format!(
            "The most games of the confirmation of each candidate, and as many for each two bots of a goal about skill \
             [default: {USUAL_GAMES}]"
        );
        let fields = "A field to vary by its steps, or with these values, as in hand=5,6,7 or hand=4..8; repeat the option for \
                      each [default: all fields]";
        let fields = repeated_arg("fields", "FIELD[=VALUES]").help(fields).num_args(1..);
        Command::new(game.id)
            .about(format!("Search rulesets of {} that meet your goals", game.title))
            .after_help(format!(
                "Exit codes: 0 a candidate is confirmed to meet all goals, 1 each one misses a goal, 3 something is not \
                 decided, 2 the command line or the file of goals is wrong.\n\n{}",
                bots_help(game)
            ))
            .args([ruleset_arg(game), goals_arg(), players, seed, setup_arg(game)])
            .arg(fields.value_parser(value_parser!(WantedField)))
            .arg(bot_arg("The bots; different bots change seats within each deal"))
            .args([
                count_arg("games", format!("The most games of the search [default: {USUAL_SEARCH}]")),
                count_arg("minutes", "The most minutes of the search [default: no limit]"),
                count_arg("confirm", confirmation),
                count_arg("front", format!("The most candidates to confirm [default: {USUAL_FRONT}]")),
            ])
            .args(Limits::args())
            .arg(file_arg("out", "Write each candidate as a ruleset into this folder").value_name("DIR"))
            .arg(flag_arg("force", "Overwrite existing rulesets").requires("out"))
            .arg(file_arg("resume", "Keep the games of the search in this file, and continue with those in it"))
            .arg(flag_arg("json", "Print the findings as JSON"))
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let minutes = count(matches, "minutes");
        let usual_games = if minutes.is_some() { u64::MAX } else { USUAL_SEARCH };
        Ok(Self {
            table: Games { count: 1, ..Games::read(game, matches, 1)?.without_luck() },
            seed: matches.get_one("seed").copied(),
            goals: file(matches, "goals").unwrap_or_default(),
            fields: repeated(matches, "fields"),
            games: count(matches, "games").unwrap_or(usual_games),
            time: minutes.map(|minutes| Duration::from_secs(minutes.saturating_mul(60))),
            confirmation: count(matches, "confirm").unwrap_or(USUAL_GAMES),
            front: count(matches, "front").unwrap_or(USUAL_FRONT) as usize,
            resume: file(matches, "resume"),
            out: file(matches, "out"),
            force: matches.get_flag("force"),
            as_json: matches.get_flag("json"),
        })
    }
}
