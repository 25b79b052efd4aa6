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

/// For each other seat, which of its placed cards came from what it held.
pub(super) fn sample<R: Rng + ?Sized>(unseen: &Unseen, rng: &mut R) -> [Cards; OTHERS] {
    let mut from_held = [Cards::NONE; OTHERS];
    if is_certain(unseen) {
        return from_held;
    }
    let ways = Ways::new(unseen);
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

/// Whether the placed cards can have come from the two heaps at all.
pub(super) fn is_possible(unseen: &Unseen) -> bool {
    is_certain(unseen) || Ways::new(unseen).completions(0, [0; OTHERS]) > 0.0
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
struct Ways<'a> {
    unseen: &'a Unseen,
    /// How many cards of each seat can come from the held heap, and one more.
    sizes: [usize; OTHERS],
    /// `table[kind]` by the mixed-radix index of the sums: the ways to complete from this kind on.
    table: Vec<Vec<f64>>,
}

impl<'a> Ways<'a> {
    fn new(unseen: &'a Unseen) -> Self {
        let mut sizes = [1; OTHERS];
        for (size, other) in sizes.iter_mut().zip(unseen.others()) {
            *size = usize::from(other.placed.len().min(other.held)) + 1;
        }
        let mut ways = Self { unseen, sizes, table: Vec::new() };
        ways.table = vec![vec![0.0; sizes.iter().product()]; KINDS + 1];
        ways.fill();
        ways
    }

    fn fill(&mut self) {
        let logs: Vec<Option<f64>> = self.all_sums().map(|sums| self.ln_rest(sums)).collect();
        let greatest = logs.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        self.table[KINDS] = logs.iter().map(|ln| ln.map_or(0.0, |ln| (ln - greatest).exp())).collect();
        for card in Card::ALL.into_iter().rev() {
            let mut row = Vec::with_capacity(self.table[KINDS].len());
            for sums in self.all_sums() {
                let mut total = 0.0;
                self.each_division(card, sums, |_, weight| total += weight);
                row.push(total);
            }
            self.table[card.index()] = row;
        }
    }

    fn all_sums(&self) -> impl Iterator<Item = Division> + use<> {
        let sizes = self.sizes;
        (0..sizes.iter().product()).map(move |mut index: usize| {
            sizes.map(|size| {
                let digit = index % size;
                index /= size;
                digit as u8
            })
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
        let all_placed: u8 = placed.iter().sum();
        let mut division: Division = [0; OTHERS];
        loop {
            let from_held: u8 = division.iter().sum();
            if let Some(ln) = self.ln_picks(card, from_held, all_placed) {
                let mut after = sums;
                let mut origins = 1.0;
                for place in 0..OTHERS {
                    after[place] += division[place];
                    origins *= ln_choose(placed[place], division[place]).exp();
                }
                each(division, origins * ln.exp() * self.completions(card.index() + 1, after));
            }
            // The next division, counting up like an odometer.
            let Some(place) = (0..OTHERS).find(|place| division[*place] < placed[*place]) else { return };
            division[place] += 1;
            division[..place].fill(0);
        }
    }

    /// The ways to pick the physical cards of one kind, relative to the heaps' sizes.
    fn ln_picks(&self, card: Card, from_held: u8, placed: u8) -> Option<f64> {
        let (held, drawn) = (self.unseen.held[card], self.unseen.drawn[card]);
        let from_drawn = placed - from_held;
        if from_held > held || from_drawn > drawn {
            return None;
        }
        let ln_falling = |count: u8, picks: u8| ln_factorial(count) - ln_factorial(count - picks);
        // One scale for every placed card, which keeps the numbers in range and the proportions as they are.
        let scale = f64::from(self.unseen.held.len().max(1)).ln();
        Some(ln_falling(held, from_held) + ln_falling(drawn, from_drawn) - f64::from(placed) * scale)
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

fn ln_choose(all: u8, some: u8) -> f64 {
    ln_factorial(all) - ln_factorial(some) - ln_factorial(all - some)
}

fn ln_factorial(number: u8) -> f64 {
    (2..=number).map(|factor| f64::from(factor).ln()).sum()
}
