//! Where the cards that other seats have placed since the last shuffle came from: from what they held
//! then, or from the deck. Only the kinds of placed cards are seen, so both can be possible.
//!
//! Each physical way is equally likely. For one division, with `i` cards of seat `s` and kind `k` from the
//! held heap, the number of ways is a product: over kinds, the ways to pick those physical cards from either
//! heap, and the ways in which the placements can have been of either origin; over seats, the ways to deal
//! what is left of both heaps. The second part depends only on how many cards of each seat come from the
//! held heap, so the divisions are sampled kind by kind with the number of ways to complete them, exactly
//! and in bounded work: at most (cards in a hand + 1) to the power of the other seats, times the kinds. The
//! view does not tell when a card was placed, so that a card was drawn before it was placed is not weighed.

use rand::{Rng, RngExt};

use super::cards::{Card, Cards, KINDS};
use super::view::{OTHERS, OtherSeat, Unseen};

/// How many cards of one kind come from the held heap, for each other seat.
type Division = [u8; OTHERS];

/// What is known of the origins of all placed cards.
#[derive(Clone, Debug)]
pub(super) enum Origins {
    /// All came from the deck: nobody has placed a card, or nothing was held.
    Deck,
    /// They can have come from either heap, in so many ways.
    Either(Box<Ways>),
}

impl Origins {
    /// Works out the origins; `None` when the cards cannot have come from the two heaps at all.
    pub(super) fn new(unseen: &Unseen) -> Option<Self> {
        if is_certain(unseen) {
            return Some(Self::Deck);
        }
        let ways = Ways::new(*unseen);
        (ways.completions(0, [0; OTHERS]) > 0.0).then(|| Self::Either(Box::new(ways)))
    }

    /// For each other seat, which of its placed cards came from what it held.
    pub(super) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> [Cards; OTHERS] {
        let mut from_held = [Cards::NONE; OTHERS];
        let Self::Either(ways) = self else { return from_held };
        let mut sums = [0; OTHERS];
        for card in Card::ALL {
            let mut rest = rng.random::<f64>() * ways.completions(card.index(), sums);
            let mut chosen = None;
            ways.each_division(card, sums, |division, weight| {
                if weight > 0.0 && (chosen.is_none() || rest > 0.0) {
                    chosen = Some(division);
                    rest -= weight;
                }
            });
            for (place, count) in chosen.unwrap_or_default().into_iter().enumerate() {
                from_held[place][card] = count;
                sums[place] += count;
            }
        }
        from_held
    }
}

/// Whether there is nothing to divide: nobody has placed a card, or nothing was held.
fn is_certain(unseen: &Unseen) -> bool {
    unseen.held.is_empty() && covers(unseen) || unseen.others().iter().all(|other| other.placed.is_empty())
}

/// Whether all placed cards can have come from the deck, seat by seat and kind by kind.
fn covers(unseen: &Unseen) -> bool {
    let enough = |other: &OtherSeat| other.placed.len() <= other.drawn;
    let mut rest = Some(unseen.drawn);
    for other in unseen.others() {
        rest = rest.and_then(|rest| rest.checked_sub(other.placed));
    }
    rest.is_some() && unseen.others().iter().all(enough)
}

/// The numbers of ways, up to a common factor, by kinds still to come and cards divided so far.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    unseen: Unseen,
    /// How many cards of each seat can come from the held heap, and one more.
    sizes: [usize; OTHERS],
    /// `picks[kind][count]`: the ways to pick the physical cards of a kind, so many from the held heap.
    picks: [Vec<f64>; KINDS],
    /// `table[kind]` by the mixed-radix index of the sums: the ways to complete from this kind on.
    table: Vec<Vec<f64>>,
}

impl Ways {
    fn new(unseen: Unseen) -> Self {
        let mut sizes = [1; OTHERS];
        for (size, other) in sizes.iter_mut().zip(unseen.others()) {
            *size = usize::from(other.placed.len().min(other.held)) + 1;
        }
        let picks = Card::ALL.map(|card| picks(&unseen, card));
        let mut ways = Self { unseen, sizes, picks, table: Vec::with_capacity(KINDS + 1) };
        // From the last kind back to the first; turned round at the end.
        ways.table.push(ways.rests());
        for card in Card::ALL.into_iter().rev() {
            let row = ways.row(card, ways.table.last().map_or(&[], Vec::as_slice));
            ways.table.push(row);
        }
        ways.table.reverse();
        ways
    }

    /// The ways to deal what is left of both heaps, for all sums; the greatest is 1.
    fn rests(&self) -> Vec<f64> {
        let count = self.sizes.iter().product();
        let logs: Vec<Option<f64>> = (0..count).map(|index| self.ln_rest(self.sums(index))).collect();
        let greatest = logs.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        logs.iter().map(|ln| ln.map_or(0.0, |ln| (ln - greatest).exp())).collect()
    }

