//! The names that a sheet may use for players instead of letters.

use super::lexer::{Piece, Token, pieces};
use crate::common::seat::{Seat, Seats};

/// Words of the order language that cannot be names.
const NOT_NAMES: [&str; 6] = ["start", "finish", "me", "i", "all", "not"];

/// The names of the players, as pieces of the order language.
#[derive(Debug)]
pub(super) struct Names(Vec<(Vec<Piece>, Seat)>);

/// A name found in a sheet.
#[derive(Debug)]
pub(super) struct Called {
    /// The players with this name.
    pub(super) seats: Vec<Seat>,
    /// The number of pieces in the name.
    pub(super) pieces: usize,
}

/// The reason why the name of a seat would be read in a sheet as another player; `None` if it would not.
pub(super) fn misread(names: &[String], seat: Seat) -> Option<String> {
    let own = name_pieces(names.get(seat.index())?);
    if let Some(Piece::Word(word)) = own.first() {
        if seat_of_letter(word).is_some_and(|other| other != seat) {
            return Some(format!("`{}` is the letter of another seat", word.to_uppercase()));
        }
        if ["me", "i"].contains(&word.as_str()) {
            return Some(format!("`{word}` means the writer of a sheet"));
        }
    }
    let is_other = |(index, name): (usize, &String)| index != seat.index() && name_pieces(name) == own;
    let is_taken = !own.is_empty() && names.iter().enumerate().any(is_other);
    is_taken.then(|| "another player has this name".to_owned())
}

/// The seat named by a one-letter word.
pub(super) fn seat_of_letter(word: &str) -> Option<Seat> {
    let [byte @ b'a'..=b'z'] = word.as_bytes() else { return None };
    // `I` means the writer.
    Seat::new(byte - b'a').filter(|_| *byte != b'i')
}

fn name_pieces(name: &str) -> Vec<Piece> {
    let pieces = pieces(name).into_iter().map(|token| token.piece);
    pieces.filter(|piece| !matches!(piece, Piece::LineEnd | Piece::End)).collect()
}

impl Names {
    /// The names in the order of seats. A name can be given in full, by its first word (unless that is a square),
    /// or by its last word if no other name begins with it.
    pub(super) fn of(names: &[String]) -> Self {
        let mut known = Vec::new();
        for (seat, name) in Seats::MOST.iter().zip(names) {
            let name = name_pieces(name);
            let Some(Piece::Word(first)) = name.first() else { continue };
            if first != "start" && first != "finish" {
                known.push((name[..1].to_vec(), seat));
                known.push((name, seat));
            }
        }
        let lasts =
            Seats::MOST.iter().zip(names).filter_map(|(seat, name)| Some((name_pieces(name).pop()?, seat)));
        let lasts: Vec<(Vec<Piece>, Seat)> = lasts
            .filter(|(last, _)| matches!(last, Piece::Word(word) if !NOT_NAMES.contains(&&**word)))
            .filter(|(last, _)| known.iter().all(|(name, _)| name.first() != Some(last)))
            .map(|(last, seat)| (vec![last], seat))
            .collect();
        known.extend(lasts);
        Self(known)
    }

    /// The longest name that these pieces begin with.
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

    /// The only player whose name a text begins with.
    pub(super) fn named(&self, text: &str) -> Option<Seat> {
        match self.at(&pieces(text))?.seats[..] {
            [seat] => Some(seat),
            _ => None,
        }
    }

    /// The first words of the names.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|(name, _)| match &name[..] {
            [Piece::Word(word)] => Some(word.as_str()),
            _ => None,
        })
    }
}
