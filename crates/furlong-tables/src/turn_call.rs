//! Turns that begin, for servers that tell people away from the table.

use furlong::Seat;

use crate::open_table::OpenTable;
use crate::turn_log::{TurnCall, TurnLog};

/// The seats of people and the number of their latest turns.
pub(crate) fn latest_turns(table: &dyn OpenTable) -> Vec<(Seat, usize)> {
    let latest =
        |(seat, _, turns): (Seat, _, &TurnLog)| (seat, turns.latest().next().map_or(0, |(number, _)| number));
    table.claimable().into_iter().map(latest).collect()
}

/// The turns that have begun since each seat had these.
pub(crate) fn turns_since(table: &dyn OpenTable, before: &[(Seat, usize)]) -> Vec<TurnCall> {
    let begun = latest_turns(table).into_iter().filter(|(seat, latest)| !before.contains(&(*seat, *latest)));
    let devices = table.devices();
    let push = |seat| table.claim(seat).filter(|_| devices[seat] == 0).map(|(_, turns)| turns.push.clone());
    let call = |(seat, _)| TurnCall {
        table: table.id().to_owned(),
        heading: table.heading(),
        player: table.name(seat),
        is_slow: table.is_slow(),
        push: push(seat).unwrap_or_default(),
    };
    begun.map(call).collect()
}
