//! A guided first game: the steps of a game, the one that is being learned, and the answers to the learner.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::failure::Failure;
use crate::play::full::{Answer, Desk, Stage};
use crate::play::typed::Typed;
use furlong::table::{Request, no_choice, of_action, of_word, sheet};
use furlong::text::{Canvas, Lesson, Names};
use furlong::{Playable, Race, Ruleset as _, Seat, Seats, Turn};

/// The seed of all chance of a lesson: everybody sees the same cards.
const SEED: u64 = 1;

/// The answer to those who ask for the log or a file.
const NEITHER: &str = "A guided game is neither logged nor saved.";

/// The most outcomes of chance after an action.
const MOST_CHANCES: usize = 100;

type Steps<G> = Vec<Lesson<<G as furlong::RaceGame>::Position, <G as furlong::RaceGame>::Action>>;

/// A choice after the action of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    Again,
    Leave,
}

impl Next {
    const fn label(self) -> &'static str {
        match self {
            Self::GoOn => "go on",
            Self::Again => "try again",
            Self::Leave => "leave",
        }
    }
}

/// The steps of a game, and the present one.
pub(super) struct Guided<G: Playable> {
    steps: Steps<G>,
    /// The number of the present step, from 0.
    at: usize,
    /// The position of this step and what followed.
    race: Race<G>,
    names: Names,
    /// The sentences on what the learner's action brought; none before it.
    answer: Option<String>,
    /// The canvas of the full screen.
    canvas: Canvas,
}

impl<G: Playable> Guided<G> {
    pub(super) fn new(game: &G) -> Result<Self, Failure> {
        let (game, steps) = (Arc::new(game.clone()), game.lessons());
        let Some(first) = steps.first() else {
            let rules = game.ruleset().title().plain().name;
            let problem = format!("{} has no guided first game under the rules {rules}", G::ID);
            return Err(Failure::Failed(format!("{problem}; `furlong rules show {}` explains them", G::ID)));
        };
        let race = Race::from_position(Arc::clone(&game), &first.position, SEED).map_err(Failure::failed)?;
        let names = Seats::MOST.iter().map(|seat| format!("bot {seat}")).collect();
        let names = Names::new(names).addressing(Some(Seat::FIRST));
        Ok(Self { steps, at: 0, race, names, answer: None, canvas: Canvas::PLAIN })
    }

    /// The number and the subject of the step.
    pub(super) fn heading(&self) -> String {
        format!("Step {} of {}: {}", self.at + 1, self.steps.len(), self.steps[self.at].title)
    }

    /// The table, while the learner considers a choice.
    pub(super) fn drawn(&self, choice: Option<usize>, canvas: &Canvas) -> String {
        let (game, view) = (self.race.game(), self.race.sight(Seat::FIRST));
        let considered = choice.filter(|_| self.answer.is_none());
        match considered.and_then(|choice| self.actions().get(choice).copied()) {
            Some(action) => game.draw_choice(&view, action, &self.names, canvas),
            None => game.draw(&view, &self.names, canvas),
        }
    }

    fn actions(&self) -> Vec<G::Action> {
        self.race.actions(Seat::FIRST)
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.steps.len()
    }

    fn nexts(&self) -> [Next; 2] {
        [if self.is_last() { Next::Leave } else { Next::GoOn }, Next::Again]
    }

    fn remark(&self, next: Next) -> Option<String> {
        match next {
            Next::GoOn => self.steps.get(self.at + 1).map(|step| step.title.clone()),
            Next::Again => Some("the same step".to_owned()),
            Next::Leave => None,
        }
    }

    /// The question after an action; at the end the way to a whole game.
    fn last_words(&self) -> String {
        if self.is_last() {
            return format!("That was all. Now play: `New game` in the menu, or `furlong play {}`.", G::ID);
        }
        "What next?".to_owned()
    }

    fn help(&self, choice: Option<usize>) -> String {
        let (game, view) = (self.race.game(), self.race.sight(Seat::FIRST));
        let action = choice.filter(|_| self.answer.is_none());
        let action = action.and_then(|choice| self.actions().get(choice).copied());
        let mut text = action.map_or_else(String::new, |action| {
            format!("Under the cursor\n{}\n\n", of_action(game, &view, action))
        });
        for topic in game.guide() {
            let _ = write!(text, "{topic}\n\n");
        }
        text
    }

    fn hint(&self) -> String {
        let game = self.race.game();
        if self.answer.is_some() {
            return "Choose `go on` or `try again`.".to_owned();
        }
        let label = game.label(&self.race.sight(Seat::FIRST), self.steps[self.at].action);
        format!("This step is about `{label}`.")
    }

