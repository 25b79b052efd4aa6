//! The arguments of `chance`.

use clap::Args;

use super::groups::Games;
use super::values::count;
use crate::play::lineup::KindsArg;

/// Fixed deals, each played many times by players of graded strength.
#[derive(Args, Debug)]
#[command(
    about = "Play fixed deals of {title} many times and measure how much the deal decides, and how much skill",
    after_help = "{bots}"
)]
#[command(mut_arg("by", |by| {
    by.help("The kinds of players, the weakest first: each in all seats, and every two neighbours at one table \
             [default: beginner,club, where the game has them]")
}))]
pub(crate) struct Chance {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// The number of deals
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count)]
    pub(crate) deals: u64,
    /// The number of times that each deal is played in each seating; the players draw other numbers each time
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count)]
    pub(crate) times: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) by: KindsArg,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
