//! A recorded game on the full screen.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::play::full_screen::{Analysing, Answer, Leap, News, ScreenModel, Stage, TableFrame};
use crate::play::print::{line_of, place_lines};
use crate::play::typed_line::Typed;
use crate::replays::analyse::{Analysed, Story};
use crate::screen::Screen;
use furlong::table::{Reader, Request, Shown, Stride, Table, Way};
use furlong::text::{Canvas, Names, capitalized};
use furlong::{Seat, Turn};

/// The maximum number of events in the log.
const MOST_EVENTS: usize = 100;

/// The keys, for the help.
const KEYS: [(&str, &str); 13] = [
    ("<- ->", "one event back or forward"),
    ("up down", "to the previous or next move"),
    ("T t", "to the end of the previous or this turn"),
    ("PgUp PgDn", "to the end of the previous or this round"),
    ("Home End", "to the start or the end"),
    ("12 Enter", "to event 12"),
    ("s", "point of view: each player, or everything"),
    ("a", "analyse: turning points, mistakes, each player's chances"),
    ("N n", "to the previous or next turning point or mistake, after `a`"),
    ("w", "show or hide the bots' reasons in the log"),
    ("e", "write the analysis as a web page"),
    ("p", "play on from here: you take a seat, bots take the others"),
    ("l v q", "the whole log; the whole table; leave"),
];

/// A recorded game, and how a person is viewing it.
pub(crate) struct ReplayScreen {
    table: Box<dyn Table>,
    /// The seat whose view is shown; `None` shows everything.
    viewer: Option<Seat>,
    path: PathBuf,
    screen: Screen<Vec<u8>>,
    /// The moment and the seat whose log has been taken.
    logged: Option<(usize, Option<Seat>)>,
    /// True if the replay has moved by one step, whose frames are then shown.
    is_step: bool,
    /// True while the person is asked to show hidden things.
    asks: bool,
    pub(crate) analysed: Analysed,
    /// True until an analysis has started by itself.
    analyses_first: bool,
}

impl ReplayScreen {
    /// Opens the game. A finished game is shown open, an unfinished one from the view of its only person. With several
    /// people, somebody must confirm first.
    pub(crate) fn new(mut table: Box<dyn Table>, viewer: Option<Seat>, path: &Path) -> Self {
        let viewer = viewer.or(table.only_person().filter(|_| !table.is_open()));
        if viewer.is_some() && table.only_person().is_none() {
            table.open();
        }
        let asks = viewer.is_none() && !table.is_open();
        let (path, screen) = (path.to_owned(), Screen::kept(Canvas::PLAIN));
        Self {
            table,
            viewer,
            path,
            screen,
            logged: None,
            is_step: false,
            asks,
            analysed: Analysed::default(),
            analyses_first: false,
        }
    }

    /// Returns the replay at the end of the game, which is analysed at once.
    pub(crate) fn analysed_at_its_end(mut self) -> Self {
        self.table.go(Stride::Game, Way::Forward);
        Self { analyses_first: true, ..self }
    }

    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    fn reader(&self) -> Reader {
        Reader::of(self.viewer)
    }

    /// The sentences about the events up to the moment shown, each with the number of the event.
    fn log(&self, from: usize) -> Vec<News> {
        let of_event = |event| {
            let lines = event_lines(&*self.table, self.reader(), event).into_iter();
            lines.map(move |(text, is_reason)| News { text, is_reason, event })
        };
        (from..=self.table.now()).flat_map(of_event).collect()
    }

    /// The remarks about the moment shown, and the curves, or the curve of only one seat if there is little room.
    fn curves(&self, story: &Story, columns: usize, rows: usize) -> Vec<String> {
        let now = self.table.now();
        let remarks = story.remarks(now);
        let wrapped = remarks.iter().flat_map(|remark| textwrap::wrap(remark, columns.max(1)));
        let mut lines: Vec<String> = wrapped.map(Cow::into_owned).collect();
        let all = story.curves_at(now, columns, None);
        if lines.len() + all.len() <= rows {
            lines.extend(all);
        } else {
            let viewer = self.viewer.unwrap_or_else(|| self.table.turn().viewer());
            lines.truncate(rows.saturating_sub(2));
            lines.extend(story.curves_at(now, columns, Some(viewer)).into_iter().take(rows.max(1)));
        }
        lines
    }

