//! Many games in parallel, as numbers: [`Batch`].
//!
//! A batch plays many games in step, with one ruleset and one number of players. Before each step, every game waits for
//! a decision of a seat, and its numbers are in buffers that the caller owns ([`Buffers`]). A step takes the index of
//! one action for each game, carries the actions out, draws the chance events that follow, and begins the next game
//! wherever one has ended.
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::batch::{Batch, Buffers, ENDED};
//! use furlong::encoding::{Encoded, Features};
//! use furlong::{RaceGame, ruleset};
//!
//! const GAMES: usize = 16;
//! let game = AnimalRace::new(ruleset::open("classic")?)?;
//! let setup = game.setup(4);
//! let mut batch = Batch::new(game, &setup, 2026, GAMES)?;
//!
//! let mut features = vec![0.0; GAMES * <AnimalRace as Encoded>::ViewFeatures::LEN];
//! let mut mask = vec![0; GAMES * AnimalRace::ACTIONS];
//! let (mut endings, mut rewards) = (vec![0; GAMES], vec![0.0; GAMES * 4]);
//! let mut chosen = vec![0; GAMES];
//! let mut ended = 0;
//!
//! batch.observe(&mut Buffers::default().features(&mut features).mask(&mut mask))?;
//! for _ in 0..200 {
//!     // A model turns features into logits; here all actions are alike.
//!     let logits = vec![0.0; GAMES * AnimalRace::ACTIONS];
//!     batch.sample(&logits, &mut chosen)?;
//!     let buffers = Buffers::default().features(&mut features).mask(&mut mask);
//!     batch.step(&chosen, &mut buffers.endings(&mut endings).rewards(&mut rewards))?;
//!     ended += endings.iter().filter(|ending| **ending == ENDED).count();
//! }
//! assert!(ended > GAMES);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The course of a batch
//!
//! * The game at place `i` of `n` games is first number `i`, then `i + n`, `i + 2n` and so on: [`Batch::number`]. All
//!   chance events of game `k` come from `Streams { seed, group: k }`, and its sampled decisions from the streams of
//!   the bots. You can therefore play it again as a [`Race`](crate::Race) with
//!   [`Race::in_group`](crate::Race::in_group).
//! * A game ends by its rules, or it is cut off after [`Batch::most_events`]. The step in which it ends reports the
//!   ending and the rewards of all seats. The seat, the features and the mask that this step writes belong to the next
//!   game's first decision, unless [`Batch::resets`] is set otherwise.
//! * A game with the index [`WAIT`] is not played in a step, so several deciders can take turns in a batch.
//! * The rewards are the shares of the win: all of it for a sole winner, equal parts for a shared win, and nothing when
//!   nobody wins, before the end, and when a game is cut off.
//! * A game that ends before anybody decides waits without a seat ([`NO_SEAT`]) and with an empty mask. The next step
//!   ignores its index and reports its end.
//!
//! The results do not depend on the number of threads.

mod buffers;
mod divide;
mod lane;
mod lists;
mod reset;
mod saved;

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::bot;
use crate::bot::{Bot, BotError, Decision};
use crate::common::seat::{Seat, Seats};
use crate::encoding::{self, Encoded, EncodingError};
use crate::formats::json;
use crate::game::streams::Streams;
use crate::game::{SetupError, any_place};
use crate::race::Shared;

pub use buffers::{Buffers, CUT_OFF, ENDED, GOES_ON, NO_SEAT};
pub use lists::ActionLists;
pub use reset::{Reset, WAIT};
pub use saved::SavedGame;

use divide::divide;
use lane::{Lane, Table};

/// The default for [`Batch::most_events`], the number of events after which a game is cut off.
const MOST_EVENTS: u32 = 10_000;

/// The number of games that are played before their numbers are written.
const AT_A_TIME: usize = 32;

/// A batch of games with one ruleset and one number of players, played in step. See the [module](self).
#[derive(Clone, Debug)]
pub struct Batch<G: Encoded> {
    table: Table<G>,
    lanes: Vec<Lane<G>>,
    threads: usize,
}

