//! The report of a round: every move in sequence with its reasons, where all runners are, and the next round.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::super::board::Square;
use super::super::words::{carrots, lettuces};
use super::absence::Substitute;
use super::deadline::span;
use super::instructions::{Lasts, Press};
use super::orders::letter;
use super::resolve::{Basis, PassedOver};
use super::sheet_selection::{Late, NotUsed};
use crate::common::seat::Seat;
use crate::text::{Document, Part, listed, ordinal, separated};

/// The report of one round, as data. [`Report::document`] makes the form for people.
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
    /// Files that do not count, or parts of them.
    pub not_used: Vec<NotUsed>,
    /// The turns, in sequence.
    pub entries: Vec<TurnEntry>,
    /// The runners after the round, in the order of seats (HP-10).
    pub standing: Vec<RunnerLine>,
    /// The players whose sheet came after the deadline but within the grace period.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub late: Vec<Late>,
    /// What has changed since the report that this one replaces, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// What the report says about the dice: the first report has the commitment, and the last one reveals how to check
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceNote>,
    /// The votes on ending the game; `None` if nobody votes to end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<Votes>,
    /// The letters that players send with the report. Letters to some players only are on those players' pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub press: Vec<Press>,
    /// The next round, or the end.
    pub next: Next,
}

/// Marks a report that replaces another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Correction {
    /// How many times the round has been corrected.
    pub times: u16,
    /// The changes since the previous report, as sentences.
    pub changes: Vec<String>,
}

impl Correction {
    /// The heading of the changes.
    pub(super) fn heading(&self) -> String {
        match self.times {
            0 | 1 => "Corrected".to_owned(),
            times => format!("Corrected for the {} time", ordinal(times)),
        }
    }
}

/// What a report says about the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceNote {
    /// The master commits to the dice.
    Promised {
        /// The SHA-256 of a line with the seed.
        sha256: String,
    },
    /// The dice are revealed, so that players can check them.
    Opened {
        /// The SHA-256 of the commitment.
        sha256: String,
        /// The line that was hashed.
        line: String,
    },
}

impl DiceNote {
    /// Writes the note in words.
    pub fn words(&self) -> String {
        match self {
            Self::Promised { sha256 } => format!(
                "All dice come from a seed that is already fixed. The line that names it has the SHA-256 {sha256}, \
                 and the last report will reveal it."
            ),
            Self::Opened { sha256, line } => format!(
                "The dice came from the line `{line}`, whose SHA-256 {sha256} was promised in the first report. \
                 `furlong postal dice --check` draws them again, and needs only the public part of the game."
            ),
        }
    }
}

/// The votes on ending the game. Who voted how stays secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Votes {
    /// The number of players who vote to end it.
    pub to_end: u8,
    /// The number of players who have a vote, which are those still racing.
    pub of: u8,
}

impl Votes {
    /// Returns whether all players vote to end the game, which ends it.
    pub fn are_all(self) -> bool {
        self.to_end == self.of
    }

    /// Writes the votes in words.
    pub(super) fn words(self) -> String {
        let Self { to_end, of } = self;
        if self.are_all() {
            return "All players who are still racing vote to end the game: it ends here.".to_owned();
        }
        let vote = if to_end == 1 { "votes" } else { "vote" };
        format!("{to_end} of {of} players {vote} to end the game. It ends when all of them do.")
    }
}

/// The receipt of a player's orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orders {
    /// The orders came, in this file.
    In {
        /// Its name.
        file: String,
    },
    /// The orders came for an earlier round, in this file.
    Before {
        /// Its name.
        file: String,
        /// The round that it came for.
        round: u16,
        /// The rounds that its orders are for.
        lasts: Lasts,
    },
    /// The orders did not come, or could not be read.
    Missing {
        /// How many times they have been missing so far, including this round.
        times: u16,
    },
    /// The player had announced an absence, and no sheet came.
    Absent {
        /// What plays for the player.
        plays: Substitute,
    },
    /// The player has dropped out and plays by the defaults.
    DroppedOut,
    /// The player has no move in this round.
    NoMove,
}

