//! The review of a finished game. Its sentences are compared with facts of the positions, worked out here.

use std::collections::HashMap;

use furlong::analysis::{EventEffect, Grade, Judgement, judge, largest_swing};
use furlong::animal_race::{self, AnimalRace};
use furlong::bot::StopFlag;
use furlong::gotham::{Change, Figure, Gotham, Happening};
use furlong::hare_tortoise::{Action, HareTortoise, Square};
use furlong::record::{Event, Player, apply};
use furlong::table::{GameTable, Reader, Table as _, chances, deciding, percent, review};
use furlong::text::{Names, ordinal};
use furlong::{Bots, Playable, Race, RaceGame as _, Record, Seat, Seats, Text as _};

use super::{analysis, record, settings};

#[test]
fn a_loss_counts_only_beyond_its_error_and_its_size_gives_the_grade() {
    let graded = |loss: f64, error: f64| {
        let (taken, best) = (serde_json::Value::Null, serde_json::Value::Null);
        Judgement { taken, taken_share: 0.5 - loss, best, best_share: 0.5, loss, error }.grade()
    };
    assert_eq!([graded(-0.1, 0.0), graded(0.3, 0.3), graded(0.019, 0.001)], [Grade::Best; 3]);
    assert_eq!([graded(0.042, 0.041), graded(0.099, 0.098)], [Grade::Best; 2], "4 % +- 4 % reads as nothing");
    assert_eq!([graded(0.02, 0.01), graded(0.099, 0.085)], [Grade::Inaccuracy; 2]);
    assert_eq!([graded(0.1, 0.09), graded(1.0, 0.0)], [Grade::Mistake; 2]);
    assert!(Grade::meaning().contains("2 % or more") && Grade::meaning().contains("10 % or more"));
}

/// The legal actions in a state.
fn actions<G: Bots>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions
}

/// Whether each event of a record is a decision between several actions.
fn decisions<G: Bots>(record: &Record<G>) -> Vec<bool> {
    let (game, mut state) = record.open().expect("it opens");
    let is_decision = |(event, number): (&Event<G::Action, G::Chance>, usize)| {
        let count = actions(&game, &state).len();
        apply(&game, &mut state, event, number, &mut ()).expect("it replays");
        matches!(event, Event::Action(_)) && count > 1
    };
    record.events.iter().zip(1..).map(is_decision).collect()
}

/// Forced moves are made to seem to change everything. Returns their number.
fn assert_decided_for_a_winner<G: Bots>(ruleset: &str) -> usize {
    let mut forced = 0;
    for seed in 1..=3 {
        let record = record::<G>(ruleset, 2, seed);
        let is_decision = decisions(&record);
        let mut analysis = analysis(&record, 0);
        let is_forced = |event: &EventEffect| event.seat.is_some() && !is_decision[event.number - 1];
        for event in analysis.events.iter_mut().filter(|event| is_forced(event)) {
            for share in event.after.iter_mut() {
                *share += 2.0;
            }
        }
        let (deciding, seat) = analysis.deciding_event().expect("decisions");
        assert!(!is_forced(deciding), "{deciding:?}");
        // It raised the chance of a winner; where nobody wins, it lowered somebody's.
        let result = |seat: Seat| analysis.seats[seat.index()].result;
        let most = analysis.seats.iter().map(|sums| sums.result).fold(0.0, f64::max);
        let way = if most > 0.0 { 1.0 } else { -1.0 };
        let winners: Vec<Seat> =
            Seats::MOST.iter().take(analysis.seats.len()).filter(|seat| result(*seat) >= most).collect();
        assert!(winners.contains(&seat), "{seat} in {winners:?}");
        for event in &analysis.events {
            assert_eq!(event.is_decision(), is_decision[event.number - 1], "{event:?}");
            let size = winners.iter().map(|seat| way * event.change(*seat)).fold(f64::MIN, f64::max);
            assert_eq!(size > way * deciding.change(seat), is_forced(event), "{event:?}");
            forced += usize::from(is_forced(event));
        }
        let estimator = settings::<G>(0).estimator;
        let swing = largest_swing(&record, &estimator, &StopFlag::default()).expect("it replays");
        if let Some(swing) = swing {
            assert_eq!(
                swing.by.is_some(),
                is_decision[swing.event - 1],
                "a forced move is no swing: {swing:?}"
            );
            assert!(winners.contains(&swing.seat) && way * (swing.after - swing.before) > 0.0, "{swing:?}");
        }
        // Only a decision is judged.
        for number in 1..=record.events.len().min(40) {
            let judged = judge(&record, number, &settings::<G>(4), &StopFlag::default()).expect("it replays");
            assert_eq!(judged.is_some(), is_decision[number - 1], "event {number}");
        }
    }
    forced
}

