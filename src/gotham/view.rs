//! The knowledge of a seat: exactly what GO-15 lists.
//!
//! A view is a state in which all that its seat cannot know is masked. Of each card of others there is only the back;
//! the cards that they can be are pooled by the layer of their deck. Layers of cards that look alike are
//! sorted, so that their order says nothing.

use super::cards::{Animal, Card, Rank};
use super::game::Gotham;
use super::hand::Hand;
use super::memory::MOST_CASES;
use super::position::Placed;
use super::state::{Phase, State};
use super::stock::{Faces, Kind, add_to};
use super::track::{FIGURES, Figure, Stand};
use crate::seat::{Seat, SeatMap};

/// All that one seat may know: a value that is made quickly and copied freely.
///
/// It is written and read like a [`Position`](super::Position), with the layers of each deck as everybody knows them.
///
/// ```
/// use furlong::gotham::{Gotham, Phase, Ruleset};
/// use furlong::{RaceGame, Ruleset as _, Seat};
/// let game = Gotham::new(Ruleset::open("standard")?)?;
/// let view = game.view(&game.start(&game.setup(2))?, Seat::FIRST);
/// assert!(matches!(view.phase(), Phase::Deal { .. }) && view.hand().next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub(super) seat: Seat,
    /// The game that made it; none when it was read.
    pub(super) maker: Maker,
    pub(super) faces: Faces,
    /// The state, with hidden cards for those of others. The upper layers of the decks hold also the cards of these
    /// layers that others have.
    pub(super) state: State,
    /// The cards of other layers that others have.
    pub(super) older: Pool,
}

/// The mark of the game that made a view, by which it knows that the view is sound. Views with the same content are
/// equal, even when different games made them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Maker(pub(super) Option<u64>);

impl PartialEq for Maker {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

/// Cards that others have or have shown, by deck, layer and kind. Those of upper layers are pooled with their decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pool {
    cards: [(Rank, u8, Kind); MOST_POOLED],
    count: u8,
}

/// The most cards that others have or have shown.
const MOST_POOLED: usize = 5 * FIGURES + MOST_CASES;

impl Default for Pool {
    fn default() -> Self {
        Self { cards: [(Rank::First, 0, Kind::FREE); MOST_POOLED], count: 0 }
    }
}

impl Pool {
    pub(super) fn cards(&self) -> &[(Rank, u8, Kind)] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards of one layer of a deck.
    pub(super) fn of(&self, back: Rank, layer: u8) -> &[(Rank, u8, Kind)] {
        let begin = self.cards().partition_point(|card| (card.0, card.1) < (back, layer));
        let end = self.cards().partition_point(|card| (card.0, card.1) <= (back, layer));
        &self.cards[begin..end]
    }

    /// Puts a card in where it sorts; beyond [`MOST_POOLED`] none.
    pub(super) fn add(&mut self, kind: Kind, layer: u8) {
        let card = (kind.back(), layer, kind);
        let mut slot = usize::from(self.count);
        if slot == MOST_POOLED {
            return;
        }
        while slot > 0 && self.cards[slot - 1] > card {
            self.cards[slot] = self.cards[slot - 1];
            slot -= 1;
        }
        self.cards[slot] = card;
        self.count += 1;
    }

    /// Takes a card out.
    pub(super) fn remove(&mut self, kind: Kind, layer: u8) -> bool {
        let found = self.cards().iter().position(|card| *card == (kind.back(), layer, kind));
        if let Some(index) = found {
            self.cards[index..usize::from(self.count)].rotate_left(1);
            self.count -= 1;
            self.cards[usize::from(self.count)] = (Rank::First, 0, Kind::FREE);
        }
        found.is_some()
    }
}

impl View {
    /// The seat whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players; the figures beyond are ownerless.
    pub const fn players(&self) -> u8 {
        self.state.players
    }

    /// The step that is next.
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The round, from 1; 0 before the race.
    pub const fn round(&self) -> u16 {
        self.state.round
    }

    /// The animal that the finish sign stands at.
    pub const fn sign(&self) -> Animal {
        self.state.sign
    }

    /// The figure that acts now: GO-10, from last to first.
    pub const fn acting(&self) -> Option<Figure> {
        self.state.acting
    }

    /// The figures from the leading one to the last; on one location the inner lane first.
    pub fn figures(&self) -> [Stand; FIGURES] {
        self.state.track.stands()
    }

