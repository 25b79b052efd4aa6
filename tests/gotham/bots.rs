//! Gotham's bots: that they play, and how well.
#![allow(clippy::print_stdout, reason = "the measurement prints its figures")]

use furlong::common::Share;
use furlong::gotham::Gotham;
use furlong::{BotSpec, Bots, Race, RaceGame, Seat, Streams, ruleset};

/// Plays a game with a heuristic bot in one seat and random ones in the others; its share of the win.
fn play(game: &Gotham, players: u8, hero: Seat, streams: Streams) -> Share {
    let bot = |seat| {
        let name = if seat == hero { "heuristic" } else { "random" };
        Gotham::bot(&BotSpec::named(name)).unwrap()
    };
    let mut race = Race::in_group(game.clone(), &game.setup(players), streams).unwrap();
    let mut bots: Vec<_> = race.seats().iter().map(bot).collect();
    race.play_out(&mut bots, 100_000).unwrap();
    game.returns(race.state())[hero]
}

/// The mean share of the win over deals, all seats in turn for each deal, and its standard error over deals.
fn measure(players: u8, games: u64) -> (f64, f64) {
    let game = Gotham::new(ruleset::open("standard").unwrap()).unwrap();
    let deals = games / u64::from(players);
    let mut shares = Vec::new();
    for group in 0..deals {
        let seats = game.seats(&game.start(&game.setup(players)).unwrap());
        let sum: f64 =
            seats.iter().map(|hero| play(&game, players, hero, Streams { seed: 1, group }).as_f64()).sum();
        shares.push(sum / f64::from(players));
    }
    let mean = shares.iter().sum::<f64>() / deals as f64;
    let variance =
        shares.iter().map(|share| (share - mean) * (share - mean)).sum::<f64>() / (deals - 1) as f64;
    (mean, (variance / deals as f64).sqrt())
}

#[test]
fn the_heuristic_bot_wins_more_than_its_share() {
    let (mean, error) = measure(4, 200);
    assert!(mean - 2.0 * error > 0.25, "{mean} +- {error}");
}

#[test]
fn bots_are_asked_for_by_name_and_their_parameters_are_checked() {
    for (text, fits) in [
        ("random", true),
        ("heuristic", true),
        ("heuristic:worlds=5", true),
        ("heuristic:worlds=0", false),
        ("heuristic:worlds=many", false),
        ("heuristic:depth=1", false),
        ("random:worlds=1", false),
        ("genius", false),
    ] {
        assert_eq!(Gotham::bot(&text.parse().unwrap()).is_ok(), fits, "{text}");
    }
}

// cargo test --release --test library gotham::bots -- --ignored --nocapture
#[test]
#[ignore = "a measurement of some minutes"]
fn how_well_the_heuristic_bot_plays_against_random_ones() {
    for players in [4, 2, 3, 1] {
        let (mean, error) = measure(players, 10_000);
        println!(
            "{players} players, 10,000 games: {:.1} % of the wins, 95 % interval {:.1} to {:.1}",
            100.0 * mean,
            100.0 * (mean - 1.96 * error),
            100.0 * (mean + 1.96 * error)
        );
    }
}
