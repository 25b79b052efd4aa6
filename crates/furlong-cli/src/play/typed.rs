//! The lines that people type in a session: commands and moves.

use std::path::PathBuf;

use furlong::text::nearest;

/// One line as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Nothing,
    Help,
    /// The meaning of a choice by its number in the list, from 1, and the rules.
    ExplainChoice(usize),
    /// The meaning of a word, a square or a card.
    Explain(String),
    Hint(Option<String>),
    Log,
    Why,
    Undo,
    Save(Option<PathBuf>),
    View,
    Quit,
    /// A choice by its number in the list, from 1.
    Number(usize),
    /// Anything else: the game reads it.
    Words(String),
}

/// The commands with their meaning, for the help.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("?", "the rules in brief, and these commands"),
    ("? WORD", "the meaning of a word, a square, a card or a choice"),
    ("hint", "what a bot would do; `hint BOT` asks another one"),
    ("log", "the game so far, as you have seen it"),
    ("why", "shows the bots' reasons in the log, or no longer"),
    ("view", "shows the table again"),
    ("undo", "takes back your last move (only against bots; the record notes it)"),
    ("save FILE", "saves the game in another file"),
    ("q", "leaves the game; it is saved"),
];

impl Typed {
    pub(crate) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("?" | "help" | "rules", None) => Self::Help,
            ("?" | "help", Some(word)) => Self::Explain(word.to_owned()),
            ("hint", bot) => Self::Hint(bot.map(str::to_owned)),
            ("log", None) => Self::Log,
            ("why", None) => Self::Why,
            ("undo", None) => Self::Undo,
            ("save", path) => Self::Save(path.map(PathBuf::from)),
            ("view", None) => Self::View,
            ("q" | "quit" | "exit", None) => Self::Quit,
            // `+3` is a move of some games.
            (number, None) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
                Self::Number(number.parse().unwrap_or(usize::MAX))
            }
            _ => Self::Words(line.to_owned()),
        }
    }
}

/// The answer to a line that chooses nothing of several choices.
pub(crate) fn no_choice(count: usize) -> String {
    format!("Choose 1 to {count}, or type a move; ? explains.")
}

/// The words that are commands by themselves and take nothing after them.
const ALONE: [&str; 10] = ["?", "help", "rules", "log", "why", "undo", "view", "q", "quit", "exit"];

/// The answer to words that are not a move: when they are a command with too many words or nearly a command, it says
/// so. `problem` is the game's own answer, and `sheets` are the names of its player aids.
pub(crate) fn not_a_move<'a>(
    words: &str,
    sheets: impl Iterator<Item = &'a str> + Clone,
    problem: &str,
) -> String {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let word = word.to_lowercase();
    let mut alone = ALONE.into_iter().chain(sheets);
    if !rest.is_empty() {
        return match alone.find(|command| *command == word) {
            Some(command) => format!("`{command}` takes nothing after it: type `{command}` alone."),
            None => problem.to_owned(),
        };
    }
    match nearest(&word, alone.chain(["hint", "save"])) {
        Some(command) => format!("{problem} Did you mean `{command}`?"),
        None => problem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_nearly_a_command_or_one_with_too_much_are_explained() {
        let answer = |words: &str| not_a_move(words, ["chart"].into_iter(), "No card.");
        assert_eq!(answer("hlep"), "No card. Did you mean `help`?");
        assert_eq!(answer("Unod"), "No card. Did you mean `undo`?");
        assert_eq!(answer("savw"), "No card. Did you mean `save`?");
        assert_eq!(answer("chrat"), "No card. Did you mean `chart`?");
        assert_eq!(answer("undo 2"), "`undo` takes nothing after it: type `undo` alone.");
        assert_eq!(answer("LOG  5"), "`log` takes nothing after it: type `log` alone.");
        assert_eq!(answer("chart 3"), "`chart` takes nothing after it: type `chart` alone.");
        assert_eq!(answer("2 hares"), "No card.");
        assert_eq!(answer("fly"), "No card.");
    }

    #[test]
    fn commands_numbers_and_moves_are_distinguished() {
        assert_eq!(Typed::read("  \n"), Typed::Nothing);
        assert_eq!(Typed::read("Q"), Typed::Quit);
        assert_eq!(Typed::read("save my game.json"), Typed::Save(Some("my game.json".into())));
        assert_eq!(Typed::read("hint"), Typed::Hint(None));
        assert_eq!(Typed::read(" 12 "), Typed::Number(12));
        assert_eq!(Typed::read("+6"), Typed::Words("+6".into()));
        assert_eq!(Typed::read("2 hare"), Typed::Words("2 hare".into()));
        assert_eq!(Typed::read("q hare"), Typed::Words("q hare".into()));
    }
}
