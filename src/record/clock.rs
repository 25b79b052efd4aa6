//! Thinking time: the time control of a game, and the clocks of its people.
//!
//! Nothing here reads a clock. A front end measures how long a person has thought, with whatever clock it has, and
//! [passes the time in](Clocks::run).
//!
//! ```
//! use std::time::Duration;
//! use furlong::Seat;
//! use furlong::record::{Clocks, Flag};
//!
//! let mut clocks = Clocks::new("10m+5s".parse()?, Flag::Lose, [Seat::FIRST]);
//! assert!(!clocks.run(Seat::FIRST, Duration::from_secs(28)));
//! clocks.moved(Seat::FIRST);
//! assert_eq!(clocks.in_words(Seat::FIRST).as_deref(), Some("9:37"));
//! // Too long: the flag falls.
//! assert!(clocks.run(Seat::FIRST, Duration::from_secs(600)));
//! assert_eq!(clocks.lost(), Some(Seat::FIRST));
//! # Ok::<(), furlong::record::NoTime>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::bot::{BotSpec, UnknownBot};
use crate::common::seat::Seat;
use crate::formats::as_text::as_text;
use crate::text::plain;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The maximum time of a control.
const MOST: u64 = 100 * HOUR;

/// The time that each person has for thinking, written as `10m`, `10m+5s` or `30s/move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// Time for the whole game.
    Game {
        /// The milliseconds at the start.
        total_ms: u64,
        /// The milliseconds that each move adds.
        increment_ms: u64,
    },
    /// A fixed time for each move.
    Move {
        /// The milliseconds for a move.
        each_ms: u64,
    },
}

as_text!(TimeControl);

/// The error for a text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a time limit: write 10m, 10m+5s or 30s/move, from 1s to 100h")]
pub struct NoTime(pub String);

impl TimeControl {
    /// The milliseconds that a person has before the first move.
    const fn first_ms(self) -> u64 {
        match self {
            Self::Game { total_ms, .. } => total_ms,
            Self::Move { each_ms } => each_ms,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Game { total_ms, increment_ms: 0 } => f.write_str(&span(total_ms)),
            Self::Game { total_ms, increment_ms } => {
                write!(f, "{}+{}", span(total_ms), span(increment_ms))
            }
            Self::Move { each_ms } => write!(f, "{}/move", span(each_ms)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = NoTime;

    fn from_str(text: &str) -> Result<Self, NoTime> {
        let control = match text.trim().split_once('+') {
            _ if text.trim().ends_with("/move") => {
                text.trim().strip_suffix("/move").and_then(milliseconds).map(|each_ms| Self::Move { each_ms })
            }
            Some((total, increment)) => milliseconds(total)
                .zip(milliseconds(increment))
                .map(|(total_ms, increment_ms)| Self::Game { total_ms, increment_ms }),
            None => milliseconds(text.trim()).map(|total_ms| Self::Game { total_ms, increment_ms: 0 }),
        };
        control.ok_or_else(|| NoTime(plain(text).into_owned()))
    }
}

/// Writes a duration as people type it: `1h30m`.
fn span(ms: u64) -> String {
    let parts = [(ms / HOUR, "h"), (ms % HOUR / MINUTE, "m"), (ms % MINUTE / SECOND, "s")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    parts.fold(String::new(), |text, (count, unit)| format!("{text}{count}{unit}"))
}

/// Parses a duration into milliseconds: hours, minutes and seconds in this order.
fn milliseconds(text: &str) -> Option<u64> {
    let (mut rest, mut sum) = (text, 0_u64);
    for (unit, length) in [('h', HOUR), ('m', MINUTE), ('s', SECOND)] {
        if let Some((count, after)) = rest.split_once(unit) {
            let count: u64 =
                count.bytes().all(|byte| byte.is_ascii_digit()).then(|| count.parse().ok())??;
            sum = sum.checked_add(count.checked_mul(length)?)?;
            rest = after;
        }
    }
    Some(sum).filter(|sum| rest.is_empty() && (SECOND..=MOST).contains(sum))
}

/// What happens to a person whose time is up, written as `lose` or `bot:NAME`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Flag {
    /// The person loses, and the game ends: the others share the win, as when a bot forfeits a game in an arena.
    #[default]
    Lose,
    /// This bot takes over the seat.
    Bot(BotSpec),
}

as_text!(Flag);

/// The error for a text that is not a consequence of running out of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFlag {
    /// The text is neither `lose` nor a bot.
    #[error("`{0}` is not a choice for when time runs out: write lose, or bot:NAME to let a bot play on")]
    Form(String),
    /// The bot cannot be read.
    #[error(transparent)]
    Bot(#[from] UnknownBot),
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lose => f.write_str("lose"),
            Self::Bot(bot) => write!(f, "bot:{bot}"),
        }
    }
}

impl FromStr for Flag {
    type Err = NoFlag;

