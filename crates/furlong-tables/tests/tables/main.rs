//! The server from outside: messages in, messages out.

mod advice;
mod agreements;
mod away;
mod bounds;
mod chat;
mod client;
mod codes;
mod feed;
mod friends;
mod fuzz;
mod links;
mod mail;
mod play;
mod post;
mod post_away;
mod post_secrets;
mod resignation;
mod secrets;
