//! How strong is a bot? Plays it against another on common deals and tells its share of the wins.
//!
//! ```text
//! cargo run --release --example duel -- animal-race heuristic course --games 4000 --seed 1
//! cargo run --release --example duel -- animal-race heuristic random --players 4 --ruleset apprentice
//! ```
//!
//! Each deal is a group of games: the first bot sits in every seat once, all other seats are the second
//! bot's. A tie counts in equal parts. The interval is over groups, whose games are not independent.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;
use std::sync::Arc;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotSpec, Bots, Race, RaceGame, Ruleset, Seat, Streams};

const USAGE: &str = "duel GAME BOT OTHER [--ruleset NAME] [--players N] [--games N] [--seed N], GAME one of: animal-race, gotham, \
     hare-tortoise";

/// More events than any game has that these bots play.
const MOST_EVENTS: usize = 100_000;

struct Options {
    ruleset: String,
    players: u8,
    games: u64,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(game), Some(bot), Some(other)) = (words.next(), words.next(), words.next()) else {
        return Err(USAGE.into());
    };
    let mut options = Options { ruleset: String::new(), players: 2, games: 4_000, seed: 1 };
    while let (Some(option), value) = (words.next(), words.next()) {
        let value = value.ok_or_else(|| format!("{option} needs a value"))?;
        match option.as_str() {
            "--ruleset" => options.ruleset = value,
            "--players" => options.players = value.parse()?,
            "--games" => options.games = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            _ => return Err(USAGE.into()),
        }
    }
    let (bot, other) = (bot.parse()?, other.parse()?);
    match game.as_str() {
        AnimalRace::ID => duel::<AnimalRace>(&bot, &other, &options),
        Gotham::ID => duel::<Gotham>(&bot, &other, &options),
        HareTortoise::ID => duel::<HareTortoise>(&bot, &other, &options),
        _ => Err(USAGE.into()),
    }
}

fn duel<G: Bots>(bot: &BotSpec, other: &BotSpec, options: &Options) -> Result<(), Box<dyn Error>> {
    let usual = G::Ruleset::EMBEDDED.iter().map(|ruleset| ruleset.name);
    let usual = usual.clone().find(|name| *name == "classic").or_else(|| usual.clone().next());
    let ruleset = if options.ruleset.is_empty() { usual.unwrap_or_default() } else { &options.ruleset };
    let game = Arc::new(G::new(G::Ruleset::open(ruleset)?)?);
    let setup = game.setup(options.players);
    let seats = game.seats(&game.start(&setup)?);
    let groups = options.games / u64::from(options.players);
    if groups < 2 {
        return Err("an interval needs two groups of games: ask for more games".into());
    }
    let mut shares = Vec::new();
    for group in 0..groups {
        let mut share = 0.0;
        for seat in seats.iter() {
            let mut bots = seats
                .iter()
                .map(|place| G::bot(if place == seat { bot } else { other }))
                .collect::<Result<Vec<Box<dyn Bot<G>>>, _>>()?;
            share += share_of::<G>(&game, &setup, seat, &mut bots, Streams { seed: options.seed, group })?;
        }
        shares.push(share / f64::from(options.players));
    }
    let (mean, margin) = interval(&shares);
    println!(
        "{bot} against {other}: {:.1} % of the wins, 95 % interval {:.1} to {:.1} %, {} games of {} in {}, {} players",
        100.0 * mean,
        100.0 * (mean - margin),
        100.0 * (mean + margin),
        groups * u64::from(options.players),
        G::ID,
        ruleset,
        options.players,
    );
    Ok(())
}

/// One game, and this seat's share of the win.
fn share_of<G: Bots>(
    game: &Arc<G>,
    setup: &G::Setup,
    seat: Seat,
    bots: &mut [Box<dyn Bot<G>>],
    streams: Streams,
) -> Result<f64, Box<dyn Error>> {
    let mut race = Race::in_group(Arc::clone(game), setup, streams)?;
    race.play_out(bots, MOST_EVENTS)?;
    Ok(race.game().returns(race.state(), seat).as_f64())
}

/// The mean, and how far its 95 % interval reaches to either side.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}
