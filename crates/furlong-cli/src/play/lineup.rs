//! The bots at a table, as given by `--bot` for every verb with a table. `N=BOT` is for seat N. Bots without a seat
//! fill the remaining seats in order, repeatedly. Every bot that was typed must get a seat.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use crate::failure::Failure;
use furlong::arena::{STEADY, UsualAt, usual_at};
use furlong::bot::BotKind;
use furlong::formats::json;
use furlong::race::NotAtTheTable;
use furlong::table::{NoPlayer, Occupant};
use furlong::text::counted;
use furlong::{BotSpec, Playable, Roster, Seat, Seats};

/// The bots on the command line.
#[derive(Args, Clone, Debug)]
pub(crate) struct BotArgs {
    /// A bot, for all seats or one [default: {usual-bot}]
    ///
    /// Repeat the option for several bots: they take the seats in order, starting over when there are more seats, and change
    /// seats within each deal. 2=BOT is for seat 2, and exec:COMMAND is a program of your own. `furlong bots {id}` explains the
    /// bots and their parameters
    // Each with its seat, where it has one.
    #[arg(id = "bot", long = "bot", short, value_name = "BOT|SEAT=BOT", value_parser = seat_and_bot)]
    bots: Vec<(Option<Seat>, Occupant)>,
}

/// Parses `random` or `2=random` into the bot and its seat, if there is one.
fn seat_and_bot(typed: &str) -> Result<(Option<Seat>, Occupant), String> {
    let (seat, bot) = match typed.split_once('=') {
        Some((seat, bot)) if !seat.is_empty() && seat.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Some(seat.parse::<Seat>().map_err(|error| error.to_string())?), bot)
        }
        _ => (None, typed),
    };
    Ok((seat, bot.parse::<Occupant>().map_err(|error| error.to_string())?))
}

/// The player types of a run. Each type plays all games, with its bots in all seats.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PlayerTypesArg {
    /// Play all games with each of these bots
    ///
    /// Each of these bots plays all games in all seats, to show which results hold for all of them: learned,hard,heuristic
    /// [default: learned,heuristic, where the game has them]
    #[arg(long, value_name = "BOT,...", value_parser = bots_of_list, conflicts_with = "bot")]
    by: Vec<Vec<Occupant>>,
}

/// Parses a list such as `learned,hard:iterations=100,trees=2,heuristic`. A name with a value is a parameter of the bot
/// before it.
fn bots_of_list(typed: &str) -> Result<Vec<Occupant>, String> {
    let mut bots: Vec<String> = Vec::new();
    for part in typed.split(',') {
        let is_parameter = part.split_once('=').is_some_and(|(name, _)| !name.contains(':'));
        match bots.last_mut().filter(|bot| is_parameter || bot.starts_with("exec:")) {
            Some(bot) => *bot = format!("{bot},{part}"),
            None => bots.push(part.to_owned()),
        }
    }
    bots.iter().map(|bot| bot.parse().map_err(|error: NoPlayer| error.to_string())).collect()
}

impl PlayerTypesArg {
    /// The bots that were named. Programs are refused, because the games of a goal are played by bots of the game.
    pub(crate) fn bots(&self) -> Result<Vec<BotSpec>, Failure> {
        let bot = |occupant: &Occupant| match occupant {
            Occupant::Bot(spec) => Ok(spec.clone()),
            other => Err(Failure::Usage(format!("--by: `{other}` is not a bot of the game; goals need one"))),
        };
        self.by.iter().flatten().map(bot).collect()
    }

    /// The only player type of a run. It is an error if `--by` names several, because `option` needs a single one.
    pub(crate) fn only<G: Playable>(
        &self,
        roster: &Roster<G>,
        bots: &BotArgs,
        option: &str,
    ) -> Result<Vec<BotArgs>, Failure> {
        let mut kinds = self.of(roster, bots)?;
        if self.by.iter().flatten().count() > 1 {
            return Err(Failure::Usage(format!("--by: {option} takes one player type")));
        }
        kinds.truncate(1);
        Ok(kinds)
    }

