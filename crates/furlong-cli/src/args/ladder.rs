//! `furlong ladder`.

use clap::{ArgMatches, Command};

use super::Request;
use super::many::{KeptAsked, Limits, shard_arg};
use super::shared::{
    Wanted, allow_exec_arg, bots_help, count, count_arg, file_arg, flag_arg, game_args, repeated,
    repeated_arg, setup_arg,
};
use crate::failure::Failure;
use crate::play::lineup::seat_and_bot;
use crate::play::table::Occupant;
use furlong::Offer;

/// The default number of deals of a pairing.
pub(crate) const USUAL_DEALS: u64 = 200;

/// Every two bots against each other: a new ladder, or one that is resumed.
#[derive(Debug)]
pub(crate) struct Ladder {
    pub(crate) wanted: Wanted,
    /// The numbers of seats; the usual ones when there are none.
    pub(crate) sizes: Vec<u8>,
    /// The bots; all bots of the game when there are none.
    pub(crate) bots: Vec<Occupant>,
    /// The number of deals of each pairing, where it was given.
    pub(crate) deals: Option<u64>,
    pub(crate) limits: Limits,
    /// Leaves out the thinking times, so that the output depends on the seed only.
    pub(crate) is_untimed: bool,
    /// The results are kept up to date while a whole ladder is played, and those of a part are written at its end.
    pub(crate) kept: KeptAsked,
}

impl Request for Ladder {
    fn command(game: &Offer) -> Command {
        let [ruleset, players, seed] = game_args(game);
        let players = players
            .help("The numbers of seats, such as 2,4, each with its own table of ratings [default: 2,4]")
            .value_delimiter(',');
        Command::new(game.id)
            .about(format!("Rate the bots of {}: every two play each other", game.title))
            .after_help(bots_help(game))
            .args([ruleset, players, seed, setup_arg(game)])
            .arg(repeated_arg("bot", "BOT").short('b').help(
                "A bot to rate; repeat the option for each. Of every two, the one named first sits alone, in each seat in \
                 turn, and the other has all other seats [default: all bots of the game]",
            ))
            .arg(count_arg("deals", format!("The number of deals of every two bots [default: {USUAL_DEALS}]")))
            .args(Limits::args())
            .arg(flag_arg("json", "Print the results as JSON"))
            .arg(file_arg("html", "Write the ratings with charts into this file, as an HTML page").help_heading("Files"))
            .arg(flag_arg("force", "Overwrite an existing file").help_heading("Files"))
            .arg(
                file_arg("out", "Save the results in this file, to continue with --resume or for `furlong merge`")
                    .alias("save")
                    .help_heading("Files"),
            )
            .arg(shard_arg("Play only the Ith of N parts of the deals").conflicts_with_all(["html", "json"]))
            .arg(flag_arg("no-times", "Leave out the thinking times, so that the output depends on the seed only"))
            .arg(
                file_arg("resume", "Continue the ladder in this file, with its rules, tables, bots and seed")
                    .help_heading("Files")
                    .conflicts_with_all(["ruleset", "players", "seed", "option", "bot"])
                    .conflicts_with_all(["most-events", "openings", "out", "shard"]),
            )
            .arg(allow_exec_arg())
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let bots = repeated::<String>(matches, "bot");
        Ok(Self {
            wanted: Wanted::read(game, matches)?,
            sizes: repeated(matches, "players"),
            bots: bots.iter().map(|typed| occupant(typed)).collect::<Result<_, _>>()?,
            deals: count(matches, "deals"),
            limits: Limits::read(matches),
            is_untimed: matches.get_flag("no-times"),
            kept: KeptAsked::read(matches),
        })
    }
}

/// A bot without a seat.
fn occupant(typed: &str) -> Result<Occupant, Failure> {
    match seat_and_bot(typed)? {
        (None, bot) => bot.parse().map_err(Failure::usage),
        (Some(_), bot) => {
            let every = "in a ladder every bot plays in every seat";
            Err(Failure::Usage(format!("--bot: {every}; write `{bot}` without a seat")))
        }
    }
}
