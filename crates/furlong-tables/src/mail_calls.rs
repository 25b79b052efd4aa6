//! Calls about mail, and reminders at all tables.

use furlong::formats::ErrorCode;

use crate::Now;
use crate::call::MailCall;
use crate::channel::{Channel, Outcome};
use crate::link::digest;
use crate::mail::{LetterKind, Mailbox};
use crate::refusal::Refusal;
use crate::reminders::{letter, mail_view};
use crate::reply::Reply;
use crate::tables::{GONE, Tables};

/// The maximum length of an address.
pub(crate) const LONGEST: usize = 254;

const NO_MAIL: &str = "This server sends no mail.";

impl Tables {
    /// Sets the address of the seat that a channel shows, or removes it.
    pub(crate) fn set_mail(
        &mut self,
        table: &str,
        channel: Channel,
        address: Option<String>,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        if !self.limits.has_mail {
            return Err(NO_MAIL.into());
        }
        let address = address.map(|address| checked(address.trim())).transpose()?;
        let open = self.open.get_mut(table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let (seat, turns) = open.own_turns(channel)?;
        if address == turns.mail.as_ref().map(|mail| mail.address.clone()) {
            return Err("Nothing is different from what is set already.".into());
        }
        turns.mail = address.map(|address| Mailbox { address, is_confirmed: false, turn: 0, reminded: 0 });
        outcome.changed.push(table.to_owned());
        outcome.letters.extend(letter(&**open, seat, LetterKind::Confirm));
        Ok(Reply::Done {})
    }

    /// Confirms an address, or stops its mail, for somebody who has the secret of a mail to it.
    pub(crate) fn answer_mail(&mut self, call: &MailCall, outcome: &mut Outcome) -> Result<Reply, Refusal> {
        let open = self.open.get_mut(&call.table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let asked = digest(&call.secret);
        let mut seats = open.claimable().into_iter();
        let found = seats.find(|(_, link, turns)| {
            let secret = turns.mail.as_ref().and_then(|mail| mail.secret(link, &call.table));
            secret.is_some_and(|secret| digest(&secret) == asked)
        });
        let seat = found.map(|(seat, ..)| seat);
        let over = "This link no longer works: its address gets no mail from this seat any more.";
        let seat = seat.ok_or((ErrorCode::NotYourSeat, over))?;
        if let Some(turns) = open.turn_log(seat) {
            if call.stop {
                turns.mail = None;
            } else if let Some(mail) = &mut turns.mail {
                mail.is_confirmed = true;
            }
        }
        outcome.changed.push(call.table.clone());
        mail_view(&**open, seat).map(Reply::Mail).ok_or_else(|| (ErrorCode::NoSuchTable, GONE).into())
    }

    /// Reminds everybody of their turn who wants it and is not at the table.
    pub(crate) fn remind(&mut self, now: Now, outcome: &mut Outcome) {
        for (id, open) in self.open.iter_mut().filter(|_| self.limits.has_mail) {
            let devices = open.devices();
            let seats = open.claimable().into_iter();
            let due = seats
                .filter(|(seat, _, turns)| devices[*seat] == 0 && turns.until_reminder(now.wall) == Some(0));
            for seat in due.map(|(seat, ..)| seat).collect::<Vec<_>>() {
                outcome.letters.extend(letter(&**open, seat, LetterKind::Reminder));
                outcome.changed.push(id.clone());
                let Some(turns) = open.turn_log(seat) else { continue };
                let turn = turns.current().unwrap_or_default();
                if let Some(mail) = &mut turns.mail {
                    (mail.turn, mail.reminded) = (turn, now.wall);
                }
            }
        }
    }
}

/// Returns an address if mail can be sent to it. What has only these signs cannot add anything to the head of a mail.
fn checked(address: &str) -> Result<String, Refusal> {
    let is_name = |name: &str, signs: &str| {
        !name.is_empty()
            && !name.starts_with(['-', '.'])
            && name.chars().all(|sign| sign.is_ascii_alphanumeric() || signs.contains(sign))
    };
    let is_address = |(name, host): (&str, &str)| {
        is_name(name, "!#$%&'*+/=?^_`{|}~-.") && is_name(host, "-.") && host.contains('.')
    };
    if address.len() > LONGEST || !address.split_once('@').is_some_and(is_address) {
        let said = "This is not a mail address like ada@example.org.";
        return Err((ErrorCode::BadValue, said).into());
    }
    Ok(address.to_owned())
}
