//! The two kinds of tables that a house keeps: games in play, and games by post.

use furlong::Catalogue;
use furlong::ground::SeatSet;
use furlong::rand::rngs::ChaCha20Rng;
use serde::Serialize;

use crate::Millis;
use crate::call::Deed;
use crate::channel::Channel;
use crate::limits::Limits;
use crate::post::{Post, PostSight};
use crate::reply::Refusal;
use crate::room::{Done, Room};
use crate::sight::Sight;

/// A table of a house.
#[derive(Debug)]
pub(crate) enum Place {
    /// A game in play, a lesson or a saved game.
    Room(Box<Room>),
    /// A game by post.
    Post(Box<Post>),
}

/// The sight of a reader of a table.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Seen {
    Room(Box<Sight>),
    Post(Box<PostSight>),
}

impl Place {
    /// The table of such a text.
    pub(crate) fn restored(
        catalogue: &Catalogue,
        limits: &Limits,
        text: &str,
        now: Millis,
    ) -> Result<Self, Refusal> {
        if Post::is_saved_in(text) {
            Ok(Self::Post(Box::new(Post::restored(text, now)?)))
        } else {
            Ok(Self::Room(Box::new(Room::restored(catalogue, limits, text, now)?)))
        }
    }

    pub(crate) fn saved(&self, now: Millis) -> String {
        match self {
            Self::Room(room) => room.saved(now),
            Self::Post(post) => post.saved(),
        }
    }

    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Room(room) => &room.id,
            Self::Post(post) => post.id(),
        }
    }

    /// The game in play here.
    pub(crate) fn room(&self) -> Option<&Room> {
        match self {
            Self::Room(room) => Some(room),
            Self::Post(_) => None,
        }
    }

    /// The game in play here, to be changed.
    pub(crate) fn room_mut(&mut self) -> Option<&mut Room> {
        match self {
            Self::Room(room) => Some(room),
            Self::Post(_) => None,
        }
    }

    // ---- those who look at it ----

    pub(crate) fn here(&self) -> SeatSet {
        match self {
            Self::Room(room) => room.here(),
            Self::Post(post) => post.here(),
        }
    }

    pub(crate) fn join(
        &mut self,
        channel: Channel,
        token: &str,
        since: Option<usize>,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        match self {
            Self::Room(room) => room.join(channel, token, since, limits),
            Self::Post(post) => post.join(channel, token, limits),
        }
    }

    /// Removes a channel. Returns whether it was here.
    pub(crate) fn leave(&mut self, channel: Channel) -> bool {
        match self {
            Self::Room(room) => room.leave(channel),
            Self::Post(post) => post.leave(channel),
        }
    }

    /// The present sight of a channel.
    pub(crate) fn show(&mut self, channel: Channel, now: Millis) -> Option<Seen> {
        Some(match self {
            Self::Room(room) => Seen::Room(Box::new(room.show(channel, now)?)),
            Self::Post(post) => Seen::Post(Box::new(post.show(channel)?)),
        })
    }

    pub(crate) fn channels(&self) -> Vec<Channel> {
        match self {
            Self::Room(room) => room.listeners.keys().copied().collect(),
            Self::Post(post) => post.channels(),
        }
    }

    /// The moment of the last change, or of the last look.
    pub(crate) fn touched(&self) -> Millis {
        match self {
            Self::Room(room) => room.touched,
            Self::Post(post) => post.touched(),
        }
    }

    /// Somebody has looked at it.
    pub(crate) fn touch(&mut self, now: Millis) {
        match self {
            Self::Room(room) => room.touched = now,
            Self::Post(post) => post.touch(now),
        }
    }

    // ---- what goes on ----

    /// Does what a reader wants.
    pub(crate) fn act(&mut self, channel: Channel, deed: Deed, now: Millis, rng: &mut ChaCha20Rng) -> Done {
        match (self, deed) {
            (Self::Post(post), Deed::Post(deed)) => post.act(channel, deed, now, rng),
            (Self::Post(_), _) => Err("In a game by post one writes and sends orders.".into()),
            (Self::Room(room), deed) => room.act(channel, deed, now),
        }
    }

    /// Lets chance decide, and rounds be adjudicated that wait for nobody.
    pub(crate) fn settle(&mut self, now: Millis) {
        match self {
            Self::Room(room) => room.settle(now),
            Self::Post(post) => post.settle(now),
        }
    }

    /// Brings the time up to date. Returns whether something has changed by that.
    pub(crate) fn run_clocks(&mut self, now: Millis) -> bool {
        match self {
            Self::Room(room) => room.run_clocks(now),
            Self::Post(post) => post.run_clock(now),
        }
    }

    /// The moment at which the time is up next.
    pub(crate) fn next_fall(&self) -> Option<Millis> {
        match self {
            Self::Room(room) => room.next_fall(),
            Self::Post(post) => post.next_fall(),
        }
    }

    /// Returns whether something goes on without anybody there.
    pub(crate) fn is_awake(&self) -> bool {
        match self {
            Self::Room(room) => room.is_awake(),
            Self::Post(post) => post.next_fall().is_some(),
        }
    }
}
