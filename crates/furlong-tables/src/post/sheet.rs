//! A player's order sheet: saved while it is being written, checked by the library, and sent.

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::{MOST_BYTES, PostalGame, letter};
use furlong::text::{Document, Part};
use serde::Serialize;

use super::round::sheet_of;
use super::{DocumentView, PostReader, PostTable};
use crate::Millis;
use crate::open_table::{After, Done};
use crate::refusal::Refusal;
use crate::reply::{Reply, Written};

/// A sheet as it is understood.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Reading {
    /// Whether the sheet can be sent.
    can_be_sent: bool,
    /// The orders in words, what each would do in the current position, and the faults.
    paper: DocumentView,
}

impl PostTable {
    pub(super) fn keep_draft(&mut self, reader: PostReader, text: String) -> Done {
        let seat = self.writer(reader)?;
        check_length(&text)?;
        let known = self.game.known_to(seat);
        let reading = Reply::Reading(Written::of(&reading(&known, seat, &text)));
        if self.sheet(&known, seat).as_ref() == Some(&text) {
            return Ok((reading, After::Nothing));
        }
        self.seats[seat.index()].draft = Some(text);
        Ok((reading, After::Kept))
    }

    pub(super) fn send(&mut self, reader: PostReader, text: String, now: Millis) -> Done {
        let seat = self.writer(reader)?;
        check_length(&text)?;
        check(&self.game.known_to(seat), seat, &text)?;
        let kept = &mut self.seats[seat.index()];
        (kept.draft, kept.sent) = (None, Some(text));
        kept.late = self.due.filter(|due| *due < now).map(|_| now);
        Ok((Reply::Done {}, After::Changed))
    }

    pub(super) fn take_back(&mut self, reader: PostReader) -> Done {
        let seat = self.writer(reader)?;
        let kept = &mut self.seats[seat.index()];
        let text = kept.sent.take().ok_or("You have sent no orders for this round.")?;
        kept.late = None;
        kept.draft.get_or_insert(text);
        Ok((Reply::Done {}, After::Changed))
    }

    /// The text to show in a player's sheet: unfinished, sent, or empty.
    pub(super) fn sheet(&self, known: &PostalGame, seat: Seat) -> Option<String> {
        let kept = self.seats.get(seat.index())?;
        let written = kept.draft.clone().or_else(|| kept.sent.clone());
        written.or_else(|| known.blank_sheet(seat).ok().flatten())
    }

    /// The sheet that counts for a player.
    pub(super) fn sent_by(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index())?.sent.as_deref()
    }
}

fn check_length(text: &str) -> Result<(), Refusal> {
    if text.len() > MOST_BYTES {
        return Err(Refusal::new(
            ErrorCode::TooMany,
            format!("This sheet is too long: the limit is {MOST_BYTES} bytes."),
        ));
    }
    Ok(())
}

/// Refuses a sheet that would not count, with its first fault.
fn check(known: &PostalGame, seat: Seat, text: &str) -> Result<(), Refusal> {
    let occasion = known.occasion().map_err(|error| Refusal::of(ErrorCode::Illegal, &error))?;
    check_writer(known, seat, text)?;
    // Orders for later rounds alone are kept until then, and those for this one are still waited for.
    let written = sheet_of(seat, text).instructions(&occasion).ok();
    let round = occasion.round.map_or(0, |open| open.number);
    if written.is_some_and(|written| written.for_round(round).is_none() && written.reaches_beyond(round)) {
        return Ok(());
    }
    sheet_of(seat, text).sheet(&occasion).map(|_| ()).map_err(|faulty| {
        let first = faulty.faults.first().map(ToString::to_string).unwrap_or_default();
        let more = match faulty.faults.len() {
            0 | 1 => String::new(),
            all => format!(
                " There {} more.",
                if all == 2 { "is one".to_owned() } else { format!("are {}", all - 1) }
            ),
        };
        let refusal = Refusal::of(ErrorCode::Illegal, &first);
        Refusal { sentence: refusal.sentence + &more, ..refusal }
    })
}

/// Refuses a sheet of another player.
fn check_writer(known: &PostalGame, seat: Seat, text: &str) -> Result<(), Refusal> {
    let occasion = known.occasion().map_err(|error| Refusal::of(ErrorCode::Illegal, &error))?;
    let written = sheet_of(seat, text).instructions(&occasion);
    match written.map_or_else(|faulty| faulty.player, |written| Some(written.player)) {
        Some(other) if other != seat => Err(Refusal::new(
            ErrorCode::NotYourSeat,
            format!(
                "This sheet is for player {}; yours begins with `player {}`.",
                letter(other),
                letter(seat)
            ),
        )),
        _ => Ok(()),
    }
}

/// How a sheet is understood, using only what its player may know.
fn reading(known: &PostalGame, seat: Seat, text: &str) -> Reading {
    let refusal = check(known, seat, text).err();
    let can_be_sent = refusal.is_none();
    // What others have ordered is no answer to a sheet in their name.
    let replies = match check_writer(known, seat, text) {
        Ok(()) => known.replies(vec![sheet_of(seat, text)]).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let own = replies.into_iter().find(|reply| reply.player.is_none_or(|player| player == seat));
    let document = own.map_or_else(|| nothing(known, seat), |reply| reply.document);
    let title = match refusal {
        Some(refusal) => refusal.sentence,
        None => "No faults. You can send this sheet.".to_owned(),
    };
    Reading { can_be_sent, paper: Document { title, ..document }.into() }
}

/// The message about a text without a sheet of the player.
fn nothing(known: &PostalGame, seat: Seat) -> Document {
    let default = known.default_words(seat).unwrap_or_default();
    let words = format!("Without orders you move by default: {default}");
    Document { title: String::new(), parts: vec![Part::Paragraph(words)] }
}
