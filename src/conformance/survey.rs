//! Random games under a ruleset, and the places in them where each kind of action can be chosen.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::bot::RandomBot;
use crate::common::seat::Seat;
use crate::formats::json;
use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn};
use crate::race::Race;

/// The number of random games for each number of players.
const GAMES: u64 = 24;
/// The number of places that are kept for each kind of action.
const PLACES: usize = 2;

/// Returns the kind of an action: the word that its JSON consists of or begins with, such as `place`.
pub(super) fn kind_of(action: &impl Serialize) -> String {
    match json::plain(action) {
        Value::String(word) => word,
        Value::Object(fields) if fields.len() == 1 => {
            fields.into_iter().next().map_or_else(String::new, |(key, _)| key)
        }
        Value::Number(_) => "a number".to_owned(),
        _ => "an action".to_owned(),
    }
}

/// A situation of a random game in which a seat is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) players: u8,
    /// The number of the game.
    pub(super) number: u64,
    pub(super) events: usize,
    pub(super) seat: Seat,
}

/// What random games under a ruleset have shown.
pub(super) struct Survey<'a, G: RaceGame> {
    game: &'a Arc<G>,
    seed: u64,
    /// The numbers of players to test: the minimum, four, and the maximum.
    pub(super) sizes: Vec<u8>,
    places: BTreeMap<String, Vec<Place>>,
    /// The last decision of the longest game.
    pub(super) longest: Option<Place>,
}

impl<'a, G: RaceGame> Survey<'a, G> {
    /// Plays random games.
    pub(super) fn of(game: &'a Arc<G>, seed: u64, most_events: usize) -> Self {
        let allowed = game.players();
        let mut sizes = vec![*allowed.start(), 4.clamp(*allowed.start(), *allowed.end()), *allowed.end()];
        sizes.dedup();
        let mut survey = Self { game, seed, sizes, places: BTreeMap::new(), longest: None };
        for players in survey.sizes.clone() {
            for number in 0..GAMES {
                survey.look_at(players, number, most_events);
            }
        }
        survey
    }

    /// Returns the kinds of actions that were found.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &String> {
        self.places.keys()
    }

    /// Returns the places in which each kind of action can be chosen.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.places.values().flatten().copied()
    }

    fn look_at(&mut self, players: u8, number: u64, most_events: usize) {
        let Some(mut race) = self.begin(players, number) else { return };
        let mut new = Vec::new();
        while race.events() < most_events {
            match race.turn() {
                Turn::Over => break,
                Turn::Chance(_) => _ = race.draw(),
                Turn::Seat(seat) => {
                    let place = Place { players, number, events: race.events(), seat };
                    new.clear();
                    new.extend(race.actions(seat).iter().map(kind_of));
                    new.dedup();
                    for kind in new.drain(..) {
                        let places = self.places.entry(kind).or_default();
                        let is_of_another_game =
                            places.last().is_none_or(|last| (last.players, last.number) != (players, number));
                        if places.len() < PLACES && is_of_another_game {
                            places.push(place);
                        }
                    }
                    if self.longest.is_none_or(|longest| longest.events < place.events) {
                        self.longest = Some(place);
                    }
                    if race.ask(&mut RandomBot).is_err() {
                        break;
                    }
                }
            }
        }
    }

    /// Returns the game of this number at its beginning.
    pub(super) fn begin(&self, players: u8, number: u64) -> Option<Race<G>> {
        let streams = Streams { seed: self.seed, group: number };
        Race::in_group(Arc::clone(self.game), &self.game.setup(players), streams).ok()
    }

    /// Returns the random game at this place.
    pub(super) fn race_at(&self, place: Place) -> Option<Race<G>> {
        let mut race = self.begin(place.players, place.number)?;
        while race.events() < place.events {
            match race.turn() {
                Turn::Over => return None,
                Turn::Chance(_) => _ = race.draw(),
                Turn::Seat(_) => _ = race.ask(&mut RandomBot).ok()?,
            }
        }
        Some(race)
    }
}
