//! The game under one ruleset, with its precomputed tables.

use std::sync::Arc;

use super::board::Board;
use super::plan::Plans;
use super::policy::{Effect, Mechanism};
use super::ruleset::{CARDS, RUNNERS, Ruleset, SUMS};
use crate::common::fault::Faults;
use crate::ruleset::Ruleset as _;

/// Hare & Tortoise under one ruleset.
///
/// ```
/// use furlong::hare_tortoise::{Action, HareTortoise, Setup, Square};
/// use furlong::{RaceGame, Seat, Turn, ruleset};
/// use furlong::hare_tortoise::FirstPlayer;
///
/// let game = HareTortoise::new(ruleset::open("classic")?)?;
/// let first = Some(FirstPlayer::Given(Seat::FIRST));
/// let mut state = game.start(&Setup { players: 4, first, longest_step: None })?;
/// let to_carrots = Action::To(Square::new(5).ok_or("no square")?);
/// game.play(&mut state, to_carrots, &mut ())?;
/// assert_eq!(game.position(&state).players[0].carrots, 65 - 15);
/// assert_eq!(game.turn(&state), Turn::Seat(Seat::new(1).ok_or("no seat")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HareTortoise {
    pub(super) ruleset: Ruleset,
    pub(super) board: Board,
    /// The effect of each card in each race position.
    pub(super) chart: [[Effect; RUNNERS]; CARDS],
    /// The effect of each sum of die and race position, starting with 2.
    pub(super) table: [Effect; SUMS],
    /// The number of cards of each effect in the pack.
    pub(super) pack: [u8; Effect::ALL.len()],
    pub(super) pack_size: u8,
    /// The possible effects.
    pub(super) effects: Vec<Effect>,
    /// The plans of bots, made when the first bot asks for them. All clones of a game share them.
    pub(super) plans: Arc<Plans>,
}

impl HareTortoise {
    /// Makes the game of a ruleset, with its tables.
    pub(super) fn from_ruleset(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.check()?;
        let board = Board::read(&ruleset.board.squares)?;
        let effects = ruleset.hare.effects();
        let mut chart = [[Effect::MissATurn; RUNNERS]; CARDS];
        for (row, effects) in chart.iter_mut().zip(&ruleset.hare.chart) {
            row.iter_mut().zip(effects).for_each(|(place, effect)| *place = *effect);
        }
        let mut table = [Effect::MissATurn; SUMS];
        table.iter_mut().zip(&ruleset.hare.table).for_each(|(place, effect)| *place = *effect);
        let mut pack = [0; Effect::ALL.len()];
        let mut pack_size = 0;
        if ruleset.hare.mechanism == Mechanism::Pack {
            for effect in &ruleset.hare.pack {
                pack[*effect as usize] += 1;
                pack_size += 1;
            }
        }
        Ok(Self { ruleset, board, chart, table, pack, pack_size, effects, plans: Arc::default() })
    }

    /// The track.
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(super) fn mechanism(&self) -> Mechanism {
        self.ruleset.hare.mechanism
    }
}
