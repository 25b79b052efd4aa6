//! The strength of the bot that plays by post: one seat sends its order sheets, the others as the arguments say.
//!
//! ```text
//! cargo run --release --example postal_duel -- none --games 400
//! cargo run --release --example postal_duel -- random --games 400
//! cargo run --release --example postal_duel -- bot --games 400
//! ```
//!
//! The others send nothing and play by the defaults of HP-05 (`none`), order steps of 1 to 8 squares at random
//! (`random`), or send the bot's sheets as well (`bot`). The bot sits in each seat of each deal once. A game
//! that is not over after `--rounds` is stopped; the first player home has won all the same.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;

use furlong::arena::stats::wilson;
use furlong::hare_tortoise::HareTortoise;
use furlong::hare_tortoise::postal::{PostalGame, Sent, letter, moves_of, sequence, write_orders};
use furlong::{Race, RaceGame, Seat, Stream, Streams, ruleset};
use rand::RngExt;

const USAGE: &str = "postal_duel none|random|bot [--players N] [--games N] [--rounds N] [--seed N]";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    SendNothing,
    OrderAtRandom,
    AreBots,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let who = words.next().ok_or(USAGE)?;
    let others = match who.as_str() {
        "none" => Others::SendNothing,
        "random" => Others::OrderAtRandom,
        "bot" => Others::AreBots,
        _ => return Err(USAGE.into()),
    };
    let (mut players, mut games, mut rounds, mut seed) = (4, 400, 100, 1);
    while let (Some(option), value) = (words.next(), words.next()) {
        let value = value.ok_or(USAGE)?;
        match option.as_str() {
            "--players" => players = value.parse()?,
            "--games" => games = value.parse()?,
            "--rounds" => rounds = value.parse()?,
            "--seed" => seed = value.parse()?,
            _ => return Err(USAGE.into()),
        }
    }
    let game = HareTortoise::new(ruleset::open("postal")?)?;
    let (mut won, mut over, mut played, mut length) = (0, 0, 0, 0);
    for deal in 0..games / u64::from(players) {
        for number in 0..players {
            let seat = Seat::new(number).ok_or(USAGE)?;
            let race = play(&game, players, seat, others, (seed + deal, rounds))?;
            let standings = race.standings();
            let is_home =
                race.game().position(race.state()).players[seat.index()].runners[0].arrived == Some(1);
            won += u64::from(is_home && standings.rows[seat].place == 1);
            over += u64::from(race.is_over());
            length += u64::from(race.game().position(race.state()).round.number.min(rounds));
            played += 1;
        }
    }
    let percent = |count: u64| 100.0 * count as f64 / played as f64;
    let first = wilson(won, played).and_then(|share| share.interval).ok_or("nothing was played")?;
    println!(
        "the bot's sheets against {who}: first in {won} of {played} games of {players}, {:.1} %, 95 % interval {:.1} to {:.1} %",
        percent(won),
        100.0 * first.low,
        100.0 * first.high
    );
    println!(
        "{over} games over within {rounds} rounds, {:.1} %; {:.1} rounds a game",
        percent(over),
        length as f64 / played as f64
    );
    Ok(())
}

/// A postal game to its end, or for `rounds`.
fn play(
    game: &HareTortoise,
    players: u8,
    bot: Seat,
    others: Others,
    (seed, rounds): (u64, u16),
) -> Result<Race<HareTortoise>, Box<dyn Error>> {
    let setup = game.setup(players);
    let names: Vec<String> = (1..=players).map(|number| format!("player {number}")).collect();
    let mut postal = PostalGame::new("duel", game, &setup, &names, seed)?;
    for round in 1..=rounds {
        let race = postal.race()?;
        if race.is_over() {
            break;
        }
        let moves = moves_of(&sequence(game, race.state()));
        let mut sent = Vec::new();
        for seat in race.seats().iter().filter(|seat| moves[*seat] > 0) {
            let sheet = if seat == bot || others == Others::AreBots {
                write_orders(game, &race.view(seat)?).to_string()
            } else if others == Others::OrderAtRandom {
                let mut rng = Streams { seed, group: u64::from(round) }.bot(seat, 0);
                random_sheet(seat, round, moves[seat], &mut rng)
            } else {
                continue;
            };
            sent.push(Sent::text(format!("{}.txt", letter(seat)), sheet));
        }
        postal.adjudicate(sent, &[])?;
    }
    Ok(postal.race()?)
}

/// A step at random for each move; what cannot be carried out is replaced by the default.
fn random_sheet(seat: Seat, round: u16, moves: u8, rng: &mut Stream) -> String {
    let steps = ["first", "second"].into_iter().take(usize::from(moves));
    let lines: Vec<String> =
        steps.map(|name| format!("{name}: forward {}", rng.random_range(1..=8))).collect();
    format!("player {}\nround {round}\n{}\n", letter(seat), lines.join("\n"))
}
