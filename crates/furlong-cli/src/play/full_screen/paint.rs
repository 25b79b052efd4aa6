//! Paints the screen.

use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::terminal::Frame;
use ratatui_core::text::{Line, Span, Text};
use textwrap::core::display_width;

use super::ansi::lines;
use super::screen_model::{News, Stage};
use super::state::{Asks, State};
use super::wrap::{paragraphs, wrapped};
use crate::screen::{Screen, numbered};
use furlong::table::Shown;
use furlong::text::{Canvas, padded, separated};

/// The width of the table, in columns, if the log is next to it.
pub(super) const TABLE: u16 = 80;
/// The width of the table on a large screen, where boards have words for their letters.
const LARGE_TABLE: u16 = 120;
/// The minimum width of the log, in columns.
const LOG: u16 = 30;
/// The number of columns and rows that pictures are made for.
const USUAL: (u16, u16) = (80, 24);
/// The number of lines of news that stay visible, however tall the picture is.
const LEAST_NEWS: u16 = 2;
/// The width beside the table in which help, hints and sheets can be read, in columns.
const SHEET: u16 = 36;
/// The number of lines of news for which the choices move closer together.
const NEWS: u16 = 4;
/// The number of rows of choices that stay visible, however tall the picture is.
const FEW: u16 = 3;
/// The minimum number of rows of a board above a sheet.
const LEAST_ABOVE: u16 = 8;
/// The space between columns of choices.
const GAP: usize = 3;

/// The width of the table on a screen of this width.
pub(super) const fn table_width(width: u16) -> u16 {
    if width > LARGE_TABLE + SHEET {
        LARGE_TABLE
    } else if width >= TABLE + LOG {
        TABLE
    } else {
        width
    }
}

/// Draws everything, and records where the choices are.
pub(super) fn paint(frame: &mut Frame<'_>, state: &mut State) {
    let area = frame.area();
    state.places.clear();
    let [title, body, keys] = rows(area, [1, area.height.saturating_sub(2), 1]);
    bar(frame, title, &heading(&state.title, &state.times, usize::from(title.width)));
    let is_used = |part: &&str| !part.starts_with(state.unused_keys);
    let used = separated(keys_of(state).split("  ").filter(is_used), "  ");
    state.keys = fitting(&state.settings.keys_in(&used), usize::from(keys.width));
    (state.keys_row, state.table) = (keys.y, Rect::default());
    bar(frame, keys, &state.keys);
    if let Stage::Notice(text, _) = &state.stage {
        let text = sheet_lines(&[Shown::Sentence(text.clone())], body.width.saturating_sub(2), false);
        let [text_area, status] = rows(inset(body), [body.height.saturating_sub(1), 1]);
        frame.render_widget(Text::from(text), text_area);
        return frame.render_widget(status_line(state, body.width, true), status);
    }
    if matches!(state.stage, Stage::Menu { .. }) && state.sheet.is_none() {
        return menu(frame, body, state);
    }
    let table = Rect { width: table_width(body.width), ..body };
    let beside = Rect { x: table.right() + 1, width: body.width.saturating_sub(table.width + 1), ..body };
    let is_beside = beside.width >= SHEET && !matches!(state.stage, Stage::Menu { .. });
    if state.sheet.is_some() && !is_beside {
        return sheet_below(frame, body, state);
    }
    paint_table(frame, table, state, beside.width > 0);
    // On a very wide screen, the log stays beside a sheet.
    let half = if beside.width > 2 * SHEET { beside.width / 2 } else { 0 };
    if state.sheet.is_some() {
        let right = Rect { x: beside.x + half, width: beside.width - half, ..beside };
        sheet(frame, right, state);
        if half > 0 {
            log(frame, Rect { width: half - 1, ..beside }, state);
        }
    } else if beside.width > 0 {
        log(frame, beside, state);
    }
}

