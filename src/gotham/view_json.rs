//! Converts a view to JSON and back.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::card_index::{CardIndex, Faces, Kind, add_to};
use super::cards::{Card, Rank};
use super::check::MOST_TOP;
use super::hand::{FULL_HAND, Hand};
use super::memory::{Case, MOST_CASES};
use super::position::{Open, Placed, Remembered};
use super::state::State;
use super::track::{FIGURES, Track};
use super::view::{Maker, Pool, View};
use crate::common::fault::Faults;
use crate::common::seat::{Seat, Seats};
use crate::formats::json;

/// The JSON form of a view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct ViewJson {
    /// The seat whose view it is.
    seat: Seat,
    /// The part that everybody sees.
    #[serde(flatten)]
    open: Open,
    /// The seat's own hand, ascending.
    hand: Vec<Card>,
    /// Of every player, the number of cards of each back in its hand.
    backs: Vec<[u8; 4]>,
    /// The deposit in the order of placing; faces of the seat's own cards only.
    deposit: Vec<Placed>,
    /// The four decks.
    decks: Vec<DeckView>,
    /// The origins of cards as far as the seat knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memory: Vec<Remembered>,
}

/// A deck as everybody knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct DeckView {
    /// The layers of which cards are unseen, from the oldest down; nothing of a layer is drawn before all of
    /// the layer above.
    layers: Vec<LayerView>,
    /// The number of the layer on top, from which the next card is drawn.
    top: u8,
    /// The cards carried out since the last recycling, ascending.
    carried_out: Vec<Card>,
}

/// A layer of a deck: a set of cards of which some are left in the deck, and the others are in hands or on
/// the deposit, or were shown when that is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct LayerView {
    /// Its number.
    number: u8,
    /// Its cards, ascending. The seat's own are among them.
    cards: Vec<Card>,
    /// The number of these that are left in the deck.
    left: u8,
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for View {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "View".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ViewJson::json_schema(generator)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&ViewJson::from(*self), serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(<ViewJson as Deserialize>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl From<View> for ViewJson {
    fn from(view: View) -> Self {
        let View { seat, faces, state, .. } = view;
        Self {
            seat,
            open: Open::of(&state),
            hand: view.hand().collect(),
            backs: Seats::MOST.iter().take(usize::from(state.players)).map(|seat| view.backs(seat)).collect(),
            deposit: view.deposit().collect(),
            decks: Rank::ALL.map(|back| view.deck(back)).to_vec(),
            memory: faces.remembered(&state, Some(seat)),
        }
    }
}

impl View {
    /// The cards of a deck that the seat has or has shown, with their layers.
    fn own(&self, back: Rank) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let State { hands, deposit, memory, .. } = &self.state;
        let is_player = self.seat.number() < self.state.players;
        let held = hands.get(self.seat.index()).filter(|_| is_player).into_iter().flat_map(Hand::iter);
        let laid = deposit.cards().iter().filter(move |laid| laid.kind != Kind::hidden(laid.kind.back()));
        let shown = memory.cases().iter().filter(|case| case.by == self.seat);
        let laid = laid.map(|laid| (laid.kind, laid.layer));
        let all = held.chain(laid).chain(shown.map(|case| (case.kind, case.from)));
        all.filter(move |(kind, _)| kind.back() == back)
    }

    fn deck(&self, back: Rank) -> DeckView {
        let Self { faces, state, older, .. } = self;
        let top = state.decks.number(back);
        let in_deck = state.decks.layers(faces, back);
        let mut layers = Vec::new();
        for number in 0..=top + in_deck.len() as u8 {
            let depth = number.checked_sub(top).map(usize::from);
            let mut cards = depth.and_then(|depth| in_deck.get(depth)).cloned().unwrap_or_default();
            let hidden = if number == top { self.hidden_of_top(back) } else { 0 };
            let left = (cards.len() as u8).saturating_sub(hidden);
            cards.extend(older.of(back, number).iter().map(|card| faces.card(card.kind())));
            cards.extend(
                self.own(back).filter(|(_, layer)| *layer == number).map(|(kind, _)| faces.card(kind)),
            );
            cards.sort_unstable();
            if !cards.is_empty() {
                layers.push(LayerView { number, cards, left });
            }
        }
        DeckView { layers, top, carried_out: self.carried_out(back).collect() }
    }
}

impl TryFrom<ViewJson> for View {
    type Error = Faults;

    fn try_from(typed: ViewJson) -> Result<Self, Faults> {
        typed.shape().check()?;
        let view = typed.view()?;
        // Nothing is read as something else: written again, it equals what was typed.
        let (typed, read) = (typed.in_full(), ViewJson::from(view).in_full());
        if typed == read {
            return Ok(view);
        }
        let changed = json::to_value(&typed).ok().zip(json::to_value(&read).ok());
        let field = changed.and_then(|(typed, read)| difference(&typed, &read)).unwrap_or_default();
        Err(Faults::one(field, "it does not fit the rest of this view"))
    }
}

/// The path of the first value that the other one does not have; `None` if they are equal.
fn difference(value: &Value, other: &Value) -> Option<String> {
    let within = |part: String, value: &Value, other: Option<&Value>| {
        let inner = other.map_or(Some(String::new()), |other| difference(value, other))?;
        let gap = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
        Some(format!("{part}{gap}{inner}"))
    };
    match (value, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.iter().find_map(|(key, value)| within(key.clone(), value, other.get(key)))
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(index, (value, other))| within(format!("[{index}]"), value, Some(other)))
        }
        _ => (value != other).then(String::new),
    }
}

