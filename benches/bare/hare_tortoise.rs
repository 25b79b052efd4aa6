//! Classic Hare & Tortoise for four players on board B, with uniformly random moves.

use furlong::Stream;
use rand::RngExt;

use super::Tally;

const PLAYERS: usize = 4;
const BOARD: &[u8; 63] = b"HCH3CHF24LT3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHCFCHC";

const fn mask(kind: u8) -> u64 {
    let (mut mask, mut at) = (0, 0);
    while at < 63 {
        if BOARD[at] == kind {
            mask |= 1 << (at + 1);
        }
        at += 1;
    }
    mask
}

const CARROTS: u64 = mask(b'C');
const LETTUCES: u64 = mask(b'L');
const HARES: u64 = mask(b'H');
const TORTOISES: u64 = mask(b'T');

static REACH: [u8; 2081] = {
    let (mut table, mut carrots, mut squares) = ([0; 2081], 0, 0);
    while carrots < 2081 {
        if (squares + 1) * (squares + 2) / 2 <= carrots {
            squares += 1;
        }
        table[carrots] = squares as u8;
        carrots += 1;
    }
    table
};

#[derive(Clone, Copy)]
struct Runner {
    at: u8,
    lettuces: u8,
    carrots: u16,
    leaves: bool,
    misses: bool,
}

struct Table {
    runners: [Runner; PLAYERS],
    home: u8,
}

fn cost(squares: u8) -> u16 {
    u16::from(squares) * u16::from(squares + 1) / 2
}

fn pick(rng: &mut Stream, count: u32) -> u32 {
    rng.random_range(0..count)
}

