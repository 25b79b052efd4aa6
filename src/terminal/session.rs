//! A game at one terminal: people and bots in turn, until it is over or left.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::failure::Failure;
use super::interrupt;
use super::save::{SaveError, SaveFile};
use super::screen::Screen;
use super::table::{NoPlayer, Occupant, Table, usual_bot, who_plays};
use super::typed::{COMMANDS, Typed, not_a_move};
use crate::arena::MOST_EVENTS;
use crate::bot::{Bot, Considered, Decision, UnknownBot};
use crate::game::{Mark, Turn};
use crate::plain::{plain, plain_lines};
use crate::playable::Playable;
use crate::race::Race;
use crate::record::{Event, EventOf};
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, Seats};
use crate::standings::Ending;
use crate::text::{Names, capitalized, listed};

/// A game in play, with the people before the screen.
pub(super) struct Session<G: Playable, I, W> {
    race: Race<G>,
    table: Table<G>,
    screen: Screen<W>,
    input: I,
    save: SaveFile,
    saves: Saves,
    /// The command that goes on with a game: `furlong play animal-race`.
    program: String,
    /// The number of events that have been shown to each seat.
    shown: Vec<usize>,
    /// The number of happenings that have been shown to those who watch.
    watched: usize,
    /// The person at the screen now.
    at_screen: Option<Seat>,
    /// Events after which the game is left unfinished.
    most_events: usize,
    /// The number of events when the game was saved last.
    saved: usize,
    /// The reason why it could not be saved since.
    unsaved: Option<String>,
}

/// The number of events after which a table of bots is saved; it is saved at its end, too.
const MOST_UNSAVED: usize = 50;

/// The moments at which the game is written to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Saves {
    /// After every event: somebody plays, or a file was asked for.
    Always,
    /// Only when something went wrong.
    OnFailure,
}

/// The step that follows a line that a person typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The game goes on.
    GoOn,
    /// The person wants to be asked again.
    AskAgain,
    /// The game is left.
    Leave,
}

impl<G: Playable, I: BufRead, W: Write> Session<G, I, W> {
    /// A session; the record of the race says who plays.
    pub(super) fn new(
        mut race: Race<G>,
        save: (SaveFile, Option<Saves>),
        program: &str,
        screen: Screen<W>,
        input: I,
    ) -> Result<Self, Failure> {
        let table = Table::of(&mut race)?;
        let (save, saves) = save;
        let usual = if table.people() > 0 { Saves::Always } else { Saves::OnFailure };
        let shown = race.seats().iter().map(|seat| last_own_event(&race, seat)).collect();
        Ok(Self {
            race,
            table,
            screen,
            input,
            save,
            saves: saves.unwrap_or(usual),
            program: program.to_owned(),
            shown,
            watched: 0,
            at_screen: None,
            saved: 0,
            unsaved: None,
            most_events: MOST_EVENTS as usize,
        })
    }

    /// The same session, left unfinished after `most_events`.
    pub(super) fn with_most_events(self, most_events: u32) -> Self {
        Self { most_events: most_events as usize, ..self }
    }

