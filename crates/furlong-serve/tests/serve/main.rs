//! The server over the network of this computer.

mod backup;
mod client;
mod feed;
mod kills;
mod outgoing;
mod post;
mod safety;
mod tables;
