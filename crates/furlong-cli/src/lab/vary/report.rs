//! The report of a run of steps: its sentences, tables and charts.

use std::collections::BTreeMap;

use maud::html;

use super::charts::{effect_charts, tornado};
use super::sentences::{kinds_words, steps_words};
use crate::failure::Failure;
use crate::lab::figures::{estimate_words, estimated};
use crate::lab::run_sentences::run_line;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use furlong::arena::{Finding, Verdict};
use furlong::design::{
    Variation, VaryReport,
    vary::{ChangeEffects, Effect, LeftOut, Variant},
};
use furlong::text::{capitalized, counted, listed};

/// The maximum number of rows in the table of the strongest steps.
const STRONGEST: usize = 15;

/// The metric that was asked for, or else the one with the largest effect; empty if nothing has an effect.
pub(super) fn chosen_metric(
    run: &Variation,
    report: &VaryReport,
    asked: Option<&str>,
) -> Result<String, Failure> {
    let Some(asked) = asked else {
        return Ok(report.ranking().first().map_or_else(String::new, |(_, effect)| effect.metric.clone()));
    };
    let names = || run.metrics.iter().map(|metric| metric.name.to_string());
    names().find(|name| name == asked).ok_or_else(|| {
        let known = names().collect::<Vec<_>>().join(", ");
        Failure::Usage(format!("--metric: there is no metric `{asked}`; there are: {known}"))
    })
}

/// The steps under which no game went differently, grouped by their numbers of deals.
fn silent(run: &Variation) -> Vec<String> {
    let mut by_deals: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let is_silent = |place: usize| {
        run.by_player_type().all(|kind| kind.variants[place].alike == kind.variants[place].groups)
    };
    let played = run.variants.iter().enumerate().filter(|(_, variant)| variant.groups > 0);
    for (_, variant) in played.filter(|(place, _)| is_silent(*place)) {
        by_deals.entry(variant.groups).or_default().push(variant.name());
    }
    let words = |(deals, names): (u64, Vec<String>)| {
        // With this share of affected deals, four of five runs would have shown at least one.
        let share = 1.0 - libm::pow(0.2, 1.0 / deals as f64);
        format!(
            "No game changed in {}; a rule that changes {} of the deals would show in four of five runs: {}.",
            counted(deals as i64, "deal", "deals"),
            percent(share),
            names.join("; "),
        )
    };
    by_deals.into_iter().map(words).collect()
}

/// A share in percent, with two significant digits.
fn percent(share: f64) -> String {
    let digits = if share < 0.01 { 2 } else { 1 };
    format!("{:.digits$} %", 100.0 * share)
}

/// The fields whose steps change games but have no significant effect, each with the deals that went differently
/// and the smallest effect that would have shown.
fn undecided(run: &Variation, report: &VaryReport) -> Vec<[String; 4]> {
    let mut rows: Vec<(String, usize, f64, f64, u64)> = Vec::new();
    let is_judged =
        |step: &&ChangeEffects| step.effects.iter().all(|effect| effect.verdict != Verdict::Unfinished);
    for step in report.steps.iter().filter(is_judged) {
        let Variant { field, groups, .. } = &run.variants[step.place];
        let least = step.effects.iter().enumerate().flat_map(|(column, effect)| {
            effect.by_player_type().zip(run.by_player_type()).filter_map(move |(effect, kind)| {
                let deviation = kind.base.get(column)?.deviation();
                Some(effect.detectable? / deviation).filter(|_| deviation > 0.0)
            })
        });
        let least = least.fold(0.0, f64::max);
        let alike = run.by_player_type().map(|kind| kind.variants[step.place].alike).min().unwrap_or(0);
        let changed = 1.0 - alike as f64 / *groups as f64;
        if rows.last().is_none_or(|row| row.0 != *field) {
            rows.push((field.clone(), 0, 0.0, 0.0, 0));
        }
        if let Some(row) = rows.last_mut() {
            row.1 += usize::from(step.strongest().is_some());
            (row.2, row.3, row.4) = (row.2.max(changed), row.3.max(least), row.4.max(*groups));
        }
    }
    rows.retain(|row| row.1 == 0 && row.2 > 0.0);
    let words = |(field, _, changed, least, groups): (String, usize, f64, f64, u64)| {
        [field, groups.to_string(), percent(changed), format!("{least:.2}")]
    };
    rows.into_iter().map(words).collect()
}

