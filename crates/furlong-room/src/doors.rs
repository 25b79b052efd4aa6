//! The ways in which a house opens its tables: new ones, saved ones, lessons, the next game and other ways on.

use furlong::ground::SeatSet;
#[cfg(feature = "post")]
use furlong::hare_tortoise::HareTortoise;
use furlong::rand::Rng as _;

use crate::Now;
use crate::asked::NewRoom;
#[cfg(feature = "post")]
use crate::call::NewTable;
use crate::channel::{Outcome, Sent};
use crate::house::House;
use crate::link::{SeatLink, new_id, new_token};
use crate::place::Place;
#[cfg(feature = "post")]
use crate::post;
use crate::refusal::Refusal;
use crate::reply::{Opened, Push, Reply, push};
use crate::room::{Kind, Room};

impl House {
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
        if self.rooms.len() >= self.limits.tables {
            return Err("The server is full: too many tables are open.".into());
        }
        Ok(())
    }

    /// Opens a room around a table, with a link for each person.
    pub(crate) fn open(&mut self, new: NewRoom, now: Now, outcome: &mut Outcome) -> Result<Reply, Refusal> {
        self.check_space()?;
        let NewRoom { table, kind, taking_back, is_watched } = new;
        let mut room = Room::new(new_id(&self.name, &mut self.rng), table, kind, now);
        room.taking_back = taking_back;
        let people = if matches!(room.kind, Kind::Replay) { SeatSet::EMPTY } else { room.table.people() };
        let mut tokens = Vec::new();
        for seat in room.table.seats().iter() {
            let opened = people.contains(seat).then(|| new_token(&mut self.rng)).unzip();
            tokens.push(opened.0);
            room.links[seat.index()] = opened.1.map(SeatLink::new);
        }
        let (watch, link) = is_watched.then(|| new_token(&mut self.rng)).unzip();
        room.watch = link;
        let opened = Opened { table: room.id.clone(), tokens, watch, master: None };
        self.keep(Box::new(room), now, outcome);
        Ok(Reply::Opened(opened))
    }

    /// Lets a new table go on.
    fn keep(&mut self, place: Box<dyn Place>, now: Now, outcome: &mut Outcome) {
        let id = place.id().to_owned();
        self.rooms.insert(id.clone(), place);
        self.changed(&id, now, outcome);
    }

    /// Another game of the same players: the same links open it.
    pub(crate) fn rematch(&mut self, table: &str, now: Now, outcome: &mut Outcome) -> Result<(), Refusal> {
        let gone = "This table no longer exists.";
        let seed = self.rng.next_u64();
        let id = new_id(&self.name, &mut self.rng);
        let room = self.room_mut(table).ok_or(gone)?;
        let mut next = Room::new(
            id.clone(),
            room.table.again(seed).map_err(|error| Refusal::of(&error))?,
            Kind::Game,
            now,
        );
        next.links.clone_from(&room.links);
        next.watch.clone_from(&room.watch);
        next.taking_back = room.taking_back;
        room.next = Some(id.clone());
        let text = push(table, Push::Rematch { table: &id });
        let listeners = room.listeners.keys();
        outcome.sent.extend(listeners.map(|channel| Sent {
            channel: *channel,
            text: text.clone(),
            table: Some(table.to_owned()),
            answers: None,
        }));
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
        let room = self.room(table).ok_or("This table no longer exists.")?;
        let mut past = room.table.replay();
        past.go_to(event).map_err(|error| Refusal::of(&error))?;
        let players = room.table.players().to_vec();
        let table = past.play_on(seed, players).map_err(|error| Refusal::of(&error))?;
        let (taking_back, is_watched) = (room.taking_back, table.people().is_empty());
        self.open(NewRoom { table, kind: Kind::Game, taking_back, is_watched }, now, outcome)
    }
}
