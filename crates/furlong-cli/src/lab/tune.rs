//! `furlong tune`: searches for rulesets that meet goals.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use maud::html;
use serde_json::{Value, json};

use crate::args::Tune as TuneAsked;
use crate::failure::{Failure, in_file};
use crate::files::Access;
use crate::lab::check::NOT_DECIDED;
use crate::lab::figures::{table, write_tables};
use crate::lab::goals_file::goals;
use crate::lab::many_games::{arena, ended_early};
use crate::lab::run_file::read_run;
use crate::lab::run_sentences::{openings_words, stopped_line};
use crate::lab::sheet::{Block, Sheet};
use crate::named::game_named;
use crate::new_file::{NewFile, check_writable, make_folder, replace};
use crate::page::{ChartRow, Point, aim, sheet_page};
use crate::progress::{behind_a_bar, behind_a_clock};
use crate::screen::print;
use furlong::arena::{Endings, Progress, Scale};
use furlong::design::{
    goals::{Checked, ERROR, Finding, GoalVerdict},
    tune::{Candidate, SavedSearch, Sought, Tune, TuneError, Tuned},
};
use furlong::ruleset::{change_in_words, extending};
use furlong::text::{capitalized, counted, listed};
use furlong::{Playable, Roster, Ruleset};

pub(crate) fn tune<G: Playable>(roster: &Roster<G>, asked: &TuneAsked) -> Result<(), Failure> {
    let kept = asked.resume.as_deref().filter(|path| path.exists());
    let mut kept = kept.map(|path| read_run(path, SavedSearch::from_json)).transpose()?;
    let mut games = asked.games.clone();
    if let Some(kept) = &kept {
        games.table.seed.seed.get_or_insert(kept.task.setting.seed);
    }
    let sizes = games.take_sizes()?;
    let arena = arena(roster, &games, game_named(&asked.ruleset)?, None)?;
    let goals = goals(&asked.goals, &arena, &asked.kinds, &sizes)?;
    let mut tune = Tune::new(arena, goals);
    tune.fields.clone_from(&asked.fields);
    (tune.games, tune.confirmation, tune.front) = (asked.count(), asked.confirm, asked.front);
    let begun = tune.begin()?;
    let files = Files::begin(asked, &tune)?;
    let html = NewFile::begin_any(asked.html.as_ref(), asked.force)?;
    if let Some(path) = &asked.resume {
        check_writable(path)?;
        if let Some(what) = kept.as_ref().and_then(|kept| kept.differs_from(&begun.task)) {
            return Err(in_file(path, TuneError::OtherSearch(what)));
        }
    }
    let kept = kept.get_or_insert(begun);
    let mut tuned = search(&tune, kept, asked)?;
    if tuned.stopped.is_none() {
        behind_a_bar("confirmation games", |show| tune.confirm(&mut tuned, show))?;
    }
    // The findings are shown even if they cannot be written.
    let written = files.write(&tune, &tuned);
    let files = written.as_deref().unwrap_or_default();
    let drawn = html.map_or(Ok(()), |html| html.write(&sheet_page(&sheet(&tuned, files))));
    print(asked.json, || report(&tuned, files), |width| tables(&tuned, files, width))?;
    written.and(drawn).and_then(|()| answer(&tuned))
}

fn search<G: Playable>(
    tune: &Tune<G>,
    kept: &mut SavedSearch,
    asked: &TuneAsked,
) -> Result<Tuned<G::Ruleset>, Failure> {
    let started = Instant::now();
    let time = asked.time();
    let mut goes_on = || time.is_none_or(|time| started.elapsed() < time);
    let mut keep = |kept: &SavedSearch| match &asked.resume {
        Some(path) => replace(path, Access::Usual, &kept.to_json()),
        None => Ok(()),
    };
    let work = |show: &(dyn Fn(Progress) + Sync)| tune.search(kept, show, &mut goes_on, &mut keep);
    match time {
        Some(time) => behind_a_clock(time, work),
        None => behind_a_bar("games", work),
    }
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Self {
        match error {
            TuneError::Check(error) => error.into(),
            TuneError::Fields(faults) => Self::of_option("fields", faults),
            TuneError::TooFew { .. } => Self::Usage(format!("--games: {error}")),
            TuneError::NoSteps => Self::Usage(format!("--fields: {error}")),
            error => Self::failed(error),
        }
    }
}

