//! Runs one round of the ordinary game from order sheets. At a seat's turn, its sheet is turned into one legal action
//! of the ordinary game. Chance comes from the game's random streams or is entered by hand.

use super::super::action::{Action, Chance, Illegal};
use super::super::game::HareTortoise;
use super::super::happening::Happening;
use super::super::state::{Duty, Phase, State};
use super::absence::Substitute;
use super::bot::write_orders;
use super::deadline::Deadline;
use super::evaluate::Situation;
use super::instructions::Vote;
use super::occasion::{Occasion, RoundOpen};
use super::orders::{Sheet, letter};
use super::players::Roster;
use super::report::{Decided, Next, Orders, Placing, Report, RunnerLine, TurnEntry, TurnLine, Votes};
use super::sent::Sent;
use super::sequence::{moves_of, sequence};
use super::sheet_selection::{Earlier, NotUsed, Sheets};
use crate::common::seat::Seat;
use crate::game::{RaceGame, Turn};
use crate::race::{MoveError, Race};
use crate::ruleset::Ruleset as _;
use crate::text::{Names, counted};

/// The reason why a round cannot be adjudicated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdjudicateError {
    /// The race is over.
    #[error("the race is over")]
    Over,
    /// Fewer dice were entered than are needed for the jugged hares.
    #[error("{}, and player {} needs another for the hare on {square}", entered(*given), letter(*seat))]
    MoreDice {
        /// The player who jugs.
        seat: Seat,
        /// The hare's square.
        square: u8,
        /// The number of dice entered.
        given: usize,
    },
    /// More dice were entered than hares were jugged.
    #[error("{}, and {}", entered(*given), needed(*used))]
    FewerDice {
        /// The number of dice entered.
        given: usize,
        /// The number of hares jugged.
        used: usize,
    },
    /// This ruleset has no die or card with this number.
    #[error("{0} is not possible: a die has 1 to 6, and a pack of cards cannot be entered by hand")]
    NoSuchNumber(u8),
    /// The resolved action was refused.
    #[error(transparent)]
    Refused(#[from] MoveError<Illegal>),
}

fn entered(dice: usize) -> String {
    counted(dice as i64, "die was entered", "dice were entered")
}

fn needed(dice: usize) -> String {
    match dice {
        0 => "no hare is jugged in this round".to_owned(),
        dice => format!("only {}", counted(dice as i64, "is needed", "are needed")),
    }
}

/// The files of a round, and those of the rounds before it.
#[derive(Clone, Debug)]
pub(super) struct RoundFiles<'a> {
    pub(super) sent: &'a [Sent],
    /// The files of earlier rounds, each with its round number.
    pub(super) earlier: Vec<(u16, &'a Sent)>,
    pub(super) deadline: Option<Deadline>,
}

impl RoundFiles<'_> {
    /// Finds the sheets that count in the round.
    pub(super) fn sheets(&self, occasion: &Occasion, roster: &Roster) -> Sheets {
        let earlier = Earlier { files: self.earlier.clone(), since: roster.since };
        Sheets::with_earlier(self.sent, &earlier, occasion, roster.dropped_out, self.deadline.as_ref())
    }
}

/// The occasion that sheets of the open round are read for.
pub(super) fn occasion(game: &HareTortoise, state: &State, roster: &Roster) -> Occasion {
    let moves = moves_of(&sequence(game, state));
    let round = RoundOpen { number: state.round.number, moves };
    Occasion {
        players: state.seats.count(),
        round: Some(round),
        names: roster.names.clone(),
        addresses: roster.addresses.clone(),
    }
}

/// A writer that collects the report while the round is played.
struct Scribe<'a> {
    game: &'a HareTortoise,
    names: Names,
    entries: Vec<TurnEntry>,
    /// The events that have already happened in the next round.
    after: Option<Vec<String>>,
}

impl Scribe<'_> {
    fn open(&mut self, seat: Seat) {
        self.entries.push(TurnEntry { seat, lines: Vec::new() });
    }

    fn decided(&mut self, seat: Seat, decided: Decided) {
        // The first turn of a race can begin before any happening is seen.
        if self.entries.is_empty() {
            self.open(seat);
        }
        self.line(TurnLine::Decided(decided));
    }

    fn line(&mut self, line: TurnLine) {
        if let Some(entry) = self.entries.last_mut() {
            entry.lines.push(line);
        }
    }

    fn tell(&mut self, sentence: Option<String>) {
        if let Some(event) = sentence {
            self.line(TurnLine::Event(event));
        }
    }

    fn hear(&mut self, happenings: &[Happening]) {
        for happening in happenings {
            let sentence = self.game.sentence(happening, &self.names);
            if let Some(after) = &mut self.after {
                after.extend(sentence);
                continue;
            }
            match *happening {
                Happening::RoundEnds { .. } => self.after = Some(Vec::new()),
                Happening::FirstPlayer { .. } | Happening::GameEnds => {}
                Happening::TurnBegins { seat } => self.open(seat),
                Happening::Misses { seat, .. } => {
                    self.open(seat);
                    self.tell(sentence);
                }
                _ => self.tell(sentence),
            }
        }
    }
}

