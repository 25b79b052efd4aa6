//! What a seat may know: exactly what GO-15 lists.
//!
//! Public are the track and the sign, sizes and backs of hands, decks and deposit, who drew from which deck
//! and placed which back, and the faces of all cards that were carried out. Of each layer of a deck everybody
//! knows the faces, for a recycled layer consists of cards that were carried out, and how many are left; and of each
//! card in a hand, from which layers it can come (see `memory`). A seat knows its own cards beside that.

use serde::{Deserialize, Serialize};

use super::Gotham;
use super::cards::{Animal, Card, Place};
use super::decks::Kind;
use super::memory::Note;
use super::state::{Laid, Phase, Placed, Position, Remembered, Standing, State};
use super::track::Figure;
use crate::readable::readable;
use crate::seat::Seat;

/// All that one seat may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// How many play; the figures beyond are ownerless.
    pub players: u8,
    /// What is to be done next.
    pub phase: Phase,
    /// The round, from 1; 0 before the race.
    pub round: u16,
    /// How many figures have acted in this pass of the round, from the last to the first.
    pub acted: u8,
    /// Where the finish sign stands.
    pub sign: Animal,
    /// The figures from the leading one to the last; on one location the inner lane first.
    pub figures: Vec<Standing>,
    /// Before the race: the start numbers known so far, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_numbers: Vec<Option<u8>>,
    /// The decks drawn from in this round, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drew: Vec<Option<Place>>,
    /// The seat's own hand, ascending.
    pub hand: Vec<Card>,
    /// Of every player: how many cards of each back are in its hand.
    pub backs: Vec<[u8; 4]>,
    /// The deposit in the order of placing; faces of the seat's own cards only.
    pub deposit: Vec<Placed>,
    /// The four decks.
    pub decks: Vec<DeckView>,
    /// What everybody can remember of the origin of cards; faces as far as the seat has seen them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Remembered>,
}

readable!(View);

/// A deck as everybody knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckView {
    /// The layers of which cards are unseen, from the oldest down; nothing of a layer is drawn before all of
    /// the layer above.
    pub layers: Vec<LayerView>,
    /// The number of the layer on top, from which the next card is drawn.
    pub top: u8,
    /// The cards carried out since the last recycling, ascending.
    pub carried_out: Vec<Card>,
}

impl DeckView {
    /// How many cards are left in the deck.
    pub fn left(&self) -> u8 {
        self.layers.iter().map(|layer| layer.left).sum()
    }
}

/// A layer of a deck: a set of cards of which some are left in the deck, and the others are in hands or on
/// the deposit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerView {
    /// Its number; 0 is the layer of all cards that no note tells apart.
    pub number: u8,
    /// Its cards that have not come to light since they were put in, ascending. The seat's own are among them.
    pub cards: Vec<Card>,
    /// How many of these are left in the deck.
    pub left: u8,
}

impl View {
    /// The figure that acts now: GO-10, from last to first.
    pub fn acting(&self) -> Option<Figure> {
        match self.phase {
            Phase::Deal { .. } | Phase::StartNumber { .. } | Phase::Over => None,
            _ => self.figures.iter().rev().nth(usize::from(self.acted)).map(|standing| standing.figure),
        }
    }

    /// The lane of the figure at this index of [`View::figures`]: 1 the innermost (GO-21).
    pub fn lane(&self, index: usize) -> u8 {
        let at = self.figures.get(index).map(|standing| standing.at);
        let ahead = self.figures.iter().take(index).filter(|standing| Some(standing.at) == at);
        ahead.count() as u8 + 1
    }
}

impl Gotham {
    pub(super) fn view_of(&self, state: &State, seat: Seat) -> View {
        let Position { phase, round, acted, sign, figures, start_numbers, drew, .. } =
            self.public_part(state);
        let own = Figure::of(seat);
        View {
            seat,
            players: state.players,
            phase,
            round,
            acted,
            sign,
            figures,
            start_numbers,
            drew,
            hand: state.players_hands().get(seat.index()).map_or_else(Vec::new, |h| self.cards_of(h.cards())),
            backs: state.players_hands().iter().map(|hand| Self::backs(hand.cards())).collect(),
            deposit: state
                .deposit
                .cards()
                .iter()
                .map(|laid| {
                    let placed = self.placed(*laid);
                    // The owner of an ownerless figure is no seat, and nobody sees its card (GO-12).
                    let is_own = Some(laid.figure) == own && seat.number() < state.players;
                    Placed { card: placed.card.filter(|_| is_own), ..placed }
                })
                .collect(),
            decks: Place::ALL.into_iter().map(|back| self.deck_view(state, back)).collect(),
            memory: state
                .memory
                .notes()
                .iter()
                .map(|note| {
                    let remembered = self.remembered(*note);
                    let is_seen = note.layer().is_none() || note.by() == Some(seat);
                    Remembered { card: remembered.card.filter(|_| is_seen), ..remembered }
                })
                .collect(),
        }
    }

