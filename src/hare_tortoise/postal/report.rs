//! The report of a round: every move in sequence with the reasons for it, the places of all runners, and the next round.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::super::board::Square;
use super::absence::Substitute;
use super::orders::letter;
use super::resolve::{Basis, PassedOver};
use super::sent::NotUsed;
use crate::ground::seat::Seat;
use crate::text::{counted, ordinal, separated};
use crate::text::{markdown, plain};

/// The report of one round, as data; [`Report::to_text`] and [`Report::to_markdown`] are for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    /// The title of the game.
    pub title: String,
    /// The name of its ruleset.
    pub ruleset: String,
    /// The reconstructed parts of the ruleset.
    pub reconstructed: Vec<String>,
    /// The number of the round.
    pub round: u16,
    /// The seats in the order of their moves (HP-02).
    pub sequence: Vec<Seat>,
    /// The names of the players, in the order of seats: `Ann (A)`.
    pub names: Vec<String>,
    /// The receipt of orders, in the order of seats.
    pub orders: Vec<Orders>,
    /// Files, or parts of them, that do not count.
    pub not_used: Vec<NotUsed>,
    /// The turns, in sequence.
    pub entries: Vec<TurnEntry>,
    /// The runners after the round, in the order of seats (HP-10).
    pub standing: Vec<RunnerLine>,
    /// The next round, or the end.
    pub next: Next,
}

/// The receipt of a player's orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orders {
    /// They came, in this file.
    In {
        /// Its name.
        file: String,
    },
    /// They did not come, or could not be read.
    Missing {
        /// The number of times so far, this round counted.
        times: u16,
    },
    /// The player announced an absence, and no sheet came.
    Absent {
        /// The substitute.
        plays: Substitute,
    },
    /// The player has dropped out and plays by the defaults.
    DroppedOut,
    /// The player has no move in this round.
    NoMove,
}

impl Orders {
    /// The number of times that the orders were missing, after the first: ` for the 2nd time`.
    pub fn repeated(&self) -> String {
        match self {
            Self::Missing { times } if *times > 1 => format!(" for the {} time", ordinal(*times)),
            _ => String::new(),
        }
    }
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// The player.
    pub seat: Seat,
    /// Decisions and events, in order.
    pub lines: Vec<TurnLine>,
}

/// One line of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnLine {
    /// A decision.
    Decided(Decided),
    /// An event, as a sentence.
    Event(String),
}

/// A decision with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Decided {
    /// The section of the orders that it was asked of: `first`, `second`, `chew`, `again`.
    pub section: String,
    /// The alternatives that were tried and passed over.
    pub passed_over: Vec<PassedOver>,
    /// The reason for the action.
    pub basis: Basis,
}

/// The place and the stock of one runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunnerLine {
    /// The player.
    pub seat: Seat,
    /// The square.
    pub square: Square,
    /// The kind of the square; `None` for Start and the finish.
    pub kind: Option<String>,
    /// The race position.
    pub position: u8,
    /// The player's carrots.
    pub carrots: u16,
    /// Its lettuces.
    pub lettuces: u8,
    /// Set when it has finished.
    pub is_home: bool,
    /// Its duty, and a turn that it misses.
    pub notes: Vec<String>,
}

/// The prospect after a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Another round.
    Round {
        /// Its number.
        round: u16,
        /// The seats in the order of their moves.
        sequence: Vec<Seat>,
        /// Its automatic events, which the runners' places and stocks include: pay of a number square, a missed turn.
        already: Vec<String>,
    },
    /// Nothing: the race is over, and these are the places.
    Over(Vec<Placing>),
}

/// A place at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    /// The player.
    pub seat: Seat,
    /// The place, 1 the first.
    pub place: u8,
}

/// The marks that make a report text or Markdown, and the way to write words between them that anybody may have written.
struct Marks {
    heading: &'static str,
    section: &'static str,
    item: &'static str,
    inner: &'static str,
    words: fn(&str) -> String,
}

const TEXT: Marks =
    Marks { heading: "", section: "", item: "  ", inner: "     ", words: |words| plain(words).into_owned() };
const MARKDOWN: Marks = Marks { heading: "# ", section: "## ", item: "- ", inner: "   - ", words: markdown };

impl Report {
    /// The report as plain text.
    pub fn to_text(&self) -> String {
        self.write(&TEXT, Self::standing_text)
    }

    /// The report as Markdown.
    pub fn to_markdown(&self) -> String {
        self.write(&MARKDOWN, Self::standing_table)
    }

