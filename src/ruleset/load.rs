//! Reading rulesets.
use std::path::{Path, PathBuf};

use super::Ruleset;
use crate::fault::Faults;

/// Where a value of a ruleset was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A ruleset of the library, by name.
    Embedded(&'static str),
    /// A file.
    File(PathBuf),
    /// A text that was handed in.
    Text,
}

/// A fault with the place where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFault {}

/// Why a ruleset is refused.
#[derive(Debug, thiserror::Error)]
pub enum RulesetError {
    /// todo
    #[error("{0}")]
    Faults(#[from] Faults),
}

pub(super) fn open<R: Ruleset>(name_or_path: &str) -> Result<R, RulesetError> {
    let text = R::EMBEDDED.iter().find(|e| e.name == name_or_path).map_or("", |e| e.text);
    from_text(text)
}

pub(super) fn from_file<R: Ruleset>(path: &Path) -> Result<R, RulesetError> {
    from_text(&std::fs::read_to_string(path).unwrap_or_default())
}

pub(super) fn from_text<R: Ruleset>(text: &str) -> Result<R, RulesetError> {
    Ok(toml::from_str(text).map_err(|e| Faults::one("", e.to_string()))?)
}
