//! The results of many games as a page: one file with its charts in it, readable without scripts and without a
//! network.

mod axis;
mod chart;
mod game;

pub(super) use game::game_page;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::chart::{Point, Row, Series, distribution, intervals};
use super::figures::{estimated, number};
use super::luck::luck_sentences;
use super::many_tables::{distinct_told, openings_words, seats_told, stopped_line, tell_stop};
use crate::arena::stats::{Estimate, Interval, Method, Moments};
use crate::arena::{
    Comparison, Difference, Findings, Measures, Metric, Report, Results, Scale, Skill, Summary, Verdict,
};
use crate::plain::plain_lines;
use crate::text::counted;

/// The report of a run as a page.
pub(super) fn report_page(report: &Report<'_>) -> String {
    let (title, body) = match (&report.findings, report.runs) {
        (Findings::Measures(measures), [results]) => {
            (format!("{}: {}", results.game, results.ruleset), results_body(results, measures))
        }
        (Findings::Comparison(comparison), [first, second]) => {
            let Comparison { game, first: a, second: b, .. } = &**comparison;
            (format!("{game}: {a} and {b}"), comparison_body(comparison, first, second))
        }
        (Findings::Skill(skill), [duel, others]) => {
            (format!("{}: how much skill matters", duel.game), skill_body(skill, duel, others))
        }
        // A report is of as many runs as its question asks for.
        _ => return String::new(),
    };
    let stop = report.stop.as_ref().map(|stop| {
        let mut text = String::new();
        tell_stop(&mut text, stop, matches!(report.findings, Findings::Comparison(_)));
        text
    });
    let warnings = html! { @for warning in report.warnings() { p.warning { "Warning: " (warning) "." } } };
    let stopped = report.stopped().map(|stopped| stopped_line(&stopped));
    let stopped = html! { @if let Some(stopped) = stopped { p { strong { (stopped) } } } };
    // Names come from files: maud escapes their marks, and what cannot be seen is marked here.
    let page = page(
        &title,
        &html! {
            (stopped) (warnings) (body)
            @for told in luck_sentences(report) { p { (told) } }
            @if let Some(stop) = stop { h2 { "When it stopped" } p { (stop) } }
        },
    );
    plain_lines(&page).into_owned()
}

/// The results of many games under one ruleset.
fn results_body(results: &Results, measures: &Measures) -> Markup {
    let scores: Vec<Row> =
        measures.scores.iter().map(|score| row(score.name.clone(), &score.share)).collect();
    let by_seat = measures.summaries.iter().map(|summary| (&summary.metric, vec![summary.mean]));
    html! {
        (facts(&[results], &[("ruleset", results.ruleset.clone())]))
        (unfinished(&[results]))
        h2 { "Who wins" }
        @if scores.len() > 1 {
            p { "The share of the wins of each player, per seat, with its 95 % interval." }
            (intervals("Share of the wins by player", &scores, fair(results), Scale::Share))
        }
        p {
            "The share of the wins of each seat, and of the seat that moves first, second and so on. The line marks \
             the mean share of a seat in these games."
        }
        (intervals("Share of the wins by seat", &seat_rows(by_seat), fair(results), Scale::Share))
        @for (what, test) in [("seats", &measures.seats), ("places in turn order", &measures.turn_order)] {
            @if let Some(test) = test { p { (seats_told(what, test)) } }
        }
        h2 { "Everything measured" }
        (results_rows(&measures.summaries))
        h2 { "Distributions" }
        p { "The share of the games that had each value." }
        (distributions(&[results]))
    }
}

/// The differences between two rulesets.
fn comparison_body(comparison: &Comparison, first: &Results, second: &Results) -> Markup {
    let rows = effects(comparison);
    let left_out = comparison.differences.len() - rows.len();
    let by_seat = comparison.differences.iter().map(|both| (&both.metric, vec![both.first, both.second]));
    html! {
        (facts(&[first, second], &[("A", comparison.first.clone()), ("B", comparison.second.clone())]))
        p {
            (legend(&[("a", &format!("A: {}", comparison.first)), ("b", &format!("B: {}", comparison.second))]))
        }
        p {
            (comparison.alike) " of " (counted(comparison.groups as i64, "deal", "deals"))
            " went the same way under both."
        }
        (unfinished(&[first, second]))
        h2 { "What differs" }
        p {
            "B less A in each metric, in standard deviations of a deal, so that all share one axis; with 95 % \
             intervals. Coloured differences are beyond chance at 5 % over all metrics, corrected for their number \
             (Holm)."
            @if left_out > 0 {
                " " (counted(left_out as i64, "metric", "metrics")) " without any difference left out."
            }
        }
        (intervals("Differences of all metrics", &rows, 0.0, Scale::Number))
        h2 { "In figures" }
        (comparison_rows(comparison))
        h2 { "Who wins" }
        p {
            "The share of the wins of each seat, and of the seat that moves first, second and so on, with 95 % \
             intervals. The line marks the mean share of a seat in the games of A."
        }
        (intervals("Share of the wins by seat", &seat_rows(by_seat), fair(first), Scale::Share))
        h2 { "Distributions" }
        p { "The share of the games that had each value." }
        (distributions(&[first, second]))
    }
}

