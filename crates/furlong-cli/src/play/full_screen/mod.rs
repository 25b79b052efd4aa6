//! Games on the full screen: the table is always in view, and choices are made by keys, words or mouse.
//!
//! The screen does not know the game. It shows a [`ScreenModel`], which every session, every recorded game and every
//! guided game implements. `state` has what is shown, `press` and `mouse` turn keys and clicks into wishes,
//! `refresh` updates the state from the model, `paint` draws it, `ink` reads the colours of pictures, `wrap` breaks
//! lines, `run` owns the terminal, and `menu` asks what comes before a game.

mod ansi;
mod keyboard;
mod menu;
mod mouse;
mod paint;
mod refresh;
mod run;
mod screen_model;
mod state;
#[cfg(test)]
mod tests;
mod theme;
mod wrap;

pub(crate) use menu::{Menu, explained_by};
#[cfg(unix)]
pub(crate) use run::while_released;
pub(crate) use run::{After, LEAST, is_possible, is_taken, is_terminal, restore, show};
pub(crate) use screen_model::{Analysing, Answer, Leap, News, ScreenModel, Stage, TableFrame};
#[cfg(test)]
pub(crate) use tests::{painted_menu, painted_model};
