//! A recorded game before the full screen.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::play::advice::{adviser, is_open_to, reasons};
use crate::play::full::{Answer, Desk, Leap, Stage};
use crate::play::outcome::{ending_sentence, places};
use crate::play::table::Occupant;
use crate::play::typed::Typed;
use crate::replays::analyse::{Analysed, Story};
use crate::replays::replay::{Replay, Way};
use crate::screen::Screen;
use furlong::arena::Progress;
use furlong::record::Event;
use furlong::text::{Canvas, capitalized};
use furlong::{Playable, Ruleset as _, Seat, SeatSet, StopFlag, Turn};

/// The most events whose sentences are shown in the log.
const MOST_EVENTS: usize = 100;

/// The keys, for the help.
const KEYS: [(&str, &str); 13] = [
    ("<- ->", "one event back or on"),
    ("up down", "to the last or next move of a player"),
    ("T t", "to the end of the turn before, or of this one"),
    ("PgUp PgDn", "to the end of the round before, or of this one"),
    ("Home End", "to the start or the end"),
    ("12 Enter", "to the moment after event 12"),
    ("s", "from whose eyes the game is shown: each player's, or all open"),
    ("a", "analyses: turning points, mistakes, the curve of each player's chance"),
    ("N n", "to the last or next turning point or mistake, after `a`"),
    ("w", "shows the bots' reasons in the log, or no longer"),
    ("e", "writes the analysis as a page for a browser"),
    ("p", "plays on from here: you take a seat, and bots the others"),
    ("l v q", "the whole log; the whole table; leaves"),
];

/// A recorded game, and the way in which a person looks at it.
pub(crate) struct ReplayScreen<G: Playable> {
    replay: Replay<G>,
    path: PathBuf,
    screen: Screen<Vec<u8>>,
    /// The moment and the eyes whose log has been taken.
    logged: Option<(usize, Option<Seat>, usize)>,
    /// A person has agreed that the hidden things of an unfinished game are shown.
    is_agreed: bool,
    /// The person is asked whether hidden things are to be shown.
    asks: bool,
    tells_reasons: bool,
    /// The reasons of bots that have been asked for, by the number of the event.
    reasons: BTreeMap<usize, Reasons>,
    pub(crate) analysed: Analysed,
}

/// The reasons of a bot for a decision, and the seats that may know them.
struct Reasons {
    said: String,
    open_to: SeatSet,
}

impl<G: Playable> ReplayScreen<G> {
    /// The game of this file. Finished, it is shown open; else from the eyes of its only person. Of several people, one
    /// has to agree first.
    pub(crate) fn new(mut replay: Replay<G>, path: &Path) -> Self {
        let people: Vec<Seat> = replay.seats().iter().filter(|seat| is_person(&replay, *seat)).collect();
        let is_open = replay.is_over() || people.is_empty();
        if !is_open && replay.seat().is_none() && people.len() == 1 {
            // A person at the table has a seat of it.
            _ = replay.look_from(people.first().copied());
        }
        let is_agreed = is_open || replay.seat().is_some() && people.len() != 1;
        let asks = !is_agreed && replay.seat().is_none();
        Self {
            replay,
            path: path.to_owned(),
            screen: Screen::kept(Canvas::PLAIN),
            logged: None,
            is_agreed,
            asks,
            tells_reasons: false,
            reasons: BTreeMap::new(),
            analysed: Analysed::default(),
        }
    }

    pub(crate) fn replay(&self) -> &Replay<G> {
        &self.replay
    }

    /// Asks the bot of the last decision that is shown for its reasons.
    fn ask_for_reasons(&mut self) -> Result<(), Failure> {
        let now = self.replay.now();
        let Some(Event::Action(played)) = now.checked_sub(1).map(|last| self.replay.record().events[last])
        else {
            return Ok(());
        };
        if self.reasons.contains_key(&now) {
            return Ok(());
        }
        let seat = played.seat;
        let occupant = self.replay.record().seats.get(seat.index()).map(|player| player.player.parse());
        // A program is not asked again.
        let Some(Ok(Occupant::Bot(spec))) = occupant else { return Ok(()) };
        let race = self.replay.race_before().map_err(Failure::failed)?;
        let mut bot = adviser::<G>(&spec.to_string(), race.seats()).map_err(Failure::failed)?;
        race.tell_afresh(&mut bot, seat);
        if let Some(said) = reasons(&race, &mut *bot, seat, &self.replay.names()) {
            let open_to = race.seats().iter().filter(|reader| is_open_to(&race, seat, *reader)).collect();
            self.reasons.insert(now, Reasons { said, open_to });
        }
        Ok(())
    }

