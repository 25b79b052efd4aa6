//! Implements [`Table`] for the table of a game.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::alternative::Alternative;
use super::answers::guide;
use super::clocks::lost_early;
use super::contract::{NoSuchEvent, Outcome, Reply, Stage, Stride, Table, TableError, Way};
use super::game_table::{GameTable, HIDDEN};
use super::lesson::Guided;
use super::outcome::{ending_sentence, places, possessions};
use super::output::{Board, Choice, Message, Question, Ranking, Reader, Shown};
use super::players::who_plays;
use super::request::{Command, Request};
use super::thinking::{Hint, Thinking, Thought};
use crate::analysis::{self, Analysis, Settings};
use crate::arena::Progress;
use crate::bot::{BotKind, StopFlag};
use crate::common::sealed::Sealed;
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::game::streams::Streams;
use crate::game::{Mark, Turn};
use crate::playable::Playable;
use crate::race::{NotAtTheTable, Race, TurnError};
use crate::record::{Branch, Clocks, Event, Flag, Player, Record, Start, TimeControl, Undone};
use crate::ruleset::{Ruleset as _, Title};
use crate::text::{Canvas, HandItem, Marks, Names, Svg, capitalized, separated, short_title};

impl<G: Playable> GameTable<G> {
    /// Marks everything as shown to a reader. Returns the number of events shown before, and the number now; `None`
    /// for a reader who may not see them.
    fn take_news(&mut self, reader: Reader) -> Option<(usize, usize)> {
        if !self.may_see(reader) {
            return None;
        }
        self.remember();
        let now = self.at();
        let shown = match reader {
            Reader::Player(seat) | Reader::Beside(seat) => &mut self.shown[seat],
            Reader::Watcher => &mut self.watched,
            Reader::All => &mut self.seen,
        };
        Some((std::mem::replace(shown, now), now))
    }

    /// Returns whether a stride of this kind ends with this event, counted from 0.
    fn is_end_of(&self, stride: Stride, event: usize) -> bool {
        let marks = |is: fn(Mark) -> bool| {
            let happenings = self.happenings(event, event + 1);
            happenings.iter().filter_map(|happening| self.race.game().mark(happening)).any(is)
        };
        match stride {
            Stride::Event => true,
            Stride::Decision => matches!(self.race.record().events[event], Event::Action(_)),
            Stride::Turn => marks(|mark| matches!(mark, Mark::TurnEnds(_))),
            Stride::Round => marks(|mark| mark == Mark::RoundEnds),
            Stride::Game => false,
        }
    }

    /// Shows the moment after this number of events.
    fn show_moment(&mut self, event: usize) {
        if let Some(now) = &mut self.past {
            *now = event;
            if self.tells_reasons {
                self.ask_again();
            }
        }
    }
}

impl<G: Playable> Sealed for GameTable<G> {}

impl<G: Playable> Table for GameTable<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn heading(&self) -> String {
        match &self.guided {
            Some(guided) => format!("{}. {}", short_title(G::TITLE), guided.heading()),
            None => format!("{}, {}", short_title(G::TITLE), self.rules().in_words()),
        }
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn rules(&self) -> Title {
        self.race.game().ruleset().title().plain()
    }

    fn seats(&self) -> Seats {
        self.race.seats()
    }

    fn players(&self) -> &[Player] {
        &self.race.record().seats
    }

