//! The price of steps and how far carrots reach: the movement half of the race card.

use super::board::FINISH;

/// The unit of ten in which carrots are drawn and paid: on carrot squares, for each square back to a tortoise, and
/// for each place on number squares and lettuces.
pub(super) const BUNCH: u16 = 10;

/// The cost of a paid step forward: 1 carrot for the first square, and one more for each further square (HT-22).
///
/// ```
/// use furlong::hare_tortoise::cost;
/// assert_eq!([cost(1), cost(2), cost(10), cost(64)], [1, 3, 55, 2_080]);
/// ```
#[inline]
pub const fn cost(squares: u8) -> u16 {
    let n = squares as u16;
    n * (n + 1) / 2
}

/// The longest step that `carrots` pay for, in squares. At most the whole track.
///
/// ```
/// use furlong::hare_tortoise::{cost, reach};
/// assert_eq!(reach(65), 10);
/// assert!(cost(reach(65)) <= 65 && cost(reach(65) + 1) > 65);
/// ```
#[inline]
pub const fn reach(carrots: u16) -> u8 {
    if carrots >= cost(FINISH) { FINISH } else { REACH[carrots as usize] }
}

/// [`reach`] for every number of carrots below the cost of the whole track.
static REACH: [u8; cost(FINISH) as usize] = reach_table();

const fn reach_table() -> [u8; cost(FINISH) as usize] {
    let mut table = [0; cost(FINISH) as usize];
    let mut carrots = 0;
    let mut squares = 0;
    while carrots < table.len() {
        if cost(squares + 1) as usize <= carrots {
            squares += 1;
        }
        table[carrots] = squares;
        carrots += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_costs_the_sum_of_its_squares_and_reach_is_its_inverse() {
        // HT-22
        let mut sum = 0;
        for squares in 1..=FINISH {
            sum += u16::from(squares);
            assert_eq!(cost(squares), sum);
            assert_eq!(reach(sum), squares);
            assert_eq!(reach(sum - 1), squares - 1);
        }
        assert_eq!(reach(u16::MAX), FINISH);
    }
}
