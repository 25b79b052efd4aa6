//! Positions and movement: GO-20 to GO-27, GO-37.

use furlong::gotham::{Animal, Figure, Gotham, OwnLocation, Ruleset};
use furlong::{RaceGame, Runner, Seat};

use super::kit::{IDLE, card, round_of, standard, table, written};

/// The effect of one card, others idle: a track, the card, the track afterwards.
fn effect(ruleset: &Ruleset, track: &str, text: &str) -> String {
    let placing: Vec<&str> = std::iter::once(text)
        .chain(IDLE.into_iter().filter(|idle| card(idle).back() != card(text).back()))
        .collect();
    let (game, state) = round_of(ruleset, 4, Animal::Fish, track, &placing);
    written(&game, &state)
}

#[test]
fn go_20_to_26_gx_02_the_effect_of_each_card_to_the_track() {
    let mut outermost = standard();
    outermost.rules.onto_own_location = OwnLocation::OutermostLane;
    let standard = standard();
    for (clause, ruleset, before, text, after) in [
        ("GX-02 free", &standard, "A9 B5 C3 D0", "4th: forward 4", "A9 B5 D4 C3"),
        ("GX-02 taken", &standard, "A9 B4 C3 D0", "4th: forward 4", "A9 B4 D4 C3"),
        ("GO-21 shift", &standard, "A5 B5 C5 D5", "1st: forward 2", "A7 B5 C5 D5"),
        ("GO-22 behind the start", &standard, "A5 B4 C3 D-2", "4th: back 6", "A5 B4 C3 D-8"),
        ("GO-22 back", &standard, "A5 B4 C3 D1", "1st: back 2", "B4 C3 A3 D1"),
        ("GO-23 ahead", &standard, "A5 B4 C3 D1", "1st: 5 in front of 2nd", "A9 B4 C3 D1"),
        ("GO-23 onto its own", &standard, "A9 B4 C3 D1", "1st: 5 in front of 2nd", "A9 B4 C3 D1"),
        ("GO-23 in front is backwards", &standard, "A12 B4 C3 D1", "1st: 3 in front of 3rd", "A6 B4 C3 D1"),
        ("GO-23 backwards", &standard, "A9 B4 C3 D-1", "1st: 6 behind 4th", "B4 C3 D-1 A-7"),
        ("GO-23 behind is forwards", &standard, "A9 B4 C3 D1", "2nd: 1 behind 1st", "A9 B8 C3 D1"),
        ("GO-23 behind one behind", &standard, "A9 B4 C3 D1", "2nd: 3 behind 3rd", "A9 C3 D1 B0"),
        ("GO-23 the last", &standard, "A9 B4 C3 D1", "3rd: 5 behind 4th", "A9 B4 D1 C-4"),
        ("GO-23 to the front", &standard, "A9 B4 C3 D1", "4th: 1 in front of 1st", "D10 A9 B4 C3"),
        ("GO-23 behind one there", &standard, "A9 B5 C3 D1", "3rd: 4 behind 1st", "A9 B5 C5 D1"),
        ("GO-23 from the inner lane", &standard, "A9 B9 C5 D5", "1st: 3 in front of 3rd", "B9 A8 C5 D5"),
        ("GO-23 on one location", &standard, "A9 B9 C5 D1", "2nd: 1 behind 1st", "A9 B8 C5 D1"),
        ("GO-24 swap", &standard, "A9 B4 C3 D1", "4th: swap with 1st", "D9 B4 C3 A1"),
        ("GO-24 lanes", &standard, "A9 B4 C4 D1", "2nd: swap with 3rd", "A9 C4 B4 D1"),
        ("GO-24 between lanes", &standard, "A9 B9 C9 D1", "4th: swap with 1st", "D9 B9 C9 A1"),
        ("GO-25 back", &standard, "A9 B4 C0 D-3", "2nd: back to start", "A9 C0 B0 D-3"),
        ("GO-25 forwards", &standard, "A9 B-4 C-5 D-6", "2nd: back to start", "A9 B0 C-5 D-6"),
        ("GO-25 on the start", &standard, "A9 B0 C0 D-6", "2nd: back to start", "A9 B0 C0 D-6"),
        ("GO-25 outermost", &outermost, "A9 B0 C0 D-6", "2nd: back to start", "A9 C0 B0 D-6"),
        ("GO-26 keeps", &standard, "A9 B8 C8 D1", "2nd: 1 behind 1st", "A9 B8 C8 D1"),
        ("GO-26 outermost", &outermost, "A9 B8 C8 D1", "2nd: 1 behind 1st", "A9 C8 B8 D1"),
        ("GO-26 a swap is no move", &outermost, "A9 B8 C8 D1", "2nd: swap with 3rd", "A9 C8 B8 D1"),
    ] {
        assert_eq!(effect(ruleset, before, text), after, "{clause}");
    }
}

#[test]
fn go_37_figures_a_whole_lap_apart_are_each_on_lane_one() {
    let game = Gotham::new(standard()).unwrap();
    let state = game.state(&table(&standard(), 4, Animal::Fish, "A20 B-16 C-16 D-16", &[])).unwrap();
    let mut runners: Vec<Runner> = Vec::new();
    game.runners(&state, &mut runners);
    assert_eq!(runners.iter().map(|runner| runner.lane).collect::<Vec<_>>(), [1, 1, 2, 3]);
}

// GO-01
#[test]
fn four_seats_have_a_figure() {
    let figures = [0, 3, 4].map(|seat| Figure::of(Seat::new(seat).unwrap()));
    assert_eq!(figures, [Some(Figure::A), Some(Figure::D), None]);
}
