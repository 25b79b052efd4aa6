//! A guided first game: a table at the prepared positions of its steps, one after the other.

use std::sync::Arc;

use super::contract::{Outcome, Table as _, TableError};
use super::game_table::GameTable;
use super::lesson::{Guided, Next};
use super::meaning;
use super::output::{Choice, Question, Reader, Shown};
use super::request::{Request, no_choice};
use crate::bot::Roster;
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::game::Turn;
use crate::playable::Playable;
use crate::race::Race;
use crate::ruleset::Ruleset as _;
use crate::text::{Names, separated};

/// The seed of all chance in a lesson, so that everybody sees the same cards.
const SEED: u64 = 1;

/// The maximum number of chance outcomes after an action.
const MOST_CHANCES: usize = 100;

impl<G: Playable> GameTable<G> {
    /// Creates the table of the guided first game under these rules, with a learner in the first seat. `last_words`
    /// end the last step: how to begin a whole game.
    ///
    /// # Errors
    /// When there is no guided game under these rules.
    pub fn guided(game: &G, last_words: &str) -> Result<Self, TableError> {
        let (game, steps) = (Arc::new(game.clone()), game.lessons());
        let Some(first) = steps.first() else {
            let rules = game.ruleset().title().plain().name;
            return Err(TableError::NoLessons { game: G::ID, rules });
        };
        let race = Race::from_position(game, &first.position, SEED)
            .map_err(|faults| TableError::Start(faults.to_string()))?;
        let mut table = Self::around(race, Arc::new(Roster::of_game()));
        table.people = SeatSet::only(Seat::FIRST);
        table.names = Names::new(Seats::MOST.iter().map(|seat| format!("bot {seat}")).collect());
        table.guided =
            Some(Guided { steps, at: 0, result: None, last_words: last_words.to_owned(), tried: 0 });
        Ok(table)
    }

    /// Returns the question of a guided game.
    pub(super) fn guided_question(&self, guided: &Guided<G>) -> Question {
        if guided.is_done() {
            return guided.what_next();
        }
        let (game, view) = (self.race.game(), self.race.seat_view(Seat::FIRST));
        let mut choices = Choice::list(game, &view, &self.race.actions(Seat::FIRST));
        let forbidden = Choice::list(game, &view, &guided.step().forbidden).into_iter();
        choices.extend(
            forbidden.map(|choice| Choice { remark: Some("forbidden: try it".to_owned()), ..choice }),
        );
        Question { seat: Seat::FIRST, text: guided.step().task.clone(), choices }
    }

    /// Returns the index of the choice that a step asks for: first the forbidden actions, then the intended one.
    pub(super) fn asked_choice(&self, guided: &Guided<G>) -> usize {
        if guided.is_done() {
            return 0;
        }
        let actions = self.race.actions(Seat::FIRST);
        if guided.tried < guided.step().forbidden.len() {
            return actions.len() + guided.tried;
        }
        actions.iter().position(|action| *action == guided.step().action).unwrap_or(0)
    }

    /// Returns why an action is forbidden, when a forbidden action of the step was chosen by its number.
    fn try_forbidden(&mut self, request: &Request) -> Option<String> {
        let legal = self.race.actions(Seat::FIRST).len();
        let guided = self.guided.as_mut().filter(|guided| !guided.is_done())?;
        let Request::Number(number) = request else { return None };
        let index = number.checked_sub(legal + 1)?;
        let action = *guided.step().forbidden.get(index)?;
        guided.tried = guided.tried.max(index + 1);
        let (game, view) = (self.race.game(), self.race.seat_view(Seat::FIRST));
        let reason = game.check(self.race.state(), action).err()?;
        Some(format!("`{}` is forbidden: {reason}.", game.label(&view, action)))
    }

