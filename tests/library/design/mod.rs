//! The designer's bench: goals, steps between rulesets, and the search for rules.

mod goals;
mod price;
mod tune;
mod vary;
