//! The results of many games as a page: one file with its charts in it, readable without scripts and without a
//! network.

mod axis;
mod chart;
mod compared;
mod diffed;
mod document;
mod game;
mod ladder;
mod parts;
mod ruleset;
mod table;
mod vary;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::chart::{Row, intervals};
use self::compared::comparison_body;
use self::parts::{distributions, metric_cell, row, seat_rows};
use self::ruleset::endings;
use crate::lab::figures::estimated;
use crate::lab::many_tables::{summary_figures, tell_stops};
use crate::lab::run_words::{
    distinct_text, luck_sentences, openings_words, rounded_text, seats_text, stopped_line,
};
use furlong::arena::{Aspect, Endings, Findings, Measures, Report, Results, Scale, Skill, Summary};
use furlong::text::{capitalized, counted, listed, plain_lines};

pub(super) use self::diffed::diff_page;
pub(super) use self::document::document_page;
pub(super) use self::game::game_page;
pub(super) use self::ladder::ladder_page;
pub(super) use self::parts::{board, picture};
pub(super) use self::ruleset::{Against, RulesetPage, TypicalGame};
pub(super) use self::table::{cell, table, words_table};
pub(super) use self::vary::vary_page;

/// The report of a run as a page; `more` is what a page about one ruleset says beyond it.
pub(super) fn report_page(report: &Report<'_>, more: Option<&RulesetPage<'_>>) -> String {
    let (title, body) = match (&report.findings, report.runs) {
        (Findings::Measures(measures), [results]) => (
            format!("{}: {}", results.setting.game, results.setting.ruleset),
            results_body(report, results, measures, more),
        ),
        (Findings::Comparison(comparison), runs) => {
            let names = listed(runs.iter().map(|run| &run.setting.ruleset));
            (format!("{}: {names}", comparison.game), comparison_body(comparison, runs))
        }
        (Findings::Skill(skill), [duel, _]) => {
            (format!("{}: how much skill matters", duel.setting.game), skill_body(skill))
        }
        // A report is of as many runs as its question asks for.
        _ => return String::new(),
    };
    let mut stops = String::new();
    tell_stops(&mut stops, report);
    let body = html! {
        @if let Some(stopped) = report.stopped() { p { strong { (stopped_line(&stopped)) } } }
        @for line in stops.lines() { p { (line) } }
        @for warning in report.warnings() { p.warning { "Warning: " (warning) "." } }
        (body)
        @if more.is_none() { @for told in luck_sentences(report) { p { (told) } } }
        h2 { "The run" }
        (facts(report.runs))
    };
    page(&title, &body)
}

/// The results of many games under one ruleset.
fn results_body(
    report: &Report<'_>,
    results: &Results,
    measures: &Measures,
    more: Option<&RulesetPage<'_>>,
) -> Markup {
    let sentences = more.map_or_else(|| measures.in_words(results), |more| more.sentences.to_vec());
    html! {
        @if let Some(more) = more { (more.rules()) }
        div.answer { @for sentence in sentences { p { (sentence) } } }
        (who_wins(results, measures))
        @if let Some(more) = more { (more.games()) }
        h2 { "Endings" }
        (endings(results))
        @if let Some(more) = more { (more.judged(report, &results.setting.ruleset)) }
        (all_measured(results, measures))
    }
}

/// The wins of the players and of the seats.
fn who_wins(results: &Results, measures: &Measures) -> Markup {
    let scores: Vec<Row> =
        measures.scores.iter().map(|score| row(score.name.clone(), &score.share)).collect();
    let shown = measures.summaries.iter().filter(|summary| summary.same_as.is_none());
    let by_seat = shown.map(|summary| (&summary.metric, vec![summary.mean]));
    html! {
        h2 { "Who wins" }
        @if scores.len() > 1 {
            p { "The share of the wins of each player, per seat, with its 95 % interval." }
            (intervals("Share of the wins by player", &scores, results.mean_share(), Scale::Share))
        }
        p {
            "The share of the wins of each seat, and of the seat that moves first, second and so on. The dashed line \
             marks the mean share of a seat in these games."
        }
        (intervals("Share of the wins by seat", &seat_rows(by_seat), results.mean_share(), Scale::Share))
        @for test in measures.seat_tests() { p.note { (seats_text(test)) } }
    }
}

