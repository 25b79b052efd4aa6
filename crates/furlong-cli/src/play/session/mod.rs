//! A game at one terminal: people and bots in turn, until it is over or left.

mod desk;
mod saving;
mod shown;

use std::io::{BufRead, Write};

use crate::failure::Failure;
use crate::interrupt;
use crate::play::advice::{is_open_to, reasons};
use crate::play::save::SaveFile;
use crate::play::table::{Occupant, Table};
use crate::play::typed::{Typed, no_choice, not_a_move};
use crate::replays::analyse::Analysed;
use crate::replays::replay::Replay;
use crate::replays::replay_screen::ReplayScreen;
use crate::screen::Screen;
use furlong::arena::MOST_EVENTS;
use furlong::record::{Event, EventOf};
use furlong::{MoveError, Playable, Race, Record, Seat, Turn, UndoError};

/// A game in play, with the people before the screen.
pub(crate) struct Session<G: Playable, I, W> {
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
    /// The number of events that have been shown to those who watch.
    watched: usize,
    /// The log tells the reasons of bots.
    tells_reasons: bool,
    /// The reasons of bots that have been asked for, each with the number of events after the decision.
    reasons: Vec<(usize, String)>,
    /// The analysis of the game that is over.
    analysed: Analysed,
    /// The person at the screen now.
    at_screen: Option<Seat>,
    /// Events after which the game is left unfinished.
    most_events: usize,
    /// A person has decided since the game was saved last.
    has_person_moved: bool,
    /// An analysis is offered after the game: people read and type at a terminal.
    offers_analysis: bool,
    /// The number of events when the game was saved last.
    saved: usize,
    /// The reason why it could not be saved since.
    unsaved: Option<String>,
    rest: Rest,
}

/// The part of a game that is left when all people have finished: the race of bots for the other places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    /// Nobody has been asked yet.
    Open,
    Watched,
    /// Only its end is shown.
    Skipped,
}

/// The number of events after which a table of bots is saved; it is saved at its end, too.
const MOST_UNSAVED: usize = 50;

