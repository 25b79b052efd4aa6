//! Explains actions, squares and words under the rules in force.

use super::action::Action;
use super::board::{Board, FINISH, Square, SquareKind};
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

/// The longest step whose price is written out as a sum.
const SUMMED: u8 = 6;

impl HareTortoise {
    /// What an action costs or gains, and what may follow.
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
        let first = format!("{} {}, and you have {left} then.", change_words(squares), carrots(price));
        match self.board().kind(square) {
            None => format!("{first} {}", finish(&self.ruleset).text),
            Some(kind) => format!("{first}{} {}", position_there(state, square), self.kind_words(kind)),
        }
    }

    /// Explains a square: its number, kind and use, who stands there, and the price of a step to it.
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

    /// Explains a kind of square in sentences.
    fn kind_words(&self, kind: SquareKind) -> String {
        let words = format!("{}: {}.", capitalized(kind.name()), use_of(&self.ruleset, kind));
        words.replace(", see below", "; type `chart` for more")
    }
}

/// Terms whose meaning no ruleset changes.
const FIXED: [(&str, &str); 10] = [
    (
        "below, -, +, >",
        "Below a square stand the carrots of a step to it: -10 costs 10, +40 draws 40. > marks the choice under the cursor, and the \
         runner whose turn it is.",
    ),
    ("*, was", "The runner has moved since your last turn; its line says where it was."),
    (
        "must leave, chews next",
        "After a lettuce is chewed its runner must leave the square; who comes to one chews next.",
    ),
    ("start", "All runners begin at Start, the square before 1."),
    (
        "square, track, free",
        "The track is a row of squares from Start to Home, one runner on each at most. A letter says what happens there; a digit is a \
         number square.",
    ),
    (
        "runner, player, letter, A, B, D, E, bot, you",
        "A letter on the track, one for each player, or several.",
    ),
    (
        "hidden, ?",
        "Nobody sees how many carrots the others hold: the screen shows ?. What they paid and drew was open, so those who count may \
         know.",
    ),
    (
        "position, race position, rank, place, 1st, 2nd, 3rd, 4th, 5th, 6th, first, last, ahead, behind, lead",
        "The rank of a runner in the race: 1st is the one ahead of all others. Runners that are home count as ahead.",
    ),
    ("sheet", "Pages to look up at any time: type `chart` or `card`."),
    ("miss", "Who misses a turn stays where it stands, and does nothing in its next turn."),
];

/// The glossary of the game.
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
        let other = match kind {
            SquareKind::Tortoise => ", turtle, back",
            SquareKind::Lettuce => ", chew, chewed, chewing",
            SquareKind::Carrot => ", draw, drew, pay, stay",
            _ => "",
        };
        let letter = if kind.code().is_alphabetic() { format!(", {}", kind.code()) } else { String::new() };
        Topic::new(&format!("{}{letter}{other}", kind.name()), [about, more])
    });
    let passing = match rules.hare.mechanism {
        Mechanism::Passing => hares(&rules.hare).text,
        _ => "Coming onto a hare square and doing what it brings: type `chart` to see it.".to_owned(),
    };
    let words = [
        ("step, price, cost, run, move, forward, far, pays, paid", moving(rules).text),
        ("finish, home, goal, cross, crossing", finish(rules).text),
        ("plan, too many carrots", plan(rules)),
        (
            "number, number square, digit",
            format!(
                "A square with a digit pays {BUNCH} carrots for each of it to a runner that has just that race position when its \
                 next turn begins."
            ),
        ),
        (
            "bunch",
            format!(
                "{BUNCH} carrots: what a carrot square, a square back to a tortoise and a position are worth."
            ),
        ),
        ("jug, gamble, hare card, hare square, card, pack, shuffle, die, sum", passing),
        ("turn", "In a turn a player moves one runner, or stays where the square allows it.".to_owned()),
        ("round", "A turn of each player who still races.".to_owned()),
    ];
    let fixed = FIXED.map(|(word, text)| (word, text.to_owned()));
    let words = words.into_iter().chain(fixed);
    squares.chain(words.map(|(title, text)| Topic::new(title, [text]))).collect()
}

/// How to come home with few enough carrots, starting from those at the beginning.
fn plan(rules: &Ruleset) -> String {
    const STEP: u8 = 4;
    let all = u16::from(FINISH / STEP) * cost(STEP);
    format!(
        "Short steps are the cheap ones: the whole way in steps of {STEP} costs {all} carrots, so more must come than you begin with. They \
         come to those who lie behind, by lettuces, numbers and tortoises: let others hurry at first, and chew early, for it takes a turn at any \
         time. Each lettuce square holds one runner, so count those that \
         are left before you. At the end count backwards: nobody may come home with more than {} carrots, and the way from your last lettuce has \
         its price. Long steps burn carrots: one of 10 squares costs 55. Or pay {BUNCH} a turn on a carrot square. What others hold can be \
         added up: all that they paid and drew is in the log.",
        rules.finish.carrots
    )
}

/// The subject of a sentence about a price: `4 squares cost (1 + 2 + 3 + 4)`.
fn change_words(squares: u8) -> String {
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
