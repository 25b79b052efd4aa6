//! `furlong learn`.

use clap::{ArgMatches, Command};

use super::Request;
use super::args::{game_args, plain_arg};
use crate::any::Offer;
use crate::terminal::failure::Failure;

/// A guided first game.
#[derive(Debug)]
pub(in crate::terminal) struct Learn {
    /// The name of the ruleset or the path of its file; the usual one when `None`.
    pub(in crate::terminal) ruleset: Option<String>,
    pub(in crate::terminal) is_plain: bool,
}

impl Request for Learn {
    fn command(game: &Offer) -> Command {
        let [ruleset, ..] = game_args(game);
        Command::new(game.id).about(format!("Learn {}", game.title)).args([ruleset, plain_arg()])
    }

    fn read(_: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self { ruleset: matches.get_one("ruleset").cloned(), is_plain: matches.get_flag("plain") })
    }
}
