//! The people of a postal game. They come, drop out and are replaced, and every round belongs to those who played
//! it.

use serde::{Deserialize, Serialize};

use super::absence::{Absence, Substitute};
use super::orders::letter;
use super::report::Orders;
use super::rounds::Adjudicated;
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::text::plain;

/// The maximum length of the name of a game or a player, in characters.
pub(super) const LONGEST_NAME: usize = 40;

/// Returns whether a text can name a game or a player: it fits on one line, and cannot be part of a path.
pub(super) fn is_name(text: &str) -> bool {
    let is_long = text.chars().count() > LONGEST_NAME;
    let has_path = text.contains(['/', '\\']) || text.trim_matches('.').is_empty();
    !text.trim().is_empty() && !is_long && !has_path && plain(text) == text
}

/// A seat's players, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Correspondent {
    /// The people in the order in which they came. There is at least one.
    pub holders: Vec<Holder>,
}

/// A person who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Holder {
    /// The name.
    pub name: String,
    /// The first round that the person plays.
    pub since: u16,
    /// The round from which the person no longer plays, because the seat then moves by the defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped_out: Option<u16>,
    /// The absences that the person has announced, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<Absence>,
    /// The addresses from which the person sends mail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<Address>,
}

/// An address from which a person sends mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Address {
    /// The address in lower case.
    pub address: String,
    /// The round from which the address is known. Earlier rounds were adjudicated without it.
    pub since: u16,
    /// The round from which the address no longer belongs to the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u16>,
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

    /// The number of these rounds in which orders were missing from the person who plays `seat` in `round`.
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
        Self { name: name.to_owned(), since, dropped_out: None, absences: Vec::new(), addresses: Vec::new() }
    }

    /// Returns whether the person has dropped out by this round.
    pub fn is_out(&self, round: u16) -> bool {
        self.dropped_out.is_some_and(|since| since <= round)
    }

    /// The name with the seat's letter: `Ann (A)`.
    pub fn called(&self, seat: Seat) -> String {
        let letter = letter(seat).to_string();
        if self.name == letter { letter } else { format!("{} ({letter})", self.name) }
    }

    /// The addresses that are known in this round.
    pub(super) fn addresses_in(&self, round: u16) -> impl Iterator<Item = &str> {
        let is_known =
            move |known: &&Address| known.since <= round && known.until.is_none_or(|until| round < until);
        self.addresses.iter().filter(is_known).map(|known| known.address.as_str())
    }

    /// The absence that covers this round, if any.
    pub fn absence(&self, round: u16) -> Option<&Absence> {
        self.absences.iter().find(|absence| (absence.from..=absence.until).contains(&round))
    }
}

/// The people of one round, in the order of seats.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    pub(super) title: String,
    /// The name of each seat's player.
    pub(super) names: Vec<String>,
    /// The names with letters: `Ann (A)`.
    pub(super) called: Vec<String>,
    pub(super) dropped_out: SeatSet,
    /// The substitutes of absent players.
    pub(super) absent: SeatMap<Option<Substitute>>,
    /// The number of earlier rounds in which each player's orders were missing.
    pub(super) missing: SeatMap<u16>,
    /// The first round of each person.
    pub(super) since: SeatMap<u16>,
    /// The known addresses, in the order of seats.
    pub(super) addresses: Vec<Vec<String>>,
}

impl Roster {
    /// The people of a round, given the rounds adjudicated before it.
    pub(super) fn of(title: &str, players: &[Correspondent], round: u16, rounds: &[Adjudicated]) -> Self {
        let mut roster = Self {
            title: title.to_owned(),
            names: players.iter().map(|player| player.holder(round).name.clone()).collect(),
            called: Vec::new(),
            dropped_out: SeatSet::EMPTY,
            absent: SeatMap::default(),
            missing: SeatMap::default(),
            since: SeatMap::default(),
            addresses: Vec::new(),
        };
        for (seat, player) in Seats::MOST.iter().zip(players) {
            roster.called.push(player.holder(round).called(seat));
            roster.addresses.push(player.holder(round).addresses_in(round).map(str::to_owned).collect());
            roster.since[seat] = player.holder(round).since;
            roster.missing[seat] = player.missing(seat, round, rounds);
            roster.absent[seat] = player.holder(round).absence(round).map(|absence| absence.plays);
            if player.holder(round).is_out(round) {
                roster.dropped_out = roster.dropped_out.with(seat);
            }
        }
        roster
    }
}
