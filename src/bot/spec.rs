//! The text that names a bot of a game: `random`, `hard:iterations=500`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::BotKind;
use crate::formats::as_text::as_text;
use crate::text::separated;

/// A bot's name with its parameters, in the form that you type on a command line and that records contain.
///
/// ```
/// use furlong::BotSpec;
/// let spec: BotSpec = "search:seconds=1,iterations=500".parse()?;
/// assert_eq!(spec.name, "search");
/// assert_eq!(spec.parameters["iterations"], "500");
/// assert_eq!(spec.to_string(), "search:iterations=500,seconds=1");
/// # Ok::<(), furlong::bot::UnknownBot>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BotSpec {
    /// The bot's name.
    pub name: String,
    /// The parameters by name; parameters that are not listed have their defaults.
    pub parameters: BTreeMap<String, String>,
}

/// The name of the usual opponent among these bots, which is the first of them.
pub(crate) fn usual_bot(bots: &[BotKind]) -> &'static str {
    bots.first().map_or("random", |kind| kind.name)
}

/// The name of the bot that people should meet first: the gentlest level of play, or the first bot that finishes its
/// games if there are no levels.
pub fn gentlest(bots: &[BotKind]) -> &'static str {
    let level = bots.iter().find(|kind| kind.is_level);
    level.or_else(|| bots.iter().find(|kind| kind.finishes)).map_or("random", |kind| kind.name)
}

impl BotSpec {
    /// Creates a bot spec with default parameters.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), parameters: BTreeMap::new() }
    }

    /// Creates the error for a bad value of a parameter, with the values that are allowed.
    pub fn refuse(&self, parameter: &str, allowed: impl Into<String>) -> UnknownBot {
        UnknownBot::Value {
            bot: self.name.clone(),
            parameter: parameter.to_owned(),
            value: self.parameters.get(parameter).cloned().unwrap_or_default(),
            allowed: allowed.into(),
        }
    }

    /// Checks the name and the parameters against the bots that a game has.
    ///
    /// # Errors
    /// When there is no such bot, or it has no such parameter.
    pub fn check(&self, known: &[BotKind]) -> Result<(), UnknownBot> {
        let names = || known.iter().map(|kind| kind.name).collect();
        let kind = known
            .iter()
            .find(|kind| kind.name == self.name)
            .ok_or_else(|| UnknownBot::Name { name: self.name.clone(), known: names() })?;
        let is_known = |name: &String| kind.parameters.iter().any(|(known, _)| known == name);
        match self.parameters.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(UnknownBot::Parameter {
                bot: self.name.clone(),
                parameter: name.clone(),
                known: kind.parameters.iter().map(|(name, _)| *name).collect(),
            }),
        }
    }
}

/// The reason why a bot spec is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownBot {
    /// No bot has this name.
    #[error("there is no bot `{name}`; there are: {}", separated(known, ", "))]
    Name {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The bot does not have this parameter.
    #[error("the bot `{bot}` has no parameter `{parameter}`; it has: {}", if known.is_empty() { "none".to_owned() } else { separated(known, ", ") })]
    Parameter {
        /// The bot.
        bot: String,
        /// The requested parameter.
        parameter: String,
        /// The known parameters of the bot.
        known: Vec<&'static str>,
    },
    /// A parameter has a value that is not allowed.
    #[error("the bot `{bot}` cannot have {parameter} = `{value}`: {allowed}")]
    Value {
        /// The bot.
        bot: String,
        /// The parameter.
        parameter: String,
        /// The requested value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// The bot exists but cannot play, because its weights are for another version of the game.
    #[error("the bot `{bot}` cannot play: {reason}")]
    Unready {
        /// The bot.
        bot: String,
        /// The reason.
        reason: String,
    },
    /// The text is not of the form `name` or `name:parameter=value,...`.
    #[error("`{0}` is not a bot: write `name` or `name:parameter=value,parameter=value`")]
    Form(String),
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let wrong_form = || UnknownBot::Form(text.to_owned());
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        if name.is_empty() {
            return Err(wrong_form());
        }
        let pairs = rest.split(',').filter(|pair| !pair.trim().is_empty());
        let parameters = pairs
            .map(|pair| {
                let (name, value) = pair.split_once('=').ok_or_else(wrong_form)?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            })
            .collect::<Result<_, UnknownBot>>()?;
        Ok(Self { name: name.to_owned(), parameters })
    }
}

as_text!(BotSpec);
