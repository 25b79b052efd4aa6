//! The report of `furlong vary --goals`, and the proposals of `furlong check`: steps that bring a ruleset closer to its goals.

use std::fmt::Write as _;
use std::io::{self, Write};

use maud::html;

use super::report::{not_played, not_reached};
use crate::lab::figures::{estimate_words, estimated};
use crate::lab::game_files::{figure_field, interval_fields, quoted};
use crate::lab::run_sentences::run_line;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::page::{self, ChartRow, Point};
use furlong::arena::{
    Scale,
    stats::{Estimate, Interval, Method},
};
use furlong::design::{
    GoalsReport, Variation,
    goals::ERROR,
    vary::{Aim, Move, Moves},
};
use furlong::text::counted;

/// The maximum number of steps shown for a goal, and of bars for it on a page.
const SHOWN: usize = 8;

/// The whole report.
pub(super) fn sheet(run: &Variation, report: &GoalsReport) -> Sheet {
    let setting = &run.setting;
    let goals = counted(report.goals.len() as i64, "goal", "goals");
    let bots = setting.lineup.join(" | ");
    let run_words =
        run_line(setting, &format!("each rule changed by one step, towards {goals}; bots {bots}"));
    let rows = report.goals.iter().map(|aim| {
        let [value, interval] = figures(aim.scale, aim.value, aim.interval);
        Row::new(aim.goal.to_string(), [value, interval, off(aim.scale, aim.off)])
    });
    let goals = Table::new(&["goal", "now", "interval", "off by"], rows.collect());
    let mut blocks = vec![Block::Run(run_words), Block::gap(), Block::Answer(answer(run, report))];
    if !run.is_complete {
        blocks.push(Block::Page(html! { p { strong { "The run is not complete." } } }));
    }
    blocks.push(Block::Tables(vec![goals]));
    blocks.extend(towards(run, report, SHOWN));
    if report.missed().len() > 1 {
        blocks.extend(together(run, report));
    }
    blocks.extend(report.missed().into_iter().filter_map(|goal| chart(run, report, goal)));
    blocks.extend(not_reached(run).map(Block::Note));
    blocks.extend(not_played("Not playable", &run.refused).map(Block::Note));
    blocks.push(Block::Note(notes()));
    Sheet { title: format!("{}: steps from {} towards goals", setting.game, setting.ruleset), blocks }
}

/// Explains the figures.
pub(crate) fn notes() -> String {
    format!(
        "Each figure is for one step alone, on the deals of the base. All intervals hold together with probability \
         {}; the best of many steps is also the luckiest.",
        Scale::Share.figure(1.0 - ERROR)
    )
}

/// The result in sentences.
fn answer(run: &Variation, report: &GoalsReport) -> Vec<String> {
    let missed = report.missed();
    let played = counted(report.steps.len() as i64, "step", "steps");
    let count = report.goals.len();
    let mut lines = report.unfinished.clone();
    let all = counted(count as i64, "goal", "goals");
    lines.push(match missed.len() {
        0 => format!("The base meets {all}; {played} were tried."),
        off => format!("The base meets {} of {all}; {played} were tried.", count - off),
    });
    for goal in missed {
        let (aim, found) = (&report.goals[goal], report.towards(goal));
        lines.push(match found.first() {
            None => format!("No step brings {} significantly nearer.", aim.goal),
            Some(first) => format!(
                "{} of {played} bring {} significantly nearer, most of all {}: {}, now {}.",
                found.len(),
                aim.goal,
                words(run, first),
                figures_in_words(aim.scale, &first.goals[goal]),
                figures(aim.scale, aim.value, None)[0],
            ),
        });
    }
    lines
}

/// A table of the steps towards each goal that the base ruleset misses, with at most `most` steps for each.
pub(crate) fn towards(run: &Variation, report: &GoalsReport, most: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    for goal in report.missed() {
        let aim = &report.goals[goal];
        let found = report.towards(goal);
        if found.is_empty() {
            continue;
        }
        let row = |step: &&Moves| {
            let one = &step.goals[goal];
            let [value, interval] = figures(aim.scale, one.value, one.interval);
            let told = [value, interval, off(aim.scale, one.off), beside(run, report, step)];
            Row { meaning: Some(path(run, step)), ..Row::new(words(run, step), told) }
        };
        let rows = found.iter().take(most).map(row).collect();
        let now = figures(aim.scale, aim.value, None)[0].clone();
        blocks.extend([
            Block::Heading(format!("Steps that bring {} nearer ({now} now)", aim.goal)),
            Block::Tables(vec![Table::new(&["step", "figure", "interval", "off by", ""], rows)]),
        ]);
    }
    blocks
}

