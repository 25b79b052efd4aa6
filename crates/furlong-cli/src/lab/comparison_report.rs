//! Reports a comparison of rulesets, with significant differences first.

use maud::{Markup, html};

use crate::lab::figures::{estimate_words, estimated};
use crate::lab::run_sentences::{duplicate_metrics_text, heading, letter, seats_text};
use crate::lab::sheet::{Block, Row, Table};
use crate::page::{ChartRow, distributions, effect_row, intervals, legend, seat_rows};
use furlong::arena::{Comparison, Contrast, Difference, Results, Scale, p_words, stats::Method};
use furlong::text::{capitalized, counted, listed};

/// The differences of each ruleset from the first.
pub(crate) fn comparison_blocks(comparison: &Comparison, runs: &[Results]) -> Vec<Block> {
    let name = |(side, run): (usize, &Results)| format!("{} ({})", run.setting.ruleset, letter(side));
    let all: Vec<&Results> = runs.iter().collect();
    let mut blocks = vec![Block::Run(heading(&listed(runs.iter().enumerate().map(name)), &all))];
    for (index, contrast) in comparison.contrasts.iter().enumerate() {
        blocks.extend(contrast_blocks(contrast, &letter(index + 1)));
        blocks.extend(seats_notes(contrast, index + 1));
    }
    blocks.push(Block::note(
        "effect: the difference in standard deviations of a deal; 0.2 is small, 0.8 large.\n\
         p: corrected for all tests (Holm); a difference with p below 0.05 is significant.",
    ));
    blocks.push(Block::Page(comparison_charts(comparison, runs)));
    blocks
}

/// The differences of one ruleset from the first.
pub(crate) fn contrast_blocks(contrast: &Contrast, other: &str) -> Vec<Block> {
    let mut blocks = vec![
        Block::gap(),
        Block::Page(html! { h2 { (other) " minus A: " (contrast.other) " against " (contrast.base) } }),
        Block::Answer(contrast.in_words()),
    ];
    blocks.push(Block::Tables(contrast_tables(contrast, other)));
    blocks.extend(duplicate_metrics_text(&contrast.duplicate_metrics()).map(Block::Note));
    blocks
}

/// The tables of one ruleset's differences from the first: the significant ones, and the others, folded.
pub(crate) fn contrast_tables(contrast: &Contrast, other: &str) -> Vec<Table> {
    let found = contrast.found();
    let mut tables = Vec::new();
    if !found.is_empty() {
        let bars = found.iter().flat_map(|(_, all)| all).filter_map(|one| effect(one)).collect::<Vec<_>>();
        let groups = found.iter().map(|(aspect, all)| (capitalized(aspect.in_words()), rows(all)));
        tables.push(differences(other, groups.collect()).before(html! {
            h3 { "Significant" }
            p {
                (other) " minus A in standard deviations of a deal, so that all metrics share one axis, with 95 % \
                    intervals. An arrow marks a value off the axis."
            }
            (intervals("Significant differences", &bars, 0.0, Scale::Number))
        }));
    }
    let others = [
        ("without a significant difference", contrast.open()),
        ("not judged because too many games did not end", contrast.not_judged()),
    ];
    for (what, all) in others.iter().filter(|(_, all)| !all.is_empty()) {
        let bars = all.iter().filter_map(|one| effect(one)).collect::<Vec<_>>();
        let mut folded = differences(other, vec![(capitalized(what), rows(all))]);
        if !bars.is_empty() {
            folded =
                folded.before(intervals("Differences that are not significant", &bars, 0.0, Scale::Number));
        }
        folded.folded = Some(format!("{} {what}", counted(all.len() as i64, "metric", "metrics")));
        tables.push(folded);
    }
    tables
}

