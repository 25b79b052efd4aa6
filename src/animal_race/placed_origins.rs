//! Works out where the cards that other seats have placed since the last shuffle came from: whether they held them at
//! that time, or have drawn them since. Only the kinds are visible, so both may be possible.
//!
//! Each physical way is equally likely. A division says that `i[s][k]` of the `p[s][k]` cards of kind `k` that seat
//! `s` has placed were held. Its number of ways is, up to a constant, a product of
//! - over seats and kinds, the binomial coefficients `p[s][k]` choose `i[s][k]`;
//! - over kinds, the ways to pick these physical cards from the two heaps, which depend on the sum over seats;
//! - over seats, the ways to choose which cards of its hand were held, which depend on the sum over kinds;
//! - the ways to order the rest of both heaps, which depend on the whole sum.
//!
//! All factors but the third are sampled exactly: first the sums of the kinds one after another, with the weight of
//! all completions, then the share of each seat. The third factor decides whether a draw is accepted. Each seat's
//! share is tilted by the odds that its cards were held, and the tilt is adjusted to the draws until enough are
//! accepted. The view does not say when a card was placed, so the fact that a card was drawn before it was placed
//! has no weight here.

use std::ops::RangeInclusive;

use rand::{Rng, RngExt, SeedableRng};

use super::cards::{Card, Cards, KINDS, MOST_HAND};
use super::unseen::{OTHERS, OtherSeat, Unseen};
use crate::game::streams::Stream;

/// The maximum number of cards that a seat held when the deck was shuffled: a hand and a card to set aside.
const MOST_OF_SEAT: usize = MOST_HAND as usize + 1;

/// The maximum number of cards that all other seats held.
const MOST_HELD: usize = OTHERS * MOST_OF_SEAT;

/// Weights, indexed by the number of held cards.
type Row = [f64; MOST_HELD + 1];

/// Added to the held and the drawn cards of a seat, so that the odds between them are never zero.
const TILT_PRIOR: f64 = 0.1;

/// The number of trial draws in a round, the sum of acceptances that is enough, and the maximum number of rounds.
const TRIALS: usize = 6;
const ENOUGH_ACCEPTED: f64 = 0.3;
const MOST_ROUNDS: usize = 12;

impl OtherSeat {
    /// The mean number of placed cards that were held, if nothing is known of their kinds.
    fn mean(&self) -> f64 {
        let all = f64::from(self.held + self.drawn).max(1.0);
        f64::from(self.placed.len()) * f64::from(self.held) / all
    }

    /// The odds that a card in its hand is a held one, if `mean` of the placed cards were held.
    fn tilt(&self, mean: f64) -> f64 {
        let held = (f64::from(self.held) - mean).max(0.0);
        let drawn = (f64::from(self.drawn) - f64::from(self.placed.len()) + mean).max(0.0);
        odds(held, drawn)
    }

    /// The number of ways to choose the held cards of the hand, by the number of placed cards that were held, with
    /// the tilt divided out.
    fn ways(&self, tilt: f64) -> [f64; MOST_OF_SEAT + 1] {
        let mut ways = [0.0; MOST_OF_SEAT + 1];
        let hand = self.held + self.drawn - self.placed.len();
        for count in self.held_of_seat() {
            ways[usize::from(count)] = choose(hand, self.held - count) / power(tilt, count);
        }
        ways
    }
}

/// What is known about how the placed cards split into held and drawn ones.
#[derive(Clone, Debug)]
pub(super) enum HeldSplit {
    /// All came from the deck: nobody has placed a card, or no card was held.
    Deck,
    /// The cards may have come from either heap.
    Either(Box<Ways>),
}

impl HeldSplit {
    /// Works out the split; `None` if the cards cannot have come from the two heaps at all.
    pub(super) fn new(unseen: &Unseen) -> Option<Self> {
        if unseen.held.is_empty() {
            return unseen.can_be_of_deck().then_some(Self::Deck);
        }
        if unseen.others().iter().all(|other| other.placed.is_empty()) {
            return Some(Self::Deck);
        }
        unseen.can_be().then(|| Self::Either(Box::new(Ways::new(*unseen))))
    }

    /// Draws, for each other seat, which of its placed cards it had held.
    pub(super) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> [Cards; OTHERS] {
        let Self::Either(ways) = self else { return [Cards::NONE; OTHERS] };
        loop {
            let from_held = ways.propose(rng);
            if rng.random::<f64>() < ways.acceptance(&from_held) {
                return from_held;
            }
        }
    }
}

