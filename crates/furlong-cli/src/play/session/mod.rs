//! A game at one terminal: people and bots in turn, until it is over or left.

mod clock;
mod display;
mod saving;
mod screen_model;

use std::io::{BufRead, Write};
use std::sync::OnceLock;
use std::time::Instant;

use crate::failed_game::asks_again;
use crate::failure::Failure;
use crate::interrupt;
use crate::play::save::{SaveFile, games_folder};
use crate::play::saved_games::{Levels, NewLevel};
use crate::play::typed_line::{COMMANDS, Typed};
use crate::replays::analyse::Analysed;
use crate::replays::replay_screen::ReplayScreen;
use crate::screen::Screen;
use furlong::record::Player;
use furlong::table::{Occupant, Outcome, Reader, Stage, Table, TableError};
use furlong::{BotSpec, Seat, Streams};

/// A game in play, with the people at the screen.
pub(crate) struct Session<I, W> {
    table: Box<dyn Table>,
    screen: Screen<W>,
    input: I,
    save: SaveFile,
    saves: Saves,
    /// The command that continues a game: `furlong play animal-race`.
    program: String,
    /// The analysis of the finished game.
    analysed: Analysed,
    /// The person at the screen now, or the last one.
    at_screen: Option<Seat>,
    /// The last round whose table watchers have seen.
    round: usize,
    /// True if a person has made a decision since the last save.
    has_person_moved: bool,
    /// True if an analysis is offered after the game. It needs a terminal.
    offers_analysis: bool,
    /// The number of events when the game was last saved.
    saved: usize,
    /// The reason why the game could not be saved since then.
    unsaved: Option<String>,
    /// True if the players have just finished this game, so that it is not introduced again.
    is_known: bool,
    /// The lines of the board that was shown last, if only changes are shown.
    shown_lines: Option<Vec<String>>,
    /// The levels of play; `None` if no other one is offered.
    levels: Option<Levels>,
    /// The level that suits the person better than that of the finished game, once it is known.
    new_level: OnceLock<Option<NewLevel>>,
    /// The watch that measures thinking times.
    watch: fn() -> Instant,
}

/// A game, its file, and when it is saved; `None` for the default.
pub(crate) type Begun = (Box<dyn Table>, (SaveFile, Option<Saves>));

/// The number of events after which a game of bots is saved. It is also saved at its end.
const MOST_UNSAVED: usize = 50;

/// When the game is written to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saves {
    /// After every event, because somebody plays or asked for a file.
    Always,
    /// Only if something goes wrong.
    OnFailure,
    /// Never, because it is a guided game.
    Never,
}

/// The step after a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The game continues.
    GoOn,
    /// The person wants to be asked again.
    AskAgain,
    /// The game is left.
    Leave,
}

/// The answer when somebody wants to save a guided game.
const NEVER_SAVED: &str = "A lesson cannot be saved.";

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Self::failed(error)
    }
}

impl<I: BufRead, W: Write> Session<I, W> {
    /// Creates a session of the people at a table.
    pub(crate) fn new(
        mut table: Box<dyn Table>,
        save: (SaveFile, Option<Saves>),
        program: &str,
        screen: Screen<W>,
        input: I,
    ) -> Self {
        let (save, saves) = save;
        let usual = if table.people().is_empty() { Saves::OnFailure } else { Saves::Always };
        table.share_screen();
        table.add_commands(COMMANDS);
        Self {
            table,
            screen,
            input,
            save,
            saves: saves.unwrap_or(usual),
            program: program.to_owned(),
            analysed: Analysed::default(),
            at_screen: None,
            round: 1,
            has_person_moved: false,
            saved: 0,
            unsaved: None,
            offers_analysis: false,
            is_known: false,
            shown_lines: None,
            levels: None,
            new_level: OnceLock::new(),
            watch: Instant::now,
        }
    }

    /// The table of the session.
    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Starts another game of the same players, from the same beginning, in a new file.
    pub(crate) fn rematch(&self) -> Result<Begun, Failure> {
        let seed = Streams::any_seed();
        Ok((self.table.again(seed)?, (SaveFile::fresh(&games_folder(), self.table.game(), seed), None)))
    }

