//! Prepares calls before they reach the tables. Parsing a call and checking its rules can take long and needs no table,
//! so a server does it on other threads than those with the tables.

use furlong::Catalogue;
use furlong::formats::ErrorCode;
use furlong::table::Table;
use serde::Deserialize;

use crate::VERSION;
#[cfg(feature = "post")]
use crate::call::NewTable;
use crate::call::{Call, JoinRequest, MailCall, RulesetOf, ServerCall, UndoRule};
use crate::limits::Limits;
use crate::live_table::Kind;
use crate::new_table;
use crate::offers;
use crate::refusal::Refusal;
use crate::reply::Reply;

/// A parsed call.
#[derive(Debug)]
pub struct ParsedCall {
    pub(crate) id: u64,
    kind: &'static str,
    pub(crate) state: CallState,
}

/// The state of a call.
#[derive(Debug)]
pub(crate) enum CallState {
    /// It must be carried out, perhaps after preparation.
    Call(Call),
    /// It only needs an answer.
    Answer(Result<Reply, Refusal>),
    /// A prepared table, ready to open.
    Open(PreparedTable),
    /// A prepared game by post, ready to open.
    #[cfg(feature = "post")]
    OpenPost { wanted: NewTable, rules: Box<furlong::hare_tortoise::HareTortoise> },
}

/// A prepared table, ready to open.
#[derive(Debug)]
pub(crate) struct PreparedTable {
    pub(crate) table: Box<dyn Table>,
    pub(crate) kind: Kind,
    pub(crate) taking_back: UndoRule,
    /// Whether the table has a link for watchers.
    pub(crate) is_watched: bool,
    /// Whether players may send messages.
    pub(crate) has_chat: bool,
}

impl ParsedCall {
    /// Parses a call, a JSON text. If something is wrong, the reply says so.
    pub fn read(text: &str, limits: &Limits) -> Self {
        #[derive(Deserialize)]
        struct Named {
            id: u64,
            call: Call,
        }
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        let too_long = "This message is too long.";
        if text.len() > limits.message {
            return Self::unreadable(0, (ErrorCode::TooMany, too_long).into());
        }
        match serde_json::from_str(text) {
            Ok(Named { id, call }) => {
                let kind = match &call {
                    Call::At { command, .. } => command.into(),
                    call => call.into(),
                };
                let asked = Self { id, kind, state: CallState::Call(call) };
                let is_short = asked.table().is_none() || text.len() <= limits.command;
                if is_short { asked } else { asked.refused(ErrorCode::TooMany, too_long) }
            }
            Err(error) => {
                // The number is found in a call that is wrong otherwise, so that the page learns which one it was.
                let id = serde_json::from_str(text).map_or(0, |Numbered { id }| id);
                let sentence = format!("This is not a call of version {VERSION}: {error}.");
                Self::unreadable(id, Refusal::new(ErrorCode::Unreadable, sentence))
            }
        }
    }

    fn unreadable(id: u64, refusal: Refusal) -> Self {
        Self { id, kind: "unreadable", state: CallState::Answer(Err(refusal)) }
    }

    /// Returns the name of the call in messages, such as `join` or `answer`, or `unreadable` if it has none.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The table that a call is about, if it is already open.
    pub fn table(&self) -> Option<&str> {
        match &self.state {
            CallState::Call(
                Call::Join(JoinRequest { table, .. })
                | Call::Glance { table, .. }
                | Call::Mail(MailCall { table, .. })
                | Call::Leave { table }
                | Call::At { table, .. },
            ) => Some(table),
            _ => None,
        }
    }

    /// Returns whether [`ParsedCall::prepared`] has something to do.
    pub fn needs_preparation(&self) -> bool {
        matches!(
            &self.state,
            CallState::Call(
                Call::CheckRuleset { .. }
                    | Call::OpenTable(_)
                    | Call::OpenRecord { .. }
                    | Call::Lesson { .. }
            )
        )
    }

    /// Checks the call's rules and creates its table. A new game uses `seed`, which nobody may guess.
    #[must_use]
    pub fn prepared(self, catalogue: &Catalogue, limits: &Limits, seed: impl FnOnce() -> u64) -> Self {
        let Self { id, kind, state } = self;
        let state = match state {
            CallState::Call(call) => next_state(call, catalogue, limits, seed),
            state => Ok(state),
        };
        Self { id, kind, state: state.unwrap_or_else(|refusal| CallState::Answer(Err(refusal))) }
    }

    /// Creates a replacement for a call that could not be parsed for reasons unrelated to it.
    pub fn failed() -> Self {
        Self::unreadable(0, (ErrorCode::Failed, "The server failed to read this message.").into())
    }

    /// The request to the server around the tables, if the call is one.
    pub fn server_call(&self) -> Option<&ServerCall> {
        match &self.state {
            CallState::Call(Call::Server(call)) => Some(call),
            _ => None,
        }
    }

    /// Returns the call, answered with this text.
    #[must_use]
    pub fn answered(self, text: String) -> Self {
        Self { state: CallState::Answer(Ok(Reply::Text(text))), ..self }
    }

    /// Returns the call, answered with this refusal.
    #[must_use]
    pub fn refused(self, code: ErrorCode, sentence: &str) -> Self {
        Self { state: CallState::Answer(Err((code, sentence).into())), ..self }
    }
}

fn next_state(
    call: Call,
    catalogue: &Catalogue,
    limits: &Limits,
    seed: impl FnOnce() -> u64,
) -> Result<CallState, Refusal> {
    let unwatched = |table, kind| PreparedTable {
        table,
        kind,
        taking_back: UndoRule::Consent,
        is_watched: false,
        has_chat: true,
    };
    Ok(match call {
        Call::CheckRuleset { game, text } => {
            let about = offers::about_ruleset(catalogue, limits, &game, &RulesetOf::Text(text))?;
            CallState::Answer(Ok(Reply::Ruleset(about)))
        }
        #[cfg(feature = "post")]
        Call::OpenTable(wanted) if wanted.post.is_some() => {
            let rules = Box::new(crate::post::rules_of(catalogue, limits, &wanted)?);
            CallState::OpenPost { wanted, rules }
        }
        Call::OpenTable(wanted) => {
            let table = new_table::new_table(catalogue, limits, &wanted, seed())?;
            // Bots alone are there to be watched.
            let is_watched = wanted.watchers || table.people().is_empty();
            CallState::Open(PreparedTable {
                taking_back: wanted.undo,
                is_watched,
                has_chat: wanted.messages,
                ..unwatched(table, Kind::Game)
            })
        }
        Call::OpenRecord { json, goes_on } => {
            let table = new_table::of_record(catalogue, &json, goes_on)?;
            let is_watched = !goes_on || table.people().is_empty();
            let kind = if goes_on { Kind::Game } else { Kind::Replay };
            CallState::Open(PreparedTable { is_watched, ..unwatched(table, kind) })
        }
        Call::Lesson { game, ruleset, step } => {
            let table = new_table::lesson(catalogue, limits, &game, ruleset.as_ref(), step)?;
            CallState::Open(unwatched(table, Kind::Lesson { game, ruleset }))
        }
        call => CallState::Call(call),
    })
}
