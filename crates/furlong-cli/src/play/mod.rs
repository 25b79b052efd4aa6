//! People at a terminal: a table of people and bots, the questions to them, and the screen.

pub(crate) mod advise;
pub(crate) mod full_screen;
pub(crate) mod game_list;
pub(crate) mod keys;
pub(crate) mod learn;
pub(crate) mod lineup;
pub(crate) mod menu;
pub(crate) mod new_table;
pub(crate) mod print;
pub(crate) mod save;
pub(crate) mod saved_games;
pub(crate) mod screens;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod settings_screen;
pub(crate) mod start;
pub(crate) mod typed_line;
