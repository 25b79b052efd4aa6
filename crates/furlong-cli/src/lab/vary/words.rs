//! The effects of rules in words, tables and a chart of characters, and as rows of a CSV file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use maud::{Markup, html};

use crate::failure::Failure;
use crate::lab::figures::estimated;
use crate::lab::many_files::quoted;
use crate::lab::run_words::openings_words;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::page::{ChartRow, effect_row, intervals};
use furlong::arena::{Metric, Scale, Verdict};
use furlong::design::{
    Plan, Variation, VaryReport,
    vary::{Effect, StepEffects, Variant},
};
use furlong::text::{counted, listed};

/// The rows of the table of the strongest steps, and the bars of a chart on a page.
const STRONGEST: usize = 15;
/// The steps that are named because their games did not end.
const UNFINISHED: usize = 3;
/// The rows of the chart in characters.
const BARS: usize = 12;
/// The columns of one half of the chart.
const HALF: usize = 14;
/// The most columns of a step in the chart.
const LABEL: usize = 44;

/// The metric that was asked for, else the one with the greatest effect; an empty text where nothing has an effect.
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

fn scale(run: &Variation, metric: &str) -> Scale {
    run.metrics.iter().find(|known| known.name == metric).map_or(Scale::Number, |metric| metric.scale)
}

/// The distribution of the games over the steps, in words.
fn plan_words(run: &Variation) -> String {
    match run.plan {
        Plan::Each { .. } => {
            format!(
                "{} each",
                counted((run.groups * u64::from(run.setting.seatings)) as i64, "game", "games")
            )
        }
        Plan::Spread { games } => format!(
            "{games} games in all, in {} stages: after each, the steps with an effect beyond chance have games enough, \
             and the half of the others that is furthest from chance goes on",
            Plan::STAGES
        ),
    }
}

/// The run and its result in sentences.
fn steps_words(run: &Variation, report: &VaryReport) -> String {
    let played = report.steps.len();
    let mut fields: Vec<&str> = run.variants.iter().map(|variant| variant.field.as_str()).collect();
    fields.dedup();
    // Those in full that can be read; the data has all.
    let told = report.unfinished.iter().take(UNFINISHED).cloned().collect::<Vec<_>>().join(" ");
    let more = report.unfinished.len().saturating_sub(UNFINISHED);
    let mut text = match more {
        _ if told.is_empty() => told,
        0 => format!("{told} "),
        more => format!("{told} The same holds of {}. ", counted(more as i64, "other step", "other steps")),
    };
    _ = write!(
        text,
        "{} of {}, {}; {}. ",
        counted(played as i64, "step", "steps"),
        counted(fields.len() as i64, "field", "fields"),
        plan_words(run),
        counted(report.tests as i64, "test", "tests"),
    );
    if run.is_repetitive() {
        let [all, different] = run.distinct;
        _ = write!(
            text,
            "Nothing is tested: only {different} of {all} deals of the base are different, and the others repeat them; \
             `--openings N` begins each game with N random plies.",
        );
        return text;
    }
    let ranking = report.ranking();
    _ = match ranking.first() {
        None if report.unfinished.is_empty() => write!(text, "No step has an effect beyond chance."),
        None => write!(text, "No effect that is judged is beyond chance."),
        Some((place, effect)) => write!(
            text,
            "{} of {played} have an effect beyond chance at 5 % over all tests (Holm). The strongest is {}: {}.",
            ranking.len(),
            run.variants[*place].name(),
            effect_words(run, effect),
        ),
    };
    text
}

/// An effect in words: `rounds +2.31 (2.10 to 2.52)`.
fn effect_words(run: &Variation, effect: &Effect) -> String {
    let [value, interval] = estimated(effect.difference.as_ref(), scale(run, &effect.metric));
    let sign = if effect.verdict == Verdict::More { "+" } else { "" };
    let interval = if interval.is_empty() { interval } else { format!(" ({interval})") };
    format!("{} {sign}{value}{interval}", effect.metric)
}

/// The steps under which no game went differently, by their numbers of deals.
fn silent(run: &Variation) -> Vec<String> {
    let mut by_deals: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for variant in run.variants.iter().filter(|variant| variant.groups > 0 && variant.alike == variant.groups)
    {
        by_deals.entry(variant.groups).or_default().push(variant.name());
    }
    let words = |(deals, names): (u64, Vec<String>)| {
        // Four of five runs show a deal of this share at least once.
        let share = 1.0 - libm::pow(0.2, 1.0 / deals as f64);
        format!(
            "No game went differently in {}; a rule that changes {} of the deals would have shown in four of five runs: {}.",
            counted(deals as i64, "deal", "deals"),
            percent(share),
            names.join("; "),
        )
    };
    by_deals.into_iter().map(words).collect()
}

