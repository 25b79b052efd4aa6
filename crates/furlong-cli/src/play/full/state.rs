//! The state of the screen, and what keys do to it.

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui_core::layout::Rect;
use textwrap::core::display_width;

use super::desk::{Leap, News, Scene, Stage};
use crate::play::settings::{Settings, USUAL_PACE};
use crate::play::typed::Typed;
use furlong::table::{Request, Shown, Stride, Way};
use furlong::text::separated;

/// The time for which a step of the others is shown, from slow to fast.
const PACES: [Duration; 6] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(300),
    Duration::from_millis(100),
    Duration::ZERO,
];

/// The most lines of news that are kept.
pub(super) const MOST_NEWS: usize = 500;

/// The consequence of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing besides what the screen shows.
    Nothing,
    /// The next moment is shown.
    OnWith,
    /// The person asks for this.
    Obey(Typed),
    /// The words that a menu asked for.
    Words(String),
    /// The person answers the notice.
    Confirm(bool),
    /// The game, or a menu for the one before, is left.
    Leave,
    /// Everything is left.
    Quit,
    /// The game is analysed.
    Analyse,
    /// The analysis becomes a page.
    Page,
    /// A recorded game is shown at another moment.
    Leap(Leap),
    /// A recorded game is shown from other eyes.
    ChangeEyes,
    /// A recorded game is played on.
    PlayOn,
    /// The game that is over is gone through again.
    Replay,
    /// Another game of the same players under the same rules.
    Rematch,
}

/// The wish to ask the table something.
fn ask(request: Request) -> Wish {
    Wish::Obey(Typed::Asked(request))
}

