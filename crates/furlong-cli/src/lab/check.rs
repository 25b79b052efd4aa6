//! `furlong check`: whether a ruleset meets goals, with an exit code for scripts.

use std::time::Instant;

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::args::Check;
use crate::failure::Failure;
use crate::lab::goals_file::goals;
use crate::lab::many_games::{arena, ended_early, nothing_played};
use crate::lab::run_sentences::openings_words;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::lab::vary::goals::{notes, towards};
use crate::named::game_named;
use crate::new_file::NewFile;
use crate::page::{ChartRow, Point, aim, sheet_page};
use crate::progress::behind_a_bar;
use crate::screen::print;
use crate::shell::with_verb;
use furlong::arena::{Arena, Endings, Scale, Shard};
use furlong::design::goals::{Checked, Finding, Goal, GoalVerdict, Goals, Measure, check};
use furlong::design::{GoalsReport, Plan, Vary};
use furlong::ruleset::rule_changes;
use furlong::text::{counted, listed};
use furlong::{Playable, Roster};

/// The number of games of each step away from a ruleset that misses goals: in the first stage, and on average over
/// all stages.
const GAMES_OF_STEP: u64 = 128;
/// The number of games for each seating of a deal, which is the minimum for a stage.
const GAMES_OF_SEATING: u64 = 64;
/// The maximum time for all these games, in seconds.
const LONGEST: f64 = 60.0;
/// The number of steps proposed for each goal.
const PROPOSED: usize = 3;

/// The exit code when no goal is missed, but some are undecided.
pub(crate) const NOT_DECIDED: u8 = 3;

pub(crate) fn check_goals<G: Playable>(roster: &Roster<G>, asked: &Check) -> Result<(), Failure> {
    let html = NewFile::begin_any(asked.html.as_ref(), asked.force)?;
    let mut games = asked.games.clone().of(asked.count);
    let sizes = games.take_sizes()?;
    let arena = arena(roster, &games, game_named(&asked.ruleset)?, None)?;
    let goals = goals(&asked.goals, &arena, &asked.kinds, &sizes)?;
    let started = Instant::now();
    let checked = behind_a_bar("games", |show| check(&goals, &arena, show))?;
    if let Some(stopped) = checked.stopped.as_ref().filter(|stopped| stopped.games == 0) {
        return Err(nothing_played(stopped));
    }
    let speed = checked.games as f64 / started.elapsed().as_secs_f64().max(1e-3);
    let proposed = if checked.is_missed() && checked.stopped.is_none() && !asked.no_proposals {
        proposed(&arena, goals, checked.endings.len() as u64, speed)?
    } else {
        Proposed::default()
    };
    let json = || {
        json!({
            "check": checked, "is_met": checked.is_met(), "proposals": proposed.json,
            "in-words": checked.endings.iter().filter_map(Endings::in_words).chain([checked.in_short() + "."]).collect::<Vec<_>>(),
        })
    };
    let sheet = sheet(&checked, proposed.blocks);
    let written = html.map_or(Ok(()), |file| file.write(&sheet_page(&sheet)));
    print(asked.json, json, |width| sheet.to_text(width, false))?;
    written?;
    match &checked.stopped {
        Some(stopped) => Err(ended_early(stopped, "")),
        None if checked.is_missed() => Err(Failure::Answer(1)),
        None if !checked.is_met() => Err(Failure::Answer(NOT_DECIDED)),
        None => Ok(()),
    }
}

/// Proposed steps towards the goals that are missed.
#[derive(Default)]
struct Proposed {
    blocks: Vec<Block>,
    json: Value,
}

/// Plays the steps from the ruleset on the deals of the check. If that would take too long at `speed`, in games per
/// second, names the command that does it.
fn proposed<G: Playable>(arena: &Arena<G>, goals: Goals, runs: u64, speed: f64) -> Result<Proposed, Failure> {
    if goals.all().iter().any(Goal::is_of_fixed_deals) {
        let told = "No steps are proposed, because fixed deals are measured for single rulesets only.";
        return Ok(Proposed { blocks: vec![Block::gap(), Block::note(told)], json: Value::Null });
    }
    let budget =
        |steps: usize| steps as u64 * GAMES_OF_STEP.max(GAMES_OF_SEATING * u64::from(arena.seatings()));
    let games = budget(rule_changes(arena.game.ruleset(), &[]).map_err(Failure::failed)?.steps.len());
    if (games * runs) as f64 > speed * LONGEST {
        // The same table, bots and limits, with every option that was given.
        let without = [
            ("--games", 1),
            ("--no-proposals", 0),
            ("--json", 0),
            ("--html", 1),
            ("--force", 0),
            ("--seed", 1),
            ("-s", 1),
        ];
        let more = ["--total", &games.to_string(), "--seed", &arena.seed.to_string()].map(str::to_owned);
        let typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let vary = with_verb(typed, ["check", "vary"], &without, &more);
        let told = format!("To find rule changes that help, run: {vary}");
        return Ok(Proposed { blocks: vec![Block::gap(), Block::note(told)], json: Value::Null });
    }
    let steps = Vary::new(arena.clone(), &[])?.towards(goals);
    let games = budget(steps.count());
    let mut run = steps.begin(Plan::Spread { games }, Shard::WHOLE, Vec::new())?;
    behind_a_bar("games of the steps", |show| steps.play(&mut run, show, &mut |_| Ok::<(), Failure>(())))?;
    let report = GoalsReport::of(&run);
    let mut blocks = vec![Block::gap()];
    let proposed = towards(&run, &report, PROPOSED);
    if proposed.is_empty() {
        let tried = counted(steps.count() as i64, "step", "steps");
        blocks.push(Block::note(format!("None of {tried} brings a missed goal significantly nearer.")));
    } else {
        blocks.extend(proposed);
        blocks.push(Block::Note(notes()));
    }
    Ok(Proposed { blocks, json: report.to_json(&run) })
}

