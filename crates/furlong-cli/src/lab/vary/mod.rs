//! `furlong vary`: changes every rule by one step, and measures the effect of each change.

mod charts;
mod csv;
pub(crate) mod goals;
mod report;
mod sentences;

use std::io::Write;
use std::path::{Path, PathBuf};

use self::report::chosen_metric;
use crate::args::{Budget, FileArgs, Vary as Asked};
use crate::failure::{Failure, in_file};
use crate::lab::game_files::Files;
use crate::lab::goals_file::goals as goals_in;
use crate::lab::many_games::{arena, games_by, nothing_played, saved_arena};
use crate::lab::run_file::{RunFile, merged, read_run, shard_of};
use crate::lab::step_runs::{games_in, wanted_fields};
use crate::named::game;
use crate::progress::behind_a_bar;
use furlong::arena::{Arena, Stopped};
use furlong::design::{
    GoalsReport, Plan, Variation, Vary, VaryReport,
    goals::Goals,
    vary::{Targets, VaryError},
};
use furlong::text::counted;
use furlong::{Playable, Roster};

impl From<VaryError> for Failure {
    fn from(error: VaryError) -> Self {
        match error {
            VaryError::Arena(error) => error.into(),
            VaryError::Fields(faults) => Self::of_option("fields", faults),
            VaryError::OtherRun | VaryError::Release(_) => Self::failed(error),
            error => Self::usage(error),
        }
    }
}

pub(crate) fn vary<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(), Failure> {
    let mut files = Files::of(&asked.pages, &asked.kept.output)?;
    let file = RunFile::of(&asked.kept, files.out.take());
    let (vary, mut run) = match &asked.kept.resumed.resume {
        Some(path) => resumed(roster, asked, path)?,
        None => begun(roster, asked)?,
    };
    if let (Some(metric), true) = (&asked.metric, !run.metrics.is_empty()) {
        chosen_metric(&run, &VaryReport::of(&run), Some(metric))?;
    }
    let played =
        behind_a_bar("games", |show| vary.play(&mut run, show, &mut file.regularly(Variation::to_json)));
    // The games played before a failure are kept.
    file.save(|| run.to_json())?;
    played?;
    let games = run.games();
    if games == 0 {
        return Err(nothing_played(&Stopped { games, of: games, failure: None, game: None }));
    }
    let left = (!run.is_complete).then(|| format!("{games} games"));
    file.end(run.shard, left, || run.to_json(), || tell(&run, asked.metric.as_deref(), files))
}

/// Shows the findings, and writes the table and the page.
fn tell(run: &Variation, metric: Option<&str>, files: Files) -> Result<(), Failure> {
    if run.goals.is_some() {
        let report = GoalsReport::of(run);
        let write = |out: &mut dyn Write| goals::write_csv(out, run, &report);
        return files.show(&goals::sheet(run, &report), || report.to_json(run), write);
    }
    let report = VaryReport::of(run);
    let sheet = report::sheet(run, &report, &chosen_metric(run, &report, metric)?);
    files.show(&sheet, || report.to_json(run), |out| csv::write_csv(out, run, &report))
}

/// Merges the parts of a run.
pub(crate) fn merge_parts(paths: &[PathBuf], asked: &FileArgs) -> Result<(), Failure> {
    let mut files = Files::begin(asked)?;
    let out = files.out.take();
    let whole = merged(paths, Variation::from_json)?;
    out.map_or(Ok(()), |out| out.write(&whole.to_json()))?;
    tell(&whole, None, files)
}

/// Starts a new run from the command line.
fn begun<G: Playable>(roster: &Roster<G>, asked: &Asked) -> Result<(Vary<G>, Variation), Failure> {
    let game = game::<G>(asked.ruleset.as_ref())?;
    let mut games = asked.games.clone();
    let sizes = if asked.goals.is_some() { games.take_sizes()? } else { Vec::new() };
    let kinds = match &asked.goals {
        None => games_by(roster, &games, &asked.kinds)?,
        Some(_) => vec![games],
    };
    let bases = kinds.iter().map(|games| arena(roster, games, game.clone(), None));
    let bases = bases.collect::<Result<Vec<_>, _>>()?;
    let goals =
        asked.goals.as_ref().map(|path| goals_in(path, &bases[0], &asked.kinds, &sizes)).transpose()?;
    let plan = match asked.budget() {
        Budget::Games(plan) => plan,
        Budget::Minutes(minutes) => Plan::Spread { games: games_in(&bases, minutes)? },
    };
    let vary = of_kinds(bases, &asked.fields, goals)?;
    let steps = counted(vary.count() as i64, "step", "steps");
    let shard = shard_of(&asked.kept, vary.count(), &steps)?;
    let mut run = vary.begin(plan, shard, asked.fields.clone())?;
    run.strongest = asked.pairs.unwrap_or(0);
    Ok((vary, run))
}

/// The steps from the first of these arenas, played by the line-ups of all of them, or towards goals.
fn of_kinds<G: Playable>(
    bases: Vec<Arena<G>>,
    fields: &[String],
    goals: Option<Goals>,
) -> Result<Vary<G>, Failure> {
    let mut bases = bases.into_iter();
    let base = bases.next().ok_or(VaryError::NoSteps)?;
    let vary = Vary::new(base, &wanted_fields(fields)?)?.by(bases.map(|base| base.lineup).collect());
    Ok(match goals {
        Some(goals) => vary.towards(goals),
        None => vary,
    })
}

/// Reads the run from a file.
fn resumed<G: Playable>(
    roster: &Roster<G>,
    asked: &Asked,
    path: &Path,
) -> Result<(Vary<G>, Variation), Failure> {
    let run = read_run(path, Variation::from_json)?;
    let (limits, allow_exec) = (asked.games.limits, asked.kept.resumed.allow_exec);
    let bases = run
        .by_player_type()
        .map(|kind| saved_arena(roster, path, &kind.setting, run.shard, limits, allow_exec));
    let bases = bases.collect::<Result<Vec<_>, _>>()?;
    let goals = run.goals.as_ref().map(Targets::goals).transpose();
    let goals = goals.map_err(|error| in_file(path, error))?;
    let vary = of_kinds(bases, &run.fields, goals).map_err(|error| in_file(path, error))?;
    Ok((vary, run))
}
