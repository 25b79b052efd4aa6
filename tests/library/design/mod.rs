//! The designer's bench: goals, steps between rulesets, and the search for rules.

mod goals;
mod kinds;
mod price;
mod tune;
mod vary;
