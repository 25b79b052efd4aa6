//! Rulesets one step away from another one: each changes one value.

use std::fmt;
use std::str::FromStr;

use toml::Value;

use super::error::RulesetError;
use super::merge::kebab;
use super::rules::Ruleset;
use super::schema::{Field, Kind};
use super::value_changes::{Change, changes};
use super::value_path::ValuePath;
use super::values::Values;
use crate::common::fault::Faults;

/// A ruleset that differs from another one, its base, in one value.
#[derive(Clone, Debug)]
pub struct RuleChange<R> {
    /// The field.
    pub field: &'static Field,
    /// The path of the value: `movement.hare`, `decks.first[3]`; in a long text `board.squares word 7`, counted from 1.
    pub path: String,
    /// The value in the base and in the new ruleset, as TOML. Empty for an entry that a list does not have.
    pub values: [String; 2],
    /// The new ruleset, named after the base and the step.
    pub ruleset: R,
}

/// A step that does not lead to a playable ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedChange {
    /// The path of the value.
    pub path: String,
    /// The value in the base and in the new ruleset, as TOML.
    pub values: [String; 2],
    /// The faults of the new ruleset.
    pub reason: String,
}

/// A field, or a part of one, that has no steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedField {
    /// The path.
    pub path: String,
    /// The reason.
    pub reason: &'static str,
}

/// All steps from a ruleset.
#[derive(Clone, Debug)]
pub struct RuleChanges<R> {
    /// The steps that are playable, in the order of the schema.
    pub steps: Vec<RuleChange<R>>,
    /// The steps that are not playable.
    pub refused: Vec<RefusedChange>,
    /// The fields without steps.
    pub fixed: Vec<FixedField>,
}

impl<R> fmt::Display for RuleChange<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&change_words(&self.path, &self.values))
    }
}

/// Describes a step in words.
pub(crate) fn change_words(path: &str, [old, new]: &[String; 2]) -> String {
    match (old.as_str(), new.as_str()) {
        ("", new) => format!("{path}: {new} added"),
        (old, "") => format!("{path}: {old} removed"),
        (old, new) => format!("{path}: {old} -> {new}"),
    }
}

/// A field to vary, or a part of one, with the values to try: `movement.hare=1,2,4` or `hand=4..8`. Without values, the
/// field varies by its steps. The name of a table, `movement`, stands for all its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedField {
    /// The path.
    pub path: String,
    /// The values as TOML. Words need no quotes.
    pub values: Vec<String>,
}

/// The error for a text that is not a field with values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}`: after `=` there must be values, separated by commas")]
pub struct NoValues(String);

impl FromStr for WantedField {
    type Err = NoValues;

    fn from_str(text: &str) -> Result<Self, NoValues> {
        let Some((path, values)) = text.split_once('=') else {
            return Ok(Self { path: text.trim().to_owned(), values: Vec::new() });
        };
        let values: Vec<String> =
            split(values).into_iter().flat_map(|value| expanded(value.trim())).collect();
        if values.iter().any(String::is_empty) {
            return Err(NoValues(text.to_owned()));
        }
        Ok(Self { path: path.trim().to_owned(), values })
    }
}

/// Expands a range such as `4..8` into its whole numbers, both ends included. Any other text stays as it is.
fn expanded(text: &str) -> Vec<String> {
    /// A range of this many numbers is longer than any field allows.
    const MOST: i64 = 1_000;
    let ends =
        text.split_once("..").and_then(|(low, high)| Some((low.parse::<i64>().ok()?, high.parse().ok()?)));
    match ends {
        Some((low, high)) if (low..low.saturating_add(MOST)).contains(&high) => {
            (low..=high).map(|number| number.to_string()).collect()
        }
        _ => vec![text.to_owned()],
    }
}

/// Splits a text at the commas outside of brackets and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut is_quoted) = (0_i32, false);
    let parts = text.split(|letter| {
        match letter {
            '"' => is_quoted = !is_quoted,
            '[' | '{' if !is_quoted => depth += 1,
            ']' | '}' if !is_quoted => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0 && !is_quoted
    });
    parts.collect()
}

/// Lists all rulesets one step away from `base`, for every field or for the `wanted` ones.
///
/// A choice steps to each other choice, and a number up and down by one. A word that stands for no number steps to the
/// smallest and to the largest number. In a list each number steps by itself, and each word or inner list takes the
/// value of its neighbours; a list of words also gets one more and one fewer of each word, and any other list loses its
/// last entry or repeats it. The game defines the steps of texts ([`Ruleset::text_steps`]).
///
/// ```
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::{self, rule_changes};
///
/// let classic = ruleset::open::<Ruleset>("classic")?;
/// let found = rule_changes(&classic, &["hand".parse()?, "movement.nap-cards=2,3".parse()?])?;
/// let told: Vec<String> = found.steps.iter().map(ToString::to_string).collect();
/// assert_eq!(
///     told,
///     ["hand: 6 -> 5", "hand: 6 -> 7", "movement.nap-cards: 4 -> 2", "movement.nap-cards: 4 -> 3"]
/// );
/// assert_eq!(found.steps[1].ruleset.hand, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Every unknown field and every value that its field does not allow. A value that does not fit the other values is
/// among the [`RuleChanges::refused`].
pub fn rule_changes<R: Ruleset>(base: &R, wanted: &[WantedField]) -> Result<RuleChanges<R>, Faults> {
    let values = Values::of(base).map_err(|error| unwritable(&error))?;
    let every =
        || R::FIELDS.iter().map(|field| WantedField { path: field.path.to_owned(), values: Vec::new() });
    let every: Vec<WantedField> = if wanted.is_empty() { every().collect() } else { wanted.to_vec() };
    let mut faults = Faults::none();
    let mut found = RuleChanges { steps: Vec::new(), refused: Vec::new(), fixed: Vec::new() };
    let mut tried: Vec<(&str, Value)> = Vec::new();
    for wanted in &every {
        for (path, changes) in wanted_changes::<R>(&values, wanted, &mut faults) {
            if changes.is_empty() && wanted.values.is_empty() {
                found.fixed.push(FixedField { path: path.written(), reason: reason(path.kind()) });
            }
            let whole = values.value(path.field).map_err(|error| unwritable(&error))?;
            for Change { path: within, values: shown, value } in changes {
                let key = (path.field.path, path.with_value(whole, value));
                if key.1 == *whole || tried.contains(&key) {
                    continue;
                }
                tried.push(key.clone());
                let changed = format!("{}{within}", path.written());
                match ruleset_with(base, &values, &key, &[&changed, &shown[1]]) {
                    Ok(ruleset) => {
                        found.steps.push(RuleChange {
                            field: path.field,
                            path: changed,
                            values: shown,
                            ruleset,
                        });
                    }
                    Err(reason) => found.refused.push(RefusedChange { path: changed, values: shown, reason }),
                }
            }
        }
    }
    faults.check().map(|()| found)
}

