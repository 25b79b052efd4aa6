//! `furlong simulate` and `furlong compare`: many games, and what they say.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::args::{bot_arg, bots_help, file_arg, game_args, setup_arg};
use super::failure::Failure;
use super::many_tables::{comparison_table, results_table};
use super::start::{bot_for, bots_asked, game_named, seed, setup};
use super::table::Occupant;
use crate::arena::{Arena, ArenaError, Comparison, Entrant, MOST_EVENTS, Results, run_both};
use crate::bot::{Bot, ProcessBot};
use crate::playable::Playable;
use crate::ruleset::Ruleset as _;
use crate::seat::Seat;

/// Set by Ctrl-C: what has been measured is shown.
static BROKEN_OFF: AtomicBool = AtomicBool::new(false);

/// What a shell takes for "ended by Ctrl-C".
const INTERRUPTED: i32 = 130;

pub(super) fn simulate_command<G: Playable>() -> Command {
    let [ruleset, players, seed] = game_args::<G>();
    shared_args::<G>(
        Command::new(G::ID).about(format!("Play many games of {} and measure them", G::TITLE)).arg(ruleset),
        [players, seed],
    )
}

pub(super) fn compare_command<G: Playable>() -> Command {
    let names: Vec<&str> = G::Ruleset::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    let side = |name: &'static str, value: &'static str, which: &str| {
        let help = format!("The {which} ruleset: {}, or the path of a file", names.join(", "));
        Arg::new(name).value_name(value).help(help).required(true)
    };
    let [_, players, seed] = game_args::<G>();
    shared_args::<G>(
        Command::new(G::ID)
            .about(format!("Play {} under two rulesets on common deals and tell what differs", G::TITLE))
            .arg(side("a", "A", "first"))
            .arg(side("b", "B", "second")),
        [players, seed],
    )
}

fn shared_args<G: Playable>(command: Command, [players, seed]: [Arg; 2]) -> Command {
    let number = |name: &'static str, value: &'static str, help: String| {
        Arg::new(name).long(name).value_name(value).help(help).value_parser(value_parser!(u64).range(1..))
    };
    command
        .after_help(bots_help::<G>())
        .args([players, seed])
        .arg(setup_arg::<G>())
        .arg(bot_arg("Who plays; different bots change seats within each deal"))
        .arg(
            number("games", "N", "How many games, of each ruleset; whole groups of seatings".to_owned())
                .default_value("1000"),
        )
        .arg(number(
            "most-events",
            "N",
            format!("Events after which a game counts as unfinished [default: {MOST_EVENTS}]"),
        ))
        .arg(number("threads", "N", "How many threads play [default: one for each processor]".to_owned()))
        .arg(
            Arg::new("json")
                .long("json")
                .help("The results as JSON, every game in it")
                .action(ArgAction::SetTrue),
        )
        .arg(file_arg("csv", "Write a row for each game into this file"))
        .arg(
            Arg::new("force")
                .long("force")
                .help("Write over a file that is there")
                .action(ArgAction::SetTrue),
        )
}

pub(super) fn simulate<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let usual = G::Ruleset::EMBEDDED.first().map_or("", |embedded| embedded.name);
    let ruleset = matches.get_one::<String>("ruleset").map_or(usual, String::as_str);
    let csv = csv_file(matches)?;
    listen();
    let arena = arena::<G>(matches, ruleset, seed(matches))?;
    let started = Instant::now();
    let bar = bar(arena.groups.end - arena.groups.start);
    let results = arena.run_observed(&|_| step(&bar));
    bar.finish_and_clear();
    let results = results.map_err(arena_failure)?;
    check_any(&results)?;
    if let Some(csv) = csv {
        write_csv(csv, &[&results])?;
    }
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        let report = json!({
            "version": env!("CARGO_PKG_VERSION"), "results": results, "summaries": results.summaries(),
            "scores": results.scores(),
        });
        writeln!(out, "{report}")?;
    } else {
        write!(out, "{}", results_table(&results))?;
    }
    finish(started.elapsed())
}

pub(super) fn compare<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let named = |side: &str| matches.get_one::<String>(side).map_or("", String::as_str);
    let csv = csv_file(matches)?;
    listen();
    let seed = seed(matches);
    // Both are looked at before the first is played.
    let (one, other) = (arena::<G>(matches, named("a"), seed)?, arena::<G>(matches, named("b"), seed)?);
    let started = Instant::now();
    let bar = bar(2 * (one.groups.end - one.groups.start));
    let both = run_both(&one, &other, &|_| step(&bar), |_, _| ControlFlow::Continue(()));
    bar.finish_and_clear();
    let [first, second] = both.map_err(arena_failure)?;
    check_any(&first)?;
    if let Some(csv) = csv {
        write_csv(csv, &[&first, &second])?;
    }
    let comparison = Comparison::of(&first, &second).map_err(Failure::failed)?;
    let mut out = io::stdout().lock();
    if matches.get_flag("json") {
        let report = json!({
            "version": env!("CARGO_PKG_VERSION"), "lineup": first.lineup, "comparison": comparison,
        });
        writeln!(out, "{report}")?;
    } else {
        write!(out, "{}", comparison_table(&comparison, &first, &second))?;
    }
    finish(started.elapsed())
}

