//! The house: its tables, the channels on which they are shown, and the calls.

use std::any::Any;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use furlong::Catalogue;
use furlong::rand::Rng as _;
use furlong::rand::SeedableRng as _;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::table::Hint;
use serde_json::Value;

use crate::asked::{Asked, Step};
use crate::call::{Call, Deed, Joining};
use crate::channel::{Channel, Outcome, Sent};
use crate::limits::Limits;
use crate::link::Entry;
use crate::offers::offers;
use crate::place::{After, Place};
use crate::refusal::Refusal;
use crate::reply::{Push, Reply, answer, progress, push, said, waiting};
use crate::room::Room;
use crate::work::{Done, DoneKind, Work, WorkKind};
use crate::{Millis, Now, VERSION};

/// The refusal of a table that is not there.
const GONE: &str = "This table no longer exists, or the link is incomplete.";

/// Tables of all games of a catalogue, and those who look at them.
#[derive(Debug)]
pub struct House {
    pub(crate) name: String,
    pub(crate) catalogue: Catalogue,
    /// The games on offer, from the first time that a page asks.
    offers: OnceCell<Value>,
    pub(crate) limits: Limits,
    pub(crate) rng: ChaCha20Rng,
    pub(crate) rooms: BTreeMap<String, Box<dyn Place>>,
    /// The tables that each channel is shown.
    channels: BTreeMap<Channel, BTreeSet<String>>,
    work: VecDeque<Wanted>,
}

/// Work that waits.
#[derive(Debug)]
enum Wanted {
    Bot(String),
    Story(String),
    Hint { table: String, hint: Hint, channel: Channel, id: u64 },
    Analysis { table: String, channel: Channel, id: u64 },
}

impl House {
    /// A house with these games. The names of its tables begin with its own, and its tokens and all chance come from the
    /// seed, 32 bytes that nobody can guess.
    pub fn new(name: &str, catalogue: Catalogue, seed: [u8; 32]) -> Self {
        Self {
            name: name.to_owned(),
            offers: OnceCell::new(),
            catalogue,
            limits: Limits::default(),
            rng: ChaCha20Rng::from_seed(seed),
            rooms: BTreeMap::new(),
            channels: BTreeMap::new(),
            work: VecDeque::new(),
        }
    }

    /// The same house with other bounds.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The number of tables.
    pub fn tables(&self) -> usize {
        self.rooms.len()
    }

    /// Returns whether the house keeps this table.
    pub fn has(&self, table: &str) -> bool {
        self.rooms.contains_key(table)
    }

    // ---- calls ----

    /// Answers a call of a channel, a text in JSON. What is wrong with it is said in the reply.
    pub fn call(&mut self, channel: Channel, text: &str, now: Now) -> Outcome {
        let asked = Asked::read(text, &self.limits);
        let asked = asked.prepared(&self.catalogue, &self.limits, || self.rng.next_u64());
        self.answer(channel, asked, now)
    }

