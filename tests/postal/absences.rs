//! Absences that players announce: rounds in which they are not missing.

use furlong::hare_tortoise::postal::{Absence, Basis, Orders, PostalGame, Substitute, TurnLine};

use super::table::{begin, seat};

fn absences(postal: &PostalGame) -> Vec<Absence> {
    postal.players()[3].holder(1).absences.clone()
}

/// Dan's line in the report of the next round, for which no sheets come.
fn next_round(postal: &mut PostalGame) -> (Orders, String) {
    let report = postal.adjudicate(vec![], &[]).expect("a round");
    let text = report.document().to_text();
    let line = text.lines().find(|line| line.trim_start().starts_with("Dan (D): ")).expect("a receipt");
    (report.orders[3].clone(), line.trim().to_owned())
}

#[test]
fn an_absent_player_is_not_missing_until_its_last_round_is_over() {
    for (plays, words) in [(Substitute::Defaults, "plays by default"), (Substitute::Bot, "a bot plays")] {
        let mut postal = begin(0, 5);
        postal.announce_absence(seat(3), 2, plays).expect("a player");
        assert_eq!(absences(&postal), [Absence { from: 1, until: 2, plays }]);
        for _ in 1..=2 {
            let (orders, line) = next_round(&mut postal);
            assert_eq!(orders, Orders::Absent { plays });
            assert!(line.contains(words), "{line}");
        }
        assert_eq!(next_round(&mut postal).0, Orders::Missing { times: 1 });
    }
}

#[test]
fn an_absence_takes_the_place_of_those_announced_for_the_same_rounds() {
    let mut postal = begin(0, 5);
    let (defaults, bot) = (Substitute::Defaults, Substitute::Bot);
    postal.announce_absence(seat(3), 1, defaults).expect("a player");
    next_round(&mut postal);
    postal.announce_absence(seat(3), 5, defaults).expect("a player");
    next_round(&mut postal);
    // The round before keeps the substitute that it had.
    postal.announce_absence(seat(3), 4, bot).expect("a player");
    let first = Absence { from: 1, until: 1, plays: defaults };
    let second = Absence { from: 2, until: 2, plays: defaults };
    assert_eq!(absences(&postal), [first, second, Absence { from: 3, until: 6, plays: bot }]);
    // In the same round again, now for one round only.
    postal.announce_absence(seat(3), 1, bot).expect("a player");
    assert_eq!(absences(&postal), [first, second, Absence { from: 3, until: 3, plays: bot }]);
    postal.announce_absence(seat(3), 0, bot).expect("a player");
    assert_eq!(absences(&postal), [first, second]);
    assert_eq!(next_round(&mut postal).0, Orders::Missing { times: 1 });
    assert_eq!(postal.replay().expect("it replays").different, Vec::<u16>::new());
}

#[test]
fn the_bot_writes_the_sheet_of_the_absent_player_and_of_nobody_else() {
    let mut postal = begin(0, 1);
    postal.announce_absence(seat(3), 1, Substitute::Bot).expect("a player");
    let report = postal.adjudicate(vec![], &[]).expect("a round");
    for entry in &report.entries {
        let decisions = entry.lines.iter().filter_map(|line| match line {
            TurnLine::Decided(decided) => Some(matches!(decided.basis, Basis::Order { .. })),
            TurnLine::Event(_) => None,
        });
        let by_sheet: Vec<bool> = decisions.collect();
        assert!(
            !by_sheet.is_empty() && by_sheet.iter().all(|by| *by == (entry.seat == seat(3))),
            "{entry:?}"
        );
    }
}
