//! What a seat knows: exactly what GO-15 lists.
//!
//! A view is a state with everything masked that its seat cannot know. Of other players' cards only the backs
//! remain, and the cards that they may be are pooled by the layer of their deck. The layers of cards that look
//! alike are sorted, so that their order reveals nothing.

use super::card_index::{Faces, Kind, add_to, remove_from};
use super::cards::{Animal, Card, Rank};
use super::game::Gotham;
use super::hand::Hand;
use super::memory::{Case, MOST_CASES};
use super::position::Placed;
use super::state::{Deposit, Deposited, Phase, State};
use super::track::{FIGURES, Figure, Stand};
use crate::common::seat::Seat;

/// Everything that one seat may know. Views are fast to make and cheap to copy.
///
/// It is written and read like a [`Position`](super::Position), with the layers of each deck as everybody knows them.
///
/// ```
/// use furlong::gotham::{Gotham, Phase};
/// use furlong::{RaceGame, Seat, ruleset};
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let view = game.view(&game.start(&game.setup(2))?, Seat::FIRST);
/// assert!(matches!(view.phase(), Phase::Deal { .. }) && view.hand().next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub(super) seat: Seat,
    /// The game that made the view; none if it was read.
    pub(super) maker: Maker,
    pub(super) faces: Faces,
    /// The state, with hidden cards in place of the others' cards. The upper layers of the decks also contain the
    /// cards of these layers that others have.
    pub(super) state: State,
    /// The cards of lower layers that others have.
    pub(super) older: Pool,
}

/// The mark of the game that made a view, by which that game recognizes the view as sound. Views with the same
/// content are equal, even if different games made them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Maker(pub(super) Option<u64>);

impl PartialEq for Maker {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

/// A card that others have or have shown, with its layer: 2 bits for its deck, 8 for the layer and 5 for its number
/// in the deck, which gives the order in which they ascend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pooled(u16);

impl Pooled {
    const fn new(kind: Kind, layer: u8) -> Self {
        Self((kind.deck() as u16) << 13 | (layer as u16) << 5 | kind.index() as u16)
    }

    pub(super) const fn kind(self) -> Kind {
        Kind::new((self.0 >> 8) as u8 & Kind::BACK | (self.0 & 0x1f) as u8)
    }

    pub(super) const fn layer(self) -> u8 {
        (self.0 >> 5) as u8
    }
}

/// Cards that others have or have shown, ascending. Cards of upper layers are pooled with their decks instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pool {
    cards: [Pooled; MOST_POOLED],
    count: u8,
}

/// The maximum number of cards that others have or have shown.
const MOST_POOLED: usize = 5 * FIGURES + MOST_CASES;

impl Default for Pool {
    fn default() -> Self {
        Self { cards: [Pooled::default(); MOST_POOLED], count: 0 }
    }
}

impl Pool {
    pub(super) fn cards(&self) -> &[Pooled] {
        &self.cards[..usize::from(self.count)]
    }

    /// The cards of one layer of a deck.
    pub(super) fn of(&self, back: Rank, layer: u8) -> &[Pooled] {
        let [first, last] = [Kind::first(back), Kind::hidden(back)].map(|kind| Pooled::new(kind, layer));
        let begin = self.cards().partition_point(|card| *card < first);
        let end = self.cards().partition_point(|card| *card < last);
        &self.cards[begin..end]
    }

    /// Inserts a card in order, or nothing if there are [`MOST_POOLED`] already.
    pub(super) fn add(&mut self, kind: Kind, layer: u8) {
        let card = Pooled::new(kind, layer);
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
        let found = self.cards().iter().position(|card| *card == Pooled::new(kind, layer));
        if let Some(index) = found {
            self.cards[index..usize::from(self.count)].rotate_left(1);
            self.count -= 1;
            self.cards[usize::from(self.count)] = Pooled::default();
        }
        found.is_some()
    }
}

impl View {
    /// The seat whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of players. The figures beyond that number are ownerless.
    pub const fn players(&self) -> u8 {
        self.state.players
    }

    /// The step that comes next.
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The round, from 1; 0 before the race.
    pub const fn round(&self) -> u16 {
        self.state.round
    }