/// Draws a menu: the text, one choice on each line with as many whole parts of its remark as fit, and the complete
/// remark of the choice under the cursor.
fn menu(frame: &mut Frame<'_>, area: Rect, state: &mut State) {
    let longest = state.choices.iter().map(|(label, _)| display_width(label)).max().unwrap_or(0);
    // A choice has a mark and a space before it, and a column after it.
    let room = usize::from(area.width).saturating_sub(longest + 6);
    let cell = |(label, remark): &(String, Option<String>)| {
        let gap = " ".repeat(longest - display_width(label));
        let remark = remark.as_deref().and_then(|remark| remark.lines().next()).unwrap_or_default();
        format!(" {label}{gap}  {}", whole_parts(remark, room))
    };
    let cells: Vec<String> = state.choices.iter().map(cell).collect();
    let remark = state
        .cursor
        .and_then(|index| state.choices.get(index))
        .and_then(|(_, remark)| remark.clone())
        .unwrap_or_default();
    let text = state.picture.lines().flat_map(|line| wrapped(line, area.width.saturating_sub(2)));
    let text = Text::from(lines(&separated(text, "\n"))).style(Style::new().add_modifier(Modifier::BOLD));
    let down = (cells.len() as u16).min(area.height.saturating_sub(6));
    let rest = area.height.saturating_sub(text.height() as u16 + down + 3).max(3);
    let heights = [text.height() as u16, 1, down, 1, rest];
    let remark = Text::raw(whole_paragraphs(&remark, area.width.saturating_sub(2), rest).join("\n"));
    let [head, _, choices, _, foot] = rows(
        Rect { y: area.y + 1.min(area.height), height: area.height.saturating_sub(1), ..inset(area) },
        heights,
    );
    frame.render_widget(text, head);
    if state.typed.is_some() {
        frame.render_widget(status_line(state, area.width, true), foot);
        return;
    }
    paint_choices(frame, choices, state, &cells, 1);
    if state.asks == Asks::ToLeave {
        return frame.render_widget(status_line(state, area.width, true), foot);
    }
    frame.render_widget(remark.style(faint()), foot);
}

/// The lines of a remark: its first paragraph, and as many of the others as fit whole.
fn whole_paragraphs(remark: &str, width: u16, rows: u16) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    for (paragraph, number) in remark.split("\n\n").zip(1..) {
        let lines: Vec<String> = paragraph.lines().flat_map(|line| wrapped(line, width)).collect();
        let is_whole = shown.len() + 1 + lines.len() <= usize::from(rows);
        // The third paragraph is a board, whose lines are not broken.
        let is_broken = number > 2 && lines.len() > paragraph.lines().count();
        if !shown.is_empty() && (is_broken || !is_whole) {
            continue;
        }
        if !shown.is_empty() {
            shown.push(String::new());
        }
        shown.extend(lines);
    }
    shown
}

/// A remark, or its first parts if it is wider than `width`. It ends where a part ends, never within a word.
fn whole_parts(remark: &str, width: usize) -> &str {
    if display_width(remark) <= width {
        return remark;
    }
    let ends = [", ", "; ", ": ", " ("].iter().flat_map(|end| remark.match_indices(end).map(|(at, _)| at));
    let fitting = ends.filter(|end| display_width(&remark[..*end]) <= width);
    fitting.max().map_or("", |end| &remark[..end])
}

/// The number of rows that are not for the table: two bars and the status line.
const FRAME: u16 = 3;

/// The lines of the question, the sentences above it, and the minimum rows that choices and news need.
struct Needs {
    question: Vec<String>,
    explanation: Vec<String>,
    choices: u16,
    news: u16,
}

impl Needs {
    fn of(state: &State, width: u16, has_log: bool) -> Self {
        // In a guided game, the sentences say what matters.
        let news = if has_log || !state.explanation.is_empty() {
            0
        } else {
            newest(state, width, usize::from(LEAST_NEWS)).len() as u16
        };
        Self {
            question: refusal(state, width).unwrap_or_else(|| wrapped(&state.question, width)),
            explanation: paragraphs(&state.explanation, width),
            choices: (state.choices.len() as u16).min(FEW),
            news,
        }
    }

