//! The library and its games as programs use them, in one program: much of what it is built of serves all of these tests.

mod analysis;
mod any;
mod arena;
mod arrows;
mod bare_loops;
mod batch;
mod bots;
mod cases;
mod compare_rulesets;
mod conventions;
mod dash;
mod decisive;
mod design;
mod encoding;
mod flaw;
mod flawed_encoding;
mod foresight;
mod formats;
mod fuzz;
mod guess;
mod hints;
mod json;
mod leaks;
mod learned;
mod lessons;
mod luck;
mod perft;
mod pictures;
mod portable;
mod printed;
#[cfg(feature = "learned")]
mod published;
mod puzzles;
mod race;
mod records;
mod rule_changes;
mod rule_differences;
mod ruleset;
mod search;
mod sheets;
mod statistics;
mod table;
mod table_clock;
mod table_frames;
mod testkit;
mod texts;
mod toy;
mod trace;

#[path = "../animal_race/mod.rs"]
mod animal_race;
#[path = "../gotham/mod.rs"]
mod gotham;
#[path = "../hare_tortoise/mod.rs"]
mod hare_tortoise;
#[path = "../postal/mod.rs"]
mod postal;

#[allow(dead_code, unused_imports, reason = "the example runs itself as well")]
#[path = "../../examples/dice_race/game.rs"]
mod dice_race;
#[allow(dead_code, unreachable_pub, reason = "the example runs itself as well")]
#[path = "../../examples/own_game/game.rs"]
mod own_game;
#[allow(dead_code, unreachable_pub, reason = "the example runs itself as well")]
#[path = "../../examples/secret_steps/game.rs"]
mod secret_steps;
#[allow(dead_code, reason = "the example runs itself as well")]
#[path = "../../examples/server.rs"]
mod server;
