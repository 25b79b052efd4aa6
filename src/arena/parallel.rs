//! Mapping over items, in parallel when the feature `parallel` is on.

/// Maps `one` over `all`, with a scratch value that is reused; the results are in order.
#[cfg(feature = "parallel")]
pub(super) fn each<S: Default, T: Send, R: Send>(
    all: impl Iterator<Item = T> + Send,
    one: &(impl Fn(&mut S, T) -> R + Sync),
) -> impl Iterator<Item = R> {
    use rayon::prelude::*;
    // Items begin in order, so that an interrupted run has the first of them.
    let numbered = |again: &mut S, (number, item): (usize, T)| (number, one(again, item));
    let mut done: Vec<(usize, R)> = all.enumerate().par_bridge().map_init(S::default, numbered).collect();
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result)
}

/// Maps `one` over `all`, with a scratch value that is reused; the results are in order.
#[cfg(not(feature = "parallel"))]
pub(super) fn each<S: Default, T, R>(
    all: impl Iterator<Item = T>,
    one: &impl Fn(&mut S, T) -> R,
) -> impl Iterator<Item = R> {
    let mut used_again = S::default();
    all.map(move |item| one(&mut used_again, item))
}
