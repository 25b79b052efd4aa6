//! Questions before a game: choices in a list, words to type, and texts to read.

use std::io::stdout;

use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;

use super::keyboard::Intent;
use super::run::{Screen, Taken, draw, intent};
use super::screen_model::Stage;
use super::state::{Asks, Sheet, State};
use crate::failure::Failure;
use crate::play::settings::Settings;
use crate::play::typed_line::Typed;
use furlong::table::{Request, Shown};
use furlong::text::capitalized;

/// A menu on the full screen.
pub(crate) struct Menu {
    screen: Screen,
    state: State,
    /// Whether the person has left all menus.
    is_left: bool,
    taken: Option<Taken>,
}

/// A sheet that explains something in a sentence.
pub(crate) fn explained_by(label: &str, about: &str) -> Vec<Shown> {
    let sentence = capitalized(about.trim());
    let end = if sentence.ends_with(['.', '?', '!', ')']) { "" } else { "." };
    vec![Shown::Heading(label.to_owned()), Shown::Sentence(sentence + end)]
}

/// Explains each choice by its remark, or else by the question.
fn explained_by_remarks(
    choices: &[(String, Option<String>)],
    question: &str,
) -> impl Fn(usize) -> Vec<Shown> + use<> {
    let (choices, question) = (choices.to_vec(), question.to_owned());
    move |index| match choices.get(index) {
        Some((label, remark)) => explained_by(label, remark.as_deref().unwrap_or(&question)),
        None => Vec::new(),
    }
}

impl Menu {
    pub(crate) fn open(has_colour: bool) -> Result<Self, Failure> {
        let taken = Some(Taken::take()?);
        let screen = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Self { screen, state: State::as_set(has_colour), is_left: false, taken })
    }

    /// Takes over the terminal again after something else has been shown.
    pub(crate) fn retake(&mut self) -> Result<(), Failure> {
        // Dropped first, so that it does not release the terminal after it has been taken again.
        self.taken = None;
        self.taken = Some(Taken::take()?);
        self.screen = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    /// Returns whether the person wants to leave all menus.
    pub(crate) fn is_left(&self) -> bool {
        self.is_left
    }

    /// Offers choices below a text, and returns the index of one; `None` to go back to the previous menu.
    pub(crate) fn offer(
        &mut self,
        title: &str,
        text: &str,
        choices: Vec<(String, Option<String>)>,
    ) -> Result<Option<usize>, Failure> {
        self.offer_at(title, text, choices, 0)
    }

    /// Like `offer`, with the cursor on this choice. Each choice is explained by its remark, or else by the
    /// question.
    pub(crate) fn offer_at(
        &mut self,
        title: &str,
        text: &str,
        choices: Vec<(String, Option<String>)>,
        cursor: usize,
    ) -> Result<Option<usize>, Failure> {
        let explain = explained_by_remarks(&choices, text);
        self.offer_explained((title, text), choices, cursor, &explain)
    }

    /// Offers the choices of the first menu. There is nothing to go back to: `None` if the person leaves.
    pub(crate) fn offer_first(
        &mut self,
        title: &str,
        choices: Vec<(String, Option<String>)>,
        cursor: usize,
    ) -> Result<Option<usize>, Failure> {
        let explain = explained_by_remarks(&choices, "");
        self.state.offer(title, "", choices);
        self.state.stage = Stage::Menu { is_first: true };
        self.choose(cursor, &explain)
    }

    /// Like `offer_at`, with an explanation of each choice by its index, for people who ask what it is.
    pub(crate) fn offer_explained(
        &mut self,
        (title, text): (&str, &str),
        choices: Vec<(String, Option<String>)>,
        cursor: usize,
        explain: &dyn Fn(usize) -> Vec<Shown>,
    ) -> Result<Option<usize>, Failure> {
        self.state.offer(title, text, choices);
        self.choose(cursor, explain)
    }

    /// Waits for a choice, with the cursor on this one.
    fn choose(
        &mut self,
        cursor: usize,
        explain: &dyn Fn(usize) -> Vec<Shown>,
    ) -> Result<Option<usize>, Failure> {
        self.state.cursor = Some(cursor);
        while !self.is_left {
            match self.intent()? {
                Intent::Obey(Typed::Asked(Request::Number(number))) => return Ok(Some(number - 1)),
                Intent::Obey(Typed::Asked(Request::ExplainChoice(number))) => {
                    self.state.sheet = Some(Sheet { values: explain(number - 1), from: 0 });
                }
                Intent::Leave => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Applies the person's settings.
    pub(crate) fn set(&mut self, settings: &Settings) {
        self.state.set(settings.clone());
    }

    /// Asks for words, with these already filled in; `None` if the person goes back.
    pub(crate) fn ask(&mut self, title: &str, text: &str, words: &str) -> Result<Option<String>, Failure> {
        self.state.offer(title, text, Vec::new());
        self.state.typed = Some(words.to_owned());
        while !self.is_left && self.state.typed.is_some() {
            if let Intent::Words(words) = self.intent()? {
                return Ok(Some(words));
            }
        }
        Ok(None)
    }

    /// Asks for any key; `None` if the person goes back.
    pub(crate) fn ask_key(&mut self, title: &str, text: &str) -> Result<Option<char>, Failure> {
        self.state.offer(title, text, Vec::new());
        self.state.asks = Asks::Key;
        while !self.is_left {
            match self.intent()? {
                Intent::Key(letter) => return Ok(Some(letter)),
                Intent::Leave => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Shows a text until it is closed.
    pub(crate) fn show(&mut self, title: &str, values: Vec<Shown>) -> Result<(), Failure> {
        self.state.offer(title, "", Vec::new());
        self.state.sheet = Some(Sheet { values, from: 0 });
        while self.state.sheet.is_some() && !self.is_left {
            self.intent()?;
        }
        Ok(())
    }

    fn intent(&mut self) -> Result<Intent, Failure> {
        draw(&mut self.screen, &mut self.state)?;
        let intent = intent(&mut self.state)?;
        self.is_left |= intent == Intent::Quit;
        Ok(intent)
    }
}
