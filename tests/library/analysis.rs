//! The analysis of recorded games.

use furlong::analysis::{Analysis, analyse};
use furlong::animal_race::AnimalRace;
use furlong::arena::Estimator;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{BotSpec, Bots, Race, Ruleset, StopFlag};

/// The analysis of a game between the usual bots under the usual rules.
fn analysis<G: Bots>(players: u8, seed: u64) -> Analysis {
    let ruleset = G::Ruleset::open(G::Ruleset::EMBEDDED[0].name).expect("it loads");
    let game = G::new(ruleset).expect("it is playable");
    let setup = game.setup(players);
    let mut race = Race::new(game, &setup, seed).expect("the set-up fits");
    let usual = BotSpec::named(G::BOTS[0].name);
    let mut bots: Vec<_> = (0..players).map(|_| G::bot(&usual).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let estimator = Estimator::of::<G>().bot(BotSpec::named("random")).playouts(2).most_events(1_000);
    analyse(race.record(), &estimator, &StopFlag::default(), &|_| ()).expect("it replays")
}

fn assert_sums<G: Bots>() {
    for seed in 1..=3 {
        let analysis = analysis::<G>(3, seed);
        assert!(analysis.is_over && analysis.events.len() > 20, "{} {seed}", G::ID);
        for sums in &analysis.seats {
            let sum = sums.start + sums.luck + sums.own + sums.others;
            assert!((sum - sums.result).abs() < 1e-9, "{} {seed}: {sums:?}", G::ID);
        }
        let won: f64 = analysis.seats.iter().map(|sums| sums.result).sum();
        assert!(won == 0.0 || (won - 1.0).abs() < 0.01, "{won}");
    }
}

#[test]
fn the_parts_of_every_result_add_up() {
    assert_sums::<AnimalRace>();
    assert_sums::<HareTortoise>();
    assert_sums::<Gotham>();
}

#[test]
fn an_analysis_is_the_same_each_time_and_names_its_estimate() {
    let [one, again] = [0, 1].map(|_| analysis::<Gotham>(2, 5));
    assert_eq!(one, again);
    let other = analysis::<AnimalRace>(2, 5);
    assert_ne!(one.fingerprint, other.fingerprint);
}
