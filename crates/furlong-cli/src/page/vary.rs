//! The page of the effects of rules.

use maud::html;

use super::chart::{Row, intervals};
use super::parts::effect_row;
use super::{cell, page, table};
use crate::lab::figures::estimated;
use crate::lab::vary::{bots_words, silent, steps_words, undecided};
use furlong::arena::{Metric, Scale};
use furlong::design::{Variation, VaryReport, vary::Effect};

/// The bars of a chart.
const BARS: usize = 15;

/// The effects of all steps as a page: a chart for each metric.
pub(crate) fn vary_page(run: &Variation, report: &VaryReport) -> String {
    let title = format!("{}: each rule of {}", run.setting.game, run.setting.ruleset);
    let bars = |metric: &Metric| -> Vec<Row> {
        let effects = report.on(&metric.name).into_iter().take(BARS);
        effects.map(|(place, effect)| bar(run, place, effect, metric.scale)).collect()
    };
    let body = html! {
        dl.facts {
            dt { "game" } dd { (run.setting.game) }
            dt { "ruleset" } dd { (run.setting.ruleset) }
            dt { "seats" } dd { (run.setting.seats) }
            dt { "bots" } dd { (bots_words(&run.setting.lineup)) }
            dt { "seed" } dd { (run.setting.seed) }
            dt { "furlong" } dd { (run.setting.release) }
        }
        p { (steps_words(run, report)) }
        @if !run.is_complete { p { strong { "The run is not complete." } } }
        h2 { "Effects of the steps on each metric" }
        p {
            "The greatest effects beyond chance, each with its 95 % interval, in standard deviations of a deal of the base; \
             the dashed line is the base."
        }
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
        h2 { "Rules without an effect" }
        @for told in silent(run) { p { (told) } }
        @let open = undecided(run, report);
        @if !open.is_empty() {
            p {
                "These fields change games and have no effect beyond chance. Every effect of at least the last column, in standard \
                 deviations on any metric, would have shown in four of five runs."
            }
            @let rows = open.iter().map(|row| row.iter().map(cell).collect()).collect();
            (table(&["field", "deals", "changed", "least effect"], &[(String::new(), rows)]))
        }
    };
    page(&title, &body)
}

/// One effect on the scale of the chart.
fn bar(run: &Variation, place: usize, effect: &Effect, scale: Scale) -> Row {
    let [value, interval] = estimated(effect.difference.as_ref(), scale);
    let said = if interval.is_empty() { value } else { format!("{value}, {interval}") };
    let size = effect.effect.unwrap_or(0.0);
    effect_row(run.variants[place].name(), effect.difference.as_ref(), size, effect.verdict, said)
}
