//! Bots that play any game: searches, and processes of their own.

mod flat;
mod ismcts;
mod levels;
mod mixtures;
#[cfg(all(unix, feature = "process"))]
mod process;