    /// The animal at which the finish sign stands.
    pub const fn sign(&self) -> Animal {
        self.state.sign
    }

    /// The figure that acts now: GO-10, from last to first.
    pub const fn acting(&self) -> Option<Figure> {
        self.state.acting
    }

    /// The figures from the leading one to the last. On one location, the inner lane comes first.
    pub fn figures(&self) -> [Stand; FIGURES] {
        self.state.track.stands()
    }

    /// The coordinate of a figure in an earlier view, if it stood elsewhere then.
    pub(super) fn moved_from(&self, since: &Self, figure: Figure) -> Option<i16> {
        let at = |view: &Self| view.state.track.at_rank(view.state.track.rank_of(figure)).at;
        Some(at(since)).filter(|before| *before != at(self))
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
        hand.into_iter().flat_map(|hand| hand.cards().iter()).map(|kind| self.faces.card(kind))
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

    /// The number of cards left in each deck.
    pub(super) fn all_left(&self) -> [u8; 4] {
        let State { decks, hands, deposit, memory, .. } = &self.state;
        if !decks.are_single_layers() || !memory.cases().is_empty() {
            return Rank::ALL.map(|back| self.left(back));
        }
        // All cards of others are from the upper layers.
        let mut left = decks.tops.map(|top| top.count_ones() as u8);
        for (_, hand) in hands.iter().enumerate().filter(|(index, _)| *index != self.seat.index()) {
            for (left, held) in left.iter_mut().zip(hand.backs()) {
                *left = left.saturating_sub(held);
            }
        }
        for laid in deposit.cards().iter().filter(|laid| laid.kind == Kind::hidden(laid.kind.back())) {
            let left = &mut left[laid.kind.deck()];
            *left = left.saturating_sub(1);
        }
        left
    }

    /// The cards carried out since the last recycling that came from a deck, ascending.
    pub fn carried_out(&self, back: Rank) -> impl Iterator<Item = Card> + '_ {
        self.state.decks.carried_out(&self.faces, back)
    }

    /// GO-14: the recycled cards of a deck that are drawn after all others, ascending within each layer.
    pub(super) fn recycled_below(&self, back: Rank) -> Vec<Card> {
        self.state.decks.layers(&self.faces, back).into_iter().skip(1).flatten().collect()
    }

    /// The number of cards of a deck's upper layer that others have or have shown.
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
    #[inline]
    pub(super) fn view_of(&self, state: &State, seat: Seat) -> View {
        if state.decks.are_single_layers() && state.memory.cases().is_empty() {
            self.mask(state, seat, self.all_unseen(state, seat))
        } else {
            self.view_of_layers(state, seat)
        }
    }

    /// Masks hands and deposit. `unseen` contains the cards of each deck's upper layer that the seat cannot see.
    ///
    /// Everything is worked out from the state, and the view is not borrowed but built in the caller's place,
    /// because it is slow to copy what was just written in small pieces.
    #[inline]
    fn mask(&self, state: &State, seat: Seat, unseen: [u32; 4]) -> View {
        let mut view = View {
            seat,
            maker: Maker(Some(self.mark)),
            faces: *self.card_index.faces(),
            state: *state,
            older: Pool::default(),
        };
        view.state.hands = state.hands_for(seat);
        view.state.deposit = state.deposit_for(seat);
        view.state.decks.tops = unseen;
        view
    }

    #[inline(never)]
    fn view_of_layers(&self, state: &State, seat: Seat) -> View {
        let mut view = self.mask(state, seat, state.decks.tops);
        self.pool_others(state, &mut view);
        view.state.sort_hidden(seat);
        view
    }

    /// The cards of each deck that a seat cannot see, while each deck is a single layer: all that were not carried
    /// out, except the seat's own.
    #[inline]
    fn all_unseen(&self, state: &State, seat: Seat) -> [u32; 4] {
        let mut unseen = state.decks.not_carried_out(&self.card_index);
        let mut take = |kind: Kind| remove_from(&mut unseen[kind.deck()], self.card_index.copies(kind));
        // Free slots stand for no card, so it does not matter how many are free.
        let own = state.hands.get(seat.index()).copied().unwrap_or_default();
        own.slots().into_iter().for_each(&mut take);
        // At most one card on the deposit is the seat's own.
        let is_own = |laid: &Deposited| laid.is_of(seat, state.players) & !laid.kind.is_free();
        let own = |own, laid: &Deposited| if is_own(laid) { laid.kind } else { own };
        take(state.deposit.slots().iter().fold(Kind::FREE, own));
        unseen
    }

