//! A game with everything that a program for people needs: rules, words, bots and options.

use crate::bot::Bots;
use crate::game::SetupOptions;
use crate::text::Text;

/// A game that can be offered to people: in the terminal, in [`crate::AnyRace`], on a server.
///
/// Nobody implements it: whoever has [`Text`], [`Bots`] and [`SetupOptions`] is playable.
pub trait Playable: Text + Bots + SetupOptions {}

impl<G: Text + Bots + SetupOptions> Playable for G {}
