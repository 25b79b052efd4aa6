//! Descriptions of rulesets for people: the list of rulesets, and the full contents of one.

use std::fmt;

use super::error::{Origin, RulesetError, SourceLine};
use super::load::{Loaded, open};
use super::rules::Ruleset;
use super::schema::Field;
use super::title::Title;
use super::values::Values;
use super::write::by_table;
use crate::common::words::separated;

/// Lists the title of each embedded ruleset, the default one first.
///
/// # Errors
/// When one of them is faulty. The game's own tests rule this out (see [`super::schema_faults`]).
pub fn list<R: Ruleset>() -> Result<Vec<Title>, RulesetError> {
    R::EMBEDDED.iter().map(|embedded| Ok(open::<R>(embedded.name)?.title().clone())).collect()
}

/// A complete description of a ruleset. Its `Display` is the text that `furlong rules show` prints, without
/// colours.
#[derive(Clone, Debug)]
pub struct Description {
    /// The ruleset's title.
    pub title: Title,
    /// The sources: the requested ruleset first, then the ones that it extends, in order.
    pub chain: Vec<Origin>,
    /// All fields in the order of the schema.
    pub fields: Vec<FieldDescription>,
    /// The rules in force, as sentences.
    pub in_words: Vec<String>,
}

/// A field with its value.
#[derive(Clone, Debug)]
pub struct FieldDescription {
    /// The field's path, clause, meaning and allowed values.
    pub field: &'static Field,
    /// The value as TOML.
    pub value: String,
    /// The place where the value was written.
    pub place: SourceLine,
}

/// Describes a ruleset.
///
/// # Errors
/// [`RulesetError::Unwritable`] when the struct does not fit its schema.
pub fn describe<R: Ruleset>(loaded: &Loaded<R>) -> Result<Description, RulesetError> {
    let values = Values::of(loaded.rules())?;
    let described = |field: &'static Field| {
        let (value, place) = (values.written(field)?, loaded.place(field.path));
        Ok(FieldDescription { field, value, place })
    };
    Ok(Description {
        title: loaded.rules().title().plain(),
        chain: loaded.chain().cloned().collect(),
        // In file order, where values outside tables come first.
        fields: by_table(R::FIELDS)
            .into_iter()
            .flat_map(|(_, fields)| fields)
            .map(described)
            .collect::<Result<_, RulesetError>>()?,
        in_words: loaded.rules().in_words(),
    })
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.title.name, self.title.about)?;
        writeln!(f, "read from {}", separated(&self.chain, ", which extends "))?;
        let mut table = None;
        for described in &self.fields {
            let (own_table, _) = described.field.table_and_key();
            if table != Some(own_table) {
                writeln!(f)?;
                table = Some(own_table);
                if !own_table.is_empty() {
                    writeln!(f, "[{own_table}]")?;
                }
            }
            described.fmt(f)?;
        }
        section(f, "rules in force", &self.in_words)?;
        section(f, "reconstructed: no source states it", &self.title.reconstructed)
    }
}

fn section(f: &mut fmt::Formatter<'_>, heading: &str, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{heading}")?;
    lines.iter().try_for_each(|line| writeln!(f, "- {line}"))
}

impl fmt::Display for FieldDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Field { clause, meaning, kind, .. } = self.field;
        writeln!(f, "{} = {}", self.field.table_and_key().1, self.value)?;
        writeln!(f, "    {meaning} ({clause})")?;
        writeln!(f, "    may be {kind}; set in {}", self.place)?;
        kind.choices().iter().try_for_each(|choice| writeln!(f, "      {}: {}", choice.word, choice.meaning))
    }
}
