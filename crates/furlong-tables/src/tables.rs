//! All open tables, the channels on which they are shown, and the calls.

use std::any::Any;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use furlong::Catalogue;
use furlong::formats::ErrorCode;
use furlong::rand::Rng as _;
use furlong::rand::SeedableRng as _;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::table::Hint;
use serde_json::Value;

use crate::call::{Call, JoinRequest, TableCommand};
use crate::channel::{Channel, Outcome, Sent};
use crate::feed::{Feed, feed_with};
use crate::limits::Limits;
use crate::link::Entry;
use crate::live_table::LiveTable;
use crate::offers::offers;
use crate::open_table::{After, OpenTable};
use crate::parsed_call::{CallState, ParsedCall};
use crate::refusal::Refusal;
use crate::reminders::is_reminder_due;
use crate::reply::{Push, Reply, progress, push, said, waiting};
use crate::turn_call::{latest_turns, turns_since};
use crate::work::{Done, DoneKind, Work, WorkKind};
use crate::{Millis, Now, VERSION};

/// The refusal if a table does not exist.
pub const GONE: &str = "This table no longer exists, or the link is incomplete.";

/// Open tables of the games in a catalogue, and the channels that watch them.
#[derive(Debug)]
pub struct Tables {
    pub(crate) name: String,
    pub(crate) catalogue: Catalogue,
    /// The games on offer, computed when a page first asks.
    offers: OnceCell<Value>,
    pub(crate) limits: Limits,
    pub(crate) rng: ChaCha20Rng,
    pub(crate) open: BTreeMap<String, Box<dyn OpenTable>>,
    /// The tables that each channel is shown.
    channels: BTreeMap<Channel, BTreeSet<String>>,
    work: VecDeque<Wanted>,
}

/// Work that is waiting to be done.
#[derive(Debug)]
enum Wanted {
    Bot(String),
    Story(String),
    Hint { table: String, hint: Hint, channel: Channel, id: u64 },
    Analysis { table: String, channel: Channel, id: u64 },
}

impl Tables {
    /// Creates tables of these games. Table names begin with `name`. Tokens and all chance come from the seed, 32 bytes
    /// that nobody can guess.
    pub fn new(name: &str, catalogue: Catalogue, seed: [u8; 32]) -> Self {
        Self {
            name: name.to_owned(),
            offers: OnceCell::new(),
            catalogue,
            limits: Limits::default(),
            rng: ChaCha20Rng::from_seed(seed),
            open: BTreeMap::new(),
            channels: BTreeMap::new(),
            work: VecDeque::new(),
        }
    }

    /// Sets other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The number of tables.
    pub fn count(&self) -> usize {
        self.open.len()
    }

    /// The number of people whose turn it is, at all tables in memory.
    pub fn waited_for(&self) -> usize {
        let turns = |live: &dyn OpenTable| {
            live.claimable().iter().filter(|(.., turns)| turns.current().is_some()).count()
        };
        self.open.values().map(|live| turns(&**live)).sum()
    }

    /// Returns whether this table is open.
    pub fn has(&self, table: &str) -> bool {
        self.open.contains_key(table)
    }

    // ---- calls ----

    /// Answers a channel's call, a JSON text. If something is wrong, the reply says so.
    pub fn call(&mut self, channel: Channel, text: &str, now: Now) -> Outcome {
        let parsed = ParsedCall::read(text, &self.limits);
        let parsed = parsed.prepared(&self.catalogue, &self.limits, || self.rng.next_u64());
        self.answer(channel, parsed, now)
    }

    /// Answers a call that has been parsed and [prepared](ParsedCall::prepared).
    pub fn answer(&mut self, channel: Channel, parsed: ParsedCall, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let table = parsed.table().map(str::to_owned);
        let ParsedCall { id, state, .. } = parsed;
        let reply = match state {
            CallState::Call(call) => self.obey(channel, id, call, now, &mut outcome),
            CallState::Answer(reply) => Some(reply),
            CallState::Open(new) => Some(self.open(new, now, &mut outcome)),
            #[cfg(feature = "post")]
            CallState::OpenPost { wanted, rules } => Some(self.open_post(&wanted, &rules, now, &mut outcome)),
        };
        if let Some(reply) = reply {
            let table = match &reply {
                Ok(Reply::Opened(opened)) => Some(opened.table.clone()),
                _ => table,
            };
            outcome.answer(channel, id, table, &reply);
        }
        outcome
    }

