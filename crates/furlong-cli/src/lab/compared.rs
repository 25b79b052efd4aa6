//! The comparison of rulesets as tables: what differs beyond chance first.

use std::fmt::Write as _;

use comfy_table::Table;

use crate::lab::figures::{estimated, table, write_tables};
use crate::lab::run_words::{heading, letter, seats_text, tell_twins};
use furlong::arena::{Comparison, Contrast, Difference, Results, Scale, p_words};
use furlong::text::{capitalized, counted, listed};

/// The differences of each ruleset from the first; with `is_whole` also those that chance explains.
pub(crate) fn comparison_tables(
    comparison: &Comparison,
    runs: &[Results],
    width: Option<usize>,
    is_whole: bool,
) -> String {
    let name = |(side, run): (usize, &Results)| format!("{} ({})", run.setting.ruleset, letter(side));
    let all: Vec<&Results> = runs.iter().collect();
    let mut text = heading(&listed(runs.iter().enumerate().map(name)), &all);
    for (index, contrast) in comparison.contrasts.iter().enumerate() {
        contrast_tables(&mut text, contrast, &letter(index + 1), width, is_whole);
        tell_seats(&mut text, contrast, index + 1);
    }
    text.push_str(
        "effect: the difference in standard deviations of a deal; 0.2 is small, 0.8 great.\n\
         p: corrected for the number of all tests (Holm); differences with p below 0.05 are beyond chance.\n",
    );
    text
}

/// The differences of one ruleset from the first.
fn contrast_tables(
    text: &mut String,
    contrast: &Contrast,
    other: &str,
    width: Option<usize>,
    is_whole: bool,
) {
    text.push('\n');
    for sentence in contrast.in_words() {
        _ = writeln!(text, "{sentence}");
    }
    let mut tables = Vec::new();
    for (aspect, found) in contrast.found() {
        tables.push(rows(&capitalized(aspect.in_words()), other, &found));
    }
    let others = [
        ("without a difference beyond chance", contrast.open()),
        ("not judged, since too many games did not end", contrast.not_judged()),
    ];
    let others = || others.iter().filter(|(_, all)| !all.is_empty());
    if is_whole {
        tables.extend(others().map(|(what, all)| rows(&capitalized(what), other, all)));
    }
    write_tables(text, &tables, width);
    for (what, all) in others().filter(|_| !is_whole) {
        let metrics = counted(all.len() as i64, "metric", "metrics");
        _ = writeln!(text, "And {metrics} {what} (--all shows them).");
    }
    tell_twins(text, &contrast.twins());
}

/// The value of seats under the base, once, and under this side.
fn tell_seats(text: &mut String, contrast: &Contrast, side: usize) {
    let other = letter(side);
    for both in contrast.seat_comparisons() {
        let [gap, interval] = estimated(Some(&both.gap), Scale::Share);
        if side == 1 {
            _ = writeln!(text, "A: {}", seats_text(&both.base));
        }
        _ = writeln!(text, "{other}: {}", seats_text(&both.other));
        _ = writeln!(text, "   Best less worst, {other} less A: {gap} ({interval}).");
    }
}

/// A table of differences with a title.
fn rows(title: &str, other: &str, differences: &[&Difference]) -> Table {
    let less = format!("{other} less A");
    let mut rows = table(&[title, "A", other, &less, "95 % interval", "effect", "p"]);
    for difference in differences {
        let name = difference.metric.name.to_string();
        rows.add_row(std::iter::once(name).chain(difference_figures(difference)));
    }
    rows
}

/// The figures of a difference: the values of both sides, their difference with the interval, the effect, and the corrected
/// p-value without its letter, which is empty where nothing was tested.
pub(crate) fn difference_figures(difference: &Difference) -> [String; 6] {
    let scale = difference.metric.scale;
    let [first, second] = difference.sides_in_words();
    let [value, interval] = estimated(difference.difference.as_ref(), scale);
    let effect = difference.effect.map_or_else(String::new, |effect| Scale::Number.figure(effect));
    let p = difference.p_value.map_or_else(String::new, p_words);
    [first, second, value, interval, effect, p.trim_start_matches("p ").replace("below ", "<")]
}