/// A share in percent with two digits that say something.
fn percent(share: f64) -> String {
    let digits = if share < 0.01 { 2 } else { 1 };
    format!("{:.digits$} %", 100.0 * share)
}

/// The fields whose steps change games and have no effect beyond chance, each with the deals that went differently and the
/// least effect that would have shown.
fn undecided(run: &Variation, report: &VaryReport) -> Vec<[String; 4]> {
    let mut rows: Vec<(String, usize, f64, f64, u64)> = Vec::new();
    let is_judged =
        |step: &&StepEffects| step.effects.iter().all(|effect| effect.verdict != Verdict::Unfinished);
    for step in report.steps.iter().filter(is_judged) {
        let Variant { field, groups, alike, .. } = &run.variants[step.place];
        let least = step.effects.iter().enumerate().filter_map(|(column, effect)| {
            let deviation = run.base.get(column)?.deviation();
            Some(effect.detectable? / deviation).filter(|_| deviation > 0.0)
        });
        let least = least.fold(0.0, f64::max);
        let changed = 1.0 - *alike as f64 / *groups as f64;
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

/// The whole report; the chart in characters is of `metric`.
pub(super) fn sheet(run: &Variation, report: &VaryReport, metric: &str) -> Sheet {
    let mut blocks = vec![
        Block::Run(format!(
            "{}, {}: every rule one step away; bots {}; seed {}; furlong {}{}\n",
            run.setting.game,
            run.setting.ruleset,
            bots_words(&run.setting.lineup),
            run.setting.seed,
            run.setting.release,
            openings_words(run.setting.openings),
        )),
        Block::gap(),
        Block::Answer(vec![steps_words(run, report)]),
    ];
    if !run.is_complete {
        blocks.push(Block::Page(html! { p { strong { "The run is not complete." } } }));
    }
    let ranking = report.ranking();
    if !ranking.is_empty() {
        let strongest = ranking.iter().take(STRONGEST).map(|(place, effect)| {
            let [metric, figures @ ..] = effect_figures(run, effect);
            Row::new(run.variants[*place].name(), [&[metric][..], &figures].concat())
        });
        let columns = ["step", "metric", "base", "difference", "95 % interval", "effect"];
        let strongest = Table::new(&columns, strongest.collect());
        blocks.extend([
            Block::gap(),
            Block::Heading("The strongest steps, each by its greatest effect".to_owned()),
            Block::Tables(vec![strongest]),
        ]);
        let by_metric = run.metrics.iter().filter_map(|metric| {
            let all = report.on(&metric.name);
            let (place, effect) = all.first()?;
            let [_, figures @ ..] = effect_figures(run, effect);
            Some(Row::of_metric(metric, [&[run.variants[*place].name()][..], &figures].concat()))
        });
        let columns = ["metric", "strongest step", "base", "difference", "95 % interval", "effect"];
        let by_metric = Table::new(&columns, by_metric.collect());
        blocks.extend([
            Block::Heading("The strongest step on each metric".to_owned()),
            Block::Tables(vec![by_metric]),
            Block::Terminal(tornado(run, report, metric)),
            Block::Page(effect_charts(run, report)),
        ]);
    }
    blocks.extend(interactions(run, report));
    blocks.extend(nothing_shown(run, report));
    blocks.push(Block::note(
        "effect: the difference in standard deviations of a deal of the base. Differences are those of paired deals; \
         intervals are for each difference alone.",
    ));
    Sheet { title: format!("{}: each rule of {}", run.setting.game, run.setting.ruleset), blocks }
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
                "Fields that change games and have no effect beyond chance. changed: the share of the deals that went \
                 differently, at most; least effect: every effect of this size on any metric would have shown in four of five runs",
            ),
            Block::Tables(vec![Table::new(&["field", "deals", "changed", "least effect"], rows.collect())]),
        ]);
    }
    blocks.extend(silent(run).into_iter().flat_map(|words| [Block::gap(), Block::Note(words)]));
    for (what, left) in [("Not playable", &run.refused), ("Not varied", &run.fixed)] {
        if let Some(first) = left.first() {
            let more = match left.len() - 1 {
                0 => String::new(),
                more => format!("; and {}", counted(more as i64, "other", "others")),
            };
            let told = format!("{what}: {} ({}){more}.", first.path, first.reason);
            blocks.extend([Block::gap(), Block::Note(told)]);
        }
    }
    let unfinished = run.variants.iter().filter(|variant| variant.unfinished > 0);
    let unfinished: Vec<String> =
        unfinished.map(|variant| format!("{} ({})", variant.name(), variant.unfinished)).collect();
    if !unfinished.is_empty() {
        blocks.extend([
            Block::gap(),
            Block::Warning(format!(
                "games that reached the limit of events count only as unfinished: {}",
                listed(&unfinished)
            )),
        ]);
    }
    blocks.push(Block::gap());
    blocks
}

