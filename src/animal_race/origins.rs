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
        logs.iter().map(|ln| ln.map_or(0.0, |ln| libm::exp(ln - greatest))).collect()
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
    logs.iter().map(|ln| ln.map_or(0.0, |ln| libm::exp(ln - greatest))).collect()
}

/// In how many ways so many can be chosen of all.
fn choose(all: u8, some: u8) -> f64 {
    (0..some).fold(1.0, |ways, taken| ways * f64::from(all - taken) / f64::from(taken + 1))
}

fn ln_factorial(number: u8) -> f64 {
    (2..=number).map(|factor| libm::log(f64::from(factor))).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;

    use super::*;
    use crate::streams::Stream;

    /// The number of cards of each kind that each seat has placed from one heap.
    type Placed = [[u8; KINDS]; OTHERS];

    /// Deals physical cards one by one: to the room that each seat has, as kept or as placed, or to the rest.
    struct Dealing<'a> {
        cards: &'a [Card],
        room: [u8; OTHERS],
        rest: u8,
        placed: Placed,
        ways: BTreeMap<Placed, u64>,
    }

    impl Dealing<'_> {
        fn deal(&mut self, most: &Placed) {
            let Some((card, left)) = self.cards.split_first() else {
                *self.ways.entry(self.placed).or_default() += 1;
                return;
            };
            let all = std::mem::replace(&mut self.cards, left);
            if self.rest > 0 {
                self.rest -= 1;
                self.deal(most);
                self.rest += 1;
            }
            for seat in 0..OTHERS {
                if self.room[seat] == 0 {
                    continue;
                }
                self.room[seat] -= 1;
                self.deal(most);
                if self.placed[seat][card.index()] < most[seat][card.index()] {
                    self.placed[seat][card.index()] += 1;
                    self.deal(most);
                    self.placed[seat][card.index()] -= 1;
                }
                self.room[seat] += 1;
            }
            self.cards = all;
        }
    }

    fn counts(heap: Cards) -> [u8; KINDS] {
        Card::ALL.map(|card| heap[card])
    }

    /// The physical deals of a heap, by what was placed of it.
    fn deals(heap: Cards, room: [u8; OTHERS], most: &Placed) -> BTreeMap<Placed, u64> {
        let cards: Vec<Card> =
            heap.iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect();
        let rest = heap.len() - room.iter().sum::<u8>();
        let placed = [[0; KINDS]; OTHERS];
        let mut dealing = Dealing { cards: &cards, room, rest, placed, ways: BTreeMap::new() };
        dealing.deal(most);
        dealing.ways
    }

    /// Every division with its physical ways: those of either heap that make up what was placed.
    fn counted(unseen: &Unseen) -> BTreeMap<Placed, f64> {
        let mut most = [[0; KINDS]; OTHERS];
        let (mut held_room, mut drawn_room) = ([0; OTHERS], [0; OTHERS]);
        for (place, other) in unseen.others().iter().enumerate() {
            most[place] = counts(other.placed);
            (held_room[place], drawn_room[place]) = (other.held, other.drawn);
        }
        let drawn = deals(unseen.drawn, drawn_room, &most);
        let mut ways = BTreeMap::new();
        for (from_held, held_ways) in deals(unseen.held, held_room, &most) {
            let mut from_drawn = most;
            for (all, some) in from_drawn.as_flattened_mut().iter_mut().zip(from_held.as_flattened()) {
                *all -= some;
            }
            if let Some(drawn_ways) = drawn.get(&from_drawn) {
                ways.insert(from_held, (held_ways * drawn_ways) as f64);
            }
        }
        ways
    }

    /// Every division with the probability that sampling gives it, kind by kind.
    fn sampled(ways: &Ways) -> BTreeMap<Placed, f64> {
        let mut so_far = vec![([[0; KINDS]; OTHERS], [0; OTHERS], 1.0)];
        for card in Card::ALL {
            let mut next = Vec::new();
            for (placed, sums, probability) in so_far {
                let whole = ways.completions(card.index(), sums);
                ways.each_division(card, sums, |division, weight| {
                    if weight > 0.0 {
                        let (mut placed, mut sums) = (placed, sums);
                        for place in 0..OTHERS {
                            placed[place][card.index()] = division[place];
                            sums[place] += division[place];
                        }
                        next.push((placed, sums, probability * weight / whole));
                    }
                });
            }
            so_far = next;
        }
        so_far.into_iter().map(|(placed, _, probability)| (placed, probability)).collect()
    }

    /// Two heaps that are dealt out and placed at random, and the rest of each.
    fn position(others: usize, kinds: u32, rng: &mut Stream) -> Unseen {
        let mut seats = vec![(0, 0, Cards::NONE); others];
        let mut heaps = [Cards::NONE; 2];
        for (index, heap) in heaps.iter_mut().enumerate() {
            for _ in 0..rng.random_range(6..=9) {
                let card = Card::ALL[rng.random_range(0..kinds) as usize];
                heap[card] += 1;
                let Some(seat) = seats.get_mut(rng.random_range(0..=others as u32) as usize) else {
                    continue;
                };
                *(if index == 0 { &mut seat.0 } else { &mut seat.1 }) += 1;
                seat.2[card] += u8::from(rng.random_bool(0.7));
            }
        }
        Unseen::of(heaps[0], heaps[1], &seats)
    }

    #[test]
    fn ar_08_every_division_is_as_likely_as_its_physical_deals_counted_one_by_one() {
        let mut rng = Stream::seed_from_u64(8);
        let (mut open, mut greatest) = (0, 0);
        for number in 0..120 {
            let unseen = position(1 + number % OTHERS, 2 + number as u32 % 4, &mut rng);
            let Some(Origins::Either(ways)) = Origins::new(&unseen) else { continue };
            let (counted, sampled) = (counted(&unseen), sampled(&ways));
            assert_eq!(counted.keys().collect::<Vec<_>>(), sampled.keys().collect::<Vec<_>>());
            let all: f64 = counted.values().sum();
            for (division, ways) in &counted {
                let probability = sampled[division];
                assert!((ways / all - probability).abs() < 1e-9, "{unseen:?}: {division:?}: {probability}");
            }
            open += usize::from(counted.len() > 1);
            greatest = greatest.max(counted.len());
        }
        assert!(open > 80 && greatest > 60, "{open} open positions, {greatest} divisions at the most");
    }
}
