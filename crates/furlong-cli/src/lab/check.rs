//! `furlong check`: whether a ruleset meets goals, with an exit code for scripts.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;

use crate::args::Check;
use crate::failure::Failure;
use crate::lab::figures::{table, write_tables};
use crate::lab::many::{arena, ended_early, nothing_played};
use crate::lab::run_words::{openings_words, stopped_line};
use crate::play::start::game_named;
use crate::progress::behind_a_bar;
use crate::screen::print;
use furlong::arena::{Arena, Endings, Scale};
use furlong::design::goals::{CheckError, Checked, Finding, Goals, GoalsError, Known, check};
use furlong::text::counted;
use furlong::{Playable, Roster};

/// The exit code where nothing is missed, but something is not decided.
pub(crate) const NOT_DECIDED: u8 = 3;

pub(crate) fn check_goals<G: Playable>(roster: &Roster<G>, asked: &Check) -> Result<(), Failure> {
    let games = asked.games.clone().of(asked.count);
    let arena = arena(roster, &games, game_named(&asked.ruleset)?, None)?;
    let goals = goals(&asked.goals, &arena)?;
    let checked = behind_a_bar("games", |show| check(&goals, &arena, show))?;
    if let Some(stopped) = checked.stopped.as_ref().filter(|stopped| stopped.games == 0) {
        return Err(nothing_played(stopped));
    }
    let json = || {
        json!({
            "check": checked, "is_met": checked.is_met(),
            "in-words": checked.endings.iter().filter_map(Endings::told).chain([checked.in_short() + "."]).collect::<Vec<_>>(),
        })
    };
    print(asked.json, json, |width| checked_table(&checked, width))?;
    match &checked.stopped {
        Some(stopped) => Err(ended_early(stopped, "")),
        None if checked.is_missed() => Err(Failure::Answer(1)),
        None if !checked.is_met() => Err(Failure::Answer(NOT_DECIDED)),
        None => Ok(()),
    }
}

/// The goals of a file, for the game of this arena.
pub(crate) fn goals<G: Playable>(path: &Path, arena: &Arena<G>) -> Result<Goals, Failure> {
    let metrics = arena.metrics()?;
    let known = Known { metrics: &metrics, refuses: &|spec| G::bot(spec).err() };
    Ok(Goals::from_file_for(path, Some(&known))?)
}

/// A file of goals is a part of the question, so that a script can tell one that is faulty or missing from goals that are
/// missed.
impl From<GoalsError> for Failure {
    fn from(error: GoalsError) -> Self {
        Self::usage(error)
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Arena(error) => error.into(),
            CheckError::Goals(error) => error.into(),
            error => Self::failed(error),
        }
    }
}

/// The findings as a table.
fn checked_table(checked: &Checked, width: Option<usize>) -> String {
    let Checked { game, ruleset, lineup, seed, games, version, .. } = checked;
    let mut text = checked.stopped.as_ref().map_or_else(String::new, stopped_line);
    for told in checked.endings.iter().filter_map(Endings::told) {
        _ = writeln!(text, "{told}");
    }
    _ = writeln!(
        text,
        "{game}, {ruleset}; {} seats, bots: {}\nseed {seed}, {}; furlong {version}{}",
        lineup.len(),
        lineup.join(" | "),
        counted(*games as i64, "game", "games"),
        openings_words(checked.openings),
    );
    write_tables(&mut text, &[findings_table(&checked.findings)], width);
    _ = writeln!(text, "{}.", checked.in_short());
    _ = writeln!(
        text,
        "The intervals hold together, at all looks, with a probability of {}.",
        Scale::Share.figure(1.0 - checked.error)
    );
    for finding in &checked.findings {
        if let Some(sentence) = finding.assumption() {
            let line = format!("{sentence}.");
            let line = width.map_or_else(|| line.clone(), |width| textwrap::fill(&line, width));
            _ = writeln!(text, "{line}");
        }
    }
    for warning in &checked.warnings {
        _ = writeln!(text, "Warning: {warning}.");
    }
    text
}

/// A row for each goal.
fn findings_table(findings: &[Finding]) -> comfy_table::Table {
    let mut rows = table(&["goal", "measured", "interval", "off by", "deals", ""]);
    for finding in findings {
        let shown = |value: f64| finding.figure(value);
        let off = finding.off.filter(|off| *off > 0.0).map_or_else(String::new, shown);
        let interval = finding.interval.map_or_else(String::new, |within| finding.shown(within));
        let value = finding.value.map_or_else(|| "-".to_owned(), shown);
        let deals = finding.deals.to_string();
        rows.add_row([
            finding.goal.to_string(),
            value,
            interval,
            off,
            deals,
            finding.verdict.word().to_owned(),
        ]);
    }
    rows
}