/// The distributions, and the figures of all metrics.
fn all_measured(results: &Results, measures: &Measures) -> Markup {
    html! {
        h2 { "Distributions" }
        p { "The share of the games that had each value." }
        (distributions(&[results], &|_| true))
        h2 { "Everything measured" }
        (results_rows(&measures.summaries))
        @if !measures.twins().is_empty() {
            p.note { "Equal in every game, and shown once: " (measures.twins().join(", ")) "." }
        }
        @if let Some(told) = rounded_text(&measures.summaries) { p.note { (told) } }
    }
}

/// The effect of skill.
fn skill_body(skill: &Skill) -> Markup {
    let rows = [
        row(format!("{} against {}", skill.better, skill.others), &skill.share),
        row(format!("{} in all seats", skill.others), &skill.fair),
    ];
    let [gain, interval] = estimated(Some(&skill.gain), Scale::Share);
    html! {
        @for told in skill.endings.iter().filter_map(Endings::told) { p.warning { (told) } }
        h2 { "Who wins" }
        p {
            "The share of the wins of a seat, with 95 % intervals. The better bot gains " (gain) " (" (interval)
            ", " (skill.gain.method) ")."
        }
        (intervals("Share of the wins", &rows, skill.fair.value, Scale::Share))
    }
}

/// A page that stands by itself and needs neither scripts nor a network.
pub(super) fn page(title: &str, body: &Markup) -> String {
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
    // Names come from files: maud escapes their marks, and what cannot be seen is marked here.
    plain_lines(&page.into_string()).into_owned()
}

/// The run: everything that is needed to play it again.
fn facts(runs: &[Results]) -> Markup {
    let Some(results) = runs.first() else { return html! {} };
    let different: Vec<String> = runs.iter().map(distinct_text).collect();
    let mut rulesets: Vec<String> = runs.iter().map(|run| run.setting.ruleset.clone()).collect();
    rulesets.dedup();
    let table = [
        ("game", results.setting.game.clone()),
        ("ruleset", rulesets.join(", then ")),
        ("seats", results.setting.seats.to_string()),
        ("bots", results.setting.lineup.join(" | ")),
        ("seed", results.setting.seed.to_string()),
        (
            "deals",
            format!(
                "{} in {}",
                results.group_count(),
                counted(i64::from(results.setting.seatings), "seating", "seatings")
            ),
        ),
        ("games", format!("{}{}", results.games(), openings_words(results.setting.openings))),
        ("different", different.join(", then ")),
        ("furlong", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    html! { dl.facts { @for (name, value) in &table { dt { (name) } dd { (value) } } } }
}

fn results_rows(summaries: &[Summary]) -> Markup {
    let columns = ["metric", "mean", "95 % interval", "deviation", "least", "median", "most", "by"];
    let row = |summary: &Summary| {
        std::iter::once(metric_cell(&summary.metric)).chain(summary_figures(summary).map(cell)).collect()
    };
    let part = |aspect: Aspect| {
        let own = summaries.iter().filter(|summary| summary.metric.aspect == aspect);
        (capitalized(aspect.in_words()), own.filter(|summary| summary.same_as.is_none()).map(row).collect())
    };
    let parts: Vec<(String, Vec<Vec<Markup>>)> = Aspect::ALL.into_iter().map(part).collect();
    table(&columns, &parts.into_iter().filter(|(_, rows)| !rows.is_empty()).collect::<Vec<_>>())
}

/// Light or dark, as the reader's browser is.
const STYLE: &str = include_str!("style.css");