impl Orders {
    /// How many times orders were missing, if more than once: ` for the 2nd time`.
    pub fn repeated(&self) -> String {
        match self {
            Self::Missing { times } if *times > 1 => format!(" for the {} time", ordinal(*times)),
            _ => String::new(),
        }
    }
}

/// One turn of the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEntry {
    /// The player.
    pub seat: Seat,
    /// The decisions and events of the turn, in order.
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
    /// The section of the sheet that decides it: `first`, `second`, `chew`, `again`.
    pub section: String,
    /// The alternatives that were tried and then passed over.
    pub passed_over: Vec<PassedOver>,
    /// The reason for the action.
    pub basis: Basis,
}

/// The place of a runner, and the stock of its player.
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
    /// The lettuces that it has left.
    pub lettuces: u8,
    /// Whether it has finished.
    pub is_home: bool,
    /// Its duty, or a turn that it will miss.
    pub notes: Vec<String>,
}

/// What comes after a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// Another round.
    Round {
        /// The number of that round.
        round: u16,
        /// The seats in the order of their moves.
        sequence: Vec<Seat>,
        /// What has already happened in it automatically, and is included in the runners' places and stocks: pay of
        /// a number square, a missed turn.
        already: Vec<String>,
    },
    /// In a preview, a hare whose die has not been rolled. Everything after it depends on that die.
    Hare {
        /// The player who jugs.
        seat: Seat,
        /// The hare's square.
        square: u8,
    },
    /// Nothing, because the race is over. These are the places.
    Over(Vec<Placing>),
}

/// A player's place at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placing {
    /// The player.
    pub seat: Seat,
    /// The place, from 1.
    pub place: u8,
}

impl Report {
    /// The report for people, without press to some players only.
    pub fn document(&self) -> Document {
        self.document_with(|press| press.to.is_empty())
    }

    /// The report for one player, including the press to it.
    pub fn document_for(&self, reader: Seat) -> Document {
        self.document_with(|press| press.is_for(reader))
    }

    fn document_with(&self, may_read: impl Fn(&Press) -> bool) -> Document {
        let mut rules = format!("Rules: {}.", self.ruleset);
        if !self.reconstructed.is_empty() {
            let _ = write!(rules, " Reconstructed in these rules: {}.", self.reconstructed.join("; "));
        }
        let is_preview = matches!(self.next, Next::Hare { .. });
        let after = if is_preview { "So far".to_owned() } else { format!("After round {}", self.round) };
        let mut parts = Vec::new();
        if let Some(correction) = &self.correction {
            parts.push(Part::Heading(correction.heading()));
            parts.push(if correction.changes.is_empty() {
                Part::Paragraph("Nothing has changed.".to_owned())
            } else {
                Part::List(correction.changes.clone())
            });
            parts.push(Part::Heading("The round".to_owned()));
        }
        parts.extend([
            Part::Paragraph(format!("Sequence: {}.", letters(&self.sequence))),
            Part::Paragraph(rules),
            Part::Heading("Orders".to_owned()),
            Part::List(self.receipts()),
            Part::Heading("Moves".to_owned()),
            Part::Turns(self.turns()),
            Part::Heading(after),
            standing_part(&self.standing, |seat| self.name(seat), |_| true),
        ]);
        parts.extend(self.press_parts(may_read));
        parts.extend(self.votes.map(|votes| Part::Paragraph(votes.words())));
        match &self.next {
            Next::Round { round, sequence, already } => {
                parts.push(Part::Heading(format!("Round {round}")));
                parts.push(Part::Paragraph(format!("Sequence: {}.", letters(sequence))));
                if !already.is_empty() {
                    let words = |event| format!("Already included above: {event}");
                    parts.push(Part::List(already.iter().map(words).collect()));
                }
            }
            Next::Hare { seat, square } => parts.push(Part::Paragraph(format!(
                "{} jugs the hare on {square}: the die has not been rolled, and the rest of the round depends on it.",
                self.name(*seat)
            ))),
            Next::Over(_) => {
                parts.push(Part::Heading("The race is over".to_owned()));
                parts.push(Part::List(self.places()));
            }
        }
        parts.extend(self.dice.iter().map(|dice| Part::Paragraph(dice.words())));
        let corrected = if self.correction.is_some() { ", corrected" } else { "" };
        Document { title: format!("{}: round {}{corrected}", self.title, self.round), parts }
    }

