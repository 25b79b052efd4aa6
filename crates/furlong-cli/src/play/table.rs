//! The players at a table: people, bots of the game, and bots that are processes.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use crate::failure::Failure;
use furlong::arena::Entrant;
use furlong::forms::json;
use furlong::record::{Player, Start};
use furlong::text::{Names, listed, plain};
use furlong::{
    Bot, BotKind, BotSpec, NoCommand, NotAtTheTable, Playable, ProcessPool, ProcessSpec, Race, Seat, Seats,
    UnknownBot,
};

/// The player of a seat, as records write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    Person,
    Bot(BotSpec),
    Process(ProcessSpec),
}

/// The word of records for a person.
const PERSON: &str = "person";

/// The reason why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlayer {
    #[error(transparent)]
    Bot(#[from] UnknownBot),
    #[error(transparent)]
    Process(#[from] NoCommand),
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str(PERSON),
            Self::Bot(spec) => spec.fmt(f),
            Self::Process(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Occupant {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<Self, NoPlayer> {
        Ok(match text.trim() {
            PERSON => Self::Person,
            text if text.starts_with(ProcessSpec::PREFIX) => Self::Process(text.parse()?),
            text => Self::Bot(text.parse()?),
        })
    }
}

impl Occupant {
    /// The maker of its bots, a new one for each game; `None` for a person. The games of a process share its pool.
    pub(crate) fn entrant<G: Playable>(
        &self,
        setup: &Value,
        players: Seats,
    ) -> Result<Option<Entrant<G>>, UnknownBot> {
        Ok(match self {
            Self::Person => None,
            Self::Bot(spec) => Some(Entrant::of(spec)?),
            Self::Process(spec) => {
                let (pool, setup) = (ProcessPool::new(spec.clone()), setup.clone());
                let make = move || Box::new(pool.bot(setup.clone(), players)) as Box<dyn Bot<G>>;
                Some(Entrant::new(self.to_string(), make))
            }
        })
    }

    /// The bot for one game, when it is one.
    pub(crate) fn bot<G: Playable>(
        &self,
        setup: &Value,
        players: Seats,
    ) -> Result<Option<Box<dyn Bot<G>>>, UnknownBot> {
        self.entrant(setup, players)?.map(|entrant| entrant.bot()).transpose()
    }
}

/// The table: one occupant a seat, and the bots among them.
pub(crate) struct Table<G: Playable> {
    entrants: Vec<Option<Entrant<G>>>,
    bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// The number of events that have been reported to the bots; `None` before they have begun.
    heard: Option<usize>,
    pub(crate) names: Names,
}

impl<G: Playable> Table<G> {
    /// The table of a recorded game.
    pub(crate) fn of(race: &mut Race<G>) -> Result<Self, Failure> {
        seat_usual(race);
        let seats = race.seats();
        let players = &race.record().seats;
        if players.len() != usize::from(seats.count()) {
            let (named, count) = (players.len(), seats.count());
            return Err(Failure::Failed(format!("the record names {named} players for {count} seats")));
        }
        let setup = match &race.record().start {
            Start::Setup(setup) => json::to_value(setup).map_err(Failure::failed)?,
            Start::Position(_) => Value::Null,
        };
        let entrant = |player: &Player| {
            let occupant: Occupant = player.player.parse().map_err(Failure::failed)?;
            occupant.entrant(&setup, seats).map_err(Failure::failed)
        };
        let entrants = players.iter().map(entrant).collect::<Result<_, Failure>>()?;
        let names = names_of(players);
        let mut table = Self { entrants, bots: Vec::new(), heard: None, names };
        table.renew_bots()?;
        Ok(table)
    }

    /// Seats new bots, which know nothing: at the beginning, and when what they knew was taken back.
    pub(crate) fn renew_bots(&mut self) -> Result<(), Failure> {
        let bot = |entrant: &Option<Entrant<G>>| entrant.as_ref().map(Entrant::bot).transpose();
        self.bots = self.entrants.iter().map(bot).collect::<Result<_, _>>().map_err(Failure::failed)?;
        self.heard = None;
        Ok(())
    }

    /// Reports to the bots what their seats have seen since the last report.
    pub(crate) fn tell_bots(&mut self, race: &Race<G>) {
        for (seat, bot) in race.seats().iter().zip(&mut self.bots) {
            match (bot, self.heard) {
                (Some(bot), Some(since)) => race.tell(bot, seat, since),
                (Some(bot), None) => race.tell_afresh(bot, seat),
                (None, _) => {}
            }
        }
        self.heard = Some(race.events());
    }

    /// The bot of a seat; none for a person.
    pub(crate) fn bot(&mut self, seat: Seat) -> Option<&mut Box<dyn Bot<G>>> {
        self.bots.get_mut(seat.index()).and_then(Option::as_mut)
    }

    /// Returns whether a person sits here.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.bots.get(seat.index()).is_some_and(Option::is_none)
    }

    /// The number of people at the table.
    pub(crate) fn people(&self) -> usize {
        self.bots.iter().filter(|bot| bot.is_none()).count()
    }

    /// The only person at the table, if there is just one.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        let number = self.bots.iter().position(Option::is_none).filter(|_| self.people() == 1)?;
        Seat::new(number as u8)
    }
}

/// The bots of these that people are offered as opponents.
pub(crate) fn opponents(bots: &[BotKind]) -> impl Iterator<Item = &BotKind> {
    bots.iter().filter(|kind| kind.finishes)
}

/// Writes the default players into a record without any: a person at the first seat, the game's usual bot at all others.
pub(crate) fn seat_usual<G: Playable>(race: &mut Race<G>) {
    if race.record().seats.is_empty() {
        let usual = usual_bot::<G>();
        let occupant = |seat| if seat == Seat::FIRST { &Occupant::Person } else { &usual };
        let players = race.seats().iter().map(|seat| player(seat, occupant(seat), None)).collect();
        race.set_players(players);
    }
}

/// The line of a record for a seat; without a name it is called after its number.
pub(crate) fn player(seat: Seat, occupant: &Occupant, name: Option<&String>) -> Player {
    let kind = if *occupant == Occupant::Person { "player" } else { "bot" };
    let name = name.map_or_else(|| format!("{kind} {seat}"), |name| name.trim().to_owned());
    Player { name, player: occupant.to_string() }
}

/// The names of the players, in seat order.
pub(crate) fn names_of(players: &[Player]) -> Names {
    Names::new(players.iter().map(|player| player.name.clone()).collect())
}

/// The players in their seats, as a sentence.
pub(crate) fn who_plays(players: &[Player]) -> String {
    let seats = players.iter().map(|seat| format!("{} ({})", plain(&seat.name), plain(&seat.player)));
    format!("At the table: {}.", listed(seats))
}

/// Refuses names that cannot be read, or that two seats share.
pub(crate) fn check_names(players: &[Player]) -> Result<(), String> {
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

/// The same seat where the table has it.
pub(crate) fn at_the_table(seats: Seats, seat: Seat) -> Result<Seat, NotAtTheTable> {
    if seats.contains(seat) { Ok(seat) } else { Err(NotAtTheTable { seat, seats }) }
}

/// The bot that plays when none is named.
pub(crate) fn usual_bot<G: Playable>() -> Occupant {
    Occupant::Bot(BotSpec::usual::<G>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occupant_reads_back_what_it_writes() {
        for text in ["person", "random", "search:depth=2,seconds=1", "exec:python3 bot.py --fast=1"] {
            assert_eq!(text.parse::<Occupant>().expect("a player").to_string(), text);
        }
    }
}
