//! `furlong bots`: lists the bots of a game, and checks a program that plays it.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use crate::args::{Bots, bots_help};
use crate::failure::Failure;
use crate::interrupt;
use crate::lab::figures::{table, write_tables};
use crate::named::game_named;
use crate::progress::behind_a_bar;
use crate::screen::{Screen, print};
use furlong::any::CatalogueEntry;
use furlong::arena::Progress;
use furlong::bot::{FailureKind, ProcessSpec, reference};
use furlong::conformance::{Conformance, ConformanceReport, Fault, RulesetResult};
use furlong::formats::json;
use furlong::text::{counted, plain, separated};
use furlong::{Playable, Roster, Ruleset as _};

/// The maximum number of characters of a line that a report for people shows.
const SHOWN: usize = 400;

pub(crate) fn bots<G: Playable>(roster: &Roster<G>, asked: &Bots) -> Result<(), Failure> {
    if let Some(program) = &asked.check {
        return check::<G>(asked, program);
    }
    let none = || Failure::Failed(format!("{} has no schema", G::ID));
    if asked.schema {
        let schema = serde_json::to_string_pretty(&G::schema().ok_or_else(none)?).map_err(Failure::failed)?;
        return Ok(writeln!(io::stdout(), "{schema}")?);
    }
    if asked.reference {
        return Ok(write!(io::stdout(), "{}", reference::<G>().ok_or_else(none)?)?);
    }
    let text = format!("{}\n\n{}", G::TITLE, bots_help(&CatalogueEntry::with_bots(roster.clone())));
    Ok(Screen::standard(true).picture(&text)?)
}

/// Checks a program. The exit code of the command is 1 if the program has a fault.
fn check<G: Playable>(asked: &Bots, program: &ProcessSpec) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    let names = match &asked.ruleset {
        Some(name) => vec![name.as_str()],
        None => G::Ruleset::EMBEDDED.iter().map(|ruleset| ruleset.name).collect(),
    };
    let open = |name: &str| Ok((name.to_owned(), Arc::new(game_named::<G>(name)?)));
    let rulesets = names.into_iter().map(open).collect::<Result<Vec<_>, Failure>>()?;
    let mut check = Conformance::new(program.clone(), rulesets);
    (check.seed, check.games) = (asked.seed, asked.games);
    let log = asked.log.begin()?;
    let found = behind_a_bar("parts", |show| check.run(&|done, games| show(Progress { done, games }), log));
    print(asked.json, || json::plain(&found), |width| in_words(&found, width))?;
    if found.faults.is_empty() { Ok(()) } else { Err(Failure::Answer(1)) }
}

fn in_words(found: &ConformanceReport, width: Option<usize>) -> String {
    let mut text = format!(
        "{}: {}, protocol version {}, seed {}\n",
        found.game,
        plain(&found.program),
        found.version,
        found.seed
    );
    let mut rows = table(&["ruleset", "games", "decisions", "action types offered", "median", "longest"]);
    for asked in &found.rulesets {
        rows.add_row([
            asked.ruleset.clone(),
            asked.games.to_string(),
            asked.decisions.to_string(),
            kinds(asked),
            asked.median().map_or_else(|| "-".to_owned(), milliseconds),
            milliseconds(Duration::from_secs_f64(asked.longest)),
        ]);
    }
    write_tables(&mut text, &[rows], width);
    for (number, fault) in (1..).zip(&found.faults) {
        tell(&mut text, number, fault);
    }
    for remark in remarks(found) {
        _ = writeln!(text, "Note: {remark}.");
    }
    let decisions = counted(found.decisions() as i64, "decision", "decisions");
    _ = match found.fault_count() {
        0 => writeln!(text, "No fault in {decisions}."),
        faults => {
            let stopped = if found.is_whole { "" } else { "; the check stopped there" };
            writeln!(text, "{} in {decisions}{stopped}.", counted(faults as i64, "fault", "faults"))
        }
    };
    text
}

/// Counts the kinds of actions that were offered, and lists those that were not.
fn kinds(asked: &RulesetResult) -> String {
    let offered = asked.kinds.values().filter(|decisions| **decisions > 0).count();
    let missed = asked.kinds.iter().filter(|(_, decisions)| **decisions == 0).map(|(kind, _)| kind);
    let missed = separated(missed, ", ");
    let missing = if missed.is_empty() { missed } else { format!(", without {missed}") };
    format!("{offered} of {}{missing}", asked.kinds.len())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Describes a fault with what was read and answered.
fn tell(text: &mut String, number: usize, fault: &Fault) {
    let Fault { ruleset, situation, players, seat, event, kind, problem, .. } = fault;
    let times = if fault.times > 1 { format!(", {} times", fault.times) } else { String::new() };
    _ = writeln!(
        text,
        "Fault {number} ({}{times}), {ruleset}, {}: {players} players, seat {seat}, event {event}\n  {}",
        kind.word(),
        situation.words(),
        plain(problem)
    );
    _ = writeln!(text, "  it read:     {}", shown(&fault.read));
    if fault.answered.is_empty() {
        _ = writeln!(text, "  it answered: nothing{}", hint(fault));
    }
    for answer in &fault.answered {
        _ = writeln!(text, "  it answered: {}", shown(answer));
    }
    for line in &fault.complained {
        _ = writeln!(text, "  on stderr:   {}", shown(line));
    }
    text.push('\n');
}

/// The usual reason why a program does not answer.
fn hint(fault: &Fault) -> &'static str {
    match fault.kind {
        FailureKind::Time | FailureKind::Start => " (does the program flush each line?)",
        _ => "",
    }
}

/// The beginning of a line without control characters, and the number of characters left out.
fn shown(line: &str) -> String {
    let line = plain(line);
    let left = line.chars().count().saturating_sub(SHOWN);
    let shown: String = line.chars().take(SHOWN).collect();
    if left == 0 { shown } else { format!("{shown}... ({left} more characters; --json shows all)") }
}

fn remarks(found: &ConformanceReport) -> Vec<&'static str> {
    let mut remarks = Vec::new();
    if !found.answers_alike {
        remarks.push(
            "it answered the same question differently after a move was taken back; a bot that uses `random` \
             repeats its choices",
        );
    }
    if !found.ends_alone {
        remarks.push("it does not exit when its input ends, so it is killed after two seconds");
    }
    remarks
}
