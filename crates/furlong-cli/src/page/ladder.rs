//! A ladder of bots as a page.

use maud::{Markup, html};

use super::chart::{Point, Row, intervals};
use super::{cell, page, table};
use crate::lab::ladder::{WITHOUT_LIMIT, pairing_figures, rating_figures};
use crate::lab::run_words::stopped_line;
use furlong::arena::{Crosstable, Pairing, Rated, Scale, Stopped, stats::Interval};

/// The ratings and pairings of each table as a page of their own; ratings are measured against `origin`.
pub(crate) fn ladder_page(crosstable: &Crosstable, origin: usize, stopped: Option<&Stopped>) -> String {
    let Crosstable { game, ruleset, seed, bots, .. } = crosstable;
    let body = html! {
        @if let Some(stopped) = stopped { p { strong { (stopped_line(stopped)) } } }
        @for told in crosstable.unfinished() { p.warning { (told) } }
        @for warning in crosstable.warnings() { p.warning { "Warning: " (warning) "." } }
        @for seats in crosstable.sizes() { (size_body(crosstable, seats, origin)) }
        p.note {
            "The bot named first sits alone, in every seat in turn on the same deal. Share: its share of the wins. Lead: \
             the difference to the share of one seat of the others. Both are means over deals, with 95 % intervals. \
             Elo: by the model of Bradley and Terry, with Bayesian bootstrap intervals over deals. " (WITHOUT_LIMIT)
        }
        h2 { "The run" }
        dl.facts {
            dt { "game" } dd { (game) } dt { "ruleset" } dd { (ruleset) } dt { "seed" } dd { (seed) }
            dt { "bots" } dd { (bots.join(" | ")) } dt { "furlong" } dd { (env!("CARGO_PKG_VERSION")) }
        }
    };
    page(&format!("{game}: the bots under {ruleset}"), &body)
}

/// The table of one size.
fn size_body(crosstable: &Crosstable, seats: u8, origin: usize) -> Markup {
    let row = |rated: Rated| {
        let figures = rating_figures(&rated, rated.bot == crosstable.bots[origin]);
        let label = figures.into_iter().filter(|figure| !figure.is_empty()).collect::<Vec<_>>().join(", ");
        let point = |value: f64| {
            // An end without a limit is drawn up to the rating.
            let drawn = |end: f64| if end.is_finite() { end } else { value };
            let within = |within: Interval| Interval { low: drawn(within.low), high: drawn(within.high) };
            Point { value, interval: rated.interval.map(within), class: "found", label: label.clone() }
        };
        match rated.elo {
            Some(elo) => Row { label: rated.bot, points: vec![point(elo)] },
            None => Row { label: format!("{}: {label}", rated.bot), points: Vec::new() },
        }
    };
    let rows: Vec<Row> = crosstable.ratings(seats, origin).into_iter().map(row).collect();
    let pairings: Vec<Vec<Markup>> =
        crosstable.at(seats).map(|pairing| pairing_row(crosstable, pairing)).collect();
    let columns =
        ["pairing", "share", "95 % interval", "lead", "95 % interval of the lead", "games", "deals"];
    html! {
        h2 { (seats) " seats" }
        p { "Elo against " (crosstable.bots[origin]) ", with 95 % intervals." }
        (intervals("Elo", &rows, 0.0, Scale::Number))
        (table(&columns, &[(String::new(), pairings)]))
    }
}

fn pairing_row(crosstable: &Crosstable, pairing: &Pairing) -> Vec<Markup> {
    let name = format!("{} against {}", crosstable.bots[pairing.alone], crosstable.bots[pairing.rest]);
    std::iter::once(name).chain(pairing_figures(crosstable, pairing)).map(cell).collect()
}