    /// The bots of each player type: those of `--by`, or else those of `--bot`, or else the default bot and the
    /// heuristic one.
    pub(crate) fn of<G: Playable>(
        &self,
        roster: &Roster<G>,
        bots: &BotArgs,
    ) -> Result<Vec<BotArgs>, Failure> {
        if self.by.is_empty() && !bots.is_empty() {
            return Ok(vec![bots.clone()]);
        }
        let steady = Occupant::Bot(BotSpec::named(STEADY));
        let kinds = self.or(roster, [Occupant::usual(roster), steady])?;
        Ok(kinds.into_iter().map(|bot| BotArgs { bots: vec![(None, bot)] }).collect())
    }

    /// The bots that were named, or those of `usual` that the game has.
    pub(crate) fn or<G: Playable>(
        &self,
        roster: &Roster<G>,
        usual: impl IntoIterator<Item = Occupant>,
    ) -> Result<Vec<Occupant>, Failure> {
        let mut kinds: Vec<Occupant> = self.by.iter().flatten().cloned().collect();
        if kinds.is_empty() {
            kinds = usual.into_iter().filter(|bot| has(roster, bot)).collect();
            kinds.dedup();
        }
        let names: Vec<String> = kinds.iter().map(Occupant::name).collect();
        if let Some(twice) = (1..names.len()).find(|index| names[..*index].contains(&names[*index])) {
            return Err(Failure::Usage(format!("--by: {} is listed twice", names[twice])));
        }
        Ok(kinds)
    }
}

/// The default players of the tables of this command that need a match to find them.
static USUAL: Mutex<BTreeMap<String, UsualAt>> = Mutex::new(BTreeMap::new());

/// The default player of a table. A note says so where bots that learned are not the best ones; it ends with `then`.
fn usual_with_note<G: Playable>(
    roster: &Roster<G>,
    game: &G,
    setup: &G::Setup,
    then: &str,
) -> Result<BotSpec, Failure> {
    let table = json::plain(&(game.ruleset(), setup)).to_string();
    let mut known = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(usual) = known.get(&table) {
        return Ok(usual.bot.clone());
    }
    let usual = usual_at(roster, game, setup);
    if let UsualAt { bot, reason: Some(reason), .. } = &usual {
        writeln!(io::stderr(), "Under these rules `{bot}` is the better player: {reason}. {then}")?;
    }
    Ok(known.entry(table).or_insert(usual).bot.clone())
}

fn has<G: Playable>(roster: &Roster<G>, occupant: &Occupant) -> bool {
    matches!(occupant, Occupant::Bot(spec) if roster.bot(spec).is_ok())
}

/// Parses a bot without a seat, because in a ladder each bot plays in every seat.
pub(crate) fn bot_without_seat(typed: &str) -> Result<Occupant, String> {
    match seat_and_bot(typed)? {
        (None, bot) => Ok(bot),
        (Some(_), bot) => {
            Err(format!("in a ladder every bot plays in every seat: write `{bot}` without a seat"))
        }
    }
}

