//! In the place of games by post, where the package is built without them: there are none.

use furlong::Catalogue;
use furlong::ground::SeatSet;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::ruleset::Source;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::call::NewTable;
use crate::channel::Channel;
use crate::limits::Limits;
use crate::reply::{Opened, Refusal};
use crate::room::Done;

/// The form in which a game by post would be opened.
#[derive(Debug, Deserialize)]
pub(crate) struct ByPost {}

/// A deed in a game by post.
#[derive(Debug, Deserialize)]
pub(crate) struct PostDeed {}

/// A game by post; no value exists.
#[derive(Debug)]
pub(crate) enum Post {}

#[derive(Debug, Serialize)]
pub(crate) enum PostSight {}

#[derive(Debug, Serialize)]
pub(crate) enum Paper {}

#[derive(Debug, Serialize)]
pub(crate) enum Reading {}

pub(crate) struct NewPost {
    pub(crate) post: Post,
    pub(crate) opened: Opened,
}

pub(crate) fn numbers_of_players(_game: &str, _source: Option<Source<'_>>) -> Vec<u8> {
    Vec::new()
}

pub(crate) fn open(
    _house: &str,
    _catalogue: &Catalogue,
    _limits: &Limits,
    _wanted: &NewTable,
    _by_post: &ByPost,
    _rng: &mut ChaCha20Rng,
    _now: Millis,
) -> Result<NewPost, Refusal> {
    Err("Games by post need a server.".into())
}

impl Post {
    pub(crate) fn is_saved_in(_text: &str) -> bool {
        false
    }

    pub(crate) fn restored(_text: &str, _now: Millis) -> Result<Self, Refusal> {
        Err("Games by post need a server.".into())
    }

    pub(crate) fn saved(&self) -> String {
        match *self {}
    }

    pub(crate) fn id(&self) -> &str {
        match *self {}
    }

    pub(crate) fn here(&self) -> SeatSet {
        match *self {}
    }

    pub(crate) fn join(&mut self, _channel: Channel, _token: &str, _limits: &Limits) -> Result<(), Refusal> {
        match *self {}
    }

    pub(crate) fn leave(&mut self, _channel: Channel) -> bool {
        match *self {}
    }

    pub(crate) fn show(&self, _channel: Channel) -> Option<PostSight> {
        match *self {}
    }

    pub(crate) fn channels(&self) -> Vec<Channel> {
        match *self {}
    }

    pub(crate) fn touched(&self) -> Millis {
        match *self {}
    }

    pub(crate) fn touch(&mut self, _now: Millis) {
        match *self {}
    }

    pub(crate) fn act(
        &mut self,
        _channel: Channel,
        _deed: PostDeed,
        _now: Millis,
        _rng: &mut ChaCha20Rng,
    ) -> Done {
        match *self {}
    }

    pub(crate) fn settle(&mut self, _now: Millis) {
        match *self {}
    }

    pub(crate) fn run_clock(&mut self, _now: Millis) -> bool {
        match *self {}
    }

    pub(crate) fn next_fall(&self) -> Option<Millis> {
        match *self {}
    }
}
