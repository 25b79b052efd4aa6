//! The screen of a session: the table, the news, the choices, help and hints.

use std::io::{BufRead, Write};

use super::{MOST_UNSAVED, Rest, Saves, Session};
use crate::failure::Failure;
use crate::play::advice::{advice_lines, adviser};
use crate::play::meaning;
use crate::play::outcome::{arrival_sentence, ending_sentence, places};
use crate::play::table::{usual_bot, who_plays};
use crate::play::typed::COMMANDS;
use crate::replays::analyse::offer_analysis;
use furlong::text::{Names, separated};
use furlong::{Bot as _, Decision, Mark, Playable, Ruleset as _, Seat};

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
        if let Some(branch) = self.race.record().branch {
            self.screen.text(&branch.to_string())?;
        }
        if let Some(error) = &self.unsaved {
            let told = format!("This game is not saved: {error}. `save FILE` saves elsewhere.");
            self.screen.text(&told)?;
        } else if self.saves == Saves::Always {
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
                let aids = aids.iter().map(|aid| format!("{} ({})", aid.name, aid.about));
                self.screen.text(&format!("To look up at any time: {}.", separated(aids, ", ")))?;
            }
        }
        Ok(())
    }

    /// Shows what has happened, with everything hidden in it, and the table after each round.
    pub(super) fn show_watchers(&mut self) -> Result<(), Failure> {
        let since = std::mem::replace(&mut self.watched, self.race.events());
        for line in self.told(None, since, &self.table.names) {
            self.screen.item(&line)?;
        }
        let mut news = self.race.happenings_since(since).iter();
        let is_round_over = news.any(|happening| self.race.game().mark(happening) == Some(Mark::RoundEnds));
        if is_round_over && !self.race.is_over() {
            self.screen.gap()?;
            self.say_whose_eyes(Seat::FIRST)?;
            self.show_table(Seat::FIRST, &self.table.names.clone())?;
            self.screen.gap()?;
        }
        Ok(())
    }

    pub(super) fn show_news(&mut self, seat: Seat, names: &Names) -> Result<(), Failure> {
        let since = std::mem::replace(&mut self.shown[seat.index()], self.race.events());
        let lines = self.told(Some(seat), since, names);
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

    /// The meaning of the choice of this index, and the help.
    pub(super) fn explain_choice(&mut self, seat: Seat, index: Option<usize>) -> Result<(), Failure> {
        let actions = self.race.actions(seat);
        if let Some(action) = index.and_then(|index| actions.get(index)) {
            let text = meaning::of_action(self.race.game(), &self.race.sight(seat), *action);
            self.screen.heading("Under the cursor")?;
            self.screen.text(&text)?;
        }
        self.show_help(seat)
    }

    /// The meaning of a word.
    pub(super) fn explain_word(&mut self, seat: Seat, word: &str) -> Result<(), Failure> {
        let actions = self.race.actions(seat);
        let text = meaning::of_word(self.race.game(), &self.race.sight(seat), &actions, word);
        Ok(self.screen.text(&text)?)
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
        let Some(sheet) = meaning::sheet(self.race.game(), &self.race.sight(seat), name) else {
            return Ok(false);
        };
        self.screen.gap()?;
        self.screen.text(&sheet)?;
        Ok(true)
    }

    pub(super) fn show_log(&mut self, seat: Seat) -> Result<(), Failure> {
        let names = self.table.names.addressing(Some(seat));
        self.screen.heading("The game so far")?;
        for line in self.told(Some(seat), 0, &names) {
            self.screen.item(&line)?;
        }
        Ok(())
    }

    /// Sentences on all that has happened from event `since` as `seat` knows it, or with all that was hidden, and the
    /// reasons of bots after their decisions.
    pub(super) fn told(&self, seat: Option<Seat>, since: usize, names: &Names) -> Vec<String> {
        let happened = |since: usize| match seat {
            Some(seat) => self.race.told(seat, since),
            None => self.race.happenings_since(since).to_vec(),
        };
        let (mut lines, mut rest) = (Vec::new(), happened(since));
        for (event, reasons) in self.reasons.iter().filter(|(event, _)| *event > since) {
            let later = rest.split_off(rest.len() - happened(*event).len());
            lines.extend(self.race.game().narrate_all(&rest, names));
            lines.push(reasons.clone());
            rest = later;
        }
        lines.extend(self.race.game().narrate_all(&rest, names));
        lines
    }

    pub(super) fn show_hint(&mut self, seat: Seat, bot: Option<String>) -> Result<(), Failure> {
        let spec = bot.unwrap_or_else(|| usual_bot::<G>().to_string());
        let mut bot = match adviser::<G>(&spec, self.race.seats()) {
            Ok(bot) => bot,
            Err(error) => return Ok(self.screen.text(&format!("No hint: {error}."))?),
        };
        self.race.tell_afresh(&mut bot, seat);
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

    /// The places of all people, when they have finished and bots race on.
    pub(super) fn arrivals(&self) -> String {
        let names = self.table.names.addressing(self.table.only_person());
        let people = self.race.seats().iter().filter(|seat| self.table.is_person(*seat));
        separated(people.map(|seat| arrival_sentence(&self.race.standings(), seat, &names)), " ")
    }

    /// Tells the places of all people, and asks whether the others are to be watched.
    pub(super) fn ask_about_rest(&mut self) -> Result<(), Failure> {
        if let Some(seat) = self.table.only_person() {
            self.show_news(seat, &self.table.names.addressing(Some(seat)))?;
        }
        self.screen.gap()?;
        self.screen.text(&self.arrivals())?;
        let question = "The others race on. Watch them? (Otherwise the end is shown at once.)";
        let is_watched = self.screen.is_confirmed(question, &mut self.input)?;
        self.rest = if is_watched { Rest::Watched } else { Rest::Skipped };
        Ok(())
    }

    /// Shows what has happened to people who have finished.
    pub(super) fn show_rest(&mut self) -> Result<(), Failure> {
        let seat = self.table.only_person().or(self.at_screen).unwrap_or(Seat::FIRST);
        let since = std::mem::replace(&mut self.shown[seat.index()], self.race.events());
        let names = self.table.names.addressing(self.table.only_person());
        self.told(Some(seat), since, &names).iter().try_for_each(|line| self.screen.item(line))?;
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let reader = self.table.only_person();
        let names = self.table.names.addressing(reader);
        if self.rest == Rest::Skipped {
            self.shown.fill(self.race.events());
        }
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
        self.screen.text(&ending_sentence(&self.race.standings(), &names))?;
        let width = self.screen.canvas().width;
        for line in places(self.race.game(), self.race.state(), &names, width) {
            self.screen.verbatim(&line)?;
        }
        self.say_saved()?;
        if self.offers_analysis {
            return offer_analysis(self.race.record(), &mut self.screen, &mut self.input);
        }
        Ok(())
    }
}
