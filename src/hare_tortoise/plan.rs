//! The turns that a runner needs to come home, had it the track to itself: a table that bots look up.

use super::board::{FINISH, Square};

/// The most carrots that a plan distinguishes; more of them only mean more turns to be rid of them.
pub(super) const MOST: u16 = 255;
/// The carrots of which a runner can always be rid in a turn, on a carrot square.
const RID_IN_A_TURN: f32 = 10.0;
/// Carrots are shared out among several runners in heaps of this size.
pub(super) const HEAP: u16 = 5;
/// The most carrots in the heaps that are looked up together.
const MOST_IN_HEAPS: u16 = 399;
/// The numbers of carrots that share an entry of the fewest turns.
const SPAN: u16 = 8;

/// The turns with each number of carrots, in ascending order: quick to look up.
pub(super) type InOrder = [f32; MOST as usize + 1];

/// The same and the turns with some more carrots, with numbers side by side that differ by whole heaps: a processor adds
/// and compares several at once.
#[derive(Clone, Debug)]
pub(super) struct ByHeaps {
    turns: [[f32; (MOST_IN_HEAPS / HEAP + 1) as usize]; HEAP as usize],
    /// The fewest turns up to the end of each span of [`SPAN`] numbers of carrots.
    fewest: [f32; (MOST / SPAN + 1) as usize],
}

impl ByHeaps {
    fn new(turns: &InOrder) -> Self {
        let turns = |carrots: u16| beyond_most(turns[usize::from(carrots.min(MOST))], carrots);
        let mut fewest = f32::INFINITY;
        Self {
            turns: std::array::from_fn(|rest| {
                std::array::from_fn(|heaps| turns(heaps as u16 * HEAP + rest as u16))
            }),
            fewest: std::array::from_fn(|span| {
                let carrots = span as u16 * SPAN..(span as u16 + 1) * SPAN;
                fewest = carrots.map(turns).fold(fewest, f32::min);
                fewest
            }),
        }
    }

    /// The turns to come with this number of carrots.
    #[inline]
    pub(super) fn turns(&self, carrots: u16) -> f32 {
        let known = carrots.min(MOST);
        beyond_most(self.turns[usize::from(known % HEAP)][usize::from(known / HEAP)], carrots)
    }

    /// The turns to come with this number of carrots, and with 1 to `heaps` heaps more; `None` when they come to more
    /// than [`MOST_IN_HEAPS`].
    #[inline]
    pub(super) fn turns_by_heaps(&self, carrots: u16, heaps: u16) -> Option<&[f32]> {
        let first = usize::from(carrots / HEAP);
        self.turns[usize::from(carrots % HEAP)].get(first..first + usize::from(heaps) + 1)
    }

    /// The fewest turns to come with any number of carrots up to this one, or up to a few more.
    #[inline]
    pub(super) fn fewest(&self, carrots: i32) -> f32 {
        self.fewest[(carrots.clamp(0, MOST.into()) / i32::from(SPAN)) as usize]
    }
}

/// The turns to come with this number of carrots, of which a plan knows those with at most [`MOST`].
#[inline]
fn beyond_most(turns: f32, carrots: u16) -> f32 {
    if carrots > MOST { turns + f32::from(carrots - MOST) / RID_IN_A_TURN } else { turns }
}

/// The turns to the finish from each square, with each number of lettuces and carrots, in one race position: a row for
/// each square and number of lettuces.
#[derive(Clone, Debug)]
pub(super) struct Plan<R = ByHeaps> {
    rows: Vec<R>,
    most_lettuces: u8,
    /// The carrots that a lettuce brings in this position.
    from_a_lettuce: u16,
}

impl<R> Plan<R> {
    /// The carrots that a lettuce brings in this position.
    pub(super) fn carrots_from_a_lettuce(&self) -> u16 {
        self.from_a_lettuce
    }

    /// The row of a square and a number of lettuces.
    pub(super) fn row(&self, at: Square, lettuces: u8) -> &R {
        &self.rows[self.index(at, lettuces)]
    }

    fn index(&self, at: Square, lettuces: u8) -> usize {
        let lettuces = usize::from(lettuces.min(self.most_lettuces));
        lettuces * usize::from(FINISH) + usize::from(at.number().min(FINISH - 1))
    }
}

/// A plan in the making.
impl Plan<InOrder> {
    /// A table that holds `turns` everywhere.
    pub(super) fn new(turns: f32, most_lettuces: u8, from_a_lettuce: u16) -> Self {
        let count = (usize::from(most_lettuces) + 1) * usize::from(FINISH);
        Self { rows: vec![[turns; MOST as usize + 1]; count], most_lettuces, from_a_lettuce }
    }

    /// The turns to come for a runner that chews here in its next turn.
    pub(super) fn chewing(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        1.0 + self.turns(at, lettuces.saturating_sub(1), carrots.saturating_add(self.from_a_lettuce))
    }

    /// The turns to come for a runner that moves off from a square.
    pub(super) fn turns(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        beyond_most(self.row(at, lettuces)[usize::from(carrots.min(MOST))], carrots)
    }

    /// The entry of [`Plan::turns`] for at most [`MOST`] carrots.
    pub(super) fn turns_mut(&mut self, at: Square, lettuces: u8, carrots: u16) -> &mut f32 {
        let index = self.index(at, lettuces);
        &mut self.rows[index][usize::from(carrots.min(MOST))]
    }

    /// The finished plan.
    pub(super) fn by_heaps(self) -> Plan {
        let Self { rows, most_lettuces, from_a_lettuce } = self;
        Plan { rows: rows.iter().map(ByHeaps::new).collect(), most_lettuces, from_a_lettuce }
    }
}
