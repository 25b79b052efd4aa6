//! The view of a table: what one reader may know, in the form for a page.

use furlong::common::SeatSet;
use furlong::table::{Question, Ranking, Reader, Shown, Stage, Table};
use furlong::text::HandItem;
use furlong::{Seat, SeatMap, Turn};
use serde::Serialize;

use crate::Millis;
use crate::chat::ChatLine;

/// The view of a reader. It depends only on what the table shows to this reader.
#[derive(Debug, Serialize)]
pub(crate) struct TableView {
    version: u32,
    table: String,
    to: Reader,
    heading: String,
    game: &'static str,
    ruleset: String,
    pub(crate) events: usize,
    since: usize,
    round: usize,
    players: Vec<PlayerView>,
    stage: &'static str,
    scenes: Vec<FrameView>,
    board: BoardView,
    hand: Vec<HandItem>,
    question: Option<Question>,
    /// The happenings since the player's last turn, if a decision is due.
    news: Vec<Shown>,
    /// `None` for a game that was ended before its first move.
    places: Option<Ranking>,
    ending: Option<String>,
    decided: Option<String>,
    proposal: Option<ProposalView>,
    /// The latest messages, in the first view of a channel. Later ones are pushed one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat: Option<Vec<ChatLine>>,
    may: May,
    lesson: Option<LessonView>,
    past: Option<usize>,
    /// The number of events of the whole game, for the view of an earlier moment.
    of: Option<usize>,
    /// The table of the rematch, which the same links open.
    next: Option<String>,
}

/// A player at the table.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct PlayerView {
    seat: Seat,
    name: String,
    who: String,
    /// What everybody may know about the seat, in a few words.
    facts: String,
    here: bool,
    /// The number of devices on which the seat is open.
    devices: usize,
    /// Whether the link of the seat has not been used yet.
    invited: bool,
    /// Whether the seat waits for the person of this name.
    reserved: bool,
    decides: bool,
    away: Option<AwayView>,
    clock: Option<ClockView>,
    colour: usize,
}

/// The time for which a player has been away. The page continues the count itself.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct AwayView {
    pub(crate) time: Millis,
    /// The time until the others may let a bot play; `None` if they may not.
    pub(crate) wait: Option<Millis>,
}

/// A clock, which the page itself keeps running.
#[derive(Debug, Serialize)]
struct ClockView {
    left: Millis,
    running: bool,
}

/// A step of what has happened, and the table after it.
#[derive(Debug, Serialize)]
struct FrameView {
    shown: Vec<Shown>,
    svg: String,
}

/// The board as a picture and in characters.
#[derive(Debug, Serialize)]
pub(crate) struct BoardView {
    pub(crate) svg: String,
    pub(crate) picture: String,
}

/// A proposal, and the players who have agreed.
#[derive(Debug, Serialize)]
pub(crate) struct ProposalView {
    pub(crate) what: &'static str,
    /// The seat for which a bot would play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<Seat>,
    pub(crate) by: Seat,
    pub(crate) agreed: Vec<Seat>,
}

/// What the reader may do besides moving.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is something to do of its own")]
pub(crate) struct May {
    pub(crate) abort: bool,
    /// Reserve free seats, and fill them with bots.
    pub(crate) host: bool,
    pub(crate) resign: bool,
    pub(crate) undo: bool,
    pub(crate) record: bool,
    pub(crate) watch: bool,
    pub(crate) write: bool,
}

/// A step of a guided game.
#[derive(Debug, Serialize)]
struct LessonView {
    step: usize,
    asked: usize,
    remarks: String,
}

/// The parts of a view that the game's table does not know.
pub(crate) struct ViewContext {
    pub(crate) id: String,
    pub(crate) devices: SeatMap<usize>,
    /// The seats whose links nobody has used yet.
    pub(crate) invited: SeatSet,
    /// The seats that wait for somebody in particular.
    pub(crate) reserved: SeatSet,
    /// The time that each seat has left, and whether its clock runs.
    pub(crate) clocks: Vec<Option<(Millis, bool)>>,
    /// The people who are away.
    pub(crate) away: Vec<Option<AwayView>>,
    pub(crate) proposal: Option<ProposalView>,
    pub(crate) chat: Option<Vec<ChatLine>>,
    /// The sentence about the end of a game that was ended before its first move.
    pub(crate) aborted: Option<String>,
    pub(crate) decided: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) may: May,
    /// Whether the view shows an earlier moment.
    pub(crate) is_past: bool,
}

