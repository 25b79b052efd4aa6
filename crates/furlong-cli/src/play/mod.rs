//! People at a terminal: a table of people and bots, the questions to them, and the screen.

pub(crate) mod advise;
pub(crate) mod full;
pub(crate) mod keys;
pub(crate) mod learn;
pub(crate) mod lineup;
pub(crate) mod menu;
pub(crate) mod mine;
pub(crate) mod offered;
pub(crate) mod party;
pub(crate) mod printed;
pub(crate) mod save;
pub(crate) mod screens;
pub(crate) mod session;
pub(crate) mod set;
pub(crate) mod settings;
pub(crate) mod start;
pub(crate) mod typed;
