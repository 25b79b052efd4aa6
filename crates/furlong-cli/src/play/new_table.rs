//! A custom table, set up in the menu: the edition, the seats, and the people and bots in them.

use std::ops::RangeInclusive;

use crate::failure::Failure;
use crate::play::full_screen::{Menu, explained_by};
use crate::play::game_list::{Offered, USUAL, choose_ruleset};
use crate::play::screens::{Named, Opponent, ask_opponent};
use furlong::bot::gentlest;
use furlong::record::{Flag, Player, TimeControl};
use furlong::table::{Occupant, Shown, check_names};
use furlong::text::{Colour, counted};
use furlong::{BotSpec, Seats};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The bot; `None` for a person.
    bot: Option<&'static str>,
    name: Option<String>,
    colour: Option<Colour>,
}

/// The players and the rules of a new game.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    game: &'static str,
    ruleset: &'static str,
    places: Vec<Place>,
    /// The time control, and what happens when time is up.
    clock: Option<(TimeControl, Flag)>,
}

/// A line of the screen for setting up a table.
#[derive(Clone, Copy, Debug)]
enum Row {
    Begin,
    Edition,
    Players,
    AllBots,
    Seat(usize),
    Clock,
}

const PERSON: Named = ("a person", "at this screen, passed between people");
const COLOUR: Named = ("the colour", "of this player's name and pieces");
const NO_CLOCK: Named = ("no clock", "no time limit");
const TIMES: [Named; 4] = [
    ("5m", "five minutes for the whole game"),
    ("10m+5s", "ten minutes, plus five seconds per move"),
    ("30m", "30 minutes for the whole game"),
    ("30s/move", "30 seconds for each move"),
];
const OTHER_TIME: Named = ("another", "typed by you");
const NAME: Named = ("the name", "of the player in this seat");

impl Party {
    /// Creates a table with the default number of players: a person in the first seat against these bots, or people or
    /// bots in every seat.
    pub(crate) fn new(
        offered: &Offered,
        ruleset: &'static str,
        bot: Option<&'static str>,
        is_watched: bool,
    ) -> Result<Self, Failure> {
        let mut party = Self { game: offered.offer.id, ruleset, places: Vec::new(), clock: None };
        party.seat(offered.about(ruleset)?.players, USUAL, bot);
        if let Some(first) = party.places.first_mut().filter(|_| !is_watched) {
            first.bot = None;
        }
        Ok(party)
    }

    /// Changes the number of players to `count`, or to the nearest number that the rules allow. New players are this
    /// bot, or people.
    fn seat(&mut self, allowed: RangeInclusive<u8>, count: u8, bot: Option<&'static str>) {
        let count = count.clamp(*allowed.start(), *allowed.end());
        self.places.resize(count.into(), Place { bot, name: None, colour: None });
    }

