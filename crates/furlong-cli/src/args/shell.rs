//! The verbs for the shell, `completions` and `man`, which print the definitions of the command in other forms.

use std::io::{self, Write as _};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use furlong::text::suggestion;

/// The completions of a shell.
#[derive(Args, Debug)]
#[command(about = "Print the completions for a shell")]
#[command(
    after_help = "For bash: furlong completions bash > ~/.local/share/bash-completion/completions/furlong"
)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// A man page.
#[derive(Args, Debug)]
#[command(about = "Print a man page")]
#[command(after_help = "To read it: furlong man play gotham > play.1; man ./play.1")]
pub(crate) struct Man {
    /// A verb and, for its options, a game: play gotham [default: furlong itself]
    #[arg(value_name = "VERB")]
    pub(crate) words: Vec<String>,
}

/// Prints the completions of this command, which has all its verbs and games.
pub(crate) fn completions(asked: &Completions, command: &mut Command) -> Result<(), Failure> {
    // Text first, because the generator panics when a pipe is closed.
    let mut text = Vec::new();
    clap_complete::generate(asked.shell, command, "furlong", &mut text);
    Ok(io::stdout().write_all(&text)?)
}

/// Prints the man page of this command or of one of its verbs.
pub(crate) fn man(asked: &Man, command: &mut Command) -> Result<(), Failure> {
    Ok(io::stdout().write_all(&man_page(&asked.words, command)?)?)
}

/// The man page of the verb that these words name. Without words, it is that of the command.
pub(crate) fn man_page(words: &[String], command: &mut Command) -> Result<Vec<u8>, Failure> {
    command.build();
    let mut found = &*command;
    for word in words {
        found = found.find_subcommand(word).ok_or_else(|| {
            let meant = suggestion(word, found.get_subcommands().map(Command::get_name));
            Failure::Usage(format!("there is no man page for `{word}`{meant} (try --help)"))
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found.clone()).render(&mut page)?;
    Ok(page)
}