    fn from_str(text: &str) -> Result<Self, NoFlag> {
        match (text.trim(), text.trim().strip_prefix("bot:")) {
            ("lose", _) => Ok(Self::Lose),
            (_, Some(bot)) => Ok(Self::Bot(bot.parse()?)),
            _ => Err(NoFlag::Form(plain(text).into_owned())),
        }
    }
}

/// The clocks of the people at a table. The time limits of bots are separate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Clocks {
    /// The time that each person has.
    pub control: TimeControl,
    /// What happens when a person's time is up.
    pub flag: Flag,
    /// The milliseconds that are left, in the order of seats; `null` for a bot that has been there from the start.
    left_ms: Vec<Option<u64>>,
}

impl Clocks {
    /// Creates the clocks of these people before the first move.
    pub fn new(control: TimeControl, flag: Flag, people: impl IntoIterator<Item = Seat>) -> Self {
        let mut left_ms = Vec::new();
        for seat in people {
            left_ms.resize(left_ms.len().max(seat.index() + 1), None);
            left_ms[seat.index()] = Some(control.first_ms());
        }
        Self { control, flag, left_ms }
    }

    /// Returns the clocks as they were before the first move, for another game of the same people.
    #[must_use]
    pub fn again(&self) -> Self {
        Self::new(self.control, self.flag.clone(), self.seats())
    }