    /// Returns the session, with the offer of another level after the game.
    pub(crate) fn with_levels(self, levels: Option<Levels>) -> Self {
        Self { levels, ..self }
    }

    /// The level that suits the only person better than that of this finished game.
    pub(crate) fn new_level(&self) -> Option<&NewLevel> {
        if self.table.stage() != Stage::Over {
            return None;
        }
        let found = || self.levels.as_ref()?.after(&*self.table, self.save.path());
        self.new_level.get_or_init(found).as_ref()
    }

    /// Starts another game of the same people against bots of the new level, in a new file.
    pub(crate) fn at_new_level(&self) -> Result<Begun, Failure> {
        let (table, save) = self.rematch()?;
        let (Some(levels), Some(level)) = (&self.levels, self.new_level()) else { return Ok((table, save)) };
        let bot = Occupant::Bot(BotSpec::named(level.bot));
        let seated = |(seat, before): (Seat, &Player)| match Occupant::of(before) {
            Some(Occupant::Person) | None => before.clone(),
            Some(other) => {
                // A custom name stays.
                let name = Some(&before.name).filter(|name| **name != other.player(seat, None).name);
                Player { colour: before.colour, ..bot.player(seat, name) }
            }
        };
        let players = table.seats().iter().zip(table.players()).map(seated).collect();
        Ok((levels.offered.seated(&table.record_json(), players)?, save))
    }

    /// A replay of this session's game, which has its analysis until it is [over](Self::after_replay).
    pub(crate) fn replay(&mut self) -> ReplayScreen {
        let mut replay_screen = ReplayScreen::new(self.table.replay(), None, self.save.path());
        replay_screen.analysed = std::mem::take(&mut self.analysed);
        replay_screen
    }

    /// Takes the analysis back after the replay of the game.
    pub(crate) fn after_replay(&mut self, replay_screen: ReplayScreen) {
        self.analysed = replay_screen.analysed;
    }

    /// Returns the session, whose boards have only the lines that changed if `is_wanted`. Several people at one screen
    /// see whole boards, because it is cleared between them.
    pub(crate) fn showing_changes(self, is_wanted: bool) -> Self {
        let is_wanted = is_wanted && self.table.people().len() <= 1;
        Self { shown_lines: is_wanted.then(Vec::new), ..self }
    }

    /// Returns the session, with games left unfinished after `most_events`.
    pub(crate) fn with_most_events(mut self, most_events: u32) -> Self {
        self.table.end_after(most_events as usize);
        self
    }

    /// Returns the session, without an introduction if its people know the game.
    pub(crate) fn for_people_who_know_it(self, is_known: bool) -> Self {
        Self { is_known, ..self }
    }

    /// Returns the session, with the offer of an analysis after the game if `is_interactive`.
    pub(crate) fn offering_analysis(self, is_interactive: bool) -> Self {
        Self { offers_analysis: is_interactive && !self.table.people().is_empty(), ..self }
    }

    /// Returns the session, timed by this watch.
    #[cfg(test)]
    pub(crate) fn timed_by(self, watch: fn() -> Instant) -> Self {
        Self { watch, ..self }
    }

