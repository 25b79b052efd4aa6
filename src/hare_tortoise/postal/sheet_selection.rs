//! Decides which sheets count for a round, among the files that came for it and for earlier rounds.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::deadline::{Deadline, span};
use super::error::UnusableSheet;
use super::instructions::{ForRound, Instructions, Lasts, Press, Vote};
use super::moment::Moment;
use super::occasion::Occasion;
use super::orders::{Sheet, letter};
use super::sent::{Content, Sent};
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::text::counted;

/// A file that does not count, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotUsed {
    /// The name of the file.
    pub file: String,
    /// The reason, without any words of the sheet, because everybody gets the report.
    pub reason: String,
    /// Details for the master only, which a report does not contain.
    #[serde(skip)]
    pub for_master: ForMaster,
}

/// Details about a file that does not count, for the master only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForMaster {
    /// The player whose sheet it is, if known.
    pub player: Option<Seat>,
    /// The sender and the subject, if it is a mail.
    pub origin: String,
    /// The faults of the sheet, in its own words.
    pub faults: Option<String>,
}

impl NotUsed {
    /// The file with its sender and subject, as shown to the master.
    pub fn named(&self) -> String {
        format!("{}{}", self.file, self.for_master.origin)
    }

    /// The reason with all faults, as shown to the master.
    pub fn whole_reason(&self) -> &str {
        self.for_master.faults.as_ref().unwrap_or(&self.reason)
    }

    /// The part that everybody may see.
    pub(super) fn public(self) -> Self {
        Self { for_master: ForMaster::default(), ..self }
    }
}

/// The sheets of a round. Orders for the round itself take precedence over standing orders, and files for this round
/// over those of earlier rounds. If there are several, the newest usable one counts. If all of them came in mails that
/// a server has received, the newest is the one received last; otherwise it is the last in the order in which they were
/// given. Files of a correction come after all others. Press and votes are taken from the sheet that counts, and from
/// the last sheet after it that contains nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheets {
    /// The sheets that count, each with its file name.
    pub counting: Vec<(String, Sheet)>,
    /// The sheets that came for an earlier round and still count.
    pub before: Vec<Before>,
    /// The votes on ending the game.
    pub votes: Vec<(Seat, Vote)>,
    /// The letters to other players.
    pub press: Vec<Press>,
    /// The players whose sheet came after the deadline but within the grace period.
    pub late: Vec<Late>,
    /// Unknown addresses, each with the player they write for. The master has to say whose they are.
    pub strangers: Vec<(Seat, String)>,
    /// Files left out because their address is unknown and somebody else writes for the same player.
    pub(super) left_out: BTreeSet<String>,
    /// Everything that does not count, sorted by file name.
    pub not_used: Vec<NotUsed>,
}

/// A sheet that came for an earlier round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// The player whose sheet it is.
    pub player: Seat,
    /// The round for which it came.
    pub round: u16,
    /// The rounds that its orders are for.
    pub lasts: Lasts,
}

/// A sheet that came after the deadline and still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Late {
    /// The player whose sheet it is.
    pub player: Seat,
    /// The number of minutes after the deadline.
    pub minutes: u32,
}

/// The files of earlier rounds, and since when the present players have played.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier<'a> {
    /// The files, each with the round it came for, oldest round first.
    pub(super) files: Vec<(u16, &'a Sent)>,
    /// The first round of each person who is playing now.
    pub(super) since: SeatMap<u16>,
}

