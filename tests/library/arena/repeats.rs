//! Repeated games prove nothing, and random openings make them differ.

use furlong::arena::{
    Answer, Arena, Comparison, Distinct, Entrant, Ladder, LadderError, Metric, Part, Places, Question,
    SeatTest, Sequential, Shard, Verdict, merge, stats,
};
use furlong::common::SeatList;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotSpec, Bots as _, RaceGame as _, RandomBot, ruleset};

use super::go_on;

/// Hare & tortoise under the olympiad rules, whose play has no chance events, for two deterministic bots.
fn chessboard(names: [&str; 2], groups: u64) -> Arena<HareTortoise> {
    let rules = ruleset::open::<furlong::hare_tortoise::Ruleset>("olympiad").expect("it is embedded");
    let game = HareTortoise::new(rules).expect("it is playable");
    let setup = game.setup(2);
    let spec: BotSpec = "heuristic".parse().expect("a bot");
    let entrant = |name: &str| {
        let spec = spec.clone();
        Entrant::new(name, move || HareTortoise::bot(&spec).expect("there is such a bot"))
    };
    Arena::new(game, setup, names.map(entrant).to_vec(), 2, groups)
}

/// Returns whether the estimate claims nothing beyond its value.
fn claims_nothing(estimate: Option<&stats::Estimate>) -> bool {
    estimate.is_none_or(|found| found.interval.is_none() && found.method == stats::Method::NotRandom)
}

#[test]
fn one_game_played_sixty_times_is_told_as_one_and_proves_nothing() {
    let one = chessboard(["x", "x"], 60).run().expect("it runs");
    // HT-07: only the first player is drawn, so there are two games, which are the same in turn order.
    assert_eq!(one.distinct(), Distinct { games: 2, groups: 2, estimated: false });
    let of_seats = |metric: &Metric| metric.name.starts_with("wins-seat");
    for summary in one.summaries().iter().filter(|summary| !of_seats(&summary.metric)) {
        assert!(claims_nothing(summary.mean.as_ref()), "{summary:?}");
    }
    assert_eq!(SeatTest::of(&one, Places::TurnOrder), None);
    assert!(SeatTest::of(&one, Places::Seats).is_some_and(|test| test.p_value > 0.05), "a fair coin");
    let warning = one.repeats().expect("deals repeat each other");
    assert!(warning.contains("only 2 of 60 deals") && warning.contains("--openings"), "{warning}");
    // Another game that is always the same: cut short, it has no winner.
    let other = chessboard(["x", "x"], 60).most_events(20).run().expect("it runs");
    let comparison = Comparison::of(&one, &[other]).expect("they compare").contrasts.remove(0);
    let unfinished = comparison.metric("unfinished").expect("a metric");
    assert_eq!(unfinished.difference.map(|found| found.value), Some(1.0));
    for row in comparison.differences.iter().filter(|row| !of_seats(&row.metric)) {
        assert!(claims_nothing(row.difference.as_ref()) && row.p_value.is_none(), "{row:?}");
        assert!(!row.verdict.is_found() && !row.is_within(f64::INFINITY), "{row:?}");
    }
    assert!(comparison.turn_order.is_none());
    // Compared with a random side, one repeated game claims nothing either.
    let random = Entrant::new("x", || Box::new(RandomBot) as Box<dyn Bot<HareTortoise>>);
    let random = chessboard(["x", "x"], 60).lineup(vec![random; 2]).most_events(3_000);
    let comparison = Comparison::of(&one, &[random.run().expect("it runs")]).expect("they compare");
    let comparison = &comparison.contrasts[0];
    let unfinished = comparison.metric("unfinished").expect("a metric");
    assert!(unfinished.verdict == Verdict::Open && unfinished.p_value.is_none(), "{unfinished:?}");
}

#[test]
fn a_sequential_test_decides_nothing_where_nothing_is_random() {
    let arena = chessboard(["x", "y"], 64);
    let duel = Sequential::new("x", 0.4).expect("a question").duel(&arena, &go_on).expect("it runs");
    assert_eq!((duel.1.outcome, duel.1.groups), (Answer::Open, 64));
    let compare = Sequential::new("turns", 1.0).expect("a question").compare(&[arena.clone(), arena], &go_on);
    assert_eq!(compare.expect("it runs").1[0].outcome, Answer::Open);
}

#[test]
fn a_ladder_on_one_deal_again_and_again_has_no_intervals() {
    let arena = chessboard(["x", "y"], 1);
    let climbed = |openings| {
        let ladder = Ladder::new(arena.game.clone(), vec![arena.setup.clone()], arena.lineup.clone(), 1, 20);
        let ladder = ladder.openings(openings);
        let mut crosstable = ladder.begin().expect("a ladder");
        ladder.climb::<LadderError>(&mut crosstable, &go_on, |_| Ok(())).expect("it runs");
        crosstable
    };
    let same = climbed(0);
    assert_eq!(same.pairings[0].distinct(), 2, "only who begins is drawn");
    assert!(
        claims_nothing(same.lead(&same.pairings[0]).as_ref())
            && claims_nothing(same.share(&same.pairings[0]).as_ref())
    );
    assert!(same.ratings(2, 0).iter().all(|rated| rated.interval.is_none()));
    assert_eq!(same.warnings().len(), 1);
    let opened = climbed(4);
    assert!(
        opened.pairings[0].distinct() > 15
            && opened.lead(&opened.pairings[0]).expect("games").interval.is_some()
    );
}

#[test]
fn random_openings_make_games_differ_and_are_shared_by_all_seatings() {
    let arena = chessboard(["x", "y"], 30).openings(6);
    let results = arena.run().expect("it runs");
    assert!(results.distinct().groups > 25, "{:?}", results.distinct());
    assert_eq!(results.shares_of("x"), results.shares_of("y"), "the same bot by two names ties each deal");
    for group in 0..5 {
        let races = [0, 1].map(|seating| arena.race(group, seating).expect("it runs"));
        let [one, other] = races.each_ref().map(|race| &race.record().events[..7]);
        assert_eq!(one, other, "who begins, and six decisions");
        for (race, game) in races.iter().zip(&results.groups()[group as usize].games) {
            assert_eq!(race.record().openings, 6);
            assert_eq!(race.events(), game.events as usize);
            assert_eq!(game.shares, SeatList::new(race.seats(), |seat| race.standings().shares()[seat]));
        }
    }
    // The same openings under another limit, which stands for other rules.
    let other = arena.clone().most_events(60);
    let first =
        |arena: &Arena<HareTortoise>| arena.race(3, 0).expect("it runs").record().events[..7].to_vec();
    assert_eq!(first(&arena), first(&other));
    let unlike = arena.clone().openings(5).run().expect("it runs");
    let part = |run| Part { shard: Shard::WHOLE, groups: 30, question: Question::Measure, runs: vec![run] };
    let mixed = merge(vec![("a".to_owned(), part(results)), ("b".to_owned(), part(unlike))]);
    assert!(mixed.expect_err("two runs").to_string().contains("openings"));
}
