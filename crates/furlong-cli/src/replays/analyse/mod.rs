//! `furlong analyse`: shows what decided a recorded game.

pub(crate) mod cached;
mod curves;
mod story;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use cached::keep;

use crate::args::{Analyse, RecordFile};
use crate::failure::{Failure, in_file};
use crate::interrupt;
use crate::new_file::{NewFile, make_folder};
use crate::page::game_page;
use crate::play::full_screen::Analysing;
use crate::play::save::{free_path, games_folder};
use crate::progress::behind_a_bar;
use crate::screen::{Screen, terminal_width};
use furlong::analysis::{AnalysisError, Settings, analyse as analysed};
use furlong::arena::{Estimator, Progress, ValueError};
use furlong::bot::StopFlag;
use furlong::table::{DECIDING_EVENT_PENDING, GameTable, Reader, Shown, Table};
use furlong::{Playable, Race, Record};

pub(crate) use story::{Decided, Story, UNFINISHED, signed};

pub(crate) fn analyse<G: Playable>(asked: &Analyse, file: &RecordFile) -> Result<(), Failure> {
    let RecordFile { path, json } = file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let html = NewFile::begin_any(asked.html.as_ref(), asked.force)?;
    let failed = |error| match error {
        AnalysisError::Value(ValueError::UnknownBot(error)) => Failure::Usage(format!("--bot: {error}")),
        AnalysisError::Value(ValueError::TooFewPlayouts) => Failure::Usage(format!("--playouts: {error}")),
        AnalysisError::FewWorlds(_) => Failure::Usage(format!("--worlds: {error}")),
        AnalysisError::Value(ValueError::Stopped) => Failure::Stopped(error.to_string()),
        error => in_file(path, error),
    };
    let (settings, stop) = (settings::<G>(asked), interrupt::stop_flag());
    let is_usual = settings == Settings::of::<G>();
    let analysis =
        behind_a_bar("playouts", |observer| analysed(&record, &settings, &stop, observer)).map_err(failed)?;
    if asked.json {
        let json = serde_json::to_string_pretty(&analysis).map_err(Failure::failed)?;
        writeln!(io::stdout(), "{json}")?;
    }
    if asked.json && html.is_none() {
        return Ok(());
    }
    let race = Race::resume(record).map_err(|error| in_file(path, error))?;
    let (seed, table) = (race.record().streams.seed, GameTable::replay(race));
    let story = Story::of(&table, analysis, Reader::of(table.only_person()));
    if is_usual {
        keep(path, seed, &story);
    }
    if !asked.json {
        Screen::standard(true).report(&story.report(terminal_width()))?;
    }
    html.map_or(Ok(()), |file| file.write(&game_page(&Story::of(&table, story.analysis, Reader::All))))
}

fn settings<G: Playable>(asked: &Analyse) -> Settings {
    let mut settings = Settings::of::<G>();
    let estimator = &mut settings.estimator;
    if let Some(bot) = &asked.bot {
        *estimator = Estimator::by(bot.clone());
    }
    estimator.playouts = asked.playouts.unwrap_or(estimator.playouts);
    estimator.seed = asked.seed.unwrap_or(estimator.seed);
    estimator.random_errors = asked.random_errors.unwrap_or(estimator.random_errors);
    settings.worlds = asked.worlds.unwrap_or(settings.worlds);
    settings
}

/// The story of a game for the only person at the table, or for everybody, analysed with the default settings.
fn story_of(
    table: &dyn Table,
    stop: &StopFlag,
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<Story, Failure> {
    let analysis = table.analyse(None, stop, observer).map_err(Failure::failed)?;
    Ok(Story::of(table, analysis, Reader::of(table.only_person())))
}

/// Writes the page of a game into the folder of games, named after the game's file, and returns its path.
fn save_page(story: &Story, game: &Path) -> Result<PathBuf, Failure> {
    let folder = games_folder();
    make_folder(&folder)?;
    let stem = game.file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy().into_owned());
    let path = free_path(&folder, &stem, "html");
    NewFile::begin(&path, false)?.write(&game_page(story))?;
    Ok(path)
}

/// The analysis of a game on the screen, and its page. Each is made when it is first needed.
#[derive(Default)]
pub(crate) struct Analysed {
    pub(crate) story: Option<Story>,
    page: Option<PathBuf>,
    look: Option<QuickAnalysis>,
    whole: Option<WholeAnalysis>,
}

/// The quick analysis of what decided a finished game, running in the background. Dropping it stops it.
struct QuickAnalysis {
    stop: StopFlag,
    found: Arc<OnceLock<String>>,
}

impl QuickAnalysis {
    fn begin(table: &dyn Table, reader: Reader) -> Self {
        let (stop, found) = (StopFlag::default(), Arc::new(OnceLock::new()));
        let (game, raised, place) = (table.replay(), Arc::clone(&stop), Arc::clone(&found));
        thread::spawn(move || place.set(game.decided_by(reader, &raised)));
        Self { stop, found }
    }
}