    fn rows(&self) -> u16 {
        self.question.len() as u16 + self.explanation.len() as u16 + self.choices + self.news
    }
}

/// The lines of the reason why a move is refused, if it is too long for the line below the choices. It replaces the
/// question until the next key.
fn refusal(state: &State, width: u16) -> Option<Vec<String>> {
    let lines = paragraphs(&state.message, width);
    Some(lines).filter(|lines| lines.len() > 1 && state.stage == Stage::Choice)
}

/// The number of rows left for the picture of the table on a screen of this size, with a panel of `panel` rows.
pub(super) fn picture_rows(state: &State, (width, height): (u16, u16), panel: usize) -> u16 {
    let table = table_width(width);
    let needs = Needs::of(state, table, table < width);
    height.saturating_sub(FRAME + needs.rows() + panel as u16)
}

/// Paints the picture, the news (unless there is a log next to it), the question with its panel and choices, and
/// the answer to the last command.
fn paint_table(frame: &mut Frame<'_>, area: Rect, state: &mut State, has_log: bool) {
    let needs = Needs::of(state, area.width, has_log);
    let picture = lines(&state.picture);
    let (explained, drawn) = (needs.explanation.len() as u16, picture.len() as u16);
    let panel = lines(&state.panel.join("\n"));
    let panel_rows = (panel.len() as u16).min(area.height.saturating_sub(FEW));
    let asked = needs.question.len() as u16 + panel_rows;
    let room = area.height.saturating_sub(explained + asked + 1);
    // What the question is about comes first, then what has happened, then the table, which was drawn to fit the
    // rest.
    let most = room.saturating_sub(drawn + needs.news).max(needs.choices);
    let wanted = if has_log { most } else { room.saturating_sub(drawn + NEWS).clamp(needs.choices, most) };
    let (cells, columns, has_remarks) = cells(&state.choices, area.width, wanted, most);
    let down = cells.len().div_ceil(columns.max(1)) as u16;
    let choices = down.min(most).min(room);
    let least_news = needs.news.min(room.saturating_sub(choices));
    let picture_rows = drawn.min(room.saturating_sub(choices + least_news));
    let free = room.saturating_sub(picture_rows + choices);
    // With the log beside the table, the question is close below it, so that the eyes need not travel.
    let above = if has_log { free.min(1) } else { free };
    let [top, news_area, explanation_area, question_area, choice_area, _, status] =
        rows(area, [picture_rows, above, explained, asked, choices, free - above, 1]);
    let [question_area, panel_area] = rows(question_area, [asked - panel_rows, panel_rows]);
    frame.render_widget(Text::from(picture), top);
    state.table = top;
    frame.render_widget(Text::from(panel), panel_area);
    if picture_rows < drawn && picture_rows > 0 {
        let more = Rect { y: top.bottom() - 1, height: 1, ..top };
        more.positions().for_each(|cell| frame.buffer_mut()[cell].reset());
        let cut = drawn - picture_rows + 1;
        let is_small = area.width < USUAL.0 || area.height + 2 < USUAL.1;
        let room = if is_small { format!(" (they fit in {} x {})", USUAL.0, USUAL.1) } else { String::new() };
        let key = state.settings.key('v');
        let text = format!("... {cut} lines do not fit{room}: {key} shows all");
        frame.render_widget(Line::styled(text, faint()), more);
    }
    if !has_log {
        let news = newest(state, news_area.width, usize::from(news_area.height));
        frame.render_widget(Text::from(lines(&news.join("\n"))), news_area);
    }
    frame.render_widget(Text::from(lines(&needs.explanation.join("\n"))), explanation_area);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Text::from(lines(&needs.question.join("\n"))).style(bold), question_area);
    paint_choices(frame, choice_area, state, &cells, columns);
    frame.render_widget(status_line(state, area.width, has_remarks), status);
}