/// The dice entered by hand, in the order in which hares are jugged.
struct Entered<'a> {
    dice: &'a [u8],
    used: usize,
}

impl Entered<'_> {
    fn has_more(&self) -> bool {
        self.used < self.dice.len()
    }

    /// Rolls the next die for the current jugged hare.
    fn resolve_next(&mut self, race: &mut Race<HareTortoise>) -> Result<(), AdjudicateError> {
        let state = race.state();
        let Some(number) = self.dice.get(self.used).copied() else {
            let square = state.of(state.runner).square.number();
            return Err(AdjudicateError::MoreDice { seat: state.seat, square, given: self.dice.len() });
        };
        let has_number =
            |outcome: &Chance| matches!(outcome, Chance::Die(n) | Chance::Card(n) if *n == number);
        let outcome = race.chances().into_iter().map(|weighted| weighted.outcome).find(has_number);
        let no_such = AdjudicateError::NoSuchNumber(number);
        let outcome = outcome.ok_or_else(|| no_such.clone())?;
        race.resolve(outcome).map_err(|_| no_such)?;
        self.used += 1;
        Ok(())
    }
}

/// Runs the open round to its end. Dice entered by hand are used in the order in which hares are jugged; without
/// any, the game's random streams decide. A wrong sheet never stops the round: its player plays by the defaults,
/// and the report says why.
///
/// # Errors
/// When the race is over or the dice do not fit; the race must then be dropped, it stands somewhere inside the round.
pub(super) fn run(
    race: &mut Race<HareTortoise>,
    roster: &Roster,
    files: &RoundFiles<'_>,
    dice: &[u8],
) -> Result<Report, AdjudicateError> {
    let mut entered = Entered { dice, used: 0 };
    let report = run_with(race, roster, files, |race| {
        if dice.is_empty() {
            race.draw();
        } else {
            entered.resolve_next(race)?;
        }
        Ok(true)
    })?;
    if entered.has_more() {
        return Err(AdjudicateError::FewerDice { given: dice.len(), used: entered.used });
    }
    Ok(report)
}

/// Runs a round again with its recorded chance outcomes. If it needs others, the game's random streams decide.
///
/// # Errors
/// When the race is over.
pub(super) fn run_again(
    race: &mut Race<HareTortoise>,
    roster: &Roster,
    files: &RoundFiles<'_>,
    mut outcomes: impl Iterator<Item = Chance>,
) -> Result<Report, AdjudicateError> {
    run_with(race, roster, files, |race| {
        if outcomes.next().is_none_or(|outcome| race.resolve(outcome).is_err()) {
            race.draw();
        }
        Ok(true)
    })
}

/// Runs the open round up to the first chance outcome that is not among the dice entered by hand.
///
/// # Errors
/// When the race is over or a die does not fit.
pub(super) fn run_known(
    race: &mut Race<HareTortoise>,
    roster: &Roster,
    files: &RoundFiles<'_>,
    dice: &[u8],
) -> Result<Report, AdjudicateError> {
    let mut entered = Entered { dice, used: 0 };
    run_with(race, roster, files, |race| {
        let is_known = entered.has_more();
        if is_known {
            entered.resolve_next(race)?;
        }
        Ok(is_known)
    })
}

/// Runs the open round to its end, calling `chance` for each chance outcome. If that returns `false`, the report
/// ends.
fn run_with(
    race: &mut Race<HareTortoise>,
    roster: &Roster,
    files: &RoundFiles<'_>,
    mut chance: impl FnMut(&mut Race<HareTortoise>) -> Result<bool, AdjudicateError>,
) -> Result<Report, AdjudicateError> {
    if race.is_over() {
        return Err(AdjudicateError::Over);
    }
    let game = race.game().clone();
    let round = race.state().round.number;
    let sequence = sequence(&game, race.state());
    let sheets = files.sheets(&occasion(&game, race.state(), roster), roster);
    let absent = sheets_of_absent(race, roster, &sheets);
    let begins = begin_of_round(race);
    let names = Names::new(roster.called.clone());
    let mut scribe = Scribe { game: &game, names, entries: vec![], after: None };
    let mut heard = begins;
    loop {
        scribe.hear(&race.happenings()[heard..]);
        heard = race.happenings().len();
        match race.turn() {
            Turn::Over => break,
            _ if race.state().round.number != round => break,
            Turn::Chance(_) if !chance(race)? => break,
            Turn::Chance(_) => {}
            Turn::Seat(seat) => {
                let substitute = absent.iter().find(|sheet| sheet.player == seat);
                let sheet = sheets.of(seat).map(|(_, sheet)| sheet).or(substitute);
                let (action, decided) = decide(race, seat, sheet);
                scribe.decided(seat, decided);
                race.play(seat, action)?;
            }
        }
    }
    let orders = receipts(&sequence, &sheets, roster);
    let votes = votes(race, &sequence, &sheets, roster);
    let next = next(race, votes, scribe.after.unwrap_or_default());
    let title = race.record().ruleset.title();
    Ok(Report {
        title: roster.title.clone(),
        ruleset: title.name.clone(),
        reconstructed: title.reconstructed.clone(),
        round,
        names: roster.called.clone(),
        orders,
        not_used: sheets.not_used.into_iter().map(NotUsed::public).collect(),
        standing: standing(race),
        dice: None,
        late: sheets.late,
        correction: None,
        votes,
        press: sheets.press,
        next,
        entries: scribe.entries,
        sequence,
    })
}