    /// A player's name.
    fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| letter(seat).to_string())
    }

    fn write(&self, marks: &Marks, standing: fn(&Self) -> String) -> String {
        let words = marks.words;
        let mut text =
            format!("{}{}\n\n", marks.heading, words(&format!("{}: round {}", self.title, self.round)));
        let _ = write!(
            text,
            "Sequence: {}.\n{}",
            letters(&self.sequence),
            words(&format!("Rules: {}.", self.ruleset))
        );
        if !self.reconstructed.is_empty() {
            let reconstructed = self.reconstructed.join("; ");
            let _ = write!(text, " {}", words(&format!("Reconstructed in these rules: {reconstructed}.")));
        }
        text.push('\n');
        self.write_orders(&mut text, marks);
        let _ = writeln!(text, "\n{}Moves\n", marks.section);
        for (index, (name, lines)) in self.turns().iter().enumerate() {
            let _ = writeln!(text, "{}. {}", index + 1, words(name));
            for line in lines {
                let _ = writeln!(text, "{}{}", marks.inner, words(line));
            }
        }
        let _ = writeln!(text, "\n{}After round {}\n", marks.section, self.round);
        text.push_str(&standing(self));
        self.write_next(&mut text, marks);
        text
    }

    fn write_orders(&self, text: &mut String, marks: &Marks) {
        let _ = writeln!(text, "\n{}Orders\n", marks.section);
        for words in self.receipts() {
            let _ = writeln!(text, "{}{}", marks.item, (marks.words)(&words));
        }
    }

    /// The receipt of orders, and what does not count.
    pub(super) fn receipts(&self) -> Vec<String> {
        let of_one = |(index, orders): (usize, &Orders)| {
            let words = match orders {
                Orders::In { file } => format!("in ({file})"),
                Orders::Missing { .. } => format!("MISSING{}; plays by default", orders.repeated()),
                Orders::Absent { plays } => format!("absent; {}", plays.words()),
                Orders::DroppedOut => "dropped out; plays by default".to_owned(),
                Orders::NoMove => "no move in this round".to_owned(),
            };
            let name = Seat::new(index as u8).map(|seat| self.name(seat)).unwrap_or_default();
            format!("{name}: {words}")
        };
        let not_used =
            self.not_used.iter().map(|NotUsed { file, reason }| format!("Not used: {file}: {reason}"));
        self.orders.iter().enumerate().map(of_one).chain(not_used).collect()
    }

    /// The turns in sequence, each with a player's name and the lines below it.
    pub(super) fn turns(&self) -> Vec<(String, Vec<String>)> {
        let turn = |entry: &TurnEntry| {
            (self.name(entry.seat), entry.lines.iter().flat_map(line_words).collect::<Vec<String>>())
        };
        self.entries.iter().map(turn).collect()
    }

    /// The places at the end: `1st: Ann (A)`.
    pub(super) fn places(&self) -> Vec<String> {
        let Next::Over(places) = &self.next else { return Vec::new() };
        places
            .iter()
            .map(|placing| format!("{}: {}", ordinal(placing.place), self.name(placing.seat)))
            .collect()
    }

    fn write_next(&self, text: &mut String, marks: &Marks) {
        let words = marks.words;
        match &self.next {
            Next::Round { round, sequence, already } => {
                let _ =
                    writeln!(text, "\n{}Round {round}\n\nSequence: {}.", marks.section, letters(sequence));
                for event in already {
                    let event = format!("Already, and counted above: {event}");
                    let _ = writeln!(text, "{}{}", marks.item, words(&event));
                }
            }
            Next::Over(_) => {
                let _ = writeln!(text, "\n{}The race is over\n", marks.section);
                for line in self.places() {
                    let _ = writeln!(text, "{}{}", marks.item, words(&line));
                }
            }
        }
    }

    fn standing_text(&self) -> String {
        let mut text = String::new();
        for line in &self.standing {
            let place = line.place();
            let _ = write!(
                text,
                "  {:<14} {:<17} {:<4} {:>4} carrots, {}",
                plain(&self.name(line.seat)),
                plain(&place),
                ordinal(line.position),
                line.carrots,
                counted(i64::from(line.lettuces), "lettuce", "lettuces")
            );
            for note in &line.notes {
                let _ = write!(text, "; {}", plain(note));
            }
            text.push('\n');
        }
        text
    }

    fn standing_table(&self) -> String {
        let mut text = String::from(
            "| player | square | position | carrots | lettuces | notes |\n|---|---|---|---|---|---|\n",
        );
        for line in &self.standing {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                markdown(&self.name(line.seat)),
                markdown(&line.place()),
                ordinal(line.position),
                line.carrots,
                line.lettuces,
                markdown(&line.notes.join(", "))
            );
        }
        text
    }
}

impl RunnerLine {
    pub(super) fn place(&self) -> String {
        match &self.kind {
            Some(kind) => format!("{} ({kind})", self.square),
            None if self.is_home => "home".to_owned(),
            None => self.square.to_string(),
        }
    }
}

/// `B C D A B`
pub(super) fn letters(sequence: &[Seat]) -> String {
    separated(sequence.iter().map(|seat| letter(*seat)), " ")
}

/// A line of a turn as lines of a report.
fn line_words(line: &TurnLine) -> Vec<String> {
    let Decided { section, passed_over, basis } = match line {
        TurnLine::Event(event) => return vec![event.clone()],
        TurnLine::Decided(decided) => decided,
    };
    let passed_over = passed_over
        .iter()
        .map(|PassedOver { order, reason }| format!("{section}: passed over `{order}`: {reason}"));
    let decided = match basis {
        Basis::Order { order, fact: None } => format!("{section}: `{order}`"),
        Basis::Order { order, fact: Some(fact) } => format!("{section}: `{order}`, for {fact}"),
        Basis::Default(default) => format!("{section}: by default: {}", default.words()),
    };
    passed_over.chain([decided]).collect()
}