    /// The bot for the next new seat.
    fn usual_bot(&self, offered: &Offered) -> Option<&'static str> {
        let seated = self.places.iter().rev().find_map(|place| place.bot);
        seated.or_else(|| Some(gentlest(&offered.offer.bots)))
    }

    /// The players in the form of a record.
    fn players(&self) -> Vec<Player> {
        let player = |(seat, place): (_, &Place)| {
            let bot = place.bot.map(|bot| Occupant::Bot(BotSpec::named(bot)));
            bot.unwrap_or(Occupant::Person).player(seat, place.name.as_ref())
        };
        Seats::MOST.iter().zip(&self.places).map(player).collect()
    }

    /// The words of the command line that starts the game.
    pub(crate) fn words(&self) -> Vec<String> {
        let count = self.places.len().to_string();
        let mut words =
            ["play", self.game, "--ruleset", self.ruleset, "--players", &count].map(str::to_owned).to_vec();
        let mut people = Vec::new();
        for (place, number) in self.places.iter().zip(1..) {
            match place.bot {
                Some(bot) => words.extend(["--bot".to_owned(), format!("{number}={bot}")]),
                None => people.push(number.to_string()),
            }
        }
        let colour = |(place, number): (&Place, u8)| Some(format!("{number}={}", place.colour?));
        let coloured: Vec<String> = self.places.iter().zip(1..).filter_map(colour).collect();
        if !coloured.is_empty() {
            words.extend(["--colours".to_owned(), coloured.join(",")]);
        }
        if people.is_empty() {
            words.push("--watch".to_owned());
        } else {
            words.extend(["--people".to_owned(), people.join(",")]);
            if let Some((time, flag)) = &self.clock {
                words.extend(["--clock".to_owned(), time.to_string(), "--flag".to_owned(), flag.to_string()]);
            }
        }
        if self.places.iter().any(|place| place.name.is_some()) {
            let names: Vec<String> = self.players().into_iter().map(|player| player.name).collect();
            words.extend(["--names".to_owned(), names.join(",")]);
        }
        words
    }

    /// Lets the person set up the table; `None` if the person goes back.
    pub(crate) fn ask(mut self, menu: &mut Menu, offered: &Offered) -> Result<Option<Vec<String>>, Failure> {
        let mut cursor = 0;
        while !menu.is_left() {
            let rows = self.rows(offered);
            let choices = rows.iter().map(|row| self.choice(*row, offered)).collect();
            let title = offered.offer.title;
            let explain = |index: usize| self.explained(rows[index], offered);
            let question = (title, "Set up a table");
            let Some(chosen) = menu.offer_explained(question, choices, cursor, &explain)? else { break };
            cursor = chosen;
            match rows[chosen] {
                Row::Begin => return Ok(Some(self.words())),
                Row::Edition => {
                    if let Some(ruleset) = choose_ruleset(menu, offered)? {
                        self.ruleset = ruleset;
                        let (allowed, count) = (offered.about(ruleset)?.players, self.places.len() as u8);
                        self.seat(allowed, count, self.usual_bot(offered));
                    }
                }
                Row::Players => self.ask_number(menu, offered)?,
                Row::AllBots => {
                    let question = (title, "Which bots?");
                    let asked = ask_opponent(menu, question, &offered.offer.bots, None, &[], None)?;
                    if let Some(Opponent::Bot(kind)) = asked {
                        let bots = self.places.iter_mut().filter(|place| place.bot.is_some());
                        bots.for_each(|place| place.bot = Some(kind.name));
                    }
                }
                Row::Seat(seat) => self.ask_seat(menu, offered, seat)?,
                Row::Clock => self.ask_clock(menu, offered)?,
            }
        }
        Ok(None)
    }

    fn rows(&self, offered: &Offered) -> Vec<Row> {
        let mut rows = vec![Row::Begin];
        rows.extend((offered.offer.rulesets.len() > 1).then_some(Row::Edition));
        rows.push(Row::Players);
        rows.extend(self.places.iter().any(|place| place.bot.is_some()).then_some(Row::AllBots));
        rows.extend((0..self.places.len()).map(Row::Seat));
        rows.extend(self.places.iter().any(|place| place.bot.is_none()).then_some(Row::Clock));
        rows
    }

    fn choice(&self, row: Row, offered: &Offered) -> (String, Option<String>) {
        match row {
            Row::Begin => {
                let people = self.places.iter().filter(|place| place.bot.is_none()).count() as i64;
                let bots = self.places.len() as i64 - people;
                let who = match (people, bots) {
                    (0, bots) => format!("watch {}", counted(bots, "bot", "bots")),
                    (people, 0) => counted(people, "person", "people"),
                    (people, bots) => {
                        format!(
                            "{} and {}",
                            counted(people, "person", "people"),
                            counted(bots, "bot", "bots")
                        )
                    }
                };
                ("Begin".to_owned(), Some(who))
            }
            Row::Edition => {
                let usual = if self.ruleset == offered.offer.usual_ruleset() { ", the default" } else { "" };
                ("Edition".to_owned(), Some(format!("{}{usual}", self.ruleset)))
            }
            Row::Players => ("Players".to_owned(), Some(self.places.len().to_string())),
            Row::AllBots => ("All bots".to_owned(), Some("change all at once".to_owned())),
            Row::Clock => {
                let time = match &self.clock {
                    None => NO_CLOCK.0.to_owned(),
                    Some((time, Flag::Lose)) => format!("{time}, then the game is lost"),
                    Some((time, Flag::Bot(bot))) => format!("{time}, then {bot} plays on"),
                };
                ("Time".to_owned(), Some(time))
            }
            Row::Seat(seat) => {
                let player = &self.players()[seat];
                let Place { bot, colour, .. } = &self.places[seat];
                let colour = colour.map_or_else(String::new, |colour| format!(", {colour}"));
                let who = format!("{}: {}{colour}", player.name, bot.unwrap_or("a person"));
                (format!("Seat {}", seat + 1), Some(who))
            }
        }
    }

    /// The explanation of a line of the screen.
    fn explained(&self, row: Row, offered: &Offered) -> Vec<Shown> {
        let about = match row {
            Row::Edition => return offered.explained(self.ruleset),
            Row::Begin => "start the game with these players",
            Row::Players => "change the number of players; new seats get the same bots",
            Row::AllBots => "replace all bots by bots of another level",
            Row::Seat(_) => "change this seat: person or bot, name, colour",
            Row::Clock => "change the time limit, and what happens when time runs out",
        };
        explained_by(&self.choice(row, offered).0, about)
    }

    fn ask_number(&mut self, menu: &mut Menu, offered: &Offered) -> Result<(), Failure> {
        let allowed = offered.about(self.ruleset)?.players;
        let counts: Vec<u8> = allowed.clone().collect();
        let choices = counts.iter().map(|count| {
            let usual = (*count == USUAL).then(|| "the default number".to_owned());
            (counted(*count, "player", "players"), usual)
        });
        let now = counts.iter().position(|count| usize::from(*count) == self.places.len()).unwrap_or(0);
        let chosen = menu.offer_at(offered.offer.title, "How many players?", choices.collect(), now)?;
        if let Some(chosen) = chosen {
            self.seat(allowed, counts[chosen], self.usual_bot(offered));
        }
        Ok(())
    }

    /// Asks for the colour of a seat, among those that no other player has.
    fn ask_colour(&mut self, menu: &mut Menu, title: &str, seat: usize) -> Result<(), Failure> {
        let others = || self.places.iter().enumerate().filter(|(index, _)| *index != seat);
        let is_free = |colour: &Colour| others().all(|(_, place)| place.colour != Some(*colour));
        let free: Vec<Colour> = Colour::ALL.into_iter().filter(is_free).collect();
        let choices = free.iter().map(|colour| (colour.to_string(), None)).collect();
        let now = free.iter().position(|colour| self.places[seat].colour == Some(*colour)).unwrap_or(0);
        let question = format!("Which colour for seat {}?", seat + 1);
        if let Some(chosen) = menu.offer_at(title, &question, choices, now)? {
            self.places[seat].colour = Some(free[chosen]);
        }
        Ok(())
    }

    /// Asks for the time control, and for what happens when time is up.
    fn ask_clock(&mut self, menu: &mut Menu, offered: &Offered) -> Result<(), Failure> {
        let title = offered.offer.title;
        let choices = [NO_CLOCK].into_iter().chain(TIMES).chain([OTHER_TIME]);
        let choices = choices.map(|(label, about)| (label.to_owned(), Some(about.to_owned())));
        let asked = menu.offer(title, "How long may people think?", choices.collect())?;
        let time = match asked {
            None => return Ok(()),
            Some(0) => {
                self.clock = None;
                return Ok(());
            }
            Some(chosen) => match TIMES.get(chosen - 1) {
                Some((time, _)) => time.parse().ok(),
                None => ask_time(menu, title)?,
            },
        };
        let Some(time) = time else { return Ok(()) };
        let bot = gentlest(&offered.offer.bots);
        let choices = vec![
            ("lose".to_owned(), Some("the game ends, and the others share the win".to_owned())),
            (format!("{bot} plays on"), Some("in the seat, to the end".to_owned())),
        ];
        let flag = match menu.offer(title, "What happens when time runs out?", choices)? {
            None => return Ok(()),
            Some(0) => Flag::Lose,
            Some(_) => Flag::Bot(BotSpec::named(bot)),
        };
        self.clock = Some((time, flag));
        Ok(())
    }

    /// Asks who plays a seat, or for the player's name.
    fn ask_seat(&mut self, menu: &mut Menu, offered: &Offered, seat: usize) -> Result<(), Failure> {
        let title = offered.offer.title;
        let question = format!("Who plays seat {}?", seat + 1);
        match ask_opponent(
            menu,
            (title, &question),
            &offered.offer.bots,
            Some(PERSON),
            &[NAME, COLOUR],
            None,
        )? {
            None => {}
            Some(Opponent::Bot(kind)) => self.places[seat].bot = Some(kind.name),
            Some(Opponent::Before) => self.places[seat].bot = None,
            Some(Opponent::After(1)) => self.ask_colour(menu, title, seat)?,
            Some(Opponent::After(_)) => {
                let mut typed = self.places[seat].name.clone().unwrap_or_default();
                let mut question = format!("What is the name of the player in seat {}?", seat + 1);
                while let Some(name) = menu.ask(title, &question, &typed)? {
                    let name = name.trim().to_owned();
                    let before = self.places[seat].name.replace(name.clone());
                    let problem = if name.contains(',') {
                        Some("a name cannot contain a comma".to_owned())
                    } else {
                        check_names(&self.players()).err()
                    };
                    let Some(problem) = problem else { break };
                    (self.places[seat].name, typed) = (before, name);
                    question = format!("That name cannot be used: {problem}.");
                }
            }
        }
        Ok(())
    }
}

