//! A room as a text, so that it goes on after a pause where it was.

use furlong::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call::TakingBack;
use crate::limits::Limits;
use crate::link::{Link, SeatLink};
use crate::opening;
use crate::place::Place as _;
use crate::proposal::Proposal;
use crate::refusal::Refusal;
use crate::room::{Kind, Room};
use crate::{Millis, Now};

/// The version of the form.
const VERSION: u32 = 1;

/// Everything of a room but those who look at it.
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
    watch: Option<Link>,
    taking_back: TakingBack,
    /// For how long those who decide have thought since their clocks were brought up to date.
    thinking: Millis,
    proposal: Option<Proposal>,
    next: Option<String>,
    decided: Option<String>,
}

impl Room {
    /// The room as JSON, with everything that is hidden.
    pub(crate) fn to_json(&self, now: Now) -> String {
        let is_lesson = matches!(self.kind, Kind::Lesson { .. });
        let saved = Saved {
            version: VERSION,
            id: self.id.clone(),
            kind: self.kind.clone(),
            step: self.table.lesson().map_or(0, |(step, _)| step),
            record: if is_lesson { String::new() } else { self.table.record_json() },
            links: self.links.clone(),
            watch: self.watch.clone(),
            taking_back: self.taking_back,
            thinking: now.steady.saturating_sub(self.clocked_at),
            proposal: self.proposal.clone(),
            next: self.next.clone(),
            decided: self.decided.clone(),
        };
        // Plain fields and text keys can always be written.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// The room of these fields. The clocks go on from what was left.
    pub(crate) fn restored(
        catalogue: &Catalogue,
        limits: &Limits,
        saved: Value,
        now: Now,
    ) -> Result<Self, Refusal> {
        let saved: Saved = serde_json::from_value(saved).map_err(|error| Refusal::of(&error))?;
        if saved.version != VERSION {
            return Err(Refusal(format!("The table is saved in version {}, not {VERSION}.", saved.version)));
        }
        let table = match &saved.kind {
            Kind::Lesson { game, ruleset } => {
                opening::lesson(catalogue, limits, game, ruleset.as_ref(), saved.step)?
            }
            Kind::Game => opening::of_record(catalogue, &saved.record, true)?,
            Kind::Replay => opening::of_record(catalogue, &saved.record, false)?,
        };
        let mut room = Self::new(saved.id, table, saved.kind, now);
        if saved.links.len() != room.links.len() {
            return Err("The saved table has a different number of seats.".into());
        }
        room.links = saved.links;
        room.watch = saved.watch;
        room.taking_back = saved.taking_back;
        room.proposal = saved.proposal;
        room.next = saved.next;
        room.decided = saved.decided;
        room.settle(now);
        // The pause costs nobody time. No flag had fallen when this was saved.
        room.think(saved.thinking);
        Ok(room)
    }
}
