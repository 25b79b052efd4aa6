//! `furlong merge`: joins the parts of a run that were played apart.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::args::file_arg;
use super::failure::Failure;
use super::many::{force_arg, show};
use super::many_files::{NewFile, write_csv};
use super::start::{in_file, read};
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
        .arg(
            Arg::new("json")
                .long("json")
                .help("The results as JSON, every game in it")
                .action(ArgAction::SetTrue),
        )
        .arg(file_arg("csv", "Write a row for each game into this file"))
        .arg(file_arg("out", "Write the joined results into this file"))
        .arg(force_arg())
}

pub(super) fn merge_parts(matches: &ArgMatches) -> Result<(), Failure> {
    let paths = matches.get_many::<PathBuf>("files").into_iter().flatten();
    let part = |path: &PathBuf| {
        let part = Part::from_json(&read(path)?).map_err(|error| in_file(path, error))?;
        Ok((path.display().to_string(), part))
    };
    let parts = paths.map(part).collect::<Result<Vec<_>, Failure>>()?;
    let force = matches.get_flag("force");
    let new_file =
        |name: &str| matches.get_one::<PathBuf>(name).map(|path| NewFile::begin(path, force)).transpose();
    let (csv, out) = (new_file("csv")?, new_file("out")?);
    let whole = merge(parts).map_err(Failure::failed)?;
    if let Some(file) = csv {
        file.finish(|out| write_csv(out, &whole.runs))?;
    }
    if let Some(file) = out {
        file.finish(|out| std::io::Write::write_all(out, whole.to_json().as_bytes()))?;
    }
    show(&whole, None, matches.get_flag("json"))
}
