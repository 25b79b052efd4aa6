//! A user's settings for all games: the pace, the colours and custom keys, stored in a file of the data directory.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::failure::{Failure, in_file};
use crate::files::{Access, ReadError, replace, text};
use crate::new_file::cannot_write;
use crate::play::save::games_folder;

/// The maximum size of the file, in bytes.
const MOST: u64 = 1 << 16;

/// The default pace, counted from the slowest.
pub(crate) const USUAL_PACE: usize = 2;

/// The colours of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Theme {
    /// The colours of the terminal, for dark backgrounds.
    #[default]
    Dark,
    /// Colours for light backgrounds, where yellow and cyan cannot be read.
    Light,
    /// High contrast: no faint letters.
    HighContrast,
    /// Colours that colour-blind people can tell apart.
    ColourBlind,
    /// No colours. Nothing is ever shown by colour alone.
    NoColours,
}

impl Theme {
    /// All themes, with their names and meanings.
    pub(crate) const ALL: [(Self, &str, &str); 5] = [
        (Self::Dark, "dark", "the terminal's colours, on a dark background"),
        (Self::Light, "light", "darker ones, for a light background"),
        (Self::HighContrast, "high contrast", "no faint text"),
        (Self::ColourBlind, "colour-blind", "colours that do not rely on red and green"),
        (Self::NoColours, "none", "text only, no colours"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(theme, ..)| *theme == self).map_or("", |(_, name, _)| name)
    }
}

/// A user's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct Settings {
    /// The pace of others' moves, from 0, the slowest; the default if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<usize>,
    pub(crate) theme: Theme,
    /// Custom keys: `{"x": "h"}` makes x ask for a hint.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) keys: BTreeMap<char, char>,
}

fn place() -> PathBuf {
    games_folder().with_file_name("settings.json")
}

impl Settings {
    /// Reads the saved settings; the defaults if there are none.
    ///
    /// # Errors
    /// When the file cannot be read: a sentence on why not.
    pub(crate) fn read() -> Result<Self, Failure> {
        let path = place();
        match text(&path, MOST) {
            Ok(json) => serde_json::from_str(&json).map_err(|error| in_file(&path, error)),
            Err(ReadError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(in_file(&path, error)),
        }
    }

    /// Saves the settings.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let path = place();
        let failed = |error| cannot_write(&path, &error);
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        let json = serde_json::to_string_pretty(self).map_err(Failure::failed)?;
        replace(&path, Access::Usual, &(json + "\n")).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_and_what_is_none_is_refused() {
        let settings =
            Settings { pace: Some(4), theme: Theme::ColourBlind, keys: [('x', 'h')].into_iter().collect() };
        let json = serde_json::to_string(&settings).expect("JSON");
        assert_eq!(serde_json::from_str::<Settings>(&json).expect("settings"), settings);
        assert_eq!(serde_json::from_str::<Settings>("{}").expect("settings"), Settings::default());
        for wrong in [r#"{"theme": "pink"}"#, r#"{"speed": 3}"#, r#"{"keys": {"xy": "h"}}"#] {
            assert!(serde_json::from_str::<Settings>(wrong).is_err(), "{wrong}");
        }
        for (theme, name, _) in Theme::ALL {
            assert_eq!(theme.name(), name);
        }
    }
}
