//! The table's answers to people's requests.

use std::sync::Arc;

use super::advice::{advice_lines, adviser, usual_adviser};
use super::contract::{Outcome, Table as _, TableError};
use super::game_table::GameTable;
use super::meaning;
use super::output::{Reader, Shown};
use super::request::{COMMANDS, Request, no_choice, not_a_move};
use super::thinking::Hint;
use crate::arena::{UsualAt, usual_at};
use crate::bot::{self, Bot as _, Decision};
use crate::common::order::sort_by_key;
use crate::common::seat::Seat;
use crate::playable::Playable;
use crate::race::UndoError;
use crate::record::Start;
use crate::text::Topic;

impl<G: Playable> GameTable<G> {
    /// Answers a request from a reader who may see what it asks for.
    pub(super) fn reply(
        &mut self,
        reader: Reader,
        request: &Request,
        shown: &mut Vec<Shown>,
    ) -> Result<Outcome, TableError> {
        let seat = match reader {
            Reader::Watcher => return Ok(self.reply_to_watcher(request, shown)),
            reader => reader.seat().unwrap_or(Seat::FIRST),
        };
        if let Some(outcome) = self.reply_in_lesson(request, shown) {
            return Ok(outcome);
        }
        let decides = reader.player().is_some_and(|seat| self.deciding().contains(seat));
        match request {
            request if request.is_move() && !decides => match self.sheet(seat, request) {
                Some(sheet) => shown.push(Shown::Sheet(sheet)),
                None => shown.push(Shown::Refused("It is not your turn.".to_owned())),
            },
            Request::Undo => return self.undo(seat, shown),
            Request::Help => self.help(seat, shown),
            Request::ExplainChoice(number) => {
                let index = number.checked_sub(1).filter(|_| decides);
                if let Some(action) = index.and_then(|index| self.race.actions(seat).get(index).copied()) {
                    shown.push(Shown::Heading("Under the cursor".to_owned()));
                    let text = meaning::of_action(self.race.game(), &self.view(seat), action);
                    shown.push(Shown::Sentence(text));
                }
                self.help(seat, shown);
            }
            Request::Explain(word) => {
                let actions = if decides { self.race.actions(seat) } else { Vec::new() };
                let text = meaning::of_word(self.race.game(), &self.view(seat), &actions, word);
                shown.push(Shown::Sentence(text));
            }
            Request::Hint(_) if !decides => {
                shown.push(Shown::Refused("No hint: it is not your turn.".to_owned()));
            }
            Request::Hint(bot) => self.hint(seat, bot.as_deref(), shown),
            Request::Log => {
                shown.push(Shown::Heading("The game so far".to_owned()));
                shown.extend(self.log(reader).shown);
            }
            Request::Why => return Ok(self.change_reasons(shown)),
            Request::View => shown.extend(self.display(reader).shown),
            request => match self.sheet(seat, request) {
                Some(sheet) => shown.push(Shown::Sheet(sheet)),
                None => match self.decide(seat, request) {
                    Ok(()) => return Ok(Outcome::Decided),
                    Err(problem) => shown.push(Shown::Refused(problem)),
                },
            },
        }
        Ok(Outcome::Asked)
    }

    /// Answers somebody without a seat, with public information only.
    fn reply_to_watcher(&self, request: &Request, shown: &mut Vec<Shown>) -> Outcome {
        match request {
            Request::Help => shown.extend(self.guide(Reader::Watcher).shown),
            Request::Log => shown.extend(self.log(Reader::Watcher).shown),
            Request::View => shown.extend(self.display(Reader::Watcher).shown),
            _ => shown.push(Shown::Refused("Only players can do that.".to_owned())),
        }
        Outcome::Asked
    }

    /// Returns the sheet that is requested by its name.
    fn sheet(&self, seat: Seat, request: &Request) -> Option<String> {
        let Request::Words(words) = request else { return None };
        meaning::sheet(self.race.game(), &self.view(seat), words)
    }

    /// Carries out a choice. If it is not possible, the error is a sentence with the reason.
    fn decide(&mut self, seat: Seat, request: &Request) -> Result<(), String> {
        let action = self.read_choice(seat, request)?;
        if self.guided.is_some() {
            return self.act_in_lesson(action);
        }
        self.race.play(seat, action).map_err(|error| format!("That is not possible: {error}."))
    }

    /// Returns the intended action, or the reason why there is none.
    fn read_choice(&self, seat: Seat, request: &Request) -> Result<G::Action, String> {
        let actions = self.race.actions(seat);
        let count = actions.len();
        match request {
            Request::Number(number) => {
                let chosen = number.checked_sub(1).and_then(|index| actions.get(index));
                chosen.copied().ok_or_else(|| format!("There is no choice {number}: choose 1 to {count}."))
            }
            Request::Words(words) => {
                let view = self.race.seat_view(seat);
                let read = self.race.game().read_action(&view, &actions, words);
                read.map_err(|misread| {
                    let aids = self.race.game().aids(&view);
                    let sheets = aids.iter().map(|aid| aid.name);
                    not_a_move(words, sheets, self.commands, &misread.to_string())
                })
            }
            _ if count == 1 => Ok(actions[0]),
            _ => Err(no_choice(count)),
        }
    }

