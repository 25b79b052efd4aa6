//! Channels, and what a server says on them.

use crate::refusal::Refusal;
use crate::reply::answer;

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
    /// The table that it tells of.
    pub table: Option<String>,
    /// The number of the call that it answers.
    pub answers: Option<u64>,
}

impl Sent {
    /// What is sent in its place when the table that it tells of could not be kept: the refusal of the call that it answers.
    pub fn unsaved(self) -> Option<Self> {
        let refusal: Refusal =
            "The server cannot save anything at the moment, so nothing was changed. Try again in a minute."
                .into();
        let text = answer(self.answers?, &Err(refusal));
        Some(Self { text, table: None, ..self })
    }
}

/// The consequence of a call: first what is to be kept, and then what is to be sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The tables that have changed: [`Tables::saved`] gives what is to be kept of each before anything is sent.
    pub changed: Vec<String>,
    /// The messages, in their order.
    pub sent: Vec<Sent>,
    /// The tables that were put away since nobody looks at them; [`Tables::restore`] brings them back.
    pub unloaded: Vec<String>,
}
