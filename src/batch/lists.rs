//! The legal actions of a batch, game by game.

use std::ops::Range;

use super::divide::{Divide, divide};
use super::lane::{Lane, Table};
use crate::encoding::{Encoded, Features as _};

/// The legal actions of all games, game by game, with the features of each action if you ask for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ActionLists {
    /// The end of each game's list: the list of game `i` is `ends[i - 1]..ends[i]`, and that of the first game begins
    /// at 0.
    pub ends: Vec<usize>,
    /// The indices of the actions, in ascending order in each game.
    pub indices: Vec<u32>,
    /// The features of the actions, one row for each; empty unless you ask for them.
    pub features: Vec<f32>,
    has_features: bool,
}

impl ActionLists {
    /// Creates lists of indices only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates lists of indices and features.
    pub fn with_features() -> Self {
        Self { has_features: true, ..Self::default() }
    }

    /// The range of a game's actions in [`ActionLists::indices`]; empty beyond the last game.
    pub fn of(&self, game: usize) -> Range<usize> {
        let end = self.ends.get(game).copied().unwrap_or(self.indices.len());
        let begin = game.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        begin.unwrap_or(if game == 0 { 0 } else { end })..end
    }

    pub(super) fn fill<G: Encoded>(&mut self, table: &Table<G>, lanes: &[Lane<G>], threads: usize) {
        self.ends.clear();
        self.indices.clear();
        for lane in lanes {
            self.indices.extend((0..lane.actions().len()).map(|place| lane.index(place) as u32));
            self.ends.push(self.indices.len());
        }
        let width = if self.has_features { G::ActionFeatures::LEN } else { 0 };
        self.features.resize(self.indices.len() * width, 0.0);
        if width > 0 {
            let rows = Rows { lanes, features: &mut self.features };
            divide((lanes, rows), threads, &|(lanes, rows): (&[Lane<G>], Rows<'_, G>)| {
                let mut rest = rows.features.chunks_exact_mut(width);
                for lane in lanes {
                    let Some(seat) = lane.seat else { continue };
                    let view = table.game.view(&lane.state, seat);
                    for (action, row) in lane.actions().iter().zip(&mut rest) {
                        table.game.action_features(&view, *action).write(row);
                    }
                }
            });
        }
    }
}

/// Rows of features for the actions of some games.
struct Rows<'a, G: Encoded> {
    lanes: &'a [Lane<G>],
    features: &'a mut [f32],
}

impl<G: Encoded> Divide for Rows<'_, G> {
    fn split(self, at: usize, _: usize) -> (Self, Self) {
        let (lanes, others) = self.lanes.split_at(at);
        let rows: usize = lanes.iter().map(|lane| lane.actions().len()).sum();
        let (features, rest) = self.features.split_at_mut(rows * G::ActionFeatures::LEN);
        (Self { lanes, features }, Self { lanes: others, features: rest })
    }
}
