//! The sheets of a round that count, among the files that came for it and those that came for earlier rounds.

use serde::{Deserialize, Serialize};

use super::deadline::{Deadline, span};
use super::error::UnusableSheet;
use super::instructions::{ForRound, Instructions, Lasts, Press, Vote};
use super::moment::Moment;
use super::newest;
use super::occasion::Occasion;
use super::orders::{Sheet, letter};
use super::sent::Sent;
use crate::ground::seat::{Seat, SeatMap, SeatSet, Seats};

/// A file, or a part of one, that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotUsed {
    /// The name of the file.
    pub file: String,
    /// The reason.
    pub reason: String,
}

/// The sheets of a round. Orders for the round itself come before those that stand until further notice, and files that
/// came for this round before those of earlier ones. Of several the newest that can be used counts: if each came in a
/// mail with a date, the latest mail; otherwise the last by name, in natural order (`bob-10.txt` after `bob-9.txt`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheets {
    /// The sheets that count, each with its file.
    pub counting: Vec<(String, Sheet)>,
    /// Those among them that came for an earlier round.
    pub before: Vec<Before>,
    /// The votes on the end of the game.
    pub votes: Vec<(Seat, Vote)>,
    /// The letters to other players.
    pub press: Vec<Press>,
    /// The players whose sheet came after the deadline, and within its grace.
    pub late: Vec<Late>,
    /// Everything that does not count, in the order of file names.
    pub not_used: Vec<NotUsed>,
}

/// A sheet that came for an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// The player.
    pub player: Seat,
    /// The round for which it came.
    pub round: u16,
    /// The rounds for which its orders are.
    pub lasts: Lasts,
}

/// A sheet that came after the deadline, and counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Late {
    /// The player.
    pub player: Seat,
    /// The minutes after the deadline.
    pub minutes: u32,
}

/// The files of rounds before, and the people whose they can be.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier<'a> {
    /// The files, each with the round for which it came, the oldest round first.
    pub(super) files: Vec<(u16, &'a Sent)>,
    /// The first round of each person who plays now.
    pub(super) since: SeatMap<u16>,
}

/// The words that somebody has written, and the file in which they came.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    /// The earlier round for which it came.
    before: Option<u16>,
    sent: &'a Sent,
    written: Instructions,
}

impl Candidate<'_> {
    fn part(&self, lasts: Lasts, round: u16) -> Option<&ForRound> {
        let is_one = |part: &&ForRound| part.lasts == lasts && part.is_for(round) && part.has_orders();
        self.written.parts.iter().rfind(is_one)
    }
}

impl Sheets {
    /// The sheets among these files.
    pub fn among(sent: &[Sent], occasion: &Occasion, dropped_out: SeatSet) -> Self {
        Self::with_earlier(sent, &Earlier::default(), occasion, dropped_out, None)
    }

    /// The sheets among these files and those of earlier rounds.
    pub(super) fn with_earlier(
        sent: &[Sent],
        earlier: &Earlier<'_>,
        occasion: &Occasion,
        dropped_out: SeatSet,
        deadline: Option<&Deadline>,
    ) -> Self {
        let mut sheets = Self::default();
        let mut candidates = earlier_candidates(earlier, occasion, dropped_out);
        let mut unusable = Vec::new();
        let mut sent: Vec<&Sent> = sent.iter().collect();
        sent.sort_by(|one, other| newest::by_name(&one.file, &other.file));
        for sent in sent {
            if sent.is_backup() {
                sheets.skip(&sent.file, "a copy that an editor has left".to_owned());
                continue;
            }
            match sent.instructions(occasion) {
                Ok(written) if dropped_out.contains(written.player) => {
                    sheets.skip(&sent.file, format!("player {} has dropped out", letter(written.player)));
                }
                Ok(written) => match written.sheet_for(occasion) {
                    Ok(_) => match too_late(deadline, sent) {
                        Some(late) => sheets.skip(&sent.file, late),
                        None => candidates.push(Candidate { before: None, sent, written }),
                    },
                    Err(other) if is_kept(&written, occasion) => sheets.skip(&sent.file, other.to_string()),
                    Err(other) => unusable.push((sent, other)),
                },
                Err(faulty) => unusable.push((sent, faulty)),
            }
        }
        for seat in Seats::MOST.iter() {
            let of_seat: Vec<Candidate<'_>> =
                candidates.iter().filter(|candidate| candidate.written.player == seat).cloned().collect();
            sheets.take_all(seat, of_seat, occasion, deadline);
        }
        sheets.skip_unusable(unusable);
        sheets.not_used.sort_by(|one, other| newest::by_name(&one.file, &other.file));
        sheets
    }

