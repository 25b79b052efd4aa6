//! A custom bot and its strength: `cargo run --release --example write_a_bot [-- DEALS]`
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;

use furlong::animal_race::{Action, AnimalRace};
use furlong::{Bot, BotError, Bots, Decision, Race, RaceGame, Seat, Streams, ruleset};

/// A bot that pushes the animals it has bet on: it chooses the placement with the most cards of them, or the smallest
/// placement if none has any.
#[derive(Clone, Copy)]
struct Pusher;

impl Bot<AnimalRace> for Pusher {
    fn choose(&mut self, decision: &mut Decision<'_, AnimalRace>) -> Result<Action, BotError> {
        let Decision { actions, .. } = *decision;
        let view = decision.view();
        let is_own = |animal| view.bets.animals().any(|own| own == animal);
        let value = |action: &Action| match action {
            Action::Place(placed) if is_own(placed.animal) => i32::from(placed.count()),
            Action::Place(placed) => -i32::from(placed.count()),
            // Bets again on an animal of its dealt bets, which then counts twice.
            Action::Bet(card) => i32::from(is_own(card.animal())),
            Action::Move(animal) => i32::from(is_own(*animal)),
        };
        actions.iter().copied().max_by_key(value).ok_or(BotError::NoAction)
    }
}

/// Returns the bot's share of the wins against another bot, with each deal played from both seats.
fn share(game: &AnimalRace, other: &str, deals: u64) -> Result<f64, Box<dyn Error>> {
    let mut share = 0.0;
    for group in 0..deals {
        for seat in [0, 1] {
            let streams = Streams { seed: 1, group };
            let mut race = Race::in_group(game.clone(), &game.setup(2), streams)?;
            let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = vec![AnimalRace::bot(&other.parse()?)?];
            bots.insert(seat, Box::new(Pusher));
            race.play_out(&mut bots, 10_000)?;
            let seat = Seat::new(seat as u8).ok_or("two seats")?;
            share += race.game().returns(race.state())[seat].as_f64();
        }
    }
    Ok(share / (2 * deals) as f64)
}

fn main() -> Result<(), Box<dyn Error>> {
    let deals = std::env::args().nth(1).map_or(Ok(50), |deals| deals.parse())?;
    let game = AnimalRace::new(ruleset::open("classic")?)?;
    for other in ["random", "course", "heuristic", "hard:iterations=20"] {
        println!("against {other}: {:.0} % of the wins", 100.0 * share(&game, other, deals)?);
    }
    Ok(())
}
