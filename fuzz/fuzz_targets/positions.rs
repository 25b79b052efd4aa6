//! A position that is read is a state or refused; a state has views, and comes back from its own position. A view
//! that is accepted leaves some state open, which can be and has this view.
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
        look_from_all_seats(&game, &state);
    }
}

fn look_from_all_seats<G: RaceGame>(game: &G, state: &G::State) {
    game.actions(state, &mut Vec::new());
    for seat in game.seats(state).iter() {
        let view = game.view(state, seat);
        let twin = game.resample(&view, &mut Stream::seed_from_u64(1)).expect("the view of a state");
        assert_eq!(game.view(&twin, seat), view);
    }
}

/// `is_whole` where nothing can be left out of a view of this game.
fn read_view<G: RaceGame>(text: &str, is_whole: bool) {
    let Ok(view) = serde_json::from_str::<G::View>(text) else { return };
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(G::Ruleset::open(embedded.name).expect("embedded")).expect("playable");
        let Ok(state) = game.resample(&view, &mut Stream::seed_from_u64(1)) else { continue };
        assert!(!is_whole || game.view(&state, game.viewer(&view)) == view);
        assert_eq!(game.state(&game.position(&state)).expect("what is resampled can be"), state);
        look_from_all_seats(&game, &state);
    }
}

fuzz_target!(|text: &str| {
    read::<AnimalRace>(text);
    read::<HareTortoise>(text);
    read::<Gotham>(text);
    read_view::<AnimalRace>(text, false);
    read_view::<HareTortoise>(text, true);
    read_view::<Gotham>(text, true);
});
