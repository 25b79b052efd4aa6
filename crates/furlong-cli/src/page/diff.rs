//! A page with the differences between two rulesets, each with a drawing of the position in which it matters.

use maud::{Markup, html};

use super::{board, cell, page, words_table};
use furlong::Playable;
use furlong::arena::diff::{DiffReport, Differences, FieldReport, GroupReport, Witness, WitnessReport};
use furlong::text::{Names, capitalized, counted};

/// The findings as a complete page.
pub(crate) fn diff_page<G: Playable>(found: &Differences<G>) -> String {
    let DiffReport { game, rulesets: [first, second], differences, is_stopped, .. } = &found.report();
    let with = differences.iter().filter(|group| !group.witnesses.is_empty()).count();
    let body = html! {
        div.answer {
            p {
                "A is " (first) ", B is " (second) ": "
                (counted(differences.len() as i64, "rule differs", "rules differ"))
                ", of which " (with) " have an example position."
            }
        }
        @if *is_stopped { p.warning { "The search was stopped early." } }
        @for (group, difference) in differences.iter().zip(&found.groups) {
            (group_body(group, &difference.witnesses))
        }
        p.source { "A rule without a position may matter rarely, or not at all. furlong " (env!("CARGO_PKG_VERSION")) }
    };
    page(&format!("{game}: {first} and {second}"), &body)
}

/// A field, or several that belong together, with their positions.
fn group_body<G: Playable>(group: &GroupReport, witnesses: &[Witness<G>]) -> Markup {
    // The report omits witnesses that do not replay.
    let replayed = witnesses.iter().filter(|witness| witness.side(0).is_some() && witness.side(1).is_some());
    html! {
        @for field in &group.fields { (field_body(field)) }
        @if group.witnesses.is_empty() {
            p.note { "No position was found in " (counted(group.games as i64, "game", "games")) "." }
        }
        @for (report, witness) in group.witnesses.iter().zip(replayed) { (witness_body(report, witness)) }
    }
}

fn field_body(field: &FieldReport) -> Markup {
    let [first, second] = &field.in_words;
    html! {
        h2 { (field.path) }
        p { (field.meaning) @if !field.clause.is_empty() { " (" (field.clause) ")" } }
        @if field.parts.is_empty() {
            dl.facts { dt { "A" } dd { (first) } dt { "B" } dd { (second) } }
        } @else {
            (words_table(&["part", "A", "B"], parts(field)))
        }
    }
}

/// The parts that differ, with their values under both rulesets.
fn parts(field: &FieldReport) -> Vec<Vec<Markup>> {
    field.parts.iter().map(|(path, [first, second])| vec![cell(path), cell(first), cell(second)]).collect()
}

fn witness_body<G: Playable>(report: &WitnessReport, witness: &Witness<G>) -> Markup {
    let side = witness.side(0).filter(|_| !report.picture.is_empty());
    let state = side.as_ref().and_then(|side| Some((side.before.as_ref()?, &side.game)));
    html! {
        h3 { (capitalized(report.kind.in_words())) }
        @if !report.before.is_empty() {
            details {
                summary { "Before: " (counted(report.events.len() as i64, "event", "events")) }
                @for line in &report.before { p.note { (line) } }
            }
        }
        @if let Some((state, game)) = state { (board(game, state, &Names::numbered(game.seats(state)))) }
        @if let Some(tried) = &report.tried { p { (capitalized(tried)) "." } }
        @for (letter, says) in ["A", "B"].into_iter().zip(&report.says) {
            @if !says.0.is_empty() { p { b { (letter) ": " } (says.0.join(" ")) } }
        }
    }
}
