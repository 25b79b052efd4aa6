//! A game played over lines of JSON, the core of a server: people at the first two seats, bots at the others.
//!
//! ```text
//! echo '{"seat": 0, "request": {"number": 1}}' | cargo run --example table_server -- gotham
//! ```
//!
//! Each input line is a request of a seat; each output line is a message to one reader. docs/table.md describes both.
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;
use std::io::{BufRead as _, stdin};

use furlong::table::{Message, Occupant, Reader, Request, Stage, Table};
use furlong::{BotSpec, NewRace, Seat, catalogue};
use serde::Deserialize;

/// An input line.
#[derive(Deserialize)]
struct Asked {
    seat: Seat,
    request: Request,
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = std::env::args().nth(1).unwrap_or_else(|| "animal-race".to_owned());
    let mut race = catalogue().begin(&NewRace::default().game(&game).players(Some(3)))?;
    let bot = Occupant::Bot(BotSpec::named("heuristic"));
    let occupant = |seat: Seat| if seat.index() < 2 { &Occupant::Person } else { &bot };
    race.set_players(race.seats().iter().map(|seat| occupant(seat).player(seat, None)).collect());
    let mut table = race.table()?;
    tell_all(&mut *table)?;
    for line in stdin().lock().lines() {
        let asked: Asked = match serde_json::from_str(&line?) {
            Ok(asked) => asked,
            Err(error) => {
                println!("{}", serde_json::json!({ "error": error.to_string() }));
                continue;
            }
        };
        let reply = table.answer(Reader::Player(asked.seat), &asked.request)?;
        send(&reply.message)?;
        tell_all(&mut *table)?;
    }
    Ok(())
}

/// Lets chance and bots decide until people have to, and sends everybody the news and the pending questions.
fn tell_all(table: &mut dyn Table) -> Result<(), Box<dyn Error>> {
    while matches!(table.advance()?, Stage::Bot(_) | Stage::Chance) {}
    for seat in table.people() {
        send(&table.news(Reader::Player(seat)))?;
    }
    for seat in table.deciding() {
        send(&table.display(Reader::Player(seat)))?;
    }
    Ok(())
}

fn send(message: &Message) -> Result<(), Box<dyn Error>> {
    if !message.shown.is_empty() {
        println!("{}", serde_json::to_string(message)?);
    }
    Ok(())
}
