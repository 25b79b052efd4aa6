//! The reason for an action in a few words: its gain, and the distance to the finish after it.

use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::board::{Square, SquareKind};
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::movement::BUNCH;
use crate::hare_tortoise::state::State;
use crate::text::counted;

/// The reason for an action after which `turns` are left on average.
pub(super) fn of(game: &HareTortoise, state: &State, action: Action, turns: f32) -> String {
    let turns = counted(turns.round() as i64, "turn", "turns");
    match purpose(game, state, action) {
        Some(what) => format!("{what}; about {turns} to go"),
        None => format!("about {turns} to go"),
    }
}

/// The gain of the action, at once or at the next turn.
pub(in crate::hare_tortoise) fn purpose(
    game: &HareTortoise,
    state: &State,
    action: Action,
) -> Option<String> {
    let mut after = *state;
    let (runner, seat) = (state.runner, state.seat);
    match action {
        Action::Runner(_) | Action::Stay => None,
        Action::Chew => Some("one lettuce less".to_owned()),
        Action::Draw => Some("more carrots for longer steps".to_owned()),
        Action::Pay => Some("fewer carrots for the finish".to_owned()),
        Action::ToStart => Some("nothing else is left".to_owned()),
        Action::Back(to) => {
            let drawn = BUNCH * u16::from(state.of(runner).square.number() - to.number());
            Some(format!("brings {drawn} carrots for the way"))
        }
        Action::To(Square::FINISH) => Some("brings the runner home".to_owned()),
        Action::To(to) => match game.board.kind(to)? {
            SquareKind::Lettuce => Some("a lettuce to chew".to_owned()),
            SquareKind::Hare => Some("a hare: a gamble".to_owned()),
            SquareKind::Carrot => Some("a carrot square, to stay on or to leave".to_owned()),
            SquareKind::Tortoise => None,
            SquareKind::Two | SquareKind::Three | SquareKind::Four | SquareKind::Flag => {
                after.put_on(runner, to);
                let paid = game.carrots_in_turn(&after, runner) - state.carrots[seat];
                let what = format!("draws {paid} carrots if the runner keeps its position");
                (paid > 0).then_some(what)
            }
        },
    }
}
