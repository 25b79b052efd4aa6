//! Assigns faults to values that the file itself sets, not to inherited ones.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::check::joined;
use super::differences::{differences, with_fields_of};
use super::merge::{inherited, written};
use super::schema::{Field, quoted};
use super::sources::Sources;
use super::{Ruleset, RulesetError};
use crate::common::fault::Fault;
use crate::formats::json;

/// Returns the position, the field and the problem of a fault. If the fault is in an inherited value that was valid
/// before, it restores inherited values to find the fields of the extending files that cause the fault, and reports it
/// at the first of them.
pub(super) fn blamed<R: Ruleset>(
    rules: &R,
    sources: &Sources,
    positions: &BTreeMap<String, usize>,
    fault: Fault,
) -> (Option<usize>, String, String) {
    let position = written(positions, &fault.field);
    let unfitting = position.map_or(0, |position| sources.index(position));
    let found = if unfitting == 0 { Ok(Vec::new()) } else { causes(rules, sources, unfitting, &fault.field) };
    let mut causes: Vec<(usize, &str)> = (found.unwrap_or_default().iter())
        .filter_map(|field| Some((written(positions, field.path)?, field.path)))
        .collect();
    causes.sort_unstable();
    let Some(((first, field), others)) = causes.split_first() else {
        return (position, fault.field, fault.problem);
    };
    let with: Vec<String> = others
        .iter()
        .map(|(position, path)| format!("{}, {}", quoted([*path]), sources.place(Some(*position))))
        .collect();
    let with = if with.is_empty() { String::new() } else { format!(" (with {})", with.join("; ")) };
    let Fault { field: inherited, problem } = fault;
    let place = sources.place(position);
    let problem = format!("conflicts with `{inherited}`, inherited from {place}: {problem}{with}");
    (Some(*first), (*field).to_owned(), problem)
}

/// Returns the path of the value that the struct refuses with this error. Reading stops there: of all values whose
/// removal changes the error, it is the last one that is read.
pub(super) fn refused<R: Ruleset>(mut values: Json, error: &str) -> String {
    let (mut path, mut pointer) = (String::new(), String::new());
    loop {
        let parts: Vec<(String, String)> = match values.pointer(&pointer) {
            Some(Json::Object(table)) => {
                table.keys().map(|key| (joined(&path, key), format!("{pointer}/{key}"))).collect()
            }
            Some(Json::Array(list)) => (0..list.len())
                .map(|index| (format!("{path}[{index}]"), format!("{pointer}/{index}")))
                .collect(),
            _ => return path,
        };
        let mut is_read = |pointer: &str| {
            let Some(kept) = values.pointer_mut(pointer).map(Json::take) else { return false };
            let is_same = json::from_value::<R>(&values).is_err_and(|other| json::reason(&other) == error);
            if let Some(value) = values.pointer_mut(pointer) {
                *value = kept;
            }
            !is_same
        };
        match parts.into_iter().rfind(|(_, pointer)| is_read(pointer)) {
            Some(last) => (path, pointer) = last,
            None => return path,
        }
    }
}

/// The fields set before this text of the chain that are all needed for the fault; none if the inherited ruleset is
/// incomplete or has the fault itself.
fn causes<R: Ruleset>(
    rules: &R,
    sources: &Sources,
    first: usize,
    fault: &str,
) -> Result<Vec<&'static Field>, RulesetError> {
    let Some(base) = inherited::<R>(sources, first) else { return Ok(Vec::new()) };
    let has_fault = |rules: &R| rules.faults().iter().any(|found| found.field == fault);
    if has_fault(&base) {
        return Ok(Vec::new());
    }
    let mut causes: Vec<&Field> =
        differences(&base, rules)?.into_iter().map(|difference| difference.field).collect();
    for field in causes.clone() {
        let others: Vec<&Field> = causes.iter().copied().filter(|other| other.path != field.path).collect();
        // Values that do not fit the struct together prove nothing about this field.
        let is_needless = with_fields_of(&base, rules, &others, "tried").is_ok_and(|tried| has_fault(&tried));
        if is_needless {
            causes = others;
        }
    }
    Ok(causes)
}
