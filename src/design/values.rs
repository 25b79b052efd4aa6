//! The games of other rules at the table of a base, and the values that are compared deal by deal.

use std::ops::Range;
use std::sync::Arc;

use crate::arena::{Arena, ArenaError, Endings, GameHash, Group, Measured, Results};

/// Returns the same table with these rules; the error is the reason why its games cannot begin.
pub(super) fn with_rules<G: Measured>(base: &Arena<G>, rules: &G::Ruleset) -> Result<Arena<G>, String> {
    let game = G::new(rules.clone()).map_err(|faults| faults.to_string())?;
    let state = game.start(&base.setup).map_err(|error| error.to_string())?;
    if usize::from(game.seats(&state).count()) != base.lineup.len() {
        return Err("a different number of seats".to_owned());
    }
    Ok(Arena { game: Arc::new(game), ..base.clone() })
}

/// The values of one group that are compared.
pub(super) struct Values {
    pub(super) course: GameHash,
    pub(super) means: Vec<Option<f64>>,
    pub(super) endings: Endings,
}

impl Values {
    /// Returns the means of a group over its seatings.
    fn of(group: &Group) -> Self {
        let columns = group.games.first().map_or(0, |game| game.values.len());
        Self {
            course: group.game_hash(),
            means: (0..columns).map(|column| group.mean(column)).collect(),
            endings: group.endings(),
        }
    }

    /// Returns whether the games went the same way, with equal values.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.course == other.course && self.means == other.means
    }
}

/// Plays a chunk, and returns the values of all its groups, with results that keep no games; `None` when it was
/// stopped.
pub(super) fn values<G: Measured>(
    arena: &Arena<G>,
    chunk: Range<u64>,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Option<(Vec<Values>, Results)>, ArenaError> {
    let arena = Arena { groups: chunk.clone(), ..arena.clone() };
    let mut found = Vec::new();
    let results = arena.run_through(|group| {
        found.push(Values::of(&group));
        observe(group.games.len() as u64);
    })?;
    let is_whole = found.len() as u64 == chunk.end - chunk.start;
    Ok(is_whole.then_some((found, results)))
}