    /// The lane of the figure with this rank: 1 is the innermost (GO-21).
    pub fn lane(&self, rank: Rank) -> u8 {
        self.state.track.lane(rank)
    }

    /// The decks drawn from in this round, by figure.
    pub const fn drew(&self) -> [Option<Rank>; FIGURES] {
        self.state.drew
    }

    /// The seat's own hand, ascending.
    pub fn hand(&self) -> impl Iterator<Item = Card> + '_ {
        let hand = self.state.players_hands().get(self.seat.index());
        hand.into_iter().flat_map(Hand::cards).map(|kind| self.faces.card(*kind))
    }

    /// The number of cards of each back in the hand of a player.
    pub fn backs(&self, seat: Seat) -> [u8; 4] {
        let hand = self.state.players_hands().get(seat.index()).copied().unwrap_or_default();
        Rank::ALL.map(|back| hand.count_of(back) as u8)
    }

    /// The deposit in the order of placing, with the faces of the seat's own cards only.
    pub fn deposit(&self) -> impl ExactSizeIterator<Item = Placed> + '_ {
        self.state.deposit.cards().iter().map(|laid| self.faces.placed(*laid))
    }

    /// The number of cards left in a deck.
    pub fn left(&self, back: Rank) -> u8 {
        self.state.decks.left(back).saturating_sub(self.hidden_of_top(back))
    }

    /// The cards carried out since the last recycling that came from a deck, ascending.
    pub fn carried_out(&self, back: Rank) -> impl Iterator<Item = Card> + '_ {
        self.state.decks.carried_out(&self.faces, back)
    }

    /// The cards of the upper layer of a deck that others have or have shown.
    pub(super) fn hidden_of_top(&self, back: Rank) -> u8 {
        let State { decks, hands, deposit, memory, .. } = &self.state;
        let top = decks.number(back);
        let hidden = Kind::hidden(back);
        let held = hands.iter().flat_map(Hand::iter).filter(|held| *held == (hidden, top)).count();
        let laid = deposit.cards().iter().filter(|laid| laid.kind == hidden && laid.layer == top).count();
        let shown = memory.of(back).filter(|case| case.by != self.seat && case.from == top).count();
        (held + laid + shown) as u8
    }
}

impl Gotham {
    pub(super) fn view_of(&self, state: &State, seat: Seat) -> View {
        let mut view = View {
            seat,
            maker: Maker(Some(self.mark)),
            faces: *self.stock.faces(),
            state: *state,
            older: Pool::default(),
        };
        let View { state: State { decks, hands, deposit, memory, .. }, older, .. } = &mut view;
        let mut pool = |kind: Kind, layer: u8| {
            if layer == decks.number(kind.back()) {
                add_to(decks.top_set(kind.back()), self.stock.copies(kind));
            } else {
                older.add(kind, layer);
            }
        };
        for hand in hands[..usize::from(state.players)].iter_mut().enumerate() {
            if hand.0 != seat.index() {
                hand.1.iter().for_each(|(kind, layer)| pool(kind, layer));
                *hand.1 = hand.1.hidden();
            }
        }
        for laid in deposit.cards_mut() {
            if laid.figure.owner(state.players) != Some(seat) {
                pool(laid.kind, laid.layer);
                laid.kind = Kind::hidden(laid.kind.back());
            }
        }
        for case in memory.cases().iter().filter(|case| case.by != seat) {
            pool(case.kind, case.from);
        }
        if !state.decks.are_in_first_layers() {
            view.state.sort_hidden(seat);
        }
        view
    }
}

impl State {
    /// Sorts the layers of the cards of each deck that another seat has or has shown. Those of a hidden hand are sorted
    /// by themselves, so only decks of which a seat has cards outside of its hand are left.
    pub(super) fn sort_hidden(&mut self, viewer: Seat) {
        let cases = self.memory.cases().iter().map(|case| (case.by, case.kind.back()));
        let laid = self.deposit.cards().iter();
        let laid = laid.filter_map(|laid| Some((laid.figure.owner(self.players)?, laid.kind.back())));
        let mut has_outside = SeatMap::<[bool; 4], FIGURES>::default();
        for (by, back) in cases.chain(laid).filter(|(by, _)| *by != viewer) {
            has_outside[by][back.index()] = true;
        }
        for (by, has_outside) in has_outside.iter() {
            for back in Rank::ALL.into_iter().filter(|back| has_outside[back.index()]) {
                self.sort_layers(by, |kind| kind.back() == back);
            }
        }
    }
}
