//! The game and the round for which a sheet is written.

use crate::ground::seat::SeatMap;

/// The most players of a race.
pub(super) const MOST_PLAYERS: u8 = 6;

/// The game and the round for which a sheet is written, as far as they are known. A sheet that does not fit them is
/// refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The number of players.
    pub players: u8,
    /// The round that is open.
    pub round: Option<RoundOpen>,
    /// The names of the players in the order of seats, which sheets may use instead of letters; those that are known.
    pub names: Vec<String>,
    /// The addresses from which each player sends mails, in the order of seats; those that are known.
    pub addresses: Vec<Vec<String>>,
}

/// The round for which orders are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundOpen {
    /// Its number.
    pub number: u16,
    /// The number of moves of each seat in it (HP-02).
    pub moves: SeatMap<u8>,
}

impl Default for Occasion {
    /// Any game, any round.
    fn default() -> Self {
        Self { players: MOST_PLAYERS, round: None, names: Vec::new(), addresses: Vec::new() }
    }
}