/// The files of the rulesets, one for each place of the front.
struct Files {
    files: Vec<(PathBuf, NewFile)>,
    /// The base ruleset, as named in the files.
    extends: String,
}

impl Files {
    /// Makes sure that the rulesets can be written, before anything is played for them.
    fn begin<G: Playable>(asked: &TuneAsked, tune: &Tune<G>) -> Result<Self, Failure> {
        let asked_for = &*asked.ruleset;
        let is_name = G::Ruleset::EMBEDDED.iter().any(|embedded| embedded.name == asked_for);
        let extends = if is_name {
            asked_for.to_owned()
        } else {
            let path = Path::new(asked_for);
            path.canonicalize().unwrap_or_else(|_| path.to_owned()).display().to_string()
        };
        let Some(folder) = &asked.out else { return Ok(Self { files: Vec::new(), extends }) };
        make_folder(folder)?;
        let name = |place: usize| tune.name_of(place) + ".toml";
        let file = |place: usize| {
            let path = folder.join(name(place));
            NewFile::begin(&path, asked.force).map(|file| (path, file))
        };
        Ok(Self { files: (1..=tune.front).map(file).collect::<Result<_, _>>()?, extends })
    }

    /// Writes the rulesets and returns their paths. The base is already written.
    fn write<G: Playable>(
        self,
        tune: &Tune<G>,
        tuned: &Tuned<G::Ruleset>,
    ) -> Result<Vec<Option<PathBuf>>, Failure> {
        let mut written = Vec::new();
        for (candidate, (path, file)) in tuned.front.iter().zip(self.files) {
            if candidate.changes.is_empty() {
                written.push(None);
                continue;
            }
            let rules = extending(&candidate.ruleset, tune.arena.game.ruleset(), &self.extends);
            let text = heading(candidate, tuned.task.setting.seed) + &rules.map_err(Failure::failed)?;
            file.write(&text)?;
            written.push(Some(path));
        }
        Ok(written)
    }
}

/// The comment at the top of a ruleset that was found.
fn heading<R>(candidate: &Candidate<R>, seed: u64) -> String {
    let mut text = format!("# Found by `furlong tune` with seed {seed}.\n");
    match &candidate.confirmation {
        Some(checked) => {
            _ = writeln!(
                text,
                "# On fresh deals (seed {}, {} games): {}.",
                checked.seed,
                checked.games,
                checked.in_short()
            );
            for finding in &checked.findings {
                _ = writeln!(text, "#   {finding}");
            }
        }
        None => text += "# Not confirmed on fresh deals.\n",
    }
    text + "\n"
}

/// Describes the search in words, followed by a table for each candidate.
fn tables<R: Ruleset>(tuned: &Tuned<R>, files: &[Option<PathBuf>], width: Option<usize>) -> String {
    let setting = &tuned.task.setting;
    let mut text = tuned.stopped.as_ref().map_or_else(String::new, stopped_line);
    for told in unfinished(tuned) {
        _ = writeln!(text, "{told}");
    }
    _ = writeln!(
        text,
        "{}, {}; {} seats, bots: {}{}\nseed {}, {} of the search in {}: {}; furlong {}{}",
        setting.game,
        tuned.base.ruleset.title().name,
        setting.lineup.len(),
        setting.lineup.join(" | "),
        setting.commands,
        setting.seed,
        counted(tuned.games as i64, "game", "games"),
        counted(i64::from(tuned.rounds), "whole round", "whole rounds"),
        counted(tuned.candidates as i64, "candidate", "candidates"),
        setting.release,
        openings_words(setting.openings),
    );
    if tuned.refused > 0 {
        let (one, many) = (
            "step was skipped because it gives no valid ruleset",
            "steps were skipped because they give no valid ruleset",
        );
        _ = writeln!(text, "{}.", counted(tuned.refused as i64, one, many));
    }
    if let Some(words) = tuned.not_reached_in_words() {
        _ = writeln!(text, "{}.", capitalized(&words));
    }
    for (place, candidate) in tuned.front.iter().enumerate() {
        let unchanged = if candidate.changes.is_empty() { " the base, unchanged" } else { "" };
        _ = writeln!(text, "\nCandidate {}:{unchanged}", place + 1);
        for [path, before, after] in &candidate.changes {
            let words = change_in_words::<R>(path, &[before.clone(), after.clone()]);
            let line = format!("- {words} ({path} {before} -> {after})");
            let fitted = |width| textwrap::fill(&line, textwrap::Options::new(width).subsequent_indent("  "));
            _ = writeln!(text, "{}", width.map_or_else(|| line.clone(), fitted));
        }
        write_tables(&mut text, &[candidate_table(candidate, &tuned.base)], width);
        match &candidate.confirmation {
            Some(checked) => _ = writeln!(text, "On fresh deals: {}.", checked.in_short()),
            None => text.push_str("Not confirmed on fresh deals, so nothing is proven.\n"),
        }
        if let Some(path) = files.get(place).and_then(Option::as_ref) {
            _ = writeln!(text, "Written: {}", path.display());
        }
    }
    _ = writeln!(text, "\n{}", verdict(tuned));
    _ = writeln!(
        text,
        "The figures of the search are too good: the best of many are also the luckiest.\n\
         Only `confirmed` and its interval are from fresh deals (seed {}).\n\
         All these intervals hold together with probability {}.",
        tuned.fresh_seed,
        Scale::Share.figure(1.0 - ERROR),
    );
    text
}

