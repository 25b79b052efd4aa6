//! The game under one ruleset, with its precomputed tables.

use super::card_index::CardIndex;
use super::effect_forms::Forms;
use super::ruleset::Ruleset;
use crate::common::fault::Faults;
use crate::common::stable_hash::StableHasher;
use crate::ruleset::Ruleset as _;

/// Gotham under one ruleset.
#[derive(Clone, Debug)]
pub struct Gotham {
    pub(super) ruleset: Ruleset,
    pub(super) card_index: CardIndex,
    /// The cards by their forms, for encoding features.
    pub(super) forms: Forms,
    /// A mark that distinguishes views made under this ruleset from others.
    pub(super) mark: u64,
}

impl Gotham {
    pub(super) fn from_ruleset(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.check()?;
        let card_index = CardIndex::new(&ruleset);
        let forms = Forms::new(&card_index);
        let mark = StableHasher::of(&format!("{ruleset:?}"));
        Ok(Self { ruleset, card_index, forms, mark })
    }
}
