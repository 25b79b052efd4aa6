//! The classic animal race for four players, with uniformly random moves.

use furlong::Stream;
use rand::RngExt;

use super::Tally;

const PLAYERS: usize = 4;
/// The numbers of cards: hare, tortoise, wolf, howl, fox, lamb.
const PACK: [u8; 6] = [18, 17, 13, 3, 15, 15];
const ANIMAL: [usize; 6] = [0, 1, 2, 2, 3, 4];
const FINISH: u8 = 12;

fn pick(rng: &mut Stream, count: u32) -> u32 {
    rng.random_range(0..count)
}

fn draw(deck: &mut [u8; 6], rng: &mut Stream) -> usize {
    let total: u8 = deck.iter().sum();
    let mut place = pick(rng, total.into()) as u8;
    for (kind, count) in deck.iter_mut().enumerate() {
        if place < *count {
            *count -= 1;
            return kind;
        }
        place -= *count;
    }
    unreachable!("the place is in the deck")
}

/// Plays one game and returns the players' points, so that nothing is optimized away.
#[expect(clippy::too_many_lines, reason = "a loop without abstractions")]
pub(crate) fn playout(rng: &mut Stream, tally: &mut Tally) -> [u8; PLAYERS] {
    let mut bets = [0usize; PLAYERS];
    let mut dealt = 0u8;
    for bet in &mut bets {
        let mut place = pick(rng, 5 - dealt.count_ones());
        let animal = (0..5).find(|animal| {
            let free = dealt >> animal & 1 == 0;
            let found = free && place == 0;
            place = place.saturating_sub(u32::from(free));
            found
        });
        *bet = animal.unwrap_or(0);
        dealt |= 1 << *bet;
    }
    let first_stream = 1 + pick(rng, 11) as u8;
    let second = 1 + pick(rng, 10) as u8;
    let streams = 1u16 << first_stream | 1u16 << (second + u8::from(second >= first_stream));

    let mut deck = PACK;
    let mut discard = [0u8; 6];
    let mut hands = [[0u8; 6]; PLAYERS];
    for hand in &mut hands {
        for _ in 0..7 {
            hand[draw(&mut deck, rng)] += 1;
        }
    }
    let mut second_bets = [0usize; PLAYERS];
    for (bet, hand) in second_bets.iter_mut().zip(&mut hands) {
        let kinds = hand.iter().filter(|count| **count > 0).count() as u32;
        let nth = pick(rng, kinds) as usize;
        let kind = (0..6).filter(|kind| hand[*kind] > 0).nth(nth).unwrap_or(0);
        hand[kind] -= 1;
        *bet = ANIMAL[kind];
    }
    tally.decisions += PLAYERS as u64;
    tally.events += (PLAYERS + 2 + 7 * PLAYERS + PLAYERS) as u64;

    let mut at = [0u8; 5];
    let mut podium = [0usize; 5];
    let mut arrived = 0;
    let mut table = [0u8; 6];
    let mut first = 0;
    let mut seat = 0;
    let mut moves = [(0usize, 0u8, 0u8); 64];
    'game: loop {
        // One turn: a random placement, and the refill.
        let on_table: u8 = table.iter().sum();
        let of = |table: &[u8; 6], animal: usize| match animal {
            0 => table[0],
            1 => table[1],
            2 => table[2] + table[3],
            3 => table[4],
            _ => table[5],
        };
        let hand = &mut hands[seat];
        let mut count = 0;
        for animal in 0..5 {
            let room = (8 - on_table).min(4).min(4 - of(&table, animal));
            let plain_kind = if animal > 2 { animal + 1 } else { animal };
            let most_howls = if animal == 2 { hand[3].min(room) } else { 0 };
            for plain in 0..=hand[plain_kind].min(room) {
                for howls in u8::from(plain == 0)..=most_howls.min(room - plain) {
                    moves[count] = (plain_kind, plain, howls);
                    count += 1;
                }
            }
        }
        let (kind, plain, howls) = moves[pick(rng, count as u32) as usize];
        hand[kind] -= plain;
        hand[3] -= howls;
        table[kind] += plain;
        table[3] += howls;
        tally.decisions += 1;
        tally.events += 1 + u64::from(plain + howls);
        for _ in 0..plain + howls {
            if deck == [0; 6] {
                deck = discard;
                discard = [0; 6];
            }
            hand[draw(&mut deck, rng)] += 1;
        }
        let triggers = on_table + plain + howls == 8 || (0..5).any(|animal| of(&table, animal) == 4);
        if !triggers {
            seat = (seat + 1) % PLAYERS;
            continue;
        }
        // The racing phase.
        for animal in 0..5 {
            if at[animal] == FINISH || (table[3] > 0 && animal != 2) {
                continue;
            }
            let cards = of(&table, animal);
            let steps = match animal {
                0 if cards == 4
                    && at[0] > 0
                    && at.iter().all(|other| *other <= at[0] || *other == FINISH) =>
                {
                    0
                }
                0 => 2 * u8::from(cards > 0),
                1 => 1 + u8::from(cards == 4),
                2 => cards - u8::from(cards > 1),
                3 => cards,
                _ => cards + u8::from(cards > 0),
            };
            let from = at[animal];
            let mut to = (from + steps).min(FINISH);
            let stream = (from + 1..=to).find(|tile| streams >> tile & 1 == 1);
            if let (4, Some(tile)) = (animal, stream) {
                to = tile;
            }
            at[animal] = to;
            if to == FINISH && from < FINISH {
                podium[arrived] = animal;
                arrived += 1;
                if arrived == 3 {
                    break 'game;
                }
            }
        }
        for (discarded, placed) in discard.iter_mut().zip(&mut table) {
            *discarded += *placed;
            *placed = 0;
        }
        first = (first + 1) % PLAYERS;
        seat = first;
    }
    tally.games += 1;
    let points_of =
        |animal: usize| [5, 3, 2].iter().zip(&podium).find(|(_, on)| **on == animal).map_or(0, |(p, _)| *p);
    let mut points = [0; PLAYERS];
    for (seat, points) in points.iter_mut().enumerate() {
        *points = points_of(bets[seat]) + points_of(second_bets[seat]);
    }
    std::hint::black_box(points)
}