    /// Answers the learner's request, where a guided game differs from other games.
    pub(super) fn reply_in_lesson(&mut self, request: &Request, shown: &mut Vec<Shown>) -> Option<Outcome> {
        if let Some(reason) = self.try_forbidden(request) {
            shown.push(Shown::Refused(reason));
            return Some(Outcome::Asked);
        }
        if let Request::Words(words) = request {
            let view = self.race.seat_view(Seat::FIRST);
            if let Some(sheet) = meaning::sheet(self.race.game(), &view, words) {
                shown.push(Shown::Sheet(sheet));
                return Some(Outcome::Asked);
            }
        }
        let guided = self.guided.as_ref()?;
        let said = match request {
            Request::Hint(_) if guided.is_done() => "Choose `go on` or `try again`.".to_owned(),
            Request::Hint(_) => {
                let view = self.race.seat_view(Seat::FIRST);
                format!("This step is about `{}`.", self.race.game().label(&view, guided.step().action))
            }
            Request::Log => match self.happened(Reader::Player(Seat::FIRST), 0, self.at()) {
                happened if happened.is_empty() => "Nothing has happened in this step yet.".to_owned(),
                happened => {
                    shown.extend(happened);
                    return Some(Outcome::Asked);
                }
            },
            Request::Why => "Bots give no reasons in a lesson.".to_owned(),
            Request::Help => {
                shown.extend(self.guide(Reader::Player(Seat::FIRST)).shown);
                return Some(Outcome::Asked);
            }
            Request::ExplainChoice(number) => {
                let view = self.race.seat_view(Seat::FIRST);
                let action = number.checked_sub(1).filter(|_| !guided.is_done());
                let actions = self.race.actions(Seat::FIRST);
                if let Some(action) = action.and_then(|index| actions.get(index)) {
                    shown.push(Shown::Heading("Under the cursor".to_owned()));
                    shown.push(Shown::Sentence(meaning::of_action(self.race.game(), &view, *action)));
                }
                return self.reply_in_lesson(&Request::Help, shown);
            }
            Request::Undo => return Some(self.go_to_step(guided.at, shown)),
            Request::Nothing | Request::Number(_) | Request::Words(_) if guided.is_done() => {
                return Some(self.choose_next(request, shown));
            }
            _ => return None,
        };
        shown.push(Shown::Sentence(said));
        Some(Outcome::Asked)
    }

    fn choose_next(&mut self, request: &Request, shown: &mut Vec<Shown>) -> Outcome {
        let Some(guided) = &self.guided else { return Outcome::Asked };
        let (nexts, at) = (guided.nexts(), guided.at);
        let next = match request {
            Request::Nothing => nexts.first(),
            Request::Number(number) => number.checked_sub(1).and_then(|index| nexts.get(index)),
            Request::Words(words) => {
                nexts.iter().find(|next| next.label().eq_ignore_ascii_case(words.trim()))
            }
            _ => None,
        };
        match next {
            Some(Next::GoOn) => self.go_to_step(at + 1, shown),
            Some(Next::Again) => self.go_to_step(at, shown),
            Some(Next::Begin) => Outcome::Begins,
            Some(Next::Leave) => Outcome::Left,
            None => {
                shown.push(Shown::Refused(no_choice(nexts.len())));
                Outcome::Asked
            }
        }
    }

    /// Sets up the position of a step.
    pub(super) fn go_to_step(&mut self, step: usize, shown: &mut Vec<Shown>) -> Outcome {
        let Some(guided) = &mut self.guided else { return Outcome::Asked };
        match Race::from_position(self.race.shared_game(), &guided.steps[step].position, SEED) {
            Ok(race) => {
                (self.race, guided.at, guided.result, guided.tried) = (race, step, None, 0);
                self.states.clear();
                self.shown = SeatMap::default();
                Outcome::TakenBack
            }
            Err(faults) => {
                shown.push(Shown::Refused(faults.to_string()));
                Outcome::Asked
            }
        }
    }

    /// Carries out an action of the learner, and everything that follows until the learner decides again.
    pub(super) fn act_in_lesson(&mut self, action: G::Action) -> Result<(), String> {
        let Some(guided) = &self.guided else { return Ok(()) };
        let (game, view, step) =
            (self.race.shared_game(), self.race.seat_view(Seat::FIRST), guided.step().clone());
        let is_asked = action == step.action;
        let conclusion = if is_asked {
            step.result
        } else {
            let label = game.label(&view, step.action);
            format!("{} This step is about `{label}`: try it, or go on.", game.explain(&view, action))
        };
        self.race.play(Seat::FIRST, action).map_err(|error| format!("That is not possible: {error}."))?;
        let played = self.at();
        self.draw_in_lesson();
        let conclusion = if is_asked && step.tells_chance {
            let told = self.happened(Reader::Player(Seat::FIRST), played, self.at());
            let told = told.into_iter().filter_map(|shown| match shown {
                Shown::Happened(sentence) => Some(sentence),
                _ => None,
            });
            separated(told.chain([conclusion]), " ")
        } else {
            conclusion
        };
        for then in step.then.into_iter().filter(|_| is_asked) {
            let Turn::Seat(seat) = self.race.turn() else { break };
            if seat == Seat::FIRST || self.race.play(seat, then).is_err() {
                break;
            }
            self.draw_in_lesson();
        }
        if let Some(guided) = &mut self.guided {
            guided.result = Some(conclusion);
        }
        Ok(())
    }

    /// Lets chance decide until a seat has to.
    fn draw_in_lesson(&mut self) {
        self.race.proceed_within(self.race.events() + MOST_CHANCES);
    }
}
