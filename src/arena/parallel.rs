//! Maps a function over items, in parallel when the feature `parallel` is on.

/// Maps `one` over `all`, with a scratch value for each thread, and returns the results in order.
#[cfg(feature = "parallel")]
pub fn each<S: Default, T: Send, R: Send>(
    all: impl Iterator<Item = T> + Send,
    one: &(impl Fn(&mut S, T) -> R + Sync),
) -> impl Iterator<Item = R> {
    use std::sync::{Mutex, PoisonError};

    use crate::common::threads;

    // Items begin in order, so that an interrupted run has the first of them.
    let waiting = Mutex::new(all.enumerate());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let done = Mutex::new(Vec::new());
    threads::on_all(&|| {
        let (mut scratch, mut own) = (S::default(), Vec::new());
        while let Some((number, item)) = next() {
            own.push((number, one(&mut scratch, item)));
        }
        // Results are appended once per thread, because threads that write to the same place wait for each other.
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut own);
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result)
}

/// Maps `one` over `all`, with one scratch value; the results are in order.
#[cfg(not(feature = "parallel"))]
pub fn each<S: Default, T, R>(
    all: impl Iterator<Item = T>,
    one: &impl Fn(&mut S, T) -> R,
) -> impl Iterator<Item = R> {
    let mut scratch = S::default();
    all.map(move |item| one(&mut scratch, item))
}
