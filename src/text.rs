//! A game in words and pictures: what a terminal, a log or a report needs to show any game and to read
//! what people type.
//!
//! A game that implements [`Text`] can be played in the terminal. Nothing here knows rules: it asks the game.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};

use crate::game::{RaceGame, Weighted};
use crate::plain::plain;
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, Seats};

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

/// What the seats are called, and which of them is spoken to.
#[derive(Clone, Debug)]
pub struct Names {
    names: Vec<String>,
    you: Option<Seat>,
}

impl Names {
    /// Seats called `seat 1`, `seat 2`, ..., nobody spoken to.
    pub fn numbered(seats: Seats) -> Self {
        Self { names: seats.iter().map(|seat| format!("seat {seat}")).collect(), you: None }
    }

    /// Seats with names, in their order; a seat without one is called `seat N`. Names come from anywhere: what
    /// would not show as what it is, such as a line end or a command to the terminal, is made a mark.
    pub fn new(mut names: Vec<String>) -> Self {
        for name in &mut names {
            *name = plain(name).into_owned();
        }
        Self { names, you: None }
    }

    /// The same names, with this seat called "you".
    pub fn addressing(&self, you: Option<Seat>) -> Self {
        Self { names: self.names.clone(), you }
    }

    /// The seat that is called "you".
    pub fn you(&self) -> Option<Seat> {
        self.you
    }

    /// The seat's name, or `you`.
    pub fn of(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "you".to_owned() } else { self.name(seat) }
    }

    /// The seat's name, whoever is spoken to.
    pub fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    /// The beginning of a sentence: `You draw`, `Ada draws`.
    ///
    /// ```
    /// use furlong::{Names, Seat};
    /// let names = Names::new(vec!["Ada".into(), "Bob".into()]).addressing(Some(Seat::FIRST));
    /// assert_eq!(names.does(Seat::FIRST, "draw", "draws"), "You draw");
    /// assert_eq!(names.does(Seat::new(1).unwrap(), "draw", "draws"), "Bob draws");
    /// ```
    pub fn does(&self, seat: Seat, you_do: &str, they_do: &str) -> String {
        if self.you == Some(seat) {
            format!("You {you_do}")
        } else {
            let mut sentence = capitalized(&self.name(seat));
            let _ = write!(sentence, " {they_do}");
            sentence
        }
    }

    /// `your`, or `Ada's`.
    pub fn possessive(&self, seat: Seat) -> String {
        if self.you == Some(seat) { "your".to_owned() } else { format!("{}'s", self.name(seat)) }
    }
}

/// The text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `1 carrot`, `2 carrots`: a number with its noun.
pub fn counted(count: impl Into<i64>, one: &str, many: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// `2 to 5`; only `2` when both are that.
pub(crate) fn span(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What a picture is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// How many columns a line may have.
    pub width: usize,
    /// Whether colours may be used; a picture must be readable without them.
    pub colour: bool,
}

impl Canvas {
    /// 80 columns without colour.
    pub const PLAIN: Self = Self { width: 80, colour: false };

    /// The text in this ink, when there are colours. The marks take no column.
    pub fn paint(&self, text: &str, ink: Ink) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let style = ink.style();
        format!("{style}{text}{style:#}")
    }
}

/// The few inks that pictures use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Headings and what is one's own.
    Bold,
    /// What matters less.
    Faint,
    /// The colours of runners and squares.
    Red,
    /// See [`Ink::Red`].
    Green,
    /// See [`Ink::Red`].
    Yellow,
    /// See [`Ink::Red`].
    Blue,
    /// See [`Ink::Red`].
    Magenta,
    /// See [`Ink::Red`].
    Cyan,
}

impl Ink {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour))).bold();
        match self {
            Self::Bold => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Red => colour(AnsiColor::Red),
            Self::Green => colour(AnsiColor::Green),
            Self::Yellow => colour(AnsiColor::Yellow),
            Self::Blue => colour(AnsiColor::Blue),
            Self::Magenta => colour(AnsiColor::Magenta),
            Self::Cyan => colour(AnsiColor::Cyan),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_people_write_them() {
        let items: Vec<String> = ["hare", "fox", "lamb"].map(str::to_owned).to_vec();
        assert_eq!(listed(&items), "hare, fox and lamb");
        assert_eq!(listed(&items[..1]), "hare");
        assert_eq!(listed(&[]), "");
    }

    #[test]
    fn a_canvas_without_colour_writes_no_marks() {
        assert_eq!(Canvas::PLAIN.paint("hare", Ink::Red), "hare");
        assert!(Canvas { width: 80, colour: true }.paint("hare", Ink::Red).contains('\u{1b}'));
    }
}
