//! Doing the same for each of many things, in parallel where that is to be had.

/// Does the same for each, with something that it may use again; the results are in order.
#[cfg(feature = "parallel")]
pub(super) fn each<S: Default, T: Send, R: Send>(
    all: Vec<T>,
    one: &(impl Fn(&mut S, T) -> R + Sync),
) -> Vec<R> {
    use rayon::prelude::*;
    all.into_par_iter().map_init(S::default, one).collect()
}

/// Does the same for each, with something that it may use again; the results are in order.
#[cfg(not(feature = "parallel"))]
pub(super) fn each<S: Default, T, R>(all: Vec<T>, one: &impl Fn(&mut S, T) -> R) -> Vec<R> {
    let mut used_again = S::default();
    all.into_iter().map(|each| one(&mut used_again, each)).collect()
}
