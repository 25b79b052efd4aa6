//! `furlong vary --goals`, and the proposals of `furlong check`: steps that bring a ruleset closer to its goals.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use maud::html;

use crate::args::{Budget, FileArgs, Vary as Asked};
use crate::failure::{Failure, in_file};
use crate::lab::game_files::{Files, quoted};
use crate::lab::goals_file::goals;
use crate::lab::many_games::{arena, nothing_played, saved_arena};
use crate::lab::run_file::{RunFile, merged, read_run, shard_of};
use crate::lab::run_sentences::openings_words;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::lab::step_runs::{games_in, wanted_fields};
use crate::page::{ChartRow, Point, intervals, sheet_page};
use crate::play::start::game;
use crate::progress::behind_a_bar;
use crate::screen::print;
use furlong::arena::{Scale, Stopped, stats::Interval};
use furlong::design::{
    Plan,
    goals::ERROR,
    steer::{Aim, Move, Moves, Steer, SteerError, SteerReport, Steering},
};
use furlong::text::counted;
use furlong::{Playable, Roster};

/// The maximum number of steps shown for a goal, and of bars for it on a page.
const SHOWN: usize = 8;

impl From<SteerError> for Failure {
    fn from(error: SteerError) -> Self {
        match error {
            SteerError::Vary(error) => error.into(),
            SteerError::Check(error) => error.into(),
            error => Self::failed(error),
        }
    }
}

/// Plays the steps towards the goals in the file at `asked.goals`, or resumes such a run.
pub(crate) fn steer<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(), Failure> {
    let mut files = Files::of(&asked.pages, &asked.kept.output)?;
    let file = RunFile::of(&asked.kept, files.out.take());
    let (steer, mut run) = match (&asked.kept.resumed.resume, &asked.goals) {
        (Some(path), _) => resumed(roster, asked, path)?,
        (None, Some(path)) => begun(roster, asked, path)?,
        (None, None) => return Err(Failure::usage("--goals: a file of goals is missing")),
    };
    let played =
        behind_a_bar("games", |show| steer.play(&mut run, show, &mut file.regularly(Steering::to_json)));
    // The games played before a failure are kept.
    file.save(|| run.to_json())?;
    played?;
    let games = run.games();
    if games == 0 {
        return Err(nothing_played(&Stopped { games, of: games, failure: None, game: None }));
    }
    let left = (!run.is_complete).then(|| format!("{games} games"));
    file.end(run.shard, left, || run.to_json(), || tell(&run, files))
}

/// Starts a new run from the command line.
fn begun<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    path: &Path,
) -> Result<(Steer<G>, Steering), Failure> {
    let base = arena(roster, &asked.games, game::<G>(asked.ruleset.as_ref())?, None)?;
    let goals = goals(path, &base)?;
    let plan = match asked.budget() {
        Budget::Games(plan) => plan,
        Budget::Minutes(minutes) => Plan::Spread { games: games_in(std::slice::from_ref(&base), minutes)? },
    };
    let steer = Steer::new(base, &wanted_fields(&asked.fields)?, goals)?;
    let steps = counted(steer.count() as i64, "step", "steps");
    let shard = shard_of(&asked.kept, steer.count(), &steps)?;
    let run = steer.begin(plan, shard, asked.fields.clone())?;
    Ok((steer, run))
}

/// Reads the run from a file.
fn resumed<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    path: &Path,
) -> Result<(Steer<G>, Steering), Failure> {
    let run = read_run(path, Steering::from_json)?;
    let (limits, allow_exec) = (asked.games.limits, asked.kept.resumed.allow_exec);
    let base = saved_arena(roster, path, &run.setting, run.shard, limits, allow_exec)?;
    let goals = run.goals().map_err(|error| in_file(path, error))?;
    let steer =
        Steer::new(base, &wanted_fields(&run.fields)?, goals).map_err(|error| in_file(path, error))?;
    Ok((steer, run))
}

/// Merges the parts of a run.
pub(crate) fn merge_parts(paths: &[PathBuf], asked: &FileArgs) -> Result<(), Failure> {
    let mut files = Files::begin(asked)?;
    let out = files.out.take();
    let whole = merged(paths, Steering::from_json)?;
    out.map_or(Ok(()), |out| out.write(&whole.to_json()))?;
    tell(&whole, files)
}

/// Shows the findings, and writes the table and the page.
fn tell(run: &Steering, files: Files) -> Result<(), Failure> {
    let report = SteerReport::of(run);
    let csv = files.csv.map(|file| file.finish(|out| write_csv(out, run, &report)));
    let sheet = sheet(run, &report);
    let html = files.html.map(|file| file.write(&sheet_page(&sheet)));
    print(files.as_json, || report.to_json(run), |width| sheet.to_text(width, files.is_whole))?;
    [csv, html].into_iter().flatten().collect()
}