/// The choices as cells, the number of columns, and whether they have their whole remarks. They do if they then fit
/// into the rows wanted, or at least into `most`. Otherwise they have the first parts of their remarks, such as prices,
/// if these need no more rows than the names alone.
fn cells(
    choices: &[(String, Option<String>)],
    width: u16,
    wanted: u16,
    most: u16,
) -> (Vec<String>, usize, bool) {
    // As few columns as the rows allow, and no more than the width allows.
    let columns = |cells: &[String], rows: u16| {
        let widest = cells.iter().map(|cell| display_width(cell)).max().unwrap_or(0);
        let fitting = (usize::from(width) + GAP) / (widest + GAP).max(1);
        fitting.min(cells.len().div_ceil(usize::from(rows).max(1))).max(1)
    };
    let full = numbered(choices, true);
    for rows in [wanted, most] {
        let across = columns(&full, rows);
        if full.len().div_ceil(across) <= usize::from(rows) {
            return (full, across, true);
        }
    }
    let names = numbered(choices, false);
    let across = columns(&names, wanted);
    let first =
        |remark: &String| remark.split([',', ';', ':', '(']).next().unwrap_or_default().trim().to_owned();
    let brief: Vec<_> =
        choices.iter().map(|(name, remark)| (name.clone(), remark.as_ref().map(first))).collect();
    let brief = numbered(&brief, true);
    let down = |across: usize| choices.len().div_ceil(across.max(1));
    let across_in_brief = columns(&brief, wanted);
    if down(across_in_brief) <= down(across).max(usize::from(wanted)) {
        return (brief, across_in_brief, false);
    }
    (names, across, false)
}

