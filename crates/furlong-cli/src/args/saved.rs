//! The verbs about saved games, `analyse`, `draw` and `replay`, and the verb `rules`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::whole;
use furlong::{BotSpec, Seat};

/// A recorded game to be analysed, and the estimate of its values; the library has the defaults.
#[derive(Args, Debug)]
#[command(about = "Show what decided a saved game: luck or mistakes")]
pub(crate) struct Analyse {
    /// A saved game, finished or not [default: the latest]
    ///
    /// A file, or a name that `furlong games` lists
    #[arg(value_name = "NAME|FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The bot of the playouts [default: the learned one]
    #[arg(long, short)]
    pub(crate) bot: Option<BotSpec>,
    /// Playouts from each position [default: 100]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(crate) playouts: Option<u32>,
    /// Random decisions in playouts, in percent
    ///
    /// The percentage of decisions in playouts that are random, so that values are not too certain [default: 10, or 0 with the
    /// learned bot]
    #[arg(long, value_name = "PERCENT", value_parser = whole(0..=100_u8))]
    pub(crate) random_errors: Option<u8>,
    /// Worlds to judge decisions in, 0 for none [default: 400]
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX))]
    pub(crate) worlds: Option<u32>,
    /// Seed, to repeat an analysis [default: 1]
    #[arg(long, short, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Print the whole analysis as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the analysis with a chart as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// A moment of a saved game to be drawn.
#[derive(Args, Debug)]
#[command(about = "Draw the board of a saved game as a picture (SVG)")]
pub(crate) struct Draw {
    /// A saved game [default: the latest]
    ///
    /// A file, or a name that `furlong games` lists
    #[arg(value_name = "NAME|FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write the picture to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Draw the board after event N [default: the latest]
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    pub(crate) at: Option<usize>,
    /// Draw what this seat sees [default: 1]
    #[arg(long, value_name = "S")]
    pub(crate) seat: Option<Seat>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

/// A recorded game.
#[derive(Args, Debug)]
#[command(about = "Step through a saved game, or check it")]
pub(crate) struct Replay {
    /// A saved game [default: the latest]
    ///
    /// A file, or a name that `furlong games` lists
    #[arg(value_name = "NAME|FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Show only what this seat could see [default: everything]
    #[arg(long, value_name = "S")]
    pub(crate) seat: Option<Seat>,
    /// Begin after event N; in a pipe, show only that position
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    pub(crate) event: Option<usize>,
    /// Only check that every event is legal; exit code 1 if not
    #[arg(long)]
    pub(crate) check: bool,
    /// Do not use colours
    #[arg(long)]
    pub(crate) plain: bool,
}

/// A look at one's own games.
#[derive(Args, Debug)]
#[command(about = "List your saved games, your statistics, and puzzles")]
pub(crate) struct MyGames {
    /// Show wins by game, opponent and seat, streaks, and why you lost
    #[arg(long)]
    pub(crate) stats: bool,
    /// Find the better move in positions from your mistakes
    #[arg(long, conflicts_with = "stats")]
    pub(crate) puzzles: bool,
}

/// A question about the rulesets of one game.
#[derive(Clone, Debug, Subcommand)]
#[command(about = "List, show, check and create rulesets")]
#[command(subcommand_required = true, disable_help_subcommand = true, subcommand_value_name = "WHAT")]
pub(crate) enum Rules {
    /// List the rulesets of a game, or of all games
    List {
        /// One of: {games}
        game: Option<String>,
    },
    /// Show every field of a ruleset, and the rules in words
    Show {
        /// One of: {games}
        game: String,
        /// The ruleset [default: the first of `rules list`]
        #[arg(value_name = "NAME|PATH")]
        ruleset: Option<String>,
    },
    /// List the errors of a ruleset: exit code 0 if none, else 1
    Check {
        /// One of: {games}
        game: String,
        /// The ruleset
        #[arg(value_name = "NAME|PATH")]
        ruleset: String,
    },
    /// Write a ruleset file to edit, with every field explained
    New {
        /// One of: {games}
        game: String,
        /// The file to write; it must not exist [default: standard output]
        #[arg(value_name = "FILE.toml")]
        file: Option<PathBuf>,
        /// The ruleset to extend [default: the usual one]
        ///
        /// A path is relative to the folder of the new file
        #[arg(long, value_name = "NAME|PATH")]
        extends: Option<String>,
    },
}

impl Rules {
    /// The game that is asked about; all games when `None`.
    pub(crate) fn game(&self) -> Option<&str> {
        match self {
            Self::List { game } => game.as_deref(),
            Self::Show { game, .. } | Self::Check { game, .. } | Self::New { game, .. } => Some(game),
        }
    }
}
