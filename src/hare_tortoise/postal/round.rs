//! Runs one round of the ordinary game from order sheets: there is no second engine here. When a seat's turn
//! comes its sheet is resolved to one legal action, and chance comes from the game's streams or by hand.

use serde::{Deserialize, Serialize};

use super::super::action::{Action, Chance, Illegal};
use super::super::game::HareTortoise;
use super::super::happening::Happening;
use super::super::state::{Duty, Phase, State};
use super::judge::Situation;
use super::orders::{Sheet, letter};
use super::parse::{Occasion, RoundOpen};
use super::report::{Decided, Entry, Line, Next, Orders, Placing, RefusedFile, Report, RunnerLine};
use crate::game::{RaceGame, Turn};
use crate::race::{MoveError, Race};
use crate::ruleset::Ruleset as _;
use crate::seat::{Seat, SeatMap, SeatSet};
use crate::text::Names;

/// An order file as it came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sent {
    /// The name of the file.
    pub file: String,
    /// Its text, or why it has none.
    pub content: Content,
}

/// What an order file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Text, right or wrong.
    Text(String),
    /// Nothing that can be kept: too large, no text, not to be read.
    Unreadable(String),
}

impl Sent {
    /// A file with these bytes.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        let content = match (Sheet::read(bytes, &Occasion::default()), std::str::from_utf8(bytes)) {
            (Err(error @ super::OrdersError::TooLarge { .. }), _) | (Err(error), Err(_)) => {
                Content::Unreadable(error.to_string())
            }
            (_, text) => Content::Text(text.unwrap_or_default().to_owned()),
        };
        Self { file: file.into(), content }
    }

    /// A file that could not be read, for this reason.
    pub fn unreadable(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { file: file.into(), content: Content::Unreadable(reason.into()) }
    }

    /// The sheet in it, for this occasion.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn sheet(&self, occasion: &Occasion) -> Result<Sheet, String> {
        match &self.content {
            Content::Text(text) => Sheet::parse(text, occasion).map_err(|error| error.to_string()),
            Content::Unreadable(reason) => Err(reason.clone()),
        }
    }
}

/// The people at the table, as far as a round asks for them.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) title: String,
    /// What each seat's player is called.
    pub(super) names: Vec<String>,
    pub(super) dropped_out: SeatSet,
    /// How often each player's orders were missing before.
    pub(super) missing: SeatMap<u16>,
}

/// Why a round cannot be adjudicated as it was asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdjudicateError {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// Fewer dice were entered than hares were jugged.
    #[error("{given} dice were entered, and player {} needs another for the hare on {square}", letter(*seat))]
    MoreDice {
        /// Who jugs.
        seat: Seat,
        /// The hare's square.
        square: u8,
        /// How many were entered.
        given: usize,
    },
    /// More dice were entered than hares were jugged.
    #[error("{given} dice were entered, and only {used} were needed")]
    FewerDice {
        /// How many were entered.
        given: usize,
        /// How many hares were jugged.
        used: usize,
    },
    /// No die and no card of this ruleset has this number.
    #[error("{0} cannot come: a die has 1 to 6, and a pack of cards is not entered by hand")]
    NoSuchNumber(u8),
    /// The resolved action was refused.
    #[error(transparent)]
    Refused(#[from] MoveError<Illegal>),
}

/// The seats in the order in which they move in this round (HP-02); skipped ones included.
pub fn sequence(game: &HareTortoise, state: &State) -> Vec<Seat> {
    state.round.sequence(state.seats, game.ruleset().turns.order).collect()
}

/// How many moves each seat has in a round of this sequence.
pub fn moves_of(sequence: &[Seat]) -> SeatMap<u8> {
    let mut moves = SeatMap::default();
    for seat in sequence {
        moves[*seat] += 1;
    }
    moves
}

/// The occasion for which sheets of the open round are read.
pub(super) fn occasion(game: &HareTortoise, state: &State) -> Occasion {
    let moves = moves_of(&sequence(game, state));
    Occasion { players: state.seats.count(), round: Some(RoundOpen { number: state.round.number, moves }) }
}

/// The sheet of each seat: of several for one seat the last by the name of its file counts.
struct Sheets {
    of: Vec<(String, Sheet)>,
    refused: Vec<RefusedFile>,
}

