//! The verbs about saved games, `analyse`, `draw` and `replay`, and the verb `rules`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::whole;
use furlong::{BotSpec, Seat};

/// A recorded game to be analysed, and the estimate of its values; the library has the defaults.
#[derive(Args, Debug)]
#[command(about = "Show what decided a saved game: luck or mistakes")]
pub(crate) struct Analyse {
    /// A saved game, finished or not
    pub(crate) file: PathBuf,
    /// The bot that plays every seat of the playouts [default: what the game has learned, drawn]
    #[arg(long, short)]
    pub(crate) bot: Option<BotSpec>,
    /// The number of playouts from each position [default: 100]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub(crate) playouts: Option<u32>,
    /// The decisions of the playouts that are taken at random, so that values are not too sure [default: 10, and 0 without --bot where the game draws what it has learned]
    #[arg(long, value_name = "PERCENT", value_parser = whole(0..=100_u8))]
    pub(crate) slips: Option<u8>,
    /// The number of worlds in which each decision is judged; 0 judges none [default: 400]
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX))]
    pub(crate) worlds: Option<u32>,
    /// The same seed gives the same analysis [default: 1]
    #[arg(long, short, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Print the whole analysis as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the analysis with a chart into this file, as an HTML page without scripts
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
    /// A saved game
    pub(crate) file: PathBuf,
    /// Write the picture into this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Draw the board after event N [default: as it stands]
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
    /// A saved game
    pub(crate) file: PathBuf,
    /// Show only what this seat could see [default: everything]
    #[arg(long, value_name = "S")]
    pub(crate) seat: Option<Seat>,
    /// Begin after this event; in a pipe, show only the table there
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    pub(crate) event: Option<usize>,
    /// Only check that every event follows the rules: exit code 0 if so, else 1
    #[arg(long)]
    pub(crate) check: bool,
    /// Print without colours
    #[arg(long)]
    pub(crate) plain: bool,
}

/// A look at one's own games.
#[derive(Args, Debug)]
#[command(about = "List your saved games, their statistics, and puzzles from your mistakes")]
pub(crate) struct MyGames {
    /// Show games and wins by game, opponents and seat, streaks, and the causes of losses
    #[arg(long)]
    pub(crate) stats: bool,
    /// Find the better move where you made a mistake
    #[arg(long, conflicts_with = "stats")]
    pub(crate) puzzles: bool,
}

/// A question about the rulesets of one game.
#[derive(Clone, Debug, Subcommand)]
#[command(about = "List, show, check and make rulesets")]
#[command(subcommand_required = true, disable_help_subcommand = true, subcommand_value_name = "WHAT")]
pub(crate) enum Rules {
    /// List the rulesets of a game, or of all games
    List {
        /// One of: {games}
        game: Option<String>,
    },
    /// Show every field of a ruleset with its meaning, and the rules in words
    Show {
        /// One of: {games}
        game: String,
        /// The ruleset [default: the first that `rules list` shows]
        #[arg(value_name = "NAME|PATH")]
        ruleset: Option<String>,
    },
    /// List all faults of a ruleset: exit code 0 if there are none, else 1
    Check {
        /// One of: {games}
        game: String,
        /// The ruleset
        #[arg(value_name = "NAME|PATH")]
        ruleset: String,
    },
    /// Write a ruleset file to edit, with every field, its meaning and its choices
    New {
        /// One of: {games}
        game: String,
        /// The file to write, which must not exist yet [default: the standard output]
        #[arg(value_name = "FILE.toml")]
        file: Option<PathBuf>,
        /// The ruleset to extend; a path is relative to the folder of the new file [default: the first that `rules list`
        /// shows]
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