    /// The sentences on the events up to the moment that is shown, each with the number of the event.
    fn log(&self, from: usize) -> Vec<String> {
        let digits = self.replay.events().to_string().len();
        let is_told = |reasons: &&Reasons| {
            self.tells_reasons && self.replay.seat().is_none_or(|seat| reasons.open_to.contains(seat))
        };
        let mut lines = Vec::new();
        for event in from..=self.replay.now() {
            lines.extend(self.replay.lines(event).iter().map(|line| format!("{event:>digits$}  {line}")));
            let told = self.reasons.get(&event).filter(is_told);
            lines.extend(told.map(|reasons| format!("{:digits$}{}", "", reasons.said)));
        }
        lines
    }

    /// The remarks on the moment that is shown, and the curves; only that of one seat where there is no room.
    fn curves(&self, story: &Story, columns: usize, rows: usize) -> Vec<String> {
        let now = self.replay.now();
        let remarks = story.remarks(now);
        let wrapped = remarks.iter().flat_map(|remark| textwrap::wrap(remark, columns.max(1)));
        let mut lines: Vec<String> = wrapped.map(Cow::into_owned).collect();
        let all = story.curves_at(now, columns, None);
        if lines.len() + all.len() <= rows {
            lines.extend(all);
        } else {
            lines.truncate(rows.saturating_sub(2));
            lines.extend(
                story.curves_at(now, columns, Some(self.replay.eyes())).into_iter().take(rows.max(1)),
            );
        }
        lines
    }

    /// The next to move at this moment, as a sentence.
    fn next_words(&self) -> String {
        let names = self.replay.names();
        match self.replay.turn() {
            Turn::Over => ending_sentence(&self.replay.game().standings(self.replay.state()), &names),
            Turn::Chance(_) => "Chance is next.".to_owned(),
            Turn::Seat(seat) => format!("{} next.", names.does(seat, "decide", "decides")),
        }
    }

    fn help(&mut self) -> Result<(), Failure> {
        self.screen.heading("Keys")?;
        for (key, meaning) in KEYS {
            self.screen.item(&format!("{key:<11}{meaning}"))?;
        }
        self.screen.heading("The rules in brief")?;
        Ok(self.screen.guide(&self.replay.game().guide())?)
    }
}

fn is_person<G: Playable>(replay: &Replay<G>, seat: Seat) -> bool {
    let player = replay.record().seats.get(seat.index());
    player.is_some_and(|player| player.player.parse() == Ok(Occupant::Person))
}

impl<G: Playable> Desk for ReplayScreen<G> {
    fn title(&self) -> String {
        let rules = self.replay.record().ruleset.title().plain();
        format!("{}: {}, replay", G::ID, rules.name)
    }

    fn people(&self) -> usize {
        self.replay.seats().iter().filter(|seat| is_person(&self.replay, *seat)).count()
    }

    fn stage(&self) -> Stage {
        if self.asks {
            return Stage::Notice(
                "This game is not over. What follows shows everything hidden: cards, bets, hands.\n\n\
                 Press Enter to see it, Esc to go back, q to leave."
                    .to_owned(),
            );
        }
        Stage::Replay { is_over: self.replay.turn() == Turn::Over }
    }

    fn news(&mut self) -> Vec<String> {
        let moment = (self.replay.now(), self.replay.seat(), self.reasons.len());
        if self.logged == Some(moment) {
            return Vec::new();
        }
        self.logged = Some(moment);
        self.log(self.replay.now().saturating_sub(MOST_EVENTS).max(1))
    }

    fn picture(&mut self, _choice: Option<usize>) -> Result<String, Failure> {
        let picture = self.replay.picture(&self.screen.canvas());
        self.screen.picture(&picture)?;
        Ok(self.screen.take())
    }

