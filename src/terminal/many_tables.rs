//! The results of many games as tables.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::arena::stats::{Estimate, Method};
use crate::arena::{Comparison, Results, Scale, Verdict};
use crate::text::counted;

/// What many games came to.
pub(super) fn results_table(results: &Results) -> String {
    let mut text = heading(results, &results.ruleset);
    let mut scores = table(&["player", "share of the wins", "95 % interval"]);
    for score in results.scores() {
        let [value, interval] = told(Some(&score.share), Scale::Share);
        scores.add_row([score.name, value, interval]);
    }
    let mut metrics =
        table(&["metric", "mean", "95 % interval", "deviation", "least", "median", "most", "by"]);
    for summary in results.summaries() {
        // What never happens is not worth a line, but that all games have ended is.
        let is_nothing = summary.range.is_none_or(|[least, _, most]| least == 0.0 && most == 0.0);
        if is_nothing && summary.metric.name != "unfinished" {
            continue;
        }
        let scale = summary.metric.scale;
        let [value, interval] = told(summary.mean.as_ref(), scale);
        let [least, median, most] = summary
            .range
            .map_or_else(|| [const { String::new() }; 3], |range| range.map(|value| number(value, scale)));
        let by = summary.mean.map_or_else(String::new, |mean| mean.method.to_string());
        let deviation = number(summary.deviation, scale);
        metrics.add_row([
            summary.metric.name.into_owned(),
            value,
            interval,
            deviation,
            least,
            median,
            most,
            by,
        ]);
    }
    write_tables(&mut text, &[scores, metrics]);
    unfinished_note(&mut text, &[results]);
    text
}

/// What differs between two rulesets.
pub(super) fn comparison_table(comparison: &Comparison, first: &Results, second: &Results) -> String {
    let both = format!("{} (A) and {} (B)", comparison.first, comparison.second);
    let mut text = heading(first, &both);
    _ = writeln!(text, "{} of {} deals went the same way under both.", comparison.alike, comparison.groups);
    let mut metrics = table(&["metric", "A", "B", "B less A", "95 % interval", "by", ""]);
    for difference in &comparison.differences {
        let scale = difference.metric.scale;
        // What never happens under either ruleset is not worth a line.
        let is_nothing = |side: Option<&Estimate>| side.is_none_or(|mean| mean.value == 0.0);
        if is_nothing(difference.first.as_ref()) && is_nothing(difference.second.as_ref()) {
            continue;
        }
        let [value, interval] = told(difference.difference.as_ref(), scale);
        let [first, _] = told(difference.first.as_ref(), scale);
        let [second, _] = told(difference.second.as_ref(), scale);
        let by = difference.difference.map_or_else(String::new, |estimate| estimate.method.to_string());
        let mark = match difference.verdict {
            Verdict::More => "more",
            Verdict::Less => "less",
            Verdict::Open => "",
        };
        let name = difference.metric.name.to_string();
        metrics.add_row([name, first, second, value, interval, by, mark.to_owned()]);
    }
    write_tables(&mut text, &[metrics]);
    _ = writeln!(
        text,
        "`more` and `less` are beyond chance at 5 % in all, corrected for the number of metrics (Holm)."
    );
    unfinished_note(&mut text, &[first, second]);
    text
}

fn heading(results: &Results, rulesets: &str) -> String {
    format!(
        "{}, {rulesets}; {} seats, bots: {}\nseed {}, {} in {}: {}; furlong {}\n",
        results.game,
        results.seats,
        results.lineup.join(" | "),
        results.seed,
        counted(results.groups.len() as i64, "deal", "deals"),
        counted(i64::from(results.seatings), "seating", "seatings"),
        counted(results.games() as i64, "game", "games"),
        env!("CARGO_PKG_VERSION"),
    )
}

/// The other figures are of finished games only.
fn unfinished_note(text: &mut String, runs: &[&Results]) {
    for results in runs.iter().filter(|results| results.finished() < results.games()) {
        let (missing, games) = (results.games() - results.finished(), results.games());
        _ = writeln!(
            text,
            "{}: {missing} of {games} games were not over in time; they count only as unfinished, and nobody won them.",
            results.ruleset
        );
    }
}

pub(super) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().copied());
    for (index, title) in columns.iter().enumerate().skip(1) {
        if let (Some(column), false) = (table.column_mut(index), matches!(*title, "by" | "")) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

pub(super) fn write_tables(text: &mut String, tables: &[Table]) {
    for table in tables {
        _ = writeln!(text, "\n{}", table.trim_fmt());
    }
    text.push('\n');
}

/// An estimate and its interval as people read them.
pub(super) fn told(estimate: Option<&Estimate>, scale: Scale) -> [String; 2] {
    let Some(estimate) = estimate else { return ["-".to_owned(), String::new()] };
    let interval = match (estimate.method, estimate.interval) {
        (Method::Constant | Method::TooFew, _) | (_, None) => String::new(),
        (_, Some(interval)) => format!("{} to {}", number(interval.low, scale), number(interval.high, scale)),
    };
    [number(estimate.value, scale), interval]
}

fn number(value: f64, scale: Scale) -> String {
    // Minus nothing is nothing.
    let tidy = |text: String| {
        if text.trim_start_matches(['-', '0', '.', ' ', '%']).is_empty() {
            text.replace('-', "")
        } else {
            text
        }
    };
    tidy(match scale {
        Scale::Share => format!("{:.1} %", 100.0 * value),
        Scale::Number if value.abs() >= 1_000.0 => format!("{value:.0}"),
        Scale::Number if value.abs() >= 100.0 => format!("{value:.1}"),
        Scale::Number => format!("{value:.2}"),
    })
}