/// The page: the answer in words, a chart of each goal with the base and the front, and the findings as on a terminal.
fn sheet<R: Ruleset>(tuned: &Tuned<R>, files: &[Option<PathBuf>]) -> Sheet {
    let base = &tuned.base.ruleset.title().name;
    let mut answer = vec![verdict(tuned)];
    for (place, candidate) in tuned.front.iter().enumerate() {
        let words = |[path, before, after]: &[String; 3]| {
            change_in_words::<R>(path, &[before.clone(), after.clone()])
        };
        let changes = listed(candidate.changes.iter().map(words));
        let found = candidate.confirmation.as_ref().map_or_else(
            || "it was not played on fresh deals".to_owned(),
            |checked| format!("on fresh deals {}", checked.in_short()),
        );
        let changes = if changes.is_empty() { "nothing".to_owned() } else { changes };
        answer.push(format!("Candidate {} changes in {base}: {changes}; {found}.", place + 1));
    }
    let chart = |(index, sought): (usize, &Sought)| {
        let row = |label: String, value: Option<f64>, finding: Option<&Finding>| {
            let value = finding.map_or(value, |finding| finding.value)?;
            let is_met = finding.is_some_and(|finding| finding.verdict == GoalVerdict::Met);
            let said = finding.map_or_else(
                || sought.scale.figure(value),
                |finding| format!("{}, {}", finding.measured(), finding.verdict.word()),
            );
            let (class, interval) =
                (if is_met { "found" } else { "open" }, finding.and_then(|finding| finding.interval));
            Some(ChartRow { label, points: vec![Point { value, interval, class, label: said }] })
        };
        let of_candidate = |(place, candidate): (usize, &Candidate<R>)| {
            let finding = candidate.confirmation.as_ref().and_then(|checked| checked.findings.get(index));
            row(format!("candidate {}", place + 1), candidate.sought.get(index)?.value, finding)
        };
        let front = tuned.front.iter().enumerate().filter_map(of_candidate);
        let rows: Vec<ChartRow> = row(base.clone(), sought.value, None).into_iter().chain(front).collect();
        let name = sought.goal.to_string();
        html! {
            figure {
                figcaption { b { (name) } }
                (aim(&name, &rows, [sought.goal.least, sought.goal.most], None, sought.scale))
            }
        }
    };
    let charts = html! {
        h2 { "The front" }
        p { "The base and each candidate, with the range that each goal allows." }
        @for goal in tuned.base.sought.iter().enumerate() { (chart(goal)) }
        h2 { "The findings" }
        pre.sheet { (tables(tuned, files, None)) }
    };
    let title = format!("{}: rulesets from {base} towards goals", tuned.task.setting.game);
    Sheet { title, blocks: vec![Block::Answer(answer), Block::Page(charts)] }
}

