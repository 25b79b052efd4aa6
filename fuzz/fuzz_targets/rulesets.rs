//! A ruleset that is read is playable or refused, and what is playable can be played.
#![no_main]

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{RaceGame, Ruleset, Stream, Turn};
use libfuzzer_sys::fuzz_target;
use rand::{RngExt, SeedableRng};

/// Events that are played under each ruleset.
const EVENTS: usize = 300;

fn read<G: RaceGame>(text: &str) {
    let Ok(ruleset) = G::Ruleset::from_toml(text) else { return };
    let Ok(game) = G::new(ruleset) else { return };
    let mut actions = Vec::new();
    for players in game.players() {
        let Ok(mut state) = game.start(&game.setup(players)) else { continue };
        let mut rng = Stream::seed_from_u64(1);
        for _ in 0..EVENTS {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(_) => {
                    let outcome = game.sample_chance(&state, &mut rng);
                    game.apply_chance(&mut state, outcome, &mut ());
                }
                Turn::Seat(_) => {
                    game.actions(&state, &mut actions);
                    let action = actions[rng.random_range(0..actions.len())];
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
}

fuzz_target!(|text: &str| {
    read::<AnimalRace>(text);
    read::<HareTortoise>(text);
    read::<Gotham>(text);
});