/// Something to read: next to the table where there is room, else over it. It is laid out when it is painted, for the size
/// of that moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sheet {
    pub(super) values: Vec<Shown>,
    /// The first line that is shown; beyond the last page, the last page.
    pub(super) from: usize,
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
    /// The choice under the cursor.
    pub(super) cursor: usize,
    /// The choice that it stood on at first.
    pub(super) first_choice: usize,
    /// The digits of a choice that are typed so far.
    pub(super) digits: String,
    /// The words that are being typed.
    pub(super) typed: Option<String>,
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
    /// What the person has set for all games.
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
        *self = Self { title, picture, choices, stage: Stage::Menu, ..blank };
    }

    /// The time for which a step of the others is shown; a moment with a change that is to be understood for longer.
    pub(super) fn pace(&self) -> Duration {
        match (self.is_in_scene, self.is_skipping) {
            (true, _) => 3 * PACES[self.pace],
            (false, true) => Duration::ZERO,
            (false, false) => PACES[self.pace],
        }
    }

    /// Tells something: in the line below the choices when it is short, else on a sheet.
    pub(super) fn tell(&mut self, values: Vec<Shown>, width: u16) {
        let line = match &values[..] {
            [] => return,
            [Shown::Sentence(text) | Shown::Refused(text)] => Some(text.trim()),
            _ => None,
        };
        let is_short = |text: &&str| !text.contains('\n') && display_width(text) <= usize::from(width);
        match line.filter(is_short) {
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

    pub(super) fn press(&mut self, key: KeyEvent) -> Wish {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Wish::Quit,
                // As some terminals write Backspace.
                KeyCode::Char('h') if self.typed.is_some() => self.type_on(KeyCode::Backspace),
                _ => Wish::Nothing,
            };
        }
        if self.sheet.is_some() {
            self.turn_page(key.code);
            return Wish::Nothing;
        }
        if self.typed.is_some() {
            return self.type_on(key.code);
        }
        let code = self.meant(key.code);
        if self.is_in_scene {
            return self.press_in_scene(code);
        }
        match (&self.stage, code) {
            (_, KeyCode::Char('q'))
            | (Stage::Menu, KeyCode::Esc | KeyCode::Left)
            | (Stage::Over, KeyCode::Esc) => Wish::Leave,
            (Stage::Menu, KeyCode::Right) => self.decide(),
            (Stage::Menu, code) => self.choose(code),
            (Stage::Notice(_), KeyCode::Enter) => Wish::Confirm(true),
            (Stage::Notice(_), KeyCode::Esc) => Wish::Confirm(false),
            (Stage::Notice(_), _) => Wish::Nothing,
            (_, KeyCode::Char('+')) => {
                self.pace = (self.pace + 1).min(PACES.len() - 1);
                Wish::Nothing
            }
            (_, KeyCode::Char('-')) => {
                self.pace = self.pace.saturating_sub(1);
                Wish::Nothing
            }
            (Stage::Others(_), KeyCode::Char(' ') | KeyCode::Enter) => {
                self.is_skipping = true;
                Wish::Nothing
            }
            (_, KeyCode::Char('w')) => ask(Request::Why),
            (Stage::Others(_), _) => Wish::Nothing,
            (_, KeyCode::Char('l')) => ask(Request::Log),
            (Stage::Choice, KeyCode::Char('?')) => ask(Request::ExplainChoice(self.cursor + 1)),
            (_, KeyCode::Char('?')) => ask(Request::Help),
            (_, KeyCode::Char('v')) => ask(Request::View),
            (Stage::Choice, code) => self.choose(code),
            (Stage::Over | Stage::Replay { .. }, KeyCode::Char('a')) => Wish::Analyse,
            (Stage::Over | Stage::Replay { .. }, KeyCode::Char('e')) => Wish::Page,
            (Stage::Over, KeyCode::Char('r')) => Wish::Rematch,
            (Stage::Over, KeyCode::Char('b')) => Wish::Replay,
            (Stage::Over, _) => Wish::Nothing,
            (Stage::Replay { is_over }, KeyCode::Char('p')) => {
                if !is_over {
                    return Wish::PlayOn;
                }
                "The game is over here: go back first, and play on from there.".clone_into(&mut self.message);
                Wish::Nothing
            }
            (Stage::Replay { .. }, code) => self.go_through(code),
        }
    }

    /// The key that the person wants this one to be.
    fn meant(&self, code: KeyCode) -> KeyCode {
        let KeyCode::Char(letter) = code else { return code };
        KeyCode::Char(self.settings.keys.get(&letter).copied().unwrap_or(letter))
    }

    /// A key while one change after the other is shown: one goes to the next, another one to the last.
    fn press_in_scene(&mut self, code: KeyCode) -> Wish {
        match code {
            KeyCode::Char('q') => return Wish::Leave,
            KeyCode::Char('+') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('-') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Enter | KeyCode::Esc => {
                self.end_scenes();
                return Wish::OnWith;
            }
            KeyCode::Char(' ') | KeyCode::Right | KeyCode::Down => return Wish::OnWith,
            _ => {}
        }
        Wish::Nothing
    }

    /// Pasted text is text: it joins the words that are being typed, and is never taken for keys.
    pub(super) fn paste(&mut self, text: &str) -> Wish {
        if let Some(typed) = self.typed.as_mut().filter(|_| self.sheet.is_none()) {
            let words = text.split(|letter: char| letter.is_control()).filter(|words| !words.is_empty());
            typed.push_str(&separated(words, " "));
        }
        Wish::Nothing
    }

    /// A key while the person decides.
    pub(super) fn choose(&mut self, code: KeyCode) -> Wish {
        let last = self.choices.len().saturating_sub(1);
        let before = self.cursor;
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(self.rows),
            KeyCode::Right => self.cursor = (self.cursor + self.rows).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit),
            KeyCode::Enter => return self.decide(),
            KeyCode::Char('/') | KeyCode::Tab => self.typed = Some(String::new()),
            KeyCode::Char('h') => return ask(Request::Hint(None)),
            KeyCode::Char('u') if self.people == 1 => return ask(Request::Undo),
            _ => return Wish::Nothing,
        }
        if self.cursor != before {
            self.message.clear();
        }
        if !matches!(code, KeyCode::Char('0'..='9')) {
            self.digits.clear();
        }
        Wish::Nothing
    }

    /// A key while a recorded game is shown.
    pub(super) fn go_through(&mut self, code: KeyCode) -> Wish {
        let digits = std::mem::take(&mut self.digits);
        let leap = match code {
            KeyCode::Char('s') => {
                self.message.clear();
                return Wish::ChangeEyes;
            }
            KeyCode::Char(digit @ '0'..='9') => {
                self.digits = digits + &digit.to_string();
                self.message = format!("Event {}: Enter goes there.", self.digits);
                return Wish::Nothing;
            }
            KeyCode::Enter if !digits.is_empty() => Leap::To(digits.parse().unwrap_or(usize::MAX)),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => Leap::Stride(Stride::Event, Way::Forward),
            KeyCode::Left | KeyCode::Backspace => Leap::Stride(Stride::Event, Way::Back),
            KeyCode::Down | KeyCode::Char('j') => Leap::Stride(Stride::Decision, Way::Forward),
            KeyCode::Up | KeyCode::Char('k') => Leap::Stride(Stride::Decision, Way::Back),
            KeyCode::Char('t') => Leap::Stride(Stride::Turn, Way::Forward),
            KeyCode::Char('T') => Leap::Stride(Stride::Turn, Way::Back),
            KeyCode::PageDown => Leap::Stride(Stride::Round, Way::Forward),
            KeyCode::PageUp => Leap::Stride(Stride::Round, Way::Back),
            KeyCode::End => Leap::Stride(Stride::Game, Way::Forward),
            KeyCode::Home => Leap::Stride(Stride::Game, Way::Back),
            KeyCode::Char('n') => Leap::KeyPoint(Way::Forward),
            KeyCode::Char('N') => Leap::KeyPoint(Way::Back),
            // One step back: first from a number that is typed.
            KeyCode::Esc if digits.is_empty() => return Wish::Leave,
            KeyCode::Esc => {
                self.message.clear();
                return Wish::Nothing;
            }
            _ => return Wish::Nothing,
        };
        self.message.clear();
        Wish::Leap(leap)
    }

    /// Puts the cursor on the choice of this number, or begins another number.
    fn type_digit(&mut self, digit: char) {
        self.digits.push(digit);
        let number =
            |digits: &str| digits.parse().ok().filter(|number| (1..=self.choices.len()).contains(number));
        let found = number(&self.digits).or_else(|| {
            let found = number(&digit.to_string());
            self.digits = found.map_or_else(String::new, |_| digit.to_string());
            found
        });
        if let Some(number) = found {
            self.cursor = number - 1;
        }
    }

    /// The choice under the cursor.
    pub(super) fn decide(&mut self) -> Wish {
        self.digits.clear();
        self.message.clear();
        ask(Request::Number(self.cursor + 1))
    }

    /// A key while words are typed.
    fn type_on(&mut self, code: KeyCode) -> Wish {
        let Some(typed) = &mut self.typed else { return Wish::Nothing };
        match code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace => {
                self.typed = typed.pop().and(self.typed.take());
            }
            KeyCode::Enter => {
                let words = std::mem::take(typed);
                self.typed = None;
                self.message.clear();
                if self.stage == Stage::Menu && !words.trim().is_empty() {
                    return Wish::Words(words);
                }
                if !words.trim().is_empty() {
                    return Wish::Obey(Typed::read(&words));
                }
            }
            KeyCode::Tab => {
                let completed = self.completion().map(str::to_owned);
                self.typed = completed.or(self.typed.take());
            }
            KeyCode::Char(letter) => typed.push(letter),
            _ => {}
        }
        if let Some(index) = self.completion().and_then(|label| self.index_of(label)) {
            self.cursor = index;
        }
        Wish::Nothing
    }

    /// The first choice that begins with what is typed.
    pub(super) fn completion(&self) -> Option<&str> {
        let typed = self.typed.as_ref().filter(|typed| !typed.is_empty())?.to_lowercase();
        let labels = self.choices.iter().map(|(label, _)| label.as_str());
        labels.into_iter().find(|label| label.to_lowercase().starts_with(&typed))
    }

    fn index_of(&self, label: &str) -> Option<usize> {
        self.choices.iter().position(|(other, _)| other == label)
    }

    pub(super) fn turn_page(&mut self, code: KeyCode) {
        let (shown, lines) = self.page;
        let last = lines.saturating_sub(shown);
        let Some(sheet) = &mut self.sheet else { return };
        sheet.from = sheet.from.min(last);
        match code {
            KeyCode::Up | KeyCode::Char('k') => sheet.from = sheet.from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => sheet.from = (sheet.from + 1).min(last),
            KeyCode::PageUp => sheet.from = sheet.from.saturating_sub(shown),
            KeyCode::PageDown | KeyCode::Char(' ') if sheet.from < last => {
                sheet.from = (sheet.from + shown).min(last);
            }
            KeyCode::Home => sheet.from = 0,
            KeyCode::End => sheet.from = last,
            KeyCode::PageDown => {}
            _ => self.sheet = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_the_others_are_shown_at_a_pace_and_skipped_on_request() {
        let mut state = State { stage: Stage::Others("bot 2".to_owned()), ..State::new(false) };
        let mut press = |code| {
            assert_eq!(state.press(KeyEvent::new(code, KeyModifiers::NONE)), Wish::Nothing);
            state.pace()
        };
        let slower = press(KeyCode::Char('-'));
        assert!(press(KeyCode::Char('+')) < slower);
        for _ in 0..9 {
            press(KeyCode::Char('-'));
        }
        assert!(press(KeyCode::Char('-')) > slower);
        assert!(press(KeyCode::Char(' ')).is_zero());
    }
}
