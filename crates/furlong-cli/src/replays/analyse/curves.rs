//! The curves of an analysed game in characters, and its key points.

use std::fmt::Write as _;

use textwrap::core::display_width;

use super::story::Story;
use furlong::Seat;
use furlong::table::percent;

/// The width of the chart, in columns.
const COLUMNS: usize = 76;

/// The word before the round numbers.
const ROUND: &str = "round";

impl Story {
    /// Each seat's chance over the game, in tenths of a win, from the first event to the last, above the rounds.
    pub(super) fn curves(&self) -> String {
        let events = &self.analysis.events;
        if events.is_empty() {
            return String::new();
        }
        let longest = self.longest_name();
        let columns = events.len().min(COLUMNS.saturating_sub(longest).max(20));
        let mut text = "\nEach seat's chance to win, in tenths:\n".to_owned();
        for seat in self.seats() {
            let name = self.names.name(seat);
            let curve = self.curve(seat, columns);
            _ = writeln!(text, "  {name}{}  {curve}", " ".repeat(longest - display_width(&name)));
        }
        let gap = " ".repeat(longest - ROUND.len());
        _ = writeln!(text, "  {ROUND}{gap}  {}", self.rounds_below(columns));
        text
    }

    /// The curves with the chance of each seat, or of the seat `only`, after event `now`. Below them are that moment
    /// and the key points.
    pub(crate) fn curves_at(&self, now: usize, width: usize, only: Option<Seat>) -> Vec<String> {
        const SHARE: usize = "  100 %  ".len();
        let events = &self.analysis.events;
        if events.is_empty() {
            return Vec::new();
        }
        let longest = self.longest_name();
        let columns = events.len().min(width.saturating_sub(longest + SHARE).max(20));
        let share = |seat: Seat| match events.get(now) {
            Some(event) => event.before.shares[seat],
            None => self.analysis.seats.get(seat.index()).map_or(0.0, |sums| sums.result),
        };
        let line = |seat: Seat| {
            let name = self.names.name(seat);
            let gap = " ".repeat(longest - display_width(&name));
            format!("{name}{gap}  {:>3} %  {}", percent(share(seat)), self.curve(seat, columns))
        };
        let mut marks = vec![' '; columns];
        let column_of = |number: usize| ((number.max(1) - 1) * columns / events.len()).min(columns - 1);
        for (number, is_mistake) in self.key_moments() {
            marks[column_of(number)] = if is_mistake { '!' } else { 'o' };
        }
        marks[column_of(now)] = '^';
        let marks: String = marks.into_iter().collect();
        let shown = self.seats().filter(|seat| only.is_none_or(|only| only == *seat));
        let mut lines: Vec<String> = shown.map(line).collect();
        lines.push(format!("{}{}", " ".repeat(longest + SHARE), marks.trim_end()));
        if only.is_some() {
            return lines;
        }
        lines.push("Chances in tenths. ^ here, o turning point, ! mistake: n and N go there.".to_owned());
        lines
    }

    /// The turning points and the largest mistakes by number of event, in order, and whether each is a mistake.
    pub(crate) fn key_moments(&self) -> Vec<(usize, bool)> {
        let mistakes = self.mistakes().into_iter().map(|decided| (decided.event.number, true));
        let points = self.turning_points().into_iter().map(|(event, _)| (event.number, false));
        let mut moments: Vec<(usize, bool)> = mistakes.chain(points).collect();
        moments.sort_by_key(|(number, is_mistake)| (*number, !is_mistake));
        moments.dedup_by_key(|(number, _)| *number);
        moments
    }

    /// The remarks about an event: a turning point, or one of the largest mistakes.
    pub(crate) fn remarks(&self, number: usize) -> Vec<String> {
        let mistakes = self.mistakes();
        let mistake = mistakes.iter().find(|decided| decided.event.number == number);
        let points = self.turning_points();
        let point = points.iter().find(|(event, _)| event.number == number);
        let mistake = mistake.map(|decided| self.mistake(decided));
        let point = point.map(|(event, seat)| format!("Turning point. {}", self.turning_point(event, *seat)));
        mistake.into_iter().chain(point).collect()
    }

    fn longest_name(&self) -> usize {
        let widths = self.seats().map(|seat| display_width(&self.names.name(seat)));
        widths.max().unwrap_or(0).max(ROUND.len())
    }

    /// The number of the last event of a column.
    fn last_of(&self, column: usize, columns: usize) -> usize {
        (column + 1) * self.analysis.events.len() / columns - 1
    }

    /// The chance of a seat in tenths of a win, with one digit per column.
    fn curve(&self, seat: Seat, columns: usize) -> String {
        let after = |column| self.analysis.events[self.last_of(column, columns)].after[seat];
        (0..columns).map(|column| char::from(b'0' + (10.0 * after(column)).clamp(0.0, 9.0) as u8)).collect()
    }

    /// The round numbers below their first columns, as far as there is room.
    fn rounds_below(&self, columns: usize) -> String {
        let mut marks = String::new();
        let mut round = 0;
        for column in 0..columns {
            let here = self.analysis.events[self.last_of(column, columns)].round;
            if here > round && (marks.len() < column || column == 0) {
                marks.push_str(&" ".repeat(column - marks.len()));
                _ = write!(marks, "{here}");
            }
            round = here;
        }
        marks
    }
}
