//! Order sheets by the grammar of the language, most of them right, some of them too deep, too long or nearly right.

use std::fmt::Write as _;

use furlong::Stream;
use rand::RngExt;

const RUNNERS: [&str; 9] = ["A", "b", "F", "me", "I", "Ann", "mary", "Mary Jane", "G"];
const ACTIONS: [&str; 11] = [
    "moved",
    "went back",
    "drew",
    "paid",
    "chewed",
    "missed",
    "jugged",
    "jugged 4",
    "jugged miss-a-turn",
    "jugged 9",
    "has moved",
];
const COMPARISONS: [&str; 10] =
    ["is", "is not", "at least", "is at most", "=", "!=", "<", "<=", ">", "\u{2265}"];
const LINE_ENDS: [&str; 4] = ["\n", "\r\n", "\n\n", " # a comment\n"];

/// Takes one of the items.
pub(super) fn one_of<'a, T: ?Sized>(items: &[&'a T], rng: &mut Stream) -> &'a T {
    items[rng.random_range(0..items.len())]
}

/// A sheet, three in ten of them within a mail.
pub(super) fn sheet(rng: &mut Stream) -> String {
    let mut text = format!("player {}", one_of(&RUNNERS, rng));
    text += one_of(&LINE_ENDS, rng);
    let round = if rng.random_range(0..4) == 0 { rng.random_range(0..70_000) } else { 3 };
    _ = write!(text, "round {round}");
    text += one_of(&LINE_ENDS, rng);
    for (section, is_chew) in [("first", false), ("second", false), ("chew", true), ("again", false)] {
        if rng.random_range(0..3) == 0 {
            continue;
        }
        _ = write!(text, "{section}:");
        for _ in 0..rng.random_range(0..4) {
            if rng.random_range(0..2) == 0 {
                let depth = if rng.random_range(0..50) == 0 { 40 } else { 3 };
                _ = write!(text, " if {}:", condition(depth, rng));
            }
            let order = if is_chew { one_of(&["draw", "pay", "neither"], rng).to_owned() } else { step(rng) };
            _ = write!(text, " {order}{}", one_of(&[";", "\n", " \n  ", "; # why not\n"], rng));
        }
        text += one_of(&LINE_ENDS, rng);
    }
    match rng.random_range(0..10) {
        0 => format!("Dear master,\n\nhere they are.\n\n{text}\nBest wishes\nAnn\n-- \nsent by pigeon\n"),
        1 => format!("> {}", text.replace('\n', "\n> ")),
        2 => format!("\u{feff}Hi!\n> > {text}\n> player C\n> round 3\n> first: back\n"),
        _ => text,
    }
}

fn square(rng: &mut Stream) -> String {
    match rng.random_range(0..12) {
        0 => "start".to_owned(),
        1 => "finish".to_owned(),
        2 => rng.random_range(60..70).to_string(),
        _ => rng.random_range(0..65).to_string(),
    }
}

fn step(rng: &mut Stream) -> String {
    match rng.random_range(0..8) {
        0 | 1 => format!("to {}", square(rng)),
        2 => format!("forward {}", rng.random_range(0..66)),
        3 => "back".to_owned(),
        4 => "stay and draw".to_owned(),
        5 => "STAY and pay".to_owned(),
        6 => "stay".to_owned(),
        _ => "chew".to_owned(),
    }
}

fn condition(depth: u32, rng: &mut Stream) -> String {
    if depth == 0 {
        return test(rng);
    }
    match rng.random_range(0..6) {
        0 => format!("not {}", condition(depth - 1, rng)),
        // Only one side is deep, so that the length stays in bounds.
        1 => format!("({}) and {}", condition(depth - 1, rng), test(rng)),
        2 => format!("{} or {}", test(rng), condition(depth - 1, rng)),
        3 if depth > 3 => format!("({})", condition(depth - 1, rng)),
        _ if depth > 3 => format!("not ({})", condition(depth - 1, rng)),
        _ => test(rng),
    }
}

fn test(rng: &mut Stream) -> String {
    let who = one_of(&RUNNERS, rng);
    let mark = if rng.random_range(0..2) == 0 { one_of(&RUNNERS, rng).to_owned() } else { square(rng) };
    match rng.random_range(0..7) {
        0 => format!("{who} is on {}", square(rng)),
        1 => format!("{who} ahead of {mark}"),
        2 => format!("{who} behind {mark}"),
        3 => format!("{who} passed {mark}"),
        4 => format!("{} free", square(rng)),
        5 => {
            let of = one_of(&["", "A ", "me ", "Ann "], rng);
            let quantity = one_of(&["position", "carrots", "lettuces"], rng);
            format!("{of}{quantity} {} {}", one_of(&COMPARISONS, rng), rng.random_range(0..100_000))
        }
        _ => format!("{who} {}", one_of(&ACTIONS, rng)),
    }
}
