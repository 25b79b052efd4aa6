//! Chance must not be foreseeable: attacks by a bot on the generator that it receives, and on everything that
//! a process reads.
//!
//! The attack is the best one on mixing alone. Every step of mixing is a bijection, so the first number of a
//! generator can be inverted to its state, which `Debug` prints too. A bot thus learns its own key. Using that key, or a seed of the whole deal derived in the same way, as the key of the table
//! must be right no more often than a guess.

use furlong::ruleset;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use furlong::animal_race::AnimalRace;
use furlong::game::ChancePoint;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotError, Decision, Race, RaceGame, RandomBot, Seat, Stream, Streams, Turn};
use rand::{Rng as _, SeedableRng as _};

/// `SplitMix64`: the step and the finalizer.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(FIRST);
    z = (z ^ (z >> 27)).wrapping_mul(SECOND);
    z ^ (z >> 31)
}

/// The number from which `mix` makes `mixed`.
const fn unmix(mixed: u64) -> u64 {
    let z = unshift(mixed, 31).wrapping_mul(inverse(SECOND));
    let z = unshift(z, 27).wrapping_mul(inverse(FIRST));
    unshift(z, 30).wrapping_sub(STEP)
}

/// Undoes `z ^ (z >> shift)`.
const fn unshift(value: u64, shift: u32) -> u64 {
    let mut z = value;
    let mut known = shift;
    while known < 64 {
        z = value ^ (z >> shift);
        known += shift;
    }
    z
}

/// The inverse of an odd number modulo 2^64; each of Newton's steps doubles the number of correct bits.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut steps = 0;
    while steps < 6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        steps += 1;
    }
    inverse
}

#[test]
fn mixing_alone_can_be_undone() {
    let mut rng = Stream::seed_from_u64(1);
    for _ in 0..100 {
        let number = rng.next_u64();
        assert_eq!(unmix(mix(number)), number);
        let mut derived = Stream::seed_from_u64(number);
        assert_eq!(seed_of(&derived), number);
        assert_eq!(unmix(derived.next_u64()), number);
    }
}

/// The number from which a generator was made, computed from its `Debug` form.
fn seed_of(rng: &Stream) -> u64 {
    let printed = format!("{rng:?}");
    let mut numbers = printed.rsplit(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
    numbers.next().expect("the state of the generator")
}

/// Plays at random, and keeps the numbers from which its generators were made.
struct Spy(Arc<Mutex<Vec<u64>>>);

impl<G: RaceGame> Bot<G> for Spy {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        self.0.lock().expect("nobody has panicked").push(seed_of(decision.rng));
        RandomBot.choose(decision)
    }
}

/// The number from which the generator of a chance event would be made, in both layouts that have existed.
fn layouts(key: u64, point: ChancePoint, nth: u32) -> [u64; 2] {
    let owner = point.owner.map_or(u64::from(u8::MAX), |seat| u64::from(seat.number()));
    let place = owner << 8 | u64::from(point.purpose.code());
    [(1 << 16 | place) << 32, place << 32].map(|place| key ^ (place | u64::from(nth)))
}

/// The number of correct predictions, with the expectation and the variance of guessing by the true weights.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    right: f64,
    expected: f64,
    variance: f64,
}

impl Score {
    fn note(&mut self, is_right: bool, probability: f64) {
        self.right += f64::from(u8::from(is_right));
        self.expected += probability;
        self.variance += probability * (1.0 - probability);
    }
}

/// The scores of all attacks in games of random bots, with the whole state known.
fn attack<G: RaceGame>(usual: &str, games: u64) -> [Score; 4] {
    let game = Arc::new(G::new(ruleset::open(usual).expect("embedded")).expect("playable"));
    let mut scores = [Score::default(); 4];
    for group in 0..games {
        let streams = Streams { seed: 0x51f0_aa37_09d4_e8b1, group };
        let setup = game.setup(*game.players().start());
        let mut race = Race::<G>::in_group(Arc::clone(&game), &setup, streams).expect("a set-up that fits");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (mut decided, mut drawn) = (HashMap::new(), HashMap::new());
        // The keys that the last decision reveals: derived as if from the deal, and from the seat alone.
        let mut keys = None;
        while race.events() < 1_500 {
            match race.turn() {
                Turn::Over => break,
                Turn::Seat(seat) => {
                    race.ask(&mut Spy(Arc::clone(&seen))).expect("a legal choice");
                    let nth: &mut u64 = decided.entry(seat).or_default();
                    let number = seen.lock().expect("nobody has panicked").pop().expect("it was asked");
                    let of_deal = number ^ ((2 << 16 | u64::from(seat.number()) << 8) << 32 | *nth);
                    keys = Some([of_deal, number ^ *nth]);
                    *nth += 1;
                }
                Turn::Chance(point) => {
                    let nth: &mut u32 = drawn.entry((point.owner, point.purpose.code())).or_default();
                    let outcomes = race.chances();
                    let total: f64 = outcomes.iter().map(|outcome| f64::from(outcome.weight)).sum();
                    let numbers = keys.iter().flatten().flat_map(|key| layouts(*key, point, *nth));
                    let foreseen: Vec<G::Chance> = numbers
                        .map(|number| game.sample_chance(race.state(), &mut Stream::seed_from_u64(number)))
                        .collect();
                    *nth += 1;
                    let came = race.draw().expect("chance decides");
                    for (score, foreseen) in scores.iter_mut().zip(foreseen) {
                        let weight = outcomes.iter().find(|weighted| weighted.outcome == foreseen);
                        let weight = f64::from(weight.expect("it can come").weight);
                        score.note(foreseen == came, weight / total);
                    }
                }
            }
        }
    }
    scores
}

