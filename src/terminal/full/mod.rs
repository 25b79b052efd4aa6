//! Play on the full screen: the table always in view, choices by keys, words or mouse.
//!
//! The screen knows no game: it shows a [`Desk`], which every session offers. `state` holds what is shown and turns keys
//! into wishes, `paint` draws it, `ink` reads the colours of pictures, and `run` owns the terminal.

mod desk;
mod ink;
mod paint;
mod run;
mod state;
#[cfg(test)]
mod tests;

pub(super) use desk::{Answer, Desk, Stage};
pub(super) use run::{LEAST, Menu, Picked, is_possible, is_terminal, play, restore};
