//! The turns that a runner needs to come home, had it the track to itself: a table that bots look up.

use super::board::{FINISH, Square};

/// The most carrots that a plan distinguishes; more of them only mean more turns to be rid of them.
pub(super) const MOST: u16 = 255;
/// The carrots of which a runner can always be rid in a turn, on a carrot square.
const RID_IN_A_TURN: f32 = 10.0;

/// The turns to the finish from each square, with each number of lettuces and carrots, in one race position.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    turns: Vec<f32>,
    most_lettuces: u8,
    /// The carrots that a lettuce brings in this position.
    from_a_lettuce: u16,
}

impl Plan {
    /// A table that holds `turns` everywhere.
    pub(super) fn new(turns: f32, most_lettuces: u8, from_a_lettuce: u16) -> Self {
        let count = (usize::from(most_lettuces) + 1) * usize::from(FINISH) * (usize::from(MOST) + 1);
        Self { turns: vec![turns; count], most_lettuces, from_a_lettuce }
    }

    /// The turns to come for a runner that chews here in its next turn.
    pub(super) fn chewing(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        1.0 + self.turns(at, lettuces.saturating_sub(1), carrots.saturating_add(self.from_a_lettuce))
    }

    /// The turns to come for a runner that moves off from a square.
    pub(super) fn turns(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        let surplus = carrots.saturating_sub(MOST);
        self.turns[self.index(at, lettuces, carrots)] + f32::from(surplus) / RID_IN_A_TURN
    }

    /// The entry of [`Plan::turns`] for at most [`MOST`] carrots.
    pub(super) fn turns_mut(&mut self, at: Square, lettuces: u8, carrots: u16) -> &mut f32 {
        let index = self.index(at, lettuces, carrots);
        &mut self.turns[index]
    }

    fn index(&self, at: Square, lettuces: u8, carrots: u16) -> usize {
        let lettuces = usize::from(lettuces.min(self.most_lettuces));
        let square = usize::from(at.number().min(FINISH - 1));
        (lettuces * usize::from(FINISH) + square) * (usize::from(MOST) + 1) + usize::from(carrots.min(MOST))
    }
}
