//! Games with everything that a program for people needs: rules, text, bots, options and metrics.

use crate::arena::Measured;
use crate::bot::Bots;
use crate::text::Text;

/// A game that people can play: in the terminal, through [`crate::AnyRace`], or on a server.
///
/// Every game with [`Text`], [`Bots`] and [`Measured`] (which may be empty) implements it.
pub trait Playable: Text + Bots + Measured {}

impl<G: Text + Bots + Measured> Playable for G {}
