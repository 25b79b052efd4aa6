//! The bare loop that the benchmark compares with Gotham's contract plays the same game: with random moves,
//! the lengths of games and the wins of the seats agree within five standard errors, for fixed seeds.

use furlong::common::Share;
use furlong::gotham::{Gotham, Ruleset};
use furlong::{RaceGame, Stream, Turn, ruleset};
use rand::{RngExt, SeedableRng};

#[path = "../../benches/bare/gotham.rs"]
mod gotham;

/// The counts of the bare loop.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: u64,
    decisions: u64,
    events: u64,
}

const GAMES: u64 = 6_000;
const PLAYERS: usize = 4;

/// The compared figures: events, games longer than 180 events, shared wins, and the wins of each seat.
fn figures(events: u64, winners: u8) -> [f64; PLAYERS + 3] {
    let mut figures = [0.0; PLAYERS + 3];
    figures[0] = events as f64;
    figures[1] = f64::from(u8::from(events > 180));
    figures[2] = f64::from(u8::from(winners.count_ones() > 1));
    for (seat, wins) in figures[3..].iter_mut().enumerate() {
        *wins = f64::from(winners >> seat & 1);
    }
    figures
}

/// The means and their variances.
fn measure(mut game: impl FnMut() -> [f64; PLAYERS + 3]) -> [(f64, f64); PLAYERS + 3] {
    let mut sums = [(0.0, 0.0); PLAYERS + 3];
    for _ in 0..GAMES {
        for (sum, figure) in sums.iter_mut().zip(game()) {
            sum.0 += figure;
            sum.1 += figure * figure;
        }
    }
    let games = GAMES as f64;
    sums.map(|(sum, squares)| (sum / games, (squares / games - (sum / games) * (sum / games)) / games))
}

#[test]
fn gothams_bare_loop_plays_the_same_game_as_the_contract() {
    let rules = ruleset::open::<Ruleset>("standard").expect("the library carries this ruleset");
    let game = Gotham::new(rules).expect("a playable ruleset");
    let setup = game.setup(PLAYERS as u8);
    let mut rng = Stream::seed_from_u64(21);
    let mut actions = Vec::new();
    let contract = measure(|| {
        let mut state = game.start(&setup).expect("four may play");
        let mut events = 0;
        loop {
            match game.turn(&state) {
                Turn::Chance(_) => {
                    let outcome = game.sample_chance(&state, &mut rng);
                    game.apply_chance(&mut state, outcome, &mut ());
                }
                Turn::Seat(_) => {
                    game.actions(&state, &mut actions);
                    let action = actions[rng.random_range(0..actions.len() as u32) as usize];
                    game.apply(&mut state, action, &mut ());
                }
                Turn::Over => break,
            }
            events += 1;
        }
        let shares = game.returns(&state);
        let winners = game.seats(&state).iter().filter(|seat| shares[*seat] > Share::NONE);
        figures(events, winners.fold(0, |winners, seat| winners | 1 << seat.number()))
    });
    let mut rng = Stream::seed_from_u64(22);
    let mut tally = Tally::default();
    let bare = measure(|| {
        let before = tally.events;
        let winners = gotham::playout(&mut rng, &mut tally);
        figures(tally.events - before, winners)
    });
    assert_eq!(tally.games, GAMES);
    assert!(tally.decisions * 3 < tally.events * 2, "two of three events of a turn are decisions");
    let names = ["events", "long games", "shared wins", "seat 1", "seat 2", "seat 3", "seat 4"];
    for (name, (one, other)) in names.into_iter().zip(contract.into_iter().zip(bare)) {
        let error = (one.1 + other.1).sqrt();
        assert!(
            (one.0 - other.0).abs() <= 5.0 * error,
            "{name}: {} by the contract, {} by the bare loop, standard error {error}",
            one.0,
            other.0
        );
    }
}
