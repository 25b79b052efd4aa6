//! The text that names a process as a bot: `exec:COMMAND`.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

/// A command that plays, in the form that you type on a command line and that records contain.
///
/// `exec:COMMAND` runs the command in the shell; `exec:seconds=2.5 COMMAND` limits each decision (10 seconds by
/// default), and `exec:games=1 COMMAND` ends a process after that many games and starts a new one for the next.
/// `exec:game-seconds=60 COMMAND` limits all decisions of a game together, and `exec:name=Ada COMMAND` names the player
/// at the table.
///
/// ```
/// use furlong::bot::ProcessSpec;
/// let spec: ProcessSpec = "exec:seconds=2.5 python3 mybot.py".parse()?;
/// assert_eq!(spec.command, "python3 mybot.py");
/// assert_eq!(spec.limit.as_secs_f64(), 2.5);
/// assert_eq!(spec.to_string(), "exec:seconds=2.5 python3 mybot.py");
/// # Ok::<(), furlong::bot::NoCommand>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSpec {
    /// The command that the shell runs.
    pub command: String,
    /// The time for one decision.
    pub limit: Duration,
    /// The maximum number of games that one process plays; no limit when `None`.
    pub games: Option<NonZeroU64>,
    /// The time for all decisions of a game together; no limit when `None`.
    pub clock: Option<Duration>,
    /// The name at the table; a number when `None`.
    pub name: Option<String>,
}

impl ProcessSpec {
    /// The prefix of a bot that is a process.
    pub const PREFIX: &'static str = "exec:";
    /// The default time for one decision.
    pub const USUAL_LIMIT: Duration = Duration::from_secs(10);
}

impl fmt::Display for ProcessSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::PREFIX)?;
        if self.limit != Self::USUAL_LIMIT {
            write!(f, "seconds={} ", self.limit.as_secs_f64())?;
        }
        if let Some(clock) = self.clock {
            write!(f, "game-seconds={} ", clock.as_secs_f64())?;
        }
        if let Some(name) = &self.name {
            write!(f, "name={name} ")?;
        }
        if let Some(games) = self.games {
            write!(f, "games={games} ")?;
        }
        f.write_str(&self.command)
    }
}

/// The error for a text that does not name a process.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a command: write `exec:COMMAND` or `exec:seconds=N games=N game-seconds=N name=WORD COMMAND`, \
     with N above 0"
)]
pub struct NoCommand(pub String);

impl FromStr for ProcessSpec {
    type Err = NoCommand;

    fn from_str(text: &str) -> Result<Self, NoCommand> {
        let wrong = || NoCommand(text.to_owned());
        let command = text.trim().strip_prefix(Self::PREFIX).ok_or_else(wrong)?.trim();
        let command = command.to_owned();
        let mut spec = Self { command, limit: Self::USUAL_LIMIT, games: None, clock: None, name: None };
        while let Some((name, rest)) = spec.command.split_once('=').filter(|(name, _)| is_setting(name)) {
            let (value, command) = rest.split_once(' ').ok_or_else(wrong)?;
            let time =
                || Duration::try_from_secs_f64(value.parse().ok()?).ok().filter(|time| !time.is_zero());
            match name {
                "games" => spec.games = Some(value.parse().map_err(|_| wrong())?),
                "name" => spec.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
                "seconds" => spec.limit = time().ok_or_else(wrong)?,
                _ => spec.clock = Some(time().ok_or_else(wrong)?),
            }
            spec.command = command.trim().to_owned();
        }
        if spec.command.is_empty() {
            return Err(wrong());
        }
        Ok(spec)
    }
}

/// Returns whether `name` is a setting, and not a variable assignment at the start of a command.
fn is_setting(name: &str) -> bool {
    matches!(name, "seconds" | "games" | "game-seconds" | "name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_reads_back_what_it_writes() {
        for text in [
            "exec:cat",
            "exec:seconds=0.5 cat",
            "exec:seconds=3 games=1 A=b cat",
            "exec:game-seconds=60 name=Ada cat",
        ] {
            assert_eq!(text.parse::<ProcessSpec>().expect("a command").to_string(), text);
        }
    }

    #[test]
    fn a_command_needs_words_and_time() {
        for wrong in [
            "exec:",
            "exec:seconds=3",
            "exec:seconds=0 cat",
            "exec:seconds=x cat",
            "exec:games=0 cat",
            "exec:game-seconds=0 cat",
            "python3",
        ] {
            assert_eq!(wrong.parse::<ProcessSpec>(), Err(NoCommand(wrong.to_owned())));
        }
    }
}
