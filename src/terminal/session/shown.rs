//! The screen of a session: the table, the news, the choices, help and hints.

use std::io::{BufRead, Write};

use serde_json::Value;

use super::{MOST_UNSAVED, Saves, Session};
use crate::bot::{Bot, Considered, Decision, UnknownBot};
use crate::game::Mark;
use crate::plain::plain;
use crate::playable::Playable;
use crate::race::Race;
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, Seats};
use crate::standings::Ending;
use crate::terminal::analyse::offer_analysis;
use crate::terminal::failure::Failure;
use crate::terminal::table::{NoPlayer, Occupant, usual_bot, who_plays};
use crate::terminal::typed::COMMANDS;
use crate::text::{Names, capitalized, listed};

impl<G: Playable, I: BufRead, W: Write> Session<G, I, W> {
    pub(super) fn introduce(&mut self) -> Result<(), Failure> {
        self.screen.heading(G::TITLE)?;
        let game = self.race.game();
        self.screen.text(&game.introduction())?;
        self.screen.gap()?;
        let title = game.ruleset().title().plain();
        self.screen.text(&format!("Rules: {}. {}", title.name, title.about))?;
        if !title.reconstructed.is_empty() {
            self.screen
                .text(&format!("Reconstructed in these rules: {}.", title.reconstructed.join("; ")))?;
        }
        self.screen.text(&who_plays(&self.race.record().seats))?;
        self.screen.text(&format!("Seed: {}.", self.race.record().streams.seed))?;
        if self.saves == Saves::Always {
            let path = self.save.path().display();
            let place = match self.save.origin() {
                Some(origin) => format!("in {path} from now on; {} is left unchanged", origin.display()),
                None => format!("in {path}"),
            };
            let moment = match self.table.people() {
                0 => format!("after every {MOST_UNSAVED} events and at the end"),
                _ => "after every move".to_owned(),
            };
            self.screen.text(&format!("Saved {moment} {place}."))?;
        }
        if self.table.people() > 0 {
            let help = "Choose by number or type a move. ? explains, hint helps, q leaves.";
            self.screen.text(help)?;
            let aids = self.race.game().aids(&self.race.sight(Seat::FIRST));
            if !aids.is_empty() {
                let aids: Vec<String> =
                    aids.iter().map(|aid| format!("{} ({})", aid.name, aid.about)).collect();
                self.screen.text(&format!("To look up at any time: {}.", aids.join(", ")))?;
            }
        }
        Ok(())
    }

    /// Shows what has happened, with everything hidden in it, and the table after each round.
    pub(super) fn show_watchers(&mut self) -> Result<(), Failure> {
        let news = self.race.happenings()[self.watched..].to_vec();
        self.watched += news.len();
        let mut is_round_over = false;
        for happening in &news {
            if let Some(line) = self.race.game().narrate(happening, &self.table.names) {
                self.screen.item(&line)?;
            }
            is_round_over |= self.race.game().mark(happening) == Some(Mark::RoundEnds);
        }
        if is_round_over && !self.race.is_over() {
            self.screen.gap()?;
            self.say_whose_eyes(Seat::FIRST)?;
            self.show_table(Seat::FIRST, &self.table.names.clone())?;
            self.screen.gap()?;
        }
        Ok(())
    }

    pub(super) fn show_news(&mut self, seat: Seat, names: &Names) -> Result<(), Failure> {
        let news = self.race.told(seat, self.shown[seat.index()]);
        self.shown[seat.index()] = self.race.events();
        let lines: Vec<String> =
            news.iter().filter_map(|happening| self.race.game().narrate(happening, names)).collect();
        if !lines.is_empty() {
            self.screen.heading("What has happened:")?;
            for line in lines {
                self.screen.item(&line)?;
            }
        }
        Ok(())
    }

    pub(super) fn show_own_table(&mut self, seat: Seat) -> Result<(), Failure> {
        self.screen.gap()?;
        self.show_table(seat, &self.table.names.addressing(Some(seat)))
    }

    pub(super) fn say_whose_eyes(&mut self, seat: Seat) -> Result<(), Failure> {
        let name = self.table.names.name(seat);
        Ok(self.screen.text(&format!("As {name} sees the table:"))?)
    }

    pub(super) fn show_table(&mut self, seat: Seat, names: &Names) -> Result<(), Failure> {
        let canvas = self.screen.canvas();
        let picture = self.race.game().draw(&self.race.sight(seat), names, &canvas);
        Ok(self.screen.picture(&picture)?)
    }

    pub(super) fn show_choices(&mut self, seat: Seat) -> Result<(), Failure> {
        let (question, choices) = self.asked(seat);
        self.screen.heading(&question)?;
        Ok(self.screen.choices(&choices)?)
    }

    /// The question to this seat, and its choices with what is to know of each.
    pub(super) fn asked(&self, seat: Seat) -> (String, Vec<(String, Option<String>)>) {
        let game = self.race.game();
        let view = self.race.sight(seat);
        let choices = self
            .race
            .actions(seat)
            .into_iter()
            .map(|action| (game.label(&view, action), game.remark(&view, action)))
            .collect();
        let question = match self.table.people() {
            0 | 1 => game.question(&view),
            _ => format!("{}: {}", self.table.names.name(seat), game.question(&view)),
        };
        (question, choices)
    }