/// From now on Ctrl-C breaks off what is being played; a second one ends the process.
pub(super) fn listen() {
    _ = ctrlc::set_handler(|| {
        if BROKEN_OFF.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// The time goes apart from the results, which are the same whenever they are made.
fn finish(elapsed: Duration) -> Result<(), Failure> {
    if io::stderr().is_terminal() {
        writeln!(io::stderr(), "{:.1} s", elapsed.as_secs_f64())?;
    }
    Ok(())
}

/// A bar where somebody looks.
pub(super) fn bar(groups: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    ProgressBar::new(groups).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// One deal is done; whether to go on.
pub(super) fn step(bar: &ProgressBar) -> ControlFlow<()> {
    bar.inc(1);
    if BROKEN_OFF.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn check_any(results: &Results) -> Result<(), Failure> {
    if results.groups.is_empty() {
        return Err(Failure::Failed("broken off before there was anything to tell".to_owned()));
    }
    Ok(())
}

/// What was asked for wrongly is a fault of the command line; a bot that fails is a failure.
pub(super) fn arena_failure(error: ArenaError) -> Failure {
    match error {
        error @ (ArenaError::Game { .. } | ArenaError::Threads(_)) => Failure::failed(error),
        error => Failure::usage(error),
    }
}

/// The arena that was asked for.
fn arena<G: Playable>(matches: &ArgMatches, ruleset: &str, seed: u64) -> Result<Arena<G>, Failure> {
    let game = game_named::<G>(ruleset)?;
    let asked = bots_asked::<G>(matches)?;
    let least = asked.iter().filter_map(|(seat, _)| *seat).map(|seat| seat.number() + 1).max();
    let setup = setup(&game, matches, least.unwrap_or(0))?;
    let seats = game.seats(&game.start(&setup).map_err(Failure::usage)?);
    let missing = asked.iter().filter_map(|(seat, _)| *seat).find(|seat| !seats.contains(*seat));
    if let Some(seat) = missing {
        return Err(Failure::Usage(format!("there is no seat {seat}: the table has {seats} seats")));
    }
    let described = serde_json::to_value(&setup).map_err(Failure::failed)?;
    let entrant = |seat: Seat| entrant::<G>(&bot_for::<G>(&asked, seat), &described);
    let lineup = seats.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let mut arena = Arena::new(game, setup, lineup, seed, 1);
    let number = |name: &str| matches.get_one::<u64>(name).copied();
    arena.groups = 0..number("games").unwrap_or(1).div_ceil(u64::from(arena.seatings()));
    arena.most_events =
        number("most-events").map_or(MOST_EVENTS, |most| u32::try_from(most).unwrap_or(u32::MAX));
    arena.threads = number("threads").and_then(|threads| NonZeroUsize::new(threads as usize));
    Ok(arena)
}

pub(super) fn entrant<G: Playable>(
    occupant: &Occupant,
    setup: &serde_json::Value,
) -> Result<Entrant<G>, Failure> {
    match occupant {
        Occupant::Person => Err(Failure::usage("--bot: only bots play many games")),
        Occupant::Bot(spec) => Entrant::of(spec).map_err(Failure::usage),
        Occupant::Process(spec) => {
            let (spec, setup) = (spec.clone(), setup.clone());
            let name = spec.to_string();
            let make = move || Box::new(ProcessBot::new(spec.clone(), setup.clone())) as Box<dyn Bot<G>>;
            Ok(Entrant::new(name, make))
        }
    }
}

/// The file for the rows, opened before anything is played.
fn csv_file(matches: &ArgMatches) -> Result<Option<Box<dyn Write>>, Failure> {
    let Some(path) = matches.get_one::<PathBuf>("csv") else { return Ok(None) };
    let mut options = OpenOptions::new();
    options.write(true);
    if matches.get_flag("force") {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let file = options.open(path).map_err(|error| cannot_write(path, &error))?;
    Ok(Some(Box::new(BufWriter::new(file))))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let hint = if error.kind() == io::ErrorKind::AlreadyExists { " (--force writes over it)" } else { "" };
    Failure::Failed(format!("cannot write {}: {error}{hint}", path.display()))
}

/// A row a game: where it comes from, who won what, and everything measured.
fn write_csv(mut out: impl Write, runs: &[&Results]) -> Result<(), Failure> {
    let Some(first) = runs.first() else { return Ok(()) };
    write!(out, "ruleset,seed,group,seating,over,events")?;
    for seat in first.seats.iter() {
        write!(out, ",player-{seat}")?;
    }
    for metric in &first.metrics {
        write!(out, ",{}", metric.name)?;
    }
    writeln!(out)?;
    for results in runs {
        for (group, game) in
            results.groups.iter().flat_map(|group| group.games.iter().map(move |g| (group, g)))
        {
            let over = if game.is_over { "yes" } else { "no" };
            write!(out, "{},{},{}", quoted(&results.ruleset), results.seed, group.number)?;
            write!(out, ",{},{over},{}", game.seating, game.events)?;
            for index in 0..results.lineup.len() {
                let player = &results.lineup[(index + usize::from(game.seating)) % results.lineup.len()];
                write!(out, ",{}", quoted(player))?;
            }
            for value in &game.values {
                match value {
                    Some(value) => write!(out, ",{value}")?,
                    None => write!(out, ",")?,
                }
            }
            writeln!(out)?;
        }
    }
    Ok(out.flush()?)
}

/// A text as a field of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