    fn undo(&mut self, seat: Seat, shown: &mut Vec<Shown>) -> Result<Outcome, TableError> {
        let refused = |reason: &str| Shown::Refused(reason.to_owned());
        if self.only_person().is_none() {
            shown.push(refused("You can take back a move only against bots."));
            return Ok(Outcome::Asked);
        }
        match self.take_back(seat) {
            Ok(()) => {
                let said = "You took back your last move. The record notes it.";
                shown.push(Shown::Sentence(said.to_owned()));
                return Ok(Outcome::TakenBack);
            }
            Err(TableError::Undo(UndoError::Shared(_))) => {
                shown.push(refused("Your last move belongs to the original game and cannot be taken back."));
            }
            Err(TableError::Undo(_)) => shown.push(refused("You have no move to take back.")),
            Err(error) => return Err(error),
        }
        Ok(Outcome::Asked)
    }

    /// Lists the sheets of the game, each with the word that shows it.
    fn sheets_as_words(&self, seat: Seat) -> impl Iterator<Item = Shown> {
        let aids = self.race.game().aids(&self.view(seat));
        aids.into_iter().map(|aid| Shown::Word { word: aid.name.to_owned(), meaning: aid.about.to_owned() })
    }

    /// Lists the things that can be looked up, as [`Table::words`](super::Table::words) shows them.
    pub(super) fn to_look_up(&self) -> Vec<Shown> {
        let mut topics = self.race.game().glossary();
        sort_by_key(&mut topics, |topic| topic.title.to_lowercase());
        self.sheets_as_words(Seat::FIRST).chain(guide(&topics)).collect()
    }

    fn help(&self, seat: Seat, shown: &mut Vec<Shown>) {
        let game = self.race.game();
        let heading = |text: &str| Shown::Heading(text.to_owned());
        shown.extend(self.guide(Reader::Player(seat)).shown);
        shown.push(heading("The rules in full"));
        shown.extend(game.rules().lines().map(|rule| Shown::Item(rule.to_owned())));
        shown.push(heading("Commands"));
        let choice = "the number of a choice, or a move in words as the choices show it";
        shown.push(Shown::Item(choice.to_owned()));
        shown.extend(COMMANDS.iter().chain(self.commands).map(super::Command::shown));
        shown.extend(self.sheets_as_words(seat));
    }

    /// Starts or stops showing the reasons of bots.
    fn change_reasons(&mut self, shown: &mut Vec<Shown>) -> Outcome {
        self.tells_reasons = !self.tells_reasons;
        let is_replay = self.past.is_some();
        if is_replay && self.tells_reasons {
            self.ask_again();
        }
        let said = match (self.tells_reasons, self.people.len()) {
            (false, _) => "The log no longer shows the bots' reasons.",
            (true, _) if is_replay => "The log shows the bots' reasons for the moves that you go to.",
            (true, 0) => "The log shows the bots' reasons.",
            (true, _) => "The log now shows the bots' reasons, unless they reveal hidden information.",
        };
        shown.push(Shown::Sentence(said.to_owned()));
        if is_replay { Outcome::TakenBack } else { Outcome::Asked }
    }

    fn hint(&self, seat: Seat, bot: Option<&str>, shown: &mut Vec<Shown>) {
        shown.extend(self.asked_for_advice(seat, bot).think());
    }

    /// Asks a bot what it would do in this seat, with copies of everything that it needs.
    pub(super) fn asked_for_advice(&self, seat: Seat, bot: Option<&str>) -> Hint {
        let usual = usual_adviser(&self.roster);
        let spec = bot.map_or_else(|| usual.to_string(), str::to_owned);
        let name = bot.map_or_else(|| usual.name.clone(), str::to_owned);
        // Whoever names a bot has chosen.
        let setup = match &self.race.record().start {
            Start::Setup(setup) if bot.is_none() => Some(setup.clone()),
            _ => None,
        };
        let (roster, known) = (Arc::clone(&self.roster), Arc::clone(&self.usual));
        let (game, view, seats) = (self.race.shared_game(), self.race.seat_view(seat), self.race.seats());
        let (actions, mut rng) = (self.race.actions(seat), self.race.bot_stream(seat));
        let adviser = adviser(&self.roster, &spec, seats).map_err(|error| error.to_string());
        let adviser = adviser.map(|mut bot| {
            self.race.notify_from_start(&mut bot, seat);
            bot
        });
        Hint(Box::new(move || {
            let advice = adviser.and_then(|mut bot| {
                let mut decision = Decision::new(&*game, &view, &actions, &mut rng);
                bot::asked(|| bot.consider(&mut decision)).map_err(|error| error.to_string())
            });
            let best = match advice {
                Ok(best) => best,
                Err(problem) => return vec![Shown::Refused(format!("No hint: {problem}."))],
            };
            let mut shown = vec![Shown::Sentence(format!("The bot `{name}` suggests:"))];
            shown.extend(advice_lines(&*game, &view, seats, &best).into_iter().map(Shown::Item));
            if let Some(first) = best.first() {
                let label = game.label(&view, first.action);
                let explained = game.explain(&view, first.action);
                shown.push(Shown::Sentence(format!("What `{label}` does: {explained}")));
            }
            // On one processor, the match that compares bots would take too long.
            let setup = setup.filter(|_| cfg!(feature = "parallel"));
            let better = setup.map(|setup| known.get_or_init(|| usual_at(&roster, &*game, &setup)));
            if let Some(UsualAt { bot, reason: Some(reason) }) = better {
                let said = format!("Under these rules `{bot}` may advise better (`hint {bot}`): {reason}.");
                shown.push(Shown::Sentence(said));
            }
            shown
        }))
    }
}

/// Returns the guide of a game, each topic below its title.
pub(super) fn guide(topics: &[Topic]) -> impl Iterator<Item = Shown> + '_ {
    topics.iter().flat_map(|topic| [Shown::Heading(topic.title.clone()), Shown::Sentence(topic.text.clone())])
}