/// The weights for drawing a division.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    unseen: Unseen,
    /// By seat: the odds that a placed card is drawn as a held one.
    tilts: [f64; OTHERS],
    /// By kind and seat: the weights of a number of held cards of the kind, shared by this seat and those after it.
    splits: [[Row; OTHERS + 1]; KINDS],
    /// By kind: the weights of a number of held cards.
    kinds: [Row; KINDS],
    /// By kind: the weights of all completions from this kind on, by the number of held cards before it.
    completions: [Row; KINDS + 1],
    /// By seat: the ways from [`OtherSeat::ways`].
    seats: [[f64; MOST_OF_SEAT + 1]; OTHERS],
    /// The most likely ways of all seats together, by the number of held cards.
    likeliest: Row,
}

const NO_ROW: Row = [0.0; MOST_HELD + 1];

impl Ways {
    /// Works out the weights, and tilts the seats' shares by trial draws until enough are accepted.
    fn new(unseen: Unseen) -> Self {
        let mut rng = Stream::seed_from_u64(0);
        let mut means = unseen.others.map(|other| other.mean());
        let mut tilts = unseen.others.map(|other| odds(other.held.into(), other.drawn.into()));
        for _ in 0..MOST_ROUNDS {
            let ways = Self::tilted(unseen, tilts);
            let mut draws = [[Cards::NONE; OTHERS]; TRIALS];
            let mut accepted = 0.0;
            for from_held in &mut draws {
                *from_held = ways.propose(&mut rng);
                accepted += ways.acceptance(from_held);
                if accepted >= ENOUGH_ACCEPTED {
                    return ways;
                }
            }
            for (seat, mean) in means.iter_mut().enumerate() {
                let sum: f64 = draws.iter().map(|from_held| f64::from(from_held[seat].len())).sum();
                *mean = f64::midpoint(*mean, sum / TRIALS as f64);
                tilts[seat] = unseen.others[seat].tilt(*mean);
            }
        }
        Self::tilted(unseen, tilts)
    }

    fn tilted(unseen: Unseen, tilts: [f64; OTHERS]) -> Self {
        let seats = std::array::from_fn(|seat| unseen.others[seat].ways(tilts[seat]));
        let mut ways = Self {
            unseen,
            tilts,
            splits: [[NO_ROW; OTHERS + 1]; KINDS],
            kinds: [NO_ROW; KINDS],
            completions: [NO_ROW; KINDS + 1],
            seats,
            likeliest: likeliest(&unseen, &seats),
        };
        for card in Card::ALL {
            ways.weigh_kind(card);
        }
        ways.weigh_rest();
        for card in Card::ALL.into_iter().rev() {
            let kind = card.index();
            for sum in 0..=ways.most_before(card) {
                let each = ways.held_of_kind(card).filter(|count| sum + count <= MOST_HELD);
                let weight = |count: usize| ways.kinds[kind][count] * ways.completions[kind + 1][sum + count];
                ways.completions[kind][sum] = each.map(weight).sum();
            }
        }
        ways
    }

    fn held_of_kind(&self, card: Card) -> RangeInclusive<usize> {
        let range = self.unseen.held_of_kind(card);
        usize::from(*range.start())..=usize::from(*range.end()).min(MOST_HELD)
    }

    /// The maximum number of held cards of the kinds before this one.
    fn most_before(&self, card: Card) -> usize {
        let before = Card::ALL.into_iter().take(card.index());
        before.map(|card| *self.held_of_kind(card).end()).sum::<usize>().min(MOST_HELD)
    }

    /// Weighs each number of held cards of a kind, and its division among the seats.
    fn weigh_kind(&mut self, card: Card) {
        let range = self.held_of_kind(card);
        let (least, most) = (*range.start(), *range.end());
        let splits = &mut self.splits[card.index()];
        splits[OTHERS][0] = 1.0;
        for seat in (0..OTHERS).rev() {
            splits[seat] = splits[seat + 1];
            let other = &self.unseen.others[seat];
            for _ in 0..other.placed[card] {
                for count in (1..=most).rev() {
                    splits[seat][count] += splits[seat][count - 1] * self.tilts[seat];
                }
            }
        }
        let (held, drawn) = (f64::from(self.unseen.held[card]), f64::from(self.unseen.drawn[card]));
        let placed = f64::from(self.unseen.placed(card));
        let mut picks = 1.0;
        let weights = self.kinds[card.index()].iter_mut().zip(&splits[0]).enumerate();
        for (count, (weight, split)) in weights.take(most + 1).skip(least) {
            *weight = picks * split;
            picks *= (held - count as f64) / (drawn - placed + count as f64 + 1.0);
        }
    }

