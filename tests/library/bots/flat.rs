//! The flat search.

use furlong::bot::{FlatMonteCarlo, NoSearch, Playouts, Unguided};
use furlong::{Bot as _, BotError, Decision, RaceGame as _, Stream};
use rand::SeedableRng;

use crate::dash::{Action, Dash};

#[test]
fn a_budget_of_nothing_and_no_action_are_refused() {
    let none = FlatMonteCarlo::new(Unguided, 0, Playouts::default());
    assert_eq!(none.err(), Some(NoSearch::NoIterations));
    let game = Dash::short();
    let state = game.start(&game.setup(2)).expect("two can play");
    let view = game.view(&state, furlong::Seat::FIRST);
    let mut bot = FlatMonteCarlo::new(Unguided, 1, Playouts::default()).expect("a budget");
    let mut rng = Stream::seed_from_u64(1);
    let mut choose = |actions| bot.choose(&mut Decision::new(&game, &view, actions, &mut rng));
    assert_eq!(choose(&[]), Err(BotError::NoAction));
    assert_eq!(choose(&[Action::Pick(2)]), Ok(Action::Pick(2)));
}