/// The value of seats under the base ruleset (shown once) and under this one.
fn seats_notes(contrast: &Contrast, side: usize) -> Vec<Block> {
    let other = letter(side);
    let mut notes = Vec::new();
    for both in contrast.seat_comparisons() {
        let [gap, interval] = estimated(Some(&both.gap), Scale::Share);
        if side == 1 {
            notes.push(Block::Note(format!("A: {}", seats_text(&both.base))));
        }
        notes.push(Block::Note(format!("{other}: {}", seats_text(&both.other))));
        notes.push(Block::Note(format!("   Best minus worst, {other} minus A: {gap} ({interval}).")));
    }
    notes
}

/// A table of differences.
fn differences(other: &str, groups: Vec<(String, Vec<Row>)>) -> Table {
    let less = format!("{other} minus A");
    let columns = ["metric", "A", other, &less, "95 % interval", "effect", "p", "by"];
    Table::new(&columns, Vec::new()).groups(groups).split()
}

fn rows(differences: &[&Difference]) -> Vec<Row> {
    differences.iter().map(|one| Row::of_metric(&one.metric, difference_figures(one))).collect()
}

/// The wins of the seats and the distributions under all rulesets.
pub(crate) fn comparison_charts(comparison: &Comparison, runs: &[Results]) -> Markup {
    let Some(base) = runs.first() else { return html! {} };
    let sides: Vec<&Results> = runs.iter().collect();
    let holds_of = |name: &str, holds: fn(&Difference) -> bool| {
        let of_sides = comparison.contrasts.iter().filter_map(|contrast| contrast.metric(name).ok());
        of_sides.into_iter().any(holds)
    };
    // Places that are equal in every game of all runs are shown once.
    let is_twin = |name: &str| holds_of(name, |difference| difference.same_as.is_some());
    let is_found = |name: &str| holds_of(name, |difference| difference.verdict.is_found());
    let shown = base.metrics.iter().enumerate().filter(|(_, metric)| !is_twin(&metric.name));
    let by_seat = shown.map(|(column, metric)| {
        let mean = |run: &Results| run.summary(column).and_then(|summary| summary.mean);
        (metric, runs.iter().map(mean).collect())
    });
    html! {
        h2 { "Who wins" }
        p {
            "The share of wins by seat and by turn order, with 95 % intervals. The dashed line marks the average \
             share of a seat in the games of A."
        }
        p { (legend(runs)) }
        (intervals("Share of wins by seat", &seat_rows(by_seat), base.mean_share(), Scale::Share))
        h2 { "Distributions" }
        p { "The share of games with each value, for the metrics that differ significantly." }
        p { (legend(runs)) }
        (distributions(&sides, &is_found))
        details {
            summary { "Distributions of the other metrics" }
            p { (legend(runs)) }
            (distributions(&sides, &|name| !is_found(name)))
        }
    }
}

/// The difference in standard deviations of a deal; `None` if there is no difference at all.
pub(crate) fn effect(difference: &Difference) -> Option<ChartRow> {
    let (gained, effect) = (difference.difference?, difference.effect?);
    if gained.value == 0.0 && gained.method == Method::Constant {
        return None;
    }
    let said = estimate_words(Some(&gained), difference.metric.scale);
    Some(effect_row(difference.metric.name.to_string(), Some(&gained), effect, difference.verdict, said))
}

/// The figures of a difference: the values of both sides, their difference with the interval, the effect, the
/// corrected p-value without its letter (empty if nothing was tested), and the method.
fn difference_figures(difference: &Difference) -> [String; 7] {
    let scale = difference.metric.scale;
    let [first, second] = difference.sides_in_words();
    let [value, interval] = estimated(difference.difference.as_ref(), scale);
    let effect = difference.effect.map_or_else(String::new, |effect| Scale::Number.figure(effect));
    let p = difference.p_value.map_or_else(String::new, p_words);
    let p = p.trim_start_matches("p ").replace("below ", "<");
    let by = difference.difference.map_or_else(String::new, |estimate| estimate.method.to_string());
    [first, second, value, interval, effect, p, by]
}