    /// Carries out an action of the learner, and what follows from it until the learner decides again.
    fn act(&mut self, action: G::Action) -> Answer {
        let (game, view) = (self.race.shared_game(), self.race.sight(Seat::FIRST));
        let step = self.steps[self.at].clone();
        let is_asked = action == step.action;
        let conclusion = if is_asked {
            step.result
        } else {
            let label = game.label(&view, step.action);
            format!("{} This step is about `{label}`: try it, or go on.", game.explain(&view, action))
        };
        if let Err(error) = self.race.play(Seat::FIRST, action) {
            return Answer::Text(format!("That is not possible: {error}."));
        }
        self.draw();
        for then in step.then.into_iter().filter(|_| is_asked) {
            let Turn::Seat(seat) = self.race.turn() else { break };
            if seat == Seat::FIRST || self.race.play(seat, then).is_err() {
                break;
            }
            self.draw();
        }
        let news = game.narrate_all(&self.race.told(Seat::FIRST, 0), &self.names).join(" ");
        self.answer = Some(format!("{news}\n{conclusion}").trim().to_owned());
        Answer::GoesOn
    }

    /// Lets chance decide until a seat does.
    fn draw(&mut self) {
        let most = self.race.events() + MOST_CHANCES;
        self.race.proceed_within(most);
    }

    fn choose_next(&mut self, request: &Request) -> Answer {
        let nexts = self.nexts();
        let next = match request {
            Request::Nothing => nexts.first(),
            Request::Number(number) => number.checked_sub(1).and_then(|index| nexts.get(index)),
            Request::Words(words) => {
                nexts.iter().find(|next| next.label().eq_ignore_ascii_case(words.trim()))
            }
            _ => None,
        };
        match next {
            Some(Next::GoOn) => self.go_to(self.at + 1),
            Some(Next::Again) => self.again(),
            Some(Next::Leave) => Answer::Leave,
            None => Answer::Text(no_choice(nexts.len())),
        }
    }

    fn again(&mut self) -> Answer {
        self.go_to(self.at)
    }

    /// Sets up the position of a step.
    fn go_to(&mut self, step: usize) -> Answer {
        match Race::from_position(self.race.shared_game(), &self.steps[step].position, SEED) {
            Ok(race) => (self.race, self.at, self.answer) = (race, step, None),
            Err(faults) => return Answer::Text(faults.to_string()),
        }
        Answer::GoesOn
    }
}

impl<G: Playable> Desk for Guided<G> {
    fn title(&self) -> String {
        format!("{}. {}", G::ID, self.heading())
    }

    fn people(&self) -> usize {
        1
    }

    fn begin(&mut self) -> Result<String, Failure> {
        Ok(format!(
            "{}: a guided first game\n\n{}\n\nEach of the {} steps shows a position, and asks you to try something in it. You \
             may do anything else that is allowed. `?` explains the choice under the cursor and the rules, `? word` a word \
             or a square, and q leaves.",
            G::TITLE,
            self.race.game().introduction(),
            self.steps.len()
        ))
    }

    fn stage(&self) -> Stage {
        Stage::Choice
    }

    fn picture(&mut self, choice: Option<usize>) -> Result<String, Failure> {
        Ok(self.drawn(choice, &self.canvas))
    }

    /// The remarks on the table, or on the result of the action.
    fn explanation(&self) -> String {
        self.answer.clone().unwrap_or_else(|| self.steps[self.at].about.clone())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        if self.answer.is_some() {
            let choices = self.nexts().map(|next| (next.label().to_owned(), self.remark(next)));
            return (self.last_words(), choices.to_vec());
        }
        let (game, view) = (self.race.game(), self.race.sight(Seat::FIRST));
        let choice = |action: G::Action| (game.label(&view, action), game.remark(&view, action));
        (self.steps[self.at].task.clone(), self.actions().into_iter().map(choice).collect())
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        let (game, view) = (self.race.shared_game(), self.race.sight(Seat::FIRST));
        let actions = if self.answer.is_some() { Vec::new() } else { self.actions() };
        let request = match typed {
            Typed::Quit => return Ok(Answer::Leave),
            Typed::Save(_) => return Ok(Answer::Text(NEITHER.to_owned())),
            Typed::Asked(request) => request,
        };
        Ok(match request {
            Request::Help => Answer::Text(self.help(None)),
            Request::ExplainChoice(number) => Answer::Text(self.help(number.checked_sub(1))),
            Request::Explain(word) => Answer::Text(of_word(&*game, &view, &actions, &word)),
            Request::Hint(_) => Answer::Text(self.hint()),
            Request::Log => Answer::Text(NEITHER.to_owned()),
            Request::View => Answer::Text(format!("{}\n", self.drawn(None, &self.canvas))),
            Request::Why => Answer::Text("Bots give no reasons in a guided game.".to_owned()),
            Request::Undo => self.again(),
            request if self.answer.is_some() => self.choose_next(&request),
            Request::Words(words) => match sheet(&*game, &view, &words) {
                Some(sheet) => Answer::Text(sheet),
                None => match game.read_action(&view, &actions, &words) {
                    Ok(action) => self.act(action),
                    Err(misread) => Answer::Text(misread.to_string()),
                },
            },
            Request::Number(number) => match number.checked_sub(1).and_then(|index| actions.get(index)) {
                Some(action) => self.act(*action),
                None => Answer::Text(no_choice(actions.len())),
            },
            Request::Nothing => match actions[..] {
                [only] => self.act(only),
                _ => Answer::Text(no_choice(actions.len())),
            },
            _ => Answer::GoesOn,
        })
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.canvas = canvas;
    }
}