/// The metric of an effect, its value under the base, and the difference with its interval and its size.
fn effect_figures(run: &Variation, effect: &Effect) -> [String; 5] {
    let scale = scale(run, &effect.metric);
    let column = run.metrics.iter().position(|metric| metric.name == effect.metric);
    let base = column
        .and_then(|column| run.base.get(column))
        .map_or_else(String::new, |base| scale.figure(base.mean()));
    let [difference, interval] = estimated(effect.difference.as_ref(), scale);
    let size = effect.effect.map_or_else(String::new, |effect| format!("{effect:+.2}"));
    [effect.metric.clone(), base, difference, interval, size]
}

/// A chart of the greatest effects on each metric.
fn effect_charts(run: &Variation, report: &VaryReport) -> Markup {
    let bars = |metric: &Metric| -> Vec<ChartRow> {
        let effects = report.on(&metric.name).into_iter().take(STRONGEST);
        effects.map(|(place, effect)| bar(run, place, effect, metric.scale)).collect()
    };
    html! {
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
    }
}

/// One effect on the scale of the chart.
fn bar(run: &Variation, place: usize, effect: &Effect, scale: Scale) -> ChartRow {
    let [value, interval] = estimated(effect.difference.as_ref(), scale);
    let said = if interval.is_empty() { value } else { format!("{value}, {interval}") };
    let size = effect.effect.unwrap_or(0.0);
    effect_row(run.variants[place].name(), effect.difference.as_ref(), size, effect.verdict, said)
}

/// A chart of the greatest effects on one metric: bars from the value of the base to the left and to the right.
fn tornado(run: &Variation, report: &VaryReport, metric: &str) -> String {
    let effects = report.on(metric);
    let value = |effect: &Effect| effect.difference.map_or(0.0, |difference| difference.value);
    let most = effects.iter().map(|(_, effect)| value(effect).abs()).fold(0.0, f64::max);
    if most == 0.0 {
        return String::new();
    }
    let short = |variant: &Variant| {
        let name = variant.name();
        // The new value says more than the old one.
        let tail = format!("{}: {}", variant.path, variant.values[1]);
        let name = if name.chars().count() > LABEL && !variant.values[1].is_empty() { tail } else { name };
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
    let mut text = format!("Effects on {metric}\n");
    for (name, value) in rows {
        let length = ((value.abs() / most) * HALF as f64).round().max(1.0) as usize;
        let bar = "█".repeat(length);
        let (left, right) = if value < 0.0 { (bar, String::new()) } else { (String::new(), bar) };
        let shown = scale(run, metric).figure(value);
        _ = writeln!(text, "{name:<label$} {left:>HALF$}|{right:<HALF$} {shown}");
    }
    text.push('\n');
    text
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
            let [metric, _, difference, interval, size] = effect_figures(run, effect);
            rows.push(Row::new(names_of(pair.steps), [metric, difference, interval, size]));
        }
    }
    let mut blocks = vec![
        Block::gap(),
        Block::note(
            "Interactions beyond chance: the effect of both steps together less the sum of their effects (Holm over all pairs and \
             metrics)",
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

/// A row for each step and metric.
pub(super) fn write_csv(out: &mut impl Write, run: &Variation, report: &VaryReport) -> io::Result<()> {
    writeln!(out, "field,path,old,new,deals,alike,metric,base,difference,low,high,effect,p-value,verdict")?;
    for step in &report.steps {
        let variant = &run.variants[step.place];
        for (column, effect) in step.effects.iter().enumerate() {
            let [old, new] = &variant.values;
            let words = [&variant.field, &variant.path, old, new].map(|words| quoted(words)).join(",");
            write!(out, "{words},{},{},{}", variant.groups, variant.alike, quoted(&effect.metric))?;
            let base = run.base.get(column).map(furlong::design::Tally::mean);
            let interval = effect.difference.and_then(|difference| difference.interval);
            let figures = [
                base,
                effect.difference.map(|difference| difference.value),
                interval.map(|interval| interval.low),
                interval.map(|interval| interval.high),
                effect.effect,
                effect.p_value,
            ];
            for figure in figures {
                write!(out, ",{}", figure.map_or_else(String::new, |figure| figure.to_string()))?;
            }
            writeln!(out, ",{}", effect.verdict)?;
        }
    }
    Ok(())
}

/// The bots of a run in words: one name where one bot has all seats.
fn bots_words(lineup: &[String]) -> String {
    match lineup {
        [first, others @ ..] if others.iter().all(|other| other == first) => first.clone(),
        all => all.join(" | "),
    }
}
