//! `furlong vary`.

use clap::{Arg, ArgMatches, Command};

use super::Request;
use super::many::{FilesAsked, Games, KeptAsked, Limits, shard_arg};
use super::shared::{
    allow_exec_arg, bot_arg, bots_help, count, count_arg, file_arg, game_args, number_arg, repeated,
    repeated_arg, setup_arg, usual_ruleset_arg, value_arg,
};
use crate::failure::Failure;
use furlong::Offer;
use furlong::design::Plan;
use furlong::ruleset::WantedField;

/// All rulesets one step away from one, played and compared with it.
#[derive(Debug)]
pub(crate) struct Vary {
    /// The rules, the table and the bots, and the terms of each game.
    pub(crate) table: Games,
    /// The fields as they were typed; all when there are none.
    pub(crate) fields: Vec<String>,
    pub(crate) budget: Budget,
    /// The number of the strongest steps that are also taken in pairs.
    pub(crate) pairs: usize,
    /// The metric of the chart.
    pub(crate) metric: Option<String>,
    pub(crate) kept: KeptAsked,
}

/// The games of all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    Games(Plan),
    /// Minutes, about.
    Minutes(u64),
}

impl Request for Vary {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        let begun = ["ruleset", "players", "seed", "option", "bot", "fields", "games", "total", "minutes"];
        Command::new(game.id)
            .about(format!("Change each rule of {} by one step, and measure what it does", game.title))
            .after_help(bots_help(game))
            .args([usual_ruleset_arg(game), players, seed, setup_arg(game)])
            .arg(bot_arg("The bots; different bots change seats within each deal"))
            .args(budget_args())
            .arg(repeated_arg("fields", "FIELD[=VALUE,...]").num_args(1..).help(
                "Vary only these fields, tables of fields or entries: movement, hand, decks.first[2]; or try these values: \
                 hand=4,5,8 [default: every field by one step]",
            ))
            .arg(
                number_arg::<u64>("pairs", "N", 2..=12)
                    .help("Measure the interactions of the N strongest steps, one of each field"),
            )
            .arg(
                value_arg("metric", "METRIC")
                    .help("Show the chart of this metric [default: the one with the greatest effect]"),
            )
            .args(Limits::args())
            .args(FilesAsked::args("Write a row for each step and metric into this file"))
            .arg(
                shard_arg("Play only the Ith of N parts of the steps")
                    .conflicts_with_all(["csv", "html", "json", "total", "minutes", "pairs"]),
            )
            .arg(
                file_arg("resume", "Continue the run in this file of --out, with its rules, bots, fields and games")
                    .conflicts_with_all(begun)
                    .conflicts_with_all(["pairs", "shard", "out", "most-events", "openings"]),
            )
            .arg(allow_exec_arg())
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let fields: Vec<String> = repeated(matches, "fields");
        let faults = fields.iter().filter_map(|field| field.parse::<WantedField>().err());
        let faults: Vec<_> = faults.collect();
        if !faults.is_empty() {
            return Err(Failure::of_option("fields", faults));
        }
        let budget = match (count(matches, "total"), count(matches, "minutes")) {
            (Some(games), _) => Budget::Games(Plan::Spread { games }),
            (_, Some(minutes)) => Budget::Minutes(minutes),
            _ => Budget::Games(Plan::Each { games: count(matches, "games").unwrap_or(1_000) }),
        };
        Ok(Self {
            table: Games { count: 1, ..Games::read(game, matches, 1)?.without_luck() },
            fields,
            budget,
            pairs: count(matches, "pairs").unwrap_or(0) as usize,
            metric: matches.get_one("metric").cloned(),
            kept: KeptAsked::read(matches),
        })
    }
}

/// The number of games or the time, in one of three forms.
fn budget_args() -> [Arg; 3] {
    let games = "The number of games of each step, rounded up to whole deals [default: 1000]";
    let total =
        "The number of games of all steps together, spent on the steps whose effects are not yet decided";
    let minutes = "As --total, as many games as take about N minutes";
    [
        count_arg("games", games).conflicts_with_all(["total", "minutes"]),
        count_arg("total", total).conflicts_with("minutes"),
        count_arg("minutes", minutes),
    ]
}
