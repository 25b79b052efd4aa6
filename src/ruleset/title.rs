//! Names and sentences of a ruleset about itself.

use serde::{Deserialize, Serialize};

use crate::plain::plain;

/// A ruleset that is part of the library: its name and its file.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// Its file, as TOML.
    pub text: &'static str,
}

/// What a ruleset says about itself: the table `[ruleset]` of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Title {
    /// Its name, in `kebab-case`.
    pub name: String,
    /// One sentence: whose rules these are.
    #[serde(default)]
    pub about: String,
    /// What of it no source gave and was made up to fill the gap. Shown wherever the ruleset is.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

impl Title {
    /// The same as lines that can be shown: files and records hold what people wrote.
    pub(crate) fn plain(&self) -> Self {
        let plain = |text: &String| plain(text).into_owned();
        Self {
            name: plain(&self.name),
            about: plain(&self.about),
            reconstructed: self.reconstructed.iter().map(plain).collect(),
        }
    }
}
