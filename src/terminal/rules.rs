//! `furlong rules`: which rulesets there are, what they say, whether a file is right, and a new one to edit.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::command::Game;
use super::failure::Failure;
use super::screen::Screen;
use super::start::ruleset_failure;
use crate::fault::Faults;
use crate::files::{self, Access};
use crate::playable::Playable;
use crate::ruleset::{self, Embedded, Loaded, Ruleset};

/// What is asked about the rulesets of one game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked<'a> {
    List,
    Show(Option<&'a str>),
    Check(&'a str),
    New { file: Option<&'a Path>, extends: Option<&'a str> },
}

pub(super) fn rules_command(games: &[Game]) -> Command {
    let known: Vec<&str> = games.iter().map(Game::id).collect();
    let game = || Arg::new("game").value_name("GAME").help(format!("One of: {}", known.join(", ")));
    let ruleset = |help: &'static str| Arg::new("ruleset").value_name("NAME|PATH").help(help);
    Command::new("rules")
        .about("List, show, check and make rulesets")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("WHAT")
        .subcommand(Command::new("list").about("List the rulesets of a game, or of all games").arg(game()))
        .subcommand(
            Command::new("show")
                .about("Show every field of a ruleset with its meaning, and the rules in words")
                .arg(game().required(true))
                .arg(ruleset("Which ruleset [default: the usual one]")),
        )
        .subcommand(
            Command::new("check")
                .about("Say everything that is wrong with a ruleset: exit code 0 if it is right, else 1")
                .arg(game().required(true))
                .arg(ruleset("Which ruleset").required(true)),
        )
        .subcommand(
            Command::new("new")
                .about("Write a file to edit, with every field, its meaning and what it may be")
                .arg(game().required(true))
                .arg(
                    Arg::new("file")
                        .value_name("FILE.toml")
                        .help("The file to write, which must not exist yet [default: the standard output]")
                        .value_parser(value_parser!(PathBuf)),
                )
                .arg(
                    Arg::new("extends")
                        .long("extends")
                        .value_name("NAME|PATH")
                        .help("What it extends; a path from where the new file is [default: the usual one]"),
                ),
        )
}

pub(super) fn rules(games: &[Game], matches: &ArgMatches) -> Result<(), Failure> {
    let Some((what, matches)) = matches.subcommand() else {
        return Err(Failure::usage("what of the rules?"));
    };
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let Some(game) = text("game") else {
        return games.iter().try_for_each(|game| (game.rules())(Asked::List));
    };
    let game = super::command::find(games, game)?;
    let named = matches.try_get_one::<String>("ruleset").ok().flatten().map(String::as_str);
    let asked = match what {
        "list" => Asked::List,
        "show" => Asked::Show(named),
        "check" => Asked::Check(named.unwrap_or_default()),
        _ => {
            let file = matches.get_one::<PathBuf>("file").map(PathBuf::as_path);
            Asked::New { file, extends: text("extends") }
        }
    };
    (game.rules())(asked)
}

/// Does what is asked, for one game.
pub(super) fn rules_of<G: Playable>(asked: Asked<'_>) -> Result<(), Failure> {
    let mut screen = Screen::standard(true);
    match asked {
        Asked::List => list::<G>(&mut screen),
        Asked::Show(name) => {
            let loaded = open::<G>(name.unwrap_or(usual::<G>()))?;
            let description = ruleset::describe(&loaded).map_err(Failure::failed)?;
            Ok(screen.text(&description.to_string())?)
        }
        Asked::Check(name) => {
            let loaded = open::<G>(name)?;
            playable::<G>(loaded.rules()).map_err(|faults| Failure::Failed(format!("{name}: {faults}")))?;
            Ok(screen.text(&format!("{name}: a ruleset of {} without faults.", G::ID))?)
        }
        Asked::New { file, extends } => new::<G>(&mut screen, file, extends.unwrap_or(usual::<G>())),
    }
}

fn usual<G: Playable>() -> &'static str {
    G::Ruleset::EMBEDDED.first().map_or("", |embedded: &Embedded| embedded.name)
}

fn open<G: Playable>(name_or_path: &str) -> Result<Loaded<G::Ruleset>, Failure> {
    Loaded::open(name_or_path).map_err(ruleset_failure)
}

fn playable<G: Playable>(rules: &G::Ruleset) -> Result<G, Faults> {
    G::new(rules.clone())
}

fn list<G: Playable>(screen: &mut Screen<Box<dyn io::Write>>) -> Result<(), Failure> {
    screen.heading(&format!("{}: {}", G::ID, G::TITLE))?;
    for title in ruleset::list::<G::Ruleset>().map_err(Failure::failed)? {
        let mark = if title.reconstructed.is_empty() { "" } else { " (partly reconstructed)" };
        let title = title.plain();
        screen.item(&format!("{:<18}  {}{mark}", title.name, title.about))?;
    }
    Ok(())
}

fn new<G: Playable>(
    screen: &mut Screen<Box<dyn io::Write>>,
    file: Option<&Path>,
    extends: &str,
) -> Result<(), Failure> {
    // A path is seen from the new file, as it will be when the file is read; a name is not.
    let is_name = G::Ruleset::EMBEDDED.iter().any(|embedded| embedded.name == extends);
    let beside = file.and_then(Path::parent).unwrap_or(Path::new("")).join(extends);
    let base = open::<G>(&if is_name { extends.to_owned() } else { beside.display().to_string() })?;
    let name = file.and_then(Path::file_stem).map_or("mine".into(), |stem| stem.to_string_lossy());
    let starter = ruleset::starter(&base, extends, &name).map_err(Failure::failed)?;
    let Some(file) = file else { return Ok(screen.verbatim(&starter)?) };
    let failed = |error: io::Error| Failure::Failed(format!("cannot write {}: {error}", file.display()));
    files::create(file, Access::Usual, &starter).map_err(failed)?;
    let path = file.display();
    Ok(screen
        .text(&format!("{path} extends {extends}. Edit it, then: furlong rules check {} {path}", G::ID))?)
}