    /// Answers a call that has been read and [prepared](Asked::prepared).
    pub fn answer(&mut self, channel: Channel, asked: Asked, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let table = asked.table().map(str::to_owned);
        let Asked { id, step } = asked;
        let reply = match step {
            Step::Call(call) => self.obey(channel, id, call, now, &mut outcome),
            Step::Answer(reply) => Some(reply),
            Step::Open(new) => Some(self.open(new, now, &mut outcome)),
            #[cfg(feature = "post")]
            Step::OpenPost { wanted, rules } => Some(self.open_post(&wanted, &rules, now, &mut outcome)),
        };
        if let Some(reply) = reply {
            let table = match &reply {
                Ok(Reply::Opened(opened)) => Some(opened.table.clone()),
                _ => table,
            };
            let text = answer(id, &reply);
            outcome.sent.insert(0, Sent { channel, text, table, answers: Some(id) });
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
            Call::Hello { version } => Err(Refusal(format!(
                "This page uses version {version} and the server version {VERSION}. Reload the page."
            ))),
            // They have been prepared.
            Call::CheckRuleset { .. }
            | Call::OpenTable(_)
            | Call::OpenRecord { .. }
            | Call::Lesson { .. } => Err("This call has not been prepared.".into()),
            Call::Join(asked) => self.join(channel, &asked, now, outcome),
            Call::Glance { table, token } => match self.rooms.get(&table) {
                Some(room) => room.glance(&token).map(Reply::Glance),
                None => Err(GONE.into()),
            },
            Call::Ping => Ok(Reply::Done {}),
            Call::Leave { table } => {
                self.leave(channel, &table, now, outcome);
                Ok(Reply::Left {})
            }
            Call::At { table, deed } => return self.act(channel, id, &table, deed, now, outcome),
        })
    }

    // ---- channels ----

    fn join(
        &mut self,
        channel: Channel,
        asked: &Joining,
        now: Now,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        let table = asked.table.as_str();
        let room = self.rooms.get_mut(table).ok_or(GONE)?;
        let shown = self.channels.entry(channel).or_default();
        if shown.len() >= self.limits.tables_of_channel && !shown.contains(table) {
            return Err("This page has too many tables open. Leave one first.".into());
        }
        let before = room.devices();
        let entry = room.join(channel, asked, &self.limits)?;
        shown.insert(table.to_owned());
        room.touch(now);
        let sight = room.show(channel, now).ok_or(GONE)?;
        if entry == Entry::New {
            outcome.changed.push(table.to_owned());
        }
        if room.devices() != before {
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
        let Some(room) = self.rooms.get_mut(table) else { return };
        let before = room.devices();
        room.touch(now);
        if room.leave(channel) && room.devices() != before {
            self.push(table, Some(channel), now, outcome);
        }
    }

    /// A connection has ended.
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
        deed: Deed,
        now: Now,
        outcome: &mut Outcome,
    ) -> Option<Result<Reply, Refusal>> {
        self.run_clocks(table, now, outcome);
        let Some(room) = self.rooms.get_mut(table) else {
            return Some(Err("This table no longer exists.".into()));
        };
        let (reply, after) = match room.act(channel, deed, now, &mut self.rng) {
            Ok(done) => done,
            Err(refusal) => return Some(Err(refusal)),
        };
        match after {
            After::Nothing => {}
            After::Kept => outcome.changed.push(table.to_owned()),
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

    /// A table has changed: chance decides, bots are asked, and everybody is shown it anew.
    pub(crate) fn changed(&mut self, table: &str, now: Now, outcome: &mut Outcome) {
        let Some(room) = self.rooms.get_mut(table) else { return };
        room.settle(now);
        self.want_work(table);
        outcome.changed.push(table.to_owned());
        self.push(table, None, now, outcome);
    }

    /// Notes the work that a game in play waits for.
    fn want_work(&mut self, table: &str) {
        let Some(room) = self.room_mut(table) else { return };
        let (goes_on, wants_story) = (room.goes_on(), room.wants_story());
        if goes_on {
            self.work.push_back(Wanted::Bot(table.to_owned()));
        }
        if wants_story {
            self.work.push_back(Wanted::Story(table.to_owned()));
        }
    }

    /// A game in play.
    pub(crate) fn room(&self, table: &str) -> Option<&Room> {
        (&**self.rooms.get(table)? as &dyn Any).downcast_ref()
    }

    /// A game in play, to be changed.
    pub(crate) fn room_mut(&mut self, table: &str) -> Option<&mut Room> {
        (&mut **self.rooms.get_mut(table)? as &mut dyn Any).downcast_mut()
    }

    /// Shows a table to all channels but one.
    fn push(&mut self, table: &str, but: Option<Channel>, now: Now, outcome: &mut Outcome) {
        let Some(room) = self.rooms.get_mut(table) else { return };
        for channel in room.channels().into_iter().filter(|channel| Some(*channel) != but) {
            if let Some(sight) = room.show(channel, now) {
                let text = push(table, Push::Sight(&sight));
                outcome.sent.push(Sent { channel, text, table: Some(table.to_owned()), answers: None });
            }
        }
    }

    // ---- time and work ----

    /// The time until [`House::tick`] has something to do; `None` when nothing is ahead.
    pub fn next_tick(&self, now: Now) -> Option<Millis> {
        self.rooms.values().filter_map(|room| room.until_fall(now)).min()
    }

    /// Lets flags fall, and puts away tables that nobody looks at.
    pub fn tick(&mut self, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let due = self.rooms.iter().filter(|(_, room)| room.until_fall(now) == Some(0));
        for table in due.map(|(id, _)| id.clone()).collect::<Vec<_>>() {
            self.run_clocks(&table, now, &mut outcome);
        }
        let idle = self.limits.idle;
        self.rooms.retain(|id, room| {
            let stays = room.is_awake()
                || !room.channels().is_empty()
                || now.steady.saturating_sub(room.touched()) < idle;
            if !stays {
                outcome.put_away.push(id.clone());
            }
            stays
        });
        outcome
    }

    /// Brings the clocks of a table up to date, and shows it anew when a flag has fallen.
    fn run_clocks(&mut self, table: &str, now: Now, outcome: &mut Outcome) {
        if self.rooms.get_mut(table).is_some_and(|room| room.run_clocks(now)) {
            self.changed(table, now, outcome);
        }
    }

    /// The next piece of work, if there is any.
    pub fn work(&mut self) -> Option<Work> {
        while let Some(wanted) = self.work.pop_front() {
            let (table, kind) = match wanted {
                Wanted::Bot(table) => {
                    let Some(room) = self.room_mut(&table) else { continue };
                    if !room.goes_on() {
                        continue;
                    }
                    let Some(thinking) = room.table.thinking() else { continue };
                    let has_people = !room.table.people().is_empty();
                    (table, WorkKind::Bot { thinking, has_people })
                }
                Wanted::Story(table) => {
                    let Some(room) = self.room(&table) else { continue };
                    let kind = WorkKind::Story(room.table.replay());
                    (table, kind)
                }
                Wanted::Hint { table, hint, channel, id } => (table, WorkKind::Hint { hint, channel, id }),
                Wanted::Analysis { table, channel, id } => {
                    let Some(room) = self.room(&table) else { continue };
                    let kind = WorkKind::Analysis { game: room.table.replay(), channel, id };
                    (table, kind)
                }
            };
            return Some(Work { table, kind });
        }
        None
    }

    /// Takes in what has come of a piece of work.
    pub fn finish(&mut self, done: Done, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(room) = self.room_mut(&done.table) else { return outcome };
        let table = Some(done.table.clone());
        let telling = |channel, id, text| Sent { channel, text, table, answers: Some(id) };
        match done.kind {
            DoneKind::Bot(thought) => {
                let seat = thought.seat();
                room.run_clocks(now);
                match room.table.decided(thought) {
                    Ok(true) => {}
                    // A bot that fails leaves its seat to the usual one.
                    Err(_) if room.replace_failed(seat) => {}
                    Ok(false) | Err(_) => return outcome,
                }
                self.changed(&done.table, now, &mut outcome);
            }
            DoneKind::Hint { shown, channel, id } => {
                if let Some(listener) = room.listeners.get_mut(&channel) {
                    listener.is_advised = false;
                }
                outcome.sent.push(telling(channel, id, answer(id, &said(shown))));
            }
            DoneKind::Story(story) => {
                room.decided = Some(story);
                outcome.changed.push(done.table.clone());
                self.push(&done.table, None, now, &mut outcome);
            }
            DoneKind::Progress { percent, channel, id } => {
                outcome.sent.push(telling(channel, id, progress(id, percent)));
            }
            DoneKind::Waiting { ahead, channel, id } => {
                outcome.sent.push(telling(channel, id, waiting(id, ahead)));
            }
            DoneKind::Analysis { result, channel, id } => {
                room.is_analysed = false;
                let reply = result.map(|analysis| {
                    room.analysis = Some(analysis.clone());
                    Reply::Analysis(analysis)
                });
                outcome.sent.push(telling(channel, id, answer(id, &reply)));
            }
        }
        outcome
    }

    // ---- keeping ----

    /// Returns whether something goes on at a table without anybody there: a clock runs, or a bot is to move.
    pub fn is_awake(&self, table: &str) -> bool {
        self.rooms.get(table).is_some_and(|room| room.is_awake())
    }

    /// A table as a text, with everything that is hidden: not for a page.
    pub fn saved(&self, table: &str, now: Now) -> Option<String> {
        Some(self.rooms.get(table)?.saved(now))
    }

    /// Takes in a table that was saved. Its clocks go on from what was left.
    ///
    /// # Errors
    /// One sentence on what is wrong with the text. Nothing has changed.
    pub fn restore(&mut self, saved: &str, now: Now) -> Result<String, String> {
        let place = self.restored(saved, now).map_err(|Refusal(sentence)| sentence)?;
        let id = place.id().to_owned();
        self.rooms.insert(id.clone(), place);
        self.want_work(&id);
        Ok(id)
    }

    /// Puts a table back to what was kept of it, because what has happened since could not be kept. A table of which nothing was
    /// kept is gone. Everybody there is shown it again.
    pub fn put_back(&mut self, table: &str, kept: Option<&str>, now: Now) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(lost) = self.rooms.remove(table) else { return outcome };
        let Some(Ok(mut place)) = kept.map(|kept| self.restored(kept, now)) else { return outcome };
        place.take_over(&*lost);
        self.rooms.insert(table.to_owned(), place);
        self.want_work(table);
        self.push(table, None, now, &mut outcome);
        outcome
    }

    /// The table of such a text.
    fn restored(&self, saved: &str, now: Now) -> Result<Box<dyn Place>, Refusal> {
        let saved: Value = serde_json::from_str(saved).map_err(|error| Refusal::of(&error))?;
        #[cfg(feature = "post")]
        if crate::post::Post::is_in(&saved) {
            return Ok(Box::new(crate::post::Post::restored(saved, now)?));
        }
        Ok(Box::new(Room::restored(&self.catalogue, &self.limits, saved, now)?))
    }
}