    /// Carries out a call; `None` when it is answered later.
    fn obey(
        &mut self,
        channel: Channel,
        id: u64,
        call: Call,
        now: Now,
        outcome: &mut Outcome,
    ) -> Option<Result<Reply, Refusal>> {
        Some(match call {
            Call::Hello { version: VERSION } => {
                let offers = self.offers.get_or_init(|| offers(&self.catalogue));
                Ok(Reply::Hello { version: VERSION, offers: offers.clone() })
            }
            Call::Hello { version } => Err(Refusal::new(
                ErrorCode::Version,
                format!(
                    "This page uses version {version} and the server version {VERSION}. Reload the page."
                ),
            )),
            // They have been prepared.
            Call::CheckRuleset { .. }
            | Call::OpenTable(_)
            | Call::OpenRecord { .. }
            | Call::Lesson { .. } => Err("This call has not been prepared.".into()),
            Call::Join(request) => self.join(channel, &request, now, outcome),
            Call::Glance { table, token } => match self.open.get(&table) {
                Some(live) => live.summary(&token).map(|mut summary| {
                    summary.mail.take_if(|_| !self.limits.has_mail);
                    Reply::Glance(summary)
                }),
                None => Err((ErrorCode::NoSuchTable, GONE).into()),
            },
            Call::Server(_) => Err("This needs a server.".into()),
            Call::Mail(call) => self.answer_mail(&call, outcome),
            Call::Ping => Ok(Reply::Done {}),
            Call::Leave { table } => {
                self.leave(channel, &table, now, outcome);
                Ok(Reply::Left {})
            }
            Call::At { table, command: TableCommand::Mail(address) } => {
                self.set_mail(&table, channel, address, outcome)
            }
            Call::At { table, command: TableCommand::Push(address) } => {
                self.add_push(&table, channel, address, outcome)
            }
            Call::At { table, command } => return self.act(channel, id, &table, command, now, outcome),
        })
    }

    // ---- channels ----

