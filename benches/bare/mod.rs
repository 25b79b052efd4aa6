//! The games by hand, without contract, rulesets and records: the loops that a specialist would write.

pub(crate) mod animal_race;
pub(crate) mod gotham;
pub(crate) mod hare_tortoise;

use crate::loops::Tally;
