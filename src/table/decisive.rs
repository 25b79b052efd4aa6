//! What decided a game, in a sentence: the same for every front end.

use super::contract::Table;
use super::shown::{Reader, Shown};
use crate::analysis::Swing;

/// The change of a share of the win below which no single event is said to have decided a game.
const DECISIVE: f64 = 0.1;

/// The letters of an event's sentences; its further consequences are left out.
const LETTERS: usize = 160;

/// The event that changed a game most, in a sentence; shares are those of a [short look](Table::largest_swing).
pub fn decisive(table: &dyn Table, swing: &Swing) -> String {
    let Swing { event, round, seat, before, after } = *swing;
    if (after - before).abs() < DECISIVE {
        return "No single event decided it: the game turned little by little.".to_owned();
    }
    let turn = if after < before { "fell" } else { "rose" };
    format!(
        "What decided it, by a short look, in round {round}: {} The chance of {} {turn} from about {} to about {} %.",
        in_brief(table, event),
        table.names().name(seat),
        roughly(before),
        roughly(after)
    )
}

/// What an event, counted from 1, brought: as many of its sentences as fit into a short paragraph, with everything that is
/// hidden; the bare event where nothing is told.
pub fn in_brief(table: &dyn Table, event: usize) -> String {
    let mut text = String::new();
    for shown in table.told(Reader::All, event.saturating_sub(1), event).shown {
        let Shown::Happened(sentence) = shown else { continue };
        if !text.is_empty() && text.len() + sentence.len() > LETTERS {
            text.push_str(" ...");
            break;
        }
        text.push_str(if text.is_empty() { "" } else { " " });
        text.push_str(&sentence);
    }
    if text.is_empty() { table.event(event).unwrap_or_default() } else { text }
}

/// A share of the win that is only about known: in steps of five percent, and 0 and 100 only where it is certain.
fn roughly(share: f64) -> u32 {
    if share <= 0.0 || share >= 1.0 {
        100 * share as u32
    } else {
        5 * (20.0 * share).round().clamp(1.0, 19.0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::roughly;

    #[test]
    fn only_what_is_certain_is_said_to_be_so() {
        assert_eq!([0.0, 0.01, 0.48, 0.99, 1.0].map(roughly), [0, 5, 50, 95, 100]);
    }
}