/// Returns the ruleset `base` with these values, each given with its path, under a new name. Values are written as
/// TOML; words need no quotes.
///
/// # Errors
/// Every unknown field and every value that is not allowed; otherwise every inconsistency between the values.
pub fn with_values<R: Ruleset>(base: &R, values: &[(String, String)], name: &str) -> Result<R, Faults> {
    let mut changed = Values::of(base).map_err(|error| unwritable(&error))?;
    let mut faults = Faults::none();
    for (path, value) in values {
        let set = || -> Result<Values, String> {
            let found = ValuePath::find::<R>(path)?;
            let [path] = &found[..] else { return Err(SEVERAL.to_owned()) };
            let whole = changed.value(path.field).map_err(|error| error.to_string())?;
            path.value_in(whole)?;
            Ok(changed.with(path.field.path, path.with_value(whole, path.read(value)?)))
        };
        match set() {
            Ok(set) => changed = set,
            Err(problem) => faults.add(path, problem),
        }
    }
    faults.check()?;
    let rules: R = changed.entitled(base.title(), name).rules().map_err(|error| unwritable(&error))?;
    rules.faults().check().map(|()| rules)
}

/// The problem with giving values for a table of fields.
const SEVERAL: &str = "is a table of several fields: values are stated for one of them";

fn unwritable(error: &RulesetError) -> Faults {
    Faults::one("", error.to_string())
}

/// Lists the changes of the values that an item names, each with its path.
fn wanted_changes<R: Ruleset>(
    values: &Values,
    wanted: &WantedField,
    faults: &mut Faults,
) -> Vec<(ValuePath, Vec<Change>)> {
    let paths = match ValuePath::find::<R>(&wanted.path) {
        Ok(paths) if paths.len() > 1 && !wanted.values.is_empty() => Err(SEVERAL.to_owned()),
        found => found,
    };
    let paths = paths.unwrap_or_else(|problem| {
        faults.add(&wanted.path, problem);
        Vec::new()
    });
    let mut found = Vec::new();
    for path in paths {
        let mut problems = Vec::new();
        match path_changes::<R>(values, path, &wanted.values, &mut problems) {
            Ok(changes) => found.push(changes),
            Err(problem) => problems.push(problem),
        }
        for problem in problems {
            faults.add(&wanted.path, problem);
        }
    }
    found
}

/// Lists the changes of one value to the given values, or by its steps if none are given, with the path of each.
fn path_changes<R: Ruleset>(
    values: &Values,
    path: ValuePath,
    stated: &[String],
    problems: &mut Vec<String>,
) -> Result<(ValuePath, Vec<Change>), String> {
    let whole = values.value(path.field).map_err(|error| error.to_string())?;
    let value = path.value_in(whole)?;
    let changes_of =
        |path: &ValuePath, value| changes(path.kind(), value, &|text| R::text_steps(path.field, text));
    if !stated.is_empty() {
        let read =
            stated.iter().filter_map(|text| path.read(text).map_err(|problem| problems.push(problem)).ok());
        let changes = read.map(|new| Change::whole(path.kind(), value, new)).collect();
        return Ok((path, changes));
    }
    // An entry of a list may also be replaced by none or several.
    if let Some((list, index)) = path.entry_of() {
        let mut changes = changes_of(&list, list.value_in(whole)?);
        changes.retain(|change| change.path.starts_with(&format!("[{index}]")));
        return Ok((list, changes));
    }
    let changes = changes_of(&path, value);
    Ok((path, changes))
}

/// Returns the base with another value of one field; the error is the reason why it is not playable.
fn ruleset_with<R: Ruleset>(
    base: &R,
    values: &Values,
    (field, value): &(&str, Value),
    step: &[&str],
) -> Result<R, String> {
    let title = base.title();
    let name = kebab(&format!("{} {}", title.name, step.join(" ")));
    let rules: R = values
        .with(field, value.clone())
        .entitled(title, &name)
        .rules()
        .map_err(|error| error.to_string())?;
    match rules.faults() {
        faults if faults.is_empty() => Ok(rules),
        faults => Err(faults.to_string()),
    }
}

/// The reason why a value of this kind has no steps.
fn reason(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text => "a text for which the game names no steps",
        Kind::List { .. } => "an empty list, which has no entry to step from",
        _ => "a value that is the only allowed one",
    }
}