/// The index of the open round's first happening.
fn begin_of_round(race: &Race<HareTortoise>) -> usize {
    let is_end = |happening: &Happening| matches!(happening, Happening::RoundEnds { .. });
    race.happenings().iter().rposition(is_end).map_or(0, |last| last + 1)
}

/// The happenings that a seat has seen since the open round began.
pub(super) fn heard_by(race: &Race<HareTortoise>, seat: Seat) -> Vec<Happening> {
    let of_round = &race.happenings()[begin_of_round(race)..];
    of_round.iter().filter_map(|happening| race.game().seen_by(happening, seat)).collect()
}

/// The sheets that the bot writes for absent players. Like players, it writes them before the round.
fn sheets_of_absent(race: &Race<HareTortoise>, roster: &Roster, sheets: &Sheets) -> Vec<Sheet> {
    let is_absent = |seat: &Seat| roster.absent[*seat] == Some(Substitute::Bot) && sheets.of(*seat).is_none();
    let absent = race.seats().iter().filter(is_absent);
    absent.map(|seat| write_orders(race.game(), &race.seat_view(seat))).collect()
}

/// Makes one decision of a seat, from its view and the happenings that it has seen in this round.
fn decide(race: &Race<HareTortoise>, seat: Seat, sheet: Option<&Sheet>) -> (Action, Decided) {
    let view = race.seat_view(seat);
    let seen = heard_by(race, seat);
    let situation = Situation { game: race.game(), view: &view, seen: &seen };
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

/// Each seat's receipt of orders.
pub(super) fn receipts(sequence: &[Seat], sheets: &Sheets, roster: &Roster) -> Vec<Orders> {
    let of = |seat: Seat| {
        if !sequence.contains(&seat) {
            Orders::NoMove
        } else if roster.dropped_out.contains(seat) {
            Orders::DroppedOut
        } else if let Some((file, _)) = sheets.of(seat) {
            match sheets.before.iter().find(|before| before.player == seat) {
                Some(before) => {
                    Orders::Before { file: file.clone(), round: before.round, lasts: before.lasts }
                }
                None => Orders::In { file: file.clone() },
            }
        } else if let Some(plays) = roster.absent[seat] {
            Orders::Absent { plays }
        } else {
            Orders::Missing { times: roster.missing[seat] + 1 }
        }
    };
    (0..roster.names.len() as u8).filter_map(Seat::new).map(of).collect()
}

/// The runners with their places and stocks. HP-10: everybody's square, carrots and lettuces are public.
pub(super) fn standing(race: &Race<HareTortoise>) -> Vec<RunnerLine> {
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

/// The places of all players, even in a race that ends early (HT-12).
fn places(race: &Race<HareTortoise>) -> Vec<Placing> {
    race.standings().by_place().iter().map(|row| Placing { seat: row.seat, place: row.place }).collect()
}

/// The votes on ending the game by those who are still racing; `None` if nobody votes to end it.
fn votes(race: &Race<HareTortoise>, sequence: &[Seat], sheets: &Sheets, roster: &Roster) -> Option<Votes> {
    if race.is_over() {
        return None;
    }
    let has_vote = |seat: &Seat| sequence.contains(seat) && !roster.dropped_out.contains(*seat);
    let voters: Vec<Seat> = race.seats().iter().filter(has_vote).collect();
    let to_end = |seat: &&Seat| sheets.votes.contains(&(**seat, Vote::End));
    let (to_end, of) = (voters.iter().filter(to_end).count() as u8, voters.len() as u8);
    (to_end > 0).then_some(Votes { to_end, of })
}

/// What comes after the round.
fn next(race: &Race<HareTortoise>, votes: Option<Votes>, already: Vec<String>) -> Next {
    let state = race.state();
    if state.phase == Phase::Jug {
        return Next::Hare { seat: state.seat, square: state.of(state.runner).square.number() };
    }
    if race.is_over() || votes.is_some_and(Votes::are_all) {
        return Next::Over(places(race));
    }
    Next::Round { round: state.round.number, sequence: sequence(race.game(), state), already }
}