impl Sheets {
    fn read(sent: &[Sent], occasion: &Occasion, dropped_out: SeatSet) -> Self {
        let mut sent: Vec<&Sent> = sent.iter().collect();
        sent.sort_by(|one, other| one.file.cmp(&other.file));
        let mut sheets = Self { of: Vec::new(), refused: Vec::new() };
        for sent in sent {
            match sent.sheet(occasion) {
                Ok(sheet) if dropped_out.contains(sheet.player) => {
                    let reason = format!("player {} has dropped out", letter(sheet.player));
                    sheets.refuse(&sent.file, reason);
                }
                Ok(sheet) => {
                    if let Some(index) = sheets.of.iter().position(|(_, held)| held.player == sheet.player) {
                        let (file, _) = sheets.of.remove(index);
                        sheets.refuse(&file, format!("{} takes its place", sent.file));
                    }
                    sheets.of.push((sent.file.clone(), sheet));
                }
                Err(reason) => sheets.refuse(&sent.file, reason),
            }
        }
        sheets
    }

    fn refuse(&mut self, file: &str, reason: String) {
        self.refused.push(RefusedFile { file: file.to_owned(), reason });
    }

    fn of(&self, seat: Seat) -> Option<&(String, Sheet)> {
        self.of.iter().find(|(_, sheet)| sheet.player == seat)
    }
}

/// The report as it is written while the round runs.
struct Scribe<'a> {
    game: &'a HareTortoise,
    names: Names,
    round: u16,
    entries: Vec<Entry>,
    /// Whether the last entry's turn still goes on.
    is_open: bool,
    /// What has already happened in the round after this one.
    after: Option<Vec<String>>,
}

impl Scribe<'_> {
    fn open(&mut self, seat: Seat) {
        self.entries.push(Entry { seat, lines: Vec::new() });
        self.is_open = true;
    }

    fn decided(&mut self, seat: Seat, decided: Decided) {
        if !self.is_open || self.entries.last().is_none_or(|entry| entry.seat != seat) {
            self.open(seat);
        }
        self.line(Line::Decided(decided));
    }

    fn line(&mut self, line: Line) {
        if let Some(entry) = self.entries.last_mut() {
            entry.lines.push(line);
        }
    }

    fn tell(&mut self, sentence: Option<String>) {
        if let Some(told) = sentence {
            self.line(Line::Told(told));
        }
    }

    fn hear(&mut self, happenings: &[Happening]) {
        for happening in happenings {
            let sentence = self.game.tell(*happening, &self.names);
            if let Some(after) = &mut self.after {
                after.extend(sentence);
                continue;
            }
            match *happening {
                Happening::RoundEnds { round } if round == self.round => self.after = Some(Vec::new()),
                Happening::FirstPlayer { .. } | Happening::GameEnds => {}
                Happening::TurnBegins { seat } => self.open(seat),
                Happening::TurnEnds { .. } => self.is_open = false,
                Happening::Misses { seat, .. } => {
                    self.open(seat);
                    self.is_open = false;
                    self.tell(sentence);
                }
                _ => self.tell(sentence),
            }
        }
    }
}

/// What the seats are called in reports: `Ann (A)`.
pub(super) fn called(names: &[String]) -> Vec<String> {
    let called = |(index, name): (usize, &String)| {
        let letter = Seat::new(index as u8).map_or('?', letter);
        if *name == letter.to_string() { name.clone() } else { format!("{name} ({letter})") }
    };
    names.iter().enumerate().map(called).collect()
}

/// Runs the open round to its end. Dice that are entered by hand are used in the order in which hares are
/// jugged; without any the game's streams decide. A wrong sheet never stops the round: its player plays by
/// the defaults, and the report says why.
///
/// # Errors
/// When the race is over or the dice do not fit; the race must then be dropped, it stands somewhere inside the round.
pub(super) fn run(
    race: &mut Race<HareTortoise>,
    table: &Table,
    files: &[Sent],
    dice: &[u8],
) -> Result<Report, AdjudicateError> {
    if race.is_over() {
        return Err(AdjudicateError::Over);
    }
    let game = race.game().clone();
    let round = race.state().round.number;
    let sequence = sequence(&game, race.state());
    let sheets = Sheets::read(files, &occasion(&game, race.state()), table.dropped_out);
    let is_end = |happening: &Happening| matches!(happening, Happening::RoundEnds { .. });
    let begins = race.happenings().iter().rposition(is_end).map_or(0, |last| last + 1);
    let names = Names::new(called(&table.names));
    let mut scribe = Scribe { game: &game, names, round, entries: vec![], is_open: false, after: None };
    let (mut heard, mut used) = (begins, 0);
    loop {
        scribe.hear(&race.happenings()[heard..]);
        heard = race.happenings().len();
        match race.turn() {
            Turn::Over => break,
            _ if race.state().round.number != round => break,
            Turn::Chance(_) if dice.is_empty() => _ = race.draw(),
            Turn::Chance(_) => {
                enter_die(race, dice, used)?;
                used += 1;
            }
            Turn::Seat(seat) => {
                let sheet = sheets.of(seat).map(|(_, sheet)| sheet);
                let (action, decided) = decide(race, seat, begins, sheet);
                scribe.decided(seat, decided);
                race.play(seat, action)?;
            }
        }
    }
    if used < dice.len() {
        return Err(AdjudicateError::FewerDice { given: dice.len(), used });
    }
    let orders = orders(race.state(), &sequence, &sheets, table);
    let title = race.record().ruleset.title();
    Ok(Report {
        title: table.title.clone(),
        ruleset: title.name.clone(),
        reconstructed: title.reconstructed.clone(),
        round,
        names: scribe.names_of(&table.names),
        orders,
        refused: sheets.refused,
        standing: standing(race),
        next: next(race, scribe.after.unwrap_or_default()),
        entries: scribe.entries,
        sequence,
    })
}

