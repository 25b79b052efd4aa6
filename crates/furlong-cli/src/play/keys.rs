//! The keys of the screen: the letter of each command, and the one that the user has chosen instead.

use furlong::text::plain;

use super::settings::Settings;

/// The commands with a letter or a sign, with their meanings. Arrows, digits, Enter, Esc, Tab and Space cannot be
/// changed.
pub(crate) const COMMANDS: [(char, &str); 19] = [
    ('h', "a hint"),
    ('?', "explain the choice, and the rules"),
    ('/', "type a move or a command"),
    ('l', "the log"),
    ('v', "the whole table"),
    ('w', "show or hide the bots' reasons"),
    ('u', "take back your last move"),
    ('+', "show the others faster"),
    ('-', "show the others slower"),
    ('q', "leave, or back"),
    ('a', "what decided the game"),
    ('e', "save the analysis as a page"),
    ('b', "replay the game"),
    ('r', "play again"),
    ('s', "another point of view, in a replay"),
    ('p', "play on, in a replay"),
    ('n', "the next turning point, in a replay"),
    ('N', "the previous turning point, in a replay"),
    ('t', "the end of the turn, in a replay"),
];

/// The letters with another meaning while you go through choices or moments, or read a notice.
const MOVES: [(char, &str); 4] =
    [('j', "the next choice"), ('k', "the previous choice"), ('T', "the previous turn"), ('y', "yes")];

impl Settings {
    /// The command that this letter stands for.
    pub(crate) fn meant(&self, letter: char) -> char {
        self.keys.get(&letter).copied().unwrap_or(letter)
    }

    /// The letter of a command.
    pub(crate) fn key(&self, command: char) -> char {
        let set = self.keys.iter().find(|(_, meant)| **meant == command);
        set.map_or(command, |(letter, _)| *letter)
    }

    /// Assigns this letter to a command. If that is not possible, the error says why and nothing changes.
    pub(crate) fn set_key(&mut self, command: char, letter: char) -> Result<(), String> {
        if letter.is_ascii_digit() || letter.is_whitespace() || letter.is_control() {
            return Err("Digits and Space are taken: use a letter or a symbol.".to_owned());
        }
        let others = COMMANDS.iter().chain(&MOVES).filter(|(other, _)| *other != command);
        if let Some((_, about)) = others.into_iter().find(|(other, _)| self.key(*other) == letter) {
            return Err(format!("{} is already the key for: {about}.", plain(&letter.to_string())));
        }
        self.keys.retain(|_, meant| *meant != command);
        if letter != command {
            self.keys.insert(letter, command);
        }
        Ok(())
    }

    /// The keys in a bar, `h hint q leave`, as the user has set them.
    pub(crate) fn keys_in(&self, bar: &str) -> String {
        let part = |part: &str| {
            let mut letters = part.chars();
            match (letters.next(), letters.next()) {
                (Some(command), Some(' ')) => format!("{} {}", self.key(command), letters.as_str()),
                _ => part.to_owned(),
            }
        };
        bar.split("  ").map(part).collect::<Vec<_>>().join("  ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_another_key_unless_one_has_it_and_the_bar_follows() {
        let mut settings = Settings::default();
        settings.set_key('h', 'x').expect("free");
        assert_eq!((settings.key('h'), settings.meant('x'), settings.meant('l')), ('x', 'h', 'l'));
        assert_eq!(
            settings.keys_in("arrows Enter  / type  h hint  l log  Space: next"),
            "arrows Enter  / type  x hint  l log  Space: next"
        );
        let before = settings.clone();
        for (letter, problem) in [
            ('x', "x is already the key for: a hint."),
            ('v', "the whole table."),
            ('j', "the next choice."),
            ('3', "Digits and Space"),
            (' ', "Digits and Space"),
        ] {
            let refused = settings.set_key('l', letter).expect_err("taken");
            assert!(refused.contains(problem), "{letter}: {refused}");
        }
        assert_eq!(settings, before);
        // What was given up is free, and goes to another command or back.
        settings.set_key('l', 'h').expect("free by now");
        assert_eq!((settings.meant('h'), settings.meant('x')), ('l', 'h'));
        settings.set_key('h', 'h').expect_err("the log has it");
        settings.set_key('l', 'l').expect("its own");
        settings.set_key('h', 'h').expect("free again");
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn no_two_commands_have_a_key() {
        let all: Vec<char> = COMMANDS.iter().chain(&MOVES).map(|(key, _)| *key).collect();
        for (index, key) in all.iter().enumerate() {
            assert!(!all[..index].contains(key), "{key}");
        }
    }
}
