//! The calls of a page.

use std::collections::BTreeMap;

use furlong::record::{Flag, TimeControl};
use furlong::table::Request;
use furlong::text::Colour;
use serde::Deserialize;

#[cfg(feature = "post")]
use crate::post::command::{PostCommand, PostSettings};

/// A wish of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Call {
    /// The version of the page; the reply tells what the server offers.
    Hello { version: u32 },
    /// Reads a ruleset and tells its title or its faults.
    CheckRuleset { game: String, text: String },
    /// Opens a table for a new game.
    OpenTable(NewTable),
    /// Opens a saved game, to be gone through again or to be gone on with.
    OpenRecord {
        json: String,
        #[serde(default, rename = "go-on")]
        goes_on: bool,
    },
    /// Opens a guided first game.
    Lesson {
        game: String,
        #[serde(default)]
        ruleset: Option<RulesetOf>,
        #[serde(default)]
        step: usize,
    },
    /// From now on this channel is shown what the token may see.
    Join(JoinRequest),
    /// The state of a table in short, for a list of tables.
    Glance { table: String, token: String },
    /// Nothing: the reply shows that the server is there.
    Ping,
    /// From now on no longer.
    Leave { table: String },
    /// Does something at a table that the channel is shown.
    At {
        table: String,
        #[serde(rename = "do")]
        command: TableCommand,
    },
}

/// The wish to be shown a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    pub(crate) table: String,
    pub(crate) token: String,
    /// The token that replaces an invitation which is used for the first time.
    #[serde(default)]
    pub(crate) claim: Option<String>,
    /// A name that nobody else knows: all connections with it count as one device.
    #[serde(default)]
    pub(crate) device: Option<String>,
    #[serde(default)]
    pub(crate) since: Option<usize>,
}

/// A table to be opened.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct NewTable {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) ruleset: Option<RulesetOf>,
    pub(crate) players: Vec<NewPlayer>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    #[serde(default)]
    pub(crate) watchers: bool,
    #[serde(default)]
    pub(crate) clock: Option<TimeControl>,
    /// The consequence when the time of a person is up; without it the usual bot goes on.
    #[serde(default)]
    pub(crate) flag: Option<Flag>,
    #[serde(default)]
    pub(crate) undo: UndoRule,
    /// Set for a game by post.
    #[cfg(feature = "post")]
    #[serde(default)]
    pub(crate) post: Option<PostSettings>,
}

/// A ruleset by its name or by its text.
#[derive(Clone, Debug, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RulesetOf {
    /// An embedded one.
    Name(String),
    /// A TOML text.
    Text(String),
}

/// A player of a new table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct NewPlayer {
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// A bot by its name; without one a person sits there.
    #[serde(default)]
    pub(crate) bot: Option<String>,
    #[serde(default)]
    pub(crate) person: bool,
    /// The colour of its name and pieces; without one that of the seat, or one that is free.
    #[serde(default)]
    pub(crate) colour: Option<Colour>,
}

/// The rule on taking moves back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum UndoRule {
    /// When all people agree.
    #[default]
    Consent,
    /// Never.
    Never,
}

/// A command of a reader at a table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableCommand {
    /// Answers the question of a view with this number of events.
    Answer { request: Request, events: usize },
    /// Shows what a choice would do.
    Preview(usize),
    /// Explains a word.
    Explain(String),
    /// Asks the usual bot, or the one of this name.
    Hint(Option<String>),
    /// The rules in brief.
    Guide,
    /// The sheets and words that can be looked up.
    Words,
    /// The game so far.
    Log,
    /// Takes the last move back, or proposes it.
    Undo,
    /// Answers a proposal.
    Agree(bool),
    /// Changes one's own name.
    Rename(String),
    /// Lets a bot go on in one's own seat.
    GiveUpSeat(Option<String>),
    /// Takes one's own seat again.
    ComeBack,
    /// Another game of the same players.
    Rematch,
    /// The table after this number of events.
    Moment(usize),
    /// The worth of each decision.
    Analyse,
    /// A new table that goes on from this moment.
    PlayOn(usize),
    /// The record.
    Record,
    /// Does something in a game by post.
    #[cfg(feature = "post")]
    Post(PostCommand),
}