    fn choices(&self) -> (String, Vec<(String, Option<String>)>) {
        let replay = &self.replay;
        let eyes = match replay.seat() {
            Some(seat) => format!("as {} sees it", replay.names().name(seat)),
            None => "all open".to_owned(),
        };
        let moment =
            format!("Event {} of {}, round {}, {eyes}.", replay.now(), replay.events(), replay.round());
        (format!("{moment} {}", capitalized(&self.next_words())), Vec::new())
    }

    fn panel(&self, columns: usize, rows: usize) -> Vec<String> {
        let (replay, names) = (&self.replay, self.replay.names());
        let is_over = replay.turn() == Turn::Over;
        let result =
            if is_over { places(replay.game(), replay.state(), &names, columns) } else { Vec::new() };
        let rows = rows.saturating_sub(result.len());
        let lines =
            self.analysed.story.as_ref().map_or_else(Vec::new, |story| self.curves(story, columns, rows));
        let rows = rows.saturating_sub(lines.len());
        let held = replay.held(columns);
        // A part of what the seats hold would mislead.
        let held = if held.len() <= rows { held } else { Vec::new() };
        [result, lines, held].concat()
    }

    fn confirm(&mut self, is_yes: bool) {
        self.is_agreed |= is_yes;
        // Without a seat to look from, nothing can be shown before somebody agrees.
        self.asks = !self.is_agreed && self.replay.seat().is_none();
    }

    fn asks_first(&mut self) -> bool {
        self.asks = !self.is_agreed;
        self.asks
    }

    fn obey(&mut self, typed: Typed) -> Result<Answer, Failure> {
        Ok(match typed {
            Typed::Quit => Answer::Leave,
            Typed::Log => Answer::Text(self.log(1).join("\n") + "\n"),
            Typed::Help => {
                self.help()?;
                Answer::Text(self.screen.take())
            }
            Typed::Why => {
                self.tells_reasons = !self.tells_reasons;
                self.logged = None;
                if !self.tells_reasons {
                    return Ok(Answer::TakenBack("The log no longer tells the bots' reasons.".to_owned()));
                }
                self.ask_for_reasons()?;
                Answer::TakenBack(
                    "The log tells the reasons of the bots at the moves that you go to.".to_owned(),
                )
            }
            Typed::View => {
                let columns = self.screen.canvas().width;
                let lines = self.panel(columns, usize::MAX);
                Answer::Text(format!("{}\n{}\n", self.picture(None)?, lines.join("\n")))
            }
            _ => Answer::GoesOn,
        })
    }

    fn leap(&mut self, leap: Leap) -> Result<(), Failure> {
        match leap {
            Leap::Stride(stride, way) => self.replay.go(stride, way),
            Leap::To(event) => self.replay.go_to(event).map_err(Failure::Usage)?,
            Leap::KeyPoint(way) => {
                let Some(story) = &self.analysed.story else {
                    return Err(Failure::usage("there are no turning points yet: a analyses the game"));
                };
                let (mut moments, now) =
                    (story.key_moments().into_iter().map(|(number, _)| number), self.replay.now());
                let found = match way {
                    Way::Forward => moments.find(|number| *number > now),
                    Way::Back => moments.rfind(|number| *number < now),
                };
                let event =
                    found.ok_or_else(|| Failure::usage("there is no other turning point that way"))?;
                self.replay.go_to(event).map_err(Failure::Usage)?;
            }
        }
        self.logged = None;
        if self.tells_reasons { self.ask_for_reasons() } else { Ok(()) }
    }

    fn change_eyes(&mut self) {
        let mut seats = self.replay.seats().iter();
        let next = match self.replay.seat() {
            None => seats.next(),
            Some(seat) => seats.find(|other| *other > seat),
        };
        // It is a seat of this table.
        _ = self.replay.look_from(next);
        self.logged = None;
    }

    fn analyse(&mut self, stop: &StopFlag, observer: &(dyn Fn(Progress) + Sync)) -> Result<String, Failure> {
        let points = self.analysed.key_points(self.replay.record(), stop, observer)?;
        self.screen.text(&points)?;
        Ok(self.screen.take())
    }

    fn write_page(&mut self) -> Result<Option<PathBuf>, Failure> {
        self.analysed.page(&self.path)
    }

    fn draw_on(&mut self, canvas: Canvas) {
        self.screen.draw_on(canvas);
    }
}