fn nth(mut mask: u64, place: u32) -> u8 {
    for _ in 0..place {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as u8
}

fn ahead(at: u8) -> u64 {
    if at >= 63 { 0 } else { !0 << (at + 1) }
}

fn behind(at: u8) -> u64 {
    (1 << at) - 1
}

impl Table {
    fn stood_on(&self) -> u64 {
        self.runners.iter().filter(|runner| runner.at < 64).fold(0, |mask, runner| mask | 1 << runner.at)
    }

    fn position(&self, at: u8) -> u16 {
        1 + self.runners.iter().filter(|other| other.at > at).count() as u16
    }

    /// The squares ahead, the finish, and the tortoise square that the runner can move to.
    fn moves(&self, who: usize) -> (u64, bool, Option<u8>) {
        let runner = &self.runners[who];
        let taken = self.stood_on();
        let far = runner.at + REACH[usize::from(runner.carrots.min(2080))];
        let within = if far >= 63 { !0 } else { (1 << (far + 1)) - 1 };
        let mut forward = ahead(runner.at) & within & !taken & !TORTOISES;
        if runner.lettuces == 0 {
            forward &= !LETTUCES;
        }
        let finish = far >= 64 && runner.lettuces == 0 && runner.carrots - cost(64 - runner.at) <= 20;
        let tortoises = TORTOISES & behind(runner.at);
        let back = (tortoises != 0).then(|| 63 - tortoises.leading_zeros() as u8);
        (forward, finish, back.filter(|at| taken >> at & 1 == 0))
    }

    /// The square that an effect leads to, if any.
    fn effect(&self, who: usize, card: u32, position: u16) -> Option<u8> {
        let Runner { at, lettuces, carrots, .. } = self.runners[who];
        let stood_on = self.stood_on();
        let mut open = !(stood_on | 1);
        if lettuces == 0 {
            open &= !LETTUCES;
        }
        let foremost = |mask: u64| (mask != 0).then(|| 63 - mask.leading_zeros() as u8);
        let hindmost = |mask: u64| (mask != 0).then(|| mask.trailing_zeros() as u8);
        match (card, position) {
            (1, 1..=3) => foremost(CARROTS & behind(at) & !stood_on),
            (1, _) => hindmost(CARROTS & ahead(at) & !stood_on),
            (_, 1..=2) => {
                let neighbour = foremost(stood_on & behind(at))?;
                foremost(behind(neighbour) & open | 1)
            }
            _ => {
                let neighbour = hindmost(stood_on & ahead(at))?;
                hindmost(ahead(neighbour) & open & !TORTOISES)
                    .or_else(|| (lettuces == 0 && carrots <= 20).then_some(64))
            }
        }
    }

    /// Moves the runner, and returns the price of the move when it ends on a hare square.
    fn go(&mut self, who: usize, forward: u64, finish: bool, back: Option<u8>, place: u32) -> Option<u16> {
        let count = forward.count_ones();
        let runner = &mut self.runners[who];
        runner.leaves = false;
        if place < count {
            let to = nth(forward, place);
            let price = cost(to - runner.at);
            runner.carrots -= price;
            runner.at = to;
            return (HARES >> to & 1 == 1).then_some(price);
        }
        if finish && place == count {
            runner.carrots -= cost(64 - runner.at);
            runner.at = 64;
            self.home += 1;
        } else if let Some(to) = back {
            runner.carrots = runner.carrots.saturating_add(10 * u16::from(runner.at - to));
            runner.at = to;
        }
        None
    }

    fn turn(&mut self, who: usize, rng: &mut Stream, tally: &mut Tally) {
        let position = self.position(self.runners[who].at);
        let runner = &mut self.runners[who];
        let pays = match runner.at.checked_sub(1).and_then(|at| BOARD.get(usize::from(at))) {
            Some(b'F') => matches!(position, 1 | 5 | 6),
            Some(number @ b'2'..=b'4') => position == u16::from(number - b'0'),
            _ => false,
        };
        if pays {
            runner.carrots = runner.carrots.saturating_add(10 * position);
        }
        tally.decisions += 1;
        tally.events += 1;
        if LETTUCES >> runner.at & 1 == 1 && runner.at < 64 && !runner.leaves {
            // The only legal action, so nothing is drawn.
            runner.lettuces -= 1;
            runner.carrots = runner.carrots.saturating_add(10 * position);
            runner.leaves = true;
            return;
        }
        let stays = if CARROTS >> runner.at & 1 == 1 { 1 + u32::from(runner.carrots >= 10) } else { 0 };
        let (forward, finish, back) = self.moves(who);
        let moves = forward.count_ones() + u32::from(finish) + u32::from(back.is_some());
        let chosen = pick(rng, (stays + moves).max(1));
        if stays + moves == 0 {
            self.runners[who] = Runner { at: 0, carrots: 65, leaves: false, ..self.runners[who] };
            return;
        }
        if chosen < stays {
            let runner = &mut self.runners[who];
            runner.carrots =
                if chosen == 0 { runner.carrots.saturating_add(10) } else { runner.carrots - 10 };
            return;
        }
        if let Some(price) = self.go(who, forward, finish, back, chosen - stays) {
            self.jug(who, price, rng, tally);
        }
    }

    fn jug(&mut self, who: usize, mut price: u16, rng: &mut Stream, tally: &mut Tally) {
        for _ in 0..16 {
            tally.events += 1;
            let card = pick(rng, 6);
            let position = self.position(self.runners[who].at);
            match card {
                0 => self.runners[who].misses = true,
                3 if position == 1 => {
                    tally.decisions += 1;
                    tally.events += 1;
                    let runner = &mut self.runners[who];
                    let pays = pick(rng, if runner.carrots >= 10 { 2 } else { 1 }) == 1;
                    runner.carrots =
                        if pays { runner.carrots - 10 } else { runner.carrots.saturating_add(10) };
                }
                3 => {
                    let runner = &mut self.runners[who];
                    if runner.lettuces == 0 {
                        runner.misses = true;
                    } else {
                        runner.lettuces -= 1;
                        runner.carrots = runner.carrots.saturating_add(10 * position);
                    }
                }
                4 => self.runners[who].carrots = self.runners[who].carrots.saturating_add(price),
                5 => {
                    tally.decisions += 1;
                    tally.events += 1;
                    let (forward, finish, back) = self.moves(who);
                    let moves = forward.count_ones() + u32::from(finish) + u32::from(back.is_some());
                    let chosen = pick(rng, moves + 1);
                    if chosen == moves {
                        return;
                    }
                    match self.go(who, forward, finish, back, chosen) {
                        Some(paid) => {
                            price = paid;
                            continue;
                        }
                        None => return,
                    }
                }
                _ => {
                    if let Some(to) = self.effect(who, card, position) {
                        self.runners[who].at = to;
                        self.home += u8::from(to == 64);
                        if to < 64 && HARES >> to & 1 == 1 {
                            price = 0;
                            continue;
                        }
                    }
                }
            }
            return;
        }
    }
}

/// Plays one game of at most `cap` events and returns the squares, so that nothing is optimized away.
pub(crate) fn playout(cap: u64, rng: &mut Stream, tally: &mut Tally) -> [u8; PLAYERS] {
    let runner = Runner { at: 0, lettuces: 3, carrots: 65, leaves: false, misses: false };
    let mut table = Table { runners: [runner; PLAYERS], home: 0 };
    let end = tally.events + cap;
    tally.games += 1;
    tally.events += 1;
    let mut who = pick(rng, PLAYERS as u32) as usize;
    while table.home < 3 && tally.events < end {
        let runner = &mut table.runners[who];
        if runner.at < 64 {
            if runner.misses {
                runner.misses = false;
            } else {
                table.turn(who, rng, tally);
            }
        }
        who = (who + 1) % PLAYERS;
    }
    table.runners.map(|runner| runner.at)
}