    /// The position without cards.
    fn public_part(&self, state: &State) -> Position {
        let mut bare = state.clone();
        bare.players = 0;
        bare.deposit = super::state::Deposit::default();
        bare.decks = super::decks::Decks::empty();
        bare.memory = super::memory::Memory::default();
        self.position_of(&bare)
    }

    fn backs(cards: &[Kind]) -> [u8; 4] {
        let mut backs = [0; 4];
        for kind in cards {
            backs[kind.back().index()] += 1;
        }
        backs
    }

    /// The layers of a deck with the cards that everybody knows to be in them.
    fn deck_view(&self, state: &State, back: Place) -> DeckView {
        let top = state.memory.top(back);
        let of_deck = |kind: &Kind| kind.back() == back;
        let notes = || state.memory.notes().iter().filter(|note| of_deck(&note.kind()));
        let in_deck = state.decks.layers(&self.stock, back);
        let last = usize::from(top) + in_deck.len();
        let mut layers = Vec::new();
        for number in 0..=last as u8 {
            let left: &[Kind] =
                number.checked_sub(top).and_then(|depth| in_deck.get(usize::from(depth))).map_or(&[], |l| l);
            let mut cards = left.to_vec();
            if number == 0 {
                cards.extend(Self::base_outside(state, back));
            } else {
                cards.extend(notes().filter(|note| note.layer() == Some(number)).map(|note| note.kind()));
            }
            cards.sort_unstable();
            if !cards.is_empty() {
                layers.push(LayerView { number, cards: self.cards_of(&cards), left: left.len() as u8 });
            }
        }
        DeckView { layers, top, carried_out: self.cards_of(state.decks.carried_out(&self.stock, back)) }
    }

    /// The cards of the base that are not in the deck, as they were when the notes begin: all that is in hands
    /// and on the deposit, without what was drawn since, with what was shown since.
    fn base_outside(state: &State, back: Place) -> Vec<Kind> {
        let hands = state.players_hands().iter().flat_map(super::hand::Hand::cards);
        let deposit = state.deposit.cards().iter().map(|Laid { kind, .. }| kind);
        let of_deck = |kind: &Kind| kind.back() == back;
        let mut cards: Vec<Kind> = hands.chain(deposit).copied().filter(of_deck).collect();
        let notes = || state.memory.notes().iter().filter(|note| of_deck(&note.kind()));
        cards.extend(notes().filter(|note| note.layer().is_none()).map(|note| note.kind()));
        for note in notes().filter(|note| note.layer().is_some()) {
            if let Some(index) = cards.iter().position(|kind| *kind == note.kind()) {
                cards.swap_remove(index);
            }
        }
        cards
    }

    /// Whether the notes fit the hands and the deposit: whoever showed a card had it, and whoever has drawn a
    /// card has it or has shown it.
    pub(super) fn memory_is_possible(state: &State) -> bool {
        let notes = state.memory.notes();
        let back = |note: &Note| note.kind().back();
        notes.iter().enumerate().all(|(index, note)| {
            let held = match note.by() {
                Some(seat) => state.hands[seat.index()].cards().iter().filter(|k| **k == note.kind()).count(),
                None => 0,
            };
            let laid = state
                .deposit
                .cards()
                .iter()
                .filter(|laid| laid.kind == note.kind() && laid.figure.owner(state.players) == note.by());
            let same = |other: &&Note| other.by() == note.by() && other.kind() == note.kind();
            let balance = |notes: &[Note]| -> i32 {
                notes.iter().filter(same).map(|other| if other.layer().is_none() { -1 } else { 1 }).sum()
            };
            let base = held as i32 + laid.count() as i32 - balance(notes);
            let after = base + balance(&notes[..=index]);
            let is_started = state.memory.top(back(note)) > 0;
            base >= 0 && after >= 0 && is_started
        })
    }
}
