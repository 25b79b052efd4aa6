//! The worked example of a round: GX-01.

use furlong::RaceGame;
use furlong::gotham::{Animal, Gotham, Happening};

use super::kit::{play, standard, table};

/// The worked example's cards carried out from these places: the orders after each card.
fn worked_example(before: &str) -> Vec<String> {
    let placing = ["4th: forward 4", "3rd: forward 2", "3rd: forward 3", "4th: swap with 1st"];
    let game = Gotham::new(standard()).unwrap();
    let mut state = game.state(&table(&standard(), 4, Animal::Fish, before, &placing)).unwrap();
    play(&game, &mut state, &placing)
        .iter()
        .filter_map(|happening| match happening {
            Happening::TakesEffect { order, .. } => Some(order.iter().map(ToString::to_string).collect()),
            _ => None,
        })
        .collect()
}

#[test]
fn gx_01_only_from_these_places_does_the_worked_example_come_out() {
    // D's first move ends on B's location, so with B at 10 it stands at 6.
    let (b, d) = (10, 6);
    let mut fitting = Vec::new();
    for a in b..=b + 8 {
        for c in d..=b {
            let before = format!("A{a} B{b} C{c} D{d}");
            if worked_example(&before) == ["ABDC", "ADBC", "BADC", "CADB"] {
                fitting.push(before);
            }
        }
    }
    assert_eq!(fitting, ["A12 B10 C6 D6", "A12 B10 C7 D6", "A12 B10 C8 D6", "A12 B10 C9 D6"]);
}