impl Drop for QuickAnalysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The analysis of a game, running in the background, so that it goes on while the person does something else.
/// Dropping it stops it.
struct WholeAnalysis {
    stop: StopFlag,
    /// The part that is done, in thousandths.
    done: Arc<AtomicU64>,
    since: Instant,
    story: Option<JoinHandle<Result<Story, Failure>>>,
}

impl WholeAnalysis {
    /// Analyses the game at a table, and stores the story for `path`, the file of the game.
    fn begin(table: &dyn Table, path: &Path) -> Self {
        let (stop, done) = (StopFlag::default(), Arc::new(AtomicU64::new(0)));
        let (game, raised, place, path) = (table.replay(), stop.clone(), Arc::clone(&done), path.to_owned());
        let story = thread::spawn(move || {
            let observer = |progress: Progress| {
                place.store(1000 * progress.done / progress.games.max(1), Ordering::Relaxed);
            };
            let story = story_of(&*game, &raised, &observer)?;
            keep(&path, game.seed(), &story);
            Ok(story)
        });
        Self { stop, done, since: Instant::now(), story: Some(story) }
    }

    /// The part that is done, and about how long the rest takes: `12 %, about 40 s left`.
    fn progress(&self) -> String {
        let done = self.done.load(Ordering::Relaxed);
        time_left(done, self.since.elapsed())
    }
}

/// The progress of work of which these thousandths took this time. The first ones say too little about the rest.
fn time_left(done: u64, took: Duration) -> String {
    let percent = done / 10;
    if done < 20 {
        return format!("{percent} %");
    }
    let left = (took.as_secs_f64() * (1000.0 / done as f64 - 1.0)).max(1.0).ceil() as u64;
    let left = if left < 90 { format!("{left} s") } else { format!("{} min", left.div_ceil(60)) };
    format!("{percent} %, about {left} left")
}

impl Drop for WholeAnalysis {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Analysed {
    /// Starts the search for what decided the game if it has not started, for this reader, and returns whether it is
    /// still running.
    pub(crate) fn is_quick_analysis_pending(&mut self, table: &dyn Table, reader: Reader) -> bool {
        self.look.get_or_insert_with(|| QuickAnalysis::begin(table, reader)).found.get().is_none()
    }

    /// The sentence about what decided the game: that of the analysis, or of the quick one before it; `None` before
    /// the search.
    pub(crate) fn decided(&self) -> Option<&str> {
        if let Some(story) = &self.story {
            return Some(&story.deciding);
        }
        let look = self.look.as_ref()?;
        Some(look.found.get().map_or(DECIDING_EVENT_PENDING, String::as_str))
    }

    /// The review, the turning points and the mistakes in words, or how far their analysis is. It starts with the first
    /// call, and is stored for `game`, the file of the game.
    pub(crate) fn key_points(&mut self, table: &dyn Table, game: &Path) -> Result<Analysing, Failure> {
        if self.story.is_none() {
            let whole = self.whole.get_or_insert_with(|| WholeAnalysis::begin(table, game));
            match whole.story.take_if(|story| story.is_finished()) {
                None => return Ok(Analysing::GoesOn(whole.progress())),
                Some(story) => {
                    self.whole = None;
                    self.story = Some(story.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
                }
            }
        }
        let told = self.story.iter().map(|story| Shown::Sentence(story.key_points()));
        Ok(Analysing::Done(told.collect()))
    }

    /// The path of the page of the game in the file `game`; `None` before there is an analysis.
    pub(crate) fn page(&mut self, table: &dyn Table, game: &Path) -> Result<Option<PathBuf>, Failure> {
        let Some(story) = &self.story else { return Ok(None) };
        if self.page.is_none() {
            let open = Story::of(table, story.analysis.clone(), Reader::All);
            self.page = Some(save_page(&open, game)?);
        }
        Ok(self.page.clone())
    }
}

/// Tells this reader what decided a game that has just ended, and offers its key points. A signal ends the process in
/// the meantime.
pub(crate) fn offer_analysis(
    table: &dyn Table,
    reader: Reader,
    screen: &mut Screen<impl Write>,
    input: &mut impl BufRead,
) -> Result<(), Failure> {
    "The analysis was stopped.".clone_into(&mut interrupt::hold());
    screen.gap()?;
    screen.text(&table.decided_by(reader, &StopFlag::default()))?;
    screen.gap()?;
    if screen.is_confirmed("See what decided the game: luck or mistakes?", input)? {
        let story = behind_a_bar("playouts", |observer| story_of(table, &StopFlag::default(), observer))?;
        screen.gap()?;
        screen.text(&story.key_points())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_an_analysis_still_takes_is_told_once_some_of_it_is_done() {
        let told = |done, seconds| time_left(done, Duration::from_secs(seconds));
        assert_eq!(told(5, 9), "0 %");
        assert_eq!(told(250, 10), "25 %, about 30 s left");
        assert_eq!(told(100, 60), "10 %, about 9 min left");
        assert_eq!(told(1000, 60), "100 %, about 1 s left");
    }
}
