//! Deadlines: until when orders for a round are accepted, and how late mails are treated.

use serde::{Deserialize, Serialize};

use super::moment::Moment;
use super::sent::Sent;
use crate::formats::is_default;
use crate::text::counted;

/// The deadline of a round, until which its orders are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Deadline {
    /// The round that the deadline is for.
    pub round: u16,
    /// The time of the deadline.
    pub time: Moment,
    /// The number of minutes after the deadline in which mails still count, marked as late.
    #[serde(default, skip_serializing_if = "is_default")]
    pub grace: u32,
}

impl Deadline {
    /// By how many minutes a mail is late, rounded up; `None` if it is in time or has no date.
    pub(super) fn minutes_late(&self, sent: &Sent) -> Option<u32> {
        // Deadlines are given in minutes, so mail sent within the last minute is in time.
        let late = sent.arrival()? - (self.time.seconds() + 59);
        (late > 0).then(|| u32::try_from((late + 59) / 60).unwrap_or(u32::MAX))
    }

    /// Returns whether a mail that is this late no longer counts.
    pub(super) fn is_too_late(&self, minutes: u32) -> bool {
        minutes > self.grace
    }
}

/// A number of minutes in words: `2 h 10 min`, `3 days 4 h`.
pub(super) fn span(minutes: u32) -> String {
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let parts = [
        (days > 0).then(|| counted(days, "day", "days")),
        (hours > 0).then(|| format!("{hours} h")),
        (days == 0 && (rest > 0 || minutes == 0)).then(|| format!("{rest} min")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::sent::Mail;
    use super::*;

    #[test]
    fn a_mail_is_late_from_the_first_second_after_the_minute_of_the_deadline() {
        let time: Moment = "2026-12-01 20:00".parse().expect("a moment");
        let deadline = Deadline { round: 1, time, grace: 60 };
        // Seconds after the deadline.
        let late = |date: i64, received: Option<i64>| {
            let at = |seconds: i64| time.seconds() + seconds;
            let mail = Mail { date: Some(at(date)), received: received.map(at), ..Mail::default() };
            deadline.minutes_late(&Sent { mail: Some(mail), ..Sent::text("a.eml", "player A") })
        };
        assert_eq!([-1, 59, 60].map(|date| late(date, None)), [None, None, Some(1)]);
        assert_eq!(late(3659, None), Some(60));
        assert_eq!(late(-3600, Some(1859)), Some(30), "the last server decides, not the sender");
        assert_eq!(late(10_000, Some(-1)), None);
        assert!(!deadline.is_too_late(60) && deadline.is_too_late(61));
        assert_eq!(
            [0, 1, 60, 130, 1440, 1500].map(span),
            ["0 min", "1 min", "1 h", "2 h 10 min", "1 day", "1 day 1 h"]
        );
    }
}