impl ViewJson {
    /// The values that are out of bounds. All others can be read.
    fn shape(&self) -> Faults {
        let mut faults = Faults::none();
        let Self { open, hand, backs, deposit, decks, .. } = self;
        let players = open.players;
        faults
            .expect((1..=FIGURES as u8).contains(&players), "players", || format!("{players}; 1 to 4 play"));
        let is_seated = self.seat.number() < players;
        faults.expect(is_seated, "seat", || format!("there are {players} seats"));
        faults.expect(open.figures.len() == FIGURES, "figures", || "there are four figures".to_owned());
        let of_figures = [
            ("start-numbers", open.start_numbers.len()),
            ("drew", open.drew.len()),
            ("deposit", deposit.len()),
        ];
        for (field, count) in of_figures {
            faults.expect(count <= FIGURES, field, || "at most one for each figure".to_owned());
        }
        faults.expect(hand.len() <= FULL_HAND, "hand", || {
            format!("{} cards; a hand has at most {FULL_HAND}", hand.len())
        });
        faults.expect(backs.len() == usize::from(players), "backs", || {
            format!("{} hands for {players} players", backs.len())
        });
        for (index, backs) in backs.iter().enumerate() {
            let count = backs.iter().map(|count| usize::from(*count)).sum::<usize>();
            faults.expect(count <= FULL_HAND, format_args!("backs[{index}]"), || {
                format!("{count} cards; a hand has at most {FULL_HAND}")
            });
        }
        faults.expect(decks.len() == Rank::ALL.len(), "decks", || "there are four decks".to_owned());
        for (index, deck) in decks.iter().enumerate() {
            faults.expect(deck.top <= MOST_TOP, format_args!("decks[{index}].top"), || {
                format!("at most {MOST_TOP}")
            });
        }
        let shown = self.memory.iter().filter(|entry| entry.later.is_some()).count();
        faults.expect(shown <= MOST_CASES, "memory", || format!("{shown} shown cards; at most {MOST_CASES}"));
        faults
    }

    /// The same view in normal form: cards may be typed in any order, and fields that no figure uses may be left
    /// out.
    fn in_full(mut self) -> Self {
        self.open.drew.resize(FIGURES, None);
        self.open.start_numbers.resize(FIGURES, None);
        self.hand.sort_unstable();
        self.memory.sort_unstable();
        for deck in &mut self.decks {
            deck.layers.iter_mut().for_each(|layer| layer.cards.sort_unstable());
            deck.carried_out.sort_unstable();
        }
        self
    }

    /// The cards of the four decks, which everybody knows.
    fn faces(&self) -> Result<Faces, Faults> {
        let mut decks: [Vec<Card>; 4] = Default::default();
        for (index, (deck, all)) in self.decks.iter().zip(&mut decks).enumerate() {
            all.extend(deck.layers.iter().flat_map(|layer| &layer.cards).chain(&deck.carried_out));
            if let Some(card) = all.iter().find(|card| card.back().index() != index) {
                return Err(Faults::one(
                    format!("decks[{index}]"),
                    format!("`{card}` belongs to another deck"),
                ));
            }
        }
        // A shown card whose layer is open is counted in one of its layers and somewhere else.
        for (index, entry) in self.memory.iter().enumerate().filter(|(_, entry)| entry.later.is_some()) {
            let Some(card) = entry.card else { continue };
            let deck = &mut decks[card.back().index()];
            let place = deck.iter().position(|other| *other == card);
            let place = place.ok_or_else(|| Faults::one(format!("memory[{index}]"), no_card(card)))?;
            deck.swap_remove(place);
        }
        Ok(Faces::new(decks))
    }

    fn view(&self) -> Result<View, Faults> {
        let card_index = CardIndex::of(&self.faces()?);
        let stands = std::array::from_fn(|index| self.open.figures[index]);
        let mut state = self.open.state(self.open.players, Track::new(stands));
        for (slot, number) in state.numbers.iter_mut().zip(&self.open.start_numbers) {
            let Some(number) = number else { continue };
            let number = Rank::new(*number);
            *slot = Some(number.ok_or_else(|| Faults::one("start-numbers", "a start number is 1 to 4"))?);
        }
        for (back, deck) in Rank::ALL.into_iter().zip(&self.decks) {
            state.decks.set_number(back, deck.top);
        }
        self.hold(&card_index, &mut state)?;
        self.remember(&card_index, &mut state)?;
        let mut view = View {
            seat: self.seat,
            maker: Maker(None),
            faces: *card_index.faces(),
            state,
            older: Pool::default(),
        };
        for (back, deck) in Rank::ALL.into_iter().zip(&self.decks) {
            deck.fill(&card_index, back, &mut view)?;
        }
        Ok(view)
    }

