//! The players at a table: people, bots of the game, and bots that are processes.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use crate::arena::Entrant;
#[cfg(feature = "process")]
use crate::bot::{Bot, NoCommand, ProcessSpec};
use crate::bot::{BotSpec, Roster, UnknownBot, gentlest};
use crate::common::seat::{Seat, Seats};
use crate::race::Race;
use crate::record::Player;
use crate::text::{Names, Text, listed, plain};

/// The player of a seat, as it is written in records.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Occupant {
    /// A person, who is asked.
    Person,
    /// A bot of the game.
    Bot(BotSpec),
    /// A bot that runs as a separate process.
    #[cfg(feature = "process")]
    Process(ProcessSpec),
}

/// The word for a person in records.
const PERSON: &str = "person";

/// The reason why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPlayer {
    /// No bot has this name.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    /// The text begins like a process but names no command.
    #[cfg(feature = "process")]
    #[error(transparent)]
    Process(#[from] NoCommand),
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Bot(spec) => spec.fmt(f),
            #[cfg(feature = "process")]
            Self::Process(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Occupant {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<Self, NoPlayer> {
        Ok(match text.trim() {
            PERSON => Self::Person,
            #[cfg(feature = "process")]
            text if text.starts_with(ProcessSpec::PREFIX) => Self::Process(text.parse()?),
            text => Self::Bot(text.parse()?),
        })
    }
}

impl Occupant {
    /// Returns the bot that plays by default when only bots play.
    pub fn usual<G: Text>(bots: &Roster<G>) -> Self {
        Self::Bot(bots.usual())
    }

    /// Returns the bot that plays against people by default: the [gentlest].
    pub fn opponent<G: Text>(bots: &Roster<G>) -> Self {
        Self::Bot(BotSpec::named(gentlest(bots.kinds())))
    }

    /// Returns the entrant that creates this occupant's bots, a new one for each game; `None` for a person. All games
    /// of a process share its pool, and are given this set-up.
    ///
    /// # Errors
    /// When there is no such bot.
    #[cfg_attr(not(feature = "process"), allow(unused_variables, reason = "only processes need them"))]
    pub fn entrant<G: Text>(
        &self,
        bots: &Roster<G>,
        setup: &Value,
        players: Seats,
    ) -> Result<Option<Entrant<G>>, UnknownBot> {
        Ok(match self {
            Self::Person => None,
            Self::Bot(spec) => Some(Entrant::of_roster(bots, spec)?),
            #[cfg(feature = "process")]
            Self::Process(spec) => {
                let (pool, setup) = (bots.pool(spec), setup.clone());
                let make = move |game: &dyn fmt::Display| {
                    Box::new(pool.bot(setup.clone(), players).in_game(game)) as Box<dyn Bot<G>>
                };
                Some(Entrant::logging(self.name(), spec.to_string(), make))
            }
        })
    }

    /// Returns the name in reports: the text that names the player, unless a name was chosen for a command.
    pub fn name(&self) -> String {
        match self {
            #[cfg(feature = "process")]
            Self::Process(ProcessSpec { name: Some(name), .. }) => name.clone(),
            other => other.to_string(),
        }
    }

    /// Returns the line in a record for a seat with this occupant. Without a name it is named by the program, or after
    /// its number.
    pub fn player(&self, seat: Seat, name: Option<&String>) -> Player {
        let kind = if *self == Self::Person { "player" } else { "bot" };
        let own = match self {
            #[cfg(feature = "process")]
            Self::Process(spec) => spec.name.clone(),
            _ => None,
        };
        let name = name.map(|name| name.trim().to_owned()).or(own);
        let name = name.unwrap_or_else(|| format!("{kind} {seat}"));
        Player { name, player: self.to_string(), colour: None }
    }

    /// Returns the occupant that this player's record names, if there is one.
    pub fn of(player: &Player) -> Option<Self> {
        player.player.parse().ok()
    }
}

/// Writes the default players into a record without players: a person in the first seat, the game's [gentlest] bot in
/// all others.
pub fn seat_usual<G: Text>(race: &mut Race<G>, bots: &Roster<G>) {
    if race.record().seats.is_empty() {
        let other = Occupant::opponent(bots);
        let occupant = |seat| if seat == Seat::FIRST { &Occupant::Person } else { &other };
        let players = race.seats().iter().map(|seat| occupant(seat).player(seat, None)).collect();
        race.set_players(players);
    }
}

/// Returns the names and colours of the players, in seat order.
pub fn names_of(players: &[Player]) -> Names {
    let colours: Vec<_> = players.iter().map(|player| player.colour).collect();
    Names::new(players.iter().map(|player| player.name.clone()).collect()).coloured(&colours)
}

/// Lists the players in their seats, as a sentence.
pub fn who_plays(players: &[Player]) -> String {
    let seats = players.iter().map(|seat| format!("{} ({})", plain(&seat.name), plain(&seat.player)));
    format!("At the table: {}.", listed(seats))
}

/// Checks that all names can be read, and that no two seats share one.
///
/// # Errors
/// A sentence on the first faulty name.
pub fn check_names(players: &[Player]) -> Result<(), String> {
    for (index, Player { name, .. }) in players.iter().enumerate() {
        let shown = plain(name);
        if shown.is_empty() || shown != *name {
            return Err(format!("`{shown}` is not a name: a name is visible text on one line"));
        }
        let is_same = |other: &Player| other.name.to_lowercase() == name.to_lowercase();
        if players[..index].iter().any(is_same) {
            return Err(format!("two seats are called `{name}`"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occupant_reads_back_what_it_writes() {
        for text in ["person", "random", "search:depth=2,seconds=1"] {
            assert_eq!(text.parse::<Occupant>().expect("a player").to_string(), text);
        }
        #[cfg(feature = "process")]
        {
            let text = "exec:python3 bot.py --fast=1";
            assert_eq!(text.parse::<Occupant>().expect("a player").to_string(), text);
        }
    }
}
