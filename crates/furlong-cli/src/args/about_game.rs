//! The words of a game about itself, for the help of verbs.

use std::fmt::Write as _;

use clap::Command;

use furlong::any::Offer;
use furlong::bot::{BotKind, gentlest};
use furlong::text::separated;

/// Finishes a command whose texts have words in braces: what the game has of its own stands in their place.
pub(crate) fn filled_for(game: &Offer, command: Command) -> Command {
    let options = game.options.iter().map(|option| format!("{}={}", option.name, option.value));
    filled(
        command,
        &[
            ("{title}", game.title.to_owned()),
            ("{id}", game.id.to_owned()),
            ("{rulesets}", separated(game.rulesets.iter().map(|embedded| embedded.name), ", ")),
            ("{usual}", game.usual_ruleset().to_owned()),
            ("{options}", separated(options, ", ")),
            ("{bots}", bots_help(game)),
        ],
    )
}

/// Finishes a command and those below it, with these words in place of those in braces.
pub(crate) fn filled(mut command: Command, words: &[(&str, String)]) -> Command {
    let fill = |text: String| words.iter().fold(text, |text, (word, meaning)| text.replace(word, meaning));
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(fill(about));
    }
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(fill(after));
    }
    command = command.mut_args(|arg| {
        let help = arg.get_help().map_or_else(String::new, ToString::to_string);
        // A negative number is a wrong value, not an unknown option.
        let takes_values = arg.get_action().takes_values();
        arg.help(fill(help)).allow_negative_numbers(takes_values)
    });
    command.mut_subcommands(|command| filled(command, words))
}

/// The bots of a game, as a paragraph of help.
pub(crate) fn bots_help(game: &Offer) -> String {
    format!(
        "Bots (the first is the default, and `{}` against people):\n{}\n  \
         exec:COMMAND  A program that plays, as in exec:seconds=2 games=1 COMMAND\n                  \
         seconds=...  seconds for each decision; 10\n                  \
         games=...  games before a new process starts; no limit\n                  \
         game-seconds=...  seconds for all decisions of a game; no limit\n                  \
         name=...  its name at the table",
        gentlest(&game.bots),
        separated(game.bots.iter().map(bot_lines), "\n")
    )
}

/// A bot with its parameters, as lines of help.
fn bot_lines(kind: &BotKind) -> String {
    let mut lines = format!("  {:<12}  {}", kind.name, kind.about);
    for (name, meaning) in kind.parameters {
        // Writing to a text cannot fail.
        _ = write!(lines, "\n                  {name}=...  {meaning}");
    }
    lines
}