fn paint_choices(frame: &mut Frame<'_>, area: Rect, state: &mut State, cells: &[String], columns: usize) {
    let down = cells.len().div_ceil(columns.max(1)).max(1);
    state.rows = down;
    let shown = usize::from(area.height);
    let marked = state.marked();
    let row_of_cursor = marked.unwrap_or(0) % down;
    let from = (row_of_cursor + 1).saturating_sub(shown);
    let width = area.width / columns.max(1) as u16;
    for (index, cell) in cells.iter().enumerate() {
        let (column, row) = (index / down, index % down);
        if row < from || row >= from + shown {
            continue;
        }
        let place = Rect {
            x: area.x + column as u16 * width,
            y: area.y + (row - from) as u16,
            width: width.saturating_sub(1),
            height: 1,
        };
        let style =
            if marked == Some(index) { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let mark = if marked == Some(index) { ">" } else { " " };
        frame.render_widget(Line::styled(format!("{mark}{cell}"), style), place);
        state.places.push((place, index));
    }
}

/// The words being typed, or the answer to the last command, or the remark about the choice under the cursor if the
/// choices do not show their own.
fn status_line(state: &State, width: u16, has_remarks: bool) -> Line<'static> {
    if let Some(typed) = &state.typed {
        let rest = state.completion().and_then(|label| label.get(typed.len()..)).unwrap_or_default();
        return Line::from(vec![
            Span::styled("> ", Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(typed.clone()),
            Span::styled(format!("_{rest}"), faint()),
        ]);
    }
    if state.asks == Asks::ToLeave {
        let what = if matches!(state.stage, Stage::Menu { .. }) { "program" } else { "game" };
        return Line::raw(format!("Leave the {what}?"));
    }
    if let (Stage::Others(name), false) = (&state.stage, state.is_in_frame) {
        return Line::styled(format!("{name} decides ...  {}", state.message), faint());
    }
    if !state.message.is_empty() && refusal(state, width).is_none() {
        return Line::raw(state.message.clone());
    }
    match state.cursor.and_then(|index| state.choices.get(index)) {
        Some((label, Some(remark))) if !has_remarks => Line::styled(format!("{label}: {remark}"), faint()),
        _ => Line::default(),
    }
}

/// What has happened since the person's last turn, as far as there are rows: the newest lines, without bots'
/// thoughts if these would push others out, and the number of lines that do not fit.
fn newest(state: &State, width: u16, rows: usize) -> Vec<String> {
    let new = || state.news.iter().filter(|news| news.event > state.since);
    let lines: Vec<Vec<String>> = new().map(|news| wrapped(&news.text, width)).collect();
    if lines.iter().map(Vec::len).sum::<usize>() <= rows {
        return lines.concat();
    }
    let happened: Vec<Vec<String>> =
        new().zip(lines).filter(|(news, _)| !news.is_reason).map(|(_, lines)| lines).collect();
    if happened.iter().map(Vec::len).sum::<usize>() <= rows {
        return happened.concat();
    }
    // Sentences that share lines take less room.
    let told: Vec<&str> = new().filter(|news| !news.is_reason).map(|news| news.text.as_str()).collect();
    let joined = |told: &[&str]| wrapped(&told.join(" "), width);
    if joined(&told).len() <= rows {
        return joined(&told);
    }
    // The person's own events come first, in less than half the rows: what a hare card or a missed turn brought.
    let is_own = |text: &&&str| ["You ", "Your "].iter().any(|word| without_colours(text).starts_with(word));
    let mut own: Vec<&str> = told.iter().filter(is_own).copied().collect();
    while joined(&own).len() > rows.saturating_sub(1) / 2 && !own.is_empty() {
        own.remove(0);
    }
    let own_lines = if own.is_empty() { Vec::new() } else { joined(&own) };
    let others: Vec<&str> = told.iter().filter(|text| !own.contains(text)).copied().collect();
    let left = rows.saturating_sub(own_lines.len() + 1);
    let kept = (0..others.len()).find(|from| joined(&others[*from..]).len() <= left).unwrap_or(others.len());
    // The log can be opened when the person has to decide.
    let has_log = !state.is_in_frame && !matches!(state.stage, Stage::Others(_));
    let key = if has_log { format!(": {}", state.settings.key('l')) } else { String::new() };
    let more = vec![format!("... {kept} more{key}")];
    let newest = if kept < others.len() { joined(&others[kept..]) } else { Vec::new() };
    let mut shown = [own_lines, more, newest].concat();
    if shown.len() < 2 {
        // There is room for the newest line alone, or not even for all of it.
        shown = happened.last().filter(|lines| lines.len() <= rows).cloned().unwrap_or(shown);
    }
    shown.truncate(rows);
    shown
}

/// A text without the sequences that colour it.
fn without_colours(text: &str) -> String {
    lines(text).iter().flat_map(|line| line.spans.iter().map(|span| span.content.clone())).collect()
}

/// Draws the log beside the table: the newest lines, with those before the person's last turn dimmed.
fn log(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let rows = usize::from(area.height);
    let recent = &state.news[state.news.len().saturating_sub(rows)..];
    let line = |news: &News| {
        let style = if news.event > state.since { Style::new() } else { faint() };
        let text = wrapped(&news.text, area.width).join("\n");
        lines(&text).into_iter().map(move |line| line.style(style)).collect::<Vec<_>>()
    };
    let lines: Vec<Line<'_>> = recent.iter().flat_map(line).collect();
    let latest = lines.len().saturating_sub(rows);
    frame.render_widget(Text::from(lines[latest..].to_vec()), area);
}

/// The number of rows for the picture above a sheet on a screen of this size; `None` if the sheet is not below the
/// picture, or needs its room.
pub(super) fn rows_above_sheet(state: &State, (width, height): (u16, u16)) -> Option<u16> {
    let values = state.sheet.as_ref().map(|sheet| &sheet.values)?;
    let is_alone = matches!(state.stage, Stage::Menu { .. })
        || values.iter().any(|shown| matches!(shown, Shown::Board(_)));
    let read = sheet_lines(values, width.saturating_sub(2), false).len();
    let rows = height.checked_sub(FRAME)?.checked_sub(u16::try_from(read).ok()?)?;
    Some(rows).filter(|rows| !is_alone && *rows >= LEAST_ABOVE)
}

/// Draws a sheet below the board if there is room for both, and otherwise over it.
fn sheet_below(frame: &mut Frame<'_>, area: Rect, state: &mut State) {
    let picture = lines(&state.picture);
    let drawn = picture.len() as u16;
    // The bars are above and below the area.
    if rows_above_sheet(state, (area.width, area.height + 2)).is_none_or(|rows| rows < drawn) {
        return sheet(frame, area, state);
    }
    let [top, _, rest] = rows(area, [drawn, 1, area.height - drawn - 1]);
    frame.render_widget(Text::from(picture), top);
    sheet(frame, rest, state);
}

fn sheet(frame: &mut Frame<'_>, area: Rect, state: &mut State) {
    let Some(sheet) = &state.sheet else { return };
    // Boards are drawn for the whole width.
    let has_board = sheet.values.iter().any(|shown| matches!(shown, Shown::Board(_)));
    let area = if has_board { area } else { inset(area) };
    let width = if has_board { area.width } else { area.width.saturating_sub(1) };
    let all = sheet_lines(&sheet.values, width, state.has_colour);
    let shown = usize::from(area.height);
    state.page = (shown, all.len());
    let from = sheet.from.min(all.len().saturating_sub(shown.min(all.len())));
    let part: Vec<Line<'_>> = all.into_iter().skip(from).take(shown).collect();
    frame.render_widget(Text::from(part), area);
}

/// The lines of values, as read on a sheet of this width.
fn sheet_lines(values: &[Shown], width: u16, colour: bool) -> Vec<Line<'static>> {
    let mut screen = Screen::kept(Canvas { width: usize::from(width.max(1)), colour, ..Canvas::PLAIN });
    // Writing into a vector does not fail.
    _ = screen.show(values);
    lines(screen.take().trim_start_matches('\n'))
}

