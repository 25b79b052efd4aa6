//! The steps of a guided first game, and the current one.

use serde_json::Value;

use super::output::{Choice, Question};
use crate::common::seat::Seat;
use crate::game::RaceGame;
use crate::text::Lesson;

/// What the learner can choose after the action of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    GoOn,
    Begin,
    Again,
    Leave,
}

impl Next {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::GoOn => "go on",
            Self::Begin => "play your first game now",
            Self::Again => "try again",
            Self::Leave => "leave",
        }
    }
}

/// The steps of a guided game, and the current one.
pub(super) struct Guided<G: RaceGame> {
    pub(super) steps: Vec<Lesson<G::Position, G::Action>>,
    /// The number of the current step, from 0.
    pub(super) at: usize,
    /// The sentences on the result of the learner's action; `None` before it.
    pub(super) result: Option<String>,
    pub(super) last_words: String,
    /// The number of forbidden actions of the step that have been tried.
    pub(super) tried: usize,
}

impl<G: RaceGame> Guided<G> {
    /// Returns the number and the subject of the step.
    pub(super) fn heading(&self) -> String {
        let new = if self.at > 0 { " (new position)" } else { "" };
        format!("Step {} of {}{new}: {}", self.at + 1, self.steps.len(), self.step().title)
    }

    pub(super) fn step(&self) -> &Lesson<G::Position, G::Action> {
        &self.steps[self.at]
    }

    /// Returns the remarks on the table, or on the result of the action.
    pub(super) fn remarks(&self) -> &str {
        self.result.as_ref().unwrap_or(&self.step().about)
    }

    /// Returns whether the learner has acted.
    pub(super) fn is_done(&self) -> bool {
        self.result.is_some()
    }

    /// Returns the introduction to the steps.
    pub(super) fn introduction(&self) -> String {
        format!(
            "Each of the {} steps shows a position and asks you to try something. You may also do anything else that \
             is allowed. `?` explains the choices and the rules, `? word` explains a word or a square, and q leaves.",
            self.steps.len()
        )
    }

    pub(super) fn nexts(&self) -> Vec<Next> {
        if self.at + 1 < self.steps.len() {
            vec![Next::GoOn, Next::Again]
        } else {
            vec![Next::Begin, Next::Again, Next::Leave]
        }
    }

    /// Returns the question after an action; at the end, it is how to begin a whole game.
    pub(super) fn what_next(&self) -> Question {
        let remark = |next: Next| match next {
            Next::GoOn => self.steps.get(self.at + 1).map(|step| format!("a new position: {}", step.title)),
            Next::Begin => Some("a whole game against bots".to_owned()),
            Next::Again => Some("the same step".to_owned()),
            Next::Leave => None,
        };
        let nexts = self.nexts();
        let text = if nexts.contains(&Next::Leave) {
            format!("That was all. {}", self.last_words)
        } else {
            "What next?".to_owned()
        };
        let choice = |next: Next| Choice {
            action: Value::String(next.label().to_owned()),
            label: next.label().to_owned(),
            remark: remark(next),
            on: Vec::new(),
        };
        Question { seat: Seat::FIRST, text, choices: nexts.into_iter().map(choice).collect() }
    }
}
