//! The files of cases: read, and their cases laid out one by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

/// The fields of a case.
pub(super) type Fields = Map<String, Value>;

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    game: String,
    /// The fields that all cases of the file share.
    #[serde(default)]
    every: Fields,
    /// Fields that several cases share.
    #[serde(default)]
    bases: BTreeMap<String, Fields>,
    case: Vec<Fields>,
}

/// All cases of a game, each with the name of its file.
pub(super) fn all(game: &str) -> Vec<(String, Fields)> {
    let folder = Path::new("tests/cases").join(game);
    let entries = fs::read_dir(&folder).expect("a folder of cases");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("a file of cases");
        let of_file = laid_out(game, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.extend(of_file.into_iter().map(|case| (name.clone(), case)));
    }
    cases
}

/// The cases of a file, with the fields that they share, and each entry of `each` as a case of its own.
pub(super) fn laid_out(game: &str, text: &str) -> Result<Vec<Fields>, String> {
    let mut file: File = toml::from_str(text).map_err(|error| error.to_string())?;
    let bases = file.bases.values_mut();
    bases.chain([&mut file.every]).chain(&mut file.case).flat_map(Map::values_mut).for_each(write_nulls);
    if (file.format.as_str(), file.version, file.game.as_str()) != ("furlong-cases", 1, game) {
        return Err(format!("not cases of {game} in version 1"));
    }
    let mut cases = Vec::new();
    for mut written in file.case {
        let mut case = file.every.clone();
        if let Some(base) = written.remove("base") {
            let base = base.as_str().and_then(|name| file.bases.get(name));
            join(&mut case, base.ok_or("a case names a base that the file does not have")?)?;
        }
        let each = written.remove("each");
        join(&mut case, &written)?;
        match each {
            None => cases.push(case),
            Some(Value::Array(entries)) if entries.len() > 1 => {
                for entry in entries {
                    let mut case = case.clone();
                    join(&mut case, entry.as_object().ok_or("`each` lists tables")?)?;
                    cases.push(case);
                }
            }
            Some(_) => return Err("`each` lists at least two tables".to_owned()),
        }
    }
    Ok(cases)
}

/// Puts null in the place of the text `null`: TOML has no word for it.
fn write_nulls(value: &mut Value) {
    match value {
        Value::String(text) if text == "null" => *value = Value::Null,
        Value::Array(list) => list.iter_mut().for_each(write_nulls),
        Value::Object(table) => table.values_mut().for_each(write_nulls),
        _ => {}
    }
}

/// Adds fields to a case: tables are joined key by key, lists are put after one another.
fn join(case: &mut Fields, more: &Fields) -> Result<(), String> {
    for (key, value) in more {
        match (case.get_mut(key), value) {
            (None, _) => _ = case.insert(key.clone(), value.clone()),
            (Some(Value::Object(table)), Value::Object(more)) => table.extend(more.clone()),
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
            (Some(Value::String(text)), Value::String(_)) if key == "shows" => {
                return Err(format!("`shows` stands twice: {text}"));
            }
            (Some(old), _) => *old = value.clone(),
        }
    }
    Ok(())
}
