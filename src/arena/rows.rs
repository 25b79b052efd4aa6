//! The shares of the win and the luck of each group as a row of numbers, and the sums of their products. Shares
//! adjusted for luck and the differences between places are computed from these sums.

use super::conditions::Setting;
use super::group::{Game, Group};
use super::luck::Of;
use super::metric::{Metric, Places};
use super::stats::Moments;
use crate::common::standings::Share;

/// The maximum number of blocks of groups that are resampled.
const BLOCKS: u64 = 4_096;
/// The squared luck per group below which an indicator, or the part of it that the others do not explain, counts as
/// constant.
const NOTHING: f64 = 1e-9;

/// A linear combination of the numbers of a row, given as positions and factors.
pub(super) type Combination = Vec<(usize, f64)>;

/// The weights of the indicators for the even groups, and for the odd groups.
pub(super) type Weights = [Vec<f64>; 2];

/// The rows of a run. A row contains, as means over the games of a group, the share of the win and the luck of each
/// seat and each player, and the shares of the places in turn order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    indicators: usize,
    seats: usize,
    seatings: u8,
    /// The names of the players, each once, and the player of each entry of the line-up.
    players: Vec<String>,
    player_of: Vec<usize>,
    /// The column of the first place in turn order.
    movers: Option<usize>,
    /// The sums over the even groups, and over the odd groups.
    halves: [Products; 2],
    /// The sums over blocks of groups, for resampling.
    blocks: Vec<Block>,
    /// The shares of the first group, and whether the differences between seats, and between places in turn order,
    /// were the same in all other groups.
    first: Vec<f64>,
    is_settled: [bool; 2],
}

/// Sums over groups: of the numbers of their rows, and of the products of every two.
#[derive(Clone, Debug, Default, PartialEq)]
struct Products {
    count: u64,
    sums: Vec<f64>,
    /// The lower triangle, row by row.
    of_two: Vec<f64>,
}

/// Sums over a block of groups: of the shares and the luck of each seat, and of their products over all seats.
#[derive(Clone, Debug, Default, PartialEq)]
struct Block {
    count: u64,
    is_odd: bool,
    sums: Vec<f64>,
    products: Vec<f64>,
}

impl Products {
    fn add(&mut self, row: &[f64]) {
        self.count += 1;
        self.sums.resize(row.len(), 0.0);
        self.of_two.resize(row.len() * (row.len() + 1) / 2, 0.0);
        self.sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        add_products(&mut self.of_two, row);
    }

    fn product(&self, one: usize, other: usize) -> f64 {
        let (low, high) = (one.min(other), one.max(other));
        self.of_two.get(high * (high + 1) / 2 + low).copied().unwrap_or(0.0)
    }

    fn sum(&self, place: usize) -> f64 {
        self.sums.get(place).copied().unwrap_or(0.0)
    }
}

/// Adds the products of every two numbers to the lower triangle, row by row.
fn add_products(products: &mut [f64], row: &[f64]) {
    let mut rest = products;
    for (place, one) in row.iter().enumerate() {
        let (line, after) = rest.split_at_mut(place + 1);
        line.iter_mut().zip(row).for_each(|(product, other)| *product += one * other);
        rest = after;
    }
}

impl Rows {
    /// Creates the rows of a run; `None` where they are not needed, because luck is not measured and the games of a
    /// group depend on each other.
    pub(super) fn of(setting: &Setting, metrics: &[Metric], indicators: usize) -> Option<Self> {
        let seats = usize::from(setting.seats.count());
        if indicators == 0 && (setting.seatings != 1 || seats < 2) {
            return None;
        }
        let mut players: Vec<String> = Vec::new();
        let player_of = setting.lineup.iter().map(|name| {
            players.iter().position(|known| known == name).unwrap_or_else(|| {
                players.push(name.clone());
                players.len() - 1
            })
        });
        let player_of = player_of.collect();
        let first = Places::TurnOrder.metric(1);
        Some(Self {
            indicators,
            seats,
            seatings: setting.seatings,
            players,
            player_of,
            movers: metrics.iter().position(|metric| metric.name == first),
            halves: <[Products; 2]>::default(),
            blocks: Vec::new(),
            first: Vec::new(),
            is_settled: [true; 2],
        })
    }

    /// Returns the index of the share of a seat or a player in a row; its luck follows.
    fn place(&self, of: Of<'_>) -> Option<usize> {
        let line = match of {
            Of::Seat(seat) => Some(seat.index()),
            Of::Player(name) => {
                self.players.iter().position(|known| known == name).map(|player| self.seats + player)
            }
        };
        line.map(|line| line * (1 + self.indicators))
    }

    /// Returns the index of the share of a place in turn order (counted from 0) in a row.
    fn place_of_mover(&self, place: usize) -> usize {
        (self.seats + self.players.len()) * (1 + self.indicators) + place
    }

