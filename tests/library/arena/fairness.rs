//! The fairness of seats and of turn order, in sentences that agree with each other and with the figures.

use furlong::animal_race::AnimalRace;
use furlong::arena::stats::{Estimate, Method};
use furlong::arena::{
    Arena, Comparison, Entrant, Findings, Measured, Measures, Question, Report, Results, Scale,
};
use furlong::hare_tortoise::HareTortoise;
use furlong::{BotSpec, Bots, RaceGame, ruleset};

fn self_play<G: Measured + Bots>(game: G, players: u8, bot: &str, groups: u64) -> Arena<G> {
    let setup = game.setup(players);
    let entrant = Entrant::of(&BotSpec::named(bot)).expect("a bot of the game");
    Arena::new(game, setup, vec![entrant; players.into()], 9, groups)
}

fn classic() -> HareTortoise {
    HareTortoise::new(ruleset::open("classic").expect("it is embedded")).expect("it is playable")
}

/// The measures of a run with its fairness in words.
fn measures(run: &Results) -> (Measures, String) {
    let runs = std::slice::from_ref(run);
    let report = Report::of(Question::Measure, runs, Vec::new()).expect("a report");
    let Findings::Measures(measures) = report.findings else { panic!("one run is measured") };
    let told = measures.in_words(run).into_iter().find(|sentence| sentence.starts_with("Fairness"));
    (measures, told.expect("one bot plays all seats"))
}

#[test]
fn the_sentence_on_fairness_speaks_of_turn_order_where_that_is_what_differs() {
    // HT-07: the first player is drawn, so no seat is better than another, and the second mover has an edge.
    let (measures, told) = measures(&self_play(classic(), 4, "heuristic", 1_000).run().expect("it runs"));
    let order = measures.turn_order.as_ref().expect("one bot plays all seats");
    assert!(order.is_found() && order.ends()[0].0 == 2, "{order:?}");
    assert!(told.starts_with("Fairness of seats: mover 2 wins "), "{told}");
    assert!(
        told.contains("a significant difference (p below 0.001); the seats do not differ significantly (p "),
        "{told}"
    );
    let seats = measures.seats.expect("one bot plays all seats");
    assert!(
        seats.gap.interval.is_some_and(|gap| gap.low == 0.0 && gap.contains(seats.gap.value)),
        "{seats:?}"
    );
}

#[test]
fn places_that_are_the_same_in_every_game_have_one_share_and_are_told_once() {
    // Seat 1 is the first player of every game.
    let race = AnimalRace::new(ruleset::open("classic").expect("it is embedded")).expect("it is playable");
    for luck in [false, true] {
        let run = self_play(race.clone(), 2, "heuristic", 200).luck(luck).run().expect("it runs");
        let (measures, told) = measures(&run);
        let mean = |name: &str| run.summary(run.column(name).expect("a metric")).expect("a column").mean;
        for (seat, mover) in [("wins-seat-1", "wins-mover-1"), ("wins-seat-2", "wins-mover-2")] {
            assert!(mean(seat).is_some() && mean(seat) == mean(mover), "with luck: {luck}");
        }
        assert_eq!(measures.seat_tests().count(), 1);
        assert!(!told.contains("mover") && !told.contains("order"), "{told}");
        let seats = measures.seats.expect("one bot plays both seats");
        let shares: Vec<f64> = seats.shares.iter().copied().collect();
        assert_eq!(
            mean("wins-seat-1").map(|mean| mean.value),
            Some(shares[0]),
            "the test is of what is shown"
        );
    }
}

#[test]
fn the_gap_between_equal_seats_has_0_in_its_interval_and_so_has_a_comparison_of_such_gaps() {
    let seats = |run: &Results| measures(run).0.seats.expect("one bot plays all seats").gap;
    let holds_none = |gap: Estimate| {
        let interval = gap.interval.expect("60 deals have one");
        assert!(interval.contains(gap.value), "{gap:?}");
        u32::from(interval.contains(0.0))
    };
    let mut held = [0, 0];
    for seed in 0..20 {
        let run = self_play(classic(), 2, "heuristic", 60).seed(seed).run().expect("it runs");
        let other = self_play(classic(), 2, "heuristic", 60).seed(seed).openings(2).run().expect("it runs");
        held[0] += holds_none(seats(&run));
        let contrast = Comparison::of(&run, &[other]).expect("they compare").contrasts.remove(0);
        held[1] += holds_none(contrast.seats.expect("one bot plays all seats").gap);
    }
    // At 95 %, fewer than 17 of 20 have a probability of 2 %, and none had it when the gap was resampled.
    assert!(held.iter().all(|held| *held >= 17), "{held:?} of 20 hold 0");
}

#[test]
fn the_share_of_a_player_alone_holds_by_definition_unless_nobody_wins() {
    let run = self_play(classic(), 4, "heuristic", 40).run().expect("it runs");
    let [score] = &run.scores()[..] else { panic!("one player") };
    assert_eq!(
        (score.share.value, score.share.interval, score.share.method),
        (0.25, None, Method::ByDefinition)
    );
    // Figures without an owner win too, so that the share of the seats is to be measured.
    let gotham = furlong::gotham::Gotham::new(ruleset::open("standard").expect("it is embedded"));
    let run = self_play(gotham.expect("it is playable"), 2, "random", 40).run().expect("it runs");
    let share = run.scores()[0].share;
    assert!(share.interval.is_some_and(|found| found.low < share.value) && share.value < 0.5, "{share:?}");
}

#[test]
fn figures_that_differ_look_different() {
    assert_eq!(Scale::Number.figures([0.0027, 0.0007, 0.0073]), ["0.003", "0.001", "0.007"]);
    assert_eq!(Scale::Number.figures([-0.004, -0.008, -0.0004]), ["-0.0040", "-0.0080", "-0.0004"]);
    assert_eq!(Scale::Share.figures([0.0004, 0.0, 0.0031]), ["0.04 %", "0.00 %", "0.31 %"]);
    assert_eq!(Scale::Number.figures([1178.0, 1172.4, 1185.0]), ["1178", "1172", "1185"]);
    // Equal values, and the noise of the arithmetic, need no digits.
    assert_eq!(Scale::Share.figures([0.25, 0.25, 0.25 + 1e-12]), ["25.0 %"; 3]);
    assert_eq!(Scale::Number.figures([-1e-15]), ["0.00"]);
}
