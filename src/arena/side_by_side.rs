//! Plays one run, or several on the same deals, batch by batch. Each group is played in all runs before the next one
//! begins, so that runs which end early have the same groups.

use std::ops::ControlFlow;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::games::{RunFacts, Scratch, Unplayed};
use super::group::Group;
use super::metric::{Measured, Metric};
use super::parallel::each;
use super::results::Results;
use super::run::{Arena, ArenaError, BATCH, Progress};

impl<G: Measured> Arena<G> {
    /// Returns the metrics that the results will have.
    ///
    /// # Errors
    /// When there is nothing to play, or set-up and line-up do not fit.
    pub fn metrics(&self) -> Result<Vec<Metric>, ArenaError> {
        Ok(self.nothing()?.metrics)
    }

    /// Plays all games.
    ///
    /// # Errors
    /// When the games cannot be played, or a bot fails.
    pub fn run(&self) -> Result<Results, ArenaError> {
        match self.run_in_batches(STRETCH, &|_| (), |_| ControlFlow::Continue(()))? {
            (_, Some(error)) => Err(error),
            (results, None) => Ok(results),
        }
    }

    /// Plays all games and calls `observer` after each group, from any thread. A run that is stopped ([`Arena::stop`])
    /// or whose bot fails keeps the groups before the first incomplete one, and notes it in [`Results::stopped`].
    /// Which groups are kept does not depend on their results.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn run_observed(&self, observer: &(dyn Fn(Progress) + Sync)) -> Result<Results, ArenaError> {
        Ok(self.run_in_batches(STRETCH, observer, |_| ControlFlow::Continue(()))?.0)
    }

    /// Plays like [`Arena::run_observed`], and calls `enough` with the results after every [`BATCH`] groups, in order.
    /// The run ends when `enough` breaks, and it ends at the same group on any number of threads.
    ///
    /// # Errors
    /// As [`Arena::run_observed`].
    pub fn run_until(
        &self,
        observer: &(dyn Fn(Progress) + Sync),
        enough: impl FnMut(&Results) -> ControlFlow<()> + Send,
    ) -> Result<Results, ArenaError> {
        Ok(self.run_in_batches(BATCH, observer, enough)?.0)
    }

    /// Plays all games and passes each group to `take`, in order, instead of keeping it, so that memory does not grow
    /// with the number of games. The returned results have no groups.
    ///
    /// ```
    /// use furlong::arena::{Arena, Entrant, Measuring};
    /// use furlong::gotham::Gotham;
    /// use furlong::{RaceGame, RandomBot, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let setup = game.setup(4);
    /// let random = Entrant::new("random", || Box::new(RandomBot));
    /// let mut arena = Arena::new(game, setup, vec![random; 4], 1, 200);
    /// arena.measuring = Measuring::Nothing;
    /// let mut events = 0;
    /// arena.run_through(|group| events += u64::from(group.games[0].events))?;
    /// assert!(events > 200 * 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Arena::run`]; the groups before the error have already been passed to `take`.
    pub fn run_through(&self, mut take: impl FnMut(Group) + Send) -> Result<Results, ArenaError> {
        let mut go_on = |_: &[Results]| ControlFlow::Continue(());
        let mut take = |_: &mut Results, group: Group| take(group);
        match alone(play(slice::from_ref(self), STRETCH, &|_| (), &mut take, &mut go_on)?)? {
            (_, Some(error)) => Err(error),
            (results, None) => Ok(results),
        }
    }

    /// Returns the results, and the error that ended the run.
    fn run_in_batches(
        &self,
        batch: u64,
        observer: &(dyn Fn(Progress) + Sync),
        mut enough: impl FnMut(&Results) -> ControlFlow<()> + Send,
    ) -> Result<(Results, Option<ArenaError>), ArenaError> {
        let mut enough = |runs: &[Results]| match runs {
            [results] => enough(results),
            _ => ControlFlow::Continue(()),
        };
        alone(play_side_by_side(slice::from_ref(self), batch, observer, &mut enough)?)
    }
}

/// The number of groups that are played before they are added up. Between two such points all processors are busy, and
/// the games are in memory.
const STRETCH: u64 = 1_024;

/// Returns the results of the only run.
fn alone(
    (mut runs, error): (Vec<Results>, Option<ArenaError>),
) -> Result<(Results, Option<ArenaError>), ArenaError> {
    Ok((runs.pop().ok_or(ArenaError::NoGames)?, error))
}