/// The whole report. The chart in characters shows `metric`.
pub(super) fn sheet(run: &Variation, report: &VaryReport, metric: &str) -> Sheet {
    let commands: String = run.others.iter().map(|kind| kind.setting.commands.to_string()).collect();
    let mut blocks = vec![
        Block::Run(run_line(
            &run.setting,
            &format!("each rule changed by one step; {}{commands}", kinds_words(report)),
        )),
        Block::gap(),
        Block::Answer(steps_words(run, report)),
    ];
    if !run.is_complete {
        blocks.push(Block::Page(html! { p { strong { "The run is not complete." } } }));
    }
    let ranking = report.ranking();
    if !ranking.is_empty() {
        let row = |(place, effect): &(usize, &Effect)| {
            let variant = &run.variants[*place];
            let meaning = Some(variant.as_typed());
            Row { meaning, ..Row::new(variant.name(), effect_figures(run, effect)) }
        };
        let strongest = ranking.iter().take(STRONGEST).map(row).collect();
        blocks.extend([
            Block::gap(),
            Block::Heading("The strongest steps, each with its strongest effect".to_owned()),
            Block::Tables(vec![effects_table(run, ["step", "metric"], strongest)]),
        ]);
        let by_metric = run.metrics.iter().filter_map(|metric| {
            let all = report.on(&metric.name);
            let (place, effect) = all.first()?;
            let mut figures = effect_figures(run, effect);
            figures[0] = run.variants[*place].name();
            Some(Row::of_metric(metric, figures))
        });
        let by_metric = effects_table(run, ["metric", "strongest step"], by_metric.collect());
        blocks.extend([
            Block::Heading("The strongest step for each metric".to_owned()),
            Block::Tables(vec![by_metric]),
            Block::Terminal(tornado(run, report, metric)),
            Block::Page(effect_charts(run, report)),
        ]);
    }
    blocks.extend(interactions(run, report));
    blocks.extend(by_definition(run, report));
    blocks.extend(nothing_shown(run, report));
    blocks.push(Block::note(
        "effect: the difference in standard deviations of a deal of the base. Differences are between paired \
         deals; each interval is for one difference alone.",
    ));
    if !run.others.is_empty() {
        blocks.push(Block::note(
            "holds for all: significant in the same direction for every player type; effect is then the smallest \
             of theirs. differs by player: does not hold for all, and differs significantly between types on the \
             same deals. not decided: neither is significant.",
        ));
    }
    Sheet { title: format!("{}: each rule of {}", run.setting.game, run.setting.ruleset), blocks }
}

/// The effects that hold by definition. A page folds their table, and a terminal shows their number.
fn by_definition(run: &Variation, report: &VaryReport) -> Option<Block> {
    let found = report.by_definition();
    let row = |(place, effect): &(usize, &Effect)| {
        Row::new(run.variants[*place].name(), effect_figures(run, effect))
    };
    let rows: Vec<Row> = found.iter().map(row).collect();
    let count = counted(rows.len() as i64, "effect", "effects");
    let folded = Some(format!("{count} that follow from the rules by definition"));
    (!found.is_empty()).then(|| {
        let mut table = effects_table(run, ["step", "metric"], rows);
        table.folded = folded;
        Block::Tables(vec![table])
    })
}

/// The steps and fields without an effect, and those that were not played.
fn nothing_shown(run: &Variation, report: &VaryReport) -> Vec<Block> {
    let mut blocks = Vec::new();
    let open = undecided(run, report);
    if !open.is_empty() {
        let rows = open.into_iter().map(|[field, figures @ ..]| Row::new(field, figures));
        blocks.extend([
            Block::gap(),
            Block::note(
                "Fields that change games without a significant effect. changed: the largest share of deals that \
                 changed; least effect: an effect of this size on any metric would show in four of five runs",
            ),
            Block::Tables(vec![Table::new(&["field", "deals", "changed", "least effect"], rows.collect())]),
        ]);
    }
    blocks.extend(silent(run).into_iter().flat_map(|words| [Block::gap(), Block::Note(words)]));
    blocks.extend(not_reached(run).into_iter().flat_map(|words| [Block::gap(), Block::Note(words)]));
    for (what, left) in [("Not playable", &run.refused), ("Not varied", &run.fixed)] {
        blocks.extend(not_played(what, left).into_iter().flat_map(|told| [Block::gap(), Block::Note(told)]));
    }
    let unfinished = run.variants.iter().filter(|variant| variant.unfinished > 0);
    let unfinished: Vec<String> =
        unfinished.map(|variant| format!("{} ({})", variant.name(), variant.unfinished)).collect();
    if !unfinished.is_empty() {
        blocks.extend([
            Block::gap(),
            Block::Warning(format!(
                "games that reached the event limit count only as unfinished: {}",
                listed(&unfinished)
            )),
        ]);
    }
    blocks.push(Block::gap());
    blocks
}