/// The steps that bring the ruleset nearer to all goals together.
fn together(run: &Variation, report: &GoalsReport) -> Vec<Block> {
    let row = |step: &&Moves| {
        let told = [format!("{:+.2}", step.nearer), beside(run, report, step)];
        Row { meaning: Some(path(run, step)), ..Row::new(words(run, step), told) }
    };
    let rows: Vec<Row> = report.together().iter().take(SHOWN).map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading(
            "Steps that bring all goals nearer, in weighted half-widths of their limits".to_owned(),
        ),
        Block::Tables(vec![Table::new(&["step", "nearer", ""], rows)]),
    ]
}

/// A chart for a page, of one goal's figures under the steps.
fn chart(run: &Variation, report: &GoalsReport, goal: usize) -> Option<Block> {
    let aim = &report.goals[goal];
    let base = aim.value?;
    let mut all: Vec<&Moves> = report.steps.iter().filter(|step| step.goals[goal].nearer.is_some()).collect();
    let size = |step: &&Moves| step.goals[goal].nearer.map_or(0.0, f64::abs);
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let row = |step: &Moves| {
        let one = &step.goals[goal];
        let found = one.nearer_interval.is_some_and(|within| !within.contains(0.0));
        let label = figures_in_words(aim.scale, one);
        let class = if found { "found" } else { "open" };
        let point = Point { value: one.value.unwrap_or(base), interval: one.interval, class, label };
        ChartRow { label: words(run, step).to_owned(), points: vec![point] }
    };
    let rows: Vec<ChartRow> = all.into_iter().take(2 * SHOWN).map(row).collect();
    let name = aim.goal.to_string();
    Some(Block::Page(html! {
        figure {
            figcaption { b { (name) } ": the steps with the largest effect; the dashed line is the base, the coloured range the goal" }
            (page::aim(&name, &rows, [aim.goal.least, aim.goal.most], Some(base), aim.scale))
        }
    }))
}

fn words<'a>(run: &'a Variation, step: &Moves) -> &'a str {
    &run.variants[step.place].words
}

/// The path of the step's field, as written in a file.
fn path(run: &Variation, step: &Moves) -> String {
    run.variants[step.place].as_typed()
}

/// The field of a step, and the goals that it moves away from.
fn beside(run: &Variation, report: &GoalsReport, step: &Moves) -> String {
    let mut text = run.variants[step.place].path.clone();
    for goal in step.leaves() {
        let aim = &report.goals[goal];
        let verb = if aim.off == Some(0.0) { "leaves" } else { "further from" };
        let figure = &figures(aim.scale, step.goals[goal].value, None)[0];
        _ = write!(text, "; {verb} {}: {figure}", aim.goal);
    }
    text
}

/// A figure and its interval, each empty if there is none.
fn figures(scale: Scale, value: Option<f64>, interval: Option<Interval>) -> [String; 2] {
    estimated(estimate_of(value, interval).as_ref(), scale)
}

fn estimate_of(value: Option<f64>, interval: Option<Interval>) -> Option<Estimate> {
    value.map(|value| Estimate { value, interval, method: Method::T })
}

/// A figure with its interval, as one text.
fn figures_in_words(scale: Scale, one: &Move) -> String {
    estimate_words(estimate_of(one.value, one.interval).as_ref(), scale)
}

/// The distance from the limits; empty if the figure is within them.
fn off(scale: Scale, off: Option<f64>) -> String {
    off.filter(|off| *off > 0.0).map_or_else(String::new, |off| scale.figure(off))
}

/// Writes a row for each step and goal.
pub(super) fn write_csv(out: &mut dyn Write, run: &Variation, report: &GoalsReport) -> io::Result<()> {
    writeln!(
        out,
        "field,path,old,new,step,deals,goal,base,value,low,high,off,nearer,nearer-low,nearer-high,way"
    )?;
    for step in &report.steps {
        let steered = &run.variants[step.place];
        let [old, new] = &steered.values;
        let own =
            [&steered.field, &steered.path, old, new, &steered.words].map(|words| quoted(words)).join(",");
        for (Aim { goal, value: base, .. }, one) in report.goals.iter().zip(&step.goals) {
            writeln!(
                out,
                "{own},{},{},{},{},{},{},{},{},{}",
                steered.groups,
                quoted(&goal.to_string()),
                figure_field(*base),
                figure_field(one.value),
                interval_fields(one.interval),
                figure_field(one.off),
                figure_field(one.nearer),
                interval_fields(one.nearer_interval),
                one.way,
            )?;
        }
    }
    Ok(())
}
