//! The trait of a game in words and pictures.

use crate::game::{RaceGame, Weighted};
use crate::ruleset::Ruleset as _;

pub(crate) use crate::canvas::{Canvas, Ink};
pub(crate) use crate::names::Names;
pub(crate) use crate::words::{capitalized, counted, listed};

/// A game in words and pictures: labels of actions, sentences on what happens, the board in characters.
///
/// A game with this trait can be played in the terminal.
pub trait Text: RaceGame {
    /// The game's name for people, with its author.
    const TITLE: &'static str;

    /// A short introduction for somebody who sits down to play: what it is about and how one wins. By default
    /// what the ruleset says about itself.
    fn introduction(&self) -> String {
        self.ruleset().title().about.clone()
    }

    /// The rules in force, for people. By default the ruleset's title, its rules in words, and what of them is
    /// reconstructed.
    fn rules(&self) -> String {
        let title = self.ruleset().title().plain();
        let mut lines = vec![format!("{}: {}", title.name, title.about)];
        lines.extend(self.ruleset().in_words());
        lines.extend(title.reconstructed.iter().map(|what| format!("Reconstructed: {what}")));
        lines.join("\n")
    }

    /// The sheets that players may look at while they play; none by default.
    fn aids(&self, _view: &Self::View) -> Vec<Aid> {
        Vec::new()
    }

    /// An action as people name and type it: `2 hare`.
    fn label(&self, view: &Self::View, action: Self::Action) -> String;

    /// What to know of an action beside its name, when there is anything: what it costs, what it brings.
    fn remark(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// The action that was typed, in any of the forms that the game understands; by default its label. The
    /// numbers of a list of choices are read elsewhere.
    ///
    /// # Errors
    /// One sentence that says why it is not a legal action now.
    fn read_action(
        &self,
        view: &Self::View,
        actions: &[Self::Action],
        typed: &str,
    ) -> Result<Self::Action, Misread> {
        let typed = typed.trim().to_lowercase();
        let found = actions.iter().find(|action| self.label(view, **action).to_lowercase() == typed);
        found.copied().ok_or_else(|| {
            let labels: Vec<String> = actions.iter().map(|action| self.label(view, *action)).collect();
            Misread(format!("`{typed}` is not one of the choices: {}.", labels.join(", ")))
        })
    }

    /// The outcome that was typed, among those that can come. By default as it is displayed.
    ///
    /// # Errors
    /// One sentence that says what could come.
    fn read_outcome(
        &self,
        outcomes: &[Weighted<Self::Chance>],
        typed: &str,
    ) -> Result<Self::Chance, Misread> {
        let typed = typed.trim().to_lowercase();
        let found = outcomes.iter().find(|w| w.outcome.to_string().to_lowercase() == typed);
        found.map(|w| w.outcome).ok_or_else(|| {
            let labels: Vec<String> = outcomes.iter().map(|w| w.outcome.to_string()).collect();
            Misread(format!("`{typed}` cannot come; what can: {}", labels.join(", ")))
        })
    }

    /// A happening in words, as one sentence with its point; `None` for what is not worth a line.
    fn narrate(&self, happening: &Self::Happening, names: &Names) -> Option<String>;

    /// Several happenings in a row, for who reads them at once: what belongs together may be one line.
    fn narrate_all(&self, happenings: &[Self::Happening], names: &Names) -> Vec<String> {
        happenings.iter().filter_map(|happening| self.narrate(happening, names)).collect()
    }

    /// A question for the seat that is to decide: `Which cards do you place?`.
    fn question(&self, _view: &Self::View) -> String {
        "What do you do?".to_owned()
    }

    /// The table as a seat sees it, as lines of text. Pictures fit the canvas; a line of words may be longer, and is
    /// wrapped where it is shown.
    fn draw(&self, view: &Self::View, names: &Names, canvas: &Canvas) -> String;
}

/// A player aid: a sheet that lies beside the board, such as a chart or a list of prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aid {
    /// What is typed to see it: one word in lower case that is no action of the game.
    pub name: &'static str,
    /// What it tells, as a short clause: `what each step costs`.
    pub about: &'static str,
    /// The sheet, as lines of text.
    pub text: String,
}

/// What was typed and is not an action: one sentence that says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Misread(pub String);