/// The findings, a table with a chart of each goal, and the proposals.
fn sheet(checked: &Checked, proposals: Vec<Block>) -> Sheet {
    let Checked { game, ruleset, lineup, commands, seed, games, version, .. } = checked;
    let mut blocks: Vec<Block> = Block::stopped(checked.stopped.as_ref()).into_iter().collect();
    blocks.extend(checked.endings.iter().filter_map(Endings::in_words).map(Block::Unfinished));
    blocks.push(Block::Page(html! { div.answer { p { (in_brief(checked)) } } }));
    blocks.push(Block::Run(format!(
        "{game}, {ruleset}; {}, {}\nseed {seed}, {}; furlong {version}{}\n",
        seats(checked),
        if is_of_lineup(checked) {
            format!("bots: {}{commands}", lineup.join(" | "))
        } else {
            "bots as each goal names them".to_owned()
        },
        counted(*games as i64, "game", "games"),
        openings_words(checked.openings),
    )));
    let charts = html! { @for finding in &checked.findings { (chart(finding)) } };
    blocks.push(Block::Tables(vec![findings_table(&checked.findings).before(charts)]));
    blocks.push(Block::Answer(vec![format!("{}.", checked.in_short())]));
    let sure = Scale::Share.figure(1.0 - checked.error);
    blocks
        .push(Block::Note(format!("All intervals hold together, at every check, with probability {sure}.")));
    let assumptions = checked.findings.iter().filter_map(Finding::assumption);
    blocks.extend(assumptions.map(|assumption| Block::Note(format!("{assumption}."))));
    blocks.extend(checked.warnings.iter().cloned().map(Block::Warning));
    blocks.extend(proposals);
    Sheet { title: format!("{game}: {ruleset} and its goals"), blocks }
}

/// Returns whether the line-up plays: whether some goal names no bots of its own.
fn is_of_lineup(checked: &Checked) -> bool {
    checked.findings.iter().map(|finding| &finding.goal).any(|goal| {
        goal.players.is_none() && !matches!(goal.measure, Measure::Skill { .. } | Measure::SkillIndex { .. })
    })
}

/// The numbers of seats, in words.
fn seats(checked: &Checked) -> String {
    let mut all: Vec<usize> = Vec::new();
    for finding in &checked.findings {
        let seats = finding.goal.seats.map_or(checked.lineup.len(), usize::from);
        if !all.contains(&seats) {
            all.push(seats);
        }
    }
    let word = if all == [1] { "seat" } else { "seats" };
    format!("{} {word}", listed(all.iter().map(ToString::to_string)))
}

/// Says in a sentence or two which goals are met, for a reader without statistics.
fn in_brief(checked: &Checked) -> String {
    let missed = checked.findings.iter().filter(|finding| finding.verdict == GoalVerdict::Missed);
    let figure = |finding: &Finding| finding.value.map_or_else(String::new, |value| finding.figure(value));
    let missed: Vec<String> =
        missed.map(|finding| format!("{}, measured {}", finding.goal, figure(finding))).collect();
    let missed = if missed.is_empty() { String::new() } else { format!(" Missed: {}.", missed.join("; ")) };
    format!("{}: {}.{missed}", checked.ruleset, checked.in_short())
}

/// The range that a goal allows, and what was measured.
fn chart(finding: &Finding) -> Markup {
    let Some(value) = finding.value else { return html! {} };
    let class = if finding.verdict == GoalVerdict::Met { "found" } else { "open" };
    let label = format!("{}, {}", finding.measured(), finding.verdict.word());
    let point = Point { value, interval: finding.interval, class, label };
    let row = ChartRow { label: finding.goal.to_string(), points: vec![point] };
    let limits = [finding.goal.least, finding.goal.most];
    aim(&row.label, std::slice::from_ref(&row), limits, None, finding.scale)
}

/// The findings with a row for each goal.
fn findings_table(findings: &[Finding]) -> Table {
    let row = |finding: &Finding| {
        let shown = |value: f64| finding.figure(value);
        let off = finding.off.filter(|off| *off > 0.0).map_or_else(String::new, shown);
        let interval = finding.interval.map_or_else(String::new, |within| finding.shown(within));
        let value = finding.value.map_or_else(|| "-".to_owned(), shown);
        let deals = finding.deals.to_string();
        Row::new(finding.goal.to_string(), [value, interval, off, deals, finding.verdict.word().to_owned()])
    };
    Table::new(&["goal", "measured", "interval", "off by", "deals", ""], findings.iter().map(row).collect())
}