#[test]
fn what_decided_a_game_raised_the_chance_of_a_winner_and_was_no_forced_move() {
    let found = [
        assert_decided_for_a_winner::<AnimalRace>("classic"),
        assert_decided_for_a_winner::<HareTortoise>("classic"),
        assert_decided_for_a_winner::<Gotham>("standard"),
    ];
    assert!(found.iter().sum::<usize>() > 0, "forced moves: {found:?}");
}

/// The sentences on the result of a game of two, and its happenings.
fn ended<G: Playable>(ruleset: &str, players: u8, seed: u64) -> (Race<G>, Vec<String>) {
    let race = Race::resume(record::<G>(ruleset, players, seed)).expect("it replays");
    let names = Names::new(["Ada", "Bo", "Cy", "Di"].map(str::to_owned).to_vec());
    let said = race.game().result_reasons(race.state(), race.happenings(), &names);
    (race, said)
}

#[test]
fn the_bets_are_named_with_what_they_scored() {
    for seed in 1..=5 {
        let (race, said) = ended::<AnimalRace>("classic", 3, seed);
        let [said] = &said[..] else { panic!("one sentence: {said:?}") };
        let end = race.happenings().iter().find_map(|happening| match happening {
            animal_race::Happening::GameEnds { bets, points, .. } => Some((*bets, *points)),
            _ => None,
        });
        let (bets, points) = end.expect("an end");
        let parts: Vec<&str> = said.trim_end_matches('.').split("; ").collect();
        assert_eq!(parts.len(), 3, "{said}");
        for ((part, name), seat) in parts.iter().zip(["Ada", "Bo", "Cy"]).zip(race.seats().iter()) {
            assert!(part.starts_with(&format!("{name} bet ")), "{said}");
            let scored = |part: &str| part.split(' ').next().and_then(|word| word.parse::<u16>().ok());
            let times = if part.contains(" twice ") { 2 } else { 1 };
            let sum: u16 = part.split(", ").filter_map(scored).sum();
            assert_eq!(times * sum, points[seat], "{said}");
            for animal in bets[seat].animals() {
                assert!(part.contains(&format!("the {animal} (")), "{said}");
            }
        }
        // AR-28: the animals that arrived have their places.
        for happening in race.happenings() {
            if let animal_race::Happening::Arrives { animal, place } = happening {
                let named = said.contains(&format!("the {animal} ("));
                assert_eq!(named, said.contains(&format!("the {animal} ({}, ", ordinal(*place))), "{said}");
            }
        }
    }
}

/// The distance of each figure beyond the sign (GO-31), the best first; of equal ones, the inner lane (GO-33).
fn furthest(at: &HashMap<Figure, i32>, order: &[Figure], sign: i32, spaces: i32) -> Option<Figure> {
    let beyond = |figure: &Figure| (at[figure] - sign).max(sign - spaces - at[figure]);
    let most = order.iter().map(beyond).max().filter(|most| *most > 0)?;
    order.iter().copied().find(|figure| beyond(figure) == most)
}

