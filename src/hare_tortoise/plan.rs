//! The turns that a runner needs to come home, had it the track to itself: a table that bots look up.

use super::board::{FINISH, Square};

/// The most carrots that a plan distinguishes; more of them only mean more turns to be rid of them.
pub(super) const MOST: u16 = 255;
/// The carrots of which a runner can always be rid in a turn, on a carrot square.
const RID_IN_A_TURN: f32 = 10.0;

/// The turns with each number of carrots, from one square with one number of lettuces.
pub(super) type Row = [f32; MOST as usize + 1];

/// The turns to the finish from each square, with each number of lettuces and carrots, in one race position.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    rows: Vec<Row>,
    most_lettuces: u8,
    /// The carrots that a lettuce brings in this position.
    from_a_lettuce: u16,
}

impl Plan {
    /// A table that holds `turns` everywhere.
    pub(super) fn new(turns: f32, most_lettuces: u8, from_a_lettuce: u16) -> Self {
        let count = (usize::from(most_lettuces) + 1) * usize::from(FINISH);
        Self { rows: vec![[turns; MOST as usize + 1]; count], most_lettuces, from_a_lettuce }
    }

    /// The carrots that a lettuce brings in this position.
    pub(super) fn carrots_from_a_lettuce(&self) -> u16 {
        self.from_a_lettuce
    }

    /// The turns to come for a runner that chews here in its next turn.
    pub(super) fn chewing(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        1.0 + self.turns(at, lettuces.saturating_sub(1), carrots.saturating_add(self.from_a_lettuce))
    }

    /// The turns to come for a runner that moves off from a square.
    pub(super) fn turns(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        turns_in(self.row(at, lettuces), carrots)
    }

    /// The entries of [`Plan::turns`] for at most [`MOST`] carrots.
    pub(super) fn row(&self, at: Square, lettuces: u8) -> &Row {
        &self.rows[self.index(at, lettuces)]
    }

    /// The entry of [`Plan::turns`] for at most [`MOST`] carrots.
    pub(super) fn turns_mut(&mut self, at: Square, lettuces: u8, carrots: u16) -> &mut f32 {
        let index = self.index(at, lettuces);
        &mut self.rows[index][usize::from(carrots.min(MOST))]
    }

    fn index(&self, at: Square, lettuces: u8) -> usize {
        let lettuces = usize::from(lettuces.min(self.most_lettuces));
        lettuces * usize::from(FINISH) + usize::from(at.number().min(FINISH - 1))
    }
}

/// The turns to come with this number of carrots.
#[inline]
pub(super) fn turns_in(row: &Row, carrots: u16) -> f32 {
    let turns = row[usize::from(carrots.min(MOST))];
    if carrots > MOST { turns + f32::from(carrots - MOST) / RID_IN_A_TURN } else { turns }
}
