//! Saved games: replayed, drawn, and analysed.

pub(crate) mod analyse;
pub(crate) mod draw;
pub(crate) mod replay_screen;
pub(crate) mod verb;
