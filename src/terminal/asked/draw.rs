//! The verb `draw`.

use std::path::PathBuf;

use clap::{ArgMatches, Command};

use super::args::{file, file_arg, flag_arg, game_file_arg, number_arg, seat_arg};
use crate::seat::Seat;

/// A moment of a saved game to be drawn.
#[derive(Debug)]
pub(in crate::terminal) struct Draw {
    pub(in crate::terminal) file: PathBuf,
    pub(in crate::terminal) out: PathBuf,
    /// The number of events before the moment; all of them when `None`.
    pub(in crate::terminal) event: Option<usize>,
    /// The seat from whose eyes it is drawn; the first one when `None`.
    pub(in crate::terminal) seat: Option<Seat>,
    pub(in crate::terminal) force: bool,
}

impl Draw {
    pub(in crate::terminal) fn command() -> Command {
        Command::new("draw")
            .about("Draw the board of a saved game as a picture (SVG)")
            .arg(game_file_arg("A saved game"))
            .arg(file_arg("out", "Write the picture into this file").short('o').required(true))
            .arg(
                number_arg::<usize>("at", "N", 0..=u64::MAX)
                    .help("Draw the board after event N [default: as it stands]"),
            )
            .arg(seat_arg("Draw what this seat sees [default: 1]"))
            .arg(flag_arg("force", "Overwrite an existing file"))
    }

    pub(in crate::terminal) fn read(matches: &ArgMatches) -> Self {
        Self {
            file: file(matches, "file").unwrap_or_default(),
            out: file(matches, "out").unwrap_or_default(),
            event: matches.get_one("at").copied(),
            seat: matches.get_one("seat").copied(),
            force: matches.get_flag("force"),
        }
    }
}
