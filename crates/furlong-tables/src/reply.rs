//! The answers of a server.

use furlong::Seat;
use furlong::table::Shown;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::refusal::Refusal;

/// A reply, as JSON names it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(not(feature = "post"), expect(dead_code, reason = "some are of games by post alone"))]
pub(crate) enum Reply {
    Hello {
        version: u32,
        offers: Value,
    },
    Ruleset(Value),
    Opened(Opened),
    /// The first view, and whether the seat is opened by the `claim` of the call from now on.
    Joined {
        sight: Written,
        claimed: bool,
    },
    Sight(Written),
    Glance(TableSummary),
    Left {},
    Preview {
        svg: String,
        picture: String,
    },
    Said(Vec<Shown>),
    /// A guided game is at its end: `begins` when a whole game is wanted, `left` when not.
    Lesson(&'static str),
    Record(String),
    /// A document of a game by post.
    Paper(Written),
    /// A sheet of orders as it is understood.
    Reading(Written),
    /// A new link of a seat.
    Link {
        seat: Seat,
        token: String,
    },
    /// A game by post as everybody may have it, and the record when it is over.
    Files {
        game: String,
        record: Option<String>,
    },
    Analysis(Value),
    Done {},
}

/// The reply that says this: a refusal, when it is one and nothing else.
pub(crate) fn said(shown: Vec<Shown>) -> Result<Reply, Refusal> {
    match &shown[..] {
        [Shown::Refused(sentence)] => Err(Refusal(sentence.clone())),
        _ => Ok(Reply::Said(shown)),
    }
}

/// A value as it is sent: each kind of table has views and documents of its own.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Written(Box<RawValue>);

impl Written {
    /// Plain fields and text keys can always be written.
    pub(crate) fn of(value: &impl Serialize) -> Self {
        Self(to_raw_value(value).unwrap_or_default())
    }
}

/// A table that was opened, with the links of its seats.
#[derive(Debug, Serialize)]
pub(crate) struct Opened {
    pub(crate) table: String,
    pub(crate) tokens: Vec<Option<String>>,
    pub(crate) watch: Option<String>,
    /// The link of the master of a game by post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) master: Option<String>,
}

/// The state of a table in short, as lists of tables show it.
#[derive(Debug, Serialize)]
pub(crate) struct TableSummary {
    /// The others who play.
    pub(crate) others: Vec<String>,
    /// The round; of a game by post the open one.
    pub(crate) round: usize,
    /// The reader is waited for.
    pub(crate) asked: bool,
    /// The sentence on the end, when the game is over.
    pub(crate) ending: Option<String>,
}

/// The most letters of a refusal.
const LONGEST_REFUSAL: usize = 16_000;

/// The message for a call; a call without a readable number has the number 0.
pub(crate) fn answer(id: u64, reply: &Result<Reply, Refusal>) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        reply: Option<&'a Reply>,
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<&'a str>,
    }
    let reply = reply.as_ref();
    let refused = reply.err().map(|Refusal(sentence)| {
        // What was sent may stand in it.
        let end = sentence.char_indices().nth(LONGEST_REFUSAL).map_or(sentence.len(), |(end, _)| end);
        &sentence[..end]
    });
    written(&Answer { id, reply: reply.ok(), refused })
}

/// The message that so many hundredths of what a call wants are done.
pub(crate) fn progress(id: u64, percent: u64) -> String {
    serde_json::json!({ "id": id, "progress": percent }).to_string()
}

/// The message that what a call wants waits for so many others.
pub(crate) fn waiting(id: u64, ahead: usize) -> String {
    serde_json::json!({ "id": id, "waiting": ahead }).to_string()
}

/// A message that nobody has asked for.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Push<'a> {
    /// The table as it is now.
    Sight(&'a Written),
    /// The table of the next game.
    Rematch { table: &'a str },
}

/// A push of this table.
pub(crate) fn push(table: &str, push: Push<'_>) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        push: Of<'a>,
    }
    #[derive(Serialize)]
    struct Of<'a> {
        table: &'a str,
        #[serde(flatten)]
        push: Push<'a>,
    }
    written(&Message { push: Of { table, push } })
}

/// Plain fields and text keys can always be written.
fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