    /// The letters for which `may_read` holds.
    pub(super) fn press_parts(&self, may_read: impl Fn(&Press) -> bool) -> Vec<Part> {
        let letter = |press: &Press| {
            let to = if press.to.is_empty() {
                "all".to_owned()
            } else {
                listed(press.to.iter().map(|seat| self.name(*seat)))
            };
            let lines = press.text.lines().map(str::to_owned).filter(|line| !line.trim().is_empty());
            (format!("{} to {to}", self.name(press.from)), lines.collect())
        };
        let letters: Vec<_> = self.press.iter().filter(|press| may_read(press)).map(letter).collect();
        if letters.is_empty() {
            return Vec::new();
        }
        vec![Part::Heading("Press".to_owned()), Part::Turns(letters)]
    }

    /// A player's name.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.names.get(seat.index()).cloned().unwrap_or_else(|| letter(seat).to_string())
    }

    /// The receipts of orders, and what does not count.
    pub(super) fn receipts(&self) -> Vec<String> {
        let of_one = |(index, orders): (usize, &Orders)| {
            let words = match orders {
                Orders::In { file } => format!("in ({file})"),
                Orders::Before { file, round, lasts: Lasts::OneRound } => {
                    format!("in ({file}, which came for round {round})")
                }
                Orders::Before { file, round, lasts: Lasts::UntilFurtherNotice } => {
                    format!("in ({file} of round {round}, until further notice)")
                }
                Orders::Missing { .. } => format!("MISSING{}; plays by default", orders.repeated()),
                Orders::Absent { plays } => format!("absent; {}", plays.words()),
                Orders::DroppedOut => "dropped out; plays by default".to_owned(),
                Orders::NoMove => "no move in this round".to_owned(),
            };
            let name = Seat::new(index as u8).map(|seat| self.name(seat)).unwrap_or_default();
            let late = self.late.iter().find(|late| late.player.index() == index);
            let late = late.map_or(String::new(), |late| format!(", {} late", span(late.minutes)));
            format!("{name}: {words}{late}")
        };
        let not_used =
            self.not_used.iter().map(|NotUsed { file, reason, .. }| format!("Not used: {file}: {reason}"));
        self.orders.iter().enumerate().map(of_one).chain(not_used).collect()
    }

    /// The turns in sequence, each with a player's name and the lines that go below it.
    pub(super) fn turns(&self) -> Vec<(String, Vec<String>)> {
        let turn = |entry: &TurnEntry| {
            (self.name(entry.seat), entry.lines.iter().flat_map(line_words).collect::<Vec<String>>())
        };
        self.entries.iter().map(turn).collect()
    }

    /// The places at the end: `1st: Ann (A)`.
    pub fn places(&self) -> Vec<String> {
        let Next::Over(places) = &self.next else { return Vec::new() };
        places
            .iter()
            .map(|placing| format!("{}: {}", ordinal(placing.place), self.name(placing.seat)))
            .collect()
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

/// The runners' places and stocks, with `?` for a stock that is hidden.
pub(super) fn standing_part(
    standing: &[RunnerLine],
    name: impl Fn(Seat) -> String,
    is_open: impl Fn(Seat) -> bool,
) -> Part {
    let row = |line: &RunnerLine| {
        vec![
            name(line.seat),
            line.place(),
            ordinal(line.position),
            if is_open(line.seat) { carrots(line.carrots) } else { "? carrots".to_owned() },
            lettuces(line.lettuces),
            line.notes.join(", "),
        ]
    };
    let head = ["player", "square", "position", "carrots", "lettuces", "notes"].map(str::to_owned);
    Part::Table(head.to_vec(), standing.iter().map(row).collect())
}

/// The letters of the seats in sequence: `B C D A B`.
pub(super) fn letters(sequence: &[Seat]) -> String {
    separated(sequence.iter().map(|seat| letter(*seat)), " ")
}

/// A line of a turn, as one or more lines of a report.
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
