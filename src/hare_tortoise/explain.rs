//! Actions, squares and words explained, under the rules in force.

use super::action::Action;
use super::board::{Board, Square, SquareKind};
use super::game::HareTortoise;
use super::guide::{back, chewing, finish, hares, has, moving, use_of};
use super::movement::{BUNCH, cost};
use super::picture::place_words;
use super::policy::Mechanism;
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use super::view::View;
use super::words::carrots;
use crate::text::ordinal;
use crate::text::{Topic, capitalized, counted, separated};

/// The longest step whose price is written as a sum.
const SUMMED: u8 = 6;

impl HareTortoise {
    /// The price or the gain of an action, and what may follow.
    pub(super) fn explain_action(&self, view: &View, action: Action) -> String {
        let state = view.state();
        let held = state.carrots[state.seat];
        let whole_turn = if state.phase == Phase::ChewCarrot { "" } else { " That is your whole turn." };
        match action {
            Action::Runner(index) => {
                let place = place_words(self, state, state.runners_of(state.seat).start + index);
                format!("This runner takes the turn. It stands {place}.")
            }
            Action::Chew => self.explain_chewing(state),
            Action::Draw => {
                let more = carrots(held.saturating_add(BUNCH));
                format!("You draw {BUNCH} carrots and have {more} then.{whole_turn}")
            }
            Action::Pay => {
                let fewer = carrots(held.saturating_sub(BUNCH));
                format!("You give {BUNCH} carrots back and have {fewer} then.{whole_turn}")
            }
            Action::Stay => "You stay, and nothing happens.".to_owned(),
            Action::ToStart => {
                let start = carrots(self.ruleset.start.carrots.of(state.seats.count()));
                format!("Nothing else is possible: you go back to Start, and have {start} then.")
            }
            Action::Back(square) => {
                let squares = state.of(state.runner).square.number() - square.number();
                let drawn = BUNCH * u16::from(squares);
                let back = counted(squares, "square", "squares");
                format!(
                    "{back} back to the tortoise cost nothing: you draw {}, {BUNCH} for each square, and have {} then.{}",
                    carrots(drawn),
                    held.saturating_add(drawn),
                    position_there(state, square)
                )
            }
            Action::To(square) => self.explain_step(state, square),
        }
    }

    fn explain_chewing(&self, state: &State) -> String {
        let position = state.race_position(state.runner);
        let left = self.lettuces(state, state.runner).saturating_sub(1);
        format!(
            "You are {}, so you draw {} carrots, and {} left to chew. That is your whole turn; in the next one you must \
             leave the square.",
            ordinal(position),
            BUNCH * u16::from(position),
            counted(left, "lettuce is", "lettuces are")
        )
    }

    fn explain_step(&self, state: &State, square: Square) -> String {
        let squares = square.number() - state.of(state.runner).square.number();
        let (price, held) = (cost(squares), state.carrots[state.seat]);
        let left = carrots(held.saturating_sub(price));
        let first = format!("{} {}, and you have {left} then.", step_words(squares), carrots(price));
        match self.board().kind(square) {
            None => format!("{first} {}", finish(&self.ruleset).text),
            Some(kind) => format!("{first}{} {}", position_there(state, square), self.kind_words(kind)),
        }
    }

    /// A square by its number: its kind, what it is for, who stands there, and the price of the step to it.
    pub(super) fn explain_square(&self, view: &View, square: Square) -> String {
        let state = view.state();
        let mut text = match self.board().kind(square) {
            Some(kind) => format!("Square {square}. {}", self.kind_words(kind)),
            None if square == Square::START => "All runners begin at Start.".to_owned(),
            None => finish(&self.ruleset).text,
        };
        if state.phase == Phase::Over || view.seat() != state.seat {
            return text;
        }
        let action =
            if square < state.of(state.runner).square { Action::Back(square) } else { Action::To(square) };
        text.push('\n');
        text.push_str(&if self.legal(state).contains(action) {
            self.explain_action(view, action)
        } else {
            capitalized(&format!("{}.", self.objection(state, action)))
        });
        text
    }

    /// A kind of square and its use, as sentences.
    fn kind_words(&self, kind: SquareKind) -> String {
        let words = format!("{}: {}.", capitalized(kind.name()), use_of(&self.ruleset, kind));
        words.replace(", see below", "; the sheet `chart` says more")
    }
}

/// The words of the game.
pub(super) fn glossary(rules: &Ruleset, board: &Board) -> Vec<Topic> {
    let kinds = SquareKind::ALL.into_iter().filter(|kind| has(board, *kind));
    let squares = kinds.map(|kind| {
        let more = match kind {
            SquareKind::Hare => hares(&rules.hare).text,
            SquareKind::Tortoise => back().text,
            SquareKind::Lettuce => chewing(rules).text,
            _ => String::new(),
        };
        let about = capitalized(&format!("{}.", use_of(rules, kind).replace(", see below", "")));
        Topic::new(kind.name(), [about, more])
    });
    let passing = match rules.hare.mechanism {
        Mechanism::Passing => String::new(),
        _ => "Coming onto a hare square and doing what it brings.".to_owned(),
    };
    let words = [
        ("step", moving(rules).text),
        ("finish", finish(rules).text),
        (
            "position",
            "The rank of a runner in the race: 1st is the one ahead of all others. Runners that are home count as ahead."
                .to_owned(),
        ),
        ("bunch", format!("{BUNCH} carrots: what a carrot square, a square back to a tortoise and a position are worth.")),
        ("jug", passing),
        ("round", "A turn of each player who still races.".to_owned()),
    ];
    let words = words.into_iter().filter(|(_, text)| !text.is_empty());
    squares.chain(words.map(|(title, text)| Topic::new(title, [text]))).collect()
}

/// The subject of a price: `4 squares cost (1 + 2 + 3 + 4)`.
fn step_words(squares: u8) -> String {
    match squares {
        1 => "1 square costs".to_owned(),
        2..=SUMMED => format!("{squares} squares cost {} =", separated(1..=squares, " + ")),
        _ => format!("{squares} squares cost"),
    }
}

/// The race position that the runner to move would have on a square.
fn position_there(state: &State, square: Square) -> String {
    let mut there = *state;
    there.put_on(state.runner, square);
    let position = ordinal(there.race_position(state.runner));
    format!(" You are {position} there as the others stand now.")
}
