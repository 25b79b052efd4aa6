//! The view of a game by post: what one reader may know, in the form for a page.
//!
//! Everything about the race comes from the part of the game that the reader may know. Besides that, a view contains
//! only who has sent orders, the reader's own sheet, the deadline and the log.

use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::{MoveOrder, PostalGame, Report};
use furlong::hare_tortoise::{HareTortoise, Square};
use furlong::text::{Marks, Names};
use furlong::{Race, RaceGame as _, Seat, Seats, Text as _};
use serde::Serialize;

use super::absence::AbsenceView;
use super::document::DocumentView;
use super::round::{Standing, moment};
use super::{PostReader, PostTable};
use crate::Millis;
use crate::channel::Channel;
use crate::link::SeatLink;
use crate::open_table::OpenTable as _;
use crate::refusal::Refusal;

/// A view of a game by post.
#[derive(Debug, Serialize)]
pub(super) struct PostView {
    version: u32,
    table: String,
    to: PostReader,
    heading: String,
    game: &'static str,
    ruleset: String,
    /// The number of rounds that have been adjudicated.
    events: usize,
    post: PostDetails,
}

/// The part of a view for games by post only.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct PostDetails {
    /// The open round; `None` if the game is over.
    round: Option<u16>,
    /// The deadline, in milliseconds since 1970.
    due: Option<Millis>,
    /// The end of the grace period, if there is one.
    until: Option<Millis>,
    /// The deadline in words, in the time zone of the game, with that zone.
    due_words: Option<String>,
    zone: String,
    /// The hours for each round.
    hours: Option<Millis>,
    players: Vec<PlayerByPost>,
    svg: String,
    picture: String,
    /// The rounds with a report, and the last report.
    reports: Vec<u16>,
    report: Option<DocumentView>,
    /// The SHA-256 that commits to the dice.
    promise: Option<String>,
    /// The check of the dice, if the game is over.
    dice: Option<String>,
    /// The places, if the game is over.
    places: Option<Vec<String>>,
    log: Vec<Logged>,
    desk: Option<Desk>,
    /// For the master: what happens if the round does not wait any longer.
    waits: Option<String>,
}

/// A player of a game by post.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct PlayerByPost {
    seat: Seat,
    name: String,
    here: bool,
    /// The number of devices on which the seat is open.
    devices: usize,
    /// Whether the link of the seat has not been used yet.
    invited: bool,
    colour: usize,
    orders: Option<Standing>,
    /// The number of rounds so far without orders from this player.
    missed: u16,
}

/// A log entry.
#[derive(Debug, Serialize)]
struct Logged {
    at: i64,
    act: String,
}

/// A player's own part of the view: what they may do in the open round, and their sheet.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Desk {
    /// The page of the player.
    page: DocumentView,
    /// The orders that would be legal now.
    moves: Vec<Possible>,
    /// The order to go to each square, by number, even if it is not possible now: the reading then says why.
    squares: Vec<String>,
    /// The text of the sheet; `None` without a move in this round.
    sheet: Option<String>,
    /// A sheet without orders.
    blank: Option<String>,
    /// The sheet that counts.
    sent: Option<String>,
    away: Option<AbsenceView>,
}

/// An order that would be legal now, its cost or gain, and the name of the square on the board that it leads to.
#[derive(Debug, Serialize)]
struct Possible(String, String, Option<String>);

impl PostTable {
    /// The current view for a channel.
    pub(super) fn view(&self, channel: Channel) -> Option<PostView> {
        let (reader, _) = *self.listeners.get(&channel)?;
        let known = reader.player().map_or_else(|| self.game.public(), |seat| self.game.known_to(seat));
        let race = known.race().ok()?;
        Some(PostView {
            version: crate::VERSION,
            table: self.id.clone(),
            to: reader,
            heading: known.title().to_owned(),
            game: HareTortoise::ID,
            ruleset: known.record().ruleset.title.name.clone(),
            events: known.rounds().len(),
            post: self.details(reader, &known, &race),
        })
    }