    /// Plays until the game is over or left.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.introduce()?;
        self.save_now()
            .map_err(|error| Failure::Failed(format!("{error} (--save FILE names another file)")))?;
        let mut has_person_moved = false;
        loop {
            let turn = self.race.proceed_within(self.most_events);
            if turn != Turn::Over && self.race.events() >= self.most_events {
                return self.leave_unfinished();
            }
            self.table.tell_bots(&self.race);
            let is_bots_turn = matches!(turn, Turn::Seat(seat) if self.table.bot(seat).is_some());
            // What bots do meanwhile comes again from the same streams.
            if !is_bots_turn || has_person_moved || self.race.events() >= self.saved + MOST_UNSAVED {
                self.save_or_warn()?;
            }
            let Turn::Seat(seat) = turn else { return self.finish() };
            has_person_moved = !is_bots_turn;
            if is_bots_turn {
                self.ask_bot(seat)?;
            } else if self.ask_person(seat)? == Next::Leave {
                return self.say_goodbye();
            }
        }
    }

    /// A game need not end, whatever its players do.
    fn leave_unfinished(&mut self) -> Result<(), Failure> {
        if self.table.people() == 0 {
            self.show_watchers()?;
        }
        self.screen.gap()?;
        let events = self.race.events();
        self.screen.text(&format!("The game is unfinished after {events} events (--most-events)."))?;
        self.say_goodbye()
    }

    fn introduce(&mut self) -> Result<(), Failure> {
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
                Some(origin) => format!("in {path} from now on; {} stays as it is", origin.display()),
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

    // ---- bots and watchers ----

    fn ask_bot(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(bot) = self.table.bot(seat) else { return Ok(()) };
        if let Err(error) = self.race.ask(bot) {
            let saved = match self.write_file() {
                Ok(()) => format!("the game so far is saved in {}", self.save.path().display()),
                Err(error) => format!("the game is not saved: {error}"),
            };
            return Err(Failure::Failed(format!("{error}; {saved}")));
        }
        if self.table.people() == 0 { self.show_watchers() } else { Ok(()) }
    }

    /// Shows what has happened, with everything hidden in it, and the table after each round.
    fn show_watchers(&mut self) -> Result<(), Failure> {
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

    // ---- people ----

    fn ask_person(&mut self, seat: Seat) -> Result<Next, Failure> {
        if self.hand_over(seat)? == Next::Leave {
            return Ok(Next::Leave);
        }
        self.show_news(seat, &self.table.names.addressing(Some(seat)))?;
        self.show_own_table(seat)?;
        self.show_choices(seat)?;
        loop {
            self.screen.prompt(">")?;
            let Some(line) = self.read_line()? else {
                self.screen.gap()?;
                return Ok(Next::Leave);
            };
            match self.obey(seat, Typed::read(&line))? {
                Next::AskAgain => {}
                next => return Ok(next),
            }
        }
    }

    /// With several people: clears the screen, and waits until the next one sits before it.
    fn hand_over(&mut self, seat: Seat) -> Result<Next, Failure> {
        if self.table.people() > 1 && self.at_screen != Some(seat) {
            self.screen.clear()?;
            let name = self.table.names.name(seat);
            self.screen.prompt(&format!("It is the turn of {name}. Press Enter when only {name} looks."))?;
            if self.read_line()?.is_none() {
                self.screen.gap()?;
                return Ok(Next::Leave);
            }
            self.screen.clear()?;
        }
        self.at_screen = Some(seat);
        Ok(Next::GoOn)
    }

    fn obey(&mut self, seat: Seat, typed: Typed) -> Result<Next, Failure> {
        match typed {
            Typed::Quit => return Ok(Next::Leave),
            Typed::Undo => return self.undo(seat),
            Typed::Help => self.show_help(seat)?,
            Typed::Hint(bot) => self.show_hint(seat, bot)?,
            Typed::Log => self.show_log(seat)?,
            Typed::Save(path) => self.save_elsewhere(path)?,
            Typed::View => {
                self.show_own_table(seat)?;
                self.show_choices(seat)?;
            }
            Typed::Words(words) if self.show_aid(seat, &words)? => {}
            typed => match self.read_choice(seat, &typed) {
                Ok(action) => match self.race.play(seat, action) {
                    Ok(()) => return Ok(Next::GoOn),
                    Err(error) => self.screen.text(&format!("That is not possible: {error}."))?,
                },
                Err(problem) => self.screen.text(&problem)?,
            },
        }
        Ok(Next::AskAgain)
    }

    /// The action that was meant, or the reason why it is not one.
    fn read_choice(&self, seat: Seat, typed: &Typed) -> Result<G::Action, String> {
        let actions = self.race.actions(seat);
        let count = actions.len();
        match typed {
            Typed::Number(number) => {
                let chosen = number.checked_sub(1).and_then(|index| actions.get(index));
                chosen.copied().ok_or_else(|| format!("There is no choice {number}: choose 1 to {count}."))
            }
            Typed::Words(words) => {
                let view = self.race.sight(seat);
                let read = self.race.game().read_action(&view, &actions, words);
                read.map_err(|misread| {
                    let aids = self.race.game().aids(&view);
                    not_a_move(words, aids.iter().map(|aid| aid.name), &misread.to_string())
                })
            }
            _ if count == 1 => Ok(actions[0]),
            _ => Err(format!("Choose 1 to {count}, or type a move; ? explains.")),
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<Next, Failure> {
        if self.table.only_person().is_none() {
            self.screen.text("Only against bots can a move be taken back.")?;
            return Ok(Next::AskAgain);
        }
        if !self.race.undo(seat) {
            self.screen.text("There is no move of yours to take back.")?;
            return Ok(Next::AskAgain);
        }
        for shown in &mut self.shown {
            *shown = (*shown).min(self.race.events());
        }
        self.table.renew_bots()?;
        self.screen.text("Your last move is taken back. The record notes it.")?;
        Ok(Next::GoOn)
    }

    // ---- what is shown ----

    fn show_news(&mut self, seat: Seat, names: &Names) -> Result<(), Failure> {
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

    fn show_own_table(&mut self, seat: Seat) -> Result<(), Failure> {
        self.screen.gap()?;
        self.show_table(seat, &self.table.names.addressing(Some(seat)))
    }

    fn say_whose_eyes(&mut self, seat: Seat) -> Result<(), Failure> {
        let name = self.table.names.name(seat);
        Ok(self.screen.text(&format!("As {name} sees the table:"))?)
    }

    fn show_table(&mut self, seat: Seat, names: &Names) -> Result<(), Failure> {
        let canvas = self.screen.canvas();
        let picture = self.race.game().draw(&self.race.sight(seat), names, &canvas);
        Ok(self.screen.picture(&picture)?)
    }

    fn show_choices(&mut self, seat: Seat) -> Result<(), Failure> {
        let game = self.race.game();
        let view = self.race.sight(seat);
        let choices: Vec<(String, Option<String>)> = self
            .race
            .actions(seat)
            .into_iter()
            .map(|action| (game.label(&view, action), game.remark(&view, action)))
            .collect();
        let question = match self.table.people() {
            0 | 1 => game.question(&view),
            _ => format!("{}: {}", self.table.names.name(seat), game.question(&view)),
        };
        self.screen.heading(&question)?;
        Ok(self.screen.choices(&choices)?)
    }

    fn show_help(&mut self, seat: Seat) -> Result<(), Failure> {
        self.screen.heading("The rules in brief")?;
        for rule in self.race.game().rules().lines() {
            self.screen.item(rule)?;
        }
        self.screen.heading("What can be typed")?;
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
    fn show_aid(&mut self, seat: Seat, name: &str) -> Result<bool, Failure> {
        let aids = self.race.game().aids(&self.race.sight(seat));
        let Some(aid) = aids.into_iter().find(|aid| name.eq_ignore_ascii_case(aid.name)) else {
            return Ok(false);
        };
        self.screen.gap()?;
        self.screen.text(&aid.text)?;
        Ok(true)
    }

    fn show_log(&mut self, seat: Seat) -> Result<(), Failure> {
        let names = self.table.names.addressing(Some(seat));
        self.screen.heading("The game so far")?;
        for happening in self.race.told(seat, 0) {
            if let Some(line) = self.race.game().narrate(&happening, &names) {
                self.screen.item(&line)?;
            }
        }
        Ok(())
    }

    fn show_hint(&mut self, seat: Seat, bot: Option<String>) -> Result<(), Failure> {
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
                for considered in best.iter().take(3) {
                    self.screen.item(&advice_line(self.race.game(), &view, considered))?;
                }
            }
            Err(error) => self.screen.text(&format!("No hint: {error}."))?,
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
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
        if self.saves == Saves::Always {
            self.check_saved()?;
            let path = self.save.path().display().to_string();
            self.screen.text(&format!("The game is saved in {path}. See it again with:"))?;
            self.screen.verbatim(&format!("  furlong replay {}", quoted(self.save.path())))?;
        }
        Ok(())
    }

    fn say_goodbye(&mut self) -> Result<(), Failure> {
        // Said by what follows.
        _ = self.save_now();
        self.check_saved()?;
        let farewell = self.farewell();
        Ok(self.screen.verbatim(&farewell)?)
    }

    /// A game that ends without being saved has failed.
    fn check_saved(&self) -> Result<(), Failure> {
        match self.unsaved {
            Some(_) => Err(Failure::Failed(self.farewell())),
            None => Ok(()),
        }
    }

    /// The last words when the game is left or broken off.
    fn farewell(&self) -> String {
        if self.saves == Saves::OnFailure {
            return "The game is broken off.".to_owned();
        }
        let (path, file) = (self.save.path().display(), quoted(self.save.path()));
        let program = &self.program;
        match &self.unsaved {
            Some(error) if self.save.is_written() => {
                format!("the game is saved up to event {} only: {error}", self.saved)
            }
            Some(error) => format!("the game is not saved: {error}"),
            None if self.table.people() == 0 => {
                let events = self.saved;
                format!(
                    "The game is saved up to event {events} in {path}. Go on with:\n  {program} --resume {file}"
                )
            }
            None => format!("The game is saved in {path}. Go on with:\n  {program} --resume {file}"),
        }
    }

    // ---- input and files ----

    /// The next line, without its end; none when the input has ended.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        let count = read.map_err(|error| Failure::Failed(format!("cannot read what is typed: {error}")))?;
        Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()).filter(|_| count > 0))
    }

    fn write_file(&mut self) -> Result<(), SaveError> {
        let mut held = interrupt::hold();
        let written = self.save.write(self.race.record());
        self.unsaved = written.as_ref().err().map(SaveError::to_string);
        if written.is_ok() {
            self.saved = self.race.events();
        }
        *held = plain_lines(&self.farewell()).into_owned();
        written
    }

    fn save_now(&mut self) -> Result<(), SaveError> {
        if self.saves == Saves::Always { self.write_file() } else { Ok(()) }
    }

    /// In the middle of a game a file that cannot be written is no reason to end it, and one warning is enough.
    fn save_or_warn(&mut self) -> Result<(), Failure> {
        let before = self.unsaved.clone();
        match self.save_now() {
            Err(_) if before == self.unsaved => {}
            Err(error) => {
                self.screen
                    .text(&format!("Not saved from here on: {error}. `save FILE` saves elsewhere."))?;
            }
            Ok(()) if before.is_some() => {
                let path = self.save.path().display().to_string();
                self.screen.text(&format!("Saved again in {path}."))?;
            }
            Ok(()) => {}
        }
        Ok(())
    }

    /// Saves in another file, and there from now on.
    fn save_elsewhere(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        let before = path.map(|path| std::mem::replace(&mut self.save, SaveFile::at(path)));
        let is_elsewhere = before.is_some();
        match self.write_file() {
            Ok(()) => {
                let path = self.save.path().display();
                let from_now_on = if is_elsewhere { ", and there from now on" } else { "" };
                let line = format!("Saved in {path}{from_now_on}.");
                self.screen.text(&line)?;
            }
            Err(error) => {
                self.screen.text(&format!("Not saved: {error}."))?;
                if let Some(before) = before {
                    self.save = before;
                    self.save_or_warn()?;
                }
            }
        }
        Ok(())
    }
}

/// A path as it is typed in a shell.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// The number of events when this seat had decided last.
fn last_own_event<G: Playable>(race: &Race<G>, seat: Seat) -> usize {
    let is_own = |event: &EventOf<G>| matches!(event, Event::Action(choice) if choice.seat == seat);
    let events = &race.record().events;
    events.iter().rposition(is_own).map_or(0, |last| last + 1)
}

/// A bot that is only asked, and plays for nobody.
fn adviser<G: Playable>(spec: &str, seats: Seats) -> Result<Box<dyn Bot<G>>, NoPlayer> {
    let bot = spec.parse::<Occupant>()?.bot(&Value::Null, seats)?;
    // A person is not asked twice.
    bot.ok_or_else(|| UnknownBot::Form(spec.to_owned()).into())
}

/// One line of advice: the action, its chance, and why.
pub(super) fn advice_line<G: Playable>(game: &G, view: &G::View, advice: &Considered<G::Action>) -> String {
    let label = game.label(view, advice.action);
    let chance = advice.chance.map_or_else(String::new, |chance| format!(" ({:.0} %)", chance * 100.0));
    let reason = advice.reason.as_ref().map_or_else(String::new, |reason| format!(": {}", plain(reason)));
    format!("{label}{chance}{reason}")
}

/// The result or the standings, and a line for each seat in the order of places.
pub(super) fn standings_lines<G: Playable>(race: &Race<G>, names: &Names) -> Vec<String> {
    let standings = race.standings();
    let leaders: Vec<Seat> = standings.leaders().collect();
    let first = leaders.first().copied().unwrap_or(Seat::FIRST);
    let all: Vec<String> = leaders.iter().map(|seat| names.of(*seat)).collect();
    let ending = match standings.ending {
        Ending::Racing => "The race is not over; if it ended as it stands:".to_owned(),
        Ending::Won => format!("{}.", names.does(first, "win", "wins")),
        Ending::Shared => format!("{} share the win.", capitalized(&listed(&all))),
        Ending::Tie => {
            format!("{} are level on the first place: a tie.", capitalized(&listed(&all)))
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
