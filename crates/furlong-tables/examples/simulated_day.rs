//! A day of play on a server, in simulated time, and its memory in each hour.
//!
//! ```text
//! cargo run --release -p furlong-tables --example simulated_day -- 200
//! ```
//!
//! The argument is the number of tables opened in each hour. Each has two people and a bot, who play to the end; then
//! the people leave. The program ends by itself.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;

use furlong::bot::StopFlag;
use furlong_tables::{Channel, Tables};
use serde_json::{Value, json};

/// The games, each with a quick bot that finishes it.
const GAMES: [(&str, &str); 3] =
    [("animal-race", "random"), ("hare-tortoise", "heuristic"), ("gotham", "random")];
const HOUR: u64 = 3_600_000;

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(100), |text| text.parse())?;
    let mut tables = Tables::new("a", furlong::catalogue(), [1; 32]);
    let mut moves = 0;
    println!("hour  games  moves  tables  memory in MB");
    for hour in 0..24 {
        for number in 0..games {
            let now = hour * HOUR + number * HOUR / games;
            moves += play(&mut tables, GAMES[number as usize % 3], now)?;
            tables.tick(now.into());
        }
        println!("{:4}  {:5}  {moves:5}  {:6}  {}", hour + 1, (hour + 1) * games, tables.count(), memory());
    }
    tables.tick((25 * HOUR).into());
    println!("at the end {} tables", tables.count());
    Ok(())
}

/// The number of moves after which people, who choose at random, leave their seats to bots; otherwise hare & tortoise
/// would not end.
const MOST: u64 = 60;

/// Plays a game to its end, and returns the number of moves of people.
fn play(tables: &mut Tables, (game, bot): (&str, &str), now: u64) -> Result<u64, Box<dyn Error>> {
    let players = json!([{ "name": "Ada" }, { "name": "Bea" }, { "bot": bot }]);
    let opened = call(tables, 0, &json!({ "open-table": { "game": game, "players": players } }), now)?;
    let table = opened["opened"]["table"].clone();
    let mut moves = 0;
    loop {
        while let Some(work) = tables.work() {
            // What decided the game is left out: it is worked out once, and kept in a sentence.
            if !work.is_long() {
                tables.finish(work.run(&StopFlag::default()), now.into());
            }
        }
        let mut is_asked = false;
        for seat in 0..2_u64 {
            // Everybody claims the own seat.
            let (token, claim) = (&opened["opened"]["tokens"][seat as usize], format!("{seat:032}"));
            let join = json!({ "join": { "table": table, "token": token, "claim": claim } });
            let view = call(tables, seat, &join, now)?["joined"]["sight"].clone();
            if view["stage"] == "over" {
                tables.close(Channel(0), now.into());
                tables.close(Channel(1), now.into());
                return Ok(moves);
            }
            let Some(choices) = view["question"]["choices"].as_array() else { continue };
            let number = 1 + (moves as usize * 7 + 3) % choices.len();
            let answer = json!({ "answer": { "request": { "number": number }, "events": view["events"] } });
            let command = if moves < MOST { answer } else { json!({ "give-up-seat": bot }) };
            call(tables, seat, &json!({ "at": { "table": table, "do": command } }), now)?;
            (moves, is_asked) = (moves + 1, true);
            break;
        }
        if !is_asked {
            return Err(format!("nobody is asked at a table of {game}").into());
        }
    }
}

fn call(tables: &mut Tables, channel: u64, call: &Value, now: u64) -> Result<Value, Box<dyn Error>> {
    let text = json!({ "id": 1, "call": call }).to_string();
    let outcome = tables.call(Channel(channel), &text, now.into());
    let answer: Value = serde_json::from_str(&outcome.sent.first().ok_or("no answer")?.text)?;
    match answer["refused"].as_str() {
        Some(sentence) => Err(sentence.into()),
        None => Ok(answer["reply"].clone()),
    }
}

/// The memory of this process, if the system reports it.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.map_or_else(|| "?".to_owned(), |kilobytes| format!("{:.1}", kilobytes / 1024.0))
}
