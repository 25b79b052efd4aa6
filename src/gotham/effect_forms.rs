//! The forms of effects, and the cards that have each form.

use super::card_index::{CardIndex, Kind};
use super::cards::{Effect, Rank};

/// The names of the forms, in ascending order.
pub(super) const FORMS: [&str; 7] =
    ["to-start", "back", "forward", "in-front-of", "behind", "swap-with", "finish-to"];
const DECKS: usize = Rank::ALL.len();

/// The index of an effect's form in [`FORMS`].
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

/// The cards of each form of effect.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    /// The physical cards of each form, as bit sets for each deck.
    cards: [[u32; FORMS.len()]; DECKS],
    /// The number of cards of each form in the full decks.
    pub(super) of_decks: [[f32; FORMS.len()]; DECKS],
    /// The form of each kind, indexed by its code.
    of_kinds: [u8; KINDS],
}

/// The number of codes that a kind can have.
const KINDS: usize = Kind::FREE.number() as usize + 1;

impl Forms {
    pub(super) fn new(card_index: &CardIndex) -> Self {
        let mut forms = Self {
            cards: [[0; FORMS.len()]; DECKS],
            of_decks: [[0.0; FORMS.len()]; DECKS],
            of_kinds: [0; KINDS],
        };
        for back in Rank::ALL {
            for kind in card_index.deck(back) {
                let form = form(card_index.card(*kind).effect());
                forms.cards[back.index()][form] |= card_index.copies(*kind);
                forms.of_kinds[usize::from(kind.number())] = form as u8;
            }
        }
        forms.of_decks = forms.counts(card_index.sets());
        forms
    }

    /// Counts the cards of each form in bit sets of each deck's cards.
    #[inline]
    pub(super) fn counts(&self, sets: [u32; DECKS]) -> [[f32; FORMS.len()]; DECKS] {
        let mut counts = [[0.0; FORMS.len()]; DECKS];
        for (counts, (forms, set)) in counts.iter_mut().zip(self.cards.iter().zip(sets)) {
            for (count, form) in counts.iter_mut().zip(forms) {
                *count = (form & set).count_ones() as f32;
            }
        }
        counts
    }

    /// The form of a card of the ruleset.
    #[inline]
    pub(super) fn of(&self, kind: Kind) -> usize {
        usize::from(self.of_kinds[usize::from(kind.number()) % KINDS])
    }
}
