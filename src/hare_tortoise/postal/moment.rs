//! Moments of a postal game: deadlines, and the times in its log.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::format_description::parse_borrowed;
use time::{Date, Duration, PrimitiveDateTime};

use crate::forms::as_text::as_text;
use crate::ground::sentences::sentences;

/// A moment to the minute, in UTC, since players live anywhere.
///
/// ```
/// use furlong::hare_tortoise::postal::Moment;
/// let deadline: Moment = "2026-12-01 20:00".parse()?;
/// assert_eq!(deadline.to_string(), "2026-12-01 20:00 UTC");
/// assert!(deadline < "2026-12-01".parse()?, "a day without a time is over when the day is");
/// # Ok::<(), furlong::hare_tortoise::postal::NoMoment>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Moment(PrimitiveDateTime);

/// A text is no moment.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no moment: write 2026-12-01 or `2026-12-01 20:00`, in UTC", .0.escape_debug())]
pub struct NoMoment(String);

sentences!(NoMoment);

impl Moment {
    /// The moment that the clock of the computer shows. The library itself reads no clock: a program without the feature
    /// `process` gets its moments from elsewhere.
    #[cfg(feature = "process")]
    pub fn now() -> Self {
        let now = time::UtcDateTime::now();
        Self(PrimitiveDateTime::new(now.date(), now.time().truncate_to_minute()))
    }

    /// The moment this number of seconds after the beginning of 1970.
    pub(super) fn at(seconds: i64) -> Option<Self> {
        let time = time::UtcDateTime::from_unix_timestamp(seconds).ok()?;
        Some(Self(PrimitiveDateTime::new(time.date(), time.time().truncate_to_minute())))
    }

    /// This number of days later.
    #[must_use]
    pub fn days_later(self, days: u16) -> Self {
        Self(self.0.saturating_add(Duration::days(days.into())))
    }

    fn read(text: &str) -> Result<Self, time::Error> {
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "UTC").collect();
        Ok(Self(match words[..] {
            [day] if !day.contains('T') => {
                Date::parse(day, &parse_borrowed::<2>("[year]-[month]-[day]")?)?.with_hms(23, 59, 0)?
            }
            _ => {
                let form = parse_borrowed::<2>("[year]-[month]-[day]T[hour]:[minute]")?;
                PrimitiveDateTime::parse(&words.join("T"), &form)?
            }
        }))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:02}:{:02} UTC", self.0.date(), self.0.hour(), self.0.minute())
    }
}

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Self, NoMoment> {
        Self::read(text).map_err(|_| NoMoment(text.to_owned()))
    }
}

as_text!(Moment);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_day_or_time_is_refused() {
        for text in [
            "",
            "soon",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-1",
            "2100-02-29",
            "26-01-01",
            "2026-12-01 24:00",
            "2026-12-01 20.00",
            "2026-12-01 20:60",
            "+026-12-01",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
        let read: Moment = " 2026-12-01  20:00 UTC".parse().expect("a moment");
        assert_eq!(read, "2026-12-01T20:00".parse().expect("a moment"));
        assert_eq!(read.days_later(31).to_string(), "2027-01-01 20:00 UTC");
    }
}