/// The moments at which the game is written to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saves {
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
    pub(crate) fn new(
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
            tells_reasons: false,
            reasons: Vec::new(),
            analysed: Analysed::default(),
            at_screen: None,
            has_person_moved: false,
            saved: 0,
            unsaved: None,
            rest: Rest::Open,
            most_events: MOST_EVENTS as usize,
            offers_analysis: false,
        })
    }

    /// The record of the game.
    pub(crate) fn into_record(self) -> Record<G> {
        self.race.record().clone()
    }

    /// The game of this session, to be gone through again, with its analysis.
    pub(crate) fn into_viewing(self) -> Result<ReplayScreen<G>, Failure> {
        let replay = Replay::new(self.race.record().clone()).map_err(Failure::failed)?;
        let mut replay_screen = ReplayScreen::new(replay, self.save.path());
        replay_screen.analysed.story = self.analysed.story;
        Ok(replay_screen)
    }

    /// The same session, left unfinished after `most_events`.
    pub(crate) fn with_most_events(self, most_events: u32) -> Self {
        Self { most_events: most_events as usize, ..self }
    }

    /// The same session, with the offer of an analysis after the game where `is_interactive`.
    pub(crate) fn offering_analysis(self, is_interactive: bool) -> Self {
        Self { offers_analysis: is_interactive && self.table.people() > 0, ..self }
    }

    /// Plays until the game is over or left.
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if self.table.people() > 1 {
            interrupt::clear_on_signal();
        }
        self.save_first()?;
        self.introduce()?;
        loop {
            let turn = self.proceed()?;
            if self.is_left_unfinished() {
                return self.leave_unfinished();
            }
            let Turn::Seat(seat) = turn else { return self.finish() };
            if self.awaits_rest() {
                self.ask_about_rest()?;
            }
            if self.table.bot(seat).is_some() {
                self.ask_bot(seat)?;
                if self.rest == Rest::Watched {
                    self.show_rest()?;
                }
                if self.table.people() == 0 {
                    self.show_watchers()?;
                }
            } else if self.ask_person(seat)? == Next::Leave {
                if self.table.people() > 1 {
                    // The next one at the terminal may be another player.
                    self.screen.clear()?;
                }
                return self.say_goodbye();
            }
        }
    }

    /// Lets chance decide until a seat has to, and saves the game where something could be lost.
    fn proceed(&mut self) -> Result<Turn, Failure> {
        let turn = self.race.proceed_within(self.most_events);
        self.table.tell_bots(&self.race);
        let is_bots_turn = matches!(turn, Turn::Seat(seat) if self.table.bot(seat).is_some());
        // The decisions of bots meanwhile come again from the same streams.
        if !is_bots_turn || self.has_person_moved || self.race.events() >= self.saved + MOST_UNSAVED {
            self.save_or_warn()?;
            self.has_person_moved = false;
        }
        Ok(turn)
    }

    /// Returns whether the game is not over but has taken all the events that it may.
    fn is_left_unfinished(&self) -> bool {
        self.race.events() >= self.most_events && !self.race.is_over()
    }

    /// Returns whether all people have finished and nobody has said yet whether the rest is to be shown.
    fn awaits_rest(&self) -> bool {
        let (game, state) = (self.race.game(), self.race.state());
        let mut people = self.race.seats().iter().filter(|seat| self.table.is_person(*seat)).peekable();
        let has_people = people.peek().is_some();
        self.rest == Rest::Open
            && has_people
            && !self.race.is_over()
            && people.all(|seat| game.has_finished(state, seat))
    }

    /// Carries out a decision of a person.
    fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), MoveError<G::Illegal>> {
        self.race.play(seat, action)?;
        self.has_person_moved = true;
        Ok(())
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

    // ---- bots and watchers ----

    fn ask_bot(&mut self, seat: Seat) -> Result<(), Failure> {
        let reasons = if self.tells_reasons { self.reasons_of(seat) } else { None };
        let Some(bot) = self.table.bot(seat) else { return Ok(()) };
        if let Err(error) = self.race.ask(bot) {
            let saved = match self.write_file() {
                Ok(()) => format!("the game so far is saved in {}", self.save.path().display()),
                Err(error) => format!("the game is not saved: {error}"),
            };
            return Err(Failure::Failed(format!("{error}; {saved}")));
        }
        self.reasons.extend(reasons.map(|reasons| (self.race.events(), reasons)));
        Ok(())
    }

    /// The reasons of the bot that is to move; `None` when it gives none, or when they could tell a person at the table
    /// more than that person may know. A program is not asked twice.
    fn reasons_of(&mut self, seat: Seat) -> Option<String> {
        let is_program = matches!(self.occupant(seat), Some(Occupant::Process(_)));
        let mut people = self.race.seats().iter().filter(|other| self.table.is_person(*other));
        if is_program || !people.all(|person| is_open_to(&self.race, seat, person)) {
            return None;
        }
        let names = self.table.names.clone();
        reasons(&self.race, self.table.bot(seat)?, seat, &names)
    }

    fn occupant(&self, seat: Seat) -> Option<Occupant> {
        self.race.record().seats.get(seat.index())?.player.parse().ok()
    }

    /// Begins or ends to tell the reasons of bots.
    fn change_reasons(&mut self) -> Result<(), Failure> {
        self.tells_reasons = !self.tells_reasons;
        let said = match (self.tells_reasons, self.table.people()) {
            (false, _) => "The log no longer tells the bots' reasons.",
            (true, 0) => "The log tells the bots' reasons.",
            (true, _) => "The log tells the bots' reasons where they reveal nothing hidden.",
        };
        Ok(self.screen.text(said)?)
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
            self.screen.prompt(&format!(
                "It is the turn of {name}. Press Enter when only {name} can see the screen."
            ))?;
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
            Typed::ExplainChoice(number) => self.explain_choice(seat, number.checked_sub(1))?,
            Typed::Explain(word) => self.explain_word(seat, &word)?,
            Typed::Hint(bot) => self.show_hint(seat, bot)?,
            Typed::Log => self.show_log(seat)?,
            Typed::Why => self.change_reasons()?,
            Typed::Save(path) => self.save_elsewhere(path)?,
            Typed::View => {
                self.show_own_table(seat)?;
                self.show_choices(seat)?;
            }
            Typed::Words(words) if self.show_aid(seat, &words)? => {}
            typed => match self.read_choice(seat, &typed) {
                Ok(action) => match self.play(seat, action) {
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
            _ => Err(no_choice(count)),
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<Next, Failure> {
        if self.table.only_person().is_none() {
            self.screen.text("A move can be taken back only against bots.")?;
            return Ok(Next::AskAgain);
        }
        if let Err(reason) = self.race.undo(seat) {
            self.screen.text(match reason {
                UndoError::Shared(_) => {
                    "Your last move belongs to the game that this one was played on from."
                }
                _ => "There is no move of yours to take back.",
            })?;
            return Ok(Next::AskAgain);
        }
        let events = self.race.events();
        for shown in &mut self.shown {
            *shown = (*shown).min(events);
        }
        self.reasons.retain(|(event, _)| *event <= events);
        self.table.renew_bots()?;
        self.screen.text("Your last move is taken back. The record notes it.")?;
        Ok(Next::GoOn)
    }

    /// The next line, without its end; none when the input has ended.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = self.input.read_until(b'\n', &mut line);
        let count = read.map_err(|error| Failure::Failed(format!("cannot read the input: {error}")))?;
        Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()).filter(|_| count > 0))
    }
}

/// The number of events when this seat had decided last.
fn last_own_event<G: Playable>(race: &Race<G>, seat: Seat) -> usize {
    let is_own = |event: &EventOf<G>| matches!(event, Event::Action(choice) if choice.seat == seat);
    let events = &race.record().events;
    events.iter().rposition(is_own).map_or(0, |last| last + 1)
}
