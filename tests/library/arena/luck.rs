//! Luck as a control variate, on the toy whose values are known exactly.

use furlong::analysis::value_of_random_play;
use furlong::animal_race::AnimalRace;
use furlong::arena::stats::{Estimate, Moments};
use furlong::arena::{
    Arena, Entrant, FixedDeals, Measured as _, Part, Question, Report, Results, Shard, merge,
};
use furlong::{BotSpec, RaceGame as _, Seat, ruleset};

use crate::dash::Dash;

/// A run of the toy in which one bot plays both seats.
fn run(bot: &str, groups: std::ops::Range<u64>, luck: bool) -> Results {
    let game = Dash::short();
    let setup = game.setup(2);
    let entrant = Entrant::of(&BotSpec::named(bot)).expect("a bot of the toy");
    let arena = Arena::new(game, setup, vec![entrant; 2], 11, 1);
    arena.groups(groups).luck(luck).run().expect("it runs")
}

fn wins_of_first(results: &Results) -> Estimate {
    let column = results.column("wins-seat-1").expect("a common metric");
    results.summary(column).and_then(|summary| summary.mean).expect("there are games")
}

#[test]
fn an_exact_value_leaves_no_variance() {
    let results = run("walker", 0..60, true);
    let exact = Dash::short();
    let start = exact.start(&exact.setup(2)).expect("two can play");
    let exact = exact.value_of_walking(&start, Seat::FIRST);
    let wins = wins_of_first(&results);
    assert!((wins.value - exact).abs() < 1e-9, "{wins:?}, exactly {exact}");
    assert!(wins.interval.is_some_and(|interval| interval.high - interval.low < 1e-6), "{wins:?}");
    let luck = results.luck_report().expect("it was measured");
    // Walkers decide nothing, so chance explains everything.
    let share = luck.share.expect("one bot plays all seats");
    assert!((share.value - 1.0).abs() < 1e-9, "{share:?}");
    assert!(luck.factor.is_some_and(|factor| factor > 1e6), "{luck:?}");
}

#[test]
fn adjusted_shares_are_unbiased_under_any_play_and_vary_less() {
    const BLOCKS: u64 = 100;
    let game = Dash::short();
    let start = game.start(&game.setup(2)).expect("two can play");
    let exact = value_of_random_play(&game, &start, 100_000).expect("few positions")[Seat::FIRST];
    // Each block is fitted by itself. On as few groups as are adjusted at all, the fit costs about what it gains.
    for (groups, most) in [(24, 1.1), (120, 1.0)] {
        let estimates = |luck| -> Vec<f64> {
            let block = |number: u64| run("random", number * groups..(number + 1) * groups, luck);
            (0..BLOCKS).map(|number| wins_of_first(&block(number)).value).collect()
        };
        let (plain, adjusted) = (Moments::of(&estimates(false)), Moments::of(&estimates(true)));
        for moments in [plain, adjusted] {
            // Four standard errors: one seed in 16,000 fails by chance, and the seed is fixed.
            let error = moments.standard_error().expect("many blocks");
            assert!((moments.mean - exact).abs() < 4.0 * error, "{moments:?}, exactly {exact}");
        }
        assert!(adjusted.variance < most * plain.variance, "{groups}: {adjusted:?} against {plain:?}");
    }
    let luck = run("random", 0..1_000, true).luck_report().expect("it was measured");
    let share = luck.share.and_then(|share| share.interval).expect("an interval");
    // Random players rest as often as they walk, so much of the result is their own.
    assert!(share.low > 0.0 && share.high < 0.9, "{luck:?}");
}

#[test]
fn measuring_luck_changes_no_game() {
    let (mut with, without) = (run("random", 0..40, true), run("random", 0..40, false));
    assert!(with.luck.take().is_some() && without.luck_report().is_none());
    let mut groups = with.take_groups();
    for game in groups.iter_mut().flat_map(|group| &mut group.games) {
        assert_eq!(game.luck.len(), Dash::INDICATORS.len());
        game.luck.clear();
    }
    assert_eq!(
        (with.setting, with.metrics, &groups[..]),
        (without.setting.clone(), without.metrics.clone(), without.groups())
    );
}

#[test]
fn parts_with_luck_make_the_whole_run_to_the_byte() {
    let part = |number| {
        let shard = Shard::new(number, 3).expect("a shard");
        let runs = vec![run("random", shard.groups(50), true)];
        let part = Part { shard, groups: 50, question: Question::Measure, runs };
        (number.to_string(), Part::from_json(&part.to_json()).expect("it reads"))
    };
    let whole = merge(vec![part(2), part(1), part(3)]).expect("all parts of one run");
    let runs = vec![run("random", 0..50, true)];
    let report =
        |runs: &[Results]| Report::of(Question::Measure, runs, Vec::new()).expect("a report").to_json();
    assert_eq!(report(&whole.runs).to_string(), report(&runs).to_string());
    let other = Part {
        runs: vec![run("random", 0..50, false)],
        shard: Shard::WHOLE,
        groups: 50,
        question: Question::Measure,
    };
    let mixed = merge(vec![("a".to_owned(), whole), ("b".to_owned(), other)]).expect_err("two runs");
    assert!(mixed.to_string().contains("the indicators of luck are different"), "{mixed}");
}

#[test]
fn few_deals_and_unfinished_games_are_not_adjusted() {
    let few = run("random", 0..19, true).luck_report().expect("it was measured");
    assert_eq!(few.unadjusted.as_deref(), Some("there are fewer than 20 deals"));
    let game = Dash::short();
    let setup = game.setup(2);
    let entrant = Entrant::of(&BotSpec::named("random")).expect("a bot of the toy");
    let arena = Arena::new(game, setup, vec![entrant; 2], 11, 100);
    let results = arena.luck(true).most_events(12).run().expect("it runs");
    let report = results.luck_report().expect("it was measured");
    assert_eq!(report.unadjusted.as_deref(), Some("some games are unfinished"));
    assert_eq!(wins_of_first(&results), {
        let mut plain = results.clone();
        plain.luck = None;
        wins_of_first(&plain)
    });
}

#[test]
fn players_who_draw_nothing_play_a_deal_alike_each_time_and_others_do_not() {
    let of = |bots: [&str; 2]| {
        let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
        let setup = game.setup(2);
        let lineup = bots.map(|name| Entrant::of(&BotSpec::named(name)).expect("a bot of the game"));
        let arena = Arena::new(game, setup, lineup.to_vec(), 5, 30);
        let mut deals = FixedDeals::begin(&arena).expect("they may play");
        for _ in 0..6 {
            assert_eq!(deals.play_once(&arena, &|_| ()).expect("played"), None);
        }
        assert_eq!((deals.repetitions, deals.deals()), (6, 30));
        deals
    };
    let alike = of(["heuristic", "heuristic"]).decided().expect("enough");
    assert!(alike.by_the_deal.value > 0.999_999, "{:?}", alike.by_the_deal);
    let random = of(["random", "random"]).decided().expect("enough");
    assert!(random.by_the_deal.value < 0.6, "{:?}", random.by_the_deal);
    // The first type wins nearly always, on any deal.
    let skill = of(["heuristic", "random"]).skill().expect("two player types");
    assert!(skill.gain.value > 0.8 && skill.index.value > 0.8, "{skill:?}");
    assert_eq!(of(["random", "random"]).skill(), None);
}
