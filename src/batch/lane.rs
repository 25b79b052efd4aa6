//! One place of a batch, with the game that is being played there.

use std::sync::Arc;

use super::buffers::{Buffers, CUT_OFF, ENDED, GOES_ON, NO_SEAT, row};
use super::reset::{Reset, WAIT};
use crate::common::seat::{Seat, SeatMap, Seats};
use crate::common::standings::Share;
use crate::encoding::{self, Encoded, EncodingError, Features as _};
use crate::game::Turn;
use crate::game::streams::{Deal, Stream, StreamCounts, Streams};

/// The initial capacity for legal actions: more than any decision in a game of this library has.
const ROOM: usize = 128;

/// The parts that all games of a batch share.
#[derive(Clone, Debug)]
pub(super) struct Table<G: Encoded> {
    pub(super) game: Arc<G>,
    pub(super) start: G::State,
    pub(super) seats: Seats,
    pub(super) seed: u64,
    /// The number of games side by side.
    pub(super) games: u64,
    pub(super) most_events: u32,
    pub(super) reset: Reset,
}

impl<G: Encoded> Table<G> {
    pub(super) fn streams(&self, number: u64) -> Streams {
        Streams { seed: self.seed, group: number }
    }
}

/// A game that waits for a decision.
#[derive(Clone, Debug)]
pub(super) struct Lane<G: Encoded> {
    /// The number of the game in the batch.
    pub(super) number: u64,
    pub(super) state: G::State,
    /// The seat to move; `None` in a game that ended before anybody decided, and in one that is over.
    pub(super) seat: Option<Seat>,
    /// Whether the game is over and waits for the next one to begin.
    pub(super) is_over: bool,
    /// The rewards of the last game that ended here.
    pub(super) returns: SeatMap<Share>,
    actions: Vec<G::Action>,
    deal: Deal,
    pub(super) counts: StreamCounts,
    pub(super) events: u32,
}

impl<G: Encoded> Lane<G> {
    /// Begins game `number` and plays to its first decision.
    pub(super) fn begin(table: &Table<G>, number: u64) -> Self {
        let mut lane = Self {
            number,
            state: table.start.clone(),
            seat: None,
            is_over: false,
            returns: SeatMap::default(),
            actions: Vec::with_capacity(ROOM),
            deal: table.streams(number).deal(),
            counts: StreamCounts::new(),
            events: 0,
        };
        lane.proceed(table);
        lane
    }

    /// A game in the middle.
    pub(super) fn at(
        table: &Table<G>,
        number: u64,
        state: G::State,
        is_over: bool,
        events: u32,
        counts: StreamCounts,
    ) -> Self {
        let mut actions = Vec::with_capacity(ROOM);
        let seat = match table.game.turn(&state) {
            Turn::Seat(seat) if !is_over && events < table.most_events => Some(seat),
            _ => None,
        };
        if seat.is_some() {
            table.game.actions(&state, &mut actions);
        }
        let (returns, deal) = (SeatMap::default(), table.streams(number).deal());
        Self { number, state, seat, is_over, returns, actions, deal, counts, events }
    }

    /// The legal actions of the seat to move, in ascending order.
    #[inline]
    pub(super) fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// The index of the legal action at a place.
    #[inline]
    pub(super) fn index(&self, place: usize) -> usize {
        // Every legal action has an index: a law of `Encoded`.
        self.actions.get(place).and_then(|action| G::index_of(*action)).unwrap_or(0)
    }

    /// The random stream of the next decision.
    #[inline]
    pub(super) fn stream(&self) -> Option<Stream> {
        self.seat.map(|seat| self.deal.bot(seat, self.counts.decisions(seat)))
    }

    /// Checks that the action with this index is legal.
    pub(super) fn check(&self, table: &Table<G>, game: usize, index: u32) -> Result<(), EncodingError> {
        if self.is_over && table.reset == Reset::ByHand && index != WAIT {
            return Err(EncodingError::Over { game });
        }
        let is_legal = |action| self.actions.binary_search(&action).is_ok();
        if self.seat.is_none() || index == WAIT || G::action_at(index as usize).is_some_and(is_legal) {
            return Ok(());
        }
        let legal = (0..self.actions.len()).map(|place| self.index(place) as u32).collect();
        Err(EncodingError::NotLegal { game, index, legal })
    }

    /// Carries out the action with this index, which has been checked, and plays on to the next decision. After the end
    /// of a game, the next one begins at once, in the next step, or when it is reset by hand.
    #[inline]
    pub(super) fn step(&mut self, table: &Table<G>, index: u32) -> u8 {
        if index == WAIT {
            return GOES_ON;
        }
        if self.is_over {
            self.next(table);
            return GOES_ON;
        }
        if let (Some(seat), Some(action)) = (self.seat, G::action_at(index as usize)) {
            table.game.apply(&mut self.state, action, &mut ());
            self.counts.next_decision(seat);
            self.events += 1;
        }
        let ending = self.proceed(table);
        if ending != GOES_ON {
            self.returns = table.game.returns(&self.state);
            if table.reset == Reset::SameStep {
                self.next(table);
            } else {
                self.is_over = true;
            }
        }
        ending
    }

    /// Begins the next game at this place.
    #[inline]
    pub(super) fn next(&mut self, table: &Table<G>) {
        self.is_over = false;
        self.number += table.games;
        self.state.clone_from(&table.start);
        self.deal = table.streams(self.number).deal();
        self.counts = StreamCounts::new();
        self.events = 0;
        self.proceed(table);
    }

    /// Draws chance outcomes until a seat is to move, and lists its actions.
    #[inline]
    fn proceed(&mut self, table: &Table<G>) -> u8 {
        let game = &*table.game;
        self.seat = None;
        self.actions.clear();
        loop {
            let turn = game.turn(&self.state);
            match turn {
                Turn::Over => return ENDED,
                _ if self.events >= table.most_events => return CUT_OFF,
                Turn::Chance(point) => {
                    let nth = self.counts.next_chance(point);
                    let outcome = game.sample_chance(&self.state, &mut self.deal.chance(point, nth));
                    game.apply_chance(&mut self.state, outcome, &mut ());
                    self.events += 1;
                }
                Turn::Seat(seat) => {
                    self.seat = Some(seat);
                    game.actions(&self.state, &mut self.actions);
                    return GOES_ON;
                }
            }
        }
    }

    /// Writes the numbers of the next decision.
    #[inline]
    pub(super) fn show(&self, table: &Table<G>, buffers: &mut Buffers<'_>, place: usize) {
        if let Some(seat) = buffers.seats.get_mut(place) {
            *seat = self.seat.map_or(NO_SEAT, Seat::number);
        }
        if let Some(row) = row(buffers.features, place, G::ViewFeatures::LEN) {
            match self.seat {
                Some(seat) => table.game.view_features(&table.game.view(&self.state, seat)).write(row),
                None => row.fill(0.0),
            }
        }
        // The rows already have the right size.
        if let Some(row) = row(buffers.mask, place, G::ACTIONS) {
            _ = encoding::mask::<G>(&self.actions, row);
        }
        if let Some(row) = row(buffers.mask_bits, place, encoding::mask_words::<G>()) {
            _ = encoding::mask_bits::<G>(&self.actions, row);
        }
    }
}
