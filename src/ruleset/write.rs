//! Writes rulesets: a complete one as TOML, or a starter file for people to edit.

use std::fmt::Write;

use toml::Value;

use super::error::RulesetError;
use super::rules::Ruleset;
use super::schema::{Field, Kind, TITLE};
use super::values::{Values, inline};

/// Writes the complete ruleset as TOML: every field in the order of the schema, without `extends`. Loading the text
/// gives the same ruleset.
///
/// # Errors
/// [`RulesetError::Unwritable`] when the struct does not fit its schema.
pub fn to_toml<R: Ruleset>(rules: &R) -> Result<String, RulesetError> {
    let values = Values::of(rules)?;
    let title: Vec<&Field> = TITLE.iter().filter(|field| field.path != "ruleset.extends").collect();
    let mut text = String::new();
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", title));
    for (table, fields) in groups {
        begin_table(&mut text, table);
        for field in fields {
            let _ = writeln!(text, "{} = {}", field.table_and_key().1, values.written(field)?);
        }
    }
    Ok(text)
}

/// Writes a file for people to edit: a ruleset `name` that extends `base` and contains each of its values in a comment,
/// with its clause, its meaning and the allowed values. The file loads as it is, and has the same rules after
/// uncommenting every line that begins with `# `.
///
/// `extends` is the name of the base, or its path as seen from the new file.
///
/// # Errors
/// [`RulesetError::Unwritable`] when the struct does not fit its schema.
pub fn starter<R: Ruleset>(base: &R, extends: &str, name: &str) -> Result<String, RulesetError> {
    let values = Values::of(base)?;
    let mut text = format!(
        "## A ruleset of {} to edit. The values in comments come from the ruleset that it extends.\n\
         ## To change one, remove the `# ` from its line and edit the value. All others stay the same.\n",
        R::GAME
    );
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", Vec::new()));
    for (table, fields) in groups {
        begin_table(&mut text, table);
        if table == "ruleset" {
            let _ = writeln!(text, "name = {}", Value::from(name));
            let _ = writeln!(text, "extends = {}", Value::from(extends));
            let _ = writeln!(text, "## one sentence: what is different");
            let _ = writeln!(text, "# about = \"\"");
        }
        for field in fields {
            explain(&mut text, field);
            let assignment = format!("{} = {}", field.table_and_key().1, values.written(field)?);
            for line in assignment.lines() {
                let _ = writeln!(text, "# {line}");
            }
        }
    }
    Ok(text)
}

/// Writes a file that extends a ruleset and contains only the differences: the title, the changed fields, and the
/// changed entries of tables. Loading the text gives the same ruleset.
///
/// `extends` is the name of `base`, or its path as seen from the new file.
///
/// ```
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::{self, extending, with_values};
///
/// let classic = ruleset::open::<Ruleset>("classic")?;
/// let values = [("hand".to_owned(), "5".to_owned()), ("cards.howl".to_owned(), "4".to_owned())];
/// let mine = with_values(&classic, &values, "mine")?;
/// let text = extending(&mine, &classic, "classic")?;
/// assert!(text.ends_with("hand = 5\n\n[ruleset]\nname = \"mine\"\nextends = \"classic\"\nabout = \"A variant of `classic`.\"\n"), "{text}");
/// assert_eq!(ruleset::open::<Ruleset>(ruleset::Source::Text(&text))?, mine);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RulesetError::Unwritable`] when a struct does not fit its schema.
pub fn extending<R: Ruleset>(rules: &R, base: &R, extends: &str) -> Result<String, RulesetError> {
    let (values, inherited) = (Values::of(rules)?, Values::of(base)?);
    let title = rules.title();
    let mut text = String::new();
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", Vec::new()));
    for (table, fields) in groups {
        let mut lines = String::new();
        if table == "ruleset" {
            let _ = writeln!(lines, "name = {}", Value::from(&*title.name));
            let _ = writeln!(lines, "extends = {}", Value::from(extends));
            let _ = writeln!(lines, "about = {}", Value::from(&*title.about));
            if title.reconstructed != base.title().reconstructed {
                let all = title.reconstructed.iter().map(|part| Value::from(&**part)).collect();
                let _ = writeln!(lines, "reconstructed = {}", inline(&Value::Array(all), &Kind::Text));
            }
        }
        for field in fields {
            let (value, before) = (values.value(field)?, inherited.value(field)?);
            let key = field.table_and_key().1;
            match (value, before) {
                _ if value == before => {}
                (Value::Table(new), Value::Table(old)) => {
                    let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(*value));
                    let changed = changed.map(|(key, value)| (key.clone(), value.clone())).collect();
                    let _ = writeln!(lines, "{key} = {}", inline(&Value::Table(changed), &field.kind));
                }
                _ => _ = writeln!(lines, "{key} = {}", values.written(field)?),
            }
        }
        if !lines.is_empty() {
            begin_table(&mut text, table);
            text += &lines;
        }
    }
    Ok(text)
}

fn explain(text: &mut String, field: &Field) {
    let _ = writeln!(text, "\n## {} ({})", field.meaning, field.clause);
    let choices = field.kind.choices();
    if choices.is_empty() || !matches!(field.kind, Kind::Choice(_)) {
        let _ = writeln!(text, "## {}", field.kind);
    }
    for choice in choices {
        let _ = writeln!(text, "##   {}: {}", choice.word, choice.meaning);
    }
}

fn begin_table(text: &mut String, table: &str) {
    if !table.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}[{table}]");
    }
}

/// Groups the fields by table; fields outside tables come first, as TOML requires.
pub(super) fn by_table(fields: &'static [Field]) -> Vec<(&'static str, Vec<&'static Field>)> {
    let mut groups: Vec<(&str, Vec<&Field>)> = Vec::new();
    for field in fields {
        let (table, _) = field.table_and_key();
        match groups.iter_mut().find(|(known, _)| *known == table) {
            Some((_, group)) => group.push(field),
            None if table.is_empty() => groups.insert(0, (table, vec![field])),
            None => groups.push((table, vec![field])),
        }
    }
    groups
}