/// Plays the groups common to all arenas, each in every arena before the next group. `observer` counts the games of
/// all arenas. When they are stopped or a bot fails, the groups that every arena has played are kept. `enough` is
/// called with the results of all after every [`BATCH`] groups. The run ends when `enough` breaks, and it ends at the
/// same group on any number of threads.
///
/// # Errors
/// As [`Arena::run_observed`].
pub fn run_side_by_side<G: Measured>(
    arenas: &[Arena<G>],
    observer: &(dyn Fn(Progress) + Sync),
    mut enough: impl FnMut(&[Results]) -> ControlFlow<()> + Send,
) -> Result<Vec<Results>, ArenaError> {
    Ok(play_side_by_side(arenas, BATCH, observer, &mut |runs| enough(runs))?.0)
}

/// Returns the results of all arenas, and the error that ended them.
pub(super) fn play_side_by_side<G: Measured>(
    arenas: &[Arena<G>],
    batch: u64,
    observer: &(dyn Fn(Progress) + Sync),
    enough: &mut (dyn FnMut(&[Results]) -> ControlFlow<()> + Send),
) -> Result<(Vec<Results>, Option<ArenaError>), ArenaError> {
    let keep = arenas.iter().all(|arena| arena.keeps_games);
    play(arenas, batch, observer, &mut |run, group| run.add(group, keep), enough)
}

/// Plays like [`play_side_by_side`], and passes each group to `take`, in order, with the results of its arena.
fn play<G: Measured>(
    arenas: &[Arena<G>],
    batch: u64,
    observer: &(dyn Fn(Progress) + Sync),
    take: &mut (dyn FnMut(&mut Results, Group) + Send),
    enough: &mut (dyn FnMut(&[Results]) -> ControlFlow<()> + Send),
) -> Result<(Vec<Results>, Option<ArenaError>), ArenaError> {
    let mut runs = arenas.iter().map(Arena::nothing).collect::<Result<Vec<_>, _>>()?;
    let start = arenas.iter().map(|arena| arena.groups.start).max().unwrap_or(0);
    let end = arenas.iter().map(|arena| arena.groups.end).min().unwrap_or(0);
    let facts: Vec<RunFacts> = runs.iter().map(RunFacts::of::<G>).collect();
    let games_of = |run: &Results| end.saturating_sub(start).saturating_mul(run.setting.seatings.into());
    let all = runs.iter().map(games_of).fold(0, u64::saturating_add);
    let (done, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let is_stopped = || arenas.iter().any(Arena::is_stopped);
    let goes_on = || !has_failed.load(Ordering::Relaxed) && !is_stopped();
    let one = |scratch: &mut Scratch<G>, number: u64| -> Result<Vec<Group>, Unplayed> {
        let mut groups = Vec::with_capacity(arenas.len());
        for (arena, facts) in arenas.iter().zip(&facts) {
            let group = arena.play_group(number, *facts, scratch).inspect_err(|unplayed| {
                has_failed.fetch_or(matches!(unplayed, Unplayed::Failed(_)), Ordering::Relaxed);
            })?;
            let games = group.games.len() as u64;
            groups.push(group);
            let done = done.fetch_add(games, Ordering::Relaxed) + games;
            observer(Progress { done, games: all });
        }
        Ok(groups)
    };
    let play = || {
        let mut next = start;
        while next < end && goes_on() {
            let stretch = next..next.saturating_add(batch).min(end);
            next = stretch.end;
            // After the end no further group is started or even visited, because there can be very many.
            for groups in each(stretch.take_while(|_| goes_on()), &one) {
                match groups {
                    Ok(groups) => runs.iter_mut().zip(groups).for_each(|(run, group)| take(run, group)),
                    Err(Unplayed::Stopped) => return None,
                    Err(Unplayed::Failed(error)) => return Some(*error),
                }
            }
            if enough(&runs).is_break() {
                return None;
            }
        }
        None
    };
    let error = match arenas.first() {
        Some(arena) => arena.in_threads(play)?,
        None => None,
    };
    if error.is_some() || is_stopped() {
        for run in &mut runs {
            let game = match &error {
                Some(ArenaError::Game(game)) => Some(game.clone()),
                _ => None,
            };
            run.stop(games_of(run), error.as_ref().map(ToString::to_string), game);
        }
    }
    Ok((runs, error))
}
