//! The names by which a sheet may call the players instead of by letter.

use super::lexer::{Piece, Token, pieces};
use crate::seat::{Seat, Seats};

/// The names of the players in the pieces of the language.
#[derive(Debug)]
pub(super) struct Names(Vec<(Vec<Piece>, Seat)>);

/// A name that stands in a sheet.
#[derive(Debug)]
pub(super) struct Called {
    /// The players of this name.
    pub(super) seats: Vec<Seat>,
    /// The number of its pieces.
    pub(super) pieces: usize,
}

impl Names {
    /// The names in the order of seats. Each is known in full and by its first word, unless that is a square.
    pub(super) fn of(names: &[String]) -> Self {
        let mut known = Vec::new();
        for (seat, name) in Seats::MOST.iter().zip(names) {
            let pieces: Vec<Piece> = pieces(name).into_iter().map(|token| token.piece).collect();
            let name: Vec<Piece> =
                pieces.into_iter().filter(|piece| !matches!(piece, Piece::LineEnd | Piece::End)).collect();
            let Some(Piece::Word(first)) = name.first() else { continue };
            if first != "start" && first != "finish" {
                known.push((name[..1].to_vec(), seat));
                known.push((name, seat));
            }
        }
        Self(known)
    }

    /// The longest name with which these pieces begin.
    pub(super) fn at(&self, tokens: &[Token]) -> Option<Called> {
        let begins = |name: &[Piece]| {
            name.len() <= tokens.len() && name.iter().zip(tokens).all(|(piece, token)| *piece == token.piece)
        };
        let found: Vec<&(Vec<Piece>, Seat)> = self.0.iter().filter(|(name, _)| begins(name)).collect();
        let longest = found.iter().map(|(name, _)| name.len()).max()?;
        let mut seats: Vec<Seat> =
            found.iter().filter(|(name, _)| name.len() == longest).map(|(_, seat)| *seat).collect();
        seats.dedup();
        Some(Called { seats, pieces: longest })
    }

    /// The first words of the names.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(name, _)| match &name[..] {
            [Piece::Word(word)] => Some(word.as_str()),
            _ => None,
        })
    }
}
