//! Puzzles: positions in which a single move is clearly best.

use serde::{Deserialize, Serialize};

use crate::game::{RaceGame, Turn};
use crate::ruleset::Ruleset as _;

/// A position in which a single move is clearly best for the seat to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle<P, A> {
    /// The position, including everything hidden.
    pub position: P,
    /// The best move.
    pub best: A,
    /// The next best move.
    pub next: A,
    /// Whether exact values, and not only searches, show that the move is best.
    #[serde(rename = "exact")]
    pub is_exact: bool,
    /// The shares of the win that a search expects from the best and from the next best move.
    pub shares: [f64; 2],
}

/// A file of puzzles, as `examples/find_puzzles.rs` writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<P, A> {
    game: String,
    ruleset: String,
    #[serde(rename = "command")]
    _command: String,
    #[serde(rename = "seed")]
    _seed: u64,
    puzzles: Vec<Puzzle<P, A>>,
}

/// Returns the puzzles of a file of the library that agree with the rules in force: a seat is to move in the position,
/// and both moves are legal.
pub(crate) fn sound_puzzles<G: RaceGame>(game: &G, json: &str) -> Vec<Puzzle<G::Position, G::Action>> {
    let Ok(file) = serde_json::from_str::<File<G::Position, G::Action>>(json) else { return Vec::new() };
    if file.game != G::ID || file.ruleset != game.ruleset().title().name {
        return Vec::new();
    }
    let is_sound = |puzzle: &Puzzle<G::Position, G::Action>| {
        game.state(&puzzle.position).is_ok_and(|state| {
            matches!(game.turn(&state), Turn::Seat(_))
                && [puzzle.best, puzzle.next].into_iter().all(|action| game.check(&state, action).is_ok())
        })
    };
    file.puzzles.into_iter().filter(is_sound).collect()
}
