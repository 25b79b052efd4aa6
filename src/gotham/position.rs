//! A state in a form that people can read and type.

use serde::{Deserialize, Serialize};

use super::card_index::{Faces, Kind};
use super::cards::{Animal, Card, Rank};
use super::state::{Deposited, Phase, State};
use super::track::{Figure, Stand, Track};
use crate::common::seat::{Seat, Seats};

/// A card on the deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The figure that it was placed for.
    pub figure: Figure,
    /// Its back.
    pub back: Rank,
    /// The card; `None` for those who have not seen it.
    pub card: Option<Card>,
}

/// A deck, and the cards carried out that came from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckPosition {
    /// The cards left, in layers from the top. Nothing of a layer is drawn before everything in the layer above.
    pub layers: Vec<Vec<Card>>,
    /// The cards carried out since the last recycling.
    pub carried_out: Vec<Card>,
    /// The number of the layer on top. The layers that cards outside the deck come from are numbered from 0.
    #[serde(default)]
    pub top: u8,
}

/// The origin of a card: of one that is in a hand or on the deposit and was not drawn from layer 0, or of one that was
/// shown and can have come from several layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    /// The seat that drew or showed the card; `None` when it was drawn for an ownerless figure.
    pub by: Option<Seat>,
    /// The number of the layer that it was drawn from; `None` for a card that was shown.
    pub layer: Option<u8>,
    /// Its back.
    pub back: Rank,
    /// The card; `None` for those who have not seen it.
    pub card: Option<Card>,
    /// For a card that was shown: the cards that its seat has drawn from the deck since.
    pub later: Option<u8>,
}

/// The part of a race that everybody sees, which a position and a view have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Open {
    /// The number of players; the figures beyond are ownerless.
    pub players: u8,
    /// The step that is next.
    pub phase: Phase,
    /// The round, from 1; 0 before the race.
    pub round: u16,
    /// The number of figures that have acted, from the last to the first: in a rule of drawing all before placing, in
    /// this pass.
    #[serde(default)]
    pub acted: u8,
    /// The animal that the finish sign stands at.
    pub sign: Animal,
    /// The figures from the leading one to the last; on one location the inner lane first.
    pub figures: Vec<Stand>,
    /// Before the race: the start numbers known so far, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_numbers: Vec<Option<u8>>,
    /// The decks drawn from in this round, by figure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drew: Vec<Option<Rank>>,
}

/// A state as people read and type it, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// The part that everybody sees. Its fields are written at the same level as the others.
    #[serde(flatten)]
    pub open: Open,
    /// The hands of the players.
    pub hands: Vec<Vec<Card>>,
    /// The deposit in the order of placing.
    #[serde(default)]
    pub deposit: Vec<Placed>,
    /// The four decks.
    pub decks: Vec<DeckPosition>,
    /// The origins of cards: first of drawn cards, including those shown since whose origin is open, then of the
    /// latter again in the order in which they were shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<Remembered>,
}

impl Open {
    pub(super) fn of(state: &State) -> Self {
        let is_before = matches!(state.phase, Phase::Deal { .. } | Phase::StartNumber { .. });
        let numbers = state.numbers.map(|number| number.map(Rank::number)).into_iter();
        Self {
            players: state.players,
            phase: state.phase,
            round: state.round,
            acted: state.acted,
            sign: state.sign,
            figures: state.track.stands().to_vec(),
            start_numbers: numbers.filter(|_| is_before).collect(),
            drew: state.drew.into_iter().filter(|_| state.phase.is_in_round()).collect(),
        }
    }

    /// Makes a state with this open part, without any start number or card.
    pub(super) fn state(&self, players: u8, track: Track) -> State {
        let Self { phase, round, acted, sign, .. } = *self;
        let mut state = State { phase, round, acted, ..State::empty(players, sign, track) };
        state.acting = if phase.is_in_round() { state.next_to_act() } else { None };
        for (slot, back) in state.drew.iter_mut().zip(&self.drew) {
            *slot = *back;
        }
        state
    }
}

impl Faces {
    pub(super) fn cards(&self, kinds: impl IntoIterator<Item = Kind>) -> Vec<Card> {
        kinds.into_iter().map(|kind| self.card(kind)).collect()
    }

    pub(super) fn placed(&self, laid: Deposited) -> Placed {
        Placed { figure: laid.figure, back: laid.kind.back(), card: self.known(laid.kind) }
    }

    /// The origins of cards as a seat knows them, or all of them.
    pub(super) fn remembered(&self, state: &State, viewer: Option<Seat>) -> Vec<Remembered> {
        let mut memory = Vec::new();
        if state.decks.are_in_first_layers() {
            return memory;
        }
        let shown = state.memory.cases().iter().map(|case| (Some(case.by), case.from, case.kind));
        let laid = state.deposit.cards().iter();
        let laid = laid.map(|laid| (laid.figure.owner(state.players), laid.layer, laid.kind));
        let hands = state.hands.iter().zip(Seats::MOST.iter());
        let held = hands.flat_map(|(hand, by)| hand.iter().map(move |(kind, layer)| (Some(by), layer, kind)));
        let mut drawn: Vec<_> = shown.chain(laid).chain(held).filter(|(_, layer, _)| *layer > 0).collect();
        drawn.sort_unstable_by_key(|(by, layer, kind)| {
            (kind.back(), by.map_or(u8::MAX, Seat::number), *layer, *kind)
        });
        memory.extend(drawn.into_iter().map(|(by, layer, kind)| {
            let card = self.known(kind).filter(|_| viewer.is_none() || viewer == by);
            Remembered { by, layer: Some(layer), back: kind.back(), card, later: None }
        }));
        memory.extend(state.memory.cases().iter().map(|case| Remembered {
            by: Some(case.by),
            layer: None,
            back: case.kind.back(),
            card: Some(self.card(case.kind)),
            later: Some(case.later),
        }));
        memory
    }
}

impl Position {
    pub(super) fn of(state: &State, faces: &Faces) -> Self {
        let deck = |back| DeckPosition {
            layers: state.decks.layers(faces, back),
            carried_out: state.decks.carried_out(faces, back).collect(),
            top: state.decks.number(back),
        };
        let hands = state.players_hands().iter();
        Self {
            open: Open::of(state),
            hands: hands.map(|hand| faces.cards(hand.cards().iter())).collect(),
            deposit: state.deposit.cards().iter().map(|card| faces.placed(*card)).collect(),
            decks: Rank::ALL.map(deck).to_vec(),
            memory: faces.remembered(state, None),
        }
    }
}
