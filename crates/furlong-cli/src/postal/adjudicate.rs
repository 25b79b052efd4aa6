//! Adjudicates rounds: for the first time, again, or only as a preview.

use std::io::{self, BufRead, Write};

use super::command_line::{Adjudicate, Adjudication, Preview, SheetArgs};
use super::game_file::{Changing, open};
use super::output::write;
use super::pages::reports_in_form;
use super::sheets::{notes_for_master, remembered, sent_for};
use super::status::missing_words;
use crate::failure::Failure;
use crate::screen::{Screen, is_interactive};
use furlong::Seats;
use furlong::hare_tortoise::postal::{Moment, Orders, PostalGame, Report, Sent, letter};
use furlong::text::{capitalized, listed, plain, separated};

pub(super) fn adjudicate(asked: &Adjudicate) -> Result<(), Failure> {
    let Adjudicate { how: Adjudication { sheets, dice, form }, again, withdraw: withdrawn, .. } = asked;
    let path = sheets.game.path();
    let mut changing = Changing::begin(path, "adjudicate")?;
    let postal = &mut changing.game;
    let before = postal.withdrawn().len();
    let round = again.map_or_else(|| postal.open_round(), Ok).map_err(Failure::failed)?;
    let sent = sent_for(sheets, postal, round)?;
    let came: Vec<String> = sent.iter().map(|sent| sent.file.clone()).collect();
    let mut met = Vec::new();
    let mut notes = vec![folder_note(sheets, postal, round)];
    if again.is_none() {
        notes.extend(notes_for_master(&postal.sheets(sent.clone()).map_err(Failure::failed)?));
    }
    let report = if again.is_some() {
        postal.adjudicate_again(round, sent, withdrawn, (!dice.is_empty()).then_some(&dice[..]))
    } else {
        met = meet_strangers(postal, round, &sent, asked.bind)?;
        if !asked.yes {
            confirm_defaults(postal, round, &sent)?;
        }
        postal.adjudicate(sent, dice)
    };
    let report = report.map_err(Failure::failed)?;
    let (mut reports, mut acts) = (vec![report.document()], vec![act(report, again.is_some())]);
    acts.extend(met);
    if !withdrawn.is_empty() {
        acts.push(format!("Withdrawn: {}.", listed(withdrawn)));
    }
    if !dice.is_empty() {
        acts.push(format!("Dice by hand: {}.", separated(dice, ", ")));
    }
    notes.push(kept_note(postal, &came));
    if let Some(folder) = &sheets.folder {
        postal.set_folder(round, remembered(path, folder, round));
    }
    if again.is_some() && asked.through {
        loop {
            match postal.adjudicate_reopened() {
                Ok(Some(report)) => {
                    reports.push(report.document());
                    acts.push(act(report, true));
                }
                Ok(None) => break,
                Err(error) => {
                    notes.push(format!("Round {} stays open: {error}", round as usize + reports.len()));
                    break;
                }
            }
        }
    } else {
        notes.push(reopened_note(postal.withdrawn().len() - before));
    }
    changing.save(&acts.join(" "), asked.why.as_ref())?;
    write(&reports_in_form(*form, reports)?)?;
    show(&notes)
}

/// Shows notes for the master only, separately from the report, which everybody gets.
pub(super) fn show(notes: &[String]) -> Result<(), Failure> {
    let mut shown = notes.iter().filter(|note| !note.is_empty());
    shown.try_for_each(|note| writeln!(io::stderr(), "{note}")).map_err(Failure::failed)
}

pub(super) fn preview(Preview { how, spoil }: &Preview) -> Result<(), Failure> {
    let Adjudication { sheets, dice, form } = how;
    let mut postal = open(sheets.game.path())?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let sent = sent_for(sheets, &postal, round)?;
    let notes = notes_for_master(&postal.sheets(sent.clone()).map_err(Failure::failed)?);
    let report = if *spoil { postal.adjudicate(sent, dice).cloned() } else { postal.preview(sent, dice) };
    write(&reports_in_form(*form, vec![report.map_err(Failure::failed)?.document()])?)?;
    show(&notes)
}

/// The note that a folder is used because it was used the last time.
fn folder_note(asked: &SheetArgs, postal: &PostalGame, round: u16) -> String {
    match postal.folder(round).filter(|_| asked.folder.is_none()) {
        Some(folder) => format!("Using the sheets of {} again.", plain(folder)),
        None => String::new(),
    }
}

/// Asks at a terminal before players without orders move by default. A script has already decided, except before the
/// deadline and if there is no sheet at all, for instance in a wrong folder: then it needs `--yes`.
fn confirm_defaults(postal: &PostalGame, round: u16, sent: &[Sent]) -> Result<(), Failure> {
    let sheets = postal.sheets(sent.to_vec()).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    let missing = missing_words(postal, round, &receipts);
    if missing.is_empty() {
        return Ok(());
    }
    let early = postal.deadline().filter(|deadline| *deadline >= Moment::now());
    let early = early.and_then(|_| postal.due_words());
    let early = early.map_or(String::new(), |due| format!(" The deadline is {due}."));
    if !is_interactive() {
        let is_decided = early.is_empty() && !sheets.counting.is_empty();
        return if is_decided {
            Ok(())
        } else {
            let fact = format!("the orders of {missing} are missing.{early}");
            Err(Failure::Failed(format!("{fact} Nothing is adjudicated; `--yes` plays the default moves")))
        };
    }
    let fact = format!("The orders of {missing} are missing.{early}");
    ask(&fact, &mut Screen::standard(true), &mut io::stdin().lock())
}

