//! Moments of a postal game: deadlines, and the times in its log.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

const MINUTES_OF_A_DAY: u64 = 24 * 60;
/// The days of 400 years, after which the calendar repeats.
const DAYS_OF_AN_ERA: u64 = 146_097;
/// The days from 1 March of the year 0 to 1 January 1970.
const DAYS_BEFORE_1970: u64 = 719_468;

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
pub struct Moment {
    /// Minutes since the beginning of 1970.
    minutes: u64,
}

/// A text is no moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no moment: write 2026-12-01 or `2026-12-01 20:00`, in UTC", .0.escape_debug())]
pub struct NoMoment(String);

impl Moment {
    /// The moment that the clock of the computer shows.
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { minutes: since.as_secs() / 60 }
    }

    /// This number of days later.
    #[must_use]
    pub fn days_later(self, days: u16) -> Self {
        Self { minutes: self.minutes + u64::from(days) * MINUTES_OF_A_DAY }
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_suffix("UTC").unwrap_or(text).trim_end();
        let (date, time) = text.split_once(' ').unwrap_or((text, "23:59"));
        let parts = |text: &str, mark: char, digits: &[usize]| -> Option<Vec<u64>> {
            let parts: Vec<&str> = text.split(mark).collect();
            let fits = parts.len() == digits.len()
                && parts.iter().zip(digits).all(|(part, digits)| {
                    part.len() == *digits && part.bytes().all(|byte| byte.is_ascii_digit())
                });
            if fits { parts.iter().map(|part| part.parse().ok()).collect() } else { None }
        };
        let (date, time) = (parts(date, '-', &[4, 2, 2])?, parts(time.trim(), ':', &[2, 2])?);
        let ([year, month, day], [hour, minute]) = (&date[..], &time[..]) else { return None };
        if *hour > 23 || *minute > 59 || !(1970..=9999).contains(year) {
            return None;
        }
        let days = days_until(*year, *month, *day);
        // A day that the month does not have would be one of the next.
        (1..=12).contains(month).then_some(())?;
        (date_of(days) == (*year, *month, *day)).then_some(())?;
        Some(Self { minutes: days * MINUTES_OF_A_DAY + hour * 60 + minute })
    }
}

/// The days from the beginning of 1970 to a day. Years begin in March here, so that the leap day is their last.
fn days_until(year: u64, month: u64, day: u64) -> u64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day.saturating_sub(1);
    365 * year + year / 4 - year / 100 + year / 400 + day_of_year - DAYS_BEFORE_1970
}

/// The year, month and day that lie this number of days after the beginning of 1970.
fn date_of(days: u64) -> (u64, u64, u64) {
    let days = days + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_OF_AN_ERA, days % DAYS_OF_AN_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.minutes / MINUTES_OF_A_DAY);
        let (hour, minute) = (self.minutes / 60 % 24, self.minutes % 60);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
    }
}

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Self, NoMoment> {
        Self::read(text).ok_or_else(|| NoMoment(text.to_owned()))
    }
}

impl TryFrom<String> for Moment {
    type Error = NoMoment;

    fn try_from(text: String) -> Result<Self, NoMoment> {
        text.parse()
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> Self {
        moment.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_is_the_day_after_the_one_before() {
        assert_eq!(date_of(0), (1970, 1, 1));
        let leap_days = ["1972-02-29", "2000-02-29", "2400-02-29"];
        assert!(leap_days.iter().all(|day| day.parse::<Moment>().is_ok()));
        let mut last = (1969, 12, 31);
        for days in 0..400_000 {
            let date = date_of(days);
            assert!(date > last && (date.2 == last.2 + 1 || date.2 == 1), "{date:?} after {last:?}");
            assert_eq!(days_until(date.0, date.1, date.2), days);
            last = date;
        }
        assert_eq!(last, (3065, 2, 28));
    }

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
            "2026-12-01T20:00",
            "+026-12-01",
            "1969-12-31",
        ] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
        let read: Moment = " 2026-12-01  20:00 UTC".parse().expect("a moment");
        assert_eq!(read.days_later(31).to_string(), "2027-01-01 20:00 UTC");
    }
}
