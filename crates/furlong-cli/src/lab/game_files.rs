//! The files of many games: rows, results, and records.

use std::io::{self, Write};
use std::path::PathBuf;

use serde_json::Value;

use crate::args::{FileArgs, OutputArgs, PageArgs, Records};
use crate::failed_game::{file_stem, kept};
use crate::failure::Failure;
use crate::lab::sheet::Sheet;
use crate::new_file::{NewFile, exists, make_folder};
use crate::page::sheet_page;
use crate::screen::print;
use furlong::Playable;
use furlong::arena::stats::{Estimate, Interval};
use furlong::arena::{Arena, ArenaError, Forfeit, Part, Results};

/// The output of a run: the form of its report, and its files.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) as_json: bool,
    /// Whether metrics without a difference are shown too.
    pub(crate) is_whole: bool,
    pub(crate) csv: Option<NewFile>,
    pub(crate) html: Option<NewFile>,
    pub(crate) out: Option<NewFile>,
}

impl Files {
    /// Returns whether the files contain single games, not only a summary.
    pub(crate) fn hold_games(&self) -> bool {
        self.as_json || self.csv.is_some() || self.out.is_some()
    }

    /// Creates the requested files, before anything is played for them.
    pub(crate) fn begin(asked: &FileArgs) -> Result<Self, Failure> {
        Self::of(&asked.pages, &asked.output)
    }

    /// Creates the requested files, where pages and results are requested separately.
    pub(crate) fn of(pages: &PageArgs, output: &OutputArgs) -> Result<Self, Failure> {
        let file = |path: &Option<PathBuf>| NewFile::begin_any(path.as_ref(), output.force);
        Ok(Self {
            as_json: output.json,
            is_whole: pages.all,
            csv: file(&pages.csv)?,
            html: file(&pages.html)?,
            out: file(&output.out)?,
        })
    }

    /// Writes the page and the rows of a report, and shows it even if a file cannot be written.
    pub(crate) fn show(
        self,
        sheet: &Sheet,
        json: impl FnOnce() -> Value,
        rows: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let csv = self.csv.map(|file| file.finish(|out| rows(out)));
        let html = self.html.map(|file| file.write(&sheet_page(sheet)));
        print(self.as_json, json, |width| sheet.to_text(width, self.is_whole))?;
        [csv, html].into_iter().flatten().collect()
    }

    /// Writes the files. Rows and the page are written for a whole run only, whose report is `sheet`. If one cannot
    /// be written, the others still are.
    pub(crate) fn finish(self, part: &Part, sheet: Option<&Sheet>) -> Result<(), Failure> {
        let csv = self.csv.map(|file| file.finish(|out| write_csv(out, &part.runs)));
        let html = self.html.zip(sheet).map(|(file, sheet)| file.write(&sheet_page(sheet)));
        let out = self.out.map(|file| file.write(&part.to_json()));
        [csv, html, out].into_iter().flatten().collect()
    }
}

impl Records {
    /// The file for a game: `GAME-RULESET-SEED-NUMBER.json`, numbered like the rows.
    fn path<G: Playable>(&self, arena: &Arena<G>, number: u64) -> PathBuf {
        self.folder.join(file_stem(G::ID, &arena.label, arena.seed, number) + ".json")
    }

    /// Makes sure that the games can be saved, before they are played.
    pub(crate) fn check<G: Playable>(&self, arenas: &[Arena<G>]) -> Result<(), Failure> {
        make_folder(&self.folder)?;
        let paths: Vec<PathBuf> = arenas.iter().map(|arena| self.path(arena, 1)).collect();
        if (1..paths.len()).any(|index| paths[..index].contains(&paths[index])) {
            return Err(Failure::usage("two rulesets with the same name would overwrite each other's files"));
        }
        let numbers = |arena: &Arena<G>| 1..=arena.groups.end * u64::from(arena.seatings());
        let all = arenas.iter().flat_map(|arena| numbers(arena).map(|number| self.path(arena, number)));
        match all.into_iter().find(|path| !self.force && path.exists()) {
            Some(path) => Err(exists(&path)),
            None => Ok(()),
        }
    }

    /// Makes sure that each game of these arenas can be saved, as [`Records::check`] does, and saves it.
    pub(crate) fn save_played<G: Playable>(&self, arenas: &[Arena<G>]) -> Result<(), Failure> {
        make_folder(&self.folder)?;
        for arena in arenas {
            let seatings = u64::from(arena.seatings());
            for number in arena.groups.start * seatings + 1..=arena.groups.end * seatings {
                self.save(arena, number)?;
            }
        }
        Ok(())
    }

