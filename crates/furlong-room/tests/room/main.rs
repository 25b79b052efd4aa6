//! The house from outside: messages in, messages out.

mod advice;
mod bounds;
mod fuzz;
mod links;
mod play;
mod post;
mod post_away;
mod post_secrets;
mod secrets;
mod talk;
mod together;
