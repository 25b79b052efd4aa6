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
                format!("This runner moves. It is {place}.")
            }
            Action::Chew => self.explain_chewing(state),
            Action::Draw => {
                let more = carrots(held.saturating_add(BUNCH));
                format!("You draw {BUNCH} carrots and then have {more}.{whole_turn}")
            }
            Action::Pay => {
                let fewer = carrots(held.saturating_sub(BUNCH));
                format!("You pay {BUNCH} carrots and then have {fewer}.{whole_turn}")
            }
            Action::Stay => "You stay, and nothing happens.".to_owned(),
            Action::ToStart => {
                let start = carrots(self.ruleset.start.carrots.of(state.seats.count()));
                format!("Nothing else is possible: you go back to Start and then have {start}.")
            }
            Action::Back(square) => {
                let squares = state.of(state.runner).square.number() - square.number();
                let drawn = BUNCH * u16::from(squares);
                let back = counted(squares, "square", "squares");
                format!(
                    "Going back {back} to the tortoise costs nothing: you draw {}, {BUNCH} for each square, and then \
                     have {}.{}",
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
            "You are {}, so you draw {} carrots, and {} left to chew. That is your whole turn; on the next one you \
             must leave the square.",
            ordinal(position),
            BUNCH * u16::from(position),
            counted(left, "lettuce is", "lettuces are")
        )
    }

    fn explain_step(&self, state: &State, square: Square) -> String {
        let squares = square.number() - state.of(state.runner).square.number();
        let (price, held) = (cost(squares), state.carrots[state.seat]);
        let left = carrots(held.saturating_sub(price));
        let first = format!("{} {}, which leaves {left}.", change_words(squares), carrots(price));
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
        "Below a square are the carrots for a step to it: -10 costs 10, +40 pays you 40. > marks the choice under the \
         cursor, and the runner whose turn it is.",
    ),
    ("*, was", "The runner has moved since your last turn; its line says where it was."),
    (
        "must leave, chews next",
        "A runner that comes to a lettuce square chews on its next turn, and must leave on the turn after that.",
    ),
    ("start", "All runners begin at Start, the square before 1."),
    (
        "square, track, free",
        "The track is a row of squares from Start to Home, with at most one runner on each. After its number is what \
         it is: a number from 2 to 4, or a letter that is explained below the board.",
    ),
    ("runner, player, letter, A, B, D, E, bot, you", "A letter on the track. Each player has one or more."),
    (
        "hidden, ?",
        "You cannot see how many carrots the others hold: the screen shows ?. But all that they pay and draw is open, \
         so you can count.",
    ),
    (
        "position, race position, rank, place, 1st, 2nd, 3rd, 4th, 5th, 6th, first, last, ahead, behind, lead",
        "The rank of a runner in the race: 1st is the one ahead of all others. Runners that are home count as ahead.",
    ),
    ("sheet", "Pages to look up at any time: type `chart` or `card`."),
    ("miss", "A runner that misses a turn does nothing on its next turn."),
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
        _ => "Landing on a hare square and doing what it says: type `chart` to see it.".to_owned(),
    };
    let words = [
        ("step, price, cost, run, move, forward, far, pays, paid", moving(rules).text),
        ("finish, home, goal, cross, crossing", finish(rules).text),
        ("plan, too many carrots", plan(rules)),
        (
            "number, number square, digit",
            format!(
                "A square with a number pays a runner that has that race position when its next turn begins: {BUNCH} \
                 carrots times the number."
            ),
        ),
        (
            "bunch",
            format!(
                "{BUNCH} carrots: what you get on a carrot square, for each square back to a tortoise, and for each \
                 position."
            ),
        ),
        ("jug, gamble, hare card, hare square, card, pack, shuffle, die, sum", passing),
        ("turn", "On a turn, a player moves one runner, or stays where the square allows it.".to_owned()),
        ("round", "One turn for each player who is still racing.".to_owned()),
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
        "Short steps are cheap: the whole way in steps of {STEP} costs {all} carrots, more than you begin with. The \
         rest comes to those who are behind, from lettuces, numbers and tortoises. So let others hurry at first, and \
         chew early: it takes a turn whenever you do it. Each lettuce square holds one runner, so count those still \
         ahead of you. At the end, count backwards: nobody may come home with more than {} carrots, and the way from \
         your last lettuce has its price. Long steps burn carrots: 10 squares cost 55. Or pay {BUNCH} a turn on a \
         carrot square. You can add up what others hold: the log shows all that they paid and drew.",
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
    format!(" There you are {position}, as the others stand now.")
}
