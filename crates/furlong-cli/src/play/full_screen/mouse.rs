//! The mouse: it selects choices, squares and cards on the table, and the keys in the bar.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::layout::Rect;
use textwrap::core::display_width;

use super::ansi::lines;
use super::keyboard::Intent;
use super::screen_model::Stage;
use super::state::{Asks, State};

impl State {
    /// Handles the mouse. A click puts the cursor on a choice, and a click on the choice under the cursor decides.
    /// A click on a key in the bar presses that key.
    pub(super) fn click(&mut self, mouse: MouseEvent) -> Intent {
        let is_click = matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left));
        if is_click && self.asks == Asks::ToLeave && mouse.row != self.keys_row {
            self.asks = Asks::Nothing;
            return Intent::Nothing;
        }
        if self.sheet.is_some() && self.asks != Asks::ToLeave {
            match mouse.kind {
                MouseEventKind::ScrollUp => self.turn_page(KeyCode::Up),
                MouseEventKind::ScrollDown => self.turn_page(KeyCode::Down),
                MouseEventKind::Down(_) => self.sheet = None,
                _ => {}
            }
            return Intent::Nothing;
        }
        if is_click && mouse.row == self.keys_row {
            let key = key_at(&self.keys, mouse.column);
            return key.map_or(Intent::Nothing, |key| self.press(KeyEvent::new(key, KeyModifiers::NONE)));
        }
        match (&self.stage, mouse.kind) {
            (Stage::Choice | Stage::Menu { .. }, _) if is_click && !self.is_in_frame => {
                let is_here = |area: &Rect| area.contains((mouse.column, mouse.row).into());
                let found = self.places.iter().find(|(area, _)| is_here(area)).map(|(_, index)| *index);
                match found.or_else(|| self.choice_on_table(mouse)) {
                    Some(index) if self.cursor == Some(index) => self.decide(),
                    Some(index) => {
                        self.cursor = Some(index);
                        self.message.clear();
                        Intent::Nothing
                    }
                    None => Intent::Nothing,
                }
            }
            (Stage::Replay { .. }, MouseEventKind::ScrollUp) => self.go_through(KeyCode::Left),
            (Stage::Replay { .. }, MouseEventKind::ScrollDown) => self.go_through(KeyCode::Right),
            (Stage::Choice | Stage::Menu { .. }, MouseEventKind::ScrollUp) => self.choose(KeyCode::Up),
            (Stage::Choice | Stage::Menu { .. }, MouseEventKind::ScrollDown) => self.choose(KeyCode::Down),
            _ => Intent::Nothing,
        }
    }

    /// The choice named at the mouse pointer on the table: a square, a card, or the animal of that line. Of
    /// several, the next one after the cursor.
    fn choice_on_table(&self, mouse: MouseEvent) -> Option<usize> {
        if self.stage != Stage::Choice || !self.table.contains((mouse.column, mouse.row).into()) {
            return None;
        }
        let text: Vec<String> = lines(&self.picture).iter().map(ToString::to_string).collect();
        let (row, column) = (usize::from(mouse.row - self.table.y), usize::from(mouse.column - self.table.x));
        let line = text.get(row)?;
        let here = run_at(line, column);
        // Marks and prices are below the things that they belong to.
        let above = row.checked_sub(1).and_then(|row| run_at(text.get(row)?, column));
        let is_mark = here.is_none_or(|run| run.starts_with(['-', '+', '>', '*']));
        let name = line.split_whitespace().next().filter(|name| name.chars().all(char::is_alphabetic));
        let places = if is_mark { [above, None, name] } else { [here, above, name] };
        let count = self.choices.len();
        let after = self.cursor.map_or(0, |index| (index + 1).min(count));
        let in_turn = || (after..count).chain(0..after);
        places.into_iter().flatten().flat_map(words).find_map(|word| {
            let is_named = |index: &usize| {
                let label = self.choices.get(*index).map_or("", |(label, _)| label.as_str());
                words(label).any(|other| other.eq_ignore_ascii_case(word))
            };
            in_turn().find(is_named)
        })
    }
}

/// The text without spaces around this column.
fn run_at(line: &str, column: usize) -> Option<&str> {
    let letters: Vec<(usize, char)> = line.char_indices().collect();
    let is_gap = |at: usize| letters.get(at).is_none_or(|(_, letter)| letter.is_whitespace());
    if is_gap(column) {
        return None;
    }
    let first = (0..column).rev().find(|at| is_gap(*at)).map_or(0, |gap| gap + 1);
    let end = (column..letters.len()).find(|at| is_gap(*at)).map_or(line.len(), |at| letters[at].0);
    line.get(letters[first].0..end)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The key named in the bar at this column.
fn key_at(bar: &str, column: u16) -> Option<KeyCode> {
    // The bar begins with a space.
    let mut from = 1;
    for part in bar.split("  ") {
        let to = from + display_width(part);
        if (from..to).contains(&usize::from(column)) {
            let word = part.trim().split([' ', ':']).next()?;
            let mut letters = word.chars();
            return match (word, letters.next(), letters.next()) {
                ("Enter", ..) => Some(KeyCode::Enter),
                ("Esc", ..) => Some(KeyCode::Esc),
                ("Tab", ..) => Some(KeyCode::Tab),
                ("Space", ..) => Some(KeyCode::Char(' ')),
                (_, Some(letter), None) => Some(KeyCode::Char(letter)),
                _ => None,
            };
        }
        from = to + 2;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_read_as_keys() {
        let bar = "arrows Enter  / type  h hint  Space: on  Esc: no  q leave";
        let column = |word: &str| bar.find(word).expect("in the bar") as u16 + 1;
        assert_eq!(key_at(bar, column("hint")), Some(KeyCode::Char('h')));
        assert_eq!(key_at(bar, column("q leave")), Some(KeyCode::Char('q')));
        assert_eq!(key_at(bar, column(": on")), Some(KeyCode::Char(' ')));
        assert_eq!(key_at(bar, column("Esc")), Some(KeyCode::Esc));
        assert_eq!(key_at(bar, column("arrows")), None);
        assert_eq!(key_at(bar, 0), None);
        assert_eq!(key_at(bar, 79), None);
    }

    #[test]
    fn a_click_on_the_table_finds_the_choice_that_it_names() {
        let mut state = State::new(false);
        state.stage = Stage::Choice;
        state.picture = " 7:C  8:H  9:T\n      -3   B\nYour hand  2 fox, 1 lamb".to_owned();
        state.table = Rect { x: 0, y: 1, width: 80, height: 3 };
        let choices = ["to 7", "to 8", "1 fox", "2 fox", "1 lamb"];
        state.choices = choices.map(|label| (label.to_owned(), None)).to_vec();
        let mut click = |column: u16, row: u16| {
            let kind = MouseEventKind::Down(MouseButton::Left);
            let intent = state.click(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
            (state.cursor.expect("a choice"), intent != Intent::Nothing)
        };
        // A square, and the price below it, which plays the move at the second click.
        assert_eq!(click(6, 1), (1, false));
        assert_eq!(click(7, 2), (1, true));
        // Cards, one after the other.
        assert_eq!(click(14, 3), (2, false));
        assert_eq!(click(14, 3), (3, false));
        assert_eq!(click(14, 3), (2, false));
        // A place where nothing can be chosen.
        assert_eq!(click(12, 1), (2, false));
        assert_eq!(click(40, 9), (2, false));
    }
}
