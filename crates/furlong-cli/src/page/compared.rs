//! The comparison of rulesets as a page: the answer in words, what differs beyond chance, and the rest folded.

use maud::{Markup, html};

use super::chart::{Row, intervals};
use super::parts::{distributions, effect_row, legend, metric_cell, seat_rows};
use super::table::{Part, cell, table};
use crate::lab::compared::difference_figures;
use crate::lab::figures::estimated;
use crate::lab::run_words::{letter, seats_text};
use furlong::arena::{Comparison, Contrast, Difference, Results, Scale, stats::Method};
use furlong::text::{capitalized, counted};

/// The differences of each ruleset from the first.
pub(super) fn comparison_body(comparison: &Comparison, runs: &[Results]) -> Markup {
    let Some(base) = runs.first() else { return html! {} };
    let sides: Vec<&Results> = runs.iter().collect();
    // Places that are the same in every game of all runs are shown once.
    let is_twin = |name: &str| {
        let found = comparison.contrasts.iter().filter_map(|side| side.metric(name).ok());
        found.into_iter().any(|difference| difference.same_as.is_some())
    };
    let shown = base.metrics.iter().enumerate().filter(|(_, metric)| !is_twin(&metric.name));
    let by_seat = shown.map(|(column, metric)| {
        let mean = |run: &Results| run.summary(column).and_then(|summary| summary.mean);
        (metric, runs.iter().map(mean).collect())
    });
    let is_found = |name: &str| {
        let verdicts = comparison.contrasts.iter().filter_map(|contrast| contrast.metric(name).ok());
        verdicts.into_iter().any(|difference| difference.verdict.is_found())
    };
    html! {
        @for (index, contrast) in comparison.contrasts.iter().enumerate() {
            (contrast_body(contrast, &letter(index + 1)))
        }
        p.note {
            "Effect: the difference in standard deviations of a deal; 0.2 is small, 0.8 great. p: corrected for the \
             number of all tests (Holm); differences with p below 0.05 are beyond chance at 5 % over all of them."
        }
        h2 { "Who wins" }
        p {
            "The share of the wins of each seat, and of the seat that moves first, second and so on, with 95 % \
             intervals. The dashed line marks the mean share of a seat in the games of A."
        }
        p { (legend(runs)) }
        (intervals("Share of the wins by seat", &seat_rows(by_seat), base.mean_share(), Scale::Share))
        @for (index, contrast) in comparison.contrasts.iter().enumerate() {
            @for both in contrast.seat_comparisons() {
                @if index == 0 { p.note { "A: " (seats_text(&both.base)) } }
                p.note { (letter(index + 1)) ": " (seats_text(&both.other)) }
            }
        }
        h2 { "Distributions" }
        p { "The share of the games that had each value, of the metrics that differ beyond chance." }
        p { (legend(runs)) }
        (distributions(&sides, &is_found))
        details {
            summary { "Distributions of the other metrics" }
            p { (legend(runs)) }
            (distributions(&sides, &|name| !is_found(name)))
        }
    }
}

/// The differences of one ruleset from the first.
pub(super) fn contrast_body(contrast: &Contrast, other: &str) -> Markup {
    let found = contrast.found();
    let (open, not_judged) = (contrast.open(), contrast.not_judged());
    let parts: Vec<Part> = found
        .iter()
        .map(|(aspect, all)| (capitalized(aspect.in_words()), all.iter().map(|one| row(one)).collect()))
        .collect();
    let bars: Vec<Row> = found.iter().flat_map(|(_, all)| all).filter_map(|one| effect(one)).collect();
    let rest: Vec<Row> = open.iter().filter_map(|one| effect(one)).collect();
    let sentences = contrast.in_words();
    let less = format!("{other} less A");
    let columns = ["metric", "A", other, &less, "95 % interval", "effect", "p", "by"];
    let axis = format!(
        "{other} less A in standard deviations of a deal, so that all metrics share one axis, with 95 % intervals. \
         An arrow marks a value beyond the axis."
    );
    html! {
        h2 { (other) " less A: " (contrast.other) " against " (contrast.base) }
        div.answer { @for sentence in &sentences { p { (sentence) } } }
        @if !found.is_empty() {
            h3 { "Beyond chance" }
            p { (axis) }
            (intervals("Differences beyond chance", &bars, 0.0, Scale::Number))
            (table(&columns, &parts))
        }
        @if !open.is_empty() {
            details {
                summary { (counted(open.len() as i64, "metric", "metrics")) " without a difference beyond chance" }
                (intervals("Differences that chance explains", &rest, 0.0, Scale::Number))
                (table(&columns, &[(String::new(), open.iter().map(|one| row(one)).collect())]))
            }
        }
        @if !not_judged.is_empty() {
            details {
                summary { (counted(not_judged.len() as i64, "metric", "metrics")) " not judged, since too many games did not end" }
                (table(&columns, &[(String::new(), not_judged.iter().map(|one| row(one)).collect())]))
            }
        }
        @if !contrast.twins().is_empty() {
            p.note { "Equal in every game, and shown once: " (contrast.twins().join(", ")) "." }
        }
    }
}

fn row(difference: &Difference) -> Vec<Markup> {
    let by = difference.difference.map_or_else(String::new, |estimate| estimate.method.to_string());
    let figures = difference_figures(difference).map(cell);
    std::iter::once(metric_cell(&difference.metric)).chain(figures).chain([cell(by)]).collect()
}

/// The difference in standard deviations of a deal; `None` where there is no difference at all.
fn effect(difference: &Difference) -> Option<Row> {
    let (gained, effect) = (difference.difference?, difference.effect?);
    if gained.value == 0.0 && gained.method == Method::Constant {
        return None;
    }
    let [value, interval] = estimated(Some(&gained), difference.metric.scale);
    let said = if interval.is_empty() { value } else { format!("{value} ({interval})") };
    Some(effect_row(difference.metric.name.to_string(), Some(&gained), effect, difference.verdict, said))
}
