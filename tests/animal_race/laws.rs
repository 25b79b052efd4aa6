//! Laws that hold in every game, held to random play.

use furlong::animal_race::{Action, Chance, Phase};
use furlong::{RaceGame, Stream, Turn};
use rand::RngExt;

use crate::kit::Play;

/// Plays to the end at random, and looks at every state.
pub(crate) fn play_at_random(play: &mut Play, rng: &mut Stream, mut look: impl FnMut(&Play)) {
    let mut actions: Vec<Action> = Vec::new();
    for _ in 0..20_000 {
        look(play);
        match play.turn() {
            Turn::Over => return,
            Turn::Chance(_) => {
                let outcome: Chance = play.game.sample_chance(&play.state, rng);
                play.resolve(outcome);
            }
            Turn::Seat(_) => {
                play.game.actions(&play.state, &mut actions);
                let action = actions[rng.random_range(0..actions.len())];
                play.act(action);
            }
        }
    }
    assert_eq!(play.position().open.phase, Phase::Over, "the game comes to its end");
}
