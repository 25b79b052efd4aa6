//! The effects of rules as rows of a CSV file.

use std::io::{self, Write};

use crate::lab::game_files::quoted;
use furlong::design::vary::{ChangeEffects, Effect};
use furlong::design::{Variation, VaryReport};

/// The heading line of the CSV file.
const HEADING: &str = "field,path,old,new,players,deals,alike,metric,base,difference,low,high,effect,p-value,verdict,finding,\
                       apart,apart-low,apart-high,apart-p-value";

/// Writes a row for each step, metric and player type.
pub(super) fn write_csv(out: &mut dyn Write, run: &Variation, report: &VaryReport) -> io::Result<()> {
    writeln!(out, "{HEADING}")?;
    for step in &report.steps {
        for (column, effect) in step.effects.iter().enumerate() {
            for (kind, effect) in run.by_player_type().zip(effect.by_player_type()) {
                write_row(out, kind, step, column, effect)?;
            }
        }
    }
    Ok(())
}

fn write_row(
    out: &mut dyn Write,
    kind: &Variation,
    step: &ChangeEffects,
    column: usize,
    effect: &Effect,
) -> io::Result<()> {
    let variant = &kind.variants[step.place];
    let [old, new] = &variant.values;
    let words =
        [&variant.field, &variant.path, old, new, &kind.players()].map(|words| quoted(words)).join(",");
    write!(out, "{words},{},{},{}", variant.groups, variant.alike, quoted(&effect.metric))?;
    let interval = effect.difference.and_then(|difference| difference.interval);
    let apart = effect.apart.map(|apart| apart.difference);
    let apart_within = apart.and_then(|apart| apart.interval);
    let figure = |figure: Option<f64>| figure.map_or_else(String::new, |figure| figure.to_string());
    let figures = [
        kind.base.get(column).map(furlong::design::Tally::mean),
        effect.difference.map(|difference| difference.value),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
        effect.effect,
        effect.p_value,
    ];
    for value in figures {
        write!(out, ",{}", figure(value))?;
    }
    write!(out, ",{},{}", effect.verdict, effect.finding)?;
    let figures = [
        apart.map(|apart| apart.value),
        apart_within.map(|within| within.low),
        apart_within.map(|within| within.high),
        effect.apart.and_then(|apart| apart.p_value),
    ];
    for value in figures {
        write!(out, ",{}", figure(value))?;
    }
    writeln!(out)
}