    fn people(&self) -> SeatSet {
        self.people
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn bots(&self) -> &[BotKind] {
        self.roster.kinds()
    }

    fn events(&self) -> usize {
        self.race.events()
    }

    fn turn(&self) -> Turn {
        self.race.game().turn(self.state())
    }

    fn stage(&self) -> Stage {
        self.stage_here()
    }

    fn deciding(&self) -> SeatSet {
        self.may_decide()
    }

    fn record_json(&self) -> String {
        self.race.record().to_json()
    }

    fn continues(&self, json: &str) -> bool {
        Record::<G>::from_json(json).is_ok_and(|earlier| self.race.record().continues(&earlier))
    }

    fn seed(&self) -> u64 {
        self.race.record().streams.seed
    }

    fn branch(&self) -> Option<Branch> {
        self.race.record().branch
    }

    fn undone(&self) -> &[Undone] {
        &self.race.record().undone
    }

    fn clocks(&self) -> Option<&Clocks> {
        self.race.record().clocks.as_ref()
    }

    fn lost(&self) -> Option<Seat> {
        self.early_loss()
    }

    fn resigned(&self) -> Option<Seat> {
        self.race.record().resigned
    }

    fn has_begun(&self) -> bool {
        let record = self.race.record();
        let is_action = |event: &_| matches!(event, Event::Action(_));
        !record.waiting.is_empty() || record.events.iter().any(is_action)
    }

    fn play_by(&mut self, control: TimeControl, flag: Flag) -> Result<(), TableError> {
        Ok(self.give_time(control, flag)?)
    }

    fn run_clock(&mut self, seat: Seat, elapsed: Duration) -> Result<bool, TableError> {
        self.spend(seat, elapsed)
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.canvas = canvas;
    }

    fn add_commands(&mut self, commands: &'static [Command]) {
        self.commands = commands;
    }

    fn share_screen(&mut self) {
        self.shares_screen = true;
    }

    fn end_after(&mut self, most_events: usize) {
        self.most_events = most_events;
    }

    fn open(&mut self) {
        self.is_opened = true;
    }

    fn is_open(&self) -> bool {
        self.may_see(Reader::All)
    }

    fn proceed(&mut self) -> Stage {
        if self.past.is_none() && self.guided.is_none() && self.early_loss().is_none() {
            self.race.proceed_within(self.most_events);
            self.tell_bots();
        }
        self.stage()
    }

    fn ask_bot(&mut self) -> Result<(), TurnError> {
        if self.past.is_some() || self.early_loss().is_some() {
            return Err(TurnError::NobodysTurn);
        }
        self.ask()
    }

    fn thinking(&mut self) -> Option<Thinking> {
        matches!(self.stage(), Stage::Bot(_)).then(|| self.send_away()).flatten()
    }

    fn hint(&self, reader: Reader, bot: Option<&str>) -> Option<Hint> {
        let seat = reader.player().filter(|seat| self.guided.is_none() && self.deciding().contains(*seat))?;
        Some(self.asked_for_advice(seat, bot))
    }

    fn decided(&mut self, thought: Thought) -> Result<bool, TurnError> {
        self.take_in(thought)
    }

    fn answer(&mut self, reader: Reader, request: &Request) -> Result<Reply, TableError> {
        if let Some(seat) = reader.seat().filter(|seat| !self.race.seats().contains(*seat)) {
            return Err(NotAtTheTable { seat, seats: self.race.seats() }.into());
        }
        let mut shown = Vec::new();
        let outcome = if self.may_see(reader) {
            self.reply(reader, request, &mut shown)?
        } else {
            shown.push(Shown::Refused(HIDDEN.to_owned()));
            Outcome::Asked
        };
        if let (Outcome::Decided, Some(seat)) = (outcome, reader.player()) {
            self.decided_in_time(seat);
        }
        Ok(Reply { outcome, message: self.message(reader, shown) })
    }

    fn resign(&mut self, seat: Seat) -> Result<(), TableError> {
        let is_played = self.past.is_none() && self.guided.is_none() && self.early_loss().is_none();
        if !is_played || self.race.is_over() || !self.race.seats().contains(seat) {
            return Err(TableError::Resign);
        }
        self.race.set_resigned(Some(seat));
        Ok(())
    }

    fn sit(&mut self, players: Vec<Player>) -> Result<(), TableError> {
        self.seat_players(players)
    }

    fn take_back(&mut self, seat: Seat) -> Result<(), TableError> {
        self.undo_in_time(seat)?;
        let events = self.race.events();
        self.shown.0.iter_mut().for_each(|shown| *shown = (*shown).min(events));
        self.watched = self.watched.min(events);
        self.seen = self.seen.min(events);
        self.reasons.retain(|event, _| *event <= events);
        self.states.truncate(events + 1);
        self.renew_bots()
    }

    fn confirm(&mut self, is_yes: bool) {
        match self.stage() {
            Stage::Rest => self.watches_rest = Some(is_yes),
            Stage::HandOver(seat) if is_yes => self.at_screen = Some(seat),
            _ => {}
        }
    }

    fn at_screen(&self) -> Option<Seat> {
        // When somebody's time is up and a bot takes over, that person stays in front of the screen until it is handed
        // over.
        self.at_screen.filter(|_| !self.race.is_over()).or(self.only_person())
    }

    fn watches_rest(&self) -> Option<bool> {
        self.watches_rest
    }

    fn introduction(&self, reader: Reader) -> Message {
        let (game, title) = (self.race.game(), self.rules());
        if let Some(guided) = &self.guided {
            let texts = [game.introduction(), guided.introduction()].map(Shown::Paragraph);
            let title = Shown::Sentence(format!("{}: a guided first game", G::TITLE));
            return self.message(reader, std::iter::once(title).chain(texts).collect());
        }
        let about = if title.about.is_empty() { String::new() } else { format!(", {}", title.about) };
        let mut shown = vec![
            Shown::Heading(G::TITLE.to_owned()),
            Shown::Sentence(game.introduction()),
            Shown::Paragraph(format!("Rules: {}{about}.", title.name)),
        ];
        if !title.reconstructed.is_empty() {
            let part = |text: &String| text.split(':').next().unwrap_or_default().to_owned();
            let parts = separated(title.reconstructed.iter().map(part), "; ");
            shown.push(Shown::Sentence(format!("Reconstructed: {parts}. The rules in full (`?`) say why.")));
        }
        shown.push(Shown::Sentence(who_plays(self.players())));
        self.message(reader, shown)
    }

    fn guide(&self, reader: Reader) -> Message {
        let heading = Shown::Heading("The rules in brief".to_owned());
        let topics = self.race.game().guide();
        self.message(reader, self.sheets().into_iter().chain([heading]).chain(guide(&topics)).collect())
    }

    fn sheets(&self) -> Option<Shown> {
        let aids = self.race.game().aids(&self.view(Seat::FIRST));
        let named = aids.iter().map(|aid| format!("{} ({})", aid.name, aid.about));
        (!aids.is_empty())
            .then(|| Shown::Sentence(format!("Pages to look up at any time: {}.", separated(named, ", "))))
    }

    fn words(&self, reader: Reader) -> Message {
        self.message(reader, self.to_look_up())
    }

    fn news(&mut self, reader: Reader) -> Message {
        match self.take_news(reader) {
            Some((since, now)) => self.narrate(reader, since, now),
            None => self.message(reader, vec![Shown::Refused(HIDDEN.to_owned())]),
        }
    }

    fn frames(&mut self, reader: Reader) -> Vec<Message> {
        let Some((since, now)) = self.take_news(reader) else {
            return vec![self.message(reader, vec![Shown::Refused(HIDDEN.to_owned())])];
        };
        self.frames_between(reader, since, now)
    }

    fn frames_between(&self, reader: Reader, from: usize, to: usize) -> Vec<Message> {
        let frames = self.in_frames(reader, from, to);
        frames.into_iter().map(|shown| self.message(reader, shown)).collect()
    }

    fn svg_frames(&mut self, reader: Reader, from: usize, to: usize) -> Vec<(Message, Svg)> {
        self.remember();
        let frames = self.in_pictures(reader, from, to);
        frames.into_iter().map(|(shown, svg)| (self.message(reader, shown), svg)).collect()
    }

    fn since_turn(&self, reader: Reader) -> usize {
        reader.player().map_or_else(|| self.round_began(), |seat| self.turn_began(seat))
    }

    fn narrate(&self, reader: Reader, from: usize, to: usize) -> Message {
        let shown = self.happened(reader, from, to);
        self.message(reader, shown)
    }

    fn log(&self, reader: Reader) -> Message {
        self.narrate(reader, 0, self.at())
    }

    fn display(&self, reader: Reader) -> Message {
        let shown = match self.board(reader, None) {
            Some(board) => {
                let question = reader.player().and_then(|seat| self.question(seat)).map(Shown::Question);
                let step = self.guided.as_ref().map(|guided| Shown::Heading(guided.heading()));
                let remarks = Some(self.remarks()).filter(|remarks| !remarks.is_empty());
                let remarks = remarks.map(|remarks| Shown::Paragraph(remarks.to_owned()));
                step.into_iter().chain([Shown::Board(board)]).chain(remarks).chain(question).collect()
            }
            None if self.may_see(reader) => vec![Shown::Places(self.ending(reader).1)],
            None => vec![Shown::Refused(HIDDEN.to_owned())],
        };
        self.message(reader, shown)
    }

    fn board(&self, reader: Reader, choice: Option<usize>) -> Option<Board> {
        let (game, names) = (self.race.game(), reader.names(&self.names));
        let seat = match reader {
            _ if !self.may_see(reader) => return None,
            Reader::Watcher => return None,
            Reader::All => {
                let picture = game.draw_open(self.state(), &names, &self.canvas);
                return Some(Board {
                    caption: Some("The table, with everything shown:".to_owned()),
                    picture,
                });
            }
            Reader::Player(seat) | Reader::Beside(seat) => seat,
        };
        let caption =
            matches!(reader, Reader::Beside(_)).then(|| format!("As seen by {}:", self.names.name(seat)));
        let view = self.view(seat);
        let action = self.considered(reader, choice);
        let before = self.states.get(self.turn_began(seat));
        let before = before.map(|state| game.view(state, seat));
        let marks = Marks { choice: action, since: before.as_ref() };
        let picture = game.draw(&view, &marks, &names, &self.canvas);
        Some(Board { caption, picture })
    }

    fn svg(&self, reader: Reader, choice: Option<usize>) -> Svg {
        self.picture(reader, choice)
    }

    fn facts(&self) -> Vec<String> {
        let game = self.race.game();
        game.facts(&game.view(self.state(), Seat::FIRST))
    }

    fn hand(&self, seat: Seat) -> Vec<HandItem> {
        if !self.race.seats().contains(seat) {
            return Vec::new();
        }
        self.race.game().hand(&self.view(seat))
    }

    fn question(&self, seat: Seat) -> Option<Question> {
        if let Some(guided) = &self.guided {
            return Some(self.guided_question(guided)).filter(|_| seat == Seat::FIRST);
        }
        if !self.deciding().contains(seat) {
            return None;
        }
        let (game, view) = (self.race.game(), self.race.seat_view(seat));
        let text = match self.people.len() {
            0 | 1 => game.question(&view),
            _ => format!("{}: {}", self.names.name(seat), game.question(&view)),
        };
        Some(Question { seat, text, choices: Choice::list(game, &view, &self.race.actions(seat)) })
    }

    fn remarks(&self) -> &str {
        self.guided.as_ref().map_or("", Guided::remarks)
    }

    fn lesson(&self) -> Option<(usize, usize)> {
        let guided = self.guided.as_ref()?;
        Some((guided.at, self.asked_choice(guided)))
    }

    fn go_to_lesson(&mut self, step: usize) {
        if self.guided.as_ref().is_some_and(|guided| step < guided.steps.len()) {
            self.go_to_step(step, &mut Vec::new());
        }
    }

    fn arrivals(&self) -> String {
        self.arrivals_in_words()
    }

    fn ending(&self, reader: Reader) -> (String, Ranking) {
        let (game, names) = (self.race.game(), reader.names(&self.names));
        if let Some(lost) = self.early_loss() {
            return lost_early(&game.standings(self.state()), lost, self.resigned().is_some(), &names);
        }
        let sentence = ending_sentence(&game.standings(self.state()), &names);
        (self.as_told(reader, sentence), places(game, self.state(), &names))
    }

    fn result_reasons(&self, reader: Reader) -> Vec<String> {
        let (game, state) = (self.race.game(), self.race.state());
        if game.turn(state) != Turn::Over || self.early_loss().is_some() {
            return Vec::new();
        }
        let seen = self.happenings(0, self.events());
        game.result_reasons(state, seen, &reader.names(&self.names))
    }

    fn possessions(&self, reader: Reader) -> Option<Ranking> {
        let is_told = reader == Reader::All && self.may_see(reader) && self.turn() != Turn::Over;
        is_told.then(|| possessions(self.race.game(), self.state(), &reader.names(&self.names)))
    }

    fn replay(&self) -> Box<dyn Table> {
        Box::new(Self::replay_with_bots(self.race.clone(), Arc::clone(&self.roster)))
    }

    fn now(&self) -> usize {
        self.at()
    }

    fn round(&self) -> usize {
        let before = self.happenings(0, self.at()).iter();
        1 + before.filter(|happening| self.race.game().mark(happening) == Some(Mark::RoundEnds)).count()
    }

    fn go(&mut self, stride: Stride, way: Way) {
        let (now, events) = (self.at(), self.events());
        let ends_here = |moment: &usize| match moment.checked_sub(1) {
            None => false,
            Some(event) => self.is_end_of(stride, event),
        };
        let moment = match way {
            Way::Forward => (now + 1..=events).find(ends_here).unwrap_or(events),
            Way::Back => (0..now).rev().find(ends_here).unwrap_or(0),
        };
        self.show_moment(moment);
    }

    fn go_to(&mut self, event: usize) -> Result<(), NoSuchEvent> {
        let events = self.events();
        if event > events {
            return Err(NoSuchEvent { event, events });
        }
        self.show_moment(event);
        Ok(())
    }

    fn event(&self, number: usize) -> Option<String> {
        let event = self.race.record().events.get(number.checked_sub(1)?)?;
        Some(match event {
            Event::Action(played) => format!("{} decides.", capitalized(&self.names.name(played.seat))),
            Event::Chance(resolved) => format!("Chance: {}.", resolved.chance),
        })
    }

    fn in_brief(&self, reader: Reader, number: usize) -> String {
        if !self.may_see(Reader::All) {
            return HIDDEN.to_owned();
        }
        Self::in_brief(self, number, &reader.names(&self.names))
    }

    fn alternative(&self, reader: Reader, number: usize, other: &Value) -> Option<Alternative> {
        let names = self.may_see(Reader::All).then(|| reader.names(&self.names))?;
        self.alternative_at(number, other, &names)
    }

    fn analyse(
        &self,
        tries: Option<u32>,
        stop: &StopFlag,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Analysis, Box<dyn Error + Send + Sync>> {
        let usual = Settings::of::<G>();
        let settings = match tries {
            Some(tries) => Settings { estimator: usual.estimator.playouts(tries), worlds: tries },
            None => usual,
        };
        Ok(analysis::analyse(self.race.record(), &settings, stop, observer)?)
    }

    fn decided_by(&self, reader: Reader, stop: &StopFlag) -> String {
        if !self.may_see(Reader::All) {
            return HIDDEN.to_owned();
        }
        let decided = Self::decided_by(self, reader, stop);
        decided.unwrap_or_else(|error| format!("What decided it is unknown: {error}."))
    }

    fn again(&self, seed: u64) -> Result<Box<dyn Table>, TableError> {
        let game = self.race.shared_game();
        let record = self.race.record();
        let mut race = match &record.start {
            Start::Setup(setup) => {
                Race::new(game, setup, seed).map_err(|error| TableError::Start(error.to_string()))?
            }
            Start::Position(position) => Race::from_position(game, position, seed)
                .map_err(|faults| TableError::Start(faults.to_string()))?,
        };
        let (clocks, players) = self.same_people();
        race.set_players(players);
        *race.clocks_mut() = clocks;
        Ok(Box::new(Self::with_bots(race, Arc::clone(&self.roster))?))
    }

    fn play_on(&self, seed: u64, players: Vec<Player>) -> Result<Box<dyn Table>, TableError> {
        let record = self.race.record().branch(self.at(), Streams::new(seed));
        let mut race = Race::resume(record).map_err(|error| TableError::Start(error.to_string()))?;
        race.set_players(players);
        Ok(Box::new(Self::with_bots(race, Arc::clone(&self.roster))?))
    }
}
