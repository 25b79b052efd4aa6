//! The words of a game about itself, for the help of verbs.

use std::fmt::Write as _;

use clap::Command;

use furlong::any::CatalogueEntry;
use furlong::bot::gentlest;
use furlong::text::{separated, short_title};

/// Finishes a command whose texts have words in braces: what the game has of its own stands in their place. Lists of
/// games show its title.
pub(crate) fn filled_for(game: &CatalogueEntry, command: Command) -> Command {
    let options = game.options.iter().map(|option| format!("{}={}", option.name, option.value));
    let levels = game.bots.iter().filter(|bot| bot.is_level).map(|bot| bot.name);
    let rulesets = separated(game.rulesets.iter().map(|embedded| embedded.name), ", ");
    let name = short_title(game.title);
    let name = name.strip_prefix("The ").map_or_else(|| name.to_owned(), |rest| format!("the {rest}"));
    let bots = separated(game.bots.iter().map(|bot| bot.name), ", ");
    let levels = separated(levels, ", ");
    let known = if levels.is_empty() { &bots } else { &levels };
    let command = filled(
        command,
        &[
            ("{names}", format!("Rulesets: {rulesets}\nBots: {bots} (see `furlong bots {}`)", game.id)),
            ("{levels}", format!("Rulesets: {rulesets}\nBots: {known} (see `furlong bots {}`)", game.id)),
            ("{name}", name),
            ("{id}", game.id.to_owned()),
            ("{usual}", game.usual_ruleset().to_owned()),
            ("{usual-bot}", game.usual_bot().to_string()),
            ("{opponent}", gentlest(&game.bots).to_owned()),
            ("{options}", separated(options, ", ")),
        ],
    );
    let about = command.get_about().cloned().unwrap_or_default();
    command
        .before_help(about)
        .about(game.title)
        .help_template("{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}")
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
        let long_help = arg.get_long_help().map(|long| fill(long.to_string()));
        let arg = arg.help(fill(help)).allow_negative_numbers(takes_values);
        match long_help {
            Some(long_help) => arg.long_help(long_help),
            None => arg,
        }
    });
    command.mut_subcommands(|command| filled(command, words))
}

/// The bots of a game with their parameters. Bots with the same parameters share one list of them.
pub(crate) fn bots_help(game: &CatalogueEntry) -> String {
    let mut text =
        format!("Bots (default: `{}`; against people: `{}`):\n", game.usual_bot(), gentlest(&game.bots));
    for bot in &game.bots {
        // Writing to a text cannot fail.
        _ = writeln!(text, "  {:<12}  {}", bot.name, bot.about);
    }
    text.push_str("  exec:COMMAND  your own program, as in `exec:seconds=2 games=1 COMMAND`\n");
    let mut listed: Vec<&[(&str, &str)]> = Vec::new();
    for bot in &game.bots {
        if bot.parameters.is_empty() || listed.contains(&bot.parameters) {
            continue;
        }
        listed.push(bot.parameters);
        let alike = game.bots.iter().filter(|other| other.parameters == bot.parameters);
        parameters(&mut text, &separated(alike.map(|bot| bot.name), ", "), bot.parameters);
    }
    parameters(&mut text, "exec:COMMAND", OF_PROGRAMS);
    text.push_str("\nParameters follow the name: `hard:iterations=200,trees=2`.");
    text
}

/// The parameters of a bot that is a program.
const OF_PROGRAMS: &[(&str, &str)] = &[
    ("seconds", "seconds for each decision; 10"),
    ("games", "games before a new process starts; no limit"),
    ("game-seconds", "seconds for all decisions of a game; no limit"),
    ("name", "its name at the table"),
];

/// Adds a list of parameters with their meanings under a heading.
fn parameters(text: &mut String, bots: &str, parameters: &[(&str, &str)]) {
    _ = writeln!(text, "\nParameters of {bots}:");
    for (name, meaning) in parameters {
        _ = writeln!(text, "  {name:<12}  {meaning}");
    }
}
