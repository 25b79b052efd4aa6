//! The forms of effects, and which cards have them.

use super::card_index::{CardIndex, Kind};
use super::cards::{Effect, Rank};

/// The names of the forms, in ascending order.
pub(super) const FORMS: [&str; 7] =
    ["to-start", "back", "forward", "in-front-of", "behind", "swap-with", "finish-to"];
const DECKS: usize = Rank::ALL.len();

/// The place of an effect's form in [`FORMS`].
pub(super) const fn form(effect: Effect) -> usize {
    match effect {
        Effect::ToStart => 0,
        Effect::Back(_) => 1,
        Effect::Forward(_) => 2,
        Effect::InFrontOf(..) => 3,
        Effect::Behind(..) => 4,
        Effect::SwapWith(_) => 5,
        Effect::FinishTo(_) => 6,
    }
}

/// The physical cards of each form of effect, a bit each, by deck.
#[derive(Clone, Debug)]
pub(super) struct Forms([[u32; FORMS.len()]; DECKS]);

impl Forms {
    pub(super) fn new(card_index: &CardIndex) -> Self {
        let mut forms = [[0; FORMS.len()]; DECKS];
        for back in Rank::ALL {
            for kind in card_index.deck(back) {
                forms[back.index()][form(card_index.card(*kind).effect())] |= card_index.copies(*kind);
            }
        }
        Self(forms)
    }

    /// The cards of each form in sets of each deck's cards.
    #[inline]
    pub(super) fn counts(&self, sets: [u32; DECKS]) -> [[f32; FORMS.len()]; DECKS] {
        std::array::from_fn(|deck| self.0[deck].map(|form| (form & sets[deck]).count_ones() as f32))
    }

    /// The form of a card of the ruleset.
    #[inline]
    pub(super) fn of(&self, kind: Kind) -> usize {
        let cards = 1 << kind.index();
        self.0[kind.deck()].iter().position(|form| form & cards != 0).unwrap_or(0)
    }
}
