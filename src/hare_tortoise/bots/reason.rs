//! The reason for an action in a few words: what it brings, what is left for the way home, and how long the way then
//! takes.
//!
//! Everything follows from public information and the seat's own carrots. Other players' carrots are never read.

use super::outlook::Outlook;
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::board::{FINISH, Square, SquareKind};
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::movement::{BUNCH, cost};
use crate::hare_tortoise::policy::Effect;
use crate::hare_tortoise::state::State;
use crate::hare_tortoise::words::{carrots, lettuces};
use crate::text::{counted, ordinal, separated};

/// Explains an action of the seat to move.
pub(in crate::hare_tortoise) fn purpose(game: &HareTortoise, state: &State, action: Action) -> String {
    of(game, state, action, Outlook::imagined(game, state.seat, state).turns_after(state, action, 0))
}

/// Explains an action after which `turns` turns are left on average.
pub(super) fn of(game: &HareTortoise, state: &State, action: Action, turns: f32) -> String {
    if action == Action::To(Square::FINISH) {
        return "brings the runner home".to_owned();
    }
    let turns = counted(turns.round() as i64, "turn", "turns");
    let facts = [gain(game, state, action), rest(game, state, action), Some(format!("about {turns} to go"))];
    separated(facts.into_iter().flatten(), "; ")
}

/// What the action gains at once or at the next turn, and the carrots that it leaves.
fn gain(game: &HareTortoise, state: &State, action: Action) -> Option<String> {
    let runner = state.runner;
    let held = carrots(held_after(state, action));
    match action {
        Action::Runner(_) | Action::Stay => None,
        Action::Chew => {
            let drawn = carrots(BUNCH * u16::from(state.race_position(runner)));
            Some(format!("one lettuce fewer, and draws {drawn}"))
        }
        Action::Draw => Some(format!("more carrots for longer steps: {held}")),
        Action::Pay => Some(format!("fewer carrots for the finish: {held}")),
        Action::ToStart => Some("nothing else is left".to_owned()),
        Action::Back(to) => {
            let drawn = BUNCH * u16::from(state.of(runner).square.number() - to.number());
            Some(format!("brings {drawn} carrots, which makes {held}"))
        }
        Action::To(to) => {
            let leaves = format!("leaves {held}");
            let what = match game.board.kind(to)? {
                SquareKind::Lettuce => Some("a lettuce to chew on the next turn".to_owned()),
                SquareKind::Hare => Some(gamble(game, state, to)),
                SquareKind::Carrot => Some("a carrot square, to draw or pay on".to_owned()),
                SquareKind::Tortoise => None,
                SquareKind::Two | SquareKind::Three | SquareKind::Four | SquareKind::Flag => {
                    pay(game, state, to)
                }
            };
            Some(separated(what.into_iter().chain([leaves]), ", "))
        }
    }
}

/// Describes a hare square by the cases in which the runner chews a lettuce.
fn gamble(game: &HareTortoise, state: &State, to: Square) -> String {
    let after = standing_on(state, to);
    let position = after.race_position(state.runner);
    let mut draws = Vec::new();
    game.draws(&after, &mut draws);
    let chews =
        draws.iter().filter(|draw| game.effect_of(draw.outcome, position) == Some(Effect::ChewALettuce));
    let [chews, all] =
        [chews.map(|draw| draw.weight).sum::<u32>(), draws.iter().map(|draw| draw.weight).sum()];
    if chews == 0 || game.lettuces(state, state.runner) == 0 {
        "a hare: a gamble".to_owned()
    } else {
        format!("a hare: a gamble that chews a lettuce in {chews} of {all} cases")
    }
}

/// What a number square pays in the next turn, and under which condition; `None` if nobody's passing helps.
fn pay(game: &HareTortoise, state: &State, to: Square) -> Option<String> {
    let after = standing_on(state, to);
    let position = after.race_position(state.runner);
    let in_all = state.running().len() as u8;
    let paid = |position| game.number_pay(&after, to, position);
    let pays = (position..=in_all).find(|position| paid(*position) > 0)?;
    let drawn = carrots(paid(pays));
    Some(match pays - position {
        0 => format!("draws {drawn} if you are still {} on the next turn", ordinal(position)),
        passers => {
            format!("draws {drawn} if {} first", counted(passers, "runner passes you", "runners pass you"))
        }
    })
}

/// What keeps the runner from the finish after the action, if it is not obvious: a lettuce without a square for it, too
/// many carrots, or only one more step home.
fn rest(game: &HareTortoise, state: &State, action: Action) -> Option<String> {
    let runner = state.runner;
    let (to, chews) = match action {
        // The gamble is described before all of this.
        Action::To(to) if game.is_jugged_on(to) => return None,
        Action::To(to) | Action::Back(to) => (to, false),
        Action::Draw | Action::Pay | Action::Stay => (state.of(runner).square, false),
        Action::Chew => (state.of(runner).square, true),
        Action::Runner(_) | Action::ToStart => return None,
    };
    let left = game.lettuces(state, runner).saturating_sub(chews.into());
    if left > 0 {
        let first = if chews { to.number() + 1 } else { to.number() };
        let ahead = (first..FINISH)
            .filter(|number| game.board.kind(Square::at(*number)) == Some(SquareKind::Lettuce));
        let ahead = ahead.count();
        return (ahead < usize::from(left)).then(|| {
            let squares = match ahead {
                0 => "no lettuce square".to_owned(),
                _ => format!("only {}", counted(ahead as i64, "lettuce square", "lettuce squares")),
            };
            format!("{squares} from there on for {} to chew", lettuces(left))
        });
    }
    let squares = FINISH - to.number();
    // The carrots at the beginning of the next turn, as the others stand now.
    let mut after = standing_on(state, to);
    after.carrots[state.seat] = held_after(state, action);
    let over = game.carrots_in_turn(&after, runner).checked_sub(cost(squares))?;
    if squares > state.longest_step {
        return None;
    }
    let limit = game.finish_limit(state, runner);
    Some(match u32::from(over).checked_sub(limit) {
        None | Some(0) => {
            format!("one run from home, with {over} carrots left there as the others stand now")
        }
        Some(many) => format!("{many} carrots too many to run home from there, as the others stand now"),
    })
}

/// The carrots that the seat holds right after the action.
fn held_after(state: &State, action: Action) -> u16 {
    let (held, at) = (state.carrots[state.seat], state.of(state.runner).square.number());
    match action {
        Action::To(to) => held.saturating_sub(cost(to.number().saturating_sub(at))),
        Action::Back(to) => held.saturating_add(BUNCH * u16::from(at.saturating_sub(to.number()))),
        Action::Draw => held.saturating_add(BUNCH),
        Action::Chew => held.saturating_add(BUNCH * u16::from(state.race_position(state.runner))),
        Action::Pay => held.saturating_sub(BUNCH),
        Action::Runner(_) | Action::Stay | Action::ToStart => held,
    }
}

/// The state with the runner to move on another square, and everything else unchanged.
fn standing_on(state: &State, to: Square) -> State {
    let mut after = *state;
    after.put_on(state.runner, to);
    after
}
