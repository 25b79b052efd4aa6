//! The state of the screen.

use std::collections::VecDeque;
use std::time::Duration;

use ratatui_core::layout::Rect;

use super::desk::{News, Scene, Stage};
use super::wrap::paragraphs;
use crate::play::settings::{Settings, USUAL_PACE};
use furlong::table::Shown;

/// The time for which a step of the others is shown, from slow to fast.
pub(super) const PACES: [Duration; 6] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(300),
    Duration::from_millis(100),
    Duration::ZERO,
];

/// The most lines of news that are kept.
pub(super) const MOST_NEWS: usize = 500;

/// The most lines of a refusal in the place of the question.
const MOST_REFUSED: usize = 3;

/// Something to read: next to the table where there is room, else over it. It is laid out when it is painted, for the size
/// of that moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    pub(super) values: Vec<Shown>,
    /// The first line that is shown; beyond the last page, the last page.
    pub(super) from: usize,
}

/// A question that any key answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asks {
    #[default]
    Nothing,
    /// The key of a command, for a menu.
    Key,
    /// The question whether the game is left.
    ToLeave,
}

/// All that the screen shows.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) title: String,
    /// The time that is left to each of the people.
    pub(super) times: Vec<String>,
    pub(super) stage: Stage,
    /// The number of people at the table.
    pub(super) people: usize,
    pub(super) picture: String,
    /// The sentences above the question.
    pub(super) explanation: String,
    pub(super) question: String,
    /// Lines below the question.
    pub(super) panel: Vec<String>,
    pub(super) choices: Vec<(String, Option<String>)>,
    /// The choice under the cursor; `None` until the person has put it there.
    pub(super) cursor: Option<usize>,
    /// The choice that it stood on at first.
    pub(super) first_choice: Option<usize>,
    /// The digits of a choice that are typed so far.
    pub(super) digits: String,
    /// The letters and signs that were pressed as keys one after the other.
    pub(super) spelled: String,
    /// The words that are being typed.
    pub(super) typed: Option<String>,
    /// The words that were left unfinished in this turn.
    pub(super) draft: String,
    /// The question that the next key answers, whatever is shown.
    pub(super) asks: Asks,
    pub(super) news: Vec<News>,
    /// The number of events before the last turn of the person.
    pub(super) since: usize,
    /// Moments that are shown before the present one.
    pub(super) scenes: VecDeque<Scene>,
    /// One of these moments is shown.
    pub(super) is_in_scene: bool,
    /// The answer to what was asked last.
    pub(super) message: String,
    pub(super) sheet: Option<Sheet>,
    pub(super) pace: usize,
    /// The settings of the person for all games.
    pub(super) settings: Settings,
    /// Steps of the others are not waited for until a person decides.
    pub(super) is_skipping: bool,
    pub(super) has_colour: bool,
    /// The place of each choice on the screen, with its number.
    pub(super) places: Vec<(Rect, usize)>,
    /// The area of the picture on the screen.
    pub(super) table: Rect,
    /// The keys in the bar, and its row.
    pub(super) keys: String,
    pub(super) keys_row: u16,
    /// The lines that the last painted sheet could show, and those that it has.
    pub(super) page: (usize, usize),
    /// The rows of choices in a column.
    pub(super) rows: usize,
}

impl State {
    pub(super) fn new(has_colour: bool) -> Self {
        Self { pace: USUAL_PACE, page: (1, 0), rows: 1, has_colour, ..Self::default() }
    }

    /// A screen as the person has set it; where the settings cannot be read, a sentence says so.
    pub(super) fn as_set(has_colour: bool) -> Self {
        let mut state = Self::new(has_colour);
        match Settings::read() {
            Ok(settings) => state.set(settings),
            Err(failure) => state.message = format!("The usual settings: {failure}."),
        }
        state
    }

    /// Takes over what the person has set.
    pub(super) fn set(&mut self, settings: Settings) {
        self.pace = settings.pace.unwrap_or(USUAL_PACE).min(PACES.len() - 1);
        self.settings = settings;
    }

    /// Keeps the pace where it was changed. Where it cannot be kept, it is the usual one the next time.
    pub(super) fn keep_pace(&mut self) {
        if self.pace != self.settings.pace.unwrap_or(USUAL_PACE) {
            self.settings.pace = Some(self.pace);
            _ = self.settings.write();
        }
    }

    /// Leaves out the pictures of the moments that are still to be shown.
    pub(super) fn end_scenes(&mut self) {
        self.scenes.iter_mut().for_each(|scene| scene.picture = None);
    }

    /// Shows a menu instead of a game: a heading, a text, and choices.
    pub(super) fn offer(&mut self, title: &str, text: &str, choices: Vec<(String, Option<String>)>) {
        let blank = Self { settings: std::mem::take(&mut self.settings), ..Self::new(self.has_colour) };
        let (title, picture) = (title.to_owned(), text.to_owned());
        *self = Self { title, picture, choices, stage: Stage::Menu, cursor: Some(0), ..blank };
    }

    /// The time for which a step of the others is shown; a moment with a change that is to be understood for longer.
    pub(super) fn pace(&self) -> Duration {
        match (self.is_in_scene, self.is_skipping) {
            (true, _) => 3 * PACES[self.pace],
            (false, true) => Duration::ZERO,
            (false, false) => PACES[self.pace],
        }
    }

    /// Tells something: in the line below the choices when it is short, in the place of the question when it is the reason why a
    /// move is refused, else on a sheet.
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

    /// Shows the log, whose newest line is read first.
    pub(super) fn show_log(&mut self, values: Vec<Shown>) {
        self.sheet = Some(Sheet { values, from: usize::MAX });
    }

    /// The game goes on from an earlier moment.
    pub(super) fn take_back(&mut self, values: Vec<Shown>, width: u16) {
        self.news.clear();
        self.scenes.clear();
        self.tell(values, width);
    }
}