    fn join(
        &mut self,
        channel: Channel,
        request: &JoinRequest,
        now: Now,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        let table = request.table.as_str();
        let live = self.open.get_mut(table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let shown = self.channels.entry(channel).or_default();
        if shown.len() >= self.limits.tables_of_channel && !shown.contains(table) {
            return Err((ErrorCode::TooMany, "This page has too many tables open. Leave one first.").into());
        }
        let before = live.devices();
        let entry = live.join(channel, request, &self.limits)?;
        shown.insert(table.to_owned());
        live.touch(now);
        let has_changed = live.heed_presence(false);
        let sight = live.show(channel, now).ok_or((ErrorCode::NoSuchTable, GONE))?;
        if entry == Entry::New {
            outcome.changed.push(table.to_owned());
        }
        if has_changed {
            self.changed(table, now, outcome);
        } else if live.devices() != before {
            self.push(table, Some(channel), now, outcome);
        }
        // Bots that have paused go on.
        self.want_work(table);
        Ok(Reply::Joined { sight, claimed: entry != Entry::Own })
    }

    fn leave(&mut self, channel: Channel, table: &str, now: Now, outcome: &mut Outcome) {
        if let Some(shown) = self.channels.get_mut(&channel) {
            shown.remove(table);
        }
        let Some(live) = self.open.get_mut(table) else { return };
        let before = live.devices();
        live.touch(now);
        if live.leave(channel, now) && live.devices() != before {
            if live.heed_presence(true) {
                self.changed(table, now, outcome);
            } else {
                self.push(table, Some(channel), now, outcome);
            }
        }
    }

    /// Closes a channel whose connection has ended.
    pub fn close(&mut self, channel: Channel, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        for table in self.channels.remove(&channel).unwrap_or_default() {
            self.leave(channel, &table, now, &mut outcome);
        }
        outcome
    }

    // ---- tables ----

    fn act(
        &mut self,
        channel: Channel,
        id: u64,
        table: &str,
        command: TableCommand,
        now: Now,
        outcome: &mut Outcome,
    ) -> Option<Result<Reply, Refusal>> {
        self.run_clocks(table, now, outcome);
        let Some(live) = self.open.get_mut(table) else {
            return Some(Err((ErrorCode::NoSuchTable, "This table no longer exists.").into()));
        };
        let (reply, after) = match live.act(channel, command, now, &mut self.rng) {
            Ok(done) => done,
            Err(refusal) => return Some(Err(refusal)),
        };
        match after {
            After::Nothing => {}
            After::Kept => outcome.changed.push(table.to_owned()),
            After::Said(written) => {
                let text = push(table, Push::Chat(&written));
                outcome.tell_all(live.channels(), table, &text);
                outcome.changed.push(table.to_owned());
            }
            After::Changed => self.changed(table, now, outcome),
            After::Advise(hint) => {
                // The page learns at once that its call has come.
                outcome.sent.push(Sent {
                    channel,
                    text: progress(id, 0),
                    table: Some(table.to_owned()),
                    answers: Some(id),
                });
                self.work.push_back(Wanted::Hint { table: table.to_owned(), hint, channel, id });
                return None;
            }
            After::Analyse => {
                outcome.sent.push(Sent {
                    channel,
                    text: progress(id, 0),
                    table: Some(table.to_owned()),
                    answers: Some(id),
                });
                self.work.push_back(Wanted::Analysis { table: table.to_owned(), channel, id });
                return None;
            }
            After::Rematch => return Some(self.rematch(table, now, outcome).map(|()| reply)),
            After::PlayOn(event) => return Some(self.play_on(table, event, now, outcome)),
        }
        Some(Ok(reply))
    }

    /// Handles a change at a table: lets chance decide, asks bots, and shows the table to everybody again.
    pub(crate) fn changed(&mut self, table: &str, now: Now, outcome: &mut Outcome) {
        let Some(live) = self.open.get_mut(table) else { return };
        let before = latest_turns(&**live);
        live.settle(now);
        outcome.turns.extend(turns_since(&**live, &before));
        self.want_work(table);
        outcome.changed.push(table.to_owned());
        self.push(table, None, now, outcome);
    }

    /// Notes the work that a game in play is waiting for.
    fn want_work(&mut self, table: &str) {
        let Some(live) = self.live_mut(table) else { return };
        let (goes_on, wants_story) = (live.goes_on(), live.wants_story());
        if goes_on {
            self.work.push_back(Wanted::Bot(table.to_owned()));
        }
        if wants_story {
            self.work.push_back(Wanted::Story(table.to_owned()));
        }
    }

    /// Returns a game in play.
    pub(crate) fn live(&self, table: &str) -> Option<&LiveTable> {
        (&**self.open.get(table)? as &dyn Any).downcast_ref()
    }

    /// Returns a game in play, for changes.
    pub(crate) fn live_mut(&mut self, table: &str) -> Option<&mut LiveTable> {
        (&mut **self.open.get_mut(table)? as &mut dyn Any).downcast_mut()
    }

    /// Shows a table to all channels except one.
    fn push(&mut self, table: &str, but: Option<Channel>, now: Now, outcome: &mut Outcome) {
        let Some(live) = self.open.get_mut(table) else { return };
        for channel in live.channels().into_iter().filter(|channel| Some(*channel) != but) {
            if let Some(sight) = live.show(channel, now) {
                let text = push(table, Push::Sight(&sight));
                outcome.sent.push(Sent { channel, text, table: Some(table.to_owned()), answers: None });
            }
        }
    }

    // ---- time and work ----

    /// The time until [`Tables::tick`] has something to do; `None` if nothing is scheduled.
    pub fn next_tick(&self, now: Now) -> Option<Millis> {
        self.open.values().filter_map(|live| live.until_fall(now)).min()
    }

    /// Ends thinking times that are used up, and unloads tables that nobody is watching.
    pub fn tick(&mut self, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let due = self.open.iter().filter(|(_, live)| live.until_fall(now) == Some(0));
        for table in due.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            self.run_clocks(&table, now, &mut outcome);
        }
        self.remind(now, &mut outcome);
        let idle = self.limits.idle;
        self.open.retain(|id, live| {
            let stays = live.is_awake()
                || self.limits.has_mail && is_reminder_due(&**live)
                || !live.channels().is_empty()
                || now.steady.saturating_sub(live.touched()) < idle;
            if !stays {
                outcome.unloaded.push(id.clone());
            }
            stays
        });
        outcome
    }

    /// Brings the clocks of a table up to date, and shows it again if one has run out.
    fn run_clocks(&mut self, table: &str, now: Now, outcome: &mut Outcome) {
        if self.open.get_mut(table).is_some_and(|live| live.run_clocks(now)) {
            self.changed(table, now, outcome);
        }
    }

    /// The next piece of work, if there is any.
    pub fn work(&mut self) -> Option<Work> {
        while let Some(wanted) = self.work.pop_front() {
            let (table, kind) = match wanted {
                Wanted::Bot(table) => {
                    let Some(live) = self.live_mut(&table) else { continue };
                    if !live.goes_on() {
                        continue;
                    }
                    let Some(thinking) = live.table.thinking() else { continue };
                    let has_people = !live.table.people().is_empty();
                    (table, WorkKind::Bot { thinking, has_people })
                }
                Wanted::Story(table) => {
                    let Some(live) = self.live(&table) else { continue };
                    let kind = WorkKind::Story(live.table.replay());
                    (table, kind)
                }
                Wanted::Hint { table, hint, channel, id } => (table, WorkKind::Hint { hint, channel, id }),
                Wanted::Analysis { table, channel, id } => {
                    let Some(live) = self.live(&table) else { continue };
                    let kind = WorkKind::Analysis { game: live.table.replay(), channel, id };
                    (table, kind)
                }
            };
            return Some(Work { table, kind });
        }
        None
    }