/// The effect of skill.
fn skill_body(skill: &Skill, duel: &Results, others: &Results) -> Markup {
    let rows = [
        row(format!("{} against {}", skill.better, skill.others), &skill.share),
        row(format!("{} in all seats", skill.others), &skill.fair),
    ];
    let [gain, interval] = estimated(Some(&skill.gain), Scale::Share);
    html! {
        (facts(&[duel, others], &[("ruleset", duel.ruleset.clone())]))
        (unfinished(&[duel, others]))
        h2 { "Who wins" }
        p {
            "The share of the wins of a seat, with 95 % intervals. The better bot gains " (gain) " (" (interval)
            ", " (skill.gain.method) ")."
        }
        (intervals("Share of the wins", &rows, skill.fair.value, Scale::Share))
    }
}

fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    page.into_string()
}

/// The run: everything that is needed to play it again.
fn facts(runs: &[&Results], rulesets: &[(&str, String)]) -> Markup {
    let Some(results) = runs.first() else { return html! {} };
    let different: Vec<String> = runs.iter().map(|run| distinct_told(run)).collect();
    let table = [
        ("seats", results.seats.to_string()),
        ("bots", results.lineup.join(" | ")),
        ("seed", results.seed.to_string()),
        (
            "deals",
            format!(
                "{} in {}",
                results.groups.len(),
                counted(i64::from(results.seatings), "seating", "seatings")
            ),
        ),
        ("games", format!("{}{}", results.games(), openings_words(results.openings))),
        ("different", different.join(", then ")),
        ("furlong", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    html! {
        dl.facts {
            dt { "game" } dd { (results.game) }
            @for (name, value) in rulesets { dt { (name) } dd { (value) } }
            @for (name, value) in &table { dt { (name) } dd { (value) } }
        }
    }
}

fn unfinished(runs: &[&Results]) -> Markup {
    html! {
        @for results in runs.iter().filter(|results| results.unfinished() > 0) {
            p.warning {
                (results.ruleset) ": " (results.unfinished()) " of " (results.games())
                " games did not end in time; they count only as unfinished, and nobody won them."
            }
        }
    }
}

fn legend(series: &[(&'static str, &str)]) -> Markup {
    html! { @for (class, name) in series { span class=(format!("legend {class}")) { (name) } " " } }
}

/// The classes of the two sides.
const SIDES: [&str; 2] = ["a", "b"];

fn point(value: f64, interval: Option<Interval>, class: &'static str, scale: Scale) -> Point {
    let within = interval.map_or_else(String::new, |interval| {
        format!(", {} to {}", number(interval.low, scale), number(interval.high, scale))
    });
    Point { value, interval, class, label: format!("{}{within}", number(value, scale)) }
}

/// A share of the wins on a line of its own.
fn row(label: String, share: &Estimate) -> Row {
    Row { label, points: vec![point(share.value, share.interval, "a", Scale::Share)] }
}

/// The metrics that are the share of the wins of somebody.
const WINS: &str = "wins-";

/// The shares of the win by seat and by the order of moving; one point for each side.
fn seat_rows<'a>(all: impl Iterator<Item = (&'a Metric, Vec<Option<Estimate>>)>) -> Vec<Row> {
    let row = |(metric, sides): (&Metric, Vec<Option<Estimate>>)| {
        let label = metric.name.strip_prefix(WINS)?.replace('-', " ");
        let of_side = |(mean, class): (Option<Estimate>, &&'static str)| {
            mean.map(|mean| point(mean.value, mean.interval, class, Scale::Share))
        };
        Some(Row { label, points: sides.into_iter().zip(&SIDES).filter_map(of_side).collect() })
    };
    all.filter_map(row).collect()
}

/// The mean share of a seat: less than its part where figures without a player win too.
fn fair(results: &Results) -> f64 {
    let shares: Vec<f64> = results
        .groups
        .iter()
        .flat_map(|group| &group.games)
        .filter(|game| game.has_shares())
        .flat_map(|game| game.shares.iter().map(|share| share.as_f64()))
        .collect();
    Moments::of(&shares).mean
}

/// The differences in standard deviations of a deal, of the metrics that differ at all.
fn effects(comparison: &Comparison) -> Vec<Row> {
    let of_one = |difference: &Difference| {
        let (gained, effect) = (difference.difference?, difference.effect?);
        if gained.value == 0.0 && gained.method == Method::Constant {
            return None;
        }
        let [value, interval] = estimated(Some(&gained), difference.metric.scale);
        // The interval on the scale of the effect.
        let deviation = gained.value / effect;
        let scaled =
            |interval: Interval| Interval { low: interval.low / deviation, high: interval.high / deviation };
        Some(Row {
            label: difference.metric.name.to_string(),
            points: vec![Point {
                value: effect,
                interval: gained.interval.map(scaled).filter(|_| deviation.is_finite()),
                class: match difference.verdict {
                    Verdict::More => "more",
                    Verdict::Less => "less",
                    Verdict::Open => "open",
                },
                label: if interval.is_empty() { value } else { format!("{value}, {interval}") },
            }],
        })
    };
    comparison.differences.iter().filter_map(of_one).collect()
}

/// Distributions of everything that is a number and not the same in all games, the length of games first.
fn distributions(sides: &[&Results]) -> Markup {
    let Some(first) = sides.first() else { return html! {} };
    let columns = first.metrics.iter().enumerate().filter(|(_, metric)| metric.scale == Scale::Number);
    html! {
        div.charts {
            @for (column, metric) in columns {
                @let series = series_of(sides, column);
                @if differ(&series) {
                    figure {
                        figcaption { b { (metric.name) } ": " (metric.about) }
                        (distribution(&metric.name, &series, metric.scale))
                    }
                }
            }
        }
    }
}

fn series_of(sides: &[&Results], column: usize) -> Vec<Series> {
    let of_side = |(results, class): (&&Results, &&'static str)| {
        let games = results.groups.iter().flat_map(|group| &group.games);
        let values = games.filter_map(|game| game.values.get(column).copied().flatten()).collect();
        Series { name: results.ruleset.clone(), class, values }
    };
    sides.iter().zip(&SIDES).map(of_side).collect()
}

fn differ(series: &[Series]) -> bool {
    let mut values = series.iter().flat_map(|series| &series.values);
    values.next().is_some_and(|first| values.any(|value| value.total_cmp(first).is_ne()))
}

fn results_rows(summaries: &[Summary]) -> Markup {
    html! {
        table {
            tr {
                th { "metric" } th.number { "mean" } th.number { "95 % interval" } th.number { "deviation" }
                th.number { "least" } th.number { "median" } th.number { "most" } th { "by" } th { "meaning" }
            }
            @for summary in summaries {
                @let scale = summary.metric.scale;
                @let [value, interval] = estimated(summary.mean.as_ref(), scale);
                tr {
                    td { (summary.metric.name) } td.number { (value) } td.number { (interval) }
                    td.number { (number(summary.deviation, scale)) }
                    @for value in summary.range.iter().flatten() { td.number { (number(*value, scale)) } }
                    @if summary.range.is_none() { td {} td {} td {} }
                    td { @if let Some(mean) = summary.mean { (mean.method) } }
                    td.about { (summary.metric.about) }
                }
            }
        }
    }
}

fn comparison_rows(comparison: &Comparison) -> Markup {
    html! {
        table {
            tr {
                th { "metric" } th.number { "A" } th.number { "B" } th.number { "B less A" } th.number { "95 % interval" }
                th { "by" } th { "" } th { "meaning" }
            }
            @for difference in &comparison.differences { (comparison_row(difference)) }
        }
    }
}

fn comparison_row(difference: &Difference) -> Markup {
    let scale = difference.metric.scale;
    let [value, interval] = estimated(difference.difference.as_ref(), scale);
    let (class, verdict) = match difference.verdict {
        Verdict::More => ("more", "more"),
        Verdict::Less => ("less", "less"),
        Verdict::Open => ("open", ""),
    };
    html! {
        tr class=(class) {
            td { (difference.metric.name) }
            td.number { (estimated(difference.first.as_ref(), scale)[0]) }
            td.number { (estimated(difference.second.as_ref(), scale)[0]) }
            td.number { (value) } td.number { (interval) }
            td { @if let Some(estimate) = difference.difference { (estimate.method) } }
            td.verdict { (verdict) }
            td.about { (difference.metric.about) }
        }
    }
}

/// Light or dark, as the reader's browser is.
const STYLE: &str = include_str!("style.css");