/// A row for each goal: the base and the candidate in the search, and the candidate in the confirmation.
fn candidate_table<R>(candidate: &Candidate<R>, base: &Candidate<R>) -> comfy_table::Table {
    let mut rows = table(&["goal", "base", "search", "confirmed", "interval", ""]);
    for (index, sought) in candidate.sought.iter().enumerate() {
        let shown =
            |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| sought.scale.figure(value));
        let confirmed = candidate.confirmation.as_ref().and_then(|checked| checked.findings.get(index));
        let interval =
            confirmed.and_then(|finding| Some(finding.shown(finding.interval?))).unwrap_or_default();
        rows.add_row([
            sought.goal.to_string(),
            shown(base.sought.get(index).and_then(|sought| sought.value)),
            shown(sought.value),
            confirmed
                .and_then(|finding| Some(finding.figure(finding.value?)))
                .unwrap_or_else(|| "-".to_owned()),
            interval,
            confirmed.map_or("", |finding| finding.verdict.word()).to_owned(),
        ]);
    }
    rows
}

/// Reports confirmation games that did not end, with a sentence for each candidate and its players.
fn unfinished<R>(tuned: &Tuned<R>) -> Vec<String> {
    let of_candidate = |(place, candidate): (usize, &Candidate<R>)| {
        let all = candidate.confirmation.iter().flat_map(|checked| &checked.endings);
        let told = all.filter_map(Endings::in_words).map(|told| format!("Candidate {}, {told}", place + 1));
        told.collect::<Vec<_>>()
    };
    tuned.front.iter().enumerate().flat_map(of_candidate).collect()
}

/// The answer in one sentence.
fn verdict<R>(tuned: &Tuned<R>) -> String {
    let places = |holds: &dyn Fn(&Candidate<R>) -> bool| {
        let found = tuned.front.iter().enumerate().filter(|(_, candidate)| holds(candidate));
        found.map(|(place, _)| (place + 1).to_string()).collect::<Vec<_>>()
    };
    let met = places(&|candidate| candidate.confirmation.as_ref().is_some_and(Checked::is_met));
    match met.len() {
        0 => "No candidate is confirmed to meet all goals.".to_owned(),
        1 => format!("Candidate {} is confirmed to meet all goals.", met[0]),
        _ => format!("Candidates {} are confirmed to meet all goals.", listed(&met)),
    }
}

/// The findings as JSON.
fn report<R: Ruleset>(tuned: &Tuned<R>, files: &[Option<PathBuf>]) -> Value {
    let candidate = |candidate: &Candidate<R>, file: Option<&PathBuf>| {
        let change = |[path, before, after]: &[String; 3]| {
            let words = change_in_words::<R>(path, &[before.clone(), after.clone()]);
            json!({ "field": path, "base": before, "value": after, "words": words })
        };
        json!({
            "ruleset": candidate.ruleset.title().name,
            "changes": candidate.changes.iter().map(change).collect::<Vec<_>>(),
            "distance": candidate.distance,
            "search": candidate.sought,
            "confirmation": candidate.confirmation,
            "is_confirmed": candidate.confirmation.as_ref().is_some_and(Checked::is_met),
            "file": file.map(|path| path.display().to_string()),
        })
    };
    let front = tuned.front.iter().enumerate();
    let front: Vec<Value> =
        front.map(|(place, found)| candidate(found, files.get(place).and_then(Option::as_ref))).collect();
    json!({ "tune": {
        "in-words": unfinished(tuned).into_iter().chain([verdict(tuned)]).collect::<Vec<_>>(),
        "task": tuned.task,
        "base": candidate(&tuned.base, None),
        "front": front,
        "candidates": tuned.candidates,
        "refused": tuned.refused,
        "not-reached": tuned.not_reached,
        "rounds": tuned.rounds,
        "games": tuned.games,
        "fresh_seed": tuned.fresh_seed,
        "stopped": tuned.stopped,
    } })
}

/// The exit code, which is success only if a candidate is confirmed to meet all goals.
fn answer<R>(tuned: &Tuned<R>) -> Result<(), Failure> {
    if let Some(stopped) = &tuned.stopped {
        return Err(ended_early(stopped, "the remaining candidates are not confirmed"));
    }
    let confirmed = || tuned.front.iter().filter_map(|candidate| candidate.confirmation.as_ref());
    if confirmed().any(Checked::is_met) {
        Ok(())
    } else if confirmed().all(Checked::is_missed) {
        Err(Failure::Answer(1))
    } else {
        Err(Failure::Answer(NOT_DECIDED))
    }
}
