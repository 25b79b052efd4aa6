//! Tables as text, so that they can continue after an interruption.

use furlong::formats::ErrorCode;
use furlong::{Catalogue, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call::UndoRule;
use crate::chat::Chat;
use crate::limits::Limits;
use crate::link::{Link, SeatLink};
use crate::live_table::{Kind, LiveTable};
use crate::new_table;
use crate::open_table::OpenTable as _;
use crate::proposal::Proposal;
use crate::refusal::Refusal;
use crate::turn_log::TurnLog;
use crate::{Millis, Now};

/// The version of the format.
const VERSION: u32 = 1;

/// Everything about a table except who is watching.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Saved {
    version: u32,
    id: String,
    kind: Kind,
    /// The step of a guided game.
    step: usize,
    /// The record; empty in a guided game.
    record: String,
    links: Vec<Option<SeatLink>>,
    #[serde(default)]
    turns: Vec<TurnLog>,
    watch: Option<Link>,
    #[serde(default)]
    invitation: Option<Link>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<Seat>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reserved: Vec<Seat>,
    taking_back: UndoRule,
    /// How long the players who decide have thought since their clocks were brought up to date.
    thinking: Millis,
    proposal: Option<Proposal>,
    next: Option<String>,
    decided: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aborted: Option<Seat>,
    #[serde(default)]
    chat: Chat,
}

impl LiveTable {
    /// Writes the table as JSON, including everything hidden.
    pub(crate) fn to_json(&self, now: Now) -> String {
        let is_lesson = matches!(self.kind, Kind::Lesson { .. });
        let saved = Saved {
            version: VERSION,
            id: self.id.clone(),
            kind: self.kind.clone(),
            step: self.table.lesson().map_or(0, |(step, _)| step),
            record: if is_lesson { String::new() } else { self.table.record_json() },
            links: self.links.clone(),
            turns: self.turns.clone(),
            watch: self.watch.clone(),
            invitation: self.invitation.clone(),
            host: self.host,
            reserved: self.reserved.clone(),
            taking_back: self.taking_back,
            thinking: now.steady.saturating_sub(self.clocked_at),
            proposal: self.proposal.clone(),
            next: self.next.clone(),
            decided: self.decided.clone(),
            aborted: self.aborted,
            chat: self.chat.clone(),
        };
        // Plain fields and text keys can always be written.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Restores the table from these fields. The clocks continue with the time that was left.
    pub(crate) fn restored(
        catalogue: &Catalogue,
        limits: &Limits,
        saved: Value,
        now: Now,
    ) -> Result<Self, Refusal> {
        let saved: Saved =
            serde_json::from_value(saved).map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        if saved.version != VERSION {
            return Err(Refusal::new(
                ErrorCode::Version,
                format!("The table is saved in version {}, not {VERSION}.", saved.version),
            ));
        }
        let table = match &saved.kind {
            Kind::Lesson { game, ruleset } => {
                new_table::lesson(catalogue, limits, game, ruleset.as_ref(), saved.step)?
            }
            Kind::Game => new_table::of_record(catalogue, &saved.record, true)?,
            Kind::Replay => new_table::of_record(catalogue, &saved.record, false)?,
        };
        let mut live = Self::new(saved.id, table, saved.kind, now);
        if saved.links.len() != live.links.len() {
            return Err((ErrorCode::Unreadable, "The saved table has a different number of seats.").into());
        }
        live.links = saved.links;
        if saved.turns.len() == live.turns.len() {
            live.turns = saved.turns;
        }
        live.watch = saved.watch;
        live.invitation = saved.invitation;
        live.host = saved.host;
        live.reserved = saved.reserved;
        live.taking_back = saved.taking_back;
        live.proposal = saved.proposal;
        live.next = saved.next;
        live.decided = saved.decided;
        live.chat = saved.chat;
        if let Some(seat) = saved.aborted {
            live.end_aborted(seat);
        }
        live.settle(now);
        // The pause costs nobody time. No flag had fallen when this was saved.
        live.think(saved.thinking);
        Ok(live)
    }
}
