//! The server over the network of this computer.

mod backup;
mod client;
mod feed;
mod kills;
mod log;
mod metrics;
mod outgoing;
mod post;
mod safety;
mod tables;
