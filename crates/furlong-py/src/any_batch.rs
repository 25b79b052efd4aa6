//! A batch without the type of its game, and the bots that play in it.

use std::any::Any;
use std::num::NonZeroUsize;
use std::sync::Arc;

use furlong::batch::{self, ActionLists, Buffers, GOES_ON, Reset, WAIT};
use furlong::encoding::EncodingError;
use furlong::formats::json;
use furlong::{AnyRace, Bot as RaceBot, Race as OneRace, Seat};
use pyo3::prelude::*;
use serde_json::Value;

use crate::bots::{Failure, Held, Player, PythonBot, instance};
use crate::errors::{ArrayError, BotError, RecordError, UnknownName, raise, wrong_argument};
use crate::typed_game::TypedGame;
use crate::values::{MOST_GAMES, Whole};

/// The settings with which a caller requests a batch.
pub(crate) struct BatchOptions {
    pub(crate) players: Option<Whole>,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) most_events: u32,
    pub(crate) threads: NonZeroUsize,
    pub(crate) reset: Reset,
}

/// A batch without the type of its game.
pub(crate) trait AnyBatch: Send {
    fn players(&self) -> u8;
    fn observe(&self, buffers: &mut Buffers<'_>) -> Result<(), EncodingError>;
    fn step(&mut self, chosen: &[u32], buffers: &mut Buffers<'_>) -> Result<(), EncodingError>;
    fn reset(&mut self, asked: &[u8], buffers: &mut Buffers<'_>) -> Result<(), EncodingError>;
    fn sample(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError>;
    fn sample_listed(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError>;
    fn sample_uniform(&self, chosen: &mut [u32]) -> Result<(), EncodingError>;
    fn list(&self, lists: &mut ActionLists);
    fn numbers(&self) -> Vec<u64>;
    fn view(&self, place: usize, seat: Option<Seat>) -> Option<Value>;
    fn features_of(&self, place: usize, seat: Seat, out: &mut [f32]) -> bool;
    fn race(&self, number: u64) -> PyResult<Box<dyn AnyRace>>;
    /// The games as JSON.
    fn saved(&self) -> Value;
    fn restore(&mut self, games: &Value) -> PyResult<()>;
    /// Takes the bots away, to be dropped by the caller.
    fn unseat(&mut self) -> Box<dyn Any + Send>;
    fn objects(&self) -> &[Held];
    fn sit(&mut self, py: Python<'_>, bots: &[Player], failure: &Failure) -> PyResult<()>;
    fn play_bots(&mut self, own: &[u8], ended: &mut Ended<'_>) -> PyResult<()>;
}

/// The games that bots have played to their end.
pub(crate) struct Ended<'a> {
    pub(crate) endings: &'a mut [u8],
    pub(crate) rewards: &'a mut [f32],
}

/// A batch of game `G`, and the bots that play in it.
pub(crate) struct TypedBatch<G: TypedGame> {
    batch: batch::Batch<G>,
    setup: G::Setup,
    /// One bot for each seat of each game; empty while no bots are seated.
    bots: Vec<Box<dyn RaceBot<G>>>,
    /// The objects of bots in Python.
    objects: Vec<Held>,
}

impl<G: TypedGame> TypedBatch<G> {
    pub(crate) fn new(game: Arc<G>, setup: G::Setup, asked: &BatchOptions) -> PyResult<Self> {
        let batch = batch::Batch::new(game, &setup, asked.seed, asked.games).map_err(raise::<UnknownName>)?;
        let batch = batch.most_events(asked.most_events).threads(asked.threads).resets(asked.reset);
        Ok(Self { batch, setup, bots: Vec::new(), objects: Vec::new() })
    }

    /// Makes one bot decision in each game in which no seat of `own` is to move; `WAIT` in the others.
    fn decide(&mut self, own: &[u8], chosen: &mut [u32]) -> PyResult<bool> {
        let players = usize::from(self.batch.seats().count());
        let mut is_any = false;
        for (place, chosen) in chosen.iter_mut().enumerate() {
            #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
            Python::attach(|py| py.check_signals())?;
            let seat = self.batch.seat(place).filter(|seat| own.get(place) != Some(&seat.number()));
            *chosen = match seat {
                None => WAIT,
                Some(seat) => {
                    is_any = true;
                    let bot = &mut self.bots[place * players + seat.index()];
                    let chosen = self.batch.ask(place, bot);
                    chosen.map_err(|error| {
                        raise::<BotError>(format!("game {place}, seat {}: {error}", seat.number()))
                    })?
                }
            };
        }
        Ok(is_any)
    }
}

impl<G: TypedGame> AnyBatch for TypedBatch<G> {
    fn players(&self) -> u8 {
        self.batch.seats().count()
    }

    fn observe(&self, buffers: &mut Buffers<'_>) -> Result<(), EncodingError> {
        self.batch.observe(buffers)
    }

    fn step(&mut self, chosen: &[u32], buffers: &mut Buffers<'_>) -> Result<(), EncodingError> {
        self.batch.step(chosen, buffers)
    }

    fn reset(&mut self, asked: &[u8], buffers: &mut Buffers<'_>) -> Result<(), EncodingError> {
        self.batch.reset(|place| asked.get(place).is_some_and(|is_asked| *is_asked != 0), buffers)
    }

    fn sample(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError> {
        self.batch.sample(logits, chosen)
    }

    fn sample_listed(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError> {
        self.batch.sample_listed(logits, chosen)
    }

    fn sample_uniform(&self, chosen: &mut [u32]) -> Result<(), EncodingError> {
        self.batch.sample_uniform(chosen)
    }

    fn list(&self, lists: &mut ActionLists) {
        self.batch.list(lists);
    }

    fn numbers(&self) -> Vec<u64> {
        (0..self.batch.len()).filter_map(|place| self.batch.number(place)).collect()
    }

    fn view(&self, place: usize, seat: Option<Seat>) -> Option<Value> {
        let view = match seat {
            Some(seat) => self.batch.view_of(place, seat),
            None => self.batch.view(place),
        };
        view.map(|view| json::plain(&view))
    }

    fn features_of(&self, place: usize, seat: Seat, out: &mut [f32]) -> bool {
        let view = self.batch.view_of(place, seat);
        view.is_some_and(|view| self.batch.game().encode(&view, out).is_ok())
    }

    fn race(&self, number: u64) -> PyResult<Box<dyn AnyRace>> {
        let race = OneRace::in_group(Arc::clone(self.batch.game()), &self.setup, self.batch.streams(number));
        Ok(race.map_err(raise::<UnknownName>)?.into())
    }

    fn saved(&self) -> Value {
        json::plain(&self.batch.saved())
    }

    fn restore(&mut self, games: &Value) -> PyResult<()> {
        let games = json::from_value(games).map_err(|error| raise::<RecordError>(json::reason(&error)))?;
        self.batch.restore(games).map_err(raise::<RecordError>)
    }

    fn unseat(&mut self) -> Box<dyn Any + Send> {
        Box::new((std::mem::take(&mut self.bots), std::mem::take(&mut self.objects)))
    }

    fn objects(&self) -> &[Held] {
        &self.objects
    }

    fn sit(&mut self, py: Python<'_>, bots: &[Player], failure: &Failure) -> PyResult<()> {
        let players = usize::from(self.batch.seats().count());
        if !(bots.len() == 1 || bots.len() == players) {
            return Err(raise::<BotError>(format!("{} bots for {players} seats", bots.len())));
        }
        let seats = self.batch.len() * players;
        if seats as u64 > MOST_GAMES {
            return Err(wrong_argument(format!(
                "games times players must be at most {MOST_GAMES} with bots, not {seats}"
            )));
        }
        let mut objects = Vec::new();
        let mut make = |place: usize| -> PyResult<Box<dyn RaceBot<G>>> {
            match &bots[place % players % bots.len()] {
                Player::Named(spec) => G::bot(spec).map_err(raise::<UnknownName>),
                Player::Python { object, is_class, name } => {
                    let (object, listens) = instance(py, object, *is_class)?;
                    if listens {
                        let text =
                            format!("{name} listens to events, and a batch sends none: play it in a Race");
                        return Err(raise::<BotError>(text));
                    }
                    let object = Arc::new(object);
                    objects.push(Arc::clone(&object));
                    Ok(Box::new(PythonBot::new(object, listens, failure.clone())))
                }
            }
        };
        self.bots = (0..seats).map(&mut make).collect::<PyResult<_>>()?;
        self.objects = objects;
        Ok(())
    }

    fn play_bots(&mut self, own: &[u8], ended: &mut Ended<'_>) -> PyResult<()> {
        if self.bots.is_empty() && !self.batch.is_empty() {
            return Err(raise::<BotError>("no bots are seated: call sit()"));
        }
        let (games, players) = (self.batch.len(), usize::from(self.batch.seats().count()));
        let (mut chosen, mut endings) = (vec![WAIT; games], vec![0; games]);
        let mut rewards = vec![0.0; games * players];
        while self.decide(own, &mut chosen)? {
            let mut buffers = Buffers::default().endings(&mut endings).rewards(&mut rewards);
            self.batch.step(&chosen, &mut buffers).map_err(raise::<ArrayError>)?;
            for place in (0..games).filter(|place| endings[*place] != GOES_ON) {
                ended.note(place, endings[place], &rewards[place * players..(place + 1) * players]);
            }
        }
        Ok(())
    }
}

impl Ended<'_> {
    fn note(&mut self, place: usize, ending: u8, rewards: &[f32]) {
        if let Some(to) = self.endings.get_mut(place) {
            *to = ending;
        }
        let row = place * rewards.len()..(place + 1) * rewards.len();
        if let Some(to) = self.rewards.get_mut(row) {
            to.copy_from_slice(rewards);
        }
    }
}