/// The whole report.
fn sheet(run: &Steering, report: &SteerReport) -> Sheet {
    let setting = &run.setting;
    let run_words = format!(
        "{}, {}: every rule one step away, towards {}; bots {}; seed {}; furlong {}{}\n",
        setting.game,
        setting.ruleset,
        counted(report.goals.len() as i64, "goal", "goals"),
        setting.lineup.join(" | "),
        setting.seed,
        setting.release,
        openings_words(setting.openings),
    );
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
    if let Some(first) = run.refused.first() {
        let more = run.refused.len() - 1;
        let more = if more > 0 {
            format!("; and {}", counted(more as i64, "other", "others"))
        } else {
            String::new()
        };
        blocks.push(Block::Note(format!("Not playable: {} ({}){more}.", first.path, first.reason)));
    }
    blocks.push(Block::Note(notes()));
    Sheet { title: format!("{}: steps from {} towards goals", setting.game, setting.ruleset), blocks }
}

/// Explains the figures.
pub(crate) fn notes() -> String {
    format!(
        "The figures are those of the goals under each step alone, on the deals of the base. The intervals of all steps and \
         goals hold together with a probability of {}; the best of many steps is also the luckiest.",
        Scale::Share.figure(1.0 - ERROR)
    )
}

/// The result in sentences.
fn answer(run: &Steering, report: &SteerReport) -> Vec<String> {
    let missed = report.missed();
    let played = counted(report.steps.len() as i64, "step", "steps");
    let count = report.goals.len();
    let mut lines = report.unfinished.clone();
    let all = counted(count as i64, "goal", "goals");
    lines.push(match missed.len() {
        0 => format!("The figures of the base keep {all}; {played} were tried."),
        off => format!("The figures of the base keep {} of {all}; {played} were tried.", count - off),
    });
    for goal in missed {
        let (aim, found) = (&report.goals[goal], report.towards(goal));
        lines.push(match found.first() {
            None => format!("No step brings {} nearer beyond chance.", aim.goal),
            Some(first) => format!(
                "{} of {played} bring {} nearer beyond chance, most of all {}: {}, now {}.",
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
pub(crate) fn towards(run: &Steering, report: &SteerReport, most: usize) -> Vec<Block> {
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

/// The steps that bring the ruleset closer to all goals together.
fn together(run: &Steering, report: &SteerReport) -> Vec<Block> {
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
            "Steps that bring all goals nearer together, in half widths of their limits times their weights"
                .to_owned(),
        ),
        Block::Tables(vec![Table::new(&["step", "nearer", ""], rows)]),
    ]
}

/// A chart for a page, of one goal's figures under the steps.
fn chart(run: &Steering, report: &SteerReport, goal: usize) -> Option<Block> {
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
            figcaption { b { (name) } ": the steps that move it most; the dashed line is the base" }
            (intervals(&name, &rows, base, aim.scale))
        }
    }))
}

fn words<'a>(run: &'a Steering, step: &Moves) -> &'a str {
    &run.steps[step.place].words
}

/// The path of the step's field, as written in a file.
fn path(run: &Steering, step: &Moves) -> String {
    let found = &run.steps[step.place];
    let [old, new] = &found.values;
    format!("{}: {old} -> {new}", found.path)
}

/// The field of a step, and the goals that it moves away from.
fn beside(run: &Steering, report: &SteerReport, step: &Moves) -> String {
    let mut text = run.steps[step.place].path.clone();
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
    match (value, interval) {
        (Some(value), Some(Interval { low, high })) => {
            let [value, low, high] = scale.figures([value, low, high]);
            [value, format!("{low} to {high}")]
        }
        (Some(value), None) => [scale.figure(value), String::new()],
        (None, _) => ["-".to_owned(), String::new()],
    }
}

/// A figure with its interval, as one text.
fn figures_in_words(scale: Scale, one: &Move) -> String {
    match figures(scale, one.value, one.interval) {
        [value, interval] if interval.is_empty() => value,
        [value, interval] => format!("{value} ({interval})"),
    }
}

/// The distance from the limits; empty if the figure is within them.
fn off(scale: Scale, off: Option<f64>) -> String {
    off.filter(|off| *off > 0.0).map_or_else(String::new, |off| scale.figure(off))
}

/// Writes a row for each step and goal.
fn write_csv(out: &mut impl Write, run: &Steering, report: &SteerReport) -> io::Result<()> {
    writeln!(
        out,
        "field,path,old,new,step,deals,goal,base,value,low,high,off,nearer,nearer-low,nearer-high,way"
    )?;
    for step in &report.steps {
        let steered = &run.steps[step.place];
        let [old, new] = &steered.values;
        let own =
            [&steered.field, &steered.path, old, new, &steered.words].map(|words| quoted(words)).join(",");
        for (Aim { goal, value: base, .. }, one) in report.goals.iter().zip(&step.goals) {
            write!(out, "{own},{},{}", steered.measured.deals, quoted(&goal.to_string()))?;
            let ends = |within: Option<Interval>| {
                [within.map(|within| within.low), within.map(|within| within.high)]
            };
            let ([low, high], [nearer_low, nearer_high]) = (ends(one.interval), ends(one.nearer_interval));
            for figure in [*base, one.value, low, high, one.off, one.nearer, nearer_low, nearer_high] {
                write!(out, ",{}", figure.map_or_else(String::new, |figure| figure.to_string()))?;
            }
            writeln!(out, ",{}", one.way)?;
        }
    }
    Ok(())
}
