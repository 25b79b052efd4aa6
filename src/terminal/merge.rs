//! `furlong merge`: joins the parts of a run that were played apart.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::failure::Failure;
use super::many::tell;
use super::many_files::Files;
use super::start::{MOST_OF_A_RUN, in_file, read};
use crate::arena::{Part, merge};

pub(super) fn merge_command() -> Command {
    Command::new("merge")
        .about("Join the parts of a run that `--shard` has written, and tell what the whole says")
        .arg(
            Arg::new("files")
                .value_name("FILE")
                .help("All parts of one run, in any order")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf)),
        )
        .args(Files::args())
}

pub(super) fn merge_parts(matches: &ArgMatches) -> Result<(), Failure> {
    let paths = matches.get_many::<PathBuf>("files").into_iter().flatten();
    let part = |path: &PathBuf| {
        let part = Part::from_json(&read(path, MOST_OF_A_RUN)?).map_err(|error| in_file(path, error))?;
        Ok((path.display().to_string(), part))
    };
    let parts = paths.map(part).collect::<Result<Vec<_>, Failure>>()?;
    let files = Files::begin(matches)?;
    let whole = merge(parts).map_err(Failure::failed)?;
    tell(&whole, None, files)
}