    /// Returns the row of a group; `None` where nobody can have a share.
    pub(super) fn row(&self, group: &Group) -> Option<Vec<f64>> {
        if self.seatings == 1 && !group.games.iter().any(Game::has_shares) {
            return None;
        }
        let width = 1 + self.indicators;
        let movers = self.movers.map_or(0, |_| self.seats);
        let mut row = vec![0.0; self.place_of_mover(movers)];
        let mut counts = vec![0.0; self.seats + self.players.len()];
        for game in &group.games {
            for (seat, share) in game.shares.iter().enumerate() {
                let player = self.player_of[(seat + usize::from(game.seating)) % self.player_of.len()];
                for line in [seat, self.seats + player] {
                    counts[line] += 1.0;
                    row[line * width] += f64::from(share.parts());
                    let luck = &mut row[line * width + 1..(line + 1) * width];
                    luck.iter_mut().zip(&game.luck).for_each(|(sum, luck)| *sum += luck.as_slice()[seat]);
                }
            }
        }
        for (line, count) in row.chunks_mut(width).zip(counts) {
            line[0] /= f64::from(Share::PARTS) * count;
            line[1..].iter_mut().for_each(|luck| *luck /= count);
        }
        for place in 0..movers {
            let mean = self.movers.and_then(|first| group.mean(first + place));
            row[self.place_of_mover(place)] = mean.unwrap_or(0.0);
        }
        Some(row)
    }

    /// Adds a group.
    pub(super) fn add(&mut self, group: &Group) {
        let Some(row) = self.row(group) else { return };
        self.halves[usize::from(group.number % 2 == 1)].add(&row);
        self.watch(&row);
        if self.indicators > 0 && self.seatings == 1 {
            self.add_to_block(group.number, &row);
        }
    }

    /// Compares the differences between places with those of the first group.
    #[expect(clippy::float_cmp, reason = "where nothing is random they are equal to the bit")]
    fn watch(&mut self, row: &[f64]) {
        if self.first.is_empty() {
            self.first = row.to_vec();
        }
        let width = 1 + self.indicators;
        let movers = if self.movers.is_some() { self.seats } else { 0 };
        let mut seats = (1..self.seats).map(|seat| ((seat - 1) * width, seat * width));
        let mut by_order =
            (1..movers).map(|place| (self.place_of_mover(place - 1), self.place_of_mover(place)));
        let is_same =
            |(one, other): (usize, usize)| row[one] - row[other] == self.first[one] - self.first[other];
        let is_same = [seats.all(is_same), by_order.all(is_same)];
        self.is_settled.iter_mut().zip(is_same).for_each(|(is_settled, is_same)| *is_settled &= is_same);
    }

    fn add_to_block(&mut self, number: u64, row: &[f64]) {
        let (width, place) = (1 + self.indicators, (number % BLOCKS) as usize);
        if self.blocks.len() <= place {
            self.blocks.resize(place + 1, Block::default());
        }
        let block = &mut self.blocks[place];
        (block.count, block.is_odd) = (block.count + 1, number % 2 == 1);
        let lines = &row[..self.seats * width];
        block.sums.resize(lines.len(), 0.0);
        block.sums.iter_mut().zip(lines).for_each(|(sum, value)| *sum += value);
        block.products.resize(width * (width + 1) / 2, 0.0);
        lines.chunks(width).for_each(|line| add_products(&mut block.products, line));
    }

    /// Returns whether the differences between all places were the same in all groups.
    pub(super) fn is_settled(&self, places: Places) -> bool {
        self.is_settled[usize::from(places == Places::TurnOrder)]
    }