#[test]
fn the_card_and_the_lane_that_put_a_figure_ahead_are_named() {
    let (mut cards, mut lanes) = (0, 0);
    for seed in 1..=60 {
        let (race, said) = ended::<Gotham>("standard", 4, seed);
        let (game, mut state) = race.record().open().expect("it opens");
        let (last, before) = race.record().events.split_last().expect("events");
        for (event, number) in before.iter().zip(1..) {
            apply(&game, &mut state, event, number, &mut ()).expect("it replays");
        }
        let (open, mut seen) = (game.position(&state).open, Vec::new());
        apply(&game, &mut state, last, before.len() + 1, &mut seen).expect("it replays");
        let mut at: HashMap<Figure, i32> =
            open.figures.iter().map(|stand| (stand.figure, stand.at.into())).collect();
        let (track, mut sign) = (&game.ruleset().track, open.sign);
        let mut order: Vec<Figure> = open.figures.iter().map(|stand| stand.figure).collect();
        let ahead = |at: &HashMap<Figure, i32>, order: &[Figure], sign| {
            furthest(at, order, track.animals.space(sign).into(), track.spaces.into())
        };
        let (mut now, mut decided) = (ahead(&at, &order, sign), None);
        for happening in &seen {
            let Happening::TakesEffect { card, change, order: after, .. } = happening else { continue };
            match *change {
                Change::Moves { figure, to, .. } => _ = at.insert(figure, to.into()),
                Change::Swaps { figure, with } => {
                    let [one, other] = [at[&figure], at[&with]];
                    at.extend([(figure, other), (with, one)]);
                }
                Change::SignMoves { to, .. } => sign = to,
            }
            order = after.to_vec();
            let then = ahead(&at, &order, sign);
            if then != now {
                (now, decided) = (then, Some(card.to_string()));
            }
        }
        // Figures equally far on both sides are told of otherwise.
        let end = now.expect("somebody is beyond");
        let level = at.values().filter(|other| **other == at[&end]).count();
        let tie = said.iter().find(|said| said.contains("lane"));
        assert_eq!(tie.is_some(), level > 1 && !said[0].contains("both sides"), "seed {seed}: {said:?}");
        if let Some(tie) = tie {
            lanes += 1;
            assert!(tie.starts_with(&end.to_string()), "{tie}");
            let lane = order.iter().filter(|figure| at[figure] == at[&end]).position(|figure| *figure == end);
            assert!(tie.ends_with(&format!("{end} is on lane {}.", lane.expect("there") + 1)), "{tie}");
        }
        if let Some(card) = decided {
            let start = format!("The card that decided it was `{card}`, placed ");
            assert!(said.iter().any(|said| said.starts_with(&start)), "seed {seed}: {card} in {said:?}");
            cards += 1;
        }
    }
    assert!(cards > 40 && lanes > 0, "{cards} cards and {lanes} lanes");
}

#[test]
fn a_step_not_taken_has_its_price_and_says_when_it_would_have_won() {
    let (mut homes, mut won) = (0, 0);
    for seed in 1..=6 {
        let record = record::<HareTortoise>("classic", 2, seed);
        let (game, mut state) = record.open().expect("it opens");
        for (event, number) in record.events.iter().zip(1..) {
            if let Event::Action(played) = event {
                let (seat, view) = (played.seat, game.view(&state, played.seat));
                let position = game.position(&state);
                let runner = &position.players[seat.index()].runners[usize::from(position.runner)];
                for action in actions(&game, &state) {
                    let said = game.hindsight(&view, action, &Names::numbered(game.seats(&state)));
                    let mut after = state;
                    game.apply(&mut after, action, &mut ());
                    let Action::To(to) = action else { continue };
                    let squares = u16::from(to.number() - runner.square);
                    // HT-22
                    let price = squares * (squares + 1) / 2;
                    if to == Square::FINISH {
                        assert!(said.starts_with(&format!("run home for {price} carrot")), "{said}");
                        let is_first = game
                            .seats(&after)
                            .iter()
                            .all(|other| other == seat || !game.has_finished(&state, other));
                        let wins = game.has_finished(&after, seat) && is_first;
                        assert_eq!(said.ends_with(" and won at once"), wins, "{said}");
                        homes += 1;
                        won += usize::from(wins);
                    } else {
                        assert!(
                            said.contains(&format!(" square {} for {price} carrot", to.number())),
                            "{said}"
                        );
                    }
                }
            }
            apply(&game, &mut state, event, number, &mut ()).expect("it replays");
        }
    }
    assert!(homes > won && won > 0, "{homes} and {won}");
}

