//! Words for the review of a finished race: what a player could have done, and what to try next time.

use super::action::Action;
use super::board::{Square, SquareKind};
use super::game::HareTortoise;
use super::movement::{BUNCH, cost};
use super::state::State;
use super::words::carrots;
use crate::text::counted;

impl HareTortoise {
    /// Describes what the seat to move could have done, with its price or gain.
    pub(super) fn could_have(&self, state: &State, action: Action) -> String {
        let at = state.of(state.runner).square.number();
        match action {
            Action::Runner(index) => format!("chosen runner {}", index + 1),
            Action::Chew => {
                let drawn = BUNCH * u16::from(state.race_position(state.runner));
                format!("chewed a lettuce and drawn {}", carrots(drawn))
            }
            Action::Draw => format!("drawn {BUNCH} carrots"),
            Action::Pay => format!("paid {BUNCH} carrots"),
            Action::Stay => "stayed".to_owned(),
            Action::ToStart => "gone back to Start".to_owned(),
            // HT-24: ten carrots a square.
            Action::Back(to) => {
                let drawn = BUNCH * u16::from(at - to.number());
                format!("gone back to the tortoise on {to} for {}", carrots(drawn))
            }
            Action::To(Square::FINISH) => {
                let price = carrots(cost(Square::FINISH.number() - at));
                // HT-05: the last runner that comes home wins for the first player who has all runners there.
                let is_last = state.is_last_racing(state.runner);
                let is_first = state.seats.iter().all(|seat| !state.is_home(seat));
                let won = if is_last && is_first { " and won at once" } else { "" };
                format!("run home for {price}{won}")
            }
            Action::To(to) => {
                let squares = to.number() - at;
                let kind = self.board.kind(to).map_or("", SquareKind::name);
                let (run, price) = (counted(squares, "square", "squares"), carrots(cost(squares)));
                format!("run {run} to the {kind} square {} for {price}", to.number())
            }
        }
    }

    /// A rule of thumb that the better action follows, and the action taken does not. Nothing is said of the length of
    /// steps while lettuces are left, because then the way home depends on where they can be chewed.
    pub(super) fn thumb(&self, state: &State, taken: Action, better: Action) -> Option<String> {
        let has_lettuces = self.lettuces(state, state.runner) > 0;
        let kind = |action: Action| match action {
            Action::To(to) => self.board.kind(to),
            _ => None,
        };
        Some(match (taken, better) {
            (_, Action::To(Square::FINISH)) => {
                "before each move, check whether you can run home: `/? finish`.".to_owned()
            }
            (_, Action::To(_)) if kind(better) == Some(SquareKind::Lettuce) => {
                "take a free lettuce square early: chewing costs a turn whenever you do it.".to_owned()
            }
            (_, Action::Back(_)) => {
                format!("when carrots run short, go back to a tortoise: it brings {BUNCH} for each square.")
            }
            (_, Action::Draw) => {
                format!("a turn on a carrot square brings {BUNCH} carrots.")
            }
            (_, Action::Pay) => {
                let most = self.finish_limit(state, state.runner);
                format!("get rid of carrots in time: you may come home with {most} at most.")
            }
            (_, Action::To(_)) if kind(better) == Some(SquareKind::Carrot) => {
                "carrot squares are good resting places: there you can draw or pay as you need.".to_owned()
            }
            (Action::To(_), Action::To(_)) if has_lettuces => return None,
            (Action::To(taken), Action::To(better)) if better < taken => {
                "take shorter steps: each further square costs one carrot more than the one before."
                    .to_owned()
            }
            (Action::To(_), Action::To(_)) => {
                "run further while the others leave the squares ahead free: carrots win nothing by \
                 themselves."
                    .to_owned()
            }
            (Action::Draw | Action::Pay | Action::Stay, Action::To(_)) => {
                "do not wait on a carrot square when you can afford to move on.".to_owned()
            }
            _ => return None,
        })
    }
}
