//! The games written by hand, without the game contract, rulesets or records: the loops that a specialist would write.

pub(crate) mod animal_race;
pub(crate) mod gotham;
pub(crate) mod hare_tortoise;

use crate::loops::Tally;