    /// Returns the weights that minimize the variance of the shares of all of these, each fitted on the other half of
    /// the groups.
    pub(super) fn weights(&self, all: &[Of<'_>]) -> Weights {
        [1, 0].map(|half| {
            let Products { count, .. } = self.halves[half];
            let half = &self.halves[half];
            let mut fit = LeastSquares::new(self.indicators);
            for start in all.iter().filter_map(|of| self.place(*of)) {
                // The share comes last.
                let places: Vec<usize> = (start + 1..=start + self.indicators).chain([start]).collect();
                let centred = |one: usize, other: usize| {
                    half.product(one, other) - half.sum(one) * half.sum(other) / count.max(1) as f64
                };
                fit.add(count, |one, other| centred(places[one], places[other]));
            }
            fit.solve()
        })
    }

    /// Returns the share of a seat or a player, minus its luck if there are weights, in the even groups and in the odd
    /// groups.
    pub(super) fn share(&self, of: Of<'_>, weights: Option<&Weights>) -> Option<[Combination; 2]> {
        let start = self.place(of)?;
        Some([0, 1].map(|half| {
            let weights = weights.map_or(&[][..], |weights| &weights[half]);
            let luck = weights.iter().enumerate().map(|(luck, weight)| (start + 1 + luck, -weight));
            [(start, 1.0)].into_iter().chain(luck).collect()
        }))
    }

    /// Returns the share of a place in turn order, counted from 0.
    pub(super) fn share_of_mover(&self, place: usize) -> [Combination; 2] {
        [vec![(self.place_of_mover(place), 1.0)], vec![(self.place_of_mover(place), 1.0)]]
    }

    /// Returns the moments of a combination over all groups.
    pub(super) fn moments(&self, combinations: &[Combination; 2]) -> Moments {
        let (mut count, mut sum, mut squares) = (0, 0.0, 0.0);
        for (half, combination) in self.halves.iter().zip(combinations) {
            count += half.count;
            sum += combination.iter().map(|(place, factor)| factor * half.sum(*place)).sum::<f64>();
            for (one, factor) in combination {
                let products = combination.iter().map(|(other, times)| times * half.product(*one, *other));
                squares += factor * products.sum::<f64>();
            }
        }
        let all = count.max(1) as f64;
        let mean = sum / all;
        Moments { count, mean, variance: (squares / all - mean * mean).max(0.0) }
    }

    /// Returns the squared distances of the shares of all seats from their means, summed over each block of groups:
    /// without the adjustment for luck, and with it.
    pub(super) fn squares(&self, weights: &Weights, means: [&[f64]; 2]) -> Vec<[f64; 2]> {
        let width = 1 + self.indicators;
        let of_block = |block: &Block| {
            let mut adjusted = vec![1.0];
            adjusted.extend(weights[usize::from(block.is_odd)].iter().map(|weight| -weight));
            let mut shares = vec![0.0; width];
            shares[0] = 1.0;
            [(shares, means[0]), (adjusted, means[1])].map(|(factors, means)| {
                let mut squares = 0.0;
                let mut products = block.products.iter();
                for (one, factor) in factors.iter().enumerate() {
                    for (other, times) in factors[..=one].iter().enumerate() {
                        let twice = if one == other { 1.0 } else { 2.0 };
                        squares += twice * factor * times * products.next().unwrap_or(&0.0);
                    }
                }
                for (sums, mean) in block.sums.chunks(width).zip(means) {
                    let sum: f64 = sums.iter().zip(&factors).map(|(sum, factor)| sum * factor).sum();
                    squares += block.count as f64 * mean * mean - 2.0 * mean * sum;
                }
                squares.max(0.0)
            })
        };
        self.blocks.iter().filter(|block| block.count > 0).map(of_block).collect()
    }
}

/// Subtracts one combination from another.
pub(super) fn less(one: &[Combination; 2], other: &[Combination; 2]) -> [Combination; 2] {
    [0, 1].map(|half| {
        let taken = other[half].iter().map(|(place, factor)| (*place, -factor));
        one[half].iter().copied().chain(taken).collect()
    })
}

/// Returns the value of a combination in a row.
pub(super) fn value_in(row: &[f64], combination: &[(usize, f64)]) -> f64 {
    combination.iter().map(|(place, factor)| row[*place] * factor).sum()
}

/// Least squares by the normal equations.
struct LeastSquares {
    /// One row for each weight: the sums of products with each indicator, and with the share.
    sums: Vec<Vec<f64>>,
    count: f64,
}

impl LeastSquares {
    fn new(weights: usize) -> Self {
        Self { sums: vec![vec![0.0; weights + 1]; weights], count: 0.0 }
    }

    /// Adds the products of the distances from the means, over this number of rows.
    fn add(&mut self, count: u64, product: impl Fn(usize, usize) -> f64) {
        for (one, sums) in self.sums.iter_mut().enumerate() {
            sums.iter_mut().enumerate().for_each(|(other, sum)| *sum += product(one, other));
        }
        self.count += count as f64;
    }

    /// Returns the weights, by Gauss-Jordan elimination. An indicator that does not vary, or that follows from those
    /// before it, has the weight 0.
    fn solve(mut self) -> Vec<f64> {
        let last = self.sums.len();
        let mut is_used = vec![false; last];
        for pivot in 0..last {
            let own = self.sums[pivot].clone();
            if own[pivot] <= NOTHING * self.count {
                continue;
            }
            is_used[pivot] = true;
            for (index, row) in self.sums.iter_mut().enumerate() {
                let times = if index == pivot { 1.0 - 1.0 / own[pivot] } else { row[pivot] / own[pivot] };
                row.iter_mut().zip(&own).for_each(|(sum, own)| *sum -= times * own);
            }
        }
        let weight = |(row, is_used): (&Vec<f64>, &bool)| if *is_used { row[last] } else { 0.0 };
        self.sums.iter().zip(&is_used).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_the_weights_and_leaves_out_what_follows_from_others() {
        let mut sums = Products::default();
        for (one, other) in [(1.0, 2.0), (-1.0, 1.0), (3.0, -2.0), (0.5, 0.25)] {
            // The third indicator is twice the first, and the fourth never varies.
            sums.add(&[one, other, 2.0 * one, 5.0, 7.0 + 3.0 * one - other]);
        }
        let mut fit = LeastSquares::new(4);
        fit.add(4, |one, other| sums.product(one, other) - sums.sum(one) * sums.sum(other) / 4.0);
        let found = fit.solve();
        for (found, expected) in found.iter().zip([3.0, -1.0, 0.0, 0.0]) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }
}
