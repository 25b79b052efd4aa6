//! The game and the round that a sheet is written for.

use crate::common::seat::SeatMap;

/// The maximum number of players in a race.
pub(super) const MOST_PLAYERS: u8 = 6;

/// The game and the round that a sheet is written for, as far as they are known. A sheet that does not fit them is
/// refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The number of players.
    pub players: u8,
    /// The round that is open, if known.
    pub round: Option<RoundOpen>,
    /// The names of the players in the order of seats, which sheets may use instead of letters. Empty if not known.
    pub names: Vec<String>,
    /// The addresses from which each player sends mails, in the order of seats. Empty if not known.
    pub addresses: Vec<Vec<String>>,
}

/// The round for which orders are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundOpen {
    /// The number of the round.
    pub number: u16,
    /// The number of moves that each seat has in the round (HP-02).
    pub moves: SeatMap<u8>,
}

impl Default for Occasion {
    /// Accepts any game and any round.
    fn default() -> Self {
        Self { players: MOST_PLAYERS, round: None, names: Vec::new(), addresses: Vec::new() }
    }
}