/// The current view of a reader who has been sent everything up to event `from`.
pub(crate) fn table_view(
    table: &mut dyn Table,
    reader: Reader,
    from: usize,
    around: ViewContext,
) -> TableView {
    let now = table.now();
    let from = from.min(now);
    let scenes = frames(table, reader, from, now);
    let is_over = table.turn() == Turn::Over || table.lost().is_some();
    let (sentence, places) = table.ending(reader);
    let ending = around.aborted.clone().or_else(|| is_over.then_some(sentence));
    let lesson =
        table.lesson().map(|(step, asked)| LessonView { step, asked, remarks: table.remarks().to_owned() });
    let hand = reader.player().map_or_else(Vec::new, |seat| table.hand(seat));
    let is_moment = around.is_past || matches!(table.stage(), Stage::Replay { .. });
    let of = is_moment.then(|| table.events());
    let players = players(table, &around);
    let question = reader.player().and_then(|seat| table.question(seat));
    let is_asked = question.is_some() && lesson.is_none();
    let news = if is_asked { table.narrate(reader, table.since_turn(reader), now).shown } else { Vec::new() };
    TableView {
        version: crate::VERSION,
        table: around.id,
        to: reader,
        heading: table.heading(),
        game: table.game(),
        ruleset: table.rules().name,
        events: now,
        since: from,
        round: table.round(),
        players,
        stage: if around.aborted.is_some() { "over" } else { stage(table.stage()) },
        scenes,
        board: board(table, reader, None),
        hand,
        question: question.map(|question| in_own_room(table, question)),
        news,
        places: Some(places).filter(|_| around.aborted.is_none()),
        ending,
        decided: around.decided,
        proposal: around.proposal,
        chat: around.chat,
        may: around.may,
        lesson,
        past: around.is_past.then_some(now),
        of,
        next: around.next,
    }
}

/// The board, with the effect of a choice.
pub(crate) fn board(table: &dyn Table, reader: Reader, choice: Option<usize>) -> BoardView {
    let svg = table.svg(reader, choice).unstyled();
    let picture = table.board(reader, choice).map_or_else(String::new, |board| board.picture);
    BoardView { svg, picture }
}

fn frames(table: &mut dyn Table, reader: Reader, from: usize, to: usize) -> Vec<FrameView> {
    let frames = table.svg_frames(reader, from, to).into_iter();
    frames.map(|(message, svg)| FrameView { shown: message.shown, svg: svg.unstyled() }).collect()
}

fn players(table: &dyn Table, around: &ViewContext) -> Vec<PlayerView> {
    let has_ended = around.aborted.is_some() || table.lost().is_some();
    let decides =
        |seat: Seat| !has_ended && (table.deciding().contains(seat) || table.turn() == Turn::Seat(seat));
    let facts = table.facts();
    let seen = |(seat, player): (Seat, &furlong::record::Player)| PlayerView {
        seat,
        name: player.name.clone(),
        who: player.player.clone(),
        facts: facts.get(seat.index()).cloned().unwrap_or_default(),
        here: around.devices[seat] > 0,
        devices: around.devices[seat],
        invited: around.invited.contains(seat),
        reserved: around.reserved.contains(seat),
        decides: !around.is_past && decides(seat),
        away: around.away[seat.index()].filter(|_| !around.is_past),
        clock: around.clocks[seat.index()].map(|(left, running)| ClockView { left, running }),
        colour: table.names().colour(seat) as usize,
    };
    table.seats().iter().zip(table.players()).map(seen).collect()
}

/// The question for somebody with their own screen, which need not say who is asked.
fn in_own_room(table: &dyn Table, question: Question) -> Question {
    let addressed = format!("{}: ", table.names().name(question.seat));
    let text = question.text.strip_prefix(&addressed).unwrap_or(&question.text);
    Question { text: furlong::text::capitalized(text), ..question }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Bot(_) => "bot",
        Stage::Chance => "chance",
        Stage::Over | Stage::TimeUp(_) | Stage::Resigned(_) => "over",
        Stage::Unfinished => "unfinished",
        Stage::Replay { .. } => "replay",
        _ => "person",
    }
}
