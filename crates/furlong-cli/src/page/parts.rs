//! Parts that several pages share: legends, rows of shares, and distributions.

use maud::{Markup, PreEscaped, html};

use super::axis::Axis;
use super::chart::{ChartRow, Point, Series, distribution};
use crate::lab::figures::estimated;
use crate::lab::run_sentences::letter;
use furlong::arena::{
    Metric, Results, Scale, Verdict,
    stats::{Distribution, Estimate, Interval},
};
use furlong::text::{Marks, Names, Svg, capitalized};
use furlong::{Seat, Text};

/// The board of a state with everything public on it, as part of a page.
pub(crate) fn board<G: Text>(game: &G, state: &G::State, names: &Names) -> Markup {
    picture(&game.svg(&game.view(state, Seat::FIRST), &Marks::NONE, names))
}

/// A picture as part of a page.
pub(crate) fn picture(svg: &Svg) -> Markup {
    html! { figure { (PreEscaped(svg.within_page())) } }
}

/// The sides by letter and name, with their colours.
pub(crate) fn legend(runs: &[Results]) -> Markup {
    html! {
        @for (side, run) in runs.iter().enumerate() {
            span class=(format!("legend {}", class(side))) { (letter(side)) ": " (run.setting.ruleset) } " "
        }
    }
}

/// The player types, with their colours.
pub(crate) fn players_legend(players: &[String]) -> Markup {
    html! {
        @for (side, name) in players.iter().enumerate() {
            span class=(format!("legend {}", class(side))) { (name) } " "
        }
    }
}

/// A row of a chart with the points of several player types, each with its colour and name.
pub(crate) fn by_players(rows: impl Iterator<Item = (String, ChartRow)>) -> ChartRow {
    let mut all = ChartRow { label: String::new(), points: Vec::new() };
    for (side, (players, row)) in rows.enumerate() {
        all.label = row.label;
        all.points.extend(row.points.into_iter().map(|point| Point {
            class: class(side),
            label: format!("{players} {}", point.label),
            ..point
        }));
    }
    all
}

/// The curves of a chart, each with its class and name.
pub(super) fn curve_legend(curves: impl Iterator<Item = (String, String)>) -> Markup {
    html! {
        ul.legends {
            @for (class, name) in curves {
                li { svg viewBox="0 0 36 8" aria-hidden="true" { path class=(class) d="M0 4H36" {} } (name) }
            }
        }
    }
}

/// Lines at the quarters of a share from `left` to `right`, labelled with their values.
pub(super) fn quarters(up: &Axis, left: f64, right: f64) -> Markup {
    html! {
        @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            line.grid x1=(left) x2=(right) y1=(up.at(share)) y2=(up.at(share)) {}
            text.mark x=(left - 8.0) y=(up.at(share) + 4.0) text-anchor="end" { (format!("{:.0} %", 100.0 * share)) }
        }
    }
}

/// The style class of a side.
pub(super) fn class(side: usize) -> &'static str {
    const CLASSES: [&str; 8] =
        ["side-1", "side-2", "side-3", "side-4", "side-5", "side-6", "side-7", "side-8"];
    CLASSES[side % CLASSES.len()]
}

/// A share of the wins with its interval.
fn share_point(share: &Estimate, class: &'static str) -> Point {
    let said = estimated(Some(share), Scale::Share).into_iter().filter(|figure| !figure.is_empty());
    let label = said.collect::<Vec<_>>().join(", ");
    Point { value: share.value, interval: share.interval, class, label }
}

/// A share of the wins on its own line.
pub(crate) fn row(label: String, share: &Estimate) -> ChartRow {
    ChartRow { label, points: vec![share_point(share, class(0))] }
}

/// An effect in standard deviations on its own line, with the interval of its estimate on the same scale.
pub(crate) fn effect_row(
    label: String,
    estimate: Option<&Estimate>,
    effect: f64,
    verdict: Verdict,
    said: String,
) -> ChartRow {
    let deviation = estimate.map_or(1.0, |estimate| estimate.value / effect);
    let scaled = |within: Interval| Interval { low: within.low / deviation, high: within.high / deviation };
    let interval = estimate.and_then(|estimate| estimate.interval).map(scaled);
    let interval = interval.filter(|_| deviation.is_finite() && deviation != 0.0);
    let class = if verdict.is_found() { "found" } else { "open" };
    ChartRow { label, points: vec![Point { value: effect, interval, class, label: said }] }
}

/// The prefix of metrics that are somebody's share of the wins.
const WINS: &str = "wins-";

/// The shares of the win by seat and by turn order, with one point for each side.
pub(crate) fn seat_rows<'a>(all: impl Iterator<Item = (&'a Metric, Vec<Option<Estimate>>)>) -> Vec<ChartRow> {
    let row = |(metric, sides): (&Metric, Vec<Option<Estimate>>)| {
        let label = metric.name.strip_prefix(WINS)?.replace('-', " ");
        let of_side =
            |(side, mean): (usize, Option<Estimate>)| mean.map(|mean| share_point(&mean, class(side)));
        Some(ChartRow { label, points: sides.into_iter().enumerate().filter_map(of_side).collect() })
    };
    all.filter_map(row).collect()
}

/// Distributions, by aspect of the game, of every numeric metric that varies between games and for which `is_shown`
/// accepts the name. Of metrics with equal values in all games of the first side, only the first is shown.
pub(crate) fn distributions(sides: &[&Results], is_shown: &dyn Fn(&str) -> bool) -> Markup {
    let Some(first) = sides.first() else { return html! {} };
    let is_first = |column: usize| first.summary(column).is_some_and(|summary| summary.same_as.is_none());
    let mut columns: Vec<(usize, &Metric)> = first.metrics.iter().enumerate().collect();
    columns.retain(|(column, metric)| {
        metric.scale == Scale::Number && is_shown(&metric.name) && is_first(*column)
    });
    columns.sort_by_key(|(_, metric)| metric.aspect);
    html! {
        div.charts {
            @for (column, metric) in columns {
                @let series = series_of(sides, column);
                @if differ(&series) {
                    figure {
                        figcaption { (metric_cell(metric)) }
                        (distribution(&metric.name, &series, metric.scale))
                    }
                }
            }
        }
    }
}

pub(super) fn series_of(sides: &[&Results], column: usize) -> Vec<Series> {
    let of_side = |(side, results): (usize, &&Results)| {
        let values = results.distribution(column).map_or_else(Vec::new, Distribution::values);
        Series { name: results.setting.ruleset.clone(), class: class(side), values }
    };
    sides.iter().enumerate().map(of_side).collect()
}

pub(super) fn differ(series: &[Series]) -> bool {
    let mut values = series.iter().flat_map(|series| &series.values).map(|(value, _)| value);
    values.next().is_some_and(|first| values.any(|value| value.total_cmp(first).is_ne()))
}

/// The name of a metric, with its meaning folded away.
pub(super) fn metric_cell(metric: &Metric) -> Markup {
    html! { details.metric { summary { (metric.name) } (capitalized(&metric.about)) "." } }
}