    /// The ways to divide this kind and those after it, for all sums, from those after it alone.
    fn row(&self, card: Card, after: &[f64]) -> Vec<f64> {
        let picks = &self.picks[card.index()];
        if picks.len() == 1 {
            return after.iter().map(|ways| ways * picks[0]).collect();
        }
        // One layer for each number of cards of this kind from the held heap; seat after seat is summed out.
        let mut layers: Vec<Vec<f64>> =
            picks.iter().map(|pick| after.iter().map(|ways| pick * ways).collect()).collect();
        let mut stride = 1;
        for (size, other) in self.sizes.iter().zip(self.unseen.others()) {
            let placed = other.placed[card];
            if placed > 0 {
                let origins: Vec<f64> = (0..=placed).map(|some| choose(placed, some)).collect();
                sum_out(&mut layers, &origins, stride, *size);
            }
            stride *= size;
        }
        layers.swap_remove(0)
    }

    /// The sums at an index of a row.
    fn sums(&self, mut index: usize) -> Division {
        self.sizes.map(|size| {
            let digit = index % size;
            index /= size;
            digit as u8
        })
    }

    /// The ways to divide the kinds from this one on, after these sums.
    fn completions(&self, kind: usize, sums: Division) -> f64 {
        let mut index = 0;
        for (size, sum) in self.sizes.iter().zip(sums).rev() {
            if usize::from(sum) >= *size {
                return 0.0;
            }
            index = index * size + usize::from(sum);
        }
        self.table[kind][index]
    }

    /// Every division of one kind after these sums, with its ways including those of the kinds to come.
    fn each_division(&self, card: Card, sums: Division, mut each: impl FnMut(Division, f64)) {
        let mut placed = [0; OTHERS];
        for (count, other) in placed.iter_mut().zip(self.unseen.others()) {
            *count = other.placed[card];
        }
        let mut division: Division = [0; OTHERS];
        loop {
            let from_held: u8 = division.iter().sum();
            let mut after = sums;
            let mut ways = self.picks[card.index()][usize::from(from_held)];
            for place in 0..OTHERS {
                after[place] += division[place];
                ways *= choose(placed[place], division[place]);
            }
            each(division, ways * self.completions(card.index() + 1, after));
            // The next division, counting up like an odometer.
            let Some(place) = (0..OTHERS).find(|place| division[*place] < placed[*place]) else { return };
            division[place] += 1;
            division[..place].fill(0);
        }
    }

    /// The ways to deal the rest of both heaps when so many cards of each seat came from the held one.
    fn ln_rest(&self, sums: Division) -> Option<f64> {
        let mut ln = 0.0;
        let (mut from_held, mut from_drawn) = (0, 0);
        for (other, sum) in self.unseen.others().iter().zip(sums) {
            let drawn_and_placed = other.placed.len().checked_sub(sum)?;
            ln -= ln_factorial(other.held.checked_sub(sum)?);
            ln -= ln_factorial(other.drawn.checked_sub(drawn_and_placed)?);
            from_held += sum;
            from_drawn += drawn_and_placed;
        }
        ln += ln_factorial(self.unseen.held.len().checked_sub(from_held)?);
        ln += ln_factorial(self.unseen.drawn.len().checked_sub(from_drawn)?);
        Some(ln)
    }
}

/// Sums one seat out of the layers: `origins` are the ways in which so many of its cards can be of the held
/// heap, and each moves one step along the seat's sums, which lie `stride` apart, and one layer up.
fn sum_out(layers: &mut [Vec<f64>], origins: &[f64], stride: usize, size: usize) {
    // Upwards, so that what is read has not been written: it lies at greater sums, in greater layers.
    for layer in 0..layers.len() {
        for index in 0..layers[layer].len() {
            let sum = index / stride % size;
            let steps = (size - sum).min(layers.len() - layer).min(origins.len());
            layers[layer][index] =
                (0..steps).map(|step| origins[step] * layers[layer + step][index + step * stride]).sum();
        }
    }
}

/// The ways to pick the placed cards of one kind from the two heaps, by how many come from the held one.
fn picks(unseen: &Unseen, card: Card) -> Vec<f64> {
    let (held, drawn) = (unseen.held[card], unseen.drawn[card]);
    let placed: u8 = unseen.others().iter().map(|other| other.placed[card]).sum();
    let ln_falling = |count: u8, picks: u8| ln_factorial(count) - ln_factorial(count - picks);
    let ln_picks = |from_held: u8| {
        let from_drawn = placed - from_held;
        let fits = from_held <= held && from_drawn <= drawn;
        fits.then(|| ln_falling(held, from_held) + ln_falling(drawn, from_drawn))
    };
    let logs: Vec<Option<f64>> = (0..=placed).map(ln_picks).collect();
    // One scale for all numbers of a kind keeps the proportions as they are.
    let greatest = logs.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.iter().map(|ln| ln.map_or(0.0, |ln| (ln - greatest).exp())).collect()
}

/// In how many ways so many can be chosen of all.
fn choose(all: u8, some: u8) -> f64 {
    (0..some).fold(1.0, |ways, taken| ways * f64::from(all - taken) / f64::from(taken + 1))
}

fn ln_factorial(number: u8) -> f64 {
    (2..=number).map(|factor| f64::from(factor).ln()).sum()
}
