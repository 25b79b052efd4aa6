//! Titles of rulesets.

use serde::{Deserialize, Serialize};

use crate::common::plain::plain;
use crate::common::words::capitalized;

/// An embedded ruleset: its name and its file.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name that loads it.
    pub name: &'static str,
    /// The file, as TOML.
    pub text: &'static str,
}

/// Embeds the rulesets of a game in `src`, from the files of these names in its folder.
macro_rules! embedded {
    ($game:literal: $($name:literal),+ $(,)?) => {
        &[$($crate::ruleset::Embedded {
            name: $name,
            text: include_str!(concat!("../../rulesets/", $game, "/", $name, ".toml")),
        }),+]
    };
}

pub(crate) use embedded;

/// A ruleset's description of itself: the table `[ruleset]` of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Title {
    /// The name, in `kebab-case`.
    pub name: String,
    /// One sentence on the origin of the rules.
    #[serde(default)]
    pub about: String,
    /// The parts that no source gives, so that they were reconstructed. They are shown wherever the ruleset is shown.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

impl Title {
    /// Writes the name in words for a heading: `classic rules`, or `Ravensburger 1978 rules` for the edition of a year.
    ///
    /// ```
    /// use furlong::ruleset::Title;
    /// let words = |name: &str| Title { name: name.into(), about: String::new(), reconstructed: Vec::new() }.in_words();
    /// assert_eq!(words("royal-turtle"), "royal turtle rules");
    /// assert_eq!(words("ravensburger-1978"), "Ravensburger 1978 rules");
    /// assert_eq!(words("my-rules"), "my rules");
    /// ```
    pub fn in_words(&self) -> String {
        let words = plain(&self.name).replace('-', " ");
        let is_edition = words.rsplit(' ').next().is_some_and(|last| last.parse::<u16>().is_ok());
        let words = if is_edition { capitalized(&words) } else { words };
        if words.ends_with("rules") { words } else { format!("{words} rules") }
    }

    /// Returns the title as text that is safe to show: files and records contain whatever people wrote.
    #[must_use]
    pub fn plain(&self) -> Self {
        let plain = |text: &String| plain(text).into_owned();
        Self {
            name: plain(&self.name),
            about: plain(&self.about),
            reconstructed: self.reconstructed.iter().map(plain).collect(),
        }
    }
}
