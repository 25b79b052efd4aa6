//! The report of a round: every move in sequence, why each order was taken or passed over, where everybody
//! stands, and who moves next.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::super::board::Square;
use super::super::words::ordinal;
use super::orders::letter;
use super::resolve::{Basis, PassedOver};
use crate::plain::{markdown, plain};
use crate::seat::Seat;
use crate::text::counted;

/// The report of one round, as data; [`Report::to_text`] and [`Report::to_markdown`] are for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    /// What the game is called.
    pub title: String,
    /// The name of its ruleset.
    pub ruleset: String,
    /// What of the ruleset is reconstructed.
    pub reconstructed: Vec<String>,
    /// Which round.
    pub round: u16,
    /// Who moved in which order (HP-02).
    pub sequence: Vec<Seat>,
    /// What the players are called, in the order of seats: `Ann (A)`.
    pub names: Vec<String>,
    /// Whose orders came, in the order of seats.
    pub orders: Vec<Orders>,
    /// Files that gave no orders, and why.
    pub refused: Vec<RefusedFile>,
    /// The turns, in sequence.
    pub entries: Vec<Entry>,
    /// Where everybody stands after it, in the order of seats (HP-10).
    pub standing: Vec<RunnerLine>,
    /// What follows.
    pub next: Next,
}

/// Whether a player's orders came.
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
        /// How often so far, this round counted.
        times: u16,
    },
    /// The player has dropped out and plays by the defaults.
    DroppedOut,
    /// The player has no move in this round.
    NoMove,
}

/// A file that gave no orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusedFile {
    /// Its name.
    pub file: String,
    /// Why not.
    pub reason: String,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Whose.
    pub seat: Seat,
    /// What was decided and what happened, in order.
    pub lines: Vec<Line>,
}

/// One line of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A decision.
    Decided(Decided),
    /// Something that happened, as a sentence.
    Told(String),
}

/// How a decision came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Decided {
    /// The section of the orders that it was asked of: `first`, `second`, `chew`, `again`.
    pub section: String,
    /// The alternatives that were tried and passed over.
    pub passed_over: Vec<PassedOver>,
    /// Why it is what it is.
    pub basis: Basis,
}

/// Where one runner stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RunnerLine {
    /// Whose.
    pub seat: Seat,
    /// On which square.
    pub square: Square,
    /// What the square is; nothing for Start and the finish.
    pub kind: Option<String>,
    /// The race position.
    pub position: u8,
    /// The player's carrots.
    pub carrots: u16,
    /// Its lettuces.
    pub lettuces: u8,
    /// Whether it has finished.
    pub is_home: bool,
    /// What it owes, and whether it misses a turn.
    pub notes: Vec<String>,
}

/// What follows a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Another round.
    Round {
        /// Its number.
        round: u16,
        /// Who moves in which order.
        sequence: Vec<Seat>,
        /// What has already happened in it by itself: pay of a number square, a turn that is missed.
        already: Vec<String>,
    },
    /// Nothing: the race is over, and these are the places.
    Over(Vec<Placing>),
}

/// A place at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    /// Whose.
    pub seat: Seat,
    /// Which, 1 the first.
    pub place: u8,
}

/// The marks that make a report text or Markdown, and how words stand between them that anybody may have written.
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
        for (index, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", index + 1, words(&self.name(entry.seat)));
            entry.lines.iter().flat_map(line_words).for_each(|line| {
                let _ = writeln!(text, "{}{}", marks.inner, words(&line));
            });
        }
        let _ = writeln!(text, "\n{}After round {}\n", marks.section, self.round);
        text.push_str(&standing(self));
        self.write_next(&mut text, marks);
        text
    }

    fn write_orders(&self, text: &mut String, marks: &Marks) {
        let _ = writeln!(text, "\n{}Orders\n", marks.section);
        let mut item = |words: String| {
            let _ = writeln!(text, "{}{}", marks.item, (marks.words)(&words));
        };
        for (index, orders) in self.orders.iter().enumerate() {
            let words = match orders {
                Orders::In { file } => format!("in ({file})"),
                Orders::Missing { times: 1 } => "MISSING; plays by default".to_owned(),
                Orders::Missing { times } => {
                    format!("MISSING for the {} time; plays by default", ordinal(*times))
                }
                Orders::DroppedOut => "dropped out; plays by default".to_owned(),
                Orders::NoMove => "no move in this round".to_owned(),
            };
            let name = Seat::new(index as u8).map(|seat| self.name(seat)).unwrap_or_default();
            item(format!("{name}: {words}"));
        }
        for RefusedFile { file, reason } in &self.refused {
            item(format!("Not used: {file}: {reason}"));
        }
    }

    fn write_next(&self, text: &mut String, marks: &Marks) {
        let words = marks.words;
        match &self.next {
            Next::Round { round, sequence, already } => {
                let _ =
                    writeln!(text, "\n{}Round {round}\n\nSequence: {}.", marks.section, letters(sequence));
                for told in already {
                    let _ = writeln!(text, "{}{}", marks.item, words(&format!("Already: {told}")));
                }
            }
            Next::Over(places) => {
                let _ = writeln!(text, "\n{}The race is over\n", marks.section);
                for Placing { seat, place } in places {
                    let line = format!("{}: {}", ordinal(*place), self.name(*seat));
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
    fn place(&self) -> String {
        match &self.kind {
            Some(kind) => format!("{} ({kind})", self.square),
            None if self.is_home => "home".to_owned(),
            None => self.square.to_string(),
        }
    }
}

/// `B C D A B`
pub(super) fn letters(sequence: &[Seat]) -> String {
    sequence.iter().map(|seat| letter(*seat).to_string()).collect::<Vec<_>>().join(" ")
}

/// What a line of a turn says, as lines of a report.
fn line_words(line: &Line) -> Vec<String> {
    let Decided { section, passed_over, basis } = match line {
        Line::Told(told) => return vec![told.clone()],
        Line::Decided(decided) => decided,
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
