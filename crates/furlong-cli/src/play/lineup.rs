//! The bots of the seats, as `--bot` says for every verb with a table: bots without a seat fill the seats that are left
//! in their order, and begin again; `N=BOT` is for seat N. No bot that was typed is left out.

use clap::ArgMatches;

use crate::failure::Failure;
use crate::play::table::{Occupant, at_the_table, usual_bot};
use furlong::text::counted;
use furlong::{Playable, Seat, Seats};

/// The bots that were asked for.
#[derive(Clone, Debug)]
pub(crate) struct BotsAsked {
    /// Those without a seat.
    in_turn: Vec<Occupant>,
    /// Those for one seat.
    of_seats: Vec<(Seat, Occupant)>,
}

/// The seat of `2=random`, when there is one, and the bot.
pub(crate) fn seat_and_bot(typed: &str) -> Result<(Option<Seat>, &str), Failure> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Ok(match typed.split_once('=') {
        Some((seat, bot)) if is_number(seat) => (Some(seat.parse().map_err(Failure::usage)?), bot),
        _ => (None, typed),
    })
}

impl BotsAsked {
    /// One bot for a seat, and another for all others.
    pub(crate) fn one_against(first: Occupant, others: Occupant) -> Self {
        Self { in_turn: vec![others], of_seats: vec![(Seat::FIRST, first)] }
    }

    /// The bots of the command line.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let mut asked = Self { in_turn: Vec::new(), of_seats: Vec::new() };
        for typed in matches.get_many::<String>("bot").into_iter().flatten() {
            let (seat, bot) = seat_and_bot(typed)?;
            let occupant: Occupant = bot.parse().map_err(Failure::usage)?;
            match seat {
                None => asked.in_turn.push(occupant),
                Some(seat) if asked.of_seats.iter().any(|(other, _)| *other == seat) => {
                    return Err(Failure::Usage(format!("--bot: seat {seat} is given two bots")));
                }
                Some(seat) => asked.of_seats.push((seat, occupant)),
            }
        }
        Ok(asked)
    }

    /// Refuses bots that the game does not have.
    fn check<G: Playable>(&self) -> Result<(), Failure> {
        for occupant in self.in_turn.iter().chain(self.of_seats.iter().map(|(_, occupant)| occupant)) {
            if let Occupant::Bot(spec) = occupant {
                G::bot(spec).map_err(Failure::usage)?;
            }
        }
        Ok(())
    }

    /// The only bot, where one is asked; the usual one when none is named.
    pub(crate) fn only<G: Playable>(&self) -> Result<Occupant, Failure> {
        self.check::<G>()?;
        match (&self.in_turn[..], &self.of_seats[..]) {
            ([bot], []) => Ok(bot.clone()),
            ([], []) => Ok(usual_bot::<G>()),
            _ => Err(Failure::usage("--bot: name one bot, without a seat")),
        }
    }

    /// The fewest seats that all of them and this number of people need.
    pub(crate) fn least_seats(&self, people: usize) -> u8 {
        let highest = self.of_seats.iter().map(|(seat, _)| seat.number() + 1).max().unwrap_or(0);
        highest.max((people + self.of_seats.len() + self.in_turn.len()) as u8)
    }

    /// No bot was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.in_turn.is_empty() && self.of_seats.is_empty()
    }

    /// The bot that was asked for each seat: its own, or, where no person sits, the next one without a seat.
    pub(crate) fn by_seat<G: Playable>(
        &self,
        seats: Seats,
        people: &[Seat],
    ) -> Result<Vec<Option<&Occupant>>, Failure> {
        self.check::<G>()?;
        let own = |seat: Seat| self.of_seats.iter().find(|(other, _)| *other == seat).map(|(_, bot)| bot);
        for (seat, _) in &self.of_seats {
            at_the_table(seats, *seat).map_err(Failure::usage)?;
        }
        let is_left = |seat: Seat| own(seat).is_none() && !people.contains(&seat);
        let left = seats.iter().filter(|seat| is_left(*seat)).count();
        if self.in_turn.len() > left {
            let bots = counted(self.in_turn.len() as i64, "bot", "bots");
            let left = counted(left as i64, "seat", "seats");
            return Err(Failure::Usage(format!("--bot: {bots} without a seat, for {left}")));
        }
        let mut in_turn = self.in_turn.iter().cycle();
        let bot = |seat: Seat| if is_left(seat) { in_turn.next() } else { own(seat) };
        Ok(seats.iter().map(bot).collect())
    }

    /// The player of each seat: a person, the bot that was asked for it, or the usual one.
    pub(crate) fn fill<G: Playable>(&self, seats: Seats, people: &[Seat]) -> Result<Vec<Occupant>, Failure> {
        if let Some((seat, _)) = self.of_seats.iter().find(|(seat, _)| people.contains(seat)) {
            return Err(Failure::Usage(format!("--bot: seat {seat} is a person's (see --people)")));
        }
        let occupant = |(seat, bot): (Seat, Option<&Occupant>)| match bot {
            Some(bot) => bot.clone(),
            None if people.contains(&seat) => Occupant::Person,
            None => usual_bot::<G>(),
        };
        Ok(seats.iter().zip(self.by_seat::<G>(seats, people)?).map(occupant).collect())
    }
}
