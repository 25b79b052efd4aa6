//! Measures the strength of a bot: plays it against another one on common deals and prints its share of the
//! wins.
//!
//! ```text
//! cargo run --release --example duel -- animal-race heuristic course --games 4000 --seed 1
//! cargo run --release --example duel -- animal-race heuristic random --players 4 --ruleset apprentice
//! cargo run --release --example duel -- hare-tortoise heuristic random --games 2000 --rounds 300
//! cargo run --release --example duel -- hare-tortoise heuristic heuristic --players 4 --games 2000 --rounds 300
//! ```
//!
//! Each deal is a group of games: the first bot sits in every seat once, and the second bot takes all other
//! seats. A tie counts in equal parts. The interval is over groups, because games of one group are not
//! independent. A bot against itself plays each deal once.
//!
//! `--rounds` stops games after a number of rounds. A stopped game counts as won by the seat that came home first, if
//! there is one. The share of games that were played to the end is printed with its interval.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;
use std::sync::Arc;

use furlong::animal_race::AnimalRace;
use furlong::arena::stats::{mean, wilson};
use furlong::game::Mark;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotSpec, Bots, Race, RaceGame, Ruleset, Seat, Streams, Turn, ruleset};

const USAGE: &str = "duel GAME BOT OTHER [--ruleset NAME] [--players N] [--games N] [--rounds N] [--seed N], GAME one of: \
                     animal-race, hare-tortoise, gotham";

/// A limit that no game between these bots reaches.
const MOST_EVENTS: usize = 100_000;

struct Options {
    ruleset: Option<String>,
    players: u8,
    games: u64,
    rounds: Option<usize>,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(game), Some(bot), Some(other)) = (words.next(), words.next(), words.next()) else {
        return Err(USAGE.into());
    };
    let mut options = Options { ruleset: None, players: 2, games: 4_000, rounds: None, seed: 1 };
    while let (Some(option), value) = (words.next(), words.next()) {
        let value = value.ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--ruleset" => options.ruleset = Some(value),
            "--players" => options.players = value.parse()?,
            "--games" => options.games = value.parse()?,
            "--rounds" => options.rounds = Some(value.parse()?),
            "--seed" => options.seed = value.parse()?,
            _ => return Err(USAGE.into()),
        }
    }
    let (bot, other) = (bot.parse()?, other.parse()?);
    match game.as_str() {
        AnimalRace::ID => duel::<AnimalRace>(&bot, &other, &options),
        HareTortoise::ID => duel::<HareTortoise>(&bot, &other, &options),
        Gotham::ID => duel::<Gotham>(&bot, &other, &options),
        _ => Err(USAGE.into()),
    }
}

fn duel<G: Bots>(bot: &BotSpec, other: &BotSpec, options: &Options) -> Result<(), Box<dyn Error>> {
    let first = G::Ruleset::EMBEDDED.first().map_or("", |embedded| embedded.name);
    let ruleset = options.ruleset.as_deref().unwrap_or(first);
    let game = Arc::new(G::new(ruleset::open(ruleset)?)?);
    let setup = game.setup(options.players);
    let seats = game.seats(&game.start(&setup)?);
    let sitting = if bot == other { 1 } else { usize::from(options.players) };
    let groups = options.games / sitting as u64;
    if groups < 2 {
        return Err("an interval needs two groups of games: ask for more games".into());
    }
    let mut shares = Vec::new();
    let mut finished = 0;
    let mut rounds = 0;
    for group in 0..groups {
        let mut share = 0.0;
        for seat in seats.iter().take(sitting) {
            let mut bots = seats
                .iter()
                .map(|place| G::bot(if place == seat { bot } else { other }))
                .collect::<Result<Vec<Box<dyn Bot<G>>>, _>>()?;
            let mut race = Race::in_group(Arc::clone(&game), &setup, Streams { seed: options.seed, group })?;
            rounds += play(&mut race, &mut bots, options.rounds)?;
            share += share_of(&race, seat);
            finished += u64::from(race.is_over());
        }
        shares.push(share / sitting as f64);
    }
    let share = mean(&shares).ok_or("nothing was played")?;
    // A single deal has no interval.
    let within = share.interval.map_or_else(String::new, |within| {
        format!(", 95 % interval {:.1} to {:.1} %", 100.0 * within.low, 100.0 * within.high)
    });
    let games = groups * sitting as u64;
    println!(
        "{bot} against {other}: {:.1} % of the wins{within}, {games} games of {} in {ruleset}, {} players",
        100.0 * share.value,
        G::ID,
        options.players,
    );
    if let Some(most) = options.rounds {
        let over = wilson(finished, games).and_then(|share| share.interval).ok_or("nothing was played")?;
        println!(
            "{finished} games over within {most} rounds: {:.2} %, 95 % interval {:.2} to {:.2} %; {:.1} rounds a game",
            100.0 * finished as f64 / games as f64,
            100.0 * over.low,
            100.0 * over.high,
            rounds as f64 / games as f64,
        );
    }
    Ok(())
}

/// Plays a game to its end or for `most_rounds` rounds, and returns the number of rounds.
fn play<G: Bots>(
    race: &mut Race<G>,
    bots: &mut [Box<dyn Bot<G>>],
    most_rounds: Option<usize>,
) -> Result<usize, Box<dyn Error>> {
    let (mut told, mut rounds) = (0, 0);
    while let Turn::Seat(seat) = race.proceed() {
        race.ask(&mut *bots[seat.index()])?;
        let new = &race.happenings()[told..];
        rounds += new.iter().filter(|seen| race.game().mark(seen) == Some(Mark::RoundEnds)).count();
        told = race.happenings().len();
        if most_rounds.is_some_and(|most| rounds >= most) {
            break;
        }
        if race.events() >= MOST_EVENTS {
            return Err(format!("not over after {MOST_EVENTS} events: set a limit with --rounds").into());
        }
    }
    Ok(rounds)
}

/// Returns the seat's share of the win. A stopped game counts as won by the seat that came home first.
fn share_of<G: Bots>(race: &Race<G>, seat: Seat) -> f64 {
    let (game, state) = (race.game(), race.state());
    if race.is_over() {
        return game.returns(state)[seat].as_f64();
    }
    let mut runners = Vec::new();
    game.runners(state, &mut runners);
    let mut own = runners.iter().filter(|runner| runner.owner == Some(seat)).peekable();
    let is_home = own.peek().is_some() && own.all(|runner| runner.arrived.is_some());
    let is_first = game.standings(state).rows[seat].place == 1;
    if is_home && is_first { 1.0 } else { 0.0 }
}
