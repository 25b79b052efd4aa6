//! Draws the circular track as a ring, or as rows if it is too long for one.
//!
//! Each space is a cell of two lines: its number with what stands there, and its four lanes, starting with the
//! innermost. Coordinates do not wrap but spaces do (GO-37): figures that are whole laps apart share a cell, each
//! on lane 1, separated by a bar.

use super::cards::{Animal, Rank};
use super::ruleset::Board;
use super::track::{Figure, Stand};
use super::view::View;
use crate::text::{Canvas, Ink, Names, beginning, columns as columns_of, padded, separated};
use strum::VariantArray;

/// The width of a cell, in columns.
const CELL: usize = 6;
/// The width of a cell with a line for the name of its animal, on a large screen.
const LARGE_CELL: usize = 9;
/// The maximum number of rows at each side of a ring.
const MOST_SIDE_ROWS: usize = 8;

/// The colour of a figure: that of its player, or of the seat that would own it.
pub(super) fn ink(figure: Figure, names: &Names) -> Ink {
    names.colour(figure.seat()).ink()
}

/// One space: two lines of `CELL` columns, or three of `LARGE_CELL`.
type Cell = Vec<String>;

/// The number of lines of a cell of this width.
const fn lines_of(cell: usize) -> usize {
    if cell == LARGE_CELL { 3 } else { 2 }
}

/// A line of words shown with the track.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) ink: Option<Ink>,
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { text, ink: None }
    }
}

impl Note {
    pub(super) fn paint(&self, canvas: &Canvas) -> String {
        self.ink.map_or_else(|| self.text.clone(), |ink| canvas.paint(&self.text, ink))
    }
}

/// The number of cells of this width across a ring, and its rows at the sides; `None` if it is too long for a ring.
fn shape(board: &Board, canvas: &Canvas, cell: usize) -> (usize, Option<usize>) {
    let spaces = usize::try_from(board.spaces).unwrap_or(1).max(1);
    let across = (canvas.width / cell).clamp(4, 13).min(spaces / 2);
    let sides = (spaces - 2 * across).div_ceil(2);
    (across, Some(sides).filter(|sides| *sides <= MOST_SIDE_ROWS))
}

/// The columns and lines available for words within the ring, if there is one.
pub(super) fn infield(board: &Board, canvas: &Canvas, is_large: bool) -> Option<(usize, usize)> {
    let cell = cell_width(is_large);
    let (across, sides) = shape(board, canvas, cell);
    sides.map(|sides| ((cell * (across.saturating_sub(2))).saturating_sub(1), lines_of(cell) * sides))
}

const fn cell_width(is_large: bool) -> usize {
    if is_large { LARGE_CELL } else { CELL }
}

/// Returns whether the canvas is wide enough for a ring with large cells.
pub(super) fn is_wide_enough(board: &Board, canvas: &Canvas) -> bool {
    canvas.width >= 13 * LARGE_CELL && shape(board, canvas, LARGE_CELL).1.is_some()
}

/// Draws the track with these notes, which go within the ring if they fit. With a key, its marks are explained.
pub(super) fn track(
    board: &Board,
    view: &View,
    since: Option<&View>,
    notes: &[Note],
    (has_key, is_large): (bool, bool),
    names: &Names,
    canvas: &Canvas,
) -> Vec<String> {
    let spaces = usize::try_from(board.spaces).unwrap_or(1).max(1);
    let cell = cell_width(is_large);
    let cells: Vec<Cell> = (0..spaces as i16)
        .map(|space| {
            let mut lines = head(board, view, space, canvas, is_large);
            lines.push(lanes(board, view, since, space, names, canvas, cell));
            lines
        })
        .collect();
    let (across, _) = shape(board, canvas, cell);
    let (columns, rows) = infield(board, canvas, is_large).unwrap_or_default();
    let animals = Animal::VARIANTS.iter().map(|animal| format!("{} {animal}", short(*animal)));
    let moved = if since.is_some() { "; * has moved" } else { "" };
    let sign = view.sign();
    let brief = Note::from(format!("{}; F{} finish", separated(animals.clone(), ", "), short(sign)));
    let mut key: Vec<Note> = if is_large {
        let sentence = "The spaces run clockwise; the lanes are shown from the inside";
        vec![format!("{sentence}; the animals stay where they are{moved}.").into()]
    } else {
        vec![
            format!("Animals: {}.", separated(animals, ", ")).into(),
            format!("Clockwise; lanes from inside; S start; F{} finish sign at {sign}{moved}.", short(sign))
                .into(),
        ]
    };
    let fits = |notes: &mut dyn Iterator<Item = &Note>| {
        let widths: Vec<usize> = notes.map(|note| columns_of(&note.text)).collect();
        widths.len() <= rows && widths.iter().all(|width| *width <= columns)
    };
    if !has_key && !fits(&mut notes.iter().chain(&key)) {
        // Within the ring there is often a line for the letters at least.
        key = vec![brief];
    }
    if fits(&mut notes.iter().chain(&key)) || (!has_key && fits(&mut notes.iter())) {
        key.truncate(if fits(&mut notes.iter().chain(&key)) { 2 } else { 0 });
        let written = notes.iter().chain(&key).map(|note| (note.paint(canvas), columns_of(&note.text)));
        return trimmed(ring(&cells, across, cell, written));
    }
    if !has_key {
        key.clear();
    }
    let (within, below): (&[Note], &[Note]) =
        if fits(&mut notes.iter()) { (notes, &[]) } else { (&[], notes) };
    let mut lines = if infield(board, canvas, is_large).is_none() {
        cells.chunks(across).flat_map(|row| side_by_side(&row.iter())).collect()
    } else {
        ring(&cells, across, cell, within.iter().map(|note| (note.paint(canvas), columns_of(&note.text))))
    };
    lines.extend(key.iter().chain(below).map(|note| note.paint(canvas)));
    trimmed(lines)
}

