//! Compares the counts of ways with plain enumeration.

use std::collections::BTreeMap;

use super::*;

/// The number of cards of each kind that each seat has placed from one heap.
type Placed = [[u8; KINDS]; OTHERS];

/// Deals physical cards one by one: to the room of each seat, as kept or placed, or to the rest.
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

/// Counts the physical deals of a heap, by what was placed from it.
fn deals(heap: Cards, room: [u8; OTHERS], most: &Placed) -> BTreeMap<Placed, u64> {
    let cards: Vec<Card> =
        heap.iter().flat_map(|(card, count)| std::iter::repeat_n(card, count.into())).collect();
    let rest = heap.len() - room.iter().sum::<u8>();
    let placed = [[0; KINDS]; OTHERS];
    let mut dealing = Dealing { cards: &cards, room, rest, placed, ways: BTreeMap::new() };
    dealing.deal(most);
    dealing.ways
}

/// Counts the physical ways of every division: those of either heap that add up to what was placed.
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

/// The relative probability that each division is proposed and accepted.
fn sampled(ways: &Ways) -> BTreeMap<Placed, f64> {
    let mut so_far = vec![([Cards::NONE; OTHERS], 0, 1.0)];
    for card in Card::ALL {
        let kind = card.index();
        let mut next = Vec::new();
        for (placed, sum, probability) in so_far {
            for count in ways.held_of_kind(card) {
                let weight = ways.kinds[kind][count] * ways.completions[kind + 1][sum + count];
                let probability = probability * weight / ways.completions[kind][sum];
                for (placed, share) in shares(ways, card, 0, count, placed) {
                    next.push((placed, sum + count, probability * share));
                }
            }
        }
        so_far = next;
    }
    let accepted = so_far.into_iter().map(|(placed, _, probability)| {
        (placed.map(counts), if probability > 0.0 { probability * ways.acceptance(&placed) } else { 0.0 })
    });
    accepted.filter(|(_, probability)| *probability > 0.0).collect()
}

/// All divisions of `left` held cards of a kind among the seats from this one on, each with its probability.
fn shares(
    ways: &Ways,
    card: Card,
    seat: usize,
    left: usize,
    placed: [Cards; OTHERS],
) -> Vec<([Cards; OTHERS], f64)> {
    if seat == OTHERS {
        return vec![(placed, 1.0)];
    }
    let most = left.min(ways.unseen.others[seat].placed[card].into());
    let each = (0..=most).flat_map(|count| {
        let mut placed = placed;
        placed[seat][card] = count as u8;
        let share = ways.split(card, seat, left, count) / ways.splits[card.index()][seat][left];
        let rest = if share > 0.0 { shares(ways, card, seat + 1, left - count, placed) } else { vec![] };
        rest.into_iter().map(move |(placed, rest)| (placed, share * rest))
    });
    each.collect()
}

/// Makes two heaps, and other seats that held, drew and placed these cards. Nobody has a second bet.
fn unseen(held: Cards, drawn: Cards, seats: &[(u8, u8, Cards)]) -> Unseen {
    let mut unseen = Unseen::default();
    (unseen.held, unseen.drawn) = (held, drawn);
    for (held, drawn, placed) in seats {
        unseen.add(OtherSeat { held: *held, drawn: *drawn, placed: *placed, ..OtherSeat::default() });
    }
    unseen
}

/// Deals out and places two heaps at random, and returns the rest of each.
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
    unseen(heaps[0], heaps[1], &seats)
}

#[test]
fn ar_08_every_division_is_as_likely_as_its_physical_deals_counted_one_by_one() {
    let mut rng = Stream::seed_from_u64(8);
    let (mut open, mut greatest, mut most_tries, mut all_tries) = (0, 0, 0.0, 0.0);
    for number in 0..120 {
        let unseen = position(1 + number % OTHERS, 2 + number as u32 % 4, &mut rng);
        let Some(HeldSplit::Either(ways)) = HeldSplit::new(&unseen) else { continue };
        let (counted, sampled) = (counted(&unseen), sampled(&ways));
        assert_eq!(counted.keys().collect::<Vec<_>>(), sampled.keys().collect::<Vec<_>>());
        let all: f64 = counted.values().sum();
        let accepted: f64 = sampled.values().sum();
        for (division, ways) in &counted {
            let probability = sampled[division] / accepted;
            assert!((ways / all - probability).abs() < 1e-9, "{unseen:?}: {division:?}: {probability}");
        }
        open += usize::from(counted.len() > 1);
        greatest = greatest.max(counted.len());
        most_tries = f64::max(most_tries, 1.0 / accepted);
        all_tries += 1.0 / accepted;
    }
    assert!(open > 80 && greatest > 60, "{open} open positions, {greatest} divisions at the most");
    // The trial draws find a tilt for nearly all positions, but not for every one.
    assert!(
        most_tries < 20.0 && all_tries < 2.0 * 120.0,
        "{most_tries} draws at the most, {all_tries} in all"
    );
}

#[test]
fn hands_of_fifteen_with_one_possible_division_are_drawn_at_once() {
    let of = |hare, tortoise, fox, lamb| Cards::new([hare, tortoise, 0, 0, fox, lamb]);
    let (hares, foxes) = (of(15, 0, 0, 0), of(0, 0, 15, 0));
    let seats = [(15, 15, hares), (15, 15, foxes), (15, 15, hares), (15, 15, foxes)];
    let ways = Ways::new(unseen(of(0, 0, 30, 30), of(30, 30, 0, 0), &seats));
    let from_held = ways.propose(&mut Stream::seed_from_u64(1));
    assert_eq!(from_held, [Cards::NONE, foxes, Cards::NONE, foxes]);
    assert!(ways.acceptance(&from_held) > 0.05, "{}", ways.acceptance(&from_held));
}

#[test]
fn placed_cards_that_cannot_come_from_the_heaps_are_refused() {
    let mut rng = Stream::seed_from_u64(9);
    let (mut refused, mut kept) = (0, 0);
    for number in 0..200 {
        let mut unseen = position(1 + number % OTHERS, 2 + number as u32 % 4, &mut rng);
        // Another seat's placement, or another origin, fits only now and then.
        let place = rng.random_range(0..unseen.others().len() as u32) as usize;
        let other = &mut unseen.others[place];
        let card = Card::ALL[rng.random_range(0..3) as usize];
        if other.placed.len() < other.held + other.drawn {
            other.placed[card] += 1;
        }
        let fits = !counted(&unseen).is_empty();
        assert_eq!(unseen.can_be(), fits, "{unseen:?}");
        *(if fits { &mut kept } else { &mut refused }) += 1;
    }
    assert!(refused > 10 && kept > 50, "{refused} refused, {kept} kept");
}
