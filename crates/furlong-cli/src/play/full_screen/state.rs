//! The state of the screen.

use std::collections::VecDeque;
use std::time::Duration;

use ratatui_core::layout::Rect;

use super::screen_model::{News, Stage, TableFrame};
use super::wrap::paragraphs;
use crate::play::settings::{Settings, USUAL_PACE};
use furlong::table::Shown;

/// How long a step by others is shown, from slow to fast.
pub(super) const PACES: [Duration; 6] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(300),
    Duration::from_millis(100),
    Duration::ZERO,
];

/// The maximum number of lines of news that are kept.
pub(super) const MOST_NEWS: usize = 500;

/// The maximum number of lines of a refusal that replaces the question.
const MOST_REFUSED: usize = 3;

/// Something to read, next to the table if there is room, or over it. It is laid out when it is painted, for the
/// size at that moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    pub(super) values: Vec<Shown>,
    /// The first line shown. Beyond the last page, the last page is shown.
    pub(super) from: usize,
}

/// A question that any key answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    #[default]
    Nothing,
    /// Which key a menu gives to a command.
    Key,
    /// Whether to leave the game, or in the first menu the program.
    ToLeave,
    /// Whether to go on without waiting for the analysis.
    ToHide,
}

/// Everything that the screen shows.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) title: String,
    /// The time left to each of the people.
    pub(super) times: Vec<String>,
    pub(super) stage: Stage,
    /// The number of people at the table.
    pub(super) people: usize,
    /// The keys of a game that mean nothing here.
    pub(super) unused_keys: &'static [char],
    pub(super) picture: String,
    /// The reason to play at another level, if one is offered.
    pub(super) new_level: Option<String>,
    /// The sentences above the question.
    pub(super) explanation: String,
    pub(super) question: String,
    /// Lines below the question.
    pub(super) panel: Vec<String>,
    pub(super) choices: Vec<(String, Option<String>)>,
    /// The choice under the cursor; `None` until the person has moved it there.
    pub(super) cursor: Option<usize>,
    /// The choice that the cursor started on.
    pub(super) first_choice: Option<usize>,
    /// The digits typed so far of a choice's number.
    pub(super) digits: String,
    /// The letters and signs that were pressed as keys, one after another.
    pub(super) spelled: String,
    /// The words that are being typed.
    pub(super) typed: Option<String>,
    /// The words left unfinished in this turn.
    pub(super) draft: String,
    /// The question that the next key answers, whatever else is shown.
    pub(super) asks: Asks,
    pub(super) news: Vec<News>,
    /// The number of events before the person's last turn.
    pub(super) since: usize,
    /// Steps that are shown before the present moment.
    pub(super) frames: VecDeque<TableFrame>,
    /// Whether one of these steps is shown now.
    pub(super) is_in_frame: bool,
    /// The answer to the last request.
    pub(super) message: String,
    pub(super) sheet: Option<Sheet>,
    pub(super) pace: usize,
    /// The person's settings for all games.
    pub(super) settings: Settings,
    /// Whether steps by others are shown without delay until a person has to decide.
    pub(super) is_skipping: bool,
    pub(super) has_colour: bool,
    /// Where each choice is on the screen, with its number.
    pub(super) places: Vec<(Rect, usize)>,
    /// The area of the picture on the screen.
    pub(super) table: Rect,
    /// The keys in the bar, and its row.
    pub(super) keys: String,
    pub(super) keys_row: u16,
    /// The number of lines that the last painted sheet could show, and the number that it has.
    pub(super) page: (usize, usize),
    /// The number of rows in a column of choices.
    pub(super) rows: usize,
}

impl State {
    pub(super) fn new(has_colour: bool) -> Self {
        Self { pace: USUAL_PACE, page: (1, 0), rows: 1, has_colour, ..Self::default() }
    }

    /// A screen with the person's settings. If they cannot be read, a sentence says so.
    pub(super) fn as_set(has_colour: bool) -> Self {
        let mut state = Self::new(has_colour);
        match Settings::read() {
            Ok(settings) => state.set(settings),
            Err(failure) => state.message = format!("Using the default settings: {failure}."),
        }
        state
    }

    /// Applies the person's settings.
    pub(super) fn set(&mut self, settings: Settings) {
        self.pace = settings.pace.unwrap_or(USUAL_PACE).min(PACES.len() - 1);
        self.settings = settings;
    }

    /// Saves the pace if it was changed. If it cannot be saved, it is the usual one next time.
    pub(super) fn keep_pace(&mut self) {
        if self.pace != self.settings.pace.unwrap_or(USUAL_PACE) {
            self.settings.pace = Some(self.pace);
            _ = self.settings.write();
        }
    }

    /// Skips the pictures of the steps that are still to be shown.
    pub(super) fn end_scenes(&mut self) {
        self.frames.iter_mut().for_each(|frame| frame.picture = None);
    }

    /// Shows a menu instead of a game, with a heading, a text and choices.
    pub(super) fn offer(&mut self, title: &str, text: &str, choices: Vec<(String, Option<String>)>) {
        let blank = Self { settings: std::mem::take(&mut self.settings), ..Self::new(self.has_colour) };
        let (title, picture) = (title.to_owned(), text.to_owned());
        *self = Self {
            title,
            picture,
            choices,
            stage: Stage::Menu { is_first: false },
            cursor: Some(0),
            ..blank
        };
    }

    /// How long a step by others is shown. A step with a change that takes longer to understand is shown for
    /// longer.
    pub(super) fn pace(&self) -> Duration {
        match (self.is_in_frame, self.is_skipping) {
            (true, _) => 3 * PACES[self.pace],
            (false, true) => Duration::ZERO,
            (false, false) => PACES[self.pace],
        }
    }

    /// Shows a message: below the choices if it is short, in place of the question if it is the reason why a move
    /// is refused, and otherwise on a sheet.
    pub(super) fn tell(&mut self, values: Vec<Shown>, width: u16) {
        let (line, lines) = match &values[..] {
            [] => return,
            [Shown::Sentence(text)] => (Some(text.trim()), 1),
            [Shown::Refused(text)] => (Some(text.trim()), MOST_REFUSED),
            _ => (None, 0),
        };
        let has_room = |text: &&str| !text.contains('\n') && paragraphs(text, width).len() <= lines;
        match line.filter(has_room) {
            Some(text) => text.clone_into(&mut self.message),
            None => self.sheet = Some(Sheet { values, from: 0 }),
        }
    }

    /// Puts the cursor on the move that a hint names first.
    pub(super) fn go_to_advice(&mut self, values: &[Shown]) {
        let Some(advice) = values.iter().find_map(|shown| match shown {
            Shown::Item(text) => Some(text),
            _ => None,
        }) else {
            return;
        };
        let is_named = |label: &str| {
            let rest = advice.strip_prefix(label);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
        };
        let named = self.choices.iter().enumerate().filter(|(_, (label, _))| is_named(label));
        // A label can begin with another one.
        if let Some((index, _)) = named.max_by_key(|(_, (label, _))| label.len()) {
            self.cursor = Some(index);
        }
    }

    /// Shows the log, starting at its newest line.
    pub(super) fn show_log(&mut self, values: Vec<Shown>) {
        self.sheet = Some(Sheet { values, from: usize::MAX });
    }

    /// Goes back to an earlier moment of the game.
    pub(super) fn take_back(&mut self, values: Vec<Shown>, width: u16) {
        self.news.clear();
        self.frames.clear();
        self.tell(values, width);
    }
}
