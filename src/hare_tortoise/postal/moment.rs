//! Moments in a postal game: deadlines, and the times in its log.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::AmbiguousOffset;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::zone::Zone;
use crate::formats::as_text::as_text;

/// A moment, precise to the minute. It is displayed in UTC, since players live anywhere. [`Zone::show`] displays it
/// as the clocks of a zone show it.
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
pub struct Moment(Timestamp);

/// The reason why a text is not a moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMoment {
    /// The text has another form.
    #[error("`{}` is not a date: write 2026-12-01 or `2026-12-01 20:00`, with a zone such as Europe/Berlin after it \
    if you like", .0.escape_debug())]
    Form(String),
    /// Clocks in the zone skip this time when they go forward.
    #[error("{0} does not exist in {1}: the clocks skip it")]
    Skipped(String, Zone),
    /// Clocks in the zone show this time twice when they go back.
    #[error("{0} occurs twice in {1}, because the clocks go back: write it in UTC")]
    Twice(String, Zone),
}

impl Moment {
    /// The present moment by the computer's clock. The library itself reads no clock: a program without the feature
    /// `process` gets its moments from elsewhere.
    #[cfg(feature = "process")]
    pub fn now() -> Self {
        Self::to_the_minute(Timestamp::now())
    }

    /// The moment this number of seconds after the beginning of 1970, to the minute; `None` outside the range of
    /// calendars.
    pub fn at(seconds: i64) -> Option<Self> {
        Timestamp::from_second(seconds).ok().map(Self::to_the_minute)
    }

    fn to_the_minute(time: Timestamp) -> Self {
        let seconds = time.as_second();
        Self(Timestamp::from_second(seconds - seconds.rem_euclid(60)).unwrap_or(time))
    }

    /// The moment this number of days later.
    #[must_use]
    pub fn days_later(self, days: u16) -> Self {
        self.minutes_later(u32::from(days) * 24 * 60)
    }

    /// The moment this number of minutes later.
    #[must_use]
    pub(super) fn minutes_later(self, minutes: u32) -> Self {
        Self(self.0.checked_add(SignedDuration::from_mins(minutes.into())).unwrap_or(Timestamp::MAX))
    }

    /// The number of seconds since the beginning of 1970.
    pub fn seconds(self) -> i64 {
        self.0.as_second()
    }

    /// Reads a day or a moment in the local time of a zone, unless the text names another zone.
    ///
    /// # Errors
    /// When the text is no moment, or the clocks of the zone show it never or twice.
    pub fn read_in(text: &str, zone: &Zone) -> Result<Self, NoMoment> {
        let no_form = || NoMoment::Form(text.to_owned());
        let mut words: Vec<&str> = text.split([' ', 'T']).filter(|word| !word.is_empty()).collect();
        let mut zone = zone.clone();
        // The names of zones contain `T`, which also separates date and time, so the zone is searched for in the
        // text.
        if let Some(named) =
            text.split_whitespace().last().filter(|word| !word.starts_with(|l: char| l.is_ascii_digit()))
        {
            zone = named.parse().map_err(|_| no_form())?;
            let rest = text.trim_end().strip_suffix(named).unwrap_or_default();
            words = rest.split([' ', 'T']).filter(|word| !word.is_empty()).collect();
        }
        let (day, time) = match words[..] {
            [day] => (day, Time::new(23, 59, 0, 0).ok()),
            [day, time] => (
                day,
                numbers(time, ':', &[2, 2])
                    .and_then(|parts| Time::new(parts[0] as i8, parts[1] as i8, 0, 0).ok()),
            ),
            _ => return Err(no_form()),
        };
        let day = numbers(day, '-', &[4, 2, 2])
            .and_then(|parts| Date::new(parts[0], parts[1] as i8, parts[2] as i8).ok());
        let local = day.zip(time).map(|(day, time)| DateTime::from_parts(day, time)).ok_or_else(no_form)?;
        let shown = || format!("{} {:02}:{:02}", local.date(), local.hour(), local.minute());
        let found = zone.0.to_ambiguous_timestamp(local);
        match found.offset() {
            AmbiguousOffset::Unambiguous { .. } => found.unambiguous().map(Self).map_err(|_| no_form()),
            AmbiguousOffset::Gap { .. } => Err(NoMoment::Skipped(shown(), zone)),
            AmbiguousOffset::Fold { .. } => Err(NoMoment::Twice(shown(), zone)),
        }
    }
}

