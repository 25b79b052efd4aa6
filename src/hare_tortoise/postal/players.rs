//! The people of a postal game: they come, drop out and are replaced, and every round belongs to those of its time.

use serde::{Deserialize, Serialize};

use super::report::Orders;
use super::rounds::Adjudicated;
use crate::seat::{Seat, SeatMap, SeatSet};

/// The people who play a seat, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Correspondent {
    /// The people in the order in which they came; never empty.
    pub holders: Vec<Holder>,
}

/// A person who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Holder {
    /// The name.
    pub name: String,
    /// The first round.
    pub since: u16,
    /// The round from which the person no longer plays: the seat moves by the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped_out: Option<u16>,
}

impl Correspondent {
    pub(super) fn new(name: &str) -> Self {
        Self { holders: vec![Holder::new(name, 1)] }
    }

    /// The index of the person who plays the seat in a round.
    fn index_in(&self, round: u16) -> usize {
        self.holders.iter().rposition(|holder| holder.since <= round).unwrap_or(0)
    }

    /// The person who plays the seat in a round.
    pub fn holder(&self, round: u16) -> &Holder {
        &self.holders[self.index_in(round)]
    }

    pub(super) fn holder_mut(&mut self, round: u16) -> &mut Holder {
        let index = self.index_in(round);
        &mut self.holders[index]
    }

    /// The number of these rounds in which the orders of the person who plays `seat` in `round` were missing.
    pub(super) fn missing(&self, seat: Seat, round: u16, rounds: &[Adjudicated]) -> u16 {
        let since = self.holder(round).since;
        let is_missing = |kept: &&Adjudicated| {
            (since..round).contains(&kept.report.round)
                && matches!(kept.report.orders.get(seat.index()), Some(Orders::Missing { .. }))
        };
        rounds.iter().filter(is_missing).count() as u16
    }
}

impl Holder {
    pub(super) fn new(name: &str, since: u16) -> Self {
        Self { name: name.to_owned(), since, dropped_out: None }
    }

    /// Returns whether the person has dropped out by a round.
    pub fn is_out(&self, round: u16) -> bool {
        self.dropped_out.is_some_and(|since| since <= round)
    }
}

/// The people of one round.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    pub(super) title: String,
    /// The name of each seat's player.
    pub(super) names: Vec<String>,
    pub(super) dropped_out: SeatSet,
    /// The rounds before in which each player's orders were missing.
    pub(super) missing: SeatMap<u16>,
}

impl Roster {
    /// The people of a round after those that have been adjudicated.
    pub(super) fn of(title: &str, players: &[Correspondent], round: u16, rounds: &[Adjudicated]) -> Self {
        let mut roster = Self {
            title: title.to_owned(),
            names: players.iter().map(|player| player.holder(round).name.clone()).collect(),
            dropped_out: SeatSet::EMPTY,
            missing: SeatMap::default(),
        };
        for (seat, player) in (0..).map_while(Seat::new).zip(players) {
            roster.missing[seat] = player.missing(seat, round, rounds);
            if player.holder(round).is_out(round) {
                roster.dropped_out = roster.dropped_out.with(seat);
            }
        }
        roster
    }
}
