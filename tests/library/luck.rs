//! Luck as a control variate, in the games of the library.

use furlong::analysis::value_of_random_play;
use furlong::animal_race::AnimalRace;
use furlong::arena::stats::Moments;
use furlong::arena::{Arena, Entrant, Estimator, Measured, Results};
use furlong::bot::StopFlag;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::{HareTortoise, Position};
use furlong::{BotSpec, Bots, RaceGame, Ruleset, ruleset};

/// A run of bots with luck, under the usual rules.
fn run<G: Bots + Measured>(bots: &[&str], groups: u64) -> Results {
    let game = G::new(ruleset::open(G::Ruleset::EMBEDDED[0].name).expect("it loads")).expect("playable");
    let setup = game.setup(bots.len() as u8);
    let entrant = |name: &&str| Entrant::of(&name.parse().expect("a bot")).expect("a bot of the game");
    let mut arena = Arena::new(game, setup, bots.iter().map(entrant).collect(), 3, groups);
    arena.luck = true;
    arena.run().expect("it runs")
}

/// The luck of every seat in every indicator has the mean 0, within four standard errors: one value in 16,000 lies
/// outside by chance, and the seed is fixed.
fn assert_no_luck_on_average<G: Bots + Measured>(bots: &[&str]) {
    let results = run::<G>(bots, 240);
    let indicators = &results.luck.as_ref().expect("it is measured").names;
    let games = || results.groups().iter().flat_map(|group| &group.games);
    for (index, name) in indicators.iter().enumerate() {
        for seat in results.setting.seats.iter() {
            let luck: Vec<f64> = games().map(|game| game.luck[index][seat]).collect();
            let moments = Moments::of(&luck);
            let error = moments.standard_error().expect("many games");
            // Sums of exact zeros differ from 0 in their last bits.
            assert!(moments.mean.abs() <= 4.0 * error + 1e-9, "{} {name} of seat {seat}: {moments:?}", G::ID);
        }
    }
}

#[test]
fn the_mean_luck_is_nothing_under_any_play() {
    assert_no_luck_on_average::<AnimalRace>(&["heuristic"; 4]);
    assert_no_luck_on_average::<AnimalRace>(&["random"; 3]);
    assert_no_luck_on_average::<HareTortoise>(&["heuristic"; 4]);
    assert_no_luck_on_average::<Gotham>(&["random"; 2]);
    assert_no_luck_on_average::<Gotham>(&["heuristic:worlds=2"; 3]);
}

#[test]
fn a_game_adjusted_for_luck_needs_fewer_deals() {
    let report = run::<AnimalRace>(&["heuristic"; 4], 600).luck_report().expect("it is measured");
    // docs/luck.md states a luck share of 52.7 %, which is a factor of 2.1; 600 deals show the factor to within about a tenth.
    assert!(report.factor.is_some_and(|factor| (1.6..2.5).contains(&factor)), "{report:?}");
    let share = report.share.and_then(|share| share.interval).expect("one bot plays all seats");
    assert!(share.low > 0.4 && share.high < 0.6, "{report:?}");
}

#[test]
fn the_luck_share_is_of_equal_skill_only() {
    let results = run::<AnimalRace>(&["heuristic", "random"], 130);
    let report = results.luck_report().expect("it is measured");
    assert!(report.factor.is_some() && report.share.is_none(), "{report:?}");
    let [better, worse] = [&results.scores()[0].share, &results.scores()[1].share];
    assert!((better.value + worse.value - 1.0).abs() < 1e-9, "the shares still add up to one win");
}

/// A race over the last squares of a track, with more carrots than any way needs and squares that pay nothing: every
/// move leads forward, so the positions are few.
#[test]
fn estimates_agree_with_the_exact_values_of_a_short_hare_and_tortoise() {
    // Nobody is ever beyond the tortoise on the last square, to go back to it.
    let squares = format!("L {}\n4 4 H 4 H 4 H T", "4 ".repeat(54));
    let jug = |row: &str| format!("[\"{}\"]", [row; 6].join("\", \""));
    let chart =
        ["miss-a-turn", "last-turn-free", "another-move", "miss-a-turn", "last-turn-free", "another-move"];
    let text = format!(
        "[ruleset]\nname = \"short\"\nabout = \"a short course\"\nextends = \"classic\"\n\
         [board]\nsquares = \"\"\"{squares}\"\"\"\n\
         [movement]\nfours-with-three = \"open\"\n\
         [finish]\ncarrots = 250\nrace-ends = \"first-home\"\n\
         [hare]\nchart = [{}]\nput-on-hare = \"nothing\"\n",
        chart.map(jug).join(", ")
    );
    let game = HareTortoise::new(ruleset::open(ruleset::Source::Text(&text)).expect("it reads"))
        .expect("it is playable");
    let player = |square: u8, carrots: u8| {
        format!(r#"{{ "carrots": {carrots}, "runners": [{{ "square": {square}, "lettuces": 0 }}] }}"#)
    };
    for (squares, carrots) in [([58, 59, 60], [40, 30, 25]), ([60, 57, 59], [30, 60, 30])] {
        let players = [0, 1, 2].map(|seat| player(squares[seat], carrots[seat])).join(", ");
        let position = format!(
            r#"{{ "players": [{players}], "phase": "move", "round": {{ "number": 9, "first": 0, "members": [0, 1, 2], "slot": 0 }} }}"#
        );
        let position: Position = serde_json::from_str(&position).expect("it reads");
        let state = game.state(&position).expect("it can be");
        let exact = value_of_random_play(&game, &state, 40_000).expect("few positions");
        assert!((exact.iter().sum::<f64>() - 1.0).abs() < 1e-9, "somebody wins: {exact:?}");
        assert!(exact.iter().all(|share| (0.05..0.95).contains(share)), "nothing is decided yet: {exact:?}");
        let estimator = Estimator::of::<HareTortoise>().bot(BotSpec::named("random")).playouts(4_000);
        let estimate = estimator.values(&game, &[state], &StopFlag::default(), &|| ()).expect("a value")[0];
        for ((share, error), exact) in estimate.shares.iter().zip(&estimate.errors).zip(&exact) {
            // Four standard errors, with a fixed seed.
            assert!((share - exact).abs() < 4.0 * error, "{share} +- {error}, exactly {exact}");
        }
    }
}