fn keys_of(state: &State) -> &'static str {
    match state.asks {
        Asks::ToLeave => return "Enter, y: leave  Esc, n: stay",
        Asks::Key => return "any letter or symbol  Esc: back",
        Asks::ToHide => return "q go on without waiting",
        Asks::Nothing => {}
    }
    if state.sheet.is_some() {
        return "arrows, Page Up and Down scroll; any other key closes";
    }
    if state.is_in_frame {
        return "Space: next  Enter: all  + faster  - slower  q leave";
    }
    if state.typed.is_some() {
        return if matches!(state.stage, Stage::Menu { .. }) {
            "Enter: accept  Esc: back"
        } else {
            "Tab completes; Enter plays; Esc: back to the list"
        };
    }
    match state.stage {
        Stage::Choice if state.people == 1 => {
            "arrows Enter  / type  h hint  ? help  l log  v view  w reasons  u undo  q leave"
        }
        Stage::Choice => "arrows Enter  / type  h hint  ? help  l log  v view  w reasons  q leave",
        Stage::Others(_) if state.people == 0 => {
            "Space: to the end at once  + faster  - slower  w reasons  q leave"
        }
        Stage::Others(_) => "Space: to your turn at once  + faster  - slower  w reasons  q leave",
        Stage::Menu { is_first: true } => "arrows Enter choose  ? what is it  q leave",
        Stage::Menu { .. } => "arrows Enter choose  ? what is it  q back",
        Stage::Notice(_, keys) => keys,
        Stage::Over if state.new_level.is_some() => {
            "n change level  a what decided it  e page  b replay  r play again  l log  v view  q leave"
        }
        Stage::Over => "a what decided it  e page  b replay  r play again  l log  v view  q leave",
        Stage::Replay { .. } => "<- -> event  up down move  s eyes  p play on  a analyse  ? keys  q leave",
    }
}

/// The title, and at the right edge as many of the times as fit. The first one is always shown.
fn heading(title: &str, times: &[String], width: usize) -> String {
    let columns = |shown: &[String]| shown.iter().map(|time| display_width(time) + 2).sum::<usize>();
    let room = width.saturating_sub(display_width(title));
    let count = (1..=times.len()).rev().find(|count| columns(&times[..*count]) < room).unwrap_or(1);
    let shown = times[..count.min(times.len())].join("  ");
    if shown.is_empty() {
        return title.to_owned();
    }
    // The bar begins and ends with a space.
    let left = width.saturating_sub(display_width(&shown) + 2);
    let mut title = title.to_owned();
    while display_width(&title) + 2 > left && title.pop().is_some() {}
    let gap = " ".repeat(left.saturating_sub(display_width(&title)));
    format!("{title}{gap}{shown}")
}

