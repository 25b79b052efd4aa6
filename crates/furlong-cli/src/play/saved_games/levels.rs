//! The level of play that suits a person: a higher one after a win, a lower one after three losses in a row.

use std::path::{Path, PathBuf};

use super::{GameSummary, SavedGame, saved_games};
use crate::play::game_list::Offered;
use furlong::bot::BotKind;
use furlong::table::{Occupant, Table};

/// The number of losses in a row after which a lower level is offered.
const LOSSES: usize = 3;

/// The result of a finished game of one person against bots of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelResult {
    pub(crate) level: String,
    pub(crate) has_won: bool,
}

/// A level that suits better than the last one, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewLevel {
    pub(crate) bot: &'static str,
    pub(crate) reason: String,
}

impl LevelResult {
    /// The result of a game at the end of its table; `None` if it tells nothing about a level.
    fn of(table: &mut dyn Table, levels: &[BotKind]) -> Option<Self> {
        let summary = GameSummary::of(table);
        let you = summary.you().filter(|_| summary.is_over)?;
        let players = summary.players.iter().map(|(_, player)| player);
        let mut bots = players.filter(|player| player.parse() != Ok(Occupant::Person));
        let level = bots.next()?.clone();
        let is_level = levels.iter().any(|kind| kind.is_level && kind.name == level);
        let has_won = summary.has_won(you) && summary.lost_on_time != Some(you);
        (is_level && bots.all(|bot| *bot == level)).then_some(Self { level, has_won })
    }
}

/// The level after these results, the latest first; `None` if the last one suits.
fn after(results: &[LevelResult], bots: &[BotKind]) -> Option<NewLevel> {
    let levels: Vec<&BotKind> = bots.iter().filter(|kind| kind.is_level).collect();
    let last = results.first()?;
    let index = levels.iter().position(|kind| kind.name == last.level)?;
    if last.has_won {
        let next = levels.get(index + 1)?;
        let reason = format!("You won against `{}`; the next level is `{}`.", last.level, next.name);
        return Some(NewLevel { bot: next.name, reason });
    }
    let losses = results.iter().take_while(|result| !result.has_won && result.level == last.level).count();
    let lower = levels.get(index.checked_sub(1)?)?;
    let reason = format!("`{}` won {losses} times in a row; `{}` is easier.", last.level, lower.name);
    (losses >= LOSSES).then_some(NewLevel { bot: lower.name, reason })
}

/// The levels of a game, and the folder with the person's earlier games.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    pub(crate) offered: Offered,
    folder: PathBuf,
}

impl Levels {
    pub(crate) fn new(offered: Offered, folder: PathBuf) -> Self {
        Self { offered, folder }
    }

    /// The results of the games in the folder, the latest first, without the game in this file.
    fn results(&self, without: Option<&Path>) -> impl Iterator<Item = LevelResult> {
        let games = saved_games(&self.folder).into_iter();
        let others: Vec<SavedGame> = games.filter(|game| Some(&*game.path) != without).collect();
        others.into_iter().filter_map(|game| {
            let mut table = game.open(std::slice::from_ref(&self.offered)).ok()?;
            LevelResult::of(&mut *table, &self.offered.offer.bots)
        })
    }

    /// The level of the last game, if there was one, and a better one.
    pub(crate) fn now(&self) -> (Option<String>, Option<NewLevel>) {
        let results: Vec<LevelResult> = self.results(None).take(LOSSES).collect();
        (results.first().map(|last| last.level.clone()), after(&results, &self.offered.offer.bots))
    }

    /// A better level after the game at this table, which is over and saved in this file.
    pub(crate) fn after(&self, table: &dyn Table, path: &Path) -> Option<NewLevel> {
        let bots = &self.offered.offer.bots;
        let last = LevelResult::of(&mut *table.replay(), bots)?;
        let earlier = self.results(Some(path)).take(LOSSES - 1);
        after(&std::iter::once(last).chain(earlier).collect::<Vec<_>>(), bots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::Roster;
    use furlong::animal_race::AnimalRace;

    /// The level offered after these games, the latest first: `club+` is a win against `club`.
    fn offered(games: &[&str]) -> Option<&'static str> {
        let result = |game: &&str| LevelResult {
            level: game.trim_end_matches(['+', '-']).to_owned(),
            has_won: game.ends_with('+'),
        };
        let results: Vec<LevelResult> = games.iter().map(result).collect();
        after(&results, Roster::<AnimalRace>::of_game().kinds()).map(|level| level.bot)
    }

    #[test]
    fn a_win_leads_to_the_next_level_and_three_losses_in_a_row_to_a_lower_one() {
        assert_eq!(offered(&["beginner+"]), Some("club"));
        assert_eq!(offered(&["strong+", "strong-"]), Some("expert"));
        assert_eq!(offered(&["expert+"]), None, "nothing is stronger");
        assert_eq!(offered(&["club-", "club-"]), None);
        assert_eq!(offered(&["club-", "club-", "club-"]), Some("beginner"));
        assert_eq!(offered(&["club-", "club+", "club-", "club-"]), None, "a win between them");
        assert_eq!(offered(&["club-", "strong-", "strong-"]), None, "losses against another level");
        assert_eq!(offered(&["beginner-", "beginner-", "beginner-"]), None, "nothing is easier");
        assert_eq!(offered(&[]), None);
    }
}
