//! A table of one's own, put together in the menu: the edition, the seats, and the people and bots in them.

use std::ops::RangeInclusive;

use crate::failure::Failure;
use crate::play::full::Menu;
use crate::play::offered::{Offered, USUAL, choose_ruleset};
use crate::play::screens::{Named, Opponent, ask_opponent};
use furlong::record::Player;
use furlong::table::{Occupant, check_names};
use furlong::text::counted;
use furlong::{BotSpec, Seats};

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    /// The bot; a person when `None`.
    bot: Option<&'static str>,
    name: Option<String>,
}

/// The players and the rules of a game that is to begin.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    game: &'static str,
    ruleset: &'static str,
    places: Vec<Place>,
}

/// A line of the screen on which a table is put together.
#[derive(Clone, Copy, Debug)]
enum Row {
    Begin,
    Edition,
    Players,
    AllBots,
    Seat(usize),
}

const PERSON: Named = ("a person", "at this screen, which is handed over between people");
const NAME: Named = ("the name", "of the player in this seat");

impl Party {
    /// People or, where it is watched, bots in every seat, or a person in the first one against these bots; as many as usual.
    pub(crate) fn new(
        offered: &Offered,
        ruleset: &'static str,
        bot: Option<&'static str>,
        is_watched: bool,
    ) -> Result<Self, Failure> {
        let mut party = Self { game: offered.offer.id, ruleset, places: Vec::new() };
        party.seat(offered.about(ruleset)?.players, USUAL, bot);
        if let Some(first) = party.places.first_mut().filter(|_| !is_watched) {
            first.bot = None;
        }
        Ok(party)
    }

    /// Seats this number of players, or the next one that the rules allow; new ones are bots like this, or people.
    fn seat(&mut self, allowed: RangeInclusive<u8>, count: u8, bot: Option<&'static str>) {
        let count = count.clamp(*allowed.start(), *allowed.end());
        self.places.resize(count.into(), Place { bot, name: None });
    }