/// The number of columns before the spaces in a line of the track.
const BEFORE: usize = 22;

/// Draws the race as a line for each figure, the leading one first: its rank, player and location, and its place on
/// the whole track, with the animals by their first letters. `None` if the track is too long for that.
pub(super) fn strips(
    board: &Board,
    view: &View,
    since: Option<&View>,
    names: &Names,
    canvas: &Canvas,
) -> Option<Vec<Note>> {
    let spaces = board.spaces.max(1);
    if BEFORE + usize::try_from(spaces).ok()? > canvas.width {
        return None;
    }
    let animal = |space: i16| Animal::VARIANTS.iter().find(|animal| board.animals.space(**animal) == space);
    let ground = |space: i16| match animal(space) {
        _ if space == 0 => 'S',
        Some(animal) if *animal == view.sign() => 'F',
        Some(animal) => short(*animal).chars().next().unwrap_or('.'),
        None => '.',
    };
    let line = |(rank, standing): (Rank, Stand)| {
        let Stand { figure, at } = standing;
        let was = since.and_then(|since| view.moved_from(since, figure));
        let here = figure.to_string();
        let track: String = (0..spaces)
            .map(|space| {
                let is_at = |at: i16| at.rem_euclid(spaces) == space;
                match () {
                    () if is_at(at) => here.chars().next().unwrap_or('?'),
                    () if was.is_some_and(is_at) => '*',
                    () => ground(space),
                }
            })
            .collect();
        let owner =
            figure.owner(view.players()).map_or_else(|| "ownerless".to_owned(), |seat| names.of(seat));
        let owner = padded(beginning(&owner, 9), 9);
        Note { text: format!("{rank} {figure} {owner} {at:>4}  {track}"), ink: Some(ink(figure, names)) }
    };
    Some(Rank::ALL.into_iter().zip(view.figures()).map(line).collect())
}

/// The key to the marks in these lines, as long as the width allows.
pub(super) fn key_to_strips(has_moved: bool, canvas: &Canvas) -> String {
    let moved = if has_moved { ", * was here" } else { "" };
    let key = format!("S start, F finish{moved}");
    let animals = Animal::VARIANTS.iter().map(|animal| format!("{} {animal}", &short(*animal)[..1]));
    let long = format!("{key}; animals: {}", separated(animals, ", "));
    if columns_of(&long) <= canvas.width { long } else { key }
}

/// The spaces of the animals in a line of words, as long as the width allows.
pub(super) fn animals_in_words(board: &Board, columns: usize) -> String {
    let words = |name: fn(Animal) -> &'static str| {
        let animals = Animal::VARIANTS.iter();
        let spaces = animals.map(|animal| format!("{} {}", name(*animal), board.animals.space(*animal)));
        format!("Animals: {}.", separated(spaces, ", "))
    };
    let long = words(|animal| <&str>::from(animal));
    if long.chars().count() <= columns { long } else { words(short) }
}

fn trimmed(mut lines: Vec<String>) -> Vec<String> {
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// The first two letters of an animal.
pub(super) fn short(animal: Animal) -> &'static str {
    &<&str>::from(animal)[..2]
}