    fn details(&self, reader: PostReader, known: &PostalGame, race: &Race<HareTortoise>) -> PostDetails {
        let last = known.rounds().last().map(|kept| &kept.report);
        let round = self.open_round();
        let view = race.seat_view(reader.player().unwrap_or(Seat::FIRST));
        let called = Seats::MOST.iter().take(self.seats.len()).map(|seat| self.called(seat));
        let names = Names::new(called.collect()).addressing(reader.player());
        let svg = match reader {
            PostReader::Player(_) => Some(race.game().svg(&view, &Marks::NONE, &names)),
            PostReader::Master | PostReader::Watcher => race.game().svg_for_watchers(&view, None, &names),
        };
        let standings = self.standings();
        PostDetails {
            round,
            due: self.due,
            until: self.due.filter(|_| self.grace > 0).map(|due| due.saturating_add(self.grace)),
            due_words: self.due.and_then(moment).map(|due| known.zone().show(due)),
            zone: known.zone().to_string(),
            hours: self.each.map(|each| each / 3_600_000),
            players: self.players(reader, &standings),
            svg: svg.map_or_else(String::new, |svg| svg.unstyled()),
            picture: race.game().draw(&view, &Marks::NONE, &names, &furlong::text::Canvas::PLAIN),
            reports: known.rounds().iter().map(|kept| kept.report.round).collect(),
            report: last.map(|report| of_reader(report, reader)),
            promise: known.dice_promise().map(str::to_owned),
            dice: round.is_none().then(|| checked_dice(known)),
            places: last.filter(|_| round.is_none()).map(Report::places),
            log: self.game.log().iter().map(logged).collect(),
            desk: reader.player().and_then(|seat| self.desk(seat, known)),
            waits: (reader == PostReader::Master).then(|| self.waits(known, &standings)),
        }
    }

    /// The players, with the state of their orders.
    fn players(&self, reader: PostReader, standings: &[Standing]) -> Vec<PlayerByPost> {
        let orders = |seat: Seat| {
            let standing = *standings.get(seat.index())?;
            Some(if reader == PostReader::Player(seat) { standing } else { standing.for_others() })
        };
        let devices = self.devices();
        let player = |seat: Seat| PlayerByPost {
            seat,
            name: self.called(seat),
            here: devices[seat] > 0,
            devices: devices[seat],
            invited: self.seats[seat.index()].link.as_ref().is_some_and(SeatLink::is_open),
            colour: seat.index(),
            orders: orders(seat),
            missed: self.game.missing(seat),
        };
        Seats::MOST.iter().take(self.seats.len()).map(player).collect()
    }

    fn desk(&self, seat: Seat, known: &PostalGame) -> Option<Desk> {
        let moves = known.possible(seat).unwrap_or_default();
        Some(Desk {
            page: known.page(seat).ok()?.into(),
            moves: moves.into_iter().map(possible).collect(),
            squares: (0..).map_while(Square::new).map(|to| MoveOrder::To(to).to_string()).collect(),
            sheet: self.sheet(known, seat),
            blank: known.blank_sheet(seat).ok().flatten(),
            sent: self.sent_by(seat).map(str::to_owned),
            away: self.away(seat),
        })
    }

    /// The text for the master about players without orders, and how they would move.
    fn waits(&self, public: &PostalGame, standings: &[Standing]) -> String {
        if self.is_over() {
            return String::new();
        }
        let missing = Seats::MOST.iter().zip(standings);
        let missing = missing.filter(|(_, standing)| standing.for_others() == Standing::Missing);
        let words = missing.map(|(seat, _)| {
            let default = public.default_words(seat).unwrap_or_default();
            format!(
                "{} has sent nothing in this round, and moves by default unless earlier orders or an absence apply: {default}",
                self.called(seat)
            )
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "All orders are in.".to_owned() } else { words.join("\n") }
    }

    /// The report of a round, with the press to its reader.
    pub(super) fn report(&self, reader: PostReader, round: u16) -> Result<DocumentView, Refusal> {
        let found = self.game.rounds().iter().find(|kept| kept.report.round == round);
        let kept = found
            .ok_or_else(|| Refusal::new(ErrorCode::BadValue, format!("Round {round} has no report.")))?;
        Ok(of_reader(&kept.report, reader))
    }
}

fn possible((order, remark): (MoveOrder, String)) -> Possible {
    let square = match order {
        MoveOrder::To(square) => Some(square.number().to_string()),
        _ => None,
    };
    Possible(order.to_string(), remark, square)
}

fn of_reader(report: &Report, reader: PostReader) -> DocumentView {
    match reader {
        PostReader::Player(seat) => report.document_for(seat).into(),
        PostReader::Master | PostReader::Watcher => report.document().into(),
    }
}

fn checked_dice(known: &PostalGame) -> String {
    match known.check_dice() {
        Ok(checked) => format!(
            "All dice were drawn again from the promised line: {} came out the same.",
            furlong::text::counted(checked.drawn as i64, "outcome", "outcomes")
        ),
        Err(fault) => Refusal::of(ErrorCode::Failed, &fault).sentence,
    }
}

fn logged(entry: &furlong::hare_tortoise::postal::LogEntry) -> Logged {
    Logged { at: entry.time.seconds().saturating_mul(1_000), act: entry.act.clone() }
}