impl Zone {
    /// A moment in the local time of the zone: `2026-12-01 20:00`.
    fn clock(&self, moment: Moment) -> String {
        let local = self.0.to_datetime(moment.0);
        format!("{} {:02}:{:02}", local.date(), local.hour(), local.minute())
    }

    /// A moment in this zone and in UTC: `2026-12-01 20:00 Europe/Berlin (19:00 UTC)`.
    pub fn show(&self, moment: Moment) -> String {
        if *self == Self::utc() {
            return moment.to_string();
        }
        let (here, there) = (self.clock(moment), Self::utc().clock(moment));
        let day = here.get(..10).unwrap_or_default();
        let there = there.strip_prefix(day).map_or(there.as_str(), str::trim_start);
        format!("{here} {self} ({there} UTC)")
    }
}

/// Parses numbers of these lengths, separated by a mark.
fn numbers(text: &str, mark: char, lengths: &[usize]) -> Option<Vec<i16>> {
    let parts: Vec<&str> = text.split(mark).collect();
    let is_number = |(part, length): (&&str, &usize)| {
        part.len() == *length && part.chars().all(|letter| letter.is_ascii_digit())
    };
    let are_all = parts.len() == lengths.len() && parts.iter().zip(lengths).all(is_number);
    are_all.then(|| parts.iter().filter_map(|part| part.parse().ok()).collect())
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} UTC", Zone::utc().clock(*self))
    }
}

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Self, NoMoment> {
        Self::read_in(text, &Zone::utc())
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
            "2026-12-01 20:00 Nowhere/Town",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
        let read: Moment = " 2026-12-01  20:00 UTC".parse().expect("a moment");
        assert_eq!(read, "2026-12-01T20:00".parse().expect("a moment"));
        assert_eq!(read.days_later(31).to_string(), "2027-01-01 20:00 UTC");
    }

    #[test]
    fn the_clocks_of_a_zone_decide_also_on_the_days_on_which_they_are_changed() {
        let berlin: Zone = "Europe/Berlin".parse().expect("a zone");
        for (text, utc) in [
            ("2026-12-01 20:00", "2026-12-01 19:00 UTC"),
            ("2026-07-01 20:00", "2026-07-01 18:00 UTC"),
            ("2026-03-29 01:59", "2026-03-29 00:59 UTC"),
            ("2026-03-29 03:00", "2026-03-29 01:00 UTC"),
            ("2026-10-25 03:00", "2026-10-25 02:00 UTC"),
            ("2026-12-01 20:00 America/New_York", "2026-12-02 01:00 UTC"),
            ("2026-12-01 20:00 UTC", "2026-12-01 20:00 UTC"),
        ] {
            assert_eq!(Moment::read_in(text, &berlin).expect(text).to_string(), utc, "{text}");
        }
        let refused = |text| Moment::read_in(text, &berlin).expect_err(text).to_string();
        assert!(refused("2026-03-29 02:30").contains("2026-03-29 02:30 does not exist in Europe/Berlin"));
        assert!(refused("2026-10-25 02:30").contains("occurs twice in Europe/Berlin"));
        let moment: Moment = "2026-12-01 23:30".parse().expect("a moment");
        assert_eq!(berlin.show(moment), "2026-12-02 00:30 Europe/Berlin (2026-12-01 23:30 UTC)");
        assert_eq!(
            berlin.show("2026-07-01 10:00".parse().expect("a moment")),
            "2026-07-01 12:00 Europe/Berlin (10:00 UTC)"
        );
        assert_eq!(Zone::utc().show(moment), "2026-12-01 23:30 UTC");
    }
}
