//! The lines that people type at a terminal: requests to the table, and commands about the terminal and its files.

use std::path::PathBuf;

use furlong::table::{Command, Request};

/// One typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Save(Option<PathBuf>),
    Quit,
    /// Anything else, which the table answers.
    Asked(Request),
}

/// The commands that a terminal adds to those of a table.
pub(crate) const COMMANDS: &[Command] = &[
    Command {
        words: &["save"],
        usage: "save FILE",
        about: "save the game in another file",
        takes_more: true,
    },
    Command {
        words: &["q", "quit", "exit"],
        usage: "q",
        about: "leave the game; it is saved",
        takes_more: false,
    },
];

impl Typed {
    pub(crate) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
        match (word.to_lowercase().as_str(), rest) {
            ("save", path) => Self::Save(path.map(PathBuf::from)),
            ("q" | "quit" | "exit", None) => Self::Quit,
            _ => {
                let Ok(request) = line.parse();
                Self::Asked(request)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_concerns_the_terminal_is_told_from_what_the_table_answers() {
        assert_eq!(Typed::read("Q"), Typed::Quit);
        assert_eq!(Typed::read("save my game.json"), Typed::Save(Some("my game.json".into())));
        assert_eq!(Typed::read("undo"), Typed::Asked(Request::Undo));
        assert_eq!(Typed::read("q hare"), Typed::Asked(Request::Words("q hare".into())));
    }
}
