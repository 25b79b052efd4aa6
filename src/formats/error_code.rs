//! Codes of errors, for programs.

use strum::{Display, EnumIter, EnumMessage, IntoStaticStr};

/// The reason of an error as a word that programs can compare. Sentences may change between releases, codes do not.
///
/// The server, the rules server and the exceptions in Python use the same codes; `docs/serve_messages.md` lists them.
///
/// ```
/// use furlong::formats::ErrorCode;
///
/// let error = furlong::catalogue().game("chess").err().expect("no such game");
/// assert_eq!(error.code(), ErrorCode::UnknownName);
/// assert_eq!(error.code().to_string(), "unknown-name");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter, EnumMessage, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ErrorCode {
    /// The message, file or record cannot be read, or a field is missing or has the wrong type.
    Unreadable,
    /// The page uses another version of the messages than the server.
    Version,
    /// There is no game, ruleset, bot, option, metric or request of this name.
    UnknownName,
    /// The table does not exist, or no longer exists.
    NoSuchTable,
    /// The link or the connection does not give access to this seat or command.
    NotYourSeat,
    /// Somebody has already claimed the seat of this link.
    LinkUsed,
    /// The game has moved on since the view that is answered.
    MovedOn,
    /// The action or command is not possible at this table now.
    Illegal,
    /// The ruleset cannot be opened or is not playable.
    BadRuleset,
    /// A value is out of range, or does not fit the others.
    BadValue,
    /// A limit is exceeded: of tables, pages, worlds, or the length of a text.
    TooMany,
    /// The same work is already under way.
    Busy,
    /// A bot failed.
    BotFailed,
    /// Something else failed, such as saving the table.
    Failed,
}
