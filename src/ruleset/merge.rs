//! Merges rulesets: the values of a file replace those of the file that it extends.

use std::collections::BTreeMap;

use serde::Deserialize as _;
use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeArray, DeValue};

use super::check::{Checker, joined};
use super::error::{Origin, RulesetError};
use super::rules::Ruleset;
use super::schema::{Field, Kind};
use super::sources::{Node, Sources, Tree};
use crate::formats::json;

/// Returns the ruleset that the chain defines from text `first` on, if those values alone are complete.
pub(super) fn inherited<R: Ruleset>(sources: &Sources, first: usize) -> Option<R> {
    let mut tree = merged::<R>(sources, first).ok()?;
    complete_title(&mut tree, sources);
    remove(&mut tree, "ruleset", "extends");
    json::from_value(&json_of(tree)).ok()
}

/// Converts the values to JSON, from which structs are read: see [`table_of`](super::values::table_of). Values that
/// JSON does not have become `null`; the schema allows none of them.
pub(super) fn json_of(tree: Tree<'_>) -> Json {
    Json::deserialize(toml::de::Deserializer::from(Spanned::new(0..0, tree))).unwrap_or_default()
}

/// Merges the values of the chain from text `first` on.
pub(super) fn merged<R: Ruleset>(sources: &Sources, first: usize) -> Result<Tree<'_>, RulesetError> {
    let mut tree = sources.tree(first)?;
    for index in first + 1..sources.origins().len() {
        let mut base = sources.tree(index)?;
        // A changed ruleset is a new ruleset: it only inherits the list of reconstructions from the title.
        for key in ["name", "about", "extends"] {
            remove(&mut base, "ruleset", key);
        }
        fill(&mut tree, base, "", R::FIELDS);
    }
    Ok(tree)
}

/// Copies what `tree` lacks from `base`, table by table; other values are never mixed.
fn fill<'a>(tree: &mut Tree<'a>, base: Tree<'a>, path: &str, fields: &[Field]) {
    for (key, value) in base {
        let child = joined(path, key.get_ref());
        let Some(own) = tree.get_mut(key.get_ref().as_ref()) else {
            tree.insert(key, value);
            continue;
        };
        let is_mixed =
            fields.iter().all(|field| field.path != child || matches!(field.kind, Kind::Table { .. }));
        if let (DeValue::Table(own), DeValue::Table(below), true) =
            (own.get_mut(), value.into_inner(), is_mixed)
        {
            fill(own, below, &child, fields);
        }
    }
}

/// Completes the title: the default name is the file's stem, and the default `about` names the extended
/// ruleset.
pub(super) fn complete_title(tree: &mut Tree<'_>, sources: &Sources) {
    let mut origins = sources.origins();
    let (asked, base) = (origins.next(), origins.next());
    if !tree.contains_key("ruleset") {
        tree.insert(Spanned::new(0..0, "ruleset".into()), Node::new(0..0, DeValue::Table(Tree::new())));
    }
    let Some((header, title)) = tree.iter_mut().find(|(key, _)| key.get_ref() == "ruleset") else { return };
    let span = header.span();
    let DeValue::Table(title) = title.get_mut() else { return };
    let mut default = |key: &'static str, value: DeValue<'static>| {
        if !title.contains_key(key) {
            title.insert(Spanned::new(span.clone(), key.into()), Node::new(span.clone(), value));
        }
    };
    let name = match asked {
        Some(Origin::File(path)) => kebab(&path.file_stem().unwrap_or_default().to_string_lossy()),
        Some(Origin::Embedded(name)) => (*name).to_owned(),
        Some(Origin::Text) | None => String::new(),
    };
    if !name.is_empty() {
        default("name", DeValue::String(name.into()));
    }
    let about = match base {
        Some(Origin::Embedded(name)) => format!("A variant of `{name}`."),
        Some(Origin::File(path)) => format!("A variant of {}.", path.display()),
        Some(Origin::Text) | None => String::new(),
    };
    default("about", DeValue::String(about.into()));
    default("reconstructed", DeValue::Array(DeArray::new()));
}

/// Checks that the name is in lower case with hyphens, because names are typed on command lines and kept in records.
pub(super) fn check_name(tree: &Tree<'_>, checker: &mut Checker<'_>) {
    let title = tree.get("ruleset").and_then(|title| title.get_ref().as_table());
    let Some((key, name)) = title.and_then(|title| title.get_key_value("name")) else { return };
    if name.get_ref().as_str().is_some_and(|name| name.is_empty() || kebab(name) != name) {
        let problem = "must have only lower-case letters, digits and single hyphens, as in `my-rules`";
        checker.add(Some(key.span().start), "ruleset.name", || problem.to_owned());
    }
}

/// Converts a text to lower case with hyphens.
pub(super) fn kebab(text: &str) -> String {
    let letters = text.to_lowercase();
    let words = letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

pub(super) fn remove(tree: &mut Tree<'_>, table: &str, key: &str) {
    if table.is_empty() {
        tree.remove(key);
        return;
    }
    let (first, rest) = table.split_once('.').unwrap_or((table, ""));
    if let Some(DeValue::Table(inner)) = tree.get_mut(first).map(Spanned::get_mut) {
        remove(inner, rest, key);
    }
}

/// The length limit for noted paths, longer than any path of a field. Without it, a long key would be repeated for each
/// value below it.
const LONGEST_PATH: usize = 200;

/// Returns the position of every value, by its path.
pub(super) fn positions(tree: &Tree<'_>) -> BTreeMap<String, usize> {
    fn note(value: &Node<'_>, path: &str, position: usize, into: &mut BTreeMap<String, usize>) {
        if path.len() > LONGEST_PATH {
            return;
        }
        into.insert(path.to_owned(), position);
        match value.get_ref() {
            DeValue::Table(table) => {
                for (key, value) in table {
                    note(value, &joined(path, key.get_ref()), key.span().start, into);
                }
            }
            DeValue::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    note(value, &format!("{path}[{index}]"), value.span().start, into);
                }
            }
            _ => {}
        }
    }
    let mut positions = BTreeMap::new();
    for (key, value) in tree {
        note(value, key.get_ref(), key.span().start, &mut positions);
    }
    positions
}

/// Returns the position of this value, or of the nearest value in the file that contains it.
pub(super) fn written(positions: &BTreeMap<String, usize>, field: &str) -> Option<usize> {
    let mut path = field;
    loop {
        if let Some(position) = positions.get(path) {
            return Some(*position);
        }
        path = &path[..path.rfind(['.', '['])?];
    }
}
