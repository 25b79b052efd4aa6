//! `furlong analyse`: shows what decided a recorded game.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use comfy_table::Table;
use textwrap::core::display_width;

use super::asked::Analyse;
use super::failure::Failure;
use super::figures::{table, write_tables};
use super::interrupt;
use super::progress;
use super::screen::{Screen, terminal_width};
use super::start::in_file;
use crate::analysis::{Analysis, AnalysisError, EventEffect, analyse as analysed};
use crate::arena::{Estimator, ValueError};
use crate::plain::plain;
use crate::playable::Playable;
use crate::record::{Event, Record, ReplayError, apply};
use crate::seat::{Seat, Seats};
use crate::text::{Names, capitalized, counted};

/// The number of turning points that are shown.
const TURNING_POINTS: usize = 3;

/// The columns of the chart.
const COLUMNS: usize = 60;

pub(super) fn analyse<G: Playable>(asked: &Analyse, json: &str) -> Result<(), Failure> {
    let path = &asked.file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let mut estimator = Estimator::of::<G>().playouts(asked.playouts).seed(asked.seed);
    if let Some(bot) = &asked.bot {
        estimator.bot = bot.clone();
    }
    let bar = progress::bar(0, "positions");
    let analysis = analysed(&record, &estimator, &interrupt::stop_flag(), &|progress| {
        bar.set_length(progress.games);
        progress::show(&bar, progress);
    });
    bar.finish_and_clear();
    let analysis = analysis.map_err(|error| match error {
        AnalysisError::Value(ValueError::UnknownBot(error)) => Failure::Usage(format!("--bot: {error}")),
        AnalysisError::Value(ValueError::Stopped) => Failure::Stopped(error.to_string()),
        error => in_file(path, error),
    })?;
    if asked.as_json {
        let json = serde_json::to_string_pretty(&analysis).map_err(Failure::failed)?;
        return Ok(writeln!(io::stdout(), "{json}")?);
    }
    let names = Names::new(record.seats.iter().map(|player| player.name.clone()).collect());
    let points = turning_points(&analysis);
    let told = narrated(&record, &names, &points).map_err(|error| in_file(path, error))?;
    Ok(Screen::standard(true).report(&report(&analysis, &names, &points, &told, terminal_width()))?)
}

/// The events that changed a value most, in their order.
fn turning_points(analysis: &Analysis) -> Vec<&EventEffect> {
    let mut events: Vec<&EventEffect> = analysis.events.iter().collect();
    events.sort_by(|one, other| largest(other).1.total_cmp(&largest(one).1));
    events.truncate(TURNING_POINTS);
    events.sort_by_key(|event| event.number);
    events
}

/// The seat whose value an event changes most, and by how much.
fn largest(event: &EventEffect) -> (Seat, f64) {
    let seats = Seats::MOST.iter().take(event.after.len());
    let changes = seats.map(|seat| (seat, event.change(seat).abs()));
    changes.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or_default()
}

/// The sentences about each of these events, with all that was hidden.
fn narrated<G: Playable>(
    record: &Record<G>,
    names: &Names,
    points: &[&EventEffect],
) -> Result<Vec<String>, ReplayError<G::Illegal>> {
    let (game, mut state) = record.open()?;
    let mut sentences = Vec::new();
    for (event, number) in record.events.iter().zip(1..) {
        let mut seen = Vec::new();
        apply(&game, &mut state, event, number, &mut seen)?;
        if points.iter().any(|point| point.number == number) {
            let told = game.narrate_all(&seen, names).join(" ");
            let decider = match event {
                Event::Action(played) => capitalized(&names.name(played.seat)),
                Event::Chance(_) => "Chance".to_owned(),
            };
            sentences.push(if told.is_empty() { format!("{decider} decides.") } else { told });
        }
    }
    Ok(sentences)
}

fn report(
    analysis: &Analysis,
    names: &Names,
    points: &[&EventEffect],
    told: &[String],
    width: Option<usize>,
) -> String {
    let state = if analysis.is_over { "" } else { ", unfinished" };
    let events = counted(analysis.events.len() as i64, "event", "events");
    let mut text = format!("{}, {}; {events}{state}\n", analysis.game, plain(&analysis.ruleset));
    _ = writeln!(
        text,
        "Values are shares of the win, hidden cards included, by {} (seed {}; estimate {:016x}).",
        analysis.estimator, analysis.estimator.seed, analysis.fingerprint
    );
    write_tables(&mut text, &[sums_table(analysis, names)], width);
    text.push_str(
        "start + luck + own choices + others' choices = result. luck: the outcomes of chance against their mean.\n",
    );
    if !points.is_empty() {
        text.push_str("\nTurning points:\n");
    }
    for (point, told) in points.iter().zip(told) {
        let (seat, _) = largest(point);
        let [before, after] =
            [point.before.shares[seat], point.after[seat]].map(|share| format!("{:.0}", 100.0 * share));
        _ = writeln!(
            text,
            "Round {}, event {}: {told} The chance of {} goes from {before} to {after} % (+- {:.0}).",
            point.round,
            point.number,
            names.name(seat),
            100.0 * point.before.errors[seat]
        );
    }
    text.push_str(&curves(analysis, names));
    text
}

/// The parts of each seat's result, in percentage points.
fn sums_table(analysis: &Analysis, names: &Names) -> Table {
    let mut rows = table(&["", "start", "luck", "own choices", "others' choices", "result"]);
    for (seat, sums) in Seats::MOST.iter().zip(&analysis.seats) {
        let share = |value: f64| format!("{:.1} %", 100.0 * value);
        let change = |value: f64| format!("{:+.1}", 100.0 * value);
        rows.add_row([
            names.name(seat),
            share(sums.start),
            change(sums.luck),
            change(sums.own),
            change(sums.others),
            share(sums.result),
        ]);
    }
    rows
}

/// Each seat's chance over the game in tenths of the win, from the first event to the last.
fn curves(analysis: &Analysis, names: &Names) -> String {
    let events = &analysis.events;
    if events.is_empty() {
        return String::new();
    }
    let columns = events.len().min(COLUMNS);
    let longest = Seats::MOST.iter().zip(&analysis.seats).map(|(seat, _)| display_width(&names.name(seat)));
    let longest = longest.max().unwrap_or(0);
    let mut text = format!("\nThe chance of each seat over {} events, in tenths of the win:\n", events.len());
    for (seat, _) in Seats::MOST.iter().zip(&analysis.seats) {
        let name = names.name(seat);
        let gap = " ".repeat(longest - display_width(&name));
        let tenth = |column: usize| {
            let event = &events[(column + 1) * events.len() / columns - 1];
            char::from(b'0' + (10.0 * event.after[seat]).clamp(0.0, 9.0) as u8)
        };
        let curve: String = (0..columns).map(tenth).collect();
        _ = writeln!(text, "  {name}{gap}  {curve}");
    }
    text
}