    /// The seats that have a clock.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = (0..).map_while(Seat::new).zip(&self.left_ms);
        seats.filter(|(_, left)| left.is_some()).map(|(seat, _)| seat)
    }

    /// The time that a seat has left; `None` for a seat without a clock.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.left_ms.get(seat.index()).copied().flatten().map(Duration::from_millis)
    }

    /// Returns whether a seat has run out of time.
    pub fn has_fallen(&self, seat: Seat) -> bool {
        self.left(seat).is_some_and(|left| left.is_zero())
    }

    /// The seat that has lost the game on time.
    pub fn lost(&self) -> Option<Seat> {
        self.seats().find(|seat| self.flag == Flag::Lose && self.has_fallen(*seat))
    }

    /// Subtracts the time that the person in this seat has thought, to the millisecond. Returns whether the flag falls
    /// now.
    pub fn run(&mut self, seat: Seat, elapsed: Duration) -> bool {
        let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let Some(left @ 1..) = self.left_ms.get_mut(seat.index()).and_then(Option::as_mut) else {
            return false;
        };
        *left = left.saturating_sub(elapsed_ms);
        *left == 0
    }

    /// Records that the person in this seat has moved in time: the increment is added, or the time for the next move
    /// begins.
    pub fn moved(&mut self, seat: Seat) {
        match self.control {
            TimeControl::Game { increment_ms, .. } => {
                self.change(seat, |left| left.saturating_add(increment_ms));
            }
            TimeControl::Move { .. } => self.begin_question(seat),
        }
    }

    /// Takes back this number of moves of the person in this seat: their increments are subtracted, or the question
    /// that is asked again gets its full time. No flag falls because of this.
    pub fn taken_back(&mut self, seat: Seat, moves: u64) {
        match self.control {
            TimeControl::Game { increment_ms, .. } => {
                let returned = increment_ms.saturating_mul(moves);
                self.change(seat, |left| left.saturating_sub(returned).max(1));
            }
            TimeControl::Move { .. } => self.begin_question(seat),
        }
    }

    /// With a time for each move, gives a seat the full time for its next question, even after a bot has played for a
    /// person who had run out of time.
    pub fn begin_question(&mut self, seat: Seat) {
        if let TimeControl::Move { each_ms } = self.control {
            let left = self.left_ms.get_mut(seat.index()).and_then(Option::as_mut);
            if let Some(left) = left.filter(|left| **left > 0 || self.flag != Flag::Lose) {
                *left = each_ms;
            }
        }
    }

    /// Changes the time left on a seat's clock, unless its flag has fallen.
    fn change(&mut self, seat: Seat, to: impl FnOnce(u64) -> u64) {
        if let Some(left @ 1..) = self.left_ms.get_mut(seat.index()).and_then(Option::as_mut) {
            *left = to(*left);
        }
    }

    /// Writes the time that a seat has left, as clocks show it. It is `0:00` only when the flag has fallen.
    pub fn in_words(&self, seat: Seat) -> Option<String> {
        let seconds = self.left(seat)?.as_millis().div_ceil(u128::from(SECOND));
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        Some(match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    #[test]
    fn a_time_control_reads_back_what_it_writes_and_others_are_refused() {
        for text in ["10m", "10m+5s", "1h30m", "1h+1m30s", "90s", "30s/move", "100h"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string().parse(), Ok(control), "{text}");
        }
        assert_eq!("90s".parse::<TimeControl>().expect("a time").to_string(), "1m30s");
        let refused = [
            "",
            "10",
            "m",
            "0s",
            "-5s",
            "+5s",
            "10m+",
            "10m+5",
            "5s10m",
            "1h1h",
            "101h",
            "10m+5s/move",
            "99999999999999999999s",
            "1.5m",
            "10 m",
            "/move",
        ];
        for text in refused {
            let problem = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(problem.contains("write 10m, 10m+5s or 30s/move"), "{problem}");
        }
        assert!(serde_json::from_str::<TimeControl>("\"0m\"").is_err());
    }

    #[test]
    fn a_flag_is_lost_or_names_a_bot() {
        for text in ["lose", "bot:club", "bot:hard:iterations=9"] {
            assert_eq!(text.parse::<Flag>().expect(text).to_string(), text);
        }
        for text in ["", "win", "bot", "club", "bot:"] {
            assert!(text.parse::<Flag>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_and_each_move_in_time_adds_to_it() {
        let mut clocks = Clocks::new("1m+5s".parse().expect("a time"), Flag::Lose, [seat(2), seat(0)]);
        assert_eq!(clocks.seats().collect::<Vec<_>>(), [seat(0), seat(2)]);
        assert!(!clocks.run(seat(2), Duration::from_millis(20_001)));
        assert_eq!(clocks.in_words(seat(2)).as_deref(), Some("0:40"));
        clocks.moved(seat(2));
        assert_eq!(clocks.in_words(seat(2)).as_deref(), Some("0:45"));
        assert_eq!(clocks.in_words(seat(0)).as_deref(), Some("1:00"));
        assert_eq!((clocks.in_words(seat(1)), clocks.in_words(seat(7))), (None, None));
        assert!(!clocks.run(seat(1), Duration::MAX) && clocks.lost().is_none());
        assert!(clocks.run(seat(2), Duration::MAX));
        // A flag falls only once, and a later move comes too late.
        assert!(!clocks.run(seat(2), Duration::from_secs(1)));
        clocks.moved(seat(2));
        assert_eq!((clocks.lost(), clocks.in_words(seat(2)).as_deref()), (Some(seat(2)), Some("0:00")));
        assert_eq!(clocks.again(), Clocks::new(clocks.control, Flag::Lose, [seat(0), seat(2)]));
        let json = serde_json::to_string(&clocks).expect("JSON");
        assert_eq!(json, r#"{"control":"1m+5s","flag":"lose","left-ms":[60000,null,0]}"#);
        assert_eq!(serde_json::from_str::<Clocks>(&json).expect("clocks"), clocks);
    }

    #[test]
    fn the_time_of_a_move_begins_anew_and_nobody_loses_where_a_bot_goes_on() {
        let flag = Flag::Bot(BotSpec::named("club"));
        let mut clocks = Clocks::new("30s/move".parse().expect("a time"), flag, [seat(0)]);
        assert!(!clocks.run(seat(0), Duration::from_secs(29)));
        clocks.moved(seat(0));
        assert_eq!(clocks.left(seat(0)), Some(Duration::from_secs(30)));
        assert!(clocks.run(seat(0), Duration::from_secs(30)) && clocks.has_fallen(seat(0)));
        assert_eq!(clocks.lost(), None);
        // The bot moves, and the person who comes back is timed as before.
        clocks.begin_question(seat(0));
        assert_eq!(clocks.left(seat(0)), Some(Duration::from_secs(30)));
    }

    #[test]
    fn a_move_that_is_taken_back_returns_its_increment_and_lets_no_flag_fall() {
        let mut clocks = Clocks::new("10s+5s".parse().expect("a time"), Flag::Lose, [seat(0)]);
        clocks.moved(seat(0));
        clocks.moved(seat(0));
        clocks.taken_back(seat(0), 2);
        assert_eq!(clocks.left(seat(0)), Some(Duration::from_secs(10)));
        clocks.taken_back(seat(0), 3);
        assert_eq!((clocks.left(seat(0)), clocks.lost()), (Some(Duration::from_millis(1)), None));
        assert!(clocks.run(seat(0), Duration::from_millis(1)));
        clocks.taken_back(seat(0), 1);
        assert_eq!(clocks.lost(), Some(seat(0)), "a flag that has fallen stays down");
    }
}
