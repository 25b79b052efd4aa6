//! Keys: what each does to the screen, and what the person wants with it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::screen_model::{Leap, Stage};
use super::state::{Asks, PACES, State};
use crate::play::typed_line::Typed;
use furlong::table::{Request, Stride, Way};
use furlong::text::separated;

/// What a key leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// Nothing more than what the screen shows.
    Nothing,
    /// Show the next moment.
    OnWith,
    /// Carry out what the person asks for.
    Obey(Typed),
    /// These are the words that a menu asked for.
    Words(String),
    /// This is the key that a menu asked for.
    Key(char),
    /// Answer the notice.
    Confirm(bool),
    /// Leave the game, or the menu for the previous one.
    Leave,
    /// Leave everything.
    Quit,
    /// Analyse the game.
    Analyse,
    /// Make a page from the analysis.
    Page,
    /// Show another moment of a recorded game.
    Leap(Leap),
    /// Show a recorded game from another view.
    ChangeViewer,
    /// Play on from a recorded game.
    PlayOn,
    /// Go through the finished game again.
    Replay,
    /// Play another game with the same players under the same rules.
    Rematch,
    /// Another game against bots of the level that suits better.
    NewLevel,
}

/// An intent to ask the table something.
fn ask(request: Request) -> Intent {
    Intent::Obey(Typed::Asked(request))
}

/// The commands that people may spell out without opening the input line, although their letters are keys.
const SPELLED: [&str; 4] = ["help", "hint", "log", "view"];

impl State {
    pub(super) fn press(&mut self, key: KeyEvent) -> Intent {
        if let Some(intent) = self.press_above(key) {
            return intent;
        }
        let code = self.meant(key.code);
        if self.is_in_frame {
            return self.press_in_scene(code);
        }
        if matches!(code, KeyCode::Char(letter) if self.unused_keys.contains(&letter)) {
            return Intent::Nothing;
        }
        let under_cursor = || self.cursor.map_or(Request::Help, |index| Request::ExplainChoice(index + 1));
        match (&self.stage, code) {
            (Stage::Choice | Stage::Others(_), KeyCode::Esc) => self.ask_whether_to_leave(),
            (Stage::Menu { is_first: true }, KeyCode::Esc | KeyCode::Left) => Intent::Nothing,
            (_, KeyCode::Char('q')) => self.leave(),
            (Stage::Menu { .. }, KeyCode::Esc | KeyCode::Left) | (Stage::Over, KeyCode::Esc) => Intent::Leave,
            (Stage::Menu { .. }, KeyCode::Right) => self.decide(),
            (Stage::Menu { .. }, KeyCode::Char('?')) if !self.choices.is_empty() => ask(under_cursor()),
            (Stage::Menu { .. }, code) => self.choose(code),
            // Enter may still be meant for the news before the notice.
            (Stage::Notice(..), KeyCode::Char('y')) => Intent::Confirm(true),
            (Stage::Notice(..), KeyCode::Esc) => Intent::Confirm(false),
            (Stage::Notice(..), _) => Intent::Nothing,
            // When a person decides, a move may begin with a sign.
            (Stage::Others(_), KeyCode::Char('+')) => {
                self.pace = (self.pace + 1).min(PACES.len() - 1);
                Intent::Nothing
            }
            (Stage::Others(_), KeyCode::Char('-')) => {
                self.pace = self.pace.saturating_sub(1);
                Intent::Nothing
            }
            (Stage::Others(_), KeyCode::Char(' ') | KeyCode::Enter) => {
                self.is_skipping = true;
                Intent::Nothing
            }
            (_, KeyCode::Char('w')) => ask(Request::Why),
            (Stage::Others(_), _) => Intent::Nothing,
            (_, KeyCode::Char('l')) => ask(Request::Log),
            (Stage::Choice, KeyCode::Char('?')) => ask(under_cursor()),
            (_, KeyCode::Char('?')) => ask(Request::Help),
            (_, KeyCode::Char('v')) => ask(Request::View),
            (Stage::Choice, code) => self.choose(code),
            (Stage::Over | Stage::Replay { .. }, KeyCode::Char('a')) => Intent::Analyse,
            (Stage::Over | Stage::Replay { .. }, KeyCode::Char('e')) => Intent::Page,
            (Stage::Over, KeyCode::Char('r')) => Intent::Rematch,
            (Stage::Over, KeyCode::Char('n')) if self.new_level.is_some() => Intent::NewLevel,
            (Stage::Over, KeyCode::Char('b')) => Intent::Replay,
            (Stage::Over, _) => Intent::Nothing,
            (Stage::Replay { is_over }, KeyCode::Char('p')) => {
                if !is_over {
                    return Intent::PlayOn;
                }
                "The game is over here: go back to an earlier event, then play on."
                    .clone_into(&mut self.message);
                Intent::Nothing
            }
            (Stage::Replay { .. }, code) => self.go_through(code),
        }
    }