/// What somebody has written, and the file in which it came.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    /// The earlier round that it came for, if any.
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
    /// Finds the sheets that count among these files.
    pub fn among(sent: &[Sent], occasion: &Occasion, dropped_out: SeatSet) -> Self {
        Self::with_earlier(sent, &Earlier::default(), occasion, dropped_out, None)
    }

    /// Finds the sheets that count among these files and those of earlier rounds.
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
        for sent in sent {
            if sent.is_backup() {
                sheets.skip(sent, "a copy left by an editor".to_owned());
                continue;
            }
            match sent.instructions(occasion) {
                Ok(written) if dropped_out.contains(written.player) => {
                    sheets.skip(sent, format!("player {} has dropped out", letter(written.player)));
                }
                Ok(written) => match written.sheet_for(occasion) {
                    Ok(_) => match too_late(deadline, sent) {
                        Some(late) => sheets.skip(sent, late),
                        None => candidates.push(Candidate { before: None, sent, written }),
                    },
                    Err(other) if written.is_kept(occasion) => sheets.skip(sent, other.to_string()),
                    Err(other) => unusable.push((sent, other)),
                },
                Err(faulty) => unusable.push((sent, faulty)),
            }
        }
        for seat in Seats::MOST.iter() {
            let (mut of_seat, others): (Vec<_>, Vec<_>) =
                candidates.into_iter().partition(|candidate| candidate.written.player == seat);
            candidates = others;
            sheets.leave_out_strangers(seat, &mut of_seat, occasion);
            sheets.take_all(seat, of_seat, occasion, deadline);
        }
        sheets.skip_unusable(unusable);
        sheets.not_used.sort_by(|one, other| one.file.cmp(&other.file));
        sheets
    }

    /// Leaves out mails from an unknown address if others write for the same player: somebody who chose that name
    /// must not be able to take over the seat.
    fn leave_out_strangers(&mut self, seat: Seat, of_seat: &mut Vec<Candidate<'_>>, occasion: &Occasion) {
        let now = of_seat.iter().filter(|candidate| candidate.before.is_none());
        let origins: BTreeSet<Option<String>> =
            now.map(|candidate| candidate.sent.new_address(&occasion.addresses).map(str::to_owned)).collect();
        if !origins.contains(&None) {
            self.strangers.extend(origins.iter().flatten().map(|address| (seat, address.clone())));
        }
        if origins.len() > 1 {
            let is_known = |candidate: &Candidate<'_>| {
                candidate.before.is_some() || candidate.sent.new_address(&occasion.addresses).is_none()
            };
            for stranger in of_seat.iter().filter(|candidate| !is_known(candidate)) {
                let player = letter(seat);
                let reason =
                    format!("from an unknown address, and somebody else writes for player {player} too");
                self.skip(stranger.sent, reason);
                self.left_out.insert(stranger.sent.file.clone());
            }
            of_seat.retain(is_known);
        }
    }

    /// Takes a player's orders, vote and press.
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
        let mut now = of_seat.iter().filter(|candidate| candidate.before.is_none());
        let are_received = now.all(|candidate| candidate.sent.received().is_some());
        of_seat.sort_by_key(|candidate| {
            let received = candidate.sent.received().filter(|_| are_received);
            (candidate.before.unwrap_or(u16::MAX), candidate.sent.correction, received)
        });
        for lasts in [Lasts::OneRound, Lasts::UntilFurtherNotice] {
            let ordering: Vec<(&Candidate<'_>, &ForRound)> =
                of_seat.iter().filter_map(|one| Some((one, one.part(lasts, round)?))).collect();
            let Some((newest, part)) = ordering.last().copied() else { continue };
            self.replace(ordering.iter().map(|(one, _)| *one), newest);
            if part.withdraws {
                if newest.before.is_none() {
                    self.skip(newest.sent, "takes back the orders before it".to_owned());
                }
                continue;
            }
            let is_taken = self.of(seat).is_some();
            if is_taken {
                continue;
            }
            let sheet = Sheet { round, ..part.sheet.clone() };
            if let Some(part) = sheet.superfluous(occasion).filter(|_| lasts == Lasts::OneRound) {
                self.skip(newest.sent, part);
            }
            let late = deadline.and_then(|deadline| deadline.minutes_late(newest.sent));
            let late = late.filter(|_| newest.before.is_none());
            self.late.extend(late.map(|minutes| Late { player: seat, minutes }));
            self.before.extend(newest.before.map(|round| Before { player: seat, round, lasts }));
            self.counting.push((newest.sent.file.clone(), sheet));
        }
        self.take_words(seat, &of_seat, round);
    }

    /// Takes a player's vote and press, from the sheet whose orders count and from the last sheet after it that has
    /// nothing else.
    fn take_words(&mut self, seat: Seat, of_seat: &[Candidate<'_>], round: u16) {
        let words: Vec<(&Candidate<'_>, &ForRound)> = of_seat
            .iter()
            .flat_map(|one| one.written.words_for(round).map(move |part| (one, part)))
            .collect();
        let counting = words.iter().rposition(|(_, part)| part.has_orders());
        let Some(last) = words.len().checked_sub(1) else { return };
        let speaking: BTreeSet<usize> = counting.into_iter().chain([last]).collect();
        for (index, (one, part)) in words.iter().enumerate() {
            if !speaking.contains(&index) {
                if !part.has_orders() {
                    self.replace([*one].into_iter(), words[last].0);
                }
                continue;
            }
            if let Some(vote) = part.vote {
                self.votes.retain(|(voter, _)| *voter != seat);
                self.votes.push((seat, vote));
            }
            for press in &part.press {
                // A sheet that is sent again contains the same letters.
                if !self.press.contains(press) {
                    self.press.push(press.clone());
                }
            }
        }
    }

    /// Notes that the newest of some sheets of this round replaces the older ones.
    fn replace<'a>(&mut self, sheets: impl Iterator<Item = &'a Candidate<'a>>, newest: &Candidate<'_>) {
        for older in sheets.filter(|one| one.before.is_none() && one.sent.file != newest.sent.file) {
            let is_later = older.sent.received() < newest.sent.received();
            let received = newest.sent.received().filter(|_| is_later && older.sent.received().is_some());
            let received = received.and_then(Moment::at);
            let received = received.map_or_else(String::new, |moment| format!(", received later: {moment}"));
            self.skip(older.sent, format!("{} takes its place{received}", newest.sent.file));
        }
    }

    fn skip_unusable(&mut self, unusable: Vec<(&Sent, UnusableSheet)>) {
        for (sent, sheet) in unusable {
            let instead = sheet.player.and_then(|player| self.of(player));
            let instead = instead.map_or_else(String::new, |(file, _)| format!("; {file} counts"));
            let reason = match &sent.content {
                Content::Unreadable(_) => "it cannot be read".to_owned(),
                Content::Text(_) => {
                    format!("it has {}", counted(sheet.faults.len() as i64, "fault", "faults"))
                }
            };
            self.skip(sent, reason + &instead);
            if let Some(part) = self.not_used.last_mut() {
                part.for_master.faults = Some(format!("{sheet}{instead}"));
                part.for_master.player = sheet.player.filter(|_| !sheet.is_of_another());
            }
        }
    }

    fn skip(&mut self, sent: &Sent, reason: String) {
        let for_master = ForMaster { origin: sent.origin(), ..ForMaster::default() };
        self.not_used.push(NotUsed { file: sent.file.clone(), reason, for_master });
    }

    /// The sheet of a seat, with its file name.
    pub fn of(&self, seat: Seat) -> Option<&(String, Sheet)> {
        self.counting.iter().find(|(_, sheet)| sheet.player == seat)
    }
}

/// What the present players wrote in earlier rounds that still applies.
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

/// The reason why a mail comes too late; `None` if it does not.
fn too_late(deadline: Option<&Deadline>, sent: &Sent) -> Option<String> {
    let deadline = deadline?;
    let minutes = deadline.minutes_late(sent).filter(|minutes| deadline.is_too_late(*minutes))?;
    let grace = match deadline.grace {
        0 => String::new(),
        grace => format!(" and its grace of {}", span(grace)),
    };
    Some(format!("came {} after the deadline{grace}", span(minutes)))
}

/// The round of the first sheet, used if no round is open.
fn first_round(of_seat: &[Candidate<'_>]) -> Option<u16> {
    Some(of_seat.first()?.written.parts.first()?.sheet.round)
}
