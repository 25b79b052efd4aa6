//! The arguments of `chance`.

use clap::Args;

use super::groups::Games;
use super::values::count;
use crate::play::lineup::PlayerTypesArg;

/// Fixed deals, each played many times by players of graded strength.
#[derive(Args, Debug)]
#[command(
    about = "Replay fixed deals of {name} many times to measure luck and skill",
    after_help = "{names}"
)]
#[command(mut_arg("by", |by| {
    by.help("Player types, the weakest first").long_help(
        "Player types, the weakest first: each plays in all seats, and each shares a table with the next \
         [default: beginner,club, where the game has them]",
    )
}))]
pub(crate) struct Chance {
    /// A ruleset or its path [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// Deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count)]
    pub(crate) deals: u64,
    /// Games per deal and seating
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count)]
    pub(crate) times: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) by: PlayerTypesArg,
    /// Print the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