    /// A sentence about who moves next.
    fn next_words(&self) -> String {
        let names = self.table.names().addressing(self.viewer);
        match self.table.turn() {
            Turn::Over => self.table.ending(self.reader()).0,
            Turn::Chance(_) => "Chance is next.".to_owned(),
            Turn::Seat(seat) => format!("{} next.", names.does(seat, "decide", "decides")),
        }
    }

    fn help(&self) -> Vec<Shown> {
        let keys =
            KEYS.map(|(key, meaning)| Shown::Word { word: key.to_owned(), meaning: meaning.to_owned() });
        let heading = Shown::Heading("Keys".to_owned());
        std::iter::once(heading).chain(keys).chain(self.table.guide(self.reader()).shown).collect()
    }
}

/// The sentences about an event (counted from 1) as this reader knows it. Each has the number of the event, and says
/// whether it reports a bot's thoughts.
pub(super) fn event_lines(table: &dyn Table, reader: Reader, event: usize) -> Vec<(String, bool)> {
    let told = table.narrate(reader, event - 1, event).shown;
    told.iter().map(|shown| event_line(table, event, shown)).collect()
}

/// A sentence about an event with its number, and whether it reports a bot's thoughts.
fn event_line(table: &dyn Table, event: usize, shown: &Shown) -> (String, bool) {
    let digits = table.events().to_string().len();
    match shown {
        Shown::Happened(text) => (format!("{event:>digits$}  {text}"), false),
        shown => (format!("{:digits$}{}", "", line_of(shown)), true),
    }
}

impl ScreenModel for ReplayScreen {
    fn title(&self) -> String {
        format!("{}, replay", self.table.heading())
    }

    fn names(&self) -> Names {
        self.table.names().addressing(self.viewer.or(self.table.only_person()))
    }

    fn people(&self) -> usize {
        usize::from(self.table.people().len())
    }

    fn stage(&self) -> Stage {
        if self.asks {
            return Stage::Notice(
                "This game is not over, and the replay shows all hidden cards, bets and hands.\n\n\
                 Press y to see it, Esc to go back."
                    .to_owned(),
                "y: show  Esc: back  q leave",
            );
        }
        Stage::Replay { is_over: self.table.turn() == Turn::Over }
    }

    fn frames(&mut self) -> Result<Vec<TableFrame>, Failure> {
        let moment = (self.table.now(), self.viewer);
        if self.logged == Some(moment) {
            return Ok(Vec::new());
        }
        self.logged = Some(moment);
        let now = self.table.now();
        let mut news = self.log(now.saturating_sub(MOST_EVENTS).max(1));
        let moments = match now.checked_sub(1) {
            Some(before) if self.is_step => self.table.frames_between(self.reader(), before, now),
            _ => Vec::new(),
        };
        let mut frames = Vec::new();
        if moments.len() > 1 {
            // The frames tell the event themselves.
            news.retain(|news| news.event < now);
            for shown in moments.iter().flat_map(|message| &message.shown) {
                if let Shown::Board(board) = shown {
                    self.screen.picture(&board.picture)?;
                    let picture = Some(self.screen.take());
                    frames.push(TableFrame { news: std::mem::take(&mut news), picture });
                } else {
                    let (text, is_reason) = event_line(&*self.table, now, shown);
                    news.push(News { text, is_reason, event: now });
                }
            }
        }
        frames.push(TableFrame { news, picture: None });
        Ok(frames)
    }

    fn since_turn(&self) -> usize {
        self.table.since_turn(Reader::All)
    }

