//! Keys: what each does to the screen, and what the person wishes by it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::desk::{Leap, Stage};
use super::state::{Asks, PACES, State};
use crate::play::typed::Typed;
use furlong::table::{Request, Stride, Way};
use furlong::text::separated;

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
    /// The key that a menu asked for.
    Key(char),
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

impl State {
    pub(super) fn press(&mut self, key: KeyEvent) -> Wish {
        if let Some(wish) = self.press_above(key) {
            return wish;
        }
        let code = self.meant(key.code);
        if self.is_in_scene {
            return self.press_in_scene(code);
        }
        match (&self.stage, code) {
            (Stage::Choice | Stage::Others(_), KeyCode::Esc) => self.step_back(),
            (_, KeyCode::Char('q'))
            | (Stage::Menu, KeyCode::Esc | KeyCode::Left)
            | (Stage::Over, KeyCode::Esc) => Wish::Leave,
            (Stage::Menu, KeyCode::Right) => self.decide(),
            (Stage::Menu, KeyCode::Char('?')) if !self.choices.is_empty() => {
                ask(Request::ExplainChoice(self.cursor + 1))
            }
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

    /// A key that what lies above the table takes, or all of its stages alike: a question, a sheet, words.
    fn press_above(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Some(Wish::Quit),
                // As some terminals write Backspace.
                KeyCode::Char('h') if self.typed.is_some() => return Some(self.type_on(KeyCode::Backspace)),
                KeyCode::Char('u') => self.typed.iter_mut().for_each(String::clear),
                _ => {}
            }
            return Some(Wish::Nothing);
        }
        if self.asks == Asks::ToLeave {
            return Some(self.answer_whether_to_leave(key.code));
        }
        if self.sheet.is_some() {
            self.turn_page(key.code);
            return Some(Wish::Nothing);
        }
        if self.asks == Asks::Key {
            return Some(match key.code {
                KeyCode::Char(letter) => Wish::Key(letter),
                KeyCode::Esc => Wish::Leave,
                _ => Wish::Nothing,
            });
        }
        self.typed.is_some().then(|| self.type_on(key.code))
    }

    /// The key that the person wants this one to be.
    fn meant(&self, code: KeyCode) -> KeyCode {
        let KeyCode::Char(letter) = code else { return code };
        KeyCode::Char(self.settings.meant(letter))
    }

    /// Takes one step back: from a choice to the first one, from an answer to the question. At last the person is asked
    /// whether to leave.
    fn step_back(&mut self) -> Wish {
        if !self.digits.is_empty() || self.cursor != self.first_choice {
            self.digits.clear();
            self.cursor = self.first_choice.min(self.choices.len().saturating_sub(1));
            self.message.clear();
        } else if self.message.is_empty() {
            self.asks = Asks::ToLeave;
        } else {
            self.message.clear();
        }
        Wish::Nothing
    }

    fn answer_whether_to_leave(&mut self, code: KeyCode) -> Wish {
        self.asks = Asks::Nothing;
        match self.meant(code) {
            KeyCode::Enter | KeyCode::Char('y' | 'q') => Wish::Leave,
            _ => Wish::Nothing,
        }
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
            KeyCode::Char('/') | KeyCode::Tab => self.typed = Some(std::mem::take(&mut self.draft)),
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
            KeyCode::Esc => self.draft = self.typed.take().unwrap_or_default(),
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

    fn pressed(state: &mut State, codes: &[KeyCode]) -> Wish {
        let mut wish = Wish::Nothing;
        for code in codes {
            wish = state.press(KeyEvent::new(*code, KeyModifiers::NONE));
        }
        wish
    }

    #[test]
    fn escape_goes_back_step_by_step_and_leaves_only_after_a_question() {
        let choices = ["to 1", "to 2", "to 3"].map(|label| (label.to_owned(), None)).to_vec();
        let mut state =
            State { stage: Stage::Choice, choices, first_choice: 1, cursor: 1, ..State::new(false) };
        pressed(&mut state, &[KeyCode::Char('/'), KeyCode::Char('t'), KeyCode::Char('o'), KeyCode::Esc]);
        assert_eq!((state.typed.as_deref(), state.draft.as_str(), state.cursor), (None, "to", 0));
        // What was typed is there again.
        pressed(&mut state, &[KeyCode::Char('/')]);
        assert_eq!(state.typed.as_deref(), Some("to"));
        state.press(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(state.typed.as_deref(), Some(""));
        pressed(&mut state, &[KeyCode::Esc, KeyCode::Esc]);
        assert_eq!((state.cursor, state.asks), (1, Asks::Nothing), "back from the preview");
        "An answer.".clone_into(&mut state.message);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc]), Wish::Nothing);
        assert!(state.message.is_empty() && state.asks == Asks::Nothing);
        pressed(&mut state, &[KeyCode::Esc]);
        assert_eq!(state.asks, Asks::ToLeave);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc]), Wish::Nothing);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc, KeyCode::Char('n')]), Wish::Nothing);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc, KeyCode::Enter]), Wish::Leave);
        // While others decide there is nothing else to go back from.
        let mut state = State { stage: Stage::Others("bot 2".to_owned()), ..State::new(false) };
        assert_eq!(pressed(&mut state, &[KeyCode::Esc, KeyCode::Char('q')]), Wish::Leave);
    }

    #[test]
    fn a_menu_that_waits_for_a_key_takes_any_letter_as_it_is() {
        let mut state = State { stage: Stage::Menu, asks: Asks::Key, ..State::new(false) };
        state.settings.set_key('h', 'x').expect("free");
        assert_eq!(pressed(&mut state, &[KeyCode::Char('x')]), Wish::Key('x'));
        assert_eq!(pressed(&mut state, &[KeyCode::Char('q')]), Wish::Key('q'));
        assert_eq!(pressed(&mut state, &[KeyCode::Enter]), Wish::Nothing);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc]), Wish::Leave);
    }
}