/// Binds the addresses of players who write for the first time. At a terminal the master is asked; a script needs
/// `--bind`. If the player already has an address, or two people write for one player, only `furlong postal address`
/// binds one.
fn meet_strangers(
    postal: &mut PostalGame,
    round: u16,
    sent: &[Sent],
    are_bound: bool,
) -> Result<Vec<String>, Failure> {
    let mut acts = Vec::new();
    let strangers = postal.sheets(sent.to_vec()).map_err(Failure::failed)?.strangers;
    for (seat, address) in &strangers {
        let player = letter(*seat);
        let fact = format!("The first e-mail for player {player} came from {}.", plain(address));
        let by_hand = format!("`furlong postal address --player {player} {}` makes it known", plain(address));
        let holder = postal.players()[seat.index()].holder(round);
        let is_clear =
            holder.addresses.is_empty() && strangers.iter().filter(|(other, _)| other == seat).count() == 1;
        if !is_clear {
            return Err(Failure::Failed(format!(
                "{fact} That player also writes from another address. Nothing is adjudicated; if this address is \
                 the player's, {by_hand}"
            )));
        }
        let is_known = are_bound
            || (is_interactive() && {
                let mut screen = Screen::standard(true);
                screen.text(&fact)?;
                screen.is_confirmed("Is that the player's address?", &mut io::stdin().lock())?
            });
        if !is_known {
            return Err(Failure::Failed(format!(
                "{fact} Nothing is adjudicated; {by_hand}, and `--bind` accepts all such addresses"
            )));
        }
        postal.add_address(*seat, address).map_err(Failure::failed)?;
        acts.push(format!("Player {player} writes from {address}."));
    }
    Ok(acts)
}

fn ask<W: Write>(fact: &str, screen: &mut Screen<W>, input: &mut impl BufRead) -> Result<(), Failure> {
    screen.text(fact)?;
    if screen.is_confirmed("Play the default moves for them?", input)? {
        return Ok(());
    }
    Err(Failure::Failed("nothing is adjudicated; `furlong postal reminder` asks for orders".to_owned()))
}

/// The log entry for a round: the receipt of its orders.
fn act(report: &Report, again: bool) -> String {
    let of = |wanted: fn(&Orders) -> bool| -> Vec<String> {
        let seats = Seats::MOST.iter().zip(&report.orders);
        seats.filter(|(_, orders)| wanted(orders)).map(|(seat, _)| letter(seat).to_string()).collect()
    };
    let groups = [
        ("in", of(|orders| matches!(orders, Orders::In { .. } | Orders::Before { .. }))),
        ("missing", of(|orders| matches!(orders, Orders::Missing { .. }))),
        ("absent", of(|orders| matches!(orders, Orders::Absent { .. }))),
        ("dropped out", of(|orders| *orders == Orders::DroppedOut)),
    ];
    let groups = groups.iter().filter(|(_, seats)| !seats.is_empty());
    let groups = separated(groups.map(|(word, seats)| format!("{word} {}", listed(seats))), "; ");
    let again = if again { " again" } else { "" };
    let orders = if groups.is_empty() { String::new() } else { format!(": {groups}") };
    capitalized(&format!("round {} adjudicated{again}{orders}.", report.round))
}

/// The note on sheets that count although they came earlier.
fn kept_note(postal: &PostalGame, came: &[String]) -> String {
    let sent = postal.rounds().last().map_or(&[][..], |kept| &kept.sent);
    let kept: Vec<String> =
        sent.iter().map(|sent| sent.file.clone()).filter(|file| !came.contains(file)).collect();
    if kept.is_empty() { String::new() } else { format!("Earlier sheets still count: {}.", listed(&kept)) }
}

/// The note that a corrected round changes all later rounds, which must be adjudicated again.
fn reopened_note(withdrawn: usize) -> String {
    let rounds = match withdrawn {
        // The corrected round itself.
        0 | 1 => return String::new(),
        2 => "The round after it is open again".to_owned(),
        more => format!("The {} rounds after it are open again", more - 1),
    };
    format!(
        "{rounds}, with the same sheets and dice: adjudicate again, or use `--through`; `report --old` shows the \
         old reports."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_moves_are_made_when_the_master_says_so() {
        let answer = |typed: &str| {
            let mut shown = Vec::new();
            let fact = "The orders of Dan (D) for the 2nd time are missing.";
            let answer = ask(fact, &mut Screen::plain(&mut shown, 80), &mut typed.as_bytes());
            let shown = String::from_utf8(shown).expect("text");
            assert!(
                shown.contains(fact) && shown.contains("Play the default moves for them? (yes or no)"),
                "{shown}"
            );
            answer.map_err(|failure| failure.to_string())
        };
        assert_eq!(answer("yes\n"), Ok(()));
        assert_eq!(answer(" Y \n"), Ok(()));
        for typed in ["no\n", "\n", "", "yesterday\n"] {
            assert!(
                answer(typed).expect_err("no consent").starts_with("nothing is adjudicated"),
                "{typed:?}"
            );
        }
    }
}