    /// Plays until the game is over or left.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if self.table.people().len() > 1 {
            interrupt::clear_on_signal();
        }
        self.save_first()?;
        self.introduce()?;
        loop {
            let next = match self.proceed()? {
                Stage::Unfinished => return self.leave_unfinished(),
                Stage::Rest => {
                    self.ask_about_rest()?;
                    Next::GoOn
                }
                Stage::Bot(_) => {
                    self.ask_bot()?;
                    self.show_step()?;
                    Next::GoOn
                }
                Stage::HandOver(seat) => self.hand_over(seat)?,
                Stage::Person(seat) => self.ask_person(seat)?,
                _ => return self.finish(),
            };
            if next == Next::Leave {
                if self.table.people().len() > 1 {
                    // The next one at the terminal may be another player.
                    self.screen.clear()?;
                }
                return self.say_goodbye();
            }
        }
    }

    /// Lets chance decide until it is a seat's turn, and saves the game if something could be lost.
    fn proceed(&mut self) -> Result<Stage, Failure> {
        self.table.draw_on(self.screen.canvas());
        let stage = self.table.proceed();
        // The decisions of bots meanwhile come again from the same streams.
        let is_bots_turn = matches!(stage, Stage::Bot(_));
        if !is_bots_turn || self.has_person_moved || self.table.events() >= self.saved + MOST_UNSAVED {
            self.save_or_warn()?;
            self.has_person_moved = false;
        }
        Ok(stage)
    }

    /// Ends a game that has reached its limit of events, because some games need not end.
    fn leave_unfinished(&mut self) -> Result<(), Failure> {
        if self.table.people().is_empty() {
            self.show_watchers()?;
        }
        self.screen.gap()?;
        let events = self.table.events();
        self.screen.text(&format!("The game is unfinished after {events} events (--most-events)."))?;
        self.say_goodbye()
    }

    fn ask_bot(&mut self) -> Result<(), Failure> {
        let Err(error) = self.table.ask_bot() else { return Ok(()) };
        let saved = match self.write_file() {
            Ok(()) => {
                let (game, path) = (self.table.game(), self.save.path());
                format!("the game so far is saved in {}; {}", path.display(), asks_again(game, path))
            }
            Err(error) => format!("the game is not saved: {error}"),
        };
        let (seed, event) = (self.table.seed(), self.table.events() + 1);
        Err(Failure::Failed(format!("{error} (seed {seed}, event {event}); {saved}")))
    }

    // ---- people ----

    fn ask_person(&mut self, seat: Seat) -> Result<Next, Failure> {
        self.at_screen = Some(seat);
        self.show_news(Reader::Player(seat))?;
        let shown = self.table.display(Reader::Player(seat)).shown;
        let shown = self.changed(shown);
        self.screen.show(&shown)?;
        loop {
            if let Some(times) = self.times_in_a_line() {
                self.screen.text(&times)?;
            }
            self.screen.prompt(">")?;
            let begun = self.moment();
            let Some(line) = self.read_line()? else {
                self.screen.gap()?;
                return Ok(Next::Leave);
            };
            if let Some(said) = self.think(self.moment() - begun)? {
                self.screen.text(&said)?;
                return Ok(Next::GoOn);
            }
            match self.obey(seat, Typed::read(&line))? {
                Next::AskAgain => {}
                next => return Ok(next),
            }
        }
    }

    /// Clears the screen between several people, and waits until the next one is ready.
    fn hand_over(&mut self, seat: Seat) -> Result<Next, Failure> {
        self.screen.clear()?;
        let name = self.table.names().name(seat);
        self.screen
            .prompt(&format!("It is {name}'s turn. Press Enter when only {name} can see the screen."))?;
        if self.read_line()?.is_none() {
            self.screen.gap()?;
            return Ok(Next::Leave);
        }
        self.screen.clear()?;
        self.table.confirm(true);
        Ok(Next::GoOn)
    }

    fn obey(&mut self, seat: Seat, typed: Typed) -> Result<Next, Failure> {
        match typed {
            Typed::Quit => Ok(Next::Leave),
            Typed::Save(path) => {
                self.save_elsewhere(path)?;
                Ok(Next::AskAgain)
            }
            Typed::Asked(request) => {
                self.table.draw_on(self.screen.canvas());
                let reply = self.table.answer(Reader::Player(seat), &request)?;
                self.screen.show(&reply.message.shown)?;
                self.screen.show(&self.details_for(&request))?;
                self.has_person_moved |= reply.outcome == Outcome::Decided;
                Ok(match reply.outcome {
                    Outcome::Asked => Next::AskAgain,
                    Outcome::Left | Outcome::Begins => Next::Leave,
                    Outcome::Decided | Outcome::TakenBack => Next::GoOn,
                })
            }
        }
    }

    /// The next line of input, without its line end; `None` when the input has ended.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        let count = read.map_err(|error| Failure::Failed(format!("cannot read the input: {error}")))?;
        Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()).filter(|_| count > 0))
    }
}
