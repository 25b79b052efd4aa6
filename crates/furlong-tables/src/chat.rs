//! Short messages and gestures of the people at a table. Neither the events of the game nor its record contain them.

use std::collections::VecDeque;

use furlong::formats::ErrorCode;
use furlong::text::plain;
use furlong::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::{Millis, Now};

/// The maximum length of a message, in characters.
pub(crate) const LONGEST: usize = 140;

/// The number of messages that a table keeps.
pub(crate) const KEPT: usize = 100;

/// The time after which a seat may write once more.
pub(crate) const INTERVAL: Millis = 2_000;

/// The number of messages that a seat may write at once after a silence.
pub(crate) const BURST: Millis = 5;

/// The conversation at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Chat {
    is_on: bool,
    latest: VecDeque<ChatLine>,
    /// The moment up to which each seat has used its allowance, on the steady clock.
    #[serde(skip)]
    used_up_to: SeatMap<Millis>,
}

/// A message with its writer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChatLine {
    /// The number of the message at this table, from 1.
    number: u64,
    seat: Seat,
    said: Said,
}

/// The content of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Said {
    Text(String),
    Gesture(Gesture),
}

/// A message that needs no typing.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gesture {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    Oops,
    YourTurn,
}

/// A table that was saved before there were messages has them from now on.
impl Default for Chat {
    fn default() -> Self {
        Self::new(true)
    }
}

impl Chat {
    /// Creates an empty conversation, which may be switched off.
    pub(crate) fn new(is_on: bool) -> Self {
        Self { is_on, latest: VecDeque::new(), used_up_to: SeatMap::default() }
    }

    /// Returns whether people may write at this table.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// The latest messages.
    pub(crate) fn latest(&self) -> impl Iterator<Item = &ChatLine> {
        self.latest.iter()
    }

    /// Adds a message, unless this seat writes too fast or the text is none.
    pub(crate) fn say(&mut self, seat: Seat, said: Said, now: Now) -> Result<ChatLine, Refusal> {
        let said = match said {
            Said::Text(text) => Said::Text(checked(&text)?),
            gesture @ Said::Gesture(_) => gesture,
        };
        let ahead = self.used_up_to[seat].saturating_sub(now.steady);
        if ahead > (BURST - 1) * INTERVAL {
            return Err((ErrorCode::TooMany, "You are writing too fast. Wait a moment.").into());
        }
        self.used_up_to[seat] = now.steady + ahead + INTERVAL;
        let number = self.latest.back().map_or(1, |line| line.number.saturating_add(1));
        let line = ChatLine { number, seat, said };
        self.latest.push_back(line.clone());
        while self.latest.len() > KEPT {
            self.latest.pop_front();
        }
        Ok(line)
    }
}

/// Returns a text without spaces around it, if it can be a message.
fn checked(text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(Refusal::new(
            ErrorCode::BadValue,
            format!("A message can have at most {LONGEST} characters."),
        ));
    }
    if text.is_empty() || plain(text) != text {
        return Err((ErrorCode::BadValue, "A message is visible text on one line.").into());
    }
    Ok(text.to_owned())
}
