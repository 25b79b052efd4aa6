//! The sums of a run: everything that its report needs, added up group by group so that no game has to be kept.

use super::conditions::Setting;
use super::forfeit::{Forfeit, Forfeited};
use super::game_hash::{Distinct, GameHashes};
use super::group::{Game, Group};
use super::metric::Metric;
use super::rows::Rows;
use super::stats::Distribution;
use crate::common::standings::Share;

/// The sums over the groups of a run, added in their order. Their size does not depend on the number of games.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sums {
    pub(super) groups: u64,
    pub(super) games: u64,
    pub(super) finished: u64,
    pub(super) unfinished: u64,
    pub(super) forfeited: u64,
    /// The bots that have forfeited games, in the order of their first forfeits.
    pub(super) forfeits: Vec<Forfeited>,
    /// The shares of the win of all seats, added up in parts of a win.
    won: u64,
    hashes: GameHashes,
    /// The hashes of groups, if a group has more than one game.
    group_hashes: GameHashes,
    columns: Vec<Column>,
    /// For each column, the first column with the same value in every game.
    same: Vec<usize>,
    /// The shares of the win per seat of each player, by group.
    players: Vec<(String, Distribution)>,
    pub(super) rows: Option<Rows>,
}

/// The values of one metric.
#[derive(Clone, Debug, Default, PartialEq)]
struct Column {
    games: Distribution,
    /// The means over groups, if a group has more than one game.
    groups: Distribution,
}

impl Sums {
    /// Creates the sums of no games.
    pub(super) fn of(setting: &Setting, metrics: &[Metric], indicators: usize) -> Self {
        let mut players: Vec<(String, Distribution)> = Vec::new();
        for name in &setting.lineup {
            if players.iter().all(|(known, _)| known != name) {
                players.push((name.clone(), Distribution::default()));
            }
        }
        Self {
            groups: 0,
            games: 0,
            finished: 0,
            unfinished: 0,
            forfeited: 0,
            forfeits: Vec::new(),
            won: 0,
            hashes: GameHashes::default(),
            group_hashes: GameHashes::default(),
            columns: vec![Column::default(); metrics.len()],
            // Before the first game all columns count as equal.
            same: vec![0; metrics.len()],
            players,
            rows: Rows::of(setting, metrics, indicators),
        }
    }

    /// Adds the next group.
    pub(super) fn add(&mut self, setting: &Setting, group: &Group) {
        self.groups += 1;
        for game in &group.games {
            self.add_game(setting, game);
        }
        if setting.seatings > 1 {
            self.group_hashes.add(group.game_hash());
            for (place, column) in self.columns.iter_mut().enumerate() {
                group.mean(place).into_iter().for_each(|mean| column.groups.add(mean));
            }
        }
        for (name, shares) in &mut self.players {
            group.share_of(setting, name).into_iter().for_each(|share| shares.add(share));
        }
        if let Some(rows) = &mut self.rows {
            rows.add(group);
        }
    }

    fn add_game(&mut self, setting: &Setting, game: &Game) {
        self.games += 1;
        self.finished += u64::from(game.is_over);
        self.unfinished += u64::from(!game.has_shares());
        self.won += game.shares.iter().map(|share| u64::from(share.parts())).sum::<u64>();
        self.hashes.add(game.course);
        if let Some(Forfeit { seat, reason, kind }) = &game.forfeit {
            self.forfeited += 1;
            let bot = setting.player(game.seating, seat.index()).to_owned();
            let kinds = kind.iter().map(|kind| (*kind, 1)).collect();
            let more = Forfeited { bot, games: 1, reason: reason.clone(), kinds };
            Forfeited::count(&mut self.forfeits, more);
        }
        for (column, value) in self.columns.iter_mut().zip(&game.values) {
            if let Some(value) = value {
                column.games.add(*value);
            }
        }
        self.part(&game.values);
    }

    /// Separates columns that were equal so far and differ in this game.
    fn part(&mut self, values: &[Option<f64>]) {
        let is_same =
            |one: usize, other: usize| values[one].map(f64::to_bits) == values[other].map(f64::to_bits);
        // The columns that have been separated, each with the column that it used to equal.
        let mut left: Vec<(usize, usize)> = Vec::new();
        for column in 0..values.len() {
            let before = self.same[column];
            if is_same(column, before) {
                continue;
            }
            let with = left.iter().find(|(other, was)| *was == before && is_same(*other, column));
            self.same[column] = with.map_or(column, |(other, _)| *other);
            left.push((column, before));
        }
    }

    /// Returns the values of the metric at `column`, by game.
    pub(super) fn by_game(&self, column: usize) -> &Distribution {
        &self.columns[column].games
    }

    /// Returns the means of the metric at `column` over each group that has values.
    pub(super) fn by_group(&self, column: usize) -> &Distribution {
        let Column { games, groups } = &self.columns[column];
        if self.games > self.groups { groups } else { games }
    }

    /// Returns the first column that equals `column` in every game.
    pub(super) fn same_as(&self, column: usize) -> usize {
        self.same[column]
    }

    /// Returns the bits of the value that all games have in `column` (NaN where none has one); `None` if the values
    /// vary.
    pub(super) fn only_value(&self, column: usize) -> Option<u64> {
        let values = self.by_game(column);
        match values.count() {
            0 => Some(f64::NAN.to_bits()),
            count if count == self.games && values.is_constant() => {
                values.range().map(|[value, ..]| value.to_bits())
            }
            _ => None,
        }
    }

    /// Returns the share of the win per seat of the player called `name`, by group.
    pub(super) fn shares_of(&self, name: &str) -> Option<&Distribution> {
        self.players.iter().find(|(known, _)| known == name).map(|(_, shares)| shares)
    }

    /// Returns the mean share of a seat in the games that have shares.
    pub(super) fn mean_share(&self, seats: u8) -> f64 {
        let all = (self.games - self.unfinished) * u64::from(seats);
        self.won as f64 / (f64::from(Share::PARTS) * all.max(1) as f64)
    }

    /// The number of different games, and of different groups.
    pub(super) fn distinct(&self) -> Distinct {
        let groups = if self.games > self.groups { &self.group_hashes } else { &self.hashes };
        Distinct {
            games: self.hashes.distinct(),
            groups: groups.distinct(),
            estimated: self.hashes.is_estimated(),
        }
    }
}
