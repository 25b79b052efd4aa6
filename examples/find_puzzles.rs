//! Finds puzzles: positions in which a single move is clearly best, as searches see it.
//!
//! `cargo run --example find_puzzles -- gotham > puzzles/gotham.json` wrote the puzzles of the library; the other games
//! are `animal-race` and `hare-tortoise`. A number after the game asks for as many puzzles. Bots of level `club` play
//! the games. A decision becomes a puzzle if flat Monte Carlo search and tree search agree on the move, if the margin
//! to the next best move is large with other random numbers too, and if a beginner often misses it. Where few enough
//! positions can follow, exact values are computed; a puzzle that they contradict is dropped.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool prints its results and its progress")]

use std::collections::HashMap;
use std::error::Error;

use furlong::analysis::{Proof, proof_of};
use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{BotSpec, Decision, Playable, Race, Stream, Turn, ruleset};
use rand::SeedableRng as _;
use serde_json::json;

/// The seed of the first game. Each further game has the next one.
const SEED: u64 = 1;
/// The number of puzzles of each game.
const PUZZLES: usize = 36;
/// The maximum number of puzzles with the same move.
const ALIKE: usize = 5;
/// The minimum margin between the best two moves, in shares of the win, at a quick search and at a thorough one.
const MARGINS: [f64; 2] = [0.15, 0.2];
/// The number of times that a beginner is asked, and the most of them in which it may find the move.
const BEGINNER: (u64, usize) = (4, 2);
/// The maximum numbers of decisions and of positions in an exact calculation.
const EXACT: (u32, usize) = (4, 50_000);
/// The number of puzzles with exact values, where a game has such.
const PROVED: usize = 8;
/// The worlds in which a calculation must agree, if a seat does not see everything.
const WORLDS: u32 = 30;

type Found<A> = Result<Vec<(A, f64)>, Box<dyn Error>>;

/// The moves that a bot considers in a position, the best first, with the share of the win that it expects.
fn considered<G: Playable>(race: &Race<G>, bot: &str, seed: u64) -> Found<G::Action> {
    let Turn::Seat(seat) = race.turn() else { return Ok(Vec::new()) };
    let (view, actions) = (race.seat_view(seat), race.actions(seat));
    let mut rng = Stream::seed_from_u64(seed);
    let mut decision = Decision::new(race.game(), &view, &actions, &mut rng);
    let found = G::bot(&bot.parse::<BotSpec>()?)?.consider(&mut decision)?;
    let mut found: Vec<_> =
        found.into_iter().map(|found| (found.action, found.chance.unwrap_or_default())).collect();
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    Ok(found)
}

/// A position that may become a puzzle: the label of its move, and the puzzle as JSON.
struct Candidate {
    label: String,
    line: String,
    is_proved: bool,
}

/// The puzzle at this moment of a game.
fn puzzle<G: Playable>(race: &Race<G>, seed: u64) -> Result<Option<Candidate>, Box<dyn Error>> {
    let mut best: Option<(G::Action, f64, G::Action, f64)> = None;
    for (bot, margin) in [("flat:worlds=40", MARGINS[0]), ("flat:worlds=500", MARGINS[1])] {
        let found = considered(race, bot, seed)?;
        let [(first, share), (second, next), _, ..] = found[..] else { return Ok(None) };
        if share - next < margin || best.is_some_and(|best| best.0 != first) {
            return Ok(None);
        }
        best = Some((first, share, second, next));
    }
    let Some((best, share, second, next)) = best else { return Ok(None) };
    if considered(race, "hard:iterations=1500", seed)?.first().is_none_or(|(action, _)| *action != best) {
        return Ok(None);
    }
    let Turn::Seat(seat) = race.turn() else { return Ok(None) };
    let view = race.seat_view(seat);
    let proof = proof_of(race.game(), &view, best, WORLDS, EXACT, &mut Stream::seed_from_u64(seed));
    let mut missed = 0;
    for asked in 0..BEGINNER.0 {
        let chosen = considered(race, "beginner", asked)?;
        missed += usize::from(chosen.first().is_none_or(|(action, _)| *action != best));
    }
    let is_easy = missed + BEGINNER.1 < BEGINNER.0 as usize;
    if proof == Proof::Worse || is_easy && proof != Proof::Best {
        return Ok(None);
    }
    let label = race.game().label(&view, best);
    let shares = [share, next].map(|share| (share * 100.0).round() / 100.0);
    let (position, exact) = (race.position(), proof == Proof::Best);
    let line = json!({
        "position": position, "best": best, "next": second, "exact": exact, "shares": shares,
    });
    Ok(Some(Candidate { label, line: line.to_string(), is_proved: exact }))
}

/// Writes `count` puzzles of a game, of which `proved` have exact values.
fn find<G: Playable>(count: usize, proved: usize) -> Result<(), Box<dyn Error>> {
    let name = furlong::any::CatalogueEntry::of::<G>().usual_ruleset();
    let game = G::new(ruleset::open::<G::Ruleset>(name)?)?;
    let (mut lines, mut labels): (Vec<String>, HashMap<String, usize>) = (Vec::new(), HashMap::new());
    let mut left = [count - proved, proved];
    for seed in SEED.. {
        if left == [0, 0] {
            break;
        }
        // Every other game is one of two, where exact values can be computed.
        let setup = game.setup(if seed % 2 == 0 { 2 } else { 4 });
        let mut race = Race::new(game.clone(), &setup, seed)?;
        let mut club = G::bot(&"club".parse()?)?;
        while !race.is_over() && race.events() < 10_000 {
            if race.draw().is_some() {
                continue;
            }
            if let Some(Candidate { label, line, is_proved }) = puzzle(&race, seed)? {
                let alike = labels.entry(label.clone()).or_default();
                let left = &mut left[usize::from(is_proved && proved > 0)];
                if *alike < ALIKE && *left > 0 {
                    (*alike, *left) = (*alike + 1, *left - 1);
                    eprintln!(
                        "{} of {count}: game {seed}, event {}: {label}",
                        lines.len() + 1,
                        race.events()
                    );
                    lines.push(line);
                    break;
                }
            }
            race.ask(&mut *club)?;
        }
    }
    let command = format!("cargo run --example find_puzzles -- {}", G::ID);
    println!(
        "{{\"game\":{},\"ruleset\":{},\"command\":{},\"seed\":{SEED},\"puzzles\":[\n{}\n]}}",
        json!(G::ID),
        json!(name),
        json!(command),
        lines.join(",\n")
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(2).map_or(Ok(PUZZLES), |count| count.parse())?;
    let proved = PROVED.min(count / 4);
    match std::env::args().nth(1).as_deref() {
        Some("animal-race") => find::<AnimalRace>(count, 0),
        Some("hare-tortoise") => find::<HareTortoise>(count, proved),
        Some("gotham") => find::<Gotham>(count, proved),
        _ => Err("which game? animal-race, hare-tortoise or gotham".into()),
    }
}