    /// Fills hands and deposit, without layers.
    fn hold(&self, card_index: &CardIndex, state: &mut State) -> Result<(), Faults> {
        for (index, placed) in self.deposit.iter().enumerate() {
            let field = || format!("deposit[{index}]");
            let is_own = placed.figure.owner(self.open.players) == Some(self.seat);
            let kind = match placed.card.filter(|_| is_own) {
                Some(card) => known(card_index, card, field)?,
                None if is_own => {
                    return Err(Faults::one(field(), "the face of a card of one's own is known"));
                }
                None => Kind::hidden(placed.back),
            };
            state.deposit.place(placed.figure, kind, 0);
        }
        for (index, backs) in self.backs.iter().enumerate() {
            let hand = &mut state.hands[index];
            if index == self.seat.index() {
                for card in &self.hand {
                    hand.add(known(card_index, *card, || "hand".to_owned())?, 0);
                }
            } else {
                for (back, count) in Rank::ALL.into_iter().zip(backs) {
                    (0..*count).for_each(|_| hand.add(Kind::hidden(back), 0));
                }
            }
        }
        Ok(())
    }

    /// Gives cards their layers and adds those that were shown.
    fn remember(&self, card_index: &CardIndex, state: &mut State) -> Result<(), Faults> {
        let entries = || self.memory.iter().enumerate();
        for (index, entry) in entries() {
            let Some(later) = entry.later else { continue };
            let field = || format!("memory[{index}]");
            let by = entry.by.filter(|by| by.number() < self.open.players);
            let by = by.ok_or_else(|| Faults::one(field(), "a player of the table has shown the card"))?;
            let card = entry.card.ok_or_else(|| Faults::one(field(), "a shown card has a face"))?;
            state.memory.add(Case { by, kind: known(card_index, card, field)?, from: 0, later });
        }
        for (index, entry) in entries().filter(|(_, entry)| entry.later.is_none()) {
            let field = || format!("memory[{index}]");
            let top = state.decks.number(entry.back);
            let layer = entry.layer.filter(|layer| (1..=top).contains(layer));
            let layer = layer
                .ok_or_else(|| Faults::one(field(), format!("a layer from 1 up to the one on top, {top}")))?;
            let kind = entry.card.map(|card| known(card_index, card, field)).transpose()?;
            let slot = match (entry.by, kind) {
                (Some(by), Some(own)) => state.layers_of(by, own).filter(|layer| **layer == 0).last(),
                (Some(by), None) => {
                    let back = entry.back;
                    state.layers_where(by, |kind| kind.back() == back).filter(|layer| **layer == 0).last()
                }
                (None, _) => state.ownerless_layer(Kind::hidden(entry.back)),
            };
            *slot.ok_or_else(|| Faults::one(field(), "nobody has such a card outside of the deck"))? = layer;
        }
        state.sort_all_layers();
        state.sort_hidden(self.seat);
        Ok(())
    }
}

/// The kind of a card, which one of the decks has.
fn known(card_index: &CardIndex, card: Card, field: impl Fn() -> String) -> Result<Kind, Faults> {
    card_index.kind(card).ok_or_else(|| Faults::one(field(), no_card(card)))
}

fn no_card(card: Card) -> String {
    format!("the decks of this view have no card `{card}`")
}

impl DeckView {
    /// Fills a deck with its layers and the cards carried out.
    fn fill(&self, card_index: &CardIndex, back: Rank, view: &mut View) -> Result<(), Faults> {
        let deck = || format!("decks[{}]", back.index());
        for card in &self.carried_out {
            view.state.decks.carry_out(card_index, known(card_index, *card, deck)?);
        }
        let mut next = self.top;
        for (index, LayerView { number, cards, left }) in self.layers.iter().enumerate() {
            let field = || format!("{}.layers[{index}]", deck());
            let mut kinds = Vec::with_capacity(cards.len());
            for card in cards {
                kinds.push(known(card_index, *card, field)?);
            }
            for (own, _) in view.own(back).filter(|(_, layer)| layer == number).collect::<Vec<_>>() {
                let place = kinds.iter().position(|kind| *kind == own);
                let place =
                    place.ok_or_else(|| Faults::one(field(), "a card of one's own is missing in it"))?;
                kinds.swap_remove(place);
            }
            if *number < self.top {
                for kind in kinds {
                    view.older.add(kind, *number);
                }
            } else if *number == self.top {
                for kind in kinds {
                    add_to(&mut view.state.decks.tops[back.index()], card_index.copies(kind));
                }
                next += u8::from(*left > 0);
            } else if *number == next {
                view.state.decks.put_under(card_index, back, &kinds);
                next += 1;
            } else {
                return Err(Faults::one(
                    field(),
                    format!("number {number}, and the next layer is number {next}"),
                ));
            }
        }
        Ok(())
    }
}
