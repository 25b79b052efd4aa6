//! The commands and moves that people can type at a table.

use std::convert::Infallible;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::output::Shown;
use crate::text::nearest;

/// A request from a person at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Request {
    /// An empty line: the only choice, if there is just one.
    Nothing,
    /// Show the rules, and what can be typed.
    Help,
    /// Explain a choice, given by its number in the list, from 1, and its rules.
    ExplainChoice(usize),
    /// Explain a word, a square, a card or a choice.
    Explain(String),
    /// Ask a bot for advice; the default one when none is named.
    Hint(Option<String>),
    /// Show the game so far.
    Log,
    /// Show the reasons of bots in the log, or stop showing them.
    Why,
    /// Take back the last move.
    Undo,
    /// Show the table again.
    View,
    /// Make a choice, given by its number in the list, from 1.
    Number(usize),
    /// A move in words, or the name of a sheet, which the game interprets.
    Words(String),
}

/// A command that can be typed at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The words of the command in lower case; all have the same meaning.
    pub words: &'static [&'static str],
    /// The command as the help shows it, such as `save FILE`.
    pub usage: &'static str,
    /// The meaning of the command, for the help.
    pub about: &'static str,
    /// Whether more words may follow it.
    pub takes_more: bool,
}

impl Command {
    const fn new(words: &'static [&'static str], usage: &'static str, about: &'static str) -> Self {
        Self { words, usage, about, takes_more: false }
    }

    /// Returns the command and its meaning.
    pub(super) fn shown(&self) -> Shown {
        Shown::Word { word: self.usage.to_owned(), meaning: self.about.to_owned() }
    }
}

/// The commands of every table.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(&["?", "help", "rules"], "?", "the rules in brief, and these commands"),
    Command::new(&[], "? WORD", "the meaning of a word, a square, a card or a choice"),
    Command {
        takes_more: true,
        ..Command::new(&["hint"], "hint", "what a bot would do; `hint BOT` asks another bot")
    },
    Command::new(&["log"], "log", "the game so far, as you have seen it"),
    Command::new(&["why"], "why", "show or hide the bots' reasons in the log"),
    Command::new(&["view"], "view", "show the table again"),
    Command::new(&["undo"], "undo", "take back your last move (only against bots; the record notes it)"),
];

/// Splits a line into its first word, in lower case, and the rest.
fn word_and_rest(line: &str) -> (String, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_lowercase(), rest.trim())
}

impl FromStr for Request {
    type Err = Infallible;

    fn from_str(line: &str) -> Result<Self, Infallible> {
        let line = line.trim();
        let (word, rest) = word_and_rest(line);
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        Ok(match (word.as_str(), rest) {
            ("", _) => Self::Nothing,
            ("?" | "help" | "rules", None) => Self::Help,
            ("?" | "help", Some(word)) => Self::Explain(word.to_owned()),
            ("hint", bot) => Self::Hint(bot.map(str::to_owned)),
            ("log", None) => Self::Log,
            ("why", None) => Self::Why,
            ("undo", None) => Self::Undo,
            ("view", None) => Self::View,
            // `+3` is a move in some games.
            (number, None) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
                Self::Number(number.parse().unwrap_or(usize::MAX))
            }
            _ => Self::Words(line.to_owned()),
        })
    }
}

impl Request {
    /// The kinds of requests, as JSON names them.
    pub const KINDS: &'static [&'static str] = Self::VARIANTS;

    /// Returns whether only a seat that may decide can make this request.
    pub(super) fn is_move(&self) -> bool {
        matches!(self, Self::Nothing | Self::Number(_) | Self::Words(_) | Self::Undo)
    }
}

/// Returns the answer to a line that selects none of several choices.
pub(super) fn no_choice(count: usize) -> String {
    format!("Choose 1 to {count}, or type a move; ? explains.")
}

/// Returns the answer to words that are not a move. It points out a command with too many words, or one that is nearly
/// a command. `problem` is the game's own answer, `sheets` are the names of its player aids, and `more` are the
/// commands of the front end.
pub(super) fn not_a_move<'a>(
    words: &str,
    sheets: impl Iterator<Item = &'a str> + Clone,
    more: &'static [Command],
    problem: &str,
) -> String {
    let (word, rest) = word_and_rest(words);
    let of = |takes_more: bool| {
        let commands = COMMANDS.iter().chain(more).filter(move |command| command.takes_more == takes_more);
        commands.flat_map(|command| command.words).copied()
    };
    let mut alone = of(false).chain(sheets);
    if !rest.is_empty() {
        return match alone.find(|command| *command == word) {
            Some(command) => format!("`{command}` takes no argument: type `{command}` alone."),
            None => problem.to_owned(),
        };
    }
    match nearest(&word, alone.chain(of(true))) {
        Some(command) => format!("{problem} Did you mean `{command}`?"),
        None => problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVE: &[Command] =
        &[Command { takes_more: true, ..Command::new(&["save"], "save FILE", "save the game") }];

    #[test]
    fn words_that_are_nearly_a_command_or_one_with_too_much_are_explained() {
        let answer = |words: &str| not_a_move(words, ["chart"].into_iter(), SAVE, "No card.");
        assert_eq!(answer("hlep"), "No card. Did you mean `help`?");
        assert_eq!(answer("Unod"), "No card. Did you mean `undo`?");
        assert_eq!(answer("savw"), "No card. Did you mean `save`?");
        assert_eq!(answer("chrat"), "No card. Did you mean `chart`?");
        assert_eq!(answer("undo 2"), "`undo` takes no argument: type `undo` alone.");
        assert_eq!(answer("LOG  5"), "`log` takes no argument: type `log` alone.");
        assert_eq!(answer("chart 3"), "`chart` takes no argument: type `chart` alone.");
        assert_eq!(answer("2 hares"), "No card.");
        assert_eq!(answer("fly"), "No card.");
    }

    #[test]
    fn commands_numbers_and_moves_are_distinguished() {
        let read = |line: &str| line.parse::<Request>().expect("every line is a request");
        assert_eq!(read("  \n"), Request::Nothing);
        assert_eq!(read("Undo"), Request::Undo);
        assert_eq!(read("hint"), Request::Hint(None));
        assert_eq!(read(" 12 "), Request::Number(12));
        assert_eq!(read("+6"), Request::Words("+6".into()));
        assert_eq!(read("2 hare"), Request::Words("2 hare".into()));
        assert_eq!(read("log hare"), Request::Words("log hare".into()));
    }
}
