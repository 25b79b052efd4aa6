//! Commands that a file names as bots. Files may come from anybody, so no command is run without asking.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::screen::{Screen, is_interactive};
use furlong::table::Occupant;

/// Makes sure that the commands among these players of a file may be run. Asks at a terminal, and otherwise
/// refuses.
pub(super) fn check_commands<'a>(
    path: &Path,
    players: impl Iterator<Item = &'a str>,
    is_allowed: bool,
) -> Result<(), Failure> {
    let commands: BTreeSet<String> = players.filter_map(command_of).collect();
    if commands.is_empty() || is_allowed {
        return Ok(());
    }
    let commands: Vec<String> = commands.into_iter().collect();
    if is_interactive() {
        return ask(path, &commands, &mut Screen::standard(true), &mut io::stdin().lock());
    }
    let (path, commands) = (path.display(), commands.join("`, `"));
    Err(Failure::Failed(format!("{path} contains bot commands: `{commands}`; to run them, add --allow-exec")))
}

/// The command of a player that is a process, without control characters.
fn command_of(player: &str) -> Option<String> {
    let Ok(Occupant::Process(spec)) = player.parse() else { return None };
    let visible = |letter: char| -> String {
        if "'\"\\".contains(letter) { letter.into() } else { letter.escape_debug().collect() }
    };
    Some(spec.command.chars().map(visible).collect())
}

fn ask<W: Write>(
    path: &Path,
    commands: &[String],
    screen: &mut Screen<W>,
    input: &mut impl BufRead,
) -> Result<(), Failure> {
    screen.text(&format!("{} contains these bot commands:", path.display()))?;
    for command in commands {
        screen.item(command)?;
    }
    if screen.is_confirmed("Run them on this computer?", input)? {
        return Ok(());
    }
    Err(Failure::Failed("the commands were not run, and the file is unchanged".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_without_what_a_terminal_obeys() {
        let shown =
            command_of("exec:seconds=3 rm -r '~'\u{1b}[2K\r\u{202e}#\necho \"\\\"").expect("a command");
        assert_eq!(shown, r#"rm -r '~'\u{1b}[2K\r\u{202e}#\necho "\""#);
        assert_eq!(command_of(" exec: cat "), Some("cat".to_owned()));
        assert_eq!(command_of("person"), None);
        assert_eq!(command_of("heuristic:worlds=5"), None);
    }

    #[test]
    fn only_a_yes_runs_commands_of_a_file() {
        for (typed, is_run) in [("yes\n", true), ("Y\n", true), ("no\n", false), ("\n", false), ("", false)] {
            let mut out = Vec::new();
            let mut screen = Screen::plain(&mut out, 80);
            let commands = ["sh bot.sh".to_owned()];
            let answer = ask(Path::new("game.json"), &commands, &mut screen, &mut typed.as_bytes());
            assert_eq!(answer.is_ok(), is_run, "{typed:?}");
            assert!(String::from_utf8(out).expect("text").contains("sh bot.sh"));
        }
    }
}
