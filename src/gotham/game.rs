//! The game under one ruleset, with its tables.

use super::ruleset::Ruleset;
use super::stock::Stock;
use crate::fault::Faults;
use crate::ruleset::Ruleset as _;
use crate::stable_hash::StableHasher;

/// Gotham under one ruleset.
#[derive(Clone, Debug)]
pub struct Gotham {
    pub(super) ruleset: Ruleset,
    pub(super) stock: Stock,
    /// Tells views made by a game with this ruleset from others.
    pub(super) mark: u64,
}

impl Gotham {
    pub(super) fn of(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.check()?;
        let stock = Stock::new(&ruleset);
        let mark = StableHasher::of(&format!("{ruleset:?}"));
        Ok(Self { ruleset, stock, mark })
    }
}