impl Scribe<'_> {
    fn names_of(&self, names: &[String]) -> Vec<String> {
        (0..names.len() as u8).filter_map(Seat::new).map(|seat| self.names.name(seat)).collect()
    }
}

/// One decision of a seat, from its view and what it was told in this round.
fn decide(race: &Race<HareTortoise>, seat: Seat, begins: usize, sheet: Option<&Sheet>) -> (Action, Decided) {
    let game = race.game();
    let view = race.sight(seat);
    let told: Vec<Happening> =
        race.happenings()[begins..].iter().filter_map(|happening| game.seen_by(happening, seat)).collect();
    let situation = Situation { game, view: &view, told: &told };
    let section = match race.state().phase {
        Phase::ChewCarrot => "chew",
        Phase::AnotherMove => "again",
        _ if situation.is_second_move() => "second",
        _ => "first",
    };
    let resolution = situation.resolve(sheet, &race.actions(seat));
    let decided =
        Decided { section: section.to_owned(), passed_over: resolution.passed_over, basis: resolution.basis };
    (resolution.action, decided)
}

/// Enters the next die for the hare that is being jugged.
fn enter_die(race: &mut Race<HareTortoise>, dice: &[u8], used: usize) -> Result<(), AdjudicateError> {
    let state = race.state();
    let Some(number) = dice.get(used).copied() else {
        let square = state.of(state.runner).square.number();
        return Err(AdjudicateError::MoreDice { seat: state.seat, square, given: dice.len() });
    };
    let has_number = |outcome: &Chance| matches!(outcome, Chance::Die(n) | Chance::Card(n) if *n == number);
    let outcome = race.chances().into_iter().map(|weighted| weighted.outcome).find(has_number);
    let no_such = AdjudicateError::NoSuchNumber(number);
    let outcome = outcome.ok_or_else(|| no_such.clone())?;
    race.resolve(outcome).map_err(|_| no_such)
}

/// Whose orders came.
fn orders(state: &State, sequence: &[Seat], sheets: &Sheets, table: &Table) -> Vec<Orders> {
    let of = |seat: Seat| {
        if !sequence.contains(&seat) {
            Orders::NoMove
        } else if table.dropped_out.contains(seat) {
            Orders::DroppedOut
        } else if let Some((file, _)) = sheets.of(seat) {
            Orders::In { file: file.clone() }
        } else {
            Orders::Missing { times: table.missing[seat] + 1 }
        }
    };
    state.seats.iter().map(of).collect()
}

/// HP-10: everybody's square, carrots and lettuces are public.
fn standing(race: &Race<HareTortoise>) -> Vec<RunnerLine> {
    let (game, state) = (race.game(), race.state());
    let line = |seat: Seat| {
        let runner = state.runners_of(seat).start;
        let at = state.of(runner);
        let mut notes = Vec::new();
        match at.duty {
            Duty::None if at.arrived.is_none() && game.must_chew(state, runner) => notes.push("must chew"),
            Duty::None => {}
            Duty::Chew => notes.push("must chew"),
            Duty::Leave => notes.push("must leave"),
        }
        if at.misses || state.missing.contains(seat) {
            notes.push("misses a turn");
        }
        RunnerLine {
            seat,
            square: at.square,
            kind: game.board().kind(at.square).map(|kind| kind.name().to_owned()),
            position: state.race_position(runner),
            carrots: state.carrots[seat],
            lettuces: game.lettuces(state, runner),
            is_home: at.arrived.is_some(),
            notes: notes.into_iter().map(str::to_owned).collect(),
        }
    };
    state.seats.iter().map(line).collect()
}

/// What comes after the round.
fn next(race: &Race<HareTortoise>, already: Vec<String>) -> Next {
    if race.is_over() {
        let rows = race.standings().by_place();
        return Next::Over(rows.iter().map(|row| Placing { seat: row.seat, place: row.place }).collect());
    }
    Next::Round { round: race.state().round.number, sequence: sequence(race.game(), race.state()), already }
}