/// As many of the keys as fit. The last one, which leaves, is always shown.
fn fitting(keys: &str, width: usize) -> String {
    let mut parts: Vec<&str> = keys.split("  ").collect();
    let columns = |parts: &[&str]| parts.iter().map(|part| display_width(part) + 2).sum::<usize>();
    while parts.len() > 1 && columns(&parts) > width + 1 {
        parts.remove(parts.len() - 2);
    }
    parts.join("  ")
}

fn bar(frame: &mut Frame<'_>, area: Rect, text: &str) {
    let width = usize::from(area.width);
    let style = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Line::styled(format!(" {}", padded(text, width)), style), area);
}

fn faint() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// The area without its first column.
fn inset(area: Rect) -> Rect {
    Rect { x: area.x + 1.min(area.width), width: area.width.saturating_sub(1), ..area }
}

/// Areas of these heights, one below the other.
fn rows<const N: usize>(area: Rect, heights: [u16; N]) -> [Rect; N] {
    let mut top = area.y;
    heights.map(|height| {
        let height = height.min(area.bottom().saturating_sub(top));
        let row = Rect { y: top, height, ..area };
        top += height;
        row
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_line_is_shown_whole_or_counted_but_never_cut_without_a_word() {
        let told = |text: &str| News { text: text.to_owned(), is_reason: false, event: 1 };
        let mut state =
            State { stage: Stage::Choice, news: vec![told("Tile 8 shows a stream.")], ..State::new(false) };
        assert_eq!(newest(&state, 80, 1), ["Tile 8 shows a stream."]);
        state.news.push(told(&"bot 2 on wolf and fox, 5; ".repeat(6)));
        assert_eq!(newest(&state, 80, 1), ["... 2 more: l"]);
        let both = newest(&state, 80, 2);
        assert!(
            both.len() == 2 && both[0].starts_with("bot 2 on") && both[1].ends_with("fox, 5;"),
            "{both:?}"
        );
        assert_eq!(newest(&state, 80, 3).len(), 3, "the first line and both parts of the second one");
    }

    #[test]
    fn the_persons_own_events_stay_in_view_and_short_sentences_share_a_line() {
        let told = |text: &str| News { text: text.to_owned(), is_reason: false, event: 1 };
        let news = vec![told("You miss a turn."); 4];
        let mut state = State { stage: Stage::Choice, news, ..State::new(false) };
        assert_eq!(newest(&state, 80, 1), [["You miss a turn."; 4].join(" ")]);
        state.news = vec![told("You run to 3."), told("\u{1b}[34mYou\u{1b}[0m jug the hare: miss a turn.")];
        state.news.extend(
            (1..9).map(|bot| told(&format!("Bot {bot} moves from {bot} to 10 (lettuce) for 45 carrots."))),
        );
        let shown = newest(&state, 80, 4);
        assert!(shown[0].starts_with("You run to 3. ") && shown[0].ends_with("miss a turn."), "{shown:?}");
        assert_eq!(shown[1], "... 5 more: l");
        assert!(shown[2].starts_with("Bot 6 ") && shown.len() == 4, "{shown:?}");
    }

    #[test]
    fn many_choices_keep_the_first_parts_of_their_remarks() {
        let choices: Vec<_> = (10..30)
            .map(|square| (format!("to {square}"), Some(format!("{square} carrots, number 3"))))
            .collect();
        let (cells, across, is_whole) = cells(&choices, 80, 7, 7);
        assert_eq!((cells[0].as_str(), across, is_whole), (" 1  to 10 - 10 carrots", 3, false));
        let (cells, _, is_whole) = super::cells(&choices[..4], 80, 7, 7);
        assert_eq!((cells[0].as_str(), is_whole), ("1  to 10 - 10 carrots, number 3", true));
    }
}