    pub(super) fn show_help(&mut self, seat: Seat) -> Result<(), Failure> {
        self.screen.heading("The rules in brief")?;
        self.screen.guide(&self.race.game().guide())?;
        self.screen.heading("The rules in full")?;
        for rule in self.race.game().rules().lines() {
            self.screen.item(rule)?;
        }
        self.screen.heading("Commands")?;
        self.screen.item("the number of a choice, or a move in words as the choices show it")?;
        for (command, meaning) in COMMANDS {
            self.screen.item(&format!("{command:<11}{meaning}"))?;
        }
        for aid in self.race.game().aids(&self.race.sight(seat)) {
            self.screen.item(&format!("{:<11}{}", aid.name, aid.about))?;
        }
        Ok(())
    }

    /// The sheet of this name; false when the game has none.
    pub(super) fn show_aid(&mut self, seat: Seat, name: &str) -> Result<bool, Failure> {
        let aids = self.race.game().aids(&self.race.sight(seat));
        let Some(aid) = aids.into_iter().find(|aid| name.eq_ignore_ascii_case(aid.name)) else {
            return Ok(false);
        };
        self.screen.gap()?;
        self.screen.text(&aid.text)?;
        Ok(true)
    }

    pub(super) fn show_log(&mut self, seat: Seat) -> Result<(), Failure> {
        let names = self.table.names.addressing(Some(seat));
        self.screen.heading("The game so far")?;
        for happening in self.race.told(seat, 0) {
            if let Some(line) = self.race.game().narrate(&happening, &names) {
                self.screen.item(&line)?;
            }
        }
        Ok(())
    }

    pub(super) fn show_hint(&mut self, seat: Seat, bot: Option<String>) -> Result<(), Failure> {
        let spec = bot.unwrap_or_else(|| usual_bot::<G>().to_string());
        let mut bot = match adviser::<G>(&spec, self.race.seats()) {
            Ok(bot) => bot,
            Err(error) => return Ok(self.screen.text(&format!("No hint: {error}."))?),
        };
        self.race.tell(&mut bot, seat, 0);
        let view = self.race.sight(seat);
        let mut rng = self.race.bot_stream(seat);
        let actions = self.race.actions(seat);
        match bot.consider(&mut Decision::new(self.race.game(), &view, &actions, &mut rng)) {
            Ok(best) => {
                self.screen.text(&format!("The bot `{spec}` would do:"))?;
                for line in advice_lines(self.race.game(), &view, &best) {
                    self.screen.item(&line)?;
                }
            }
            Err(error) => self.screen.text(&format!("No hint: {error}."))?,
        }
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let reader = self.table.only_person();
        let names = self.table.names.addressing(reader);
        match reader {
            Some(seat) => self.show_news(seat, &names)?,
            None if self.table.people() == 0 => self.show_watchers()?,
            None => {
                self.screen.clear()?;
                self.show_news(self.at_screen.unwrap_or(Seat::FIRST), &names)?;
            }
        }
        self.screen.gap()?;
        if reader.is_none() {
            self.say_whose_eyes(Seat::FIRST)?;
        }
        self.show_table(reader.unwrap_or(Seat::FIRST), &names)?;
        self.screen.heading("The game is over.")?;
        for line in standings_lines(&self.race, &names) {
            self.screen.text(&line)?;
        }
        self.say_saved()?;
        if self.offers_analysis {
            return offer_analysis(self.race.record(), &mut self.screen, &mut self.input);
        }
        Ok(())
    }
}

/// A bot that is only asked, and plays for nobody.
fn adviser<G: Playable>(spec: &str, seats: Seats) -> Result<Box<dyn Bot<G>>, NoPlayer> {
    let bot = spec.parse::<Occupant>()?.bot(&Value::Null, seats)?;
    // A person is not asked twice.
    bot.ok_or_else(|| UnknownBot::Form(spec.to_owned()).into())
}

/// The best three actions of an advice, each with its chance and the reason, and the meaning of the chances.
pub(in crate::terminal) fn advice_lines<G: Playable>(
    game: &G,
    view: &G::View,
    advice: &[Considered<G::Action>],
) -> Vec<String> {
    let best = &advice[..advice.len().min(3)];
    let line = |considered: &Considered<G::Action>| {
        let label = game.label(view, considered.action);
        let chance =
            considered.chance.map_or_else(String::new, |chance| format!(" ({:.0} %)", chance * 100.0));
        let reason = considered.reason.as_ref();
        let reason = reason.map_or_else(String::new, |reason| format!(": {}", plain(reason)));
        format!("{label}{chance}{reason}")
    };
    let has_chances = best.iter().any(|considered| considered.chance.is_some());
    let meaning = has_chances.then(|| "%: your share of the win, as the bot expects it.".to_owned());
    best.iter().map(line).chain(meaning).collect()
}

/// The result or the standings, and a line for each seat in the order of places.
pub(in crate::terminal) fn standings_lines<G: Playable>(race: &Race<G>, names: &Names) -> Vec<String> {
    let standings = race.standings();
    let leaders: Vec<Seat> = standings.leaders().collect();
    let first = leaders.first().copied().unwrap_or(Seat::FIRST);
    let all: Vec<String> = leaders.iter().map(|seat| names.of(*seat)).collect();
    let ending = match standings.ending {
        Ending::Racing => "The race is not over; if it ended as it stands:".to_owned(),
        Ending::Won => format!("{}.", names.does(first, "win", "wins")),
        Ending::Shared => format!("{} share the win.", capitalized(&listed(&all))),
        Ending::Tie => {
            format!("{} tie for first place.", capitalized(&listed(&all)))
        }
        Ending::NobodyWins => "Nobody wins.".to_owned(),
    };
    let rows = standings.by_place();
    let lines = rows.iter().map(|row| {
        let you = if names.you() == Some(row.seat) { " (you)" } else { "" };
        format!("  {}. {}{you}: {}", row.place, names.name(row.seat), row.score)
    });
    std::iter::once(ending).chain(lines).collect()
}