    /// Handles a key that belongs to something above the table, or means the same at all stages: a question, a
    /// sheet, typed words.
    fn press_above(&mut self, key: KeyEvent) -> Option<Intent> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Some(Intent::Quit),
                // Some terminals send this for Backspace.
                KeyCode::Char('h') if self.typed.is_some() => return Some(self.type_on(KeyCode::Backspace)),
                KeyCode::Char('u') => self.typed.iter_mut().for_each(String::clear),
                _ => {}
            }
            return Some(Intent::Nothing);
        }
        match self.asks {
            Asks::ToLeave => return Some(self.answer_whether_to_leave(key.code)),
            Asks::ToHide => {
                let hides = matches!(self.meant(key.code), KeyCode::Esc | KeyCode::Char('q'));
                return Some(if hides { Intent::Leave } else { Intent::Nothing });
            }
            Asks::Key | Asks::Nothing => {}
        }
        self.spell(key.code);
        if self.sheet.is_some() {
            if self.stage == Stage::Choice && self.meant(key.code) == KeyCode::Char('h') {
                // A hint leads to the next one.
                self.sheet = None;
                return None;
            }
            self.turn_page(key.code);
            if key.code == KeyCode::Esc && self.stage == Stage::Choice {
                self.give_up_choice();
            }
            return Some(Intent::Nothing);
        }
        if self.asks == Asks::Key {
            return Some(match key.code {
                KeyCode::Char(letter) => Intent::Key(letter),
                KeyCode::Esc => Intent::Leave,
                _ => Intent::Nothing,
            });
        }
        if self.typed.is_some() {
            return Some(self.type_on(key.code));
        }
        // This many letters in a row are not keys, even if each has a meaning.
        let is_word = matches!(key.code, KeyCode::Char(_)) && self.spelled.len() > 2 && !self.is_in_frame;
        self.typed = self.spelled_beginning().filter(|_| is_word);
        self.typed.is_some().then_some(Intent::Nothing)
    }

    /// Records the letters and signs pressed one after another while the person decides, because they may be a
    /// word.
    fn spell(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(letter) if self.stage == Stage::Choice && self.typed.is_none() => {
                self.spelled.push(letter);
            }
            // It asks for the command that is spelled.
            KeyCode::Enter if self.sheet.is_none() => {}
            _ => self.spelled.clear(),
        }
    }

    /// The command that the person has assigned to this key.
    fn meant(&self, code: KeyCode) -> KeyCode {
        let KeyCode::Char(letter) = code else { return code };
        KeyCode::Char(self.settings.meant(letter))
    }

    /// Leaves at once where nothing is at stake, and asks first in a game that goes on and in the first menu, which
    /// ends the program.
    fn leave(&mut self) -> Intent {
        match self.stage {
            Stage::Over | Stage::Replay { .. } | Stage::Menu { is_first: false } => Intent::Leave,
            _ => self.ask_whether_to_leave(),
        }
    }

    fn ask_whether_to_leave(&mut self) -> Intent {
        if !matches!(self.stage, Stage::Menu { .. }) {
            self.give_up_choice();
        }
        self.message.clear();
        self.asks = Asks::ToLeave;
        Intent::Nothing
    }

    /// Gives up the choice under the cursor, so that no key that follows Esc plays a move that was chosen before it. In a
    /// lesson, nothing is at stake, and the cursor goes back to the choice that the step asks for.
    fn give_up_choice(&mut self) {
        self.digits.clear();
        self.spelled.clear();
        self.cursor = self.first_choice;
    }

    /// Handles a key at the question whether to leave. Keys that answer neither yes nor no do nothing.
    fn answer_whether_to_leave(&mut self, code: KeyCode) -> Intent {
        match self.meant(code) {
            KeyCode::Enter | KeyCode::Char('y' | 'q') => Intent::Leave,
            KeyCode::Esc | KeyCode::Char('n') => {
                self.asks = Asks::Nothing;
                Intent::Nothing
            }
            _ => Intent::Nothing,
        }
    }

    /// Handles a key while changes are shown one after another: some keys go to the next change, others to the
    /// last.
    fn press_in_scene(&mut self, code: KeyCode) -> Intent {
        match code {
            KeyCode::Char('q') => return self.leave(),
            KeyCode::Char('+') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('-') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Enter | KeyCode::Esc => {
                self.end_scenes();
                return Intent::OnWith;
            }
            KeyCode::Char(' ') | KeyCode::Right | KeyCode::Down => return Intent::OnWith,
            _ => {}
        }
        Intent::Nothing
    }

    /// Inserts pasted text into the words being typed. It is never taken as keys.
    pub(super) fn paste(&mut self, text: &str) -> Intent {
        if let Some(typed) = self.typed.as_mut().filter(|_| self.sheet.is_none()) {
            let words = text.split(|letter: char| letter.is_control()).filter(|words| !words.is_empty());
            typed.push_str(&separated(words, " "));
        }
        Intent::Nothing
    }

    /// Handles a key while the person decides.
    pub(super) fn choose(&mut self, code: KeyCode) -> Intent {
        let last = self.choices.len().saturating_sub(1);
        let before = self.cursor;
        // The first arrow key puts the cursor on the first choice.
        let moved = |to: fn(usize, usize) -> usize, by| before.map_or(0, |index| to(index, by).min(last));
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.cursor = Some(moved(usize::saturating_sub, 1)),
            KeyCode::Down | KeyCode::Char('j') => self.cursor = Some(moved(usize::saturating_add, 1)),
            KeyCode::Left => self.cursor = Some(moved(usize::saturating_sub, self.rows)),
            KeyCode::Right => self.cursor = Some(moved(usize::saturating_add, self.rows)),
            KeyCode::Home => self.cursor = Some(0),
            KeyCode::End => self.cursor = Some(last),
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit),
            KeyCode::Enter => return self.spelled_command().unwrap_or_else(|| self.decide()),
            KeyCode::Char('/') | KeyCode::Tab => self.typed = Some(std::mem::take(&mut self.draft)),
            KeyCode::Char('h') => return ask(Request::Hint(None)),
            KeyCode::Char('u') if self.people == 1 => return ask(Request::Undo),
            // The first letter of a word opens the input line for the rest.
            KeyCode::Char(letter) if self.stage == Stage::Choice && !letter.is_whitespace() => {
                self.typed = Some(self.spelled_beginning().unwrap_or_else(|| letter.to_string()));
            }
            _ => return Intent::Nothing,
        }
        if self.cursor != before {
            self.message.clear();
        }
        if !matches!(code, KeyCode::Char('0'..='9')) {
            self.digits.clear();
        }
        Intent::Nothing
    }

    /// The command that was spelled out letter by letter before Enter, which must not play a move then.
    fn spelled_command(&mut self) -> Option<Intent> {
        let spelled = std::mem::take(&mut self.spelled);
        match Typed::read(&spelled) {
            // Its first letter has already done it.
            Typed::Asked(Request::Why) => Some(Intent::Nothing),
            command @ Typed::Asked(Request::Help | Request::Explain(_)) => Some(Intent::Obey(command)),
            _ => None,
        }
    }

    /// What has been spelled so far, if a command or a displayed move begins with it.
    fn spelled_beginning(&self) -> Option<String> {
        let labels = self.choices.iter().map(|(label, _)| label.as_str());
        let mut words = SPELLED.into_iter().chain(labels);
        let is_begun = self.spelled.starts_with("? ") || words.any(|word| word.starts_with(&self.spelled));
        is_begun.then(|| self.spelled.clone())
    }

    /// Handles a key while a recorded game is shown.
    pub(super) fn go_through(&mut self, code: KeyCode) -> Intent {
        let digits = std::mem::take(&mut self.digits);
        let leap = match code {
            KeyCode::Char('s') => {
                self.message.clear();
                return Intent::ChangeViewer;
            }
            KeyCode::Char(digit @ '0'..='9') => {
                self.digits = digits + &digit.to_string();
                self.message = format!("Event {}: press Enter to go there.", self.digits);
                return Intent::Nothing;
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
            // One step back, first from a number being typed.
            KeyCode::Esc if digits.is_empty() => return Intent::Leave,
            KeyCode::Esc => {
                self.message.clear();
                return Intent::Nothing;
            }
            _ => return Intent::Nothing,
        };
        self.message.clear();
        Intent::Leap(leap)
    }

    /// Puts the cursor on the choice with this number, or begins another number.
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
            self.cursor = Some(number - 1);
        }
    }

    /// Decides for the choice under the cursor. Nothing is chosen before the person has moved the cursor, because
    /// the key may be meant for what was shown before the question.
    pub(super) fn decide(&mut self) -> Intent {
        self.digits.clear();
        self.message.clear();
        let Some(index) = self.cursor else {
            "Choose with the arrows or a number, then press Enter.".clone_into(&mut self.message);
            return Intent::Nothing;
        };
        ask(Request::Number(index + 1))
    }

    /// Handles a key while words are being typed.
    fn type_on(&mut self, code: KeyCode) -> Intent {
        let Some(typed) = &mut self.typed else { return Intent::Nothing };
        match code {
            KeyCode::Esc => self.draft = self.typed.take().unwrap_or_default(),
            KeyCode::Backspace => {
                self.typed = typed.pop().and(self.typed.take());
            }
            KeyCode::Enter => {
                let words = std::mem::take(typed);
                self.typed = None;
                self.message.clear();
                if matches!(self.stage, Stage::Menu { .. }) && !words.trim().is_empty() {
                    return Intent::Words(words);
                }
                if !words.trim().is_empty() {
                    return Intent::Obey(Typed::read(&words));
                }
            }
            KeyCode::Tab => {
                let completed = self.completion().map(str::to_owned);
                self.typed = completed.or(self.typed.take());
            }
            KeyCode::Char(letter) => typed.push(letter),
            _ => {}
        }
        Intent::Nothing
    }

    /// The first choice that begins with the typed text.
    pub(super) fn completion(&self) -> Option<&str> {
        self.typed.as_ref().filter(|typed| !typed.is_empty())?;
        self.marked().map(|index| self.choices[index].0.as_str())
    }

    /// The marked choice: the first one that begins with the typed text, or the one under the cursor.
    pub(super) fn marked(&self) -> Option<usize> {
        let Some(typed) = self.typed.as_ref().filter(|typed| !typed.is_empty()) else { return self.cursor };
        let typed = typed.to_lowercase();
        self.choices.iter().position(|(label, _)| label.to_lowercase().starts_with(&typed))
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
            assert_eq!(state.press(KeyEvent::new(code, KeyModifiers::NONE)), Intent::Nothing);
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

    fn pressed(state: &mut State, codes: &[KeyCode]) -> Intent {
        let mut intent = Intent::Nothing;
        for code in codes {
            intent = state.press(KeyEvent::new(*code, KeyModifiers::NONE));
        }
        intent
    }

    #[test]
    fn escape_asks_whether_to_leave_and_no_key_after_it_plays_a_move() {
        let choices = ["to 1", "to 2", "to 3"].map(|label| (label.to_owned(), None)).to_vec();
        let mut state = State { stage: Stage::Choice, choices, cursor: Some(1), ..State::new(false) };
        pressed(&mut state, &[KeyCode::Char('/'), KeyCode::Char('t'), KeyCode::Char('o')]);
        assert_eq!((state.marked(), state.cursor), (Some(0), Some(1)));
        pressed(&mut state, &[KeyCode::Esc]);
        assert_eq!((state.typed.as_deref(), state.draft.as_str(), state.marked()), (None, "to", Some(1)));
        // The typed text is there again.
        pressed(&mut state, &[KeyCode::Char('/')]);
        assert_eq!(state.typed.as_deref(), Some("to"));
        state.press(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(state.typed.as_deref(), Some(""));
        pressed(&mut state, &[KeyCode::Esc, KeyCode::Up, KeyCode::Char('2')]);
        "An answer.".clone_into(&mut state.message);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc]), Intent::Nothing);
        assert_eq!((state.asks, state.message.as_str()), (Asks::ToLeave, ""));
        // Other keys answer nothing, and move nothing.
        let stray = [KeyCode::Char('2'), KeyCode::Down, KeyCode::Char(' '), KeyCode::Char('u')];
        assert_eq!(pressed(&mut state, &stray), Intent::Nothing);
        assert_eq!((state.asks, state.cursor), (Asks::ToLeave, None));
        for stays in [KeyCode::Esc, KeyCode::Char('n')] {
            assert_eq!(pressed(&mut state, &[stays, KeyCode::Enter]), Intent::Nothing, "no move was chosen");
            pressed(&mut state, &[KeyCode::Esc]);
        }
        assert_eq!(pressed(&mut state, &[KeyCode::Enter]), Intent::Leave);
        // While others decide, there is nothing else to go back from.
        let mut state = State { stage: Stage::Others("bot 2".to_owned()), ..State::new(false) };
        assert_eq!(pressed(&mut state, &[KeyCode::Esc, KeyCode::Char('q')]), Intent::Leave);
    }

    #[test]
    fn a_notice_is_not_confirmed_by_a_key_that_skips_the_news_before_it() {
        let notice = Stage::Notice("It is Bo's turn.".to_owned(), "y: continue  q leave");
        let mut state = State { stage: notice, ..State::new(false) };
        for key in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Right, KeyCode::Char('+')] {
            assert_eq!(pressed(&mut state, &[key]), Intent::Nothing);
        }
        assert_eq!(pressed(&mut state, &[KeyCode::Char('y')]), Intent::Confirm(true));
    }

    #[test]
    fn a_menu_that_waits_for_a_key_takes_any_letter_as_it_is() {
        let mut state =
            State { stage: Stage::Menu { is_first: false }, asks: Asks::Key, ..State::new(false) };
        state.settings.set_key('h', 'x').expect("free");
        assert_eq!(pressed(&mut state, &[KeyCode::Char('x')]), Intent::Key('x'));
        assert_eq!(pressed(&mut state, &[KeyCode::Char('q')]), Intent::Key('q'));
        assert_eq!(pressed(&mut state, &[KeyCode::Enter]), Intent::Nothing);
        assert_eq!(pressed(&mut state, &[KeyCode::Esc]), Intent::Leave);
    }
}
