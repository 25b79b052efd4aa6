//! Rules that never come into play at a table, so that changing them has no effect.
//!
//! A bot that knows the rules may play differently although a changed rule has no effect, as learned bots do. The random
//! bot knows no rules: with the same random numbers, its games differ only where the changed rule comes into play.

use super::values::{Values, values};
use crate::arena::{Arena, ArenaError, Entrant, Measured};
use crate::bot::RandomBot;

/// The number of deals up to which games are compared: most rules come into play in the first ones.
const CHECKS: [u64; 3] = [8, 32, DEALS];
/// The number of deals that random bots play under a rule before it counts as never reached.
pub(super) const DEALS: u64 = 128;

/// The random games under a base, which those under other rules are compared with.
pub(super) struct Reached<G: Measured> {
    table: Arena<G>,
    games: Vec<Values>,
}

impl<G: Measured> Reached<G> {
    /// Plays the random games of a table, on its first deals.
    pub(super) fn of(base: &Arena<G>) -> Result<Self, ArenaError> {
        let random = Entrant::new("random", || Box::new(RandomBot));
        let lineup = vec![random; base.lineup.len()];
        let table = Arena { lineup, luck: false, most_unfinished: 1.0, ..base.clone() };
        let games = values(&table, 0..DEALS, &|_| ())?;
        Ok(Self { table, games: games.map(|(games, _)| games).unwrap_or_default() })
    }

    /// Returns whether a game differs under the rules of this arena.
    pub(super) fn is_reached(&self, by: &Arena<G>) -> Result<bool, ArenaError> {
        let table = Arena { game: by.game.clone(), ..self.table.clone() };
        let mut from = 0;
        for end in CHECKS {
            // A run that was stopped has shown nothing.
            let Some((own, _)) = values(&table, from..end, &|_| ())? else { return Ok(true) };
            let base = self.games.iter().skip(from as usize);
            if self.games.len() < end as usize || own.iter().zip(base).any(|(own, base)| !own.is_alike(base))
            {
                return Ok(true);
            }
            from = end;
        }
        Ok(false)
    }
}

/// Returns a sentence on the steps that are left out, without its full stop; `None` if there are none.
pub(super) fn in_words(steps: &[String]) -> Option<String> {
    let words =
        || format!("without effect at this table, where {DEALS} deals played at random went the same way");
    (!steps.is_empty()).then(|| format!("{}: {}", words(), steps.join("; ")))
}