impl BotArgs {
    /// Puts these bots into all seats in turn.
    pub(crate) fn in_all_seats<'a>(bots: impl IntoIterator<Item = &'a Occupant>) -> Self {
        Self { bots: bots.into_iter().map(|bot| (None, bot.clone())).collect() }
    }

    /// Puts one bot into one seat, and another into all others.
    pub(crate) fn one_against(first: Occupant, others: Occupant) -> Self {
        Self { bots: vec![(Some(Seat::FIRST), first), (None, others)] }
    }

    /// The bots without a seat.
    fn in_turn(&self) -> impl Iterator<Item = &Occupant> + Clone {
        self.bots.iter().filter(|(seat, _)| seat.is_none()).map(|(_, bot)| bot)
    }

    /// The bots for a particular seat.
    fn of_seats(&self) -> impl Iterator<Item = (Seat, &Occupant)> {
        self.bots.iter().filter_map(|(seat, bot)| Some(((*seat)?, bot)))
    }

    /// Refuses bots that the game does not have, and two for one seat.
    fn check<G: Playable>(&self, roster: &Roster<G>) -> Result<(), Failure> {
        for (index, (seat, occupant)) in self.bots.iter().enumerate() {
            if let Occupant::Bot(spec) = occupant {
                roster.bot(spec).map_err(Failure::usage)?;
            }
            if let Some(seat) = seat.filter(|_| self.bots[..index].iter().any(|(other, _)| other == seat)) {
                return Err(Failure::Usage(format!("--bot: seat {seat} has two bots")));
            }
        }
        Ok(())
    }

    /// The only bot; the default one if none is named.
    pub(crate) fn only<G: Playable>(&self, roster: &Roster<G>) -> Result<Occupant, Failure> {
        self.check(roster)?;
        match &self.bots[..] {
            [(None, bot)] => Ok(bot.clone()),
            [] => Ok(Occupant::usual(roster)),
            _ => Err(Failure::usage("--bot: name one bot, without a seat")),
        }
    }

    /// The minimum number of seats for all of these bots and this number of people.
    pub(crate) fn least_seats(&self, people: usize) -> u8 {
        let highest = self.of_seats().map(|(seat, _)| seat.number() + 1).max().unwrap_or(0);
        highest.max((people + self.bots.len()) as u8)
    }

    /// These bots; if none was named, the default player of this table. Where a bot that learned is not the best player,
    /// a note says so.
    pub(crate) fn or_usual_at<G: Playable>(
        &self,
        roster: &Roster<G>,
        game: &G,
        setup: &G::Setup,
    ) -> Result<Self, Failure> {
        if self.is_empty() {
            let bot = usual_with_note(roster, game, setup, "It plays, because no bot was named.")?;
            return Ok(Self { bots: vec![(None, Occupant::Bot(bot))] });
        }
        let learned = roster.usual().name;
        let has_learned = |kind: &BotKind| kind.name == learned || kind.is_level;
        let named = |name: &String| roster.kinds().iter().any(|kind| kind.name == *name && has_learned(kind));
        if self.bots.iter().any(|(_, bot)| matches!(bot, Occupant::Bot(spec) if named(&spec.name))) {
            usual_with_note(
                roster,
                game,
                setup,
                "Do not take the figures of the bots that learned for good play.",
            )?;
        }
        Ok(self.clone())
    }

    /// Returns whether no bot was named.
    pub(crate) fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// The bot for each seat: its own, or, if no person sits there, the next bot without a seat.
    pub(crate) fn by_seat<G: Playable>(
        &self,
        roster: &Roster<G>,
        seats: Seats,
        people: &[Seat],
    ) -> Result<Vec<Option<&Occupant>>, Failure> {
        self.check(roster)?;
        let own = |seat: Seat| self.of_seats().find(|(other, _)| *other == seat).map(|(_, bot)| bot);
        for (seat, _) in self.of_seats() {
            at_the_table(seats, seat).map_err(Failure::usage)?;
        }
        let is_left = |seat: Seat| own(seat).is_none() && !people.contains(&seat);
        let left = seats.iter().filter(|seat| is_left(*seat)).count();
        let named = self.in_turn().count();
        if named > left {
            let bots = counted(named as i64, "bot", "bots");
            let left = counted(left as i64, "seat", "seats");
            return Err(Failure::Usage(format!("--bot: {bots} for {left}")));
        }
        let mut in_turn = self.in_turn().cycle();
        let bot = |seat: Seat| if is_left(seat) { in_turn.next() } else { own(seat) };
        Ok(seats.iter().map(bot).collect())
    }

    /// The player of each seat: a person, or the bot for the seat. If none was named, people play against the gentlest
    /// bot, and bots against the default one.
    pub(crate) fn fill<G: Playable>(
        &self,
        roster: &Roster<G>,
        seats: Seats,
        people: &[Seat],
    ) -> Result<Vec<Occupant>, Failure> {
        if let Some((seat, _)) = self.of_seats().find(|(seat, _)| people.contains(seat)) {
            return Err(Failure::Usage(format!("--bot: seat {seat} belongs to a person (see --people)")));
        }
        let occupant = |(seat, bot): (Seat, Option<&Occupant>)| match bot {
            Some(bot) => bot.clone(),
            None if people.contains(&seat) => Occupant::Person,
            None if people.is_empty() => Occupant::usual(roster),
            None => Occupant::opponent(roster),
        };
        Ok(seats.iter().zip(self.by_seat(roster, seats, people)?).map(occupant).collect())
    }
}

/// Returns the seat if it is at the table, and an error otherwise.
pub(crate) fn at_the_table(seats: Seats, seat: Seat) -> Result<Seat, NotAtTheTable> {
    if seats.contains(seat) { Ok(seat) } else { Err(NotAtTheTable { seat, seats }) }
}
