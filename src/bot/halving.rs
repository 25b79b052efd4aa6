//! Sequential halving: which actions of a search are still tried, and for how long.
//!
//! The budget is divided into equal stages. In each stage all remaining actions are tried equally often, in the same
//! worlds and with the same random numbers, so that luck does not decide between them. Then the worse half is dropped.
//! (Karnin, Koren and Somekh, 2013.)

use crate::common::order::best_first;

/// The number of stages until only two of `actions` are left and have been compared; at least one.
pub(crate) fn stages(actions: usize) -> u32 {
    actions.next_power_of_two().trailing_zeros().max(1)
}

/// Keeps the better half of these actions, the best first, and all that are as good as the last one kept: an action
/// that always wins is not dropped because others have always won so far.
pub(crate) fn keep_better_half(running: &mut Vec<usize>, worth: &dyn Fn(usize) -> f64) {
    best_first(running, worth);
    let least = running.get(running.len().div_ceil(2).saturating_sub(1)).map(|index| worth(*index));
    running.retain(|index| least.is_none_or(|least| worth(*index) >= least));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_all_stages_one_is_left() {
        for count in 1..70 {
            let mut running: Vec<usize> = (0..count).collect();
            for _ in 0..stages(count) {
                keep_better_half(&mut running, &|number| number as f64);
            }
            assert_eq!(running, [count - 1]);
        }
    }

    #[test]
    fn equals_stay_together() {
        let worth = [3.0, 9.0, 9.0, 1.0, 9.0];
        let mut running = vec![0, 1, 2, 3, 4];
        for _ in 0..2 {
            keep_better_half(&mut running, &|index| worth[index]);
            assert_eq!(running, [1, 2, 4]);
        }
    }

    #[test]
    fn with_one_action_there_is_still_a_stage() {
        assert_eq!([1, 2, 3, 4, 5, 8, 9].map(stages), [1, 1, 2, 2, 3, 3, 4]);
    }
}