    /// Weighs the rest of both heaps, by the total number of held cards.
    fn weigh_rest(&mut self) {
        let (held, drawn) = (self.unseen.held.len(), self.unseen.drawn.len());
        let placed: u8 = self.unseen.others().iter().map(|other| other.placed.len()).sum();
        let mut orders = 1.0;
        for count in placed.saturating_sub(drawn)..=placed.min(held).min(MOST_HELD as u8) {
            let index = usize::from(count);
            self.completions[KINDS][index] = orders * self.likeliest[index];
            let drawn_left = f64::from(drawn) - f64::from(placed) + f64::from(count) + 1.0;
            orders *= drawn_left / f64::from(held - count).max(1.0);
        }
    }

    /// Draws a division without regard to the seats' ways.
    fn propose<R: Rng + ?Sized>(&self, rng: &mut R) -> [Cards; OTHERS] {
        let mut from_held = [Cards::NONE; OTHERS];
        let mut sum = 0;
        for card in Card::ALL {
            let kind = card.index();
            let completions = &self.completions[kind + 1];
            let weight =
                |count: usize| self.kinds[kind][count] * completions.get(sum + count).unwrap_or(&0.0);
            let mut left = pick(self.held_of_kind(card), self.completions[kind][sum], weight, rng);
            sum += left;
            for (seat, other) in self.unseen.others().iter().enumerate() {
                let weight = |count: usize| self.split(card, seat, left, count);
                let most = left.min(other.placed[card].into());
                let count = pick(0..=most, self.splits[kind][seat][left], weight, rng);
                from_held[seat][card] = count as u8;
                left -= count;
            }
        }
        from_held
    }

    /// The weight of giving a seat `count` of the `left` held cards of a kind, and the rest to the seats after it.
    fn split(&self, card: Card, seat: usize, left: usize, count: usize) -> f64 {
        let other = &self.unseen.others[seat];
        let own = choose(other.placed[card], count as u8) * power(self.tilts[seat], count as u8);
        own * self.splits[card.index()][seat + 1][left - count]
    }

    /// The probability of accepting a proposed division: the seats' ways, relative to the most likely ones.
    fn acceptance(&self, from_held: &[Cards; OTHERS]) -> f64 {
        let counts = from_held.map(|heap| usize::from(heap.len()));
        let ways = self.seats.iter().zip(counts).map(|(ways, count)| ways.get(count).unwrap_or(&0.0));
        ways.product::<f64>() / self.likeliest[counts.iter().sum::<usize>()]
    }
}

/// The largest product of the ways of all seats, by the sum of their held cards.
fn likeliest(unseen: &Unseen, seats: &[[f64; MOST_OF_SEAT + 1]; OTHERS]) -> Row {
    let mut best = NO_ROW;
    best[0] = 1.0;
    let mut most = 0;
    for (other, ways) in unseen.others.iter().zip(seats) {
        let mut next = NO_ROW;
        let counts = other.held_of_seat();
        for sum in (0..=most).filter(|sum| best[*sum] > 0.0) {
            for count in counts.clone().map(usize::from) {
                next[sum + count] = f64::max(next[sum + count], best[sum] * ways[count]);
            }
        }
        most += usize::from(*counts.end());
        best = next;
    }
    best
}

/// Draws a number from the range, each with probability `weight` divided by `whole`, the sum of all weights.
fn pick<R: Rng + ?Sized>(
    range: RangeInclusive<usize>,
    whole: f64,
    weight: impl Fn(usize) -> f64,
    rng: &mut R,
) -> usize {
    let mut chosen = *range.start();
    if range.start() == range.end() {
        return chosen;
    }
    let mut rest = rng.random::<f64>() * whole;
    for number in range {
        let weight = weight(number);
        if weight > 0.0 {
            chosen = number;
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
    }
    chosen
}

/// The odds of held to drawn cards, which are never zero.
fn odds(held: f64, drawn: f64) -> f64 {
    (held + TILT_PRIOR) / (drawn + TILT_PRIOR)
}

/// A power computed by multiplication only, so that it is the same on every machine.
fn power(base: f64, exponent: u8) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

/// The binomial coefficient `all` choose `some`.
fn choose(all: u8, some: u8) -> f64 {
    (0..some).fold(1.0, |ways, taken| ways * f64::from(all - taken) / f64::from(taken + 1))
}

#[cfg(test)]
mod tests;