/// Asks for a time control as text; `None` if the person goes back.
fn ask_time(menu: &mut Menu, title: &str) -> Result<Option<TimeControl>, Failure> {
    let (mut typed, mut question) =
        (String::new(), "How long may people think? (1h, 15m+10s, 1m/move)".to_owned());
    while let Some(words) = menu.ask(title, &question, &typed)? {
        match words.parse::<TimeControl>() {
            Ok(time) => return Ok(Some(time)),
            Err(problem) => (typed, question) = (words, format!("{problem}.")),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(bot: Option<&'static str>, name: Option<&str>) -> Place {
        Place { bot, name: name.map(str::to_owned), colour: None }
    }

    #[test]
    fn a_table_of_people_and_bots_becomes_a_command_line() {
        let places = vec![place(Some("club"), None), place(None, Some("Ada")), place(None, None)];
        let mut party = Party { game: "gotham", ruleset: "standard", places, clock: None };
        assert_eq!(
            party.words().join(" "),
            "play gotham --ruleset standard --players 3 --bot 1=club --people 2,3 --names bot 1,Ada,player 3"
        );
        party.places[1].colour = Some(Colour::Teal);
        assert!(party.words().join(" ").contains("--bot 1=club --colours 2=teal --people 2,3"));
        party.clock = Some(("10m+5s".parse().expect("a time"), Flag::Bot(BotSpec::named("club"))));
        assert!(party.words().join(" ").contains("--people 2,3 --clock 10m+5s --flag bot:club --names"));
        // Bots alone are not timed.
        let party = Party { places: vec![place(Some("club"), None); 2], ..party };
        assert_eq!(
            party.words().join(" "),
            "play gotham --ruleset standard --players 2 --bot 1=club --bot 2=club --watch"
        );
    }
}