fn assert_review<G: Playable>(ruleset: &str) {
    let mut race = Race::resume(record::<G>(ruleset, 2, 4)).expect("it replays");
    let player = |name: &str| Player { name: name.to_owned(), player: "heuristic".to_owned(), colour: None };
    race.set_players(["Ada", "Bo"].map(player).to_vec());
    let analysis = analysis(race.record(), 20);
    let table = GameTable::replay(race);
    for seat in table.seats().iter() {
        let said = review(&table, &analysis, Reader::Player(seat));
        let own = analysis.events.iter().filter(|event| event.seat == Some(seat));
        let judged: Vec<_> = own.filter_map(|event| Some((event, event.judgement.as_ref()?))).collect();
        let count = |grade: Grade| judged.iter().filter(|(_, judgement)| judgement.grade() == grade).count();
        let counts = said.iter().find_map(|line| line.strip_prefix("Your decisions: ")).expect("counts");
        let numbers: Vec<usize> = counts.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers, [Grade::Best, Grade::Inaccuracy, Grade::Mistake].map(count), "{counts}");
        assert_eq!(numbers.iter().sum::<usize>(), judged.len());
        // The worst move is the judged one that lost most.
        let lost = judged.iter().filter(|(_, judgement)| judgement.grade() != Grade::Best);
        let most = lost
            .map(|(event, judgement)| (*judgement, event.round))
            .max_by(|one, other| one.0.loss.total_cmp(&other.0.loss));
        let worst = said.iter().find(|line| line.starts_with("Your worst move, in round "));
        assert_eq!(worst.is_some(), most.is_some(), "{said:?}");
        if let (Some(worst), Some((judgement, round))) = (worst, most) {
            let chances = chances(judgement);
            assert!(
                chances.starts_with(&format!("a chance of {} % instead of ", percent(judgement.best_share)))
            );
            assert!(worst.contains(&format!("in round {round}: `")) && worst.contains(&chances), "{worst}");
            assert!(worst.contains(" You could have "), "{worst}");
        }
        assert_eq!(said.iter().filter(|line| line.contains("or next time: ")).count(), 1, "{said:?}");
        assert!(said.contains(&deciding(&table, &analysis, Reader::Player(seat))), "{said:?}");
        assert!(!said.iter().skip(1).any(|line| line.contains("points")), "chances are in %: {said:?}");
        assert!(said.last().is_some_and(|line| line.contains("if all play on like `random`")), "{said:?}");
        assert!(!said.iter().any(|line| line.contains(["Ada", "Bo"][seat.index()])), "{said:?}");
    }
    let open = review(&table, &analysis, Reader::All);
    for name in ["Ada's decisions: ", "Bo's decisions: "] {
        assert!(open.iter().any(|line| line.starts_with(name)), "{open:?}");
    }
    assert!(!open.iter().any(|line| line.to_lowercase().contains("your ")), "{open:?}");
}

#[test]
fn a_review_counts_the_grades_and_names_the_best_and_the_worst_move() {
    assert_review::<AnimalRace>("classic");
    assert_review::<HareTortoise>("classic");
    assert_review::<Gotham>("standard");
}
