//! A view as people read it, and from that the view again.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cards::{Card, Rank};
use super::check::MOST_TOP;
use super::hand::{FULL_HAND, Hand};
use super::memory::{Case, MOST_CASES};
use super::position::{Open, Placed, Remembered};
use super::state::State;
use super::stock::{Faces, Kind, Stock, add_to};
use super::track::{FIGURES, Track};
use super::view::{Maker, Pool, View};
use crate::readable::readable;
use crate::seat::{Seat, Seats};

/// The fields of a view as they are written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
pub(super) struct Written {
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

readable!(Written);

/// A deck as everybody knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
struct LayerView {
    /// Its number.
    number: u8,
    /// Its cards, ascending. The seat's own are among them.
    cards: Vec<Card>,
    /// The number of these that are left in the deck.
    left: u8,
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Serialize::serialize(&Written::from(*self), serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(<Written as Deserialize>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl From<View> for Written {
    fn from(view: View) -> Self {
        let View { seat, faces, state, .. } = view;
        Self {
            seat,
            open: (&state).into(),
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

impl TryFrom<Written> for View {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let open = &written.open;
        let players = usize::from(open.players);
        let is_shaped = (1..=FIGURES).contains(&players)
            && written.seat.index() < players
            && open.figures.len() == FIGURES
            && open.start_numbers.len() <= FIGURES
            && open.drew.len() <= FIGURES
            && written.hand.len() <= FULL_HAND
            && written.backs.len() == players
            && written.backs.iter().all(|backs| backs.iter().all(|count| usize::from(*count) <= FULL_HAND))
            && written.backs.iter().all(|backs| usize::from(backs.iter().sum::<u8>()) <= FULL_HAND)
            && written.deposit.len() <= FIGURES
            && written.decks.len() == Rank::ALL.len()
            && written.decks.iter().all(|deck| deck.top <= MOST_TOP)
            && written.memory.iter().filter(|entry| entry.later.is_some()).count() <= MOST_CASES;
        if !is_shaped {
            return Err("not a view of 1 to 4 players with four decks".to_owned());
        }
        // Nothing is read as something else: written again, it is what was typed.
        let view = written.view().filter(|view| Written::from(*view).in_full() == written.in_full());
        view.ok_or_else(|| "the cards of this view do not fit together".to_owned())
    }
}

impl Written {
    /// The same as it is written: cards may be typed in any order, and what no figure has may be left out.
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
    fn faces(&self) -> Option<Faces> {
        let mut decks: [Vec<Card>; 4] = Default::default();
        for (deck, all) in self.decks.iter().zip(&mut decks) {
            all.extend(deck.layers.iter().flat_map(|layer| &layer.cards).chain(&deck.carried_out));
        }
        // A card that was shown and whose layer is open is in one of its layers and somewhere else.
        for card in self.memory.iter().filter(|entry| entry.later.is_some()).filter_map(|entry| entry.card) {
            let deck = &mut decks[card.back().index()];
            deck.swap_remove(deck.iter().position(|other| *other == card)?);
        }
        let is_fit = |(back, deck): (Rank, &Vec<Card>)| deck.iter().all(|card| card.back() == back);
        (Rank::ALL.into_iter().zip(&decks).all(is_fit)).then(|| Faces::new(decks))
    }

    fn view(&self) -> Option<View> {
        let stock = Stock::of(&self.faces()?);
        let stands = std::array::from_fn(|index| self.open.figures[index]);
        let mut state = self.open.state(self.open.players, Track::new(stands));
        for (slot, number) in state.numbers.iter_mut().zip(&self.open.start_numbers) {
            *slot = number.map(|number| Rank::new(number).ok_or(())).transpose().ok()?;
        }
        for (back, deck) in Rank::ALL.into_iter().zip(&self.decks) {
            state.decks.set_number(back, deck.top);
        }
        self.hold(&stock, &mut state)?;
        self.remember(&stock, &mut state)?;
        let mut view = View {
            seat: self.seat,
            maker: Maker(None),
            faces: *stock.faces(),
            state,
            older: Pool::default(),
        };
        for (back, deck) in Rank::ALL.into_iter().zip(&self.decks) {
            deck.fill(&stock, back, &mut view)?;
        }
        Some(view)
    }

    /// Fills hands and deposit, without layers.
    fn hold(&self, stock: &Stock, state: &mut State) -> Option<()> {
        for placed in &self.deposit {
            let is_own = placed.figure.owner(self.open.players) == Some(self.seat);
            let known = placed.card.map(|card| stock.kind(card));
            let kind = if is_own { known?? } else { Kind::hidden(placed.back) };
            state.deposit.place(placed.figure, kind, 0);
        }
        for (index, backs) in self.backs.iter().enumerate() {
            let hand = &mut state.hands[index];
            if index == self.seat.index() {
                for card in &self.hand {
                    hand.add(stock.kind(*card)?, 0);
                }
            } else {
                for (back, count) in Rank::ALL.into_iter().zip(backs) {
                    (0..*count).for_each(|_| hand.add(Kind::hidden(back), 0));
                }
            }
        }
        Some(())
    }

    /// Gives cards their layers and adds those that were shown.
    fn remember(&self, stock: &Stock, state: &mut State) -> Option<()> {
        for entry in self.memory.iter().filter(|entry| entry.later.is_some()) {
            let (by, kind) =
                (entry.by.filter(|by| by.number() < self.open.players)?, stock.kind(entry.card?)?);
            state.memory.add(Case { by, kind, from: 0, later: entry.later? });
        }
        for entry in self.memory.iter().filter(|entry| entry.later.is_none()) {
            let top = state.decks.number(entry.back);
            let layer = entry.layer.filter(|layer| (1..=top).contains(layer))?;
            let own = entry.card.map(|card| stock.kind(card));
            let slot = match (entry.by, own) {
                (Some(by), Some(own)) => state.layers_of(by, own?).filter(|layer| **layer == 0).last(),
                (Some(by), None) => {
                    let back = entry.back;
                    state.layers_where(by, |kind| kind.back() == back).filter(|layer| **layer == 0).last()
                }
                (None, _) => state.ownerless_layer(Kind::hidden(entry.back)),
            };
            *slot? = layer;
        }
        state.sort_all_layers();
        state.sort_hidden(self.seat);
        Some(())
    }
}

impl DeckView {
    /// Fills a deck with its layers and the cards carried out.
    fn fill(&self, stock: &Stock, back: Rank, view: &mut View) -> Option<()> {
        for card in &self.carried_out {
            view.state.decks.carry_out(stock, stock.kind(*card)?);
        }
        let mut next = self.top;
        for LayerView { number, cards, left } in &self.layers {
            let mut kinds = cards.iter().map(|card| stock.kind(*card)).collect::<Option<Vec<_>>>()?;
            for (own, _) in view.own(back).filter(|(_, layer)| layer == number).collect::<Vec<_>>() {
                kinds.swap_remove(kinds.iter().position(|kind| *kind == own)?);
            }
            if *number < self.top {
                for kind in kinds {
                    view.older.add(kind, *number);
                }
            } else if *number == self.top {
                for kind in kinds {
                    add_to(view.state.decks.top_set(back), stock.copies(kind));
                }
                next += u8::from(*left > 0);
            } else if *number == next {
                view.state.decks.put_under(stock, back, &kinds);
                next += 1;
            } else {
                return None;
            }
        }
        Some(())
    }
}
