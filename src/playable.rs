//! Games with everything that a program for people needs: rules, words, bots, options and metrics.

use crate::arena::Measured;
use crate::bot::Bots;
use crate::text::Text;

/// A game that can be offered to people: in the terminal, in [`crate::AnyRace`], on a server.
///
/// It is implemented for every game with [`Text`], [`Bots`] and [`Measured`] (which may be empty).
pub trait Playable: Text + Bots + Measured {}

impl<G: Text + Bots + Measured> Playable for G {}