/// The heading of a space: its number, with the animal or the sign on it. A large one has a line for the animal.
fn head(board: &Board, view: &View, space: i16, canvas: &Canvas, is_large: bool) -> Vec<String> {
    let has_sign = board.animals.space(view.sign()) == space;
    let animal = if has_sign {
        Some(view.sign())
    } else {
        Animal::VARIANTS.iter().copied().find(|animal| board.animals.space(*animal) == space)
    };
    let mark = match (space, animal) {
        (0, _) => if is_large { " start" } else { "S" }.to_owned(),
        (_, Some(_)) if is_large && has_sign => " sign".to_owned(),
        (_, Some(animal)) if has_sign => format!("F{}", short(animal)),
        (_, Some(animal)) if !is_large => short(animal).to_owned(),
        _ => String::new(),
    };
    let width = cell_width(is_large);
    let mut lines = vec![padded(&format!("{space}{mark}"), width)];
    if is_large {
        lines.push(padded(animal.map_or("", <&str>::from), width));
    }
    let paint = |line: &String| match () {
        () if has_sign => canvas.paint(line, Ink::Bold),
        () if space == 0 || animal.is_some() => line.clone(),
        () => canvas.paint(line, Ink::Faint),
    };
    lines.iter().map(paint).collect()
}

/// The lanes of a space: its figures from the inner lane outwards, figures of other laps after a bar, and a mark if
/// one has come from another space.
fn lanes(
    board: &Board,
    view: &View,
    since: Option<&View>,
    space: i16,
    names: &Names,
    canvas: &Canvas,
    cell: usize,
) -> String {
    let figures = view.figures();
    let here = figures.iter().filter(|standing| standing.at.rem_euclid(board.spaces.max(1)) == space);
    let here: Vec<_> = here.collect();
    let laps = here.windows(2).filter(|pair| pair[0].at != pair[1].at).count();
    // Four figures in four laps fill a cell, so the bars are left out.
    let has_bars = here.len() + laps < cell;
    let mut text = String::new();
    let mut columns = 0;
    for (index, standing) in here.iter().enumerate() {
        if has_bars && index > 0 && here[index - 1].at != standing.at {
            text.push('|');
            columns += 1;
        }
        text.push_str(&canvas.paint(&standing.figure.to_string(), ink(standing.figure, names)));
        columns += 1;
    }
    let free = 4_usize.saturating_sub(columns);
    text.push_str(&canvas.paint(&".".repeat(free), Ink::Faint));
    columns += free;
    let has_moved = |figure: Figure| since.is_some_and(|since| view.moved_from(since, figure).is_some());
    if columns + 1 < cell && here.iter().any(|standing| has_moved(standing.figure)) {
        text.push_str(&canvas.paint("*", Ink::Bold));
        columns += 1;
    }
    text.push_str(&" ".repeat(cell - columns));
    text
}

/// The lines of a row of cells.
fn side_by_side<'a>(row: &(impl Iterator<Item = &'a Cell> + Clone)) -> Vec<String> {
    let lines = row.clone().map(Vec::len).max().unwrap_or(0);
    (0..lines).map(|line| row.clone().map(|cell| cell[line].as_str()).collect()).collect()
}

/// Draws the ring clockwise: along the top to the right, down, along the bottom to the left, and up. The painted
/// texts within the ring come with their widths in columns.
fn ring(
    cells: &[Cell],
    across: usize,
    width: usize,
    mut within: impl Iterator<Item = (String, usize)>,
) -> Vec<String> {
    let sides = cells.len() - 2 * across;
    let (right, left) = (sides.div_ceil(2), sides / 2);
    let (top, rest) = cells.split_at(across);
    let (down, rest) = rest.split_at(right);
    let (bottom, up) = rest.split_at(across);
    let mut lines = side_by_side(&top.iter());
    let infield = width * (across - 2);
    let blank: Cell = vec![" ".repeat(width); lines.len()];
    for (row, at_right) in down.iter().enumerate() {
        // If the sides are uneven, the left one is a space shorter at its upper end.
        let at_left = up[..left].get(right - 1 - row).unwrap_or(&blank);
        for (left, right) in at_left.iter().zip(at_right) {
            let (text, columns) = within.next().unwrap_or_default();
            lines.push(format!("{left}{text}{}{right}", " ".repeat(infield.saturating_sub(columns))));
        }
    }
    lines.extend(side_by_side(&bottom.iter().rev()));
    lines
}