    /// Takes the orders, the vote and the press of a player.
    fn take_all(
        &mut self,
        seat: Seat,
        mut of_seat: Vec<Candidate<'_>>,
        occasion: &Occasion,
        deadline: Option<&Deadline>,
    ) {
        let Some(round) = occasion.round.map(|open| open.number).or_else(|| first_round(&of_seat)) else {
            return;
        };
        if of_seat
            .iter()
            .filter(|candidate| candidate.before.is_none())
            .all(|candidate| candidate.sent.date().is_some())
        {
            of_seat.sort_by_key(|candidate| (candidate.before.unwrap_or(u16::MAX), candidate.sent.date()));
        }
        for lasts in [Lasts::OneRound, Lasts::UntilFurtherNotice] {
            let ordering: Vec<(&Candidate<'_>, &ForRound)> =
                of_seat.iter().filter_map(|one| Some((one, one.part(lasts, round)?))).collect();
            let Some((newest, part)) = self.newest(&ordering) else { continue };
            if part.withdraws {
                if newest.before.is_none() {
                    self.skip(&newest.sent.file, "takes back the orders before it".to_owned());
                }
                continue;
            }
            let is_taken = self.of(seat).is_some();
            if is_taken {
                continue;
            }
            let sheet = Sheet { round, ..part.sheet.clone() };
            if let Some(part) = sheet.superfluous(occasion).filter(|_| lasts == Lasts::OneRound) {
                self.skip(&newest.sent.file, part);
            }
            let late = deadline.and_then(|deadline| deadline.minutes_late(newest.sent));
            let late = late.filter(|_| newest.before.is_none());
            self.late.extend(late.map(|minutes| Late { player: seat, minutes }));
            self.before.extend(newest.before.map(|round| Before { player: seat, round, lasts }));
            self.counting.push((newest.sent.file.clone(), sheet));
        }
        let words: Vec<&ForRound> = of_seat.iter().flat_map(|one| one.written.words_for(round)).collect();
        self.votes.extend(words.iter().rev().find_map(|part| part.vote).map(|vote| (seat, vote)));
        for press in words.iter().flat_map(|part| &part.press) {
            // A sheet that is sent again brings the same letters.
            if !self.press.contains(press) {
                self.press.push(press.clone());
            }
        }
    }

    /// The newest of the sheets of a player, and the reason why the others of this round do not count.
    fn newest<'a, 's>(
        &mut self,
        of_player: &[(&'a Candidate<'s>, &'a ForRound)],
    ) -> Option<(&'a Candidate<'s>, &'a ForRound)> {
        let (newest, part) = *of_player.last()?;
        // A file without a date can only be compared by name, and then all are.
        let now = of_player.iter().filter(|(one, _)| one.before.is_none());
        let are_dated = now.clone().all(|(one, _)| one.sent.date().is_some());
        for (older, _) in now.filter(|(one, _)| one.sent.file != newest.sent.file) {
            let date = newest.sent.date().filter(|date| are_dated && older.sent.date() != Some(*date));
            let date = date.and_then(Moment::at);
            let sent = date.map_or_else(String::new, |date| format!(", sent later: {date}"));
            self.skip(&older.sent.file, format!("{} takes its place{sent}", newest.sent.file));
        }
        Some((newest, part))
    }

    fn skip_unusable(&mut self, unusable: Vec<(&Sent, UnusableSheet)>) {
        for (sent, sheet) in unusable {
            let earlier = sheet.player.and_then(|player| self.of(player));
            let is_earlier = |file: &str| newest::by_name(file, &sent.file).is_lt();
            let instead = match earlier.filter(|(earlier, _)| is_earlier(earlier)) {
                Some((earlier, _)) => format!("; {earlier} counts"),
                None => String::new(),
            };
            self.skip(&sent.file, format!("{sheet}{instead}"));
        }
    }

    fn skip(&mut self, file: &str, reason: String) {
        self.not_used.push(NotUsed { file: file.to_owned(), reason });
    }

    /// The sheet of a seat, with its file.
    pub fn of(&self, seat: Seat) -> Option<&(String, Sheet)> {
        self.counting.iter().find(|(_, sheet)| sheet.player == seat)
    }
}

/// The writings of earlier rounds that reach beyond those, by the people who still play.
fn earlier_candidates<'a>(
    earlier: &Earlier<'a>,
    occasion: &Occasion,
    dropped_out: SeatSet,
) -> Vec<Candidate<'a>> {
    let has_moves = |seat: Seat| occasion.round.is_none_or(|open| open.moves[seat] > 0);
    let of = |(round, sent): &(u16, &'a Sent)| {
        let written = sent.instructions(occasion).ok().filter(|_| !sent.is_backup())?;
        let seat = written.player;
        let is_known = written.reaches_beyond(*round) && *round >= earlier.since[seat];
        let plays = has_moves(seat) && !dropped_out.contains(seat);
        (is_known && plays).then_some(Candidate { before: Some(*round), sent, written })
    };
    earlier.files.iter().filter_map(of).collect()
}

/// The reason why a mail comes too late, where it does.
fn too_late(deadline: Option<&Deadline>, sent: &Sent) -> Option<String> {
    let deadline = deadline?;
    let minutes = deadline.minutes_late(sent).filter(|minutes| deadline.is_too_late(*minutes))?;
    let grace = match deadline.grace {
        0 => String::new(),
        grace => format!(" and its grace of {}", span(grace)),
    };
    Some(format!("came {} after the deadline{grace}", span(minutes)))
}

/// Returns whether something is kept for a round to come.
fn is_kept(written: &Instructions, occasion: &Occasion) -> bool {
    occasion
        .round
        .is_some_and(|open| written.reaches_beyond(open.number) && written.for_round(open.number).is_none())
}

/// The round of the first sheet, where none is open.
fn first_round(of_seat: &[Candidate<'_>]) -> Option<u16> {
    Some(of_seat.first()?.written.parts.first()?.sheet.round)
}
