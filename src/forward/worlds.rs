//! Helpers for the answers of a forward model: random numbers of worlds, and shares of the win.

use std::hash::{Hash as _, Hasher as _};

use rand::SeedableRng as _;
use serde_json::{Map, Value};

use crate::common::seat::Seat;
use crate::common::stable_hash::StableHasher;
use crate::game::streams::Stream;
use crate::playable::Playable;

/// Returns the share of the win of each seat.
pub(super) fn shares<G: Playable>(game: &G, state: &G::State) -> Vec<f64> {
    let shares = game.returns(state);
    game.seats(state).iter().map(|seat: Seat| shares[seat].as_f64()).collect()
}

/// Returns the random numbers of world `number` of a request. They are the same for every action tried in it.
pub(super) fn stream(random: u64, number: u64) -> Stream {
    let mut mixed = StableHasher::default();
    (random, number).hash(&mut mixed);
    Stream::seed_from_u64(mixed.finish())
}

/// Returns the fields of a JSON object.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
