//! Sums of games that are not kept: they say what the games themselves say, and their size does not grow.

use std::collections::HashSet;

use allocation_counter::measure;
use furlong::animal_race::AnimalRace;
use furlong::arena::stats::{Method, Moments, mean, mean_within};
use furlong::arena::{Arena, Entrant, Game, Group, Measured, Question, Report, Results, Trial};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{BotSpec, Bots, RaceGame, Seat};

use crate::dash::Dash;

/// An arena of these bots on the default table of a game.
fn arena<G: Measured + Bots>(rules: &str, bots: &[&str], groups: u64, luck: bool) -> Arena<G> {
    let trial = Trial::<G>::new(bots[0]).expect("a bot").players(bots.len() as u8).groups(groups).seed(5);
    let arena = trial.arena(rules).expect("a table");
    let entrant = |name: &&str| Entrant::of(&BotSpec::named(name)).expect("a bot");
    arena.lineup(bots.iter().map(entrant).collect()).luck(luck)
}

/// Checks that sums alone give the report of a run whose games are kept, but for the games.
#[track_caller]
fn without_games<G: Measured>(arena: &Arena<G>) -> Results {
    let kept = arena.run().expect("it runs");
    let report = |run: &Results| {
        let runs = std::slice::from_ref(run);
        let mut report = Report::of(Question::Measure, runs, Vec::new()).expect("a report").to_json();
        report["results"]["groups"].take();
        report.to_string()
    };
    for threads in [1, 3] {
        let summed = arena.clone().keeps_games(false).threads(std::num::NonZeroUsize::new(threads)).run();
        let summed = summed.expect("it runs");
        assert!(summed.groups().is_empty() && !kept.groups().is_empty());
        assert_eq!(report(&summed), report(&kept), "{threads} threads");
    }
    kept
}

/// Checks the sums against the games themselves, which are looked at one by one.
#[track_caller]
fn agree_with_games(results: &Results) {
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * (1.0 + one.abs());
    let games: Vec<&Game> = results.all_games().collect();
    let hashes: HashSet<_> = games.iter().map(|game| game.course).collect();
    let groups: HashSet<_> = results.groups().iter().map(Group::game_hash).collect();
    let distinct = results.distinct();
    assert_eq!((distinct.games, distinct.groups), (hashes.len() as u64, groups.len() as u64));
    assert_eq!(results.unfinished(), games.iter().filter(|game| !game.has_shares()).count() as u64);
    for (column, summary) in results.summaries().iter().enumerate() {
        let mut values: Vec<f64> = games.iter().filter_map(|game| game.value(column)).collect();
        values.sort_by(f64::total_cmp);
        let name = &summary.metric.name;
        assert_eq!(summary.games, values.len() as u64, "{name}");
        let range = values.first().map(|least| [*least, values[values.len() / 2], values[values.len() - 1]]);
        assert_eq!(summary.range, range, "{name}");
        assert!(near(summary.deviation, Moments::of(&values).variance.sqrt()), "{name}: {summary:?}");
        let is_same = |earlier: &usize| games.iter().all(|game| game.value(*earlier) == game.value(column));
        let varies = games.iter().any(|game| game.value(column) != games[0].value(column));
        let twin = (0..column).find(is_same).filter(|_| varies);
        assert_eq!(summary.same_as, twin.map(|twin| results.metrics[twin].name.clone()), "{name}");
        // Shares that are adjusted for luck are tested on a toy whose values are known.
        let means: Vec<f64> = results.group_means(column).map(|(_, mean)| mean).collect();
        let (found, expected) = (summary.mean, mean_within(&means, summary.metric.range));
        if results.luck.is_some() || found.is_some_and(|found| found.method == Method::Unfinished) {
            continue;
        }
        assert_eq!(found.map(|found| found.method), expected.map(|found| found.method), "{name}");
        if let (Some(found), Some(expected)) = (found, expected) {
            assert!(near(found.value, expected.value), "{name}: {found:?}, {expected:?}");
            let ends =
                |of: furlong::arena::stats::Estimate| of.interval.map(|within| [within.low, within.high]);
            if let (Some([low, high]), Some(within)) = (ends(found), ends(expected)) {
                assert!(near(low, within[0]) && near(high, within[1]), "{name}: {found:?}, {expected:?}");
            }
        }
    }
}

#[test]
fn sums_say_what_the_games_say() {
    for results in [
        without_games(&arena::<AnimalRace>("classic", &["random"; 4], 120, false)),
        without_games(&arena::<AnimalRace>("classic", &["heuristic", "random"], 60, true)),
        without_games(&arena::<AnimalRace>("classic", &["random"; 3], 150, true)),
        // Some games do not end.
        without_games(&arena::<AnimalRace>("classic", &["random"; 2], 90, false).most_events(110)),
        without_games(&arena::<HareTortoise>("classic", &["random", "heuristic", "random"], 20, false)),
        without_games(&arena::<Gotham>("standard", &["random"; 4], 60, true)),
    ] {
        agree_with_games(&results);
    }
}

#[test]
fn shares_less_the_luck_are_those_of_each_deal() {
    let game = Dash::short();
    let setup = game.setup(2);
    let entrant = Entrant::of(&BotSpec::named("random")).expect("a bot of the toy");
    let results = Arena::new(game, setup, vec![entrant; 2], 11, 90).luck(true).run().expect("it runs");
    let weights = results.luck_report().and_then(|luck| luck.weights).expect("it was adjusted");
    let adjusted = results.groups().iter().map(|group| {
        let game = &group.games[0];
        let weights = &weights[usize::from(group.number % 2 == 1)];
        let luck: f64 = game.luck.iter().zip(weights).map(|(luck, weight)| luck[Seat::FIRST] * weight).sum();
        game.shares[Seat::FIRST].as_f64() - luck
    });
    let expected = mean(&adjusted.collect::<Vec<_>>()).expect("there are games");
    let column = results.column("wins-seat-1").expect("a common metric");
    let found = results.summary(column).and_then(|summary| summary.mean).expect("there are games");
    let ends = |of: furlong::arena::stats::Estimate| of.interval.expect("many deals have one");
    assert!((found.value - expected.value).abs() < 1e-9, "{found:?}, {expected:?}");
    assert!((ends(found).high - ends(expected).high).abs() < 1e-9, "{found:?}, {expected:?}");
}

#[test]
fn neither_memory_nor_the_work_of_a_report_grows_with_the_number_of_games() {
    let arena = arena::<AnimalRace>("classic", &["random"; 4], 50, true);
    let mut played = arena.run().expect("it runs");
    let groups = played.take_groups();
    let numbered = |number: u64| {
        let group = &groups[number as usize % groups.len()];
        Group { number, ..group.clone() }
    };
    let mut add = |numbers: std::ops::Range<u64>| {
        numbers.map(numbered).for_each(|group| played.add(group, false));
    };
    // Enough for every place where sums are kept.
    add(0..5_000);
    let grown = measure(|| add(5_000..25_000)).bytes_current;
    assert!(grown.abs() < 10_000, "20,000 more games take {grown} bytes");
    assert_eq!(played.games(), 25_000);
    let report = |run: &Results| {
        let runs = std::slice::from_ref(run);
        measure(|| drop(Report::of(Question::Measure, runs, Vec::new()).expect("a report"))).bytes_total
    };
    let of_many = report(&played);
    played.take_groups();
    (0..50).map(numbered).for_each(|group| played.add(group, false));
    let of_few = report(&played);
    // The same different values are looked at; only the figures are others.
    assert!(of_many.abs_diff(of_few) < of_few / 10, "{of_many} bytes instead of {of_few}");
}
