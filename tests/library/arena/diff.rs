//! The search on a toy game whose simplest witness is known.

use furlong::arena::diff::{Beside, DifferenceKind, Search, diff};
use furlong::record::Event;
use furlong::{RaceGame as _, ruleset};

use crate::dash::{Dash, Rules};

fn goal(square: u8) -> Rules {
    let text = format!("goal = {square}\n[ruleset]\nname = \"goal-{square}\"\n");
    ruleset::open::<Rules>(ruleset::Source::Text(&text)).expect("a ruleset of the toy")
}

#[test]
fn the_simplest_way_to_where_two_goals_part_is_found() {
    let found = diff::<Dash>(&goal(9), &goal(10), &Search::default()).expect("both are playable");
    let [difference] = &found.groups[..] else { panic!("one field differs") };
    assert_eq!(difference.beside, Beside::First);
    let [witness] = &difference.witnesses[..] else { panic!("one kind: the goal is reached") };
    assert_eq!(witness.kind, DifferenceKind::Result);
    assert!(witness.holds());
    // Two numbers are picked. A walk has at most four squares, so nine squares take three walks with two decisions of
    // the other seat between them: the rulesets diverge at the third walk.
    let decisions = witness.events.iter().filter(|event| matches!(event, Event::Action(_))).count();
    assert_eq!((decisions, witness.events.len()), (6, 11));
    let sides = [0, 1].map(|side| witness.side(side).expect("it replays"));
    let ends = sides.each_ref().map(|side| side.happenings.last().and_then(|told| side.game.mark(told)));
    assert_eq!(ends, [Some(furlong::game::Mark::GameEnds), None]);
}

#[test]
fn a_witness_that_was_changed_does_not_hold() {
    let found = diff::<Dash>(&goal(3), &goal(4), &Search::default()).expect("both are playable");
    let mut witness = found.groups[0].witnesses[0].clone();
    assert!(witness.holds());
    let events = std::mem::take(&mut witness.events);
    assert!(!witness.holds(), "the event cannot come so early");
    witness.events = events;
    witness.rulesets[1] = witness.rulesets[0].clone();
    assert!(!witness.holds(), "a ruleset does not differ from itself");
}

#[test]
fn the_report_tells_both_sides() {
    let found = diff::<Dash>(&goal(1), &goal(5), &Search::default()).expect("both are playable");
    let report = found.report().to_string();
    let expected = "     A  Seat 1 is at the goal.\n";
    assert!(report.contains(expected), "{report}");
    assert!(report.contains("dash: A is goal-1, B is goal-5. They differ in 1 field."), "{report}");
}