    /// Pools the cards of others one by one, each with its layer.
    #[inline(never)]
    fn pool_others(&self, state: &State, view: &mut View) {
        let View { seat, state: State { decks, .. }, older, .. } = view;
        let mut pool = |kind: Kind, layer: u8| {
            if decks.is_of_top(kind, layer) {
                add_to(&mut decks.tops[kind.deck()], self.card_index.copies(kind));
            } else {
                older.add(kind, layer);
            }
        };
        for (index, hand) in state.hands.iter().enumerate() {
            if index != seat.index() {
                hand.iter().for_each(|(kind, layer)| pool(kind, layer));
            }
        }
        for laid in state.deposit.cards() {
            if laid.figure.owner(state.players) != Some(*seat) {
                pool(laid.kind, laid.layer);
            }
        }
        for case in state.memory.cases().iter().filter(|case| case.by != *seat) {
            pool(case.kind, case.from);
        }
    }
}

impl State {
    /// The hands as a seat sees them.
    #[inline]
    fn hands_for(&self, viewer: Seat) -> [Hand; FIGURES] {
        std::array::from_fn(|index| self.hands[index].hidden_unless(index == viewer.index()))
    }

    /// The deposit as a seat sees it.
    #[inline]
    fn deposit_for(&self, viewer: Seat) -> Deposit {
        self.deposit.map(|laid| {
            let is_shown = laid.is_of(viewer, self.players) | laid.kind.is_free();
            Deposited { kind: if is_shown { laid.kind } else { Kind::hidden(laid.kind.back()) }, ..laid }
        })
    }

    /// Sorts the layers of the cards of each deck that another seat has or has shown.
    pub(super) fn sort_hidden(&mut self, viewer: Seat) {
        for (index, hand) in self.hands.iter_mut().enumerate() {
            if index != viewer.index() {
                hand.sort_layers();
            }
        }
        // If nothing was shown, the card on the deposit is the only one outside the hand.
        let State { hands, deposit, .. } = self;
        for laid in deposit.cards_mut() {
            if let Some(by) = laid.figure.owner(self.players).filter(|by| *by != viewer) {
                hands[by.index()].take_lowest_layer(laid.kind.back(), &mut laid.layer);
            }
        }
        for index in 0..self.memory.cases().len() {
            let Case { by, kind: shown, .. } = self.memory.cases()[index];
            if by != viewer {
                self.sort_layers(by, |kind| kind.back() == shown.back());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::game::streams::Stream;
    use crate::game::{RaceGame, Turn};
    use crate::ruleset;

    #[test]
    fn cards_are_pooled_at_once_as_they_are_one_by_one() {
        let game = Gotham::from_ruleset(ruleset::open("standard").expect("embedded")).expect("playable");
        let mut rng = Stream::seed_from_u64(1);
        let mut compared = 0;
        for players in game.players().cycle().take(40) {
            let mut state = game.start(&game.setup(players)).expect("the players fit");
            for _ in 0..200 {
                for seat in game.seats(&state).iter() {
                    let view = game.view_of(&state, seat);
                    let mut one_by_one = View { state, older: Pool::default(), ..view };
                    game.pool_others(&state, &mut one_by_one);
                    assert_eq!((view.state.decks, view.older), (one_by_one.state.decks, one_by_one.older));
                    compared += usize::from(state.decks.are_single_layers());
                }
                if let Some(action) = game.sample_action(&state, &mut rng) {
                    game.apply(&mut state, action, &mut ());
                } else if let Turn::Chance(_) = game.turn(&state) {
                    let outcome = game.sample_chance(&state, &mut rng);
                    game.apply_chance(&mut state, outcome, &mut ());
                }
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}
