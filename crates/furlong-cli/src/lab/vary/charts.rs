//! Charts of the effects of rules: on a page for each metric, and in characters for one metric.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::lab::figures::estimate_words;
use crate::page::{ChartRow, by_players, effect_row, intervals, players_legend};
use furlong::arena::{Metric, Scale};
use furlong::design::{
    Variation, VaryReport,
    vary::{Effect, Variant},
};

/// The maximum number of bars in a chart on a page.
const STRONGEST: usize = 15;
/// The maximum number of rows in the chart in characters.
const BARS: usize = 12;
/// The width of one half of the chart, in columns.
const HALF: usize = 14;
/// The maximum width of a step's label in the chart, in columns.
const LABEL: usize = 44;

/// Charts of the largest effects on each metric.
pub(super) fn effect_charts(run: &Variation, report: &VaryReport) -> Markup {
    let bars = |metric: &Metric| -> Vec<ChartRow> {
        let effects = report.on(&metric.name).into_iter().take(STRONGEST);
        effects.map(|(place, effect)| bar(run, place, effect, metric.scale)).collect()
    };
    html! {
        h2 { "Effects of the steps on each metric" }
        p {
            "The strongest significant effects, each with its 95 % interval, in standard deviations of a deal of \
             the base. The dashed line is the base. Effects that hold for all players come first."
        }
        @if report.players.len() > 1 { p { (players_legend(&report.players)) } }
        div.charts {
            @for (metric, rows) in run.metrics.iter().map(|metric| (metric, bars(metric))) {
                @if !rows.is_empty() {
                    figure {
                        figcaption { b { (metric.name) } ": " (metric.about) }
                        (intervals(&metric.name, &rows, 0.0, Scale::Number))
                    }
                }
            }
        }
    }
}

/// One effect on the scale of the chart, with a point for each player type.
fn bar(run: &Variation, place: usize, effect: &Effect, scale: Scale) -> ChartRow {
    let name = run.variants[place].name();
    let of_kind = |kind: &Effect| {
        let said = estimate_words(kind.difference.as_ref(), scale);
        effect_row(name.clone(), kind.difference.as_ref(), kind.effect.unwrap_or(0.0), kind.verdict, said)
    };
    if effect.others.is_empty() {
        return of_kind(effect);
    }
    by_players(
        effect
            .by_player_type()
            .zip(run.by_player_type())
            .map(|(effect, kind)| (kind.players(), of_kind(effect))),
    )
}

/// A chart of the largest effects on one metric, with bars from the base value to the left and to the right.
pub(super) fn tornado(run: &Variation, report: &VaryReport, metric: &str) -> String {
    let effects = report.on(metric);
    let value = |effect: &Effect| effect.difference.map_or(0.0, |difference| difference.value);
    let most = effects.iter().map(|(_, effect)| value(effect).abs()).fold(0.0, f64::max);
    if most == 0.0 {
        return String::new();
    }
    let short = |variant: &Variant| {
        let mut name = variant.name();
        // The new value says more than the old one.
        if let (true, Some(old)) = (name.chars().count() > LABEL, name.find(" instead of")) {
            name.truncate(old);
        }
        if name.chars().count() <= LABEL {
            name
        } else {
            name.chars().take(LABEL - 3).chain("...".chars()).collect()
        }
    };
    let rows: Vec<(String, f64)> = effects
        .iter()
        .take(BARS)
        .map(|(place, effect)| (short(&run.variants[*place]), value(effect)))
        .collect();
    let label = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let by = if run.others.is_empty() { String::new() } else { format!(" by {}", run.players()) };
    let mut text = format!("Effects on {metric}{by}\n");
    for (name, value) in rows {
        let length = ((value.abs() / most) * HALF as f64).round().max(1.0) as usize;
        let bar = "█".repeat(length);
        let (left, right) = if value < 0.0 { (bar, String::new()) } else { (String::new(), bar) };
        let shown = run.scale(metric).figure(value);
        _ = writeln!(text, "{name:<label$} {left:>HALF$}|{right:<HALF$} {shown}");
    }
    text.push('\n');
    text
}
