//! A race server: many tables, players with names, house rules sent by clients, undo, and bots with a time limit.
//!
//! Each input line is a request and each output line its answer, both in JSON; replace them with a socket to serve a
//! network. Nothing that a client sends opens a file.
//!
//! ```text
//! cargo run --example server <<END
//! {"begin": {"game": "gotham", "players": [{"name": "Ada"}, {"name": "Robot", "bot": "hard"}], "seed": 7,
//!            "rules": "[ruleset]\nname = 'short'\nextends = 'standard'\n[track]\nspaces = 30"}}
//! {"look": {"race": 0, "seat": 0}}
//! END
//! ```
#![allow(clippy::print_stdout, reason = "it is there to print")]

use std::error::Error;
use std::io::{BufRead, stdin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use furlong::any::AnyBot;
use furlong::bot::StopFlag;
use furlong::record::Player;
use furlong::ruleset::Source;
use furlong::{AnyRace, BotSpec, Catalogue, NewRace, Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

/// The time that a bot has for a decision. After it, the bot plays the best action that it has found.
const PATIENCE: Duration = Duration::from_millis(200);

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    Begin { game: String, players: Vec<Guest>, rules: Option<String>, seed: Option<u64> },
    Look { race: usize, seat: Seat },
    Play { race: usize, seat: Seat, action: Value },
    Undo { race: usize, seat: Seat },
}

/// Somebody who takes a seat: a person, or the named bot.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guest {
    name: String,
    bot: Option<BotSpec>,
}

/// A race with its bots.
struct Room {
    race: Box<dyn AnyRace>,
    bots: Vec<Option<AnyBot>>,
}

impl Room {
    fn begin(
        catalogue: &Catalogue,
        game: &str,
        guests: &[Guest],
        rules: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Self, Box<dyn Error>> {
        let players = u8::try_from(guests.len())?;
        let rules = rules.map(Source::Text);
        let wanted = NewRace::default().game(game).players(Some(players)).ruleset(rules).seed(seed);
        let mut race = catalogue.begin(&wanted)?;
        let player = |guest: &Guest| {
            let player = guest.bot.as_ref().map_or_else(|| "person".to_owned(), BotSpec::to_string);
            Player { name: guest.name.clone(), player, colour: None }
        };
        race.set_players(guests.iter().map(player).collect());
        let bot = |guest: &Guest| guest.bot.as_ref().map(|spec| race.bot(spec)).transpose();
        let bots = guests.iter().map(bot).collect::<Result<_, _>>()?;
        let mut room = Self { race, bots };
        room.go_on()?;
        Ok(room)
    }

    /// Lets chance and bots decide until it is a person's turn.
    fn go_on(&mut self) -> Result<(), Box<dyn Error>> {
        while let Turn::Seat(seat) = self.race.proceed() {
            let Some(bot) = &mut self.bots[seat.index()] else { break };
            let action = in_time(&*self.race, seat, bot)?;
            self.race.play(seat, &action)?;
        }
        Ok(())
    }

    /// Everything that is shown to a seat; nothing else leaves the server.
    fn shown(&self, seat: Seat) -> Result<Value, Box<dyn Error>> {
        let names = self.race.names().addressing(Some(seat));
        Ok(json!({
            "game": self.race.title(),
            "rules": self.race.ruleset_title().name,
            "news": self.race.narrated(seat, 0, &names),
            "question": self.race.question(seat)?,
            "choices": self.race.choices(seat),
            "is-over": self.race.is_over(),
            "standings": self.race.standings(),
        }))
    }
}

/// Returns the decision of a bot, after [`PATIENCE`] at the latest. The race can be used while the bot thinks.
fn in_time(race: &dyn AnyRace, seat: Seat, bot: &mut AnyBot) -> Result<Value, Box<dyn Error>> {
    let stop = StopFlag::default();
    let decision = race.decision(seat, bot)?.until(&stop);
    let (done, waits) = channel::<()>();
    let flag = Arc::clone(&stop);
    let clock = std::thread::spawn(move || {
        if waits.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    let chosen = bot.choose(decision);
    drop(done);
    clock.join().map_err(|_| "the clock has stopped")?;
    Ok(chosen?)
}

/// Carries out a request. A request that is refused changes nothing.
fn answer(catalogue: &Catalogue, rooms: &mut Vec<Room>, line: &str) -> Result<Value, Box<dyn Error>> {
    fn room(rooms: &mut [Room], race: usize) -> Result<&mut Room, String> {
        rooms.get_mut(race).ok_or_else(|| format!("there is no race {race}"))
    }
    match serde_json::from_str(line)? {
        Request::Begin { game, players, rules, seed } => {
            rooms.push(Room::begin(catalogue, &game, &players, rules.as_deref(), seed)?);
            Ok(json!({ "race": rooms.len() - 1 }))
        }
        Request::Look { race, seat } => room(rooms, race)?.shown(seat),
        Request::Play { race, seat, action } => {
            let room = room(rooms, race)?;
            // The action as people type it, or as JSON as listed among the choices.
            match &action {
                Value::String(typed) => _ = room.race.play_typed(seat, typed)?,
                action => room.race.play(seat, action)?,
            }
            room.go_on()?;
            room.shown(seat)
        }
        Request::Undo { race, seat } => {
            let room = room(rooms, race)?;
            room.race.undo(seat)?;
            room.go_on()?;
            room.shown(seat)
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (catalogue, mut rooms) = (furlong::catalogue(), Vec::new());
    for line in stdin().lock().lines() {
        let said = answer(&catalogue, &mut rooms, &line?);
        println!("{}", said.unwrap_or_else(|problem| json!({ "error": problem.to_string() })));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_bots_play_by_the_rules_of_the_house() -> Result<(), Box<dyn Error>> {
        let (catalogue, mut rooms) = (furlong::catalogue(), Vec::new());
        let mut ask = |request: Value| answer(&catalogue, &mut rooms, &request.to_string());
        let begin = |rules: &str| {
            json!({ "begin": {
                "game": "animal-race", "seed": 7, "rules": rules,
                "players": [{ "name": "Ada" }, { "name": "Robot", "bot": "hard:iterations=4000000" }],
            } })
        };
        ask(begin("[ruleset]\nname = 'ours'\nextends = 'classic'"))?;
        assert!(ask(begin("nonsense")).is_err() && ask(json!({ "look": { "race": 1, "seat": 0 } })).is_err());
        let look = json!({ "look": { "race": 0, "seat": 0 } });
        let before = ask(look.clone())?;
        assert_eq!(before["rules"], "ours");
        assert!(before["news"].to_string().contains("You draw"), "{before}");
        assert!(ask(json!({ "play": { "race": 0, "seat": 0, "action": "fly away" } })).is_err());
        assert_eq!(ask(look)?, before, "what is refused changes nothing");
        // The bot would think for hours, but must answer in time with the best action that it has found.
        let action = before["choices"][0]["label"].clone();
        let after = ask(json!({ "play": { "race": 0, "seat": 0, "action": action } }))?;
        assert!(after["news"].to_string().contains("Robot"), "{after}");
        let back = ask(json!({ "undo": { "race": 0, "seat": 0 } }))?;
        assert_eq!(back["choices"], before["choices"]);
        Ok(())
    }
}
