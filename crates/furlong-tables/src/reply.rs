//! The replies to calls, and other messages to pages.

use furlong::Seat;
use furlong::table::Shown;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::chat::ChatLine;
use crate::refusal::Refusal;

/// A reply to a call.
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
    /// The first view, and whether the `claim` in the call is from now on the token of the seat.
    Joined {
        sight: Written,
        claimed: bool,
    },
    Sight(Written),
    Glance(TableSummary),
    Mail(MailView),
    Left {},
    Preview {
        svg: String,
        picture: String,
    },
    Said(Vec<Shown>),
    /// The end of a guided game: `begins` if a normal game should follow, otherwise `left`.
    Lesson(&'static str),
    Record(String),
    /// The answer to a request to the server.
    Text(String),
    /// A document of a game by post.
    Paper(Written),
    /// An order sheet as it is understood.
    Reading(Written),
    /// A new link to a seat.
    Link {
        seat: Seat,
        token: String,
    },
    /// The public part of a game by post, and the record if it is over.
    Files {
        game: String,
        record: Option<String>,
    },
    Analysis(Value),
    Done {},
}

/// The reply with these values; a refusal if they contain only that.
pub(crate) fn said(shown: Vec<Shown>) -> Result<Reply, Refusal> {
    match &shown[..] {
        [Shown::Refused(sentence)] => Err(Refusal::from(sentence.as_str())),
        _ => Ok(Reply::Said(shown)),
    }
}

/// A value in JSON. Each kind of table has its own views and documents.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Written(Box<RawValue>);

impl Written {
    /// Writes a value as JSON. Plain fields and text keys can always be written.
    pub(crate) fn of(value: &impl Serialize) -> Self {
        Self(to_raw_value(value).unwrap_or_default())
    }
}

/// A newly opened table, with the links of its seats.
#[derive(Debug, Serialize)]
pub(crate) struct Opened {
    pub(crate) table: String,
    pub(crate) tokens: Vec<Option<String>>,
    pub(crate) watch: Option<String>,
    /// The invitation to all seats that nobody has claimed yet.
    pub(crate) invitation: Option<String>,
    /// The link for the master of a game by post.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) master: Option<String>,
}

/// A summary of a table, for lists of tables.
#[derive(Debug, Serialize)]
pub(crate) struct TableSummary {
    /// The other players.
    pub(crate) others: Vec<String>,
    /// The current round; the open one in a game by post.
    pub(crate) round: usize,
    /// Whether the reader is asked for a decision.
    pub(crate) asked: bool,
    /// The number of the reader's current turn, if the reader is asked.
    pub(crate) turn: Option<usize>,
    /// The secret address of the reader's own feed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) feed: Option<String>,
    /// Where the reader gets mail, if the server sends any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mail: Option<MailView>,
    /// Whether each move has a time limit of at least an hour.
    pub(crate) slow: bool,
    /// The sentence about the end, if the game is over.
    pub(crate) ending: Option<String>,
    /// What a holder of the table's invitation may choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) free: Option<FreeSeats>,
}

/// Where the player of a seat gets mail.
#[derive(Debug, Serialize)]
pub(crate) struct MailView {
    /// The title of the game and its rules.
    pub(crate) heading: String,
    pub(crate) address: Option<String>,
    pub(crate) confirmed: bool,
}

/// The seats of a table that nobody has claimed yet.
#[derive(Debug, Serialize)]
pub(crate) struct FreeSeats {
    /// The title of the game and its rules.
    pub(crate) heading: String,
    pub(crate) seats: Vec<Seat>,
    /// Those of them that wait for the player whose name they have.
    pub(crate) reserved: Vec<Seat>,
}

/// The maximum length of a refusal, in characters.
pub(crate) const LONGEST_REFUSAL: usize = 16_000;

/// The message that answers a call. A call without a readable number has the number 0.
pub(crate) fn answer(id: u64, reply: &Result<Reply, Refusal>) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        reply: Option<&'a Reply>,
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<&'static str>,
    }
    let reply = reply.as_ref();
    let refused = reply.err().map(|Refusal { sentence, .. }| {
        // What was sent may stand in it.
        let end = sentence.char_indices().nth(LONGEST_REFUSAL).map_or(sentence.len(), |(end, _)| end);
        &sentence[..end]
    });
    let code = reply.err().map(|refusal| refusal.code.into());
    written(&Answer { id, reply: reply.ok(), refused, code })
}

/// The message that this percentage of a call is done.
pub(crate) fn progress(id: u64, percent: u64) -> String {
    serde_json::json!({ "id": id, "progress": percent }).to_string()
}

/// The message that this number of others come before a call.
pub(crate) fn waiting(id: u64, ahead: usize) -> String {
    serde_json::json!({ "id": id, "waiting": ahead }).to_string()
}

/// A message without a call.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Push<'a> {
    /// The current view of the table.
    Sight(&'a Written),
    /// A new message.
    Chat(&'a ChatLine),
    /// The table of the next game.
    Rematch { table: &'a str },
}

/// Writes a push message about this table.
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

/// Writes a value as JSON. Plain fields and text keys can always be written.
fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
