//! The house from outside: messages in, messages out.

mod fuzz;
mod links;
mod play;
mod secrets;
mod talk;
mod together;