impl<G: Encoded> Batch<G> {
    /// Begins `games` games with this set-up, on one thread.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    pub fn new(
        game: impl Shared<Game = G>,
        setup: &G::Setup,
        seed: u64,
        games: usize,
    ) -> Result<Self, SetupError> {
        let game = game.shared();
        let start = game.start(setup)?;
        let seats = game.seats(&start);
        let reset = Reset::SameStep;
        let table = Table { game, start, seats, seed, games: games as u64, most_events: MOST_EVENTS, reset };
        let lanes = (0..games as u64).map(|number| Lane::begin(&table, number)).collect();
        Ok(Self { table, lanes, threads: 1 })
    }

    /// Sets the number of events (decisions and chance events) after which a game is cut off. Games that have already
    /// begun start again.
    #[must_use]
    pub fn most_events(mut self, most_events: u32) -> Self {
        self.table.most_events = most_events;
        for (place, lane) in self.lanes.iter_mut().enumerate() {
            *lane = Lane::begin(&self.table, place as u64);
        }
        self
    }

    /// Sets how the next game begins after the end of a game. By default, it begins in the same step.
    #[must_use]
    pub fn resets(mut self, reset: Reset) -> Self {
        self.table.reset = reset;
        self
    }

    /// Sets the number of threads, with the feature `parallel`. The results are the same for any number.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads.get();
        self
    }

    /// The game with its rules.
    pub fn game(&self) -> &Arc<G> {
        &self.table.game
    }

    /// The seats at the table of each game.
    pub fn seats(&self) -> Seats {
        self.table.seats
    }

    /// The number of games in the batch.
    pub fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Returns whether the batch has no games.
    pub fn is_empty(&self) -> bool {
        self.lanes.is_empty()
    }

    /// The number of the game at a place, from 0; `None` beyond the last place.
    pub fn number(&self, place: usize) -> Option<u64> {
        Some(self.lanes.get(place)?.number)
    }

    /// The streams of game number `number`.
    pub fn streams(&self, number: u64) -> Streams {
        self.table.streams(number)
    }

    /// The seat to move at a place; `None` beyond the last place, and in a game that ends before anybody decides.
    pub fn seat(&self, place: usize) -> Option<Seat> {
        self.lanes.get(place)?.seat
    }

    /// The legal actions at a place, in ascending order.
    pub fn actions(&self, place: usize) -> &[G::Action] {
        self.lanes.get(place).map_or(&[], Lane::actions)
    }

    /// The view of the seat to move at a place; `None` if [`Batch::seat`] is `None`.
    pub fn view(&self, place: usize) -> Option<G::View> {
        self.view_of(place, self.seat(place)?)
    }

    /// The view of a seat at a place, also in a game that is over and waits for a reset. `None` beyond the last place,
    /// and for a seat that is not at the table.
    pub fn view_of(&self, place: usize, seat: Seat) -> Option<G::View> {
        let lane = self.lanes.get(place).filter(|_| self.seats().contains(seat))?;
        Some(self.table.game.view(&lane.state, seat))
    }

    /// Asks a bot for the decision that the game at a place waits for, and returns the index of its action; [`WAIT`] if
    /// nobody is to move. The bot decides as it would in the same [`Race`](crate::Race). It receives no happenings, so
    /// do not use a bot that listens here.
    ///
    /// # Errors
    /// When the bot fails.
    pub fn ask(&self, place: usize, bot: &mut (impl Bot<G> + ?Sized)) -> Result<u32, BotError> {
        let Some((lane, seat)) = self.lanes.get(place).and_then(|lane| Some((lane, lane.seat?))) else {
            return Ok(WAIT);
        };
        let Some(mut rng) = lane.stream() else { return Ok(WAIT) };
        let mut decision = Decision::within(&*self.table.game, &lane.state, seat, lane.actions(), &mut rng);
        let action = bot::asked(|| bot.choose(&mut decision))?;
        let not_legal = |reason: G::Illegal| BotError::NotLegal {
            action: json::plain(&action).to_string(),
            reason: reason.to_string(),
        };
        self.table.game.check(&lane.state, action).map_err(not_legal)?;
        // Every legal action has an index: a law of `Encoded`.
        Ok(G::index_of(action).map_or(WAIT, |index| index as u32))
    }

    /// Begins the next game at each of these places, even if the current one is not over, and writes the numbers of all
    /// games.
    ///
    /// # Errors
    /// When a buffer has a wrong size. Nothing is begun or written then.
    pub fn reset(
        &mut self,
        is_asked: impl Fn(usize) -> bool,
        buffers: &mut Buffers<'_>,
    ) -> Result<(), EncodingError> {
        buffers.check::<G>(self.len(), self.seats())?;
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(place, _)| is_asked(*place)) {
            lane.next(&self.table);
        }
        self.observe(buffers)
    }

    /// Writes the numbers of the decision that each game waits for.
    ///
    /// # Errors
    /// When a buffer has a wrong size. Nothing is written then.
    pub fn observe(&self, buffers: &mut Buffers<'_>) -> Result<(), EncodingError> {
        buffers.check::<G>(self.len(), self.seats())?;
        let job = (self.lanes.as_slice(), buffers.borrowed());
        divide(job, self.threads, &|(lanes, mut buffers): (&[Lane<G>], Buffers<'_>)| {
            for (place, lane) in lanes.iter().enumerate() {
                lane.show(&self.table, &mut buffers, place);
                buffers.end(place, self.seats(), GOES_ON, None);
            }
        });
        Ok(())
    }

    /// Carries out one action in each game, given by its index, draws the chance events that follow, begins the next
    /// game wherever one has ended, and writes the numbers of the next decisions.
    ///
    /// # Errors
    /// When a buffer has a wrong size, or an action is not legal. Nothing is played or written then.
    pub fn step(&mut self, chosen: &[u32], buffers: &mut Buffers<'_>) -> Result<(), EncodingError> {
        EncodingError::check_size("chosen actions", self.len(), chosen.len())?;
        buffers.check::<G>(self.len(), self.table.seats)?;
        for (game, (lane, index)) in self.lanes.iter().zip(chosen).enumerate() {
            lane.check(&self.table, game, *index)?;
        }
        let table = &self.table;
        let job = (self.lanes.as_mut_slice(), (chosen, buffers.borrowed()));
        divide(job, self.threads, &|(lanes, (chosen, mut buffers)): (
            &mut [Lane<G>],
            (&[u32], Buffers<'_>),
        )| {
            // Plays some games, then writes their numbers: both loops stay in the instruction cache.
            let mut begin = 0;
            for (lanes, chosen) in lanes.chunks_mut(AT_A_TIME).zip(chosen.chunks(AT_A_TIME)) {
                for (place, (lane, index)) in (begin..).zip(lanes.iter_mut().zip(chosen)) {
                    let ending = lane.step(table, *index);
                    buffers.end(place, table.seats, ending, Some(&lane.returns));
                }
                for (place, lane) in (begin..).zip(lanes.iter()) {
                    lane.show(table, &mut buffers, place);
                }
                begin += lanes.len();
            }
        });
        Ok(())
    }

    /// Lists the legal actions of all games, game by game.
    pub fn list(&self, lists: &mut ActionLists) {
        lists.fill(&self.table, &self.lanes, self.threads);
    }

    /// Draws an action for each game from logits, one for each action of the vocabulary and each game. The logits of
    /// illegal actions are ignored. The draw uses the stream of the seat's decision, so repeating it before the next
    /// step gives the same action.
    ///
    /// # Errors
    /// When a buffer has a wrong size, or nothing can be drawn from the logits of a game. Nothing is written then.
    pub fn sample(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError> {
        EncodingError::check_size("logits", self.len() * G::ACTIONS, logits.len())?;
        self.draw(chosen, |game, _, index| logits[game * G::ACTIONS + index])
    }

    /// Draws an action for each game from logits, one for each action of [`Batch::list`], in that order: see
    /// [`Batch::sample`].
    ///
    /// # Errors
    /// When a buffer has a wrong size, or nothing can be drawn from the logits of a game. Nothing is written then.
    pub fn sample_listed(&self, logits: &[f32], chosen: &mut [u32]) -> Result<(), EncodingError> {
        let needed = self.lanes.iter().map(|lane| lane.actions().len()).sum();
        EncodingError::check_size("logits", needed, logits.len())?;
        self.draw(chosen, |_, place, _| logits[place])
    }

    /// Draws an action for each game. `logit` gets the game, the place of the action in the lists of all games, and its
    /// index.
    fn draw(
        &self,
        chosen: &mut [u32],
        logit: impl Fn(usize, usize, usize) -> f32,
    ) -> Result<(), EncodingError> {
        EncodingError::check_size("chosen actions", self.len(), chosen.len())?;
        let each = || {
            let mut begin = 0;
            self.lanes.iter().enumerate().map(move |(game, lane)| {
                let count = lane.actions().len();
                begin += count;
                (game, lane, count, begin - count)
            })
        };
        for (game, lane, count, begin) in each() {
            let logit = |place| logit(game, begin + place, lane.index(place));
            if count > 0 && !encoding::can_draw(count, logit) {
                return Err(EncodingError::Logits { game });
            }
        }
        for ((game, lane, count, begin), chosen) in each().zip(chosen) {
            let logit = |place| logit(game, begin + place, lane.index(place));
            let drawn = lane.stream().and_then(|mut stream| encoding::draw(count, logit, &mut stream));
            *chosen = drawn.map_or(0, |place| lane.index(place) as u32);
        }
        Ok(())
    }

    /// Draws an action for each game, with all legal ones equally likely, as a [`RandomBot`](crate::RandomBot) does.
    ///
    /// # Errors
    /// When the buffer has a wrong size. Nothing is written then.
    pub fn sample_uniform(&self, chosen: &mut [u32]) -> Result<(), EncodingError> {
        EncodingError::check_size("chosen actions", self.len(), chosen.len())?;
        for (lane, chosen) in self.lanes.iter().zip(chosen) {
            let count = lane.actions().len() as u32;
            let drawn = lane.stream().map(|mut stream| any_place(count, &mut stream));
            *chosen = drawn.map_or(0, |place| lane.index(place as usize) as u32);
        }
        Ok(())
    }
}
