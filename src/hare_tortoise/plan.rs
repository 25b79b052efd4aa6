//! The turns that a runner would need to get home if it had the track to itself, as a table that bots look up.

use std::sync::OnceLock;

use super::board::{FINISH, Square};
use super::ruleset::RUNNERS;

/// The maximum number of carrots that a plan distinguishes. A larger number only takes more turns to get rid of.
pub(super) const MOST: u16 = 255;
/// The number of carrots that a runner can always get rid of in one turn, on a carrot square.
pub(super) const RID_IN_A_TURN: f32 = 10.0;
/// The size of the heaps in which carrots are shared out among several runners.
pub(super) const HEAP: u16 = 5;
/// The maximum number of carrots in the heaps that are looked up together.
const MOST_IN_HEAPS: u16 = 399;
/// The number of carrot counts that share an entry of the fewest turns.
const SPAN: u16 = 8;

/// The plans of a game by longest step and race position, each made when it is first needed.
#[derive(Debug)]
pub(super) struct Plans([OnceLock<Box<[OnceLock<Plan>; RUNNERS]>>; FINISH as usize]);

impl Default for Plans {
    fn default() -> Self {
        Self([const { OnceLock::new() }; FINISH as usize])
    }
}

impl Plans {
    /// The place of a plan. Race positions and steps are counted from 1.
    pub(super) fn of(&self, position: u8, longest_step: u8) -> &OnceLock<Plan> {
        let of_step = &self.0[usize::from(longest_step.clamp(1, FINISH)) - 1];
        &of_step.get_or_init(Box::default)[usize::from(position) - 1]
    }
}

/// The number of turns with each number of carrots, in ascending order for fast lookup.
#[derive(Clone, Debug)]
pub(super) struct InOrder {
    turns: [f32; MOST as usize + 1],
    /// The turns with [`MOST`] carrots for a runner that has more and gets rid of the surplus first. One long step may
    /// use up [`MOST`] carrots but no more; otherwise a runner would collect carrots forever.
    of_many: f32,
}

/// Like [`InOrder`], but with carrot counts that differ by whole heaps stored side by side, so that a processor
/// adds and compares several at once.
#[derive(Clone, Debug)]
pub(super) struct ByHeaps {
    turns: [[f32; (MOST_IN_HEAPS / HEAP + 1) as usize]; HEAP as usize],
    /// The fewest turns up to the end of each span of [`SPAN`] carrot counts.
    fewest: [f32; (MOST / SPAN + 1) as usize],
    /// Like the field of [`InOrder`].
    of_many: f32,
}

impl ByHeaps {
    fn new(row: &InOrder) -> Self {
        let turns = |carrots: u16| row.turns(carrots);
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
            of_many: row.of_many,
        }
    }

    /// The number of turns with this number of carrots.
    #[inline]
    pub(super) fn turns(&self, carrots: u16) -> f32 {
        if carrots > MOST {
            return beyond_most(self.of_many, carrots);
        }
        self.turns[usize::from(carrots % HEAP)][usize::from(carrots / HEAP)]
    }

    /// The number of turns with this number of carrots, and with 1 to `heaps` heaps more; `None` if they come to
    /// more than [`MOST_IN_HEAPS`].
    #[inline]
    pub(super) fn turns_by_heaps(&self, carrots: u16, heaps: u16) -> Option<&[f32]> {
        let first = usize::from(carrots / HEAP);
        self.turns[usize::from(carrots % HEAP)].get(first..first + usize::from(heaps) + 1)
    }

    /// The fewest turns with any number of carrots up to this one, or up to a few more.
    #[inline]
    pub(super) fn fewest(&self, carrots: i32) -> f32 {
        self.fewest[(carrots.clamp(0, MOST.into()) / i32::from(SPAN)) as usize]
    }
}

impl InOrder {
    /// The number of turns with this number of carrots.
    fn turns(&self, carrots: u16) -> f32 {
        if carrots > MOST { beyond_most(self.of_many, carrots) } else { self.turns[usize::from(carrots)] }
    }
}

/// The number of turns with more than [`MOST`] carrots.
#[inline]
fn beyond_most(of_many: f32, carrots: u16) -> f32 {
    of_many + f32::from(carrots - MOST) / RID_IN_A_TURN
}

/// The turns to the finish from each square, with each number of lettuces and carrots, in one race position. It has
/// a row for each square and number of lettuces.
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
        let row = InOrder { turns: [turns; MOST as usize + 1], of_many: turns };
        Self { rows: vec![row; count], most_lettuces, from_a_lettuce }
    }

    /// The number of turns for a runner that chews here in its next turn.
    pub(super) fn chewing(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        1.0 + self.turns(at, lettuces.saturating_sub(1), carrots.saturating_add(self.from_a_lettuce))
    }

    /// The number of turns for a runner that moves off from a square.
    pub(super) fn turns(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        self.row(at, lettuces).turns(carrots)
    }

    /// The number of turns with [`MOST`] carrots, for a runner that has more.
    pub(super) fn of_many(&self, at: Square, lettuces: u8) -> f32 {
        self.row(at, lettuces).of_many
    }

    /// The entry of [`Plan::of_many`], for writing.
    pub(super) fn of_many_mut(&mut self, at: Square, lettuces: u8) -> &mut f32 {
        let index = self.index(at, lettuces);
        &mut self.rows[index].of_many
    }

    /// The entry of [`Plan::turns`] for at most [`MOST`] carrots, for writing.
    pub(super) fn turns_mut(&mut self, at: Square, lettuces: u8, carrots: u16) -> &mut f32 {
        let index = self.index(at, lettuces);
        &mut self.rows[index].turns[usize::from(carrots.min(MOST))]
    }

    /// The finished plan.
    pub(super) fn by_heaps(self) -> Plan {
        let Self { rows, most_lettuces, from_a_lettuce } = self;
        Plan { rows: rows.iter().map(ByHeaps::new).collect(), most_lettuces, from_a_lettuce }
    }
}
