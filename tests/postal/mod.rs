//! The postal game of Hare & Tortoise: the language of orders, how they are resolved, rounds and whole games.

mod absences;
mod advance;
mod bot;
mod corrections;
mod defaults;
mod language;
mod pages;
mod replies;
mod rounds;
mod senders;
mod table;
mod trust;
