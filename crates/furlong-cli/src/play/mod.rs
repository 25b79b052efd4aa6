//! People at a terminal: a table of people and bots, the questions to them, and the screen.

pub(crate) mod advice;
pub(crate) mod advise;
pub(crate) mod full;
pub(crate) mod learn;
pub(crate) mod lineup;
pub(crate) mod meaning;
pub(crate) mod menu;
pub(crate) mod outcome;
pub(crate) mod save;
pub(crate) mod screens;
pub(crate) mod session;
pub(crate) mod start;
pub(crate) mod table;
pub(crate) mod typed;
