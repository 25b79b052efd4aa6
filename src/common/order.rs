//! Sorting that is compiled only once for all types: it sorts indices, and moves large values once.
//!
//! Use it for lists where speed does not matter. A sort of the standard library is compiled again for each type and
//! closure.

use std::cmp::Ordering;

/// Sorts indices by a comparison; equal ones keep their order.
pub(crate) fn sort_indices(indices: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    indices.sort_by(|one, other| compare(*one, *other));
}

/// Sorts indices by the value `worth`, the highest first. Indices with equal values keep their order.
pub(crate) fn best_first(indices: &mut [usize], worth: &dyn Fn(usize) -> f64) {
    sort_indices(indices, &|one, other| worth(other).total_cmp(&worth(one)));
}

/// Sorts values by a comparison; equal ones keep their order.
pub(crate) fn sort_by<T>(values: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    sort_indices(&mut order, &|one, other| compare(&values[one], &values[other]));
    let mut taken: Vec<Option<T>> = std::mem::take(values).into_iter().map(Some).collect();
    values.extend(order.into_iter().filter_map(|index| taken[index].take()));
}

/// Sorts values by a key; values with equal keys keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(values: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(values, |one, other| key(one).cmp(&key(other)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_keep_their_order() {
        let mut words = vec!["pear", "fig", "plum", "kiwi", "date", "yam"];
        sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["fig", "yam", "pear", "plum", "kiwi", "date"]);
        let mut indices = [0, 1, 2, 3];
        best_first(&mut indices, &|index| [0.5, 2.0, 0.5, f64::NAN][index]);
        assert_eq!(indices, [3, 1, 0, 2]);
    }
}