    fn picture(&mut self, _choice: Option<usize>) -> Result<String, Failure> {
        let board = self.table.board(self.reader(), None).unwrap_or_default();
        self.screen.picture(&board.picture)?;
        Ok(self.screen.take())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        let table = &self.table;
        let viewer = match self.viewer {
            Some(seat) => format!("as seen by {}", table.names().name(seat)),
            None => "everything shown".to_owned(),
        };
        let moment =
            format!("Event {} of {}, round {}, {viewer}.", table.now(), table.events(), table.round());
        (format!("{moment} {}", capitalized(&self.next_words())), Vec::new())
    }

    fn panel(&self, columns: usize, rows: usize) -> Vec<String> {
        let (table, reader) = (&self.table, self.reader());
        let is_over = table.turn() == Turn::Over;
        let result = if is_over { place_lines(&table.ending(reader).1, columns) } else { Vec::new() };
        let rows = rows.saturating_sub(result.len());
        let lines =
            self.analysed.story.as_ref().map_or_else(Vec::new, |story| self.curves(story, columns, rows));
        let rows = rows.saturating_sub(lines.len());
        let held = table.possessions(reader).map_or_else(Vec::new, |held| place_lines(&held, columns));
        // A part of what the seats hold would mislead.
        let held = if held.len() <= rows { held } else { Vec::new() };
        [result, lines, held].concat()
    }

    fn confirm(&mut self, is_yes: bool) {
        if is_yes {
            self.table.open();
        }
        // Without a seat to look from, nothing can be shown before somebody agrees.
        self.asks = !self.table.is_open() && self.viewer.is_none();
    }

    fn asks_first(&mut self) -> bool {
        self.asks = !self.table.is_open();
        self.asks
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        Ok(match typed {
            Typed::Quit => Answer::Leave,
            Typed::Asked(Request::Log) => {
                Answer::Log(self.log(1).into_iter().map(|news| Shown::Sentence(news.text)).collect())
            }
            Typed::Asked(Request::Help) => Answer::Told(self.help()),
            Typed::Asked(Request::Why) => {
                self.logged = None;
                let reply = self.table.answer(self.reader(), &Request::Why)?;
                Answer::TakenBack(reply.message.shown)
            }
            Typed::Asked(Request::View) => {
                let columns = self.screen.canvas().width;
                let panel = Shown::Sheet(self.panel(columns, usize::MAX).join("\n"));
                let board = self.table.board(self.reader(), None).map(Shown::Board);
                Answer::Told(board.into_iter().chain([panel]).collect())
            }
            _ => Answer::GoesOn,
        })
    }

    fn leap(&mut self, leap: Leap) -> Result<(), Failure> {
        let before = self.table.now();
        let is_step = matches!(leap, Leap::Stride(Stride::Event | Stride::Decision, Way::Forward));
        match leap {
            Leap::Stride(stride, way) => self.table.go(stride, way),
            Leap::To(event) => self.table.go_to(event).map_err(Failure::usage)?,
            Leap::KeyPoint(way) => {
                let Some(story) = &self.analysed.story else {
                    return Err(Failure::usage("no turning points yet: press a to analyse the game"));
                };
                let (mut moments, now) =
                    (story.key_moments().into_iter().map(|(number, _)| number), self.table.now());
                let found = match way {
                    Way::Forward => moments.find(|number| *number > now),
                    Way::Back => moments.rfind(|number| *number < now),
                };
                let event =
                    found.ok_or_else(|| Failure::usage("no more turning points in that direction"))?;
                self.table.go_to(event).map_err(Failure::usage)?;
            }
        }
        self.logged = None;
        self.is_step = is_step && before < self.table.now();
        Ok(())
    }

    fn change_viewer(&mut self) {
        let mut seats = self.table.seats().iter();
        self.viewer = match self.viewer {
            None => seats.next(),
            Some(seat) => seats.find(|other| *other > seat),
        };
        self.logged = None;
    }

    fn analyses_first(&mut self) -> bool {
        std::mem::take(&mut self.analyses_first)
    }

    fn analyse(&mut self) -> Result<Analysing, Failure> {
        self.analysed.key_points(&*self.table, &self.path)
    }

    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.analysed.page(&*self.table, &self.path)
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.screen.draw_on(canvas);
        self.table.draw_on(canvas);
    }
}