    /// Takes the result of a piece of work.
    pub fn finish(&mut self, done: Done, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(live) = self.live_mut(&done.table) else { return outcome };
        let table = Some(done.table.clone());
        let telling = |channel, id, text, table| Sent { channel, text, table, answers: Some(id) };
        match done.kind {
            DoneKind::Bot(thought) => {
                if live.is_over() {
                    return outcome;
                }
                let seat = thought.seat();
                live.run_clocks(now);
                match live.table.decided(thought) {
                    Ok(true) => {}
                    // A bot that fails leaves its seat to the usual one.
                    Err(_) if live.replace_failed(seat) => {}
                    Ok(false) | Err(_) => return outcome,
                }
                self.changed(&done.table, now, &mut outcome);
            }
            DoneKind::Hint { shown, channel, id } => {
                if let Some(listener) = live.listeners.get_mut(&channel) {
                    listener.is_advised = false;
                }
                outcome.answer(channel, id, table, &said(shown));
            }
            DoneKind::Story(story) => {
                live.decided = Some(story);
                outcome.changed.push(done.table.clone());
                self.push(&done.table, None, now, &mut outcome);
            }
            DoneKind::Progress { percent, channel, id } => {
                outcome.sent.push(telling(channel, id, progress(id, percent), table));
            }
            DoneKind::Waiting { ahead, channel, id } => {
                outcome.sent.push(telling(channel, id, waiting(id, ahead), table));
            }
            DoneKind::Analysis { result, channel, id } => {
                live.is_analysed = false;
                let reply = result.map(|analysis| {
                    live.analysis = Some(analysis.clone());
                    Reply::Analysis(analysis)
                });
                outcome.answer(channel, id, table, &reply);
            }
        }
        outcome
    }

    // ---- keeping ----

    /// The feed with this secret at an open table; `None` if there is no such table or no such feed.
    pub fn feed(&self, table: &str, secret: &str) -> Option<Feed> {
        feed_with(secret, &**self.open.get(table)?)
    }

    /// Returns whether something happens at a table even if nobody is watching: a clock runs, a bot is to move, or
    /// somebody is to be reminded.
    pub fn is_awake(&self, table: &str) -> bool {
        self.open
            .get(table)
            .is_some_and(|live| live.is_awake() || self.limits.has_mail && is_reminder_due(&**live))
    }

    /// Writes a table as text, including everything hidden. Do not send it to a page.
    pub fn saved(&self, table: &str, now: Now) -> Option<String> {
        Some(self.open.get(table)?.saved(now))
    }

    /// Restores a saved table. Its clocks continue with the time that was left.
    ///
    /// # Errors
    /// One sentence on what is wrong with the text. Nothing has changed.
    pub fn restore(&mut self, saved: &str, now: Now) -> Result<String, String> {
        let place = self.restored(saved, now).map_err(|refusal| refusal.sentence)?;
        let id = place.id().to_owned();
        self.open.insert(id.clone(), place);
        self.want_work(&id);
        Ok(id)
    }

    /// Rolls a table back to its last saved state, because later changes could not be saved, and shows it to everybody
    /// again. A table that was never saved disappears.
    pub fn roll_back(&mut self, table: &str, kept: Option<&str>, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(lost) = self.open.remove(table) else { return outcome };
        let Some(Ok(mut place)) = kept.map(|kept| self.restored(kept, now)) else { return outcome };
        place.take_over(&*lost);
        self.open.insert(table.to_owned(), place);
        self.want_work(table);
        self.push(table, None, now, &mut outcome);
        outcome
    }

    /// Reads a table from its saved text.
    fn restored(&self, saved: &str, now: Now) -> Result<Box<dyn OpenTable>, Refusal> {
        let saved: Value =
            serde_json::from_str(saved).map_err(|error| Refusal::of(ErrorCode::Unreadable, &error))?;
        #[cfg(feature = "post")]
        if crate::post::PostTable::is_in(&saved) {
            return Ok(Box::new(crate::post::PostTable::restored(saved, now)?));
        }
        Ok(Box::new(LiveTable::restored(&self.catalogue, &self.limits, saved, now)?))
    }
}
