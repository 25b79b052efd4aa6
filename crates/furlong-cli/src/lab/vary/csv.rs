//! The effects of rules as rows of a CSV file.

use std::io::{self, Write};

use crate::lab::game_files::{estimate_fields, figure_field, quoted};
use furlong::design::vary::{ChangeEffects, Effect};
use furlong::design::{Tally, Variation, VaryReport};

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
    writeln!(
        out,
        "{words},{},{},{},{},{},{},{},{},{},{},{}",
        variant.groups,
        variant.alike,
        quoted(&effect.metric),
        figure_field(kind.base.get(column).map(Tally::mean)),
        estimate_fields(effect.difference),
        figure_field(effect.effect),
        figure_field(effect.p_value),
        effect.verdict,
        effect.finding,
        estimate_fields(effect.apart.map(|apart| apart.difference)),
        figure_field(effect.apart.and_then(|apart| apart.p_value)),
    )
}
