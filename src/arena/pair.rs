//! Two runs side by side, batch by batch, so that whoever breaks them off has about as much of both.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::metric::Measured;
use super::results::Results;
use super::run::{Arena, ArenaError, BATCH, Progress};

/// Plays the groups that both arenas have, [`BATCH`] of them at a time under the one and then under the other.
/// The observer is told of the groups of both. When it breaks off, the groups that both have played are kept.
/// After each batch `enough` looks at the results of both; when it breaks, this is all. The same results lead
/// to the same stop on any number of threads.
///
/// # Errors
/// As [`Arena::run`].
pub fn run_both<G: Measured>(
    first: &Arena<G>,
    second: &Arena<G>,
    observer: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
    mut enough: impl FnMut(&Results, &Results) -> ControlFlow<()>,
) -> Result<[Results; 2], ArenaError> {
    let (mut one, mut other) = (first.nothing()?, second.nothing()?);
    let end = first.groups.end.min(second.groups.end);
    let mut next = first.groups.start.max(second.groups.start);
    let total = 2 * end.saturating_sub(next);
    let (done, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let observe = |_: Progress| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        let flow = observer(Progress { done, groups: total });
        if flow.is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        flow
    };
    while next < end {
        let batch = next..(next + BATCH).min(end);
        let play = |arena: &Arena<G>| Arena { groups: batch.clone(), ..arena.clone() }.run_observed(&observe);
        let of_first = play(first)?;
        if stopped.load(Ordering::Relaxed) {
            break;
        }
        let of_second = play(second)?;
        let both = of_first.groups.len().min(of_second.groups.len());
        one.groups.extend(of_first.groups.into_iter().take(both));
        other.groups.extend(of_second.groups.into_iter().take(both));
        if stopped.load(Ordering::Relaxed) || enough(&one, &other).is_break() {
            break;
        }
        next = batch.end;
    }
    Ok([one, other])
}
