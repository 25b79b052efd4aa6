//! Gotham by the standard rules for four players, with uniformly random moves.

use furlong::Stream;
use rand::RngExt;

use super::Tally;

const PLAYERS: usize = 4;
const DECK: usize = 15;
const SPACES: i16 = 36;
const FISH: i16 = 26;

#[derive(Clone, Copy)]
enum Effect {
    Start,
    By(i16),
    /// The number of spaces ahead of the figure in this position, counted from 0.
    From(usize, i16),
    Swap(usize),
    Sign(i16),
}

use Effect::{By, From, Sign, Start, Swap};

/// The decks in order; equal cards are adjacent.
#[rustfmt::skip]
static EFFECTS: [Effect; 60] = [
    By(-2), By(2), By(2), By(3), By(3), By(4), By(4), By(5), By(5), From(1, 5), Swap(1), From(1, -1),
    From(2, 3), From(3, -6), Sign(29),
    Start, By(-2), By(2), By(2), By(3), By(3), By(4), By(4), By(5), By(6), From(0, -1), From(0, -1), Swap(2),
    From(2, -3), Sign(23),
    By(-3), By(2), By(3), By(3), By(4), By(4), By(5), By(6), By(7), From(0, -4), Swap(1), From(1, -1),
    From(3, -5), From(3, -5), Sign(20),
    By(-6), By(2), By(3), By(3), By(4), By(4), By(5), By(6), By(7), From(0, 1), Swap(0), From(0, -5),
    From(1, -2), From(2, 4), Sign(32),
];

/// Marks, for each pair of equal cards, the second one (whose number is one higher).
const TWINS: u64 = 1 << 2
    | 1 << 4
    | 1 << 6
    | 1 << 8
    | 1 << 18
    | 1 << 20
    | 1 << 22
    | 1 << 26
    | 1 << 33
    | 1 << 35
    | 1 << 43
    | 1 << 48
    | 1 << 50;

/// A deck as a heap of layers; the upper layer is at the end, and cards within a layer are in no particular order.
#[derive(Clone, Copy)]
struct Deck {
    cards: [u8; DECK],
    left: usize,
    /// Bit `i` is set when a layer begins at card `i`.
    seams: u32,
    carried_out: [u8; DECK],
    count: usize,
}

impl Deck {
    fn new(first: usize) -> Self {
        let cards = std::array::from_fn(|index| (first + index) as u8);
        Self { cards, left: DECK, seams: 1, carried_out: [0; DECK], count: 0 }
    }

    fn draw(&mut self, rng: &mut Stream) -> u8 {
        let begin = self.seams.ilog2() as usize;
        let index = begin + pick(rng, (self.left - begin) as u32) as usize;
        self.left -= 1;
        let card = self.cards[index];
        self.cards[index] = self.cards[self.left];
        if self.left == begin {
            self.seams &= !(1 << begin);
        }
        card
    }

    fn recycle(&mut self) {
        if self.count == 0 {
            return;
        }
        self.cards.copy_within(0..self.left, self.count);
        self.cards[..self.count].copy_from_slice(&self.carried_out[..self.count]);
        self.seams = self.seams << self.count | 1;
        self.left += self.count;
        self.count = 0;
    }
}

fn pick(rng: &mut Stream, count: u32) -> u32 {
    rng.random_range(0..count)
}

fn nth(mut mask: u64, place: u32) -> u32 {
    for _ in 0..place {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}

struct Table {
    /// The figures, from the leader to the last.
    order: [usize; PLAYERS],
    at: [i16; PLAYERS],
    sign: i16,
}

impl Table {
    fn carry_out(&mut self, card: usize) {
        let mut rank = card / DECK;
        let here = self.at[rank];
        let to = match EFFECTS[card] {
            Start => 0,
            By(spaces) => here + spaces,
            From(other, spaces) => self.at[other] + spaces,
            Swap(other) => return self.order.swap(rank, other),
            Sign(space) => {
                self.sign = space;
                return;
            }
        };
        if to == here {
            return;
        }
        let figure = self.order[rank];
        while rank > 0 && self.at[rank - 1] < to {
            (self.order[rank], self.at[rank]) = (self.order[rank - 1], self.at[rank - 1]);
            rank -= 1;
        }
        while rank + 1 < PLAYERS && self.at[rank + 1] >= to {
            (self.order[rank], self.at[rank]) = (self.order[rank + 1], self.at[rank + 1]);
            rank += 1;
        }
        (self.order[rank], self.at[rank]) = (figure, to);
    }

    /// The winners, one bit each.
    fn winners(&self) -> u8 {
        let ahead = self.at[0] - self.sign;
        let behind = self.sign - SPACES - self.at[PLAYERS - 1];
        if ahead <= 0 && behind <= 0 {
            return 0;
        }
        let mut winners = 0;
        if ahead >= behind {
            winners |= 1 << self.order[0];
        }
        if behind >= ahead {
            // The inner lane comes first.
            let last = self.at[PLAYERS - 1];
            let inner = self.at.iter().position(|at| *at == last).unwrap_or(0);
            winners |= 1 << self.order[inner];
        }
        winners
    }
}

/// Plays one game and returns the winners, one bit each.
pub(crate) fn playout(rng: &mut Stream, tally: &mut Tally) -> u8 {
    let mut decks = [0, 1, 2, 3].map(|deck| Deck::new(deck * DECK));
    let mut hands = [0u64; PLAYERS];
    for hand in &mut hands {
        for deck in &mut decks {
            *hand |= 1 << deck.draw(rng);
        }
    }
    let mut order = [0; PLAYERS];
    let mut numbers = 0b1111u64;
    for figure in 0..PLAYERS {
        let number = nth(numbers, pick(rng, numbers.count_ones()));
        numbers &= !(1 << number);
        order[number as usize] = figure;
    }
    let mut table = Table { order, at: [0; PLAYERS], sign: FISH };
    tally.events += (4 * PLAYERS + PLAYERS) as u64;
    tally.games += 1;
    loop {
        let mut deposit = [0u8; PLAYERS];
        for (rank, slot) in deposit.iter_mut().enumerate() {
            let hand = &mut hands[table.order[PLAYERS - 1 - rank]];
            let mut filled = 0u64;
            for (index, deck) in decks.iter().enumerate() {
                filled |= u64::from(deck.left > 0) << index;
            }
            let deck = nth(filled, pick(rng, filled.count_ones())) as usize;
            *hand |= 1 << decks[deck].draw(rng);
            // Equal cards are one choice: the second counts only without the first.
            let choices = *hand & !(*hand << 1 & TWINS);
            let card = nth(choices, pick(rng, choices.count_ones()));
            *hand &= !(1 << card);
            *slot = card as u8;
        }
        tally.decisions += 2 * PLAYERS as u64;
        tally.events += 3 * PLAYERS as u64;
        for card in deposit {
            table.carry_out(usize::from(card));
            let deck = &mut decks[usize::from(card) / DECK];
            deck.carried_out[deck.count] = card;
            deck.count += 1;
        }
        let winners = table.winners();
        if winners != 0 {
            return winners;
        }
        if decks.iter().any(|deck| deck.left == 0) {
            decks.iter_mut().for_each(Deck::recycle);
        }
    }
}