    /// The bot that the next new seat gets.
    fn usual_bot(&self, offered: &Offered) -> Option<&'static str> {
        let seated = self.places.iter().rev().find_map(|place| place.bot);
        seated.or_else(|| first_level(offered))
    }

    /// The players as a record writes them.
    fn players(&self) -> Vec<Player> {
        let player = |(seat, place): (_, &Place)| {
            let bot = place.bot.map(|bot| Occupant::Bot(BotSpec::named(bot)));
            bot.unwrap_or(Occupant::Person).player(seat, place.name.as_ref())
        };
        Seats::MOST.iter().zip(&self.places).map(player).collect()
    }

    /// The words of the command line that begins the game.
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
        if people.is_empty() {
            words.push("--watch".to_owned());
        } else {
            words.extend(["--people".to_owned(), people.join(",")]);
        }
        if self.places.iter().any(|place| place.name.is_some()) {
            let names: Vec<String> = self.players().into_iter().map(|player| player.name).collect();
            words.extend(["--names".to_owned(), names.join(",")]);
        }
        words
    }

    /// Lets the person put the table together; `None` when the person goes back.
    pub(crate) fn ask(mut self, menu: &mut Menu, offered: &Offered) -> Result<Option<Vec<String>>, Failure> {
        let mut cursor = 0;
        while !menu.is_left() {
            let rows = self.rows(offered);
            let choices = rows.iter().map(|row| self.choice(*row, offered)).collect();
            let title = offered.offer.title;
            let Some(chosen) = menu.offer_at(title, "A table of your own", choices, cursor)? else { break };
            cursor = chosen;
            match rows[chosen] {
                Row::Begin => return Ok(Some(self.words())),
                Row::Edition => {
                    if let Some(ruleset) = choose_ruleset(menu, &offered.offer)? {
                        self.ruleset = ruleset;
                        let (allowed, count) = (offered.about(ruleset)?.players, self.places.len() as u8);
                        self.seat(allowed, count, self.usual_bot(offered));
                    }
                }
                Row::Players => self.ask_number(menu, offered)?,
                Row::AllBots => {
                    let question = (title, "Which bots?");
                    let asked = ask_opponent(menu, question, &offered.offer.bots, None, &[])?;
                    if let Some(Opponent::Bot(kind)) = asked {
                        let bots = self.places.iter_mut().filter(|place| place.bot.is_some());
                        bots.for_each(|place| place.bot = Some(kind.name));
                    }
                }
                Row::Seat(seat) => self.ask_seat(menu, offered, seat)?,
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
                let usual =
                    if self.ruleset == offered.offer.usual_ruleset() { ", the usual one" } else { "" };
                ("Edition".to_owned(), Some(format!("{}{usual}", self.ruleset)))
            }
            Row::Players => ("Players".to_owned(), Some(self.places.len().to_string())),
            Row::AllBots => ("All bots".to_owned(), Some("change them at once".to_owned())),
            Row::Seat(seat) => {
                let player = &self.players()[seat];
                let who = match self.places[seat].bot {
                    Some(bot) => format!("{}: {bot}", player.name),
                    None => format!("{}: a person", player.name),
                };
                (format!("Seat {}", seat + 1), Some(who))
            }
        }
    }

    fn ask_number(&mut self, menu: &mut Menu, offered: &Offered) -> Result<(), Failure> {
        let allowed = offered.about(self.ruleset)?.players;
        let counts: Vec<u8> = allowed.clone().collect();
        let choices = counts.iter().map(|count| {
            let usual = (*count == USUAL).then(|| "the usual number".to_owned());
            (counted(*count, "player", "players"), usual)
        });
        let now = counts.iter().position(|count| usize::from(*count) == self.places.len()).unwrap_or(0);
        let chosen = menu.offer_at(offered.offer.title, "How many play?", choices.collect(), now)?;
        if let Some(chosen) = chosen {
            self.seat(allowed, counts[chosen], self.usual_bot(offered));
        }
        Ok(())
    }

    /// Asks who plays a seat, or how that player is called.
    fn ask_seat(&mut self, menu: &mut Menu, offered: &Offered, seat: usize) -> Result<(), Failure> {
        let title = offered.offer.title;
        let question = format!("Who plays seat {}?", seat + 1);
        match ask_opponent(menu, (title, &question), &offered.offer.bots, Some(PERSON), &[NAME])? {
            None => {}
            Some(Opponent::Bot(kind)) => self.places[seat].bot = Some(kind.name),
            Some(Opponent::Before) => self.places[seat].bot = None,
            Some(Opponent::After(_)) => {
                let mut typed = self.places[seat].name.clone().unwrap_or_default();
                let mut question = format!("What is the name of the player in seat {}?", seat + 1);
                while let Some(name) = menu.ask(title, &question, &typed)? {
                    let name = name.trim().to_owned();
                    let before = self.places[seat].name.replace(name.clone());
                    let problem = if name.contains(',') {
                        Some("a name has no comma".to_owned())
                    } else {
                        check_names(&self.players()).err()
                    };
                    let Some(problem) = problem else { break };
                    (self.places[seat].name, typed) = (before, name);
                    question = format!("Not that name: {problem}.");
                }
            }
        }
        Ok(())
    }
}

/// The first level of play, or the first bot of a game without levels.
pub(crate) fn first_level(offered: &Offered) -> Option<&'static str> {
    let mut kinds = offered.offer.bots.iter().filter(|kind| kind.finishes);
    kinds.clone().find(|kind| kind.is_level).or_else(|| kinds.next()).map(|kind| kind.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(bot: Option<&'static str>, name: Option<&str>) -> Place {
        Place { bot, name: name.map(str::to_owned) }
    }

    #[test]
    fn a_table_of_people_and_bots_becomes_a_command_line() {
        let places = vec![place(Some("club"), None), place(None, Some("Ada")), place(None, None)];
        let party = Party { game: "gotham", ruleset: "standard", places };
        assert_eq!(
            party.words().join(" "),
            "play gotham --ruleset standard --players 3 --bot 1=club --people 2,3 --names bot 1,Ada,player 3"
        );
        let party = Party { places: vec![place(Some("club"), None); 2], ..party };
        assert_eq!(
            party.words().join(" "),
            "play gotham --ruleset standard --players 2 --bot 1=club --bot 2=club --watch"
        );
    }
}
