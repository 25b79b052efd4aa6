//! Opens tables: for new games, saved games, lessons, rematches and games that continue from an earlier moment.

use furlong::common::SeatSet;
use furlong::formats::ErrorCode;
#[cfg(feature = "post")]
use furlong::hare_tortoise::HareTortoise;
use furlong::rand::Rng as _;

use crate::Now;
#[cfg(feature = "post")]
use crate::call::NewTable;
use crate::channel::Outcome;
use crate::chat::Chat;
use crate::link::{SeatLink, new_id, new_token};
use crate::live_table::{Kind, LiveTable};
use crate::mail::Mailbox;
use crate::open_table::OpenTable;
use crate::parsed_call::PreparedTable;
#[cfg(feature = "post")]
use crate::post;
use crate::refusal::Refusal;
use crate::reply::{Opened, Push, Reply, push};
use crate::tables::Tables;

impl Tables {
    #[cfg(feature = "post")]
    pub(crate) fn open_post(
        &mut self,
        wanted: &NewTable,
        rules: &HareTortoise,
        now: Now,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        self.check_space()?;
        let post::NewPost { post, opened } = post::open(&self.name, wanted, rules, &mut self.rng, now)?;
        self.keep(Box::new(post), now, outcome);
        Ok(Reply::Opened(opened))
    }

    fn check_space(&self) -> Result<(), Refusal> {
        if self.open.len() >= self.limits.tables {
            return Err((ErrorCode::TooMany, "The server is full: too many tables are open.").into());
        }
        Ok(())
    }

    /// Opens a table for a game, with a link for each person.
    pub(crate) fn open(
        &mut self,
        new: PreparedTable,
        now: Now,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        self.check_space()?;
        let PreparedTable { table, kind, taking_back, is_watched, has_chat } = new;
        let mut live = LiveTable::new(new_id(&self.name, &mut self.rng), table, kind, now);
        live.taking_back = taking_back;
        live.chat = Chat::new(has_chat);
        let people = if matches!(live.kind, Kind::Replay) { SeatSet::EMPTY } else { live.table.people() };
        let mut tokens = Vec::new();
        for seat in live.table.seats().iter() {
            let opened = people.contains(seat).then(|| new_token(&mut self.rng)).unzip();
            tokens.push(opened.0);
            live.links[seat.index()] = opened.1.map(SeatLink::new);
        }
        live.host = people.iter().next();
        let (watch, link) = is_watched.then(|| new_token(&mut self.rng)).unzip();
        live.watch = link;
        let (invitation, link) = (people.len() > 1).then(|| new_token(&mut self.rng)).unzip();
        live.invitation = link;
        let opened = Opened { table: live.id.clone(), tokens, watch, invitation, master: None };
        self.keep(Box::new(live), now, outcome);
        Ok(Reply::Opened(opened))
    }

    /// Adds a new table and starts it.
    fn keep(&mut self, place: Box<dyn OpenTable>, now: Now, outcome: &mut Outcome) {
        let id = place.id().to_owned();
        self.open.insert(id.clone(), place);
        self.changed(&id, now, outcome);
    }

    /// Opens another game of the same players, with the same links.
    pub(crate) fn rematch(&mut self, table: &str, now: Now, outcome: &mut Outcome) -> Result<(), Refusal> {
        let gone = "This table no longer exists.";
        let seed = self.rng.next_u64();
        let id = new_id(&self.name, &mut self.rng);
        let live = self.live_mut(table).ok_or((ErrorCode::NoSuchTable, gone))?;
        let mut next = LiveTable::new(id.clone(), live.table.again(seed)?, Kind::Game, now);
        next.links.clone_from(&live.links);
        next.watch.clone_from(&live.watch);
        next.invitation.clone_from(&live.invitation);
        next.taking_back = live.taking_back;
        next.chat = Chat::new(live.chat.is_on());
        for (next, own) in next.turns.iter_mut().zip(&live.turns) {
            next.mail = own.mail.clone().map(|mail| Mailbox { turn: 0, ..mail });
            next.push.clone_from(&own.push);
        }
        live.next = Some(id.clone());
        let text = push(table, Push::Rematch { table: &id });
        outcome.tell_all(live.channels(), table, &text);
        self.keep(Box::new(next), now, outcome);
        self.changed(table, now, outcome);
        Ok(())
    }

    pub(crate) fn play_on(
        &mut self,
        table: &str,
        event: usize,
        now: Now,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        let seed = self.rng.next_u64();
        let live = self.live(table).ok_or((ErrorCode::NoSuchTable, "This table no longer exists."))?;
        let mut past = live.table.replay();
        past.go_to(event).map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?;
        let players = live.table.players().to_vec();
        let table = past.play_on(seed, players)?;
        let (taking_back, is_watched) = (live.taking_back, table.people().is_empty());
        let has_chat = live.chat.is_on();
        self.open(PreparedTable { table, kind: Kind::Game, taking_back, is_watched, has_chat }, now, outcome)
    }
}
