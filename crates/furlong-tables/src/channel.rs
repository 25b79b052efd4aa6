//! Channels, and the messages sent on them.

use crate::mail::Letter;
use crate::refusal::Refusal;
use crate::reply::{Reply, answer};
use crate::turn_log::TurnCall;
use furlong::formats::ErrorCode;

/// One connection of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel(pub u64);

/// A message to a channel, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The channel.
    pub channel: Channel,
    /// The message.
    pub text: String,
    /// The table that the message is about.
    pub table: Option<String>,
    /// The number of the call that the message answers.
    pub answers: Option<u64>,
}

impl Outcome {
    /// Adds the answer to a call, before the messages that follow from it.
    pub(crate) fn answer(
        &mut self,
        channel: Channel,
        id: u64,
        table: Option<String>,
        reply: &Result<Reply, Refusal>,
    ) {
        self.refused = reply.as_ref().err().map(|refusal| refusal.code);
        self.sent.insert(0, Sent { channel, text: answer(id, reply), table, answers: Some(id) });
    }

    /// Sends the same message about a table to all of these channels.
    pub(crate) fn tell_all(&mut self, channels: Vec<Channel>, table: &str, text: &str) {
        let sent =
            |channel| Sent { channel, text: text.to_owned(), table: Some(table.to_owned()), answers: None };
        self.sent.extend(channels.into_iter().map(sent));
    }
}

impl Sent {
    /// The message to send instead if the table could not be saved: the refusal of the call that this message answers.
    pub fn unsaved(self) -> Option<Self> {
        let refusal = Refusal::new(
            ErrorCode::Failed,
            "The server cannot save anything at the moment, so nothing was changed. Try again in a minute.",
        );
        let text = answer(self.answers?, &Err(refusal));
        Some(Self { text, table: None, ..self })
    }
}

/// The consequences of a call: first what to save, then what to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The tables that have changed. Save what [`Tables::saved`] returns for each before you send anything.
    pub changed: Vec<String>,
    /// The messages, in order.
    pub sent: Vec<Sent>,
    /// The code of the refusal, if a call was refused.
    pub refused: Option<ErrorCode>,
    /// The turns that have begun. If a table in [`Outcome::changed`] cannot be saved, nothing has begun there.
    pub turns: Vec<TurnCall>,
    /// The mails to send, with the same condition.
    pub letters: Vec<Letter>,
    /// The tables that were unloaded because nobody is watching them. [`Tables::restore`] loads them again.
    pub unloaded: Vec<String>,
}