/// Names the steps that never come into play; `None` if there are none.
pub(super) fn not_reached(run: &Variation) -> Option<String> {
    Some(format!("{}.", capitalized(&run.not_reached_in_words()?)))
}

/// Names the first of the steps or fields that are not played, and counts the others; `None` if there are none.
pub(super) fn not_played(what: &str, left: &[LeftOut]) -> Option<String> {
    let first = left.first()?;
    let more = match left.len() - 1 {
        0 => String::new(),
        more => format!("; and {}", counted(more as i64, "other", "others")),
    };
    Some(format!("{what}: {} ({}){more}.", first.path, first.reason))
}

/// A table of effects, with these headings for its first two columns.
fn effects_table(run: &Variation, first: [&str; 2], rows: Vec<Row>) -> Table {
    let kinds: Vec<String> = run.by_player_type().map(Variation::players).collect();
    let mut columns = first.to_vec();
    match &kinds[..] {
        [_] => columns.extend(["base", "difference", "95 % interval"]),
        several => columns.extend(several.iter().map(String::as_str)),
    }
    columns.push("effect");
    columns.extend((kinds.len() > 1).then_some("all players"));
    Table::new(&columns, rows)
}

/// The metric of an effect, its value under the base ruleset, the difference with its interval, and the size of the
/// effect. With several player types, the difference for each, and the finding.
fn effect_figures(run: &Variation, effect: &Effect) -> Vec<String> {
    let scale = run.scale(&effect.metric);
    let least = effect
        .by_player_type()
        .filter_map(|kind| kind.effect)
        .min_by(|one, other| one.abs().total_cmp(&other.abs()));
    let size = least.map_or_else(String::new, |effect| format!("{effect:+.2}"));
    let mut figures = vec![effect.metric.clone()];
    if run.others.is_empty() {
        let column = run.metrics.iter().position(|metric| metric.name == effect.metric);
        let base = column.and_then(|column| run.base.get(column));
        figures.push(base.map_or_else(String::new, |base| scale.figure(base.mean())));
        figures.extend(estimated(effect.difference.as_ref(), scale));
        figures.push(size);
        return figures;
    }
    figures.extend(effect.by_player_type().map(|kind| estimate_words(kind.difference.as_ref(), scale)));
    figures.push(if effect.finding == Finding::Holds { size } else { String::new() });
    let apart = effect.by_player_type().filter_map(|kind| kind.apart.as_ref());
    figures.push(effect.finding.in_words(apart).to_owned());
    figures
}

/// The interactions of the strongest steps.
fn interactions(run: &Variation, report: &VaryReport) -> Vec<Block> {
    if run.pairs.is_empty() {
        return Vec::new();
    }
    let names_of = |steps: [usize; 2]| steps.map(|step| run.variants[step].name()).join(", ");
    let mut rows = Vec::new();
    for pair in &report.interactions {
        for effect in pair.effects.iter().filter(|effect| effect.verdict.is_found()) {
            let [difference, interval] = estimated(effect.difference.as_ref(), run.scale(&effect.metric));
            let size = effect.effect.map_or_else(String::new, |effect| format!("{effect:+.2}"));
            rows.push(Row::new(names_of(pair.steps), [effect.metric.clone(), difference, interval, size]));
        }
    }
    let mut blocks = vec![
        Block::gap(),
        Block::note(
            "Significant interactions: the effect of both steps together minus the sum of their effects (Holm over \
             all pairs and metrics)",
        ),
    ];
    if rows.is_empty() {
        let pairs = counted(report.interactions.len() as i64, "pair", "pairs");
        blocks.extend([Block::gap(), Block::Note(format!("None of {pairs}."))]);
    } else {
        let columns = ["both steps", "metric", "interaction", "95 % interval", "effect"];
        blocks.push(Block::Tables(vec![Table::new(&columns, rows)]));
    }
    for pair in &run.pairs {
        if let Some(reason) = &pair.refused {
            let names = names_of(pair.steps);
            blocks.push(Block::Note(format!("Not playable together: {names} ({reason}).")));
        }
    }
    blocks
}