    fn save<G: Playable>(&self, arena: &Arena<G>, number: u64) -> Result<PathBuf, Failure> {
        let seatings = u64::from(arena.seatings());
        let (group, seating) = ((number - 1) / seatings, (number - 1) % seatings);
        let path = self.path(arena, number);
        let file = NewFile::begin(&path, self.force)?;
        let race = match arena.race(group, seating as u8) {
            Err(ArenaError::Game(failed)) => {
                let kept = kept(&failed, Some(&self.folder));
                return Err(Failure::Failed(format!("{failed}{kept}")));
            }
            race => race?,
        };
        file.write(&race.record().to_json())?;
        Ok(path)
    }

    /// Saves every game of these results.
    pub(crate) fn save_all<G: Playable>(&self, arenas: &[Arena<G>], runs: &[Results]) -> Result<(), Failure> {
        for (arena, run) in arenas.iter().zip(runs) {
            for number in 1..=run.games() {
                self.save(arena, number)?;
            }
        }
        Ok(())
    }

    /// Saves one game of each arena, and returns where.
    pub(crate) fn save_one<G: Playable>(&self, arenas: &[Arena<G>], number: u64) -> Result<(), Failure> {
        for arena in arenas {
            let games = arena.groups.end * u64::from(arena.seatings());
            if number > games {
                return Err(Failure::Usage(format!(
                    "--game {number}: there are only {games} games (see --games)"
                )));
            }
        }
        if !self.folder.as_os_str().is_empty() {
            make_folder(&self.folder)?;
        }
        for arena in arenas {
            let path = self.save(arena, number)?;
            writeln!(io::stdout(), "{}", path.display())?;
        }
        Ok(())
    }
}

/// Writes a row for each game: where it comes from, who won what, and everything measured. Games with the same
/// course are identical.
fn write_csv(out: &mut impl Write, runs: &[Results]) -> io::Result<()> {
    let Some(first) = runs.first() else { return Ok(()) };
    write!(out, "game,ruleset,seed,group,seating,over,events,course,forfeited-by,failure-kind,failure")?;
    for seat in first.setting.seats.iter() {
        write!(out, ",player-{seat}")?;
    }
    for metric in &first.metrics {
        write!(out, ",{}", quoted(&metric.name))?;
    }
    writeln!(out)?;
    for results in runs {
        let games =
            results.groups().iter().flat_map(|group| group.games.iter().map(move |game| (group, game)));
        for (group, game) in games {
            let over = if game.is_over { "yes" } else { "no" };
            let number = group.number * u64::from(results.setting.seatings) + u64::from(game.seating) + 1;
            write!(
                out,
                "{number},{},{},{}",
                quoted(&results.setting.ruleset),
                results.setting.seed,
                group.number
            )?;
            let [by, kind, failure] = game.forfeit.as_ref().map_or_else(
                || [const { String::new() }; 3],
                |Forfeit { seat, reason, kind }| {
                    let kind = kind.map_or_else(String::new, |kind| kind.word().to_owned());
                    [seat.to_string(), kind, quoted(&reason.replace(['\n', '\r'], " "))]
                },
            );
            write!(out, ",{},{over},{},{},{by},{kind},{failure}", game.seating, game.events, game.course)?;
            for index in 0..results.setting.lineup.len() {
                write!(out, ",{}", quoted(results.setting.player(game.seating, index)))?;
            }
            for value in &game.values {
                write!(out, ",{}", figure_field(*value))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A text, quoted as a field of a CSV file.
pub(crate) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A figure as a field of a CSV file, empty if there is none.
pub(crate) fn figure_field(figure: Option<f64>) -> String {
    figure.map_or_else(String::new, |figure| figure.to_string())
}

/// An estimate as three fields of a CSV file: its value, and the ends of its interval.
pub(crate) fn estimate_fields(estimate: Option<Estimate>) -> String {
    let value = estimate.map(|estimate| estimate.value);
    format!("{},{}", figure_field(value), interval_fields(estimate.and_then(|estimate| estimate.interval)))
}

/// An interval as two fields of a CSV file.
pub(crate) fn interval_fields(interval: Option<Interval>) -> String {
    let ends = [interval.map(|interval| interval.low), interval.map(|interval| interval.high)];
    ends.map(figure_field).join(",")
}
