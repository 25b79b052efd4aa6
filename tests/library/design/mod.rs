//! The designer's bench: goals, steps between rulesets, and the search for rules.

mod goals;
mod player_types;
mod price;
mod reached;
mod tune;
mod vary;
mod vary_goals;
