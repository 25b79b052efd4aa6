//! Time zones by their names in the IANA database, which is built into the library.

use std::fmt;
use std::str::FromStr;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde::{Deserialize, Serialize};

use crate::formats::as_text::as_text;

/// A time zone with its daylight saving time, such as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(pub(super) TimeZone);

/// A text that is not a time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a time zone: write a name such as Europe/Berlin, or UTC", .0.escape_debug())]
pub struct NoZone(String);

impl Zone {
    /// Coordinated Universal Time.
    pub fn utc() -> Self {
        Self(TimeZone::UTC)
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self::utc()
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl FromStr for Zone {
    type Err = NoZone;

    fn from_str(text: &str) -> Result<Self, NoZone> {
        if text.eq_ignore_ascii_case("utc") {
            return Ok(Self::utc());
        }
        TimeZoneDatabase::bundled().get(text).map(Self).map_err(|_| NoZone(text.to_owned()))
    }
}

as_text!(Zone);
