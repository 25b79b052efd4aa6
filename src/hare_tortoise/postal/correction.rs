//! Corrections of reports: what has changed since the report that was sent.

use super::super::words::{carrots, lettuces};
use super::report::{Correction, Report, RunnerLine};
use crate::text::{ordinal, separated};

impl Correction {
    /// The changes from a report to its replacement.
    pub(super) fn of(old: &Report, new: &Report, times: u16) -> Self {
        let mut changes = Vec::new();
        let (before, now) = (old.receipts(), new.receipts());
        changes.extend(
            now.iter().filter(|line| !before.contains(line)).map(|line| format!("Orders, now: {line}")),
        );
        changes.extend(
            before.iter().filter(|line| !now.contains(line)).map(|line| format!("Orders, before: {line}")),
        );
        let (before, now) = (old.turns(), new.turns());
        for index in 0..before.len().max(now.len()) {
            let words = |turns: &[(String, Vec<String>)]| {
                turns.get(index).map_or("no turn".to_owned(), |(name, lines)| {
                    format!("{name}, {}", separated(lines, " "))
                })
            };
            if before.get(index) != now.get(index) {
                changes.push(format!("Move {}, now: {}", index + 1, words(&now)));
                changes.push(format!("Move {}, before: {}", index + 1, words(&before)));
            }
        }
        for (before, now) in old.standing.iter().zip(&new.standing).filter(|(before, now)| before != now) {
            let name = new.name(now.seat);
            changes.push(format!(
                "After the round, {name} now: {}. Before: {}.",
                stands(now),
                stands(before)
            ));
        }
        Self { times, changes }
    }
}

fn stands(line: &RunnerLine) -> String {
    let stock = (carrots(line.carrots), lettuces(line.lettuces));
    format!("{}, {}, {}, {}", line.place(), ordinal(line.position), stock.0, stock.1)
}