#[track_caller]
fn assert_no_better_than_guessing(scores: [Score; 4]) {
    for score in scores {
        assert!(score.variance > 50.0, "too little was at stake: {score:?}");
        let distance = (score.right - score.expected) / score.variance.sqrt();
        assert!(distance.abs() < 4.5, "{distance:.1} deviations from guessing: {scores:?}");
    }
}

#[test]
fn a_bot_that_inverts_its_generator_foresees_nothing_of_the_animal_race() {
    assert_no_better_than_guessing(attack::<AnimalRace>("classic", 60));
}

#[test]
fn a_bot_that_inverts_its_generator_foresees_nothing_of_hare_and_tortoise() {
    assert_no_better_than_guessing(attack::<HareTortoise>("classic", 20));
}

#[test]
fn a_bot_that_inverts_its_generator_foresees_nothing_of_gotham() {
    assert_no_better_than_guessing(attack::<Gotham>("standard", 100));
}

#[test]
fn a_seat_that_knows_its_own_key_does_not_know_that_of_another() {
    let streams = Streams { seed: 0x51f0_aa37_09d4_e8b1, group: 3 };
    let numbers = |seat: Seat| (0..4).map(move |nth| seed_of(&streams.bot(seat, nth)));
    let second = Seat::new(1).expect("a seat");
    let keys: Vec<u64> = numbers(Seat::FIRST).zip(0..).map(|(number, nth)| number ^ nth).collect();
    assert!(keys.windows(2).all(|pair| pair[0] == pair[1]), "a seat has one key: {keys:x?}");
    let others: Vec<u64> = numbers(second).zip(0..).map(|(number, nth)| number ^ nth).collect();
    // A key that differs from another one in only a bit or two could be found by trial.
    assert!((keys[0] ^ others[0]).count_ones() > 8, "{:x} and {:x}", keys[0], others[0]);
}

#[cfg(all(unix, feature = "process"))]
mod process {
    use std::fs;

    use furlong::bot::ProcessPool;
    use serde_json::Value;

    use super::*;
    use crate::json;

    /// A seed such as the library chooses by default: 64 random bits.
    const SEED: u64 = 0x9c3e_61d7_02fb_58a4;

    /// The lines that a process in the first seat reads in a race of two.
    fn read_by_a_process() -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let heard = folder.path().join("heard");
        let script = r#"while read -r line; do printf '%s\n' "$line" >> HEARD; case $line in
            *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2, "listens": true}';;
            *'"decide"'*) echo '{"action": 0}';; esac; done; env >> HEARD"#;
        let command = format!("exec:{}", script.replace("HEARD", heard.to_str().expect("text")));
        let game = AnimalRace::new(ruleset::open("classic").expect("embedded"));
        let game = game.expect("playable");
        let setup = game.setup(2);
        let json = json::to_value(&setup).expect("plain data");
        let mut race = Race::new(game, &setup, SEED).expect("a set-up that fits");
        let pool = ProcessPool::new(command.parse().expect("a command"));
        let mut bot = pool.bot(json, race.seats());
        while let Turn::Seat(seat) = race.proceed() {
            let events = race.events();
            if seat == Seat::FIRST {
                race.ask(&mut bot).expect("it answers");
            } else {
                race.ask(&mut RandomBot).expect("a legal choice");
            }
            race.notify(&mut bot, Seat::FIRST, events);
        }
        drop((bot, pool));
        fs::read_to_string(heard).expect("it was written")
    }

    #[test]
    fn nothing_that_a_process_reads_holds_the_seed() {
        let heard = read_by_a_process();
        assert!(heard.lines().count() > 5);
        for form in [SEED.to_string(), (SEED as i64).to_string(), format!("{SEED:x}"), format!("{SEED:X}")] {
            assert!(!heard.contains(&form), "{form}");
        }
        assert!(!heard.contains("seed"), "nor anything that is called so");
    }

    #[test]
    fn a_process_does_not_find_the_seed_in_its_random_numbers_by_trying() {
        let heard = read_by_a_process();
        let questions = heard.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let numbers: Vec<u32> = questions
            .filter_map(|question| question["random"].as_u64())
            .map(|number| number.try_into().expect("below 2^32"))
            .collect();
        let fits = |bot: &dyn Fn(u32) -> Stream| {
            numbers.iter().zip(0..).all(|(number, nth)| bot(nth).next_u32() == *number)
        };
        assert!(fits(&|nth| Streams::new(SEED).bot(Seat::FIRST, nth)), "this is how it would be found");
        let found = (0..1_000_000).find(|seed| {
            let deal = mix(seed ^ mix(0));
            let by_mixing = |nth| Stream::seed_from_u64(deal ^ (2 << 48 | u64::from(nth)));
            fits(&by_mixing) || fits(&|nth| Streams::new(*seed).bot(Seat::FIRST, nth))
        });
        assert_eq!(found, None);
    }
}
