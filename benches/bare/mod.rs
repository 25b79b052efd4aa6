//! The games by hand: no contract, no rulesets, no records, just the loop that a specialist would write.

pub(crate) mod animal_race;
pub(crate) mod gotham;
pub(crate) mod hare_tortoise;

use crate::loops::Tally;
