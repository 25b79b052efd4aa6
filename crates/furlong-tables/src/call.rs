//! The calls of a page.

use std::collections::BTreeMap;

use furlong::Seat;
use furlong::record::{Flag, TimeControl};
use furlong::table::Request;
use furlong::text::Colour;
use serde::Deserialize;
use strum::IntoStaticStr;

use crate::chat::Said;
#[cfg(feature = "post")]
use crate::post::command::{PostCommand, PostSettings};

/// A call of a page.
#[derive(Debug, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Call {
    /// Says the version of the page. The reply lists what the server offers.
    Hello { version: u32 },
    /// Checks a ruleset. The reply has its title or its faults.
    CheckRuleset { game: String, text: String },
    /// Opens a table for a new game.
    OpenTable(NewTable),
    /// Opens a saved game, to replay or to continue it.
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
    /// Joins a table: from now on this channel is shown what the token may see.
    Join(JoinRequest),
    /// Asks for a summary of a table, for a list of tables.
    Glance { table: String, token: String },
    /// Confirms a mail address, or stops its mail.
    Mail(MailCall),
    /// Does nothing. The reply shows that the server is there.
    Ping,
    /// Asks the server around the tables for something.
    Server(ServerCall),
    /// Leaves a table: this channel is no longer shown it.
    Leave { table: String },
    /// Carries out a command at a table that the channel is shown.
    At {
        table: String,
        #[serde(rename = "do")]
        command: TableCommand,
    },
}

/// A call from the link in a mail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailCall {
    pub(crate) table: String,
    pub(crate) secret: String,
    /// `true` stops the mail; `false` confirms the address.
    #[serde(default)]
    pub(crate) stop: bool,
}

/// A request to the server around the tables, which answers it ([`ParsedCall::answered`](crate::ParsedCall::answered)).
/// Without a server it is refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ServerCall {
    /// Draws a link to the server as a QR code.
    Qr {
        /// The link.
        link: String,
    },
    /// Keeps a text for another device.
    HandOver {
        /// The code that the other device will name.
        code: String,
        /// The text.
        text: String,
    },
    /// Takes a text that another device has handed over.
    PickUp {
        /// Its code.
        code: String,
    },
}

/// A request to be shown a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    pub(crate) table: String,
    pub(crate) token: String,
    /// The seat to claim, if the token is that of the whole table.
    #[serde(default)]
    pub(crate) seat: Option<Seat>,
    /// The token that replaces an invitation when it is first used.
    #[serde(default)]
    pub(crate) claim: Option<String>,
    /// A secret name of the device. All connections with this name count as one device.
    #[serde(default)]
    pub(crate) device: Option<String>,
    #[serde(default)]
    pub(crate) since: Option<usize>,
}

/// A table to open.
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
    /// What happens when a person's time is up; by default, the default bot takes over.
    #[serde(default)]
    pub(crate) flag: Option<Flag>,
    #[serde(default)]
    pub(crate) undo: UndoRule,
    /// Whether players may send messages.
    #[serde(default = "yes")]
    pub(crate) messages: bool,
    /// The settings of a game by post; `None` for other games.
    #[cfg(feature = "post")]
    #[serde(default)]
    pub(crate) post: Option<PostSettings>,
}

fn yes() -> bool {
    true
}

/// A ruleset, given by its name or its text.
#[derive(Clone, Debug, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RulesetOf {
    /// The name of an embedded ruleset.
    Name(String),
    /// The text of a ruleset, as TOML.
    Text(String),
}

/// A player of a new table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct NewPlayer {
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The name of a bot; `None` for a person.
    #[serde(default)]
    pub(crate) bot: Option<String>,
    #[serde(default)]
    pub(crate) person: bool,
    /// The colour of the player's name and pieces; by default that of the seat, or a free one.
    #[serde(default)]
    pub(crate) colour: Option<Colour>,
}

/// The rule for taking back moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum UndoRule {
    /// Allowed when all people agree.
    #[default]
    Consent,
    /// Never allowed.
    Never,
}

/// A command of a reader at a table.
#[derive(Debug, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum TableCommand {
    /// Answers the question of the view with this number of events.
    Answer { request: Request, events: usize },
    /// Shows what a choice would do.
    Preview(usize),
    /// Explains a word.
    Explain(String),
    /// Asks the default bot, or the one with this name, for a hint.
    Hint(Option<String>),
    /// Asks for the rules in brief.
    Guide,
    /// Asks for the sheets and words that can be looked up.
    Words,
    /// Asks for the log of the game.
    Log,
    /// Takes back the last move, or proposes to.
    Undo,
    /// Answers a proposal.
    Agree(bool),
    /// Changes the player's name.
    Rename(String),
    /// Reserves a free seat for somebody of this name; for nobody if the name is empty.
    Reserve { seat: Seat, name: String },
    /// Lets bots play in these free seats.
    FillSeats(Vec<Seat>),
    /// Lets a bot take over the player's seat.
    GiveUpSeat(Option<String>),
    /// Writes a message to everybody at the table.
    Say(Said),
    /// Ends the game before its first move, without a result.
    Abort,
    /// Gives the game up: it ends, or a bot plays on if others still play.
    Resign,
    /// Proposes to let a bot play for somebody who is away.
    LetBotPlay(Seat),
    /// Takes back the player's own seat.
    ComeBack,
    /// Proposes another game of the same players.
    Rematch,
    /// Asks for the table after this number of events.
    Moment(usize),
    /// Analyses each decision.
    Analyse,
    /// Opens a new table that continues from this moment.
    PlayOn(usize),
    /// Asks for the record.
    Record,
    /// Sets the mail address of the player, or removes it.
    Mail(Option<String>),
    /// Adds the address of the player's browser at a push service.
    Push(String),
    /// Carries out a command in a game by post.
    #[cfg(feature = "post")]
    Post(PostCommand),
}
