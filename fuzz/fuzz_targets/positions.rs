//! A position that is read is a state or refused; a state has views, and comes back from its own position. A view
//! that is accepted leaves some state open, which has this view.
#![no_main]

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{RaceGame, Ruleset, Stream};
use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;

fn read<G: RaceGame>(text: &str) {
    let Ok(position) = serde_json::from_str::<G::Position>(text) else { return };
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(G::Ruleset::open(embedded.name).expect("embedded")).expect("playable");
        let Ok(state) = game.state(&position) else { continue };
        let again = game.state(&game.position(&state)).expect("a state's own position");
        assert_eq!(game.position(&again), game.position(&state));
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        for seat in game.seats(&state).iter() {
            let view = game.view(&state, seat);
            let twin = game.resample(&view, &mut Stream::seed_from_u64(1)).expect("the view of a state");
            assert_eq!(game.view(&twin, seat), view);
        }
    }
}

fn read_view<G: RaceGame>(text: &str) {
    let Ok(view) = serde_json::from_str::<G::View>(text) else { return };
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(G::Ruleset::open(embedded.name).expect("embedded")).expect("playable");
        if let Ok(world) = game.resample(&view, &mut Stream::seed_from_u64(1)) {
            assert_eq!(game.view(&world, game.viewer(&view)), view);
        }
    }
}

fuzz_target!(|text: &str| {
    read_view::<AnimalRace>(text);
    read_view::<HareTortoise>(text);
    read_view::<Gotham>(text);
    read::<AnimalRace>(text);
    read::<HareTortoise>(text);
    read::<Gotham>(text);
});
