//! The library as programs use it: contract, formats, searches, comparisons, the test kit.

mod analysis;
mod arrows;
mod bare_loops;
mod cases;
mod compare_rulesets;
mod flaw;
mod foresight;
mod formats;
mod fuzz;
mod house;
mod leaks;
mod lessons;
mod luck;
mod perft;
mod portable;
mod records;
mod rule_differences;
mod search;
mod statistics;
mod steps;
mod testkit;
mod texts;
mod toy;

#[allow(dead_code, unused_imports, reason = "the example runs itself as well")]
#[path = "../../examples/dice_race.rs"]
mod dice_race;
#[allow(dead_code, unreachable_pub, reason = "the example runs itself as well")]
#[path = "../../examples/own_game.rs"]
mod own_game;
