//! One run, or two on common deals, batch by batch. Each group is played in all of them before the next one begins, so
//! that runs which end early have the same groups.

use std::array;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::metric::Measured;
use super::parallel::each;
use super::results::{Group, Results};
use super::run::{Arena, ArenaError, BATCH, Progress, Table, Unplayed};

impl<G: Measured> Arena<G> {
    /// Plays all games.
    ///
    /// # Errors
    /// When the games cannot be played, or a bot fails.
    pub fn run(&self) -> Result<Results, ArenaError> {
        match self.run_in_batches(u64::MAX, &|_| (), |_| ControlFlow::Continue(()))? {
            (_, Some(error)) => Err(error),
            (results, None) => Ok(results),
        }
    }

    /// Plays all games and calls `observer` after each group, from any thread. A run that is stopped ([`Arena::stop`])
    /// or whose bot fails keeps the groups before the first incomplete one, and notes it in [`Results::stopped`]: which
    /// groups are kept does not depend on their results.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn run_observed(&self, observer: &(dyn Fn(Progress) + Sync)) -> Result<Results, ArenaError> {
        Ok(self.run_in_batches(u64::MAX, observer, |_| ControlFlow::Continue(()))?.0)
    }

    /// Plays as [`Arena::run_observed`], and calls `enough` with the results after every [`BATCH`] groups, in order;
    /// the run ends when it breaks. It ends at the same group on any number of threads.
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

    /// Plays all games and gives each group to `take`, in order, instead of keeping it: the memory does not grow with
    /// the number of games. The returned results have no groups.
    ///
    /// ```
    /// use furlong::arena::{Arena, Entrant, Measuring};
    /// use furlong::gotham::Gotham;
    /// use furlong::{RaceGame, RandomBot, Ruleset};
    ///
    /// let game = Gotham::new(Ruleset::open("standard")?)?;
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
    /// As [`Arena::run`]; the groups before the error have been given.
    pub fn run_through(&self, mut take: impl FnMut(Group) + Send) -> Result<Results, ArenaError> {
        /// Enough groups that all processors are busy.
        const STRETCH: u64 = 1_024;
        let mut give = |[results]: &mut [Results; 1]| {
            results.groups.drain(..).for_each(&mut take);
            ControlFlow::Continue(())
        };
        match run_side_by_side([self], STRETCH, &|_| (), &mut give)? {
            (_, Some(error)) => Err(error),
            ([results], None) => Ok(results),
        }
    }

    /// The results, and the error that ended the run.
    fn run_in_batches(
        &self,
        batch: u64,
        observer: &(dyn Fn(Progress) + Sync),
        mut enough: impl FnMut(&Results) -> ControlFlow<()> + Send,
    ) -> Result<(Results, Option<ArenaError>), ArenaError> {
        let mut enough = |[results]: &mut [Results; 1]| enough(results);
        let ([results], error) = run_side_by_side([self], batch, observer, &mut enough)?;
        Ok((results, error))
    }
}

/// Plays the groups common to both arenas, each under `first` and then under `second`. `observer` counts the games of
/// both. When they are stopped or a bot fails, the groups that both have played are kept. `enough` is called with the
/// results of both after every [`BATCH`] groups, and ends the run when it breaks. It ends at the same group on any
/// number of threads.
///
/// # Errors
/// As [`Arena::run_observed`].
pub fn run_both<G: Measured>(
    first: &Arena<G>,
    second: &Arena<G>,
    observer: &(dyn Fn(Progress) + Sync),
    mut enough: impl FnMut(&Results, &Results) -> ControlFlow<()> + Send,
) -> Result<[Results; 2], ArenaError> {
    let mut enough = |both: &mut [Results; 2]| enough(&both[0], &both[1]);
    Ok(run_side_by_side([first, second], BATCH, observer, &mut enough)?.0)
}

/// The results of all arenas, and the error that ended them.
pub(super) fn run_side_by_side<G: Measured, const RUNS: usize>(
    arenas: [&Arena<G>; RUNS],
    batch: u64,
    observer: &(dyn Fn(Progress) + Sync),
    enough: &mut (dyn FnMut(&mut [Results; RUNS]) -> ControlFlow<()> + Send),
) -> Result<([Results; RUNS], Option<ArenaError>), ArenaError> {
    let mut runs = Vec::with_capacity(RUNS);
    for arena in arenas {
        runs.push(arena.nothing()?);
    }
    let Ok(mut runs) = <[Results; RUNS]>::try_from(runs) else { return Err(ArenaError::NoGames) };
    let start = arenas.iter().map(|arena| arena.groups.start).max().unwrap_or(0);
    let end = arenas.iter().map(|arena| arena.groups.end).min().unwrap_or(0);
    let tables = runs.each_ref().map(Table::of::<G>);
    let seatings = runs.each_ref().map(|run| u64::from(run.seatings));
    let games = seatings.map(|seatings| end.saturating_sub(start).saturating_mul(seatings));
    let all = games.iter().fold(0_u64, |sum, games| sum.saturating_add(*games));
    let (done, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let is_stopped = || arenas.iter().any(|arena| arena.is_stopped());
    let goes_on = || !has_failed.load(Ordering::Relaxed) && !is_stopped();
    let one = |actions: &mut Vec<G::Action>, number: u64| -> Result<[Group; RUNS], Unplayed> {
        let mut groups = array::from_fn(|_| Group { number, games: Vec::new() });
        for (((arena, group), table), seatings) in arenas.iter().zip(&mut groups).zip(tables).zip(seatings) {
            *group = arena.play_group(number, table, actions).inspect_err(|unplayed| {
                has_failed.fetch_or(matches!(unplayed, Unplayed::Failed(_)), Ordering::Relaxed);
            })?;
            let done = done.fetch_add(seatings, Ordering::Relaxed) + seatings;
            observer(Progress { done, games: all });
        }
        Ok(groups)
    };
    let play = || {
        let mut next = start;
        while next < end && goes_on() {
            let stretch = next..next.saturating_add(batch).min(end);
            next = stretch.end;
            // After the end no group is begun or even visited: there can be very many.
            for groups in each(stretch.take_while(|_| goes_on()), &one) {
                match groups {
                    Ok(groups) => runs.iter_mut().zip(groups).for_each(|(run, group)| run.groups.push(group)),
                    Err(Unplayed::Stopped) => return None,
                    Err(Unplayed::Failed(error)) => return Some(error),
                }
            }
            if enough(&mut runs).is_break() {
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
        for (run, games) in runs.iter_mut().zip(games) {
            run.stop(games, error.as_ref().map(ToString::to_string));
        }
    }
    Ok((runs, error))
}
