//! The reference of a game for authors of external bots: its schema as a page of Markdown.

use std::fmt::Write as _;

use serde_json::Value;

use super::Bots;

/// The definitions that come first; all others follow in alphabetical order.
const FIRST: [&str; 6] = ["Line", "Answer", "View", "Action", "Happening", "Setup"];

/// Writes the [schema](Bots::schema) of a game as a page of Markdown; `None` if the game has no schema.
///
/// ```
/// let page = furlong::bot::reference::<furlong::gotham::Gotham>().expect("a schema");
/// assert!(page.contains("## View") && page.contains("| `deposit` | list of [Placed](#placed) |"));
/// ```
pub fn reference<G: Bots>() -> Option<String> {
    let schema = G::schema()?;
    let definitions = schema["$defs"].as_object()?;
    let mut page = format!(
        "# {}: what a program reads and answers\n\nMade from the types of the game by `furlong bots {} --reference`. \
         [The protocol](../bots.md) says when which line comes; `furlong bots {} --schema` is the same as a JSON Schema.\n",
        G::ID,
        G::ID,
        G::ID
    );
    let rest = definitions.keys().map(String::as_str).filter(|name| !FIRST.contains(name));
    for name in FIRST.into_iter().chain(rest) {
        if let Some(definition) = definitions.get(name) {
            _ = write!(page, "\n## {name}\n\n{}", section(definition));
        }
    }
    if !G::OPTIONS.is_empty() {
        page.push_str("\n## Options\n\nOptions of a set-up, as `furlong` takes them.\n\n| option | value | meaning |\n|---|---|---|\n");
        for option in G::OPTIONS {
            _ = writeln!(page, "| `{}` | `{}` | {} |", option.name, cell(option.value), cell(option.meaning));
        }
    }
    Some(page)
}

/// Writes a definition: its meaning, and its fields or variants.
fn section(schema: &Value) -> String {
    let mut text = about(schema);
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    let variants = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    if let Some(variants) = variants {
        for variant in variants.iter().flat_map(one_by_one) {
            let meaning = about(&variant);
            let meaning = if meaning.is_empty() { meaning } else { format!(": {meaning}") };
            _ = writeln!(text, "- {}{meaning}", shape(&variant));
        }
    } else if let Some(fields) = table(schema) {
        text.push_str(&fields);
    } else {
        let examples =
            schema["examples"].as_array().into_iter().flatten().map(|example| format!("`{example}`"));
        let examples = joined(examples);
        let such_as = if examples.is_empty() { examples } else { format!(", such as {examples}") };
        _ = writeln!(text, "Written as {}{such_as}.", kind(schema));
    }
    text
}

/// Splits a list of words without meanings into one variant for each word.
fn one_by_one(variant: &Value) -> Vec<Value> {
    match variant["enum"].as_array() {
        Some(words) => words.iter().map(|word| serde_json::json!({ "const": word })).collect(),
        None => vec![variant.clone()],
    }
}

/// Writes the fields of an object as a table; `None` for a type without named fields.
fn table(schema: &Value) -> Option<String> {
    let fields = schema["properties"].as_object()?;
    let required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
    let mut text = "| field | value | meaning |\n|---|---|---|\n".to_owned();
    for (name, field) in fields {
        let missing = if required.iter().any(|other| *other == name) { "" } else { "; may be missing" };
        _ = writeln!(text, "| `{name}` | {}{missing} | {} |", cell(&kind(field)), cell(&about(field)));
    }
    Some(text)
}

/// Writes a variant on one line.
fn shape(schema: &Value) -> String {
    let Some(fields) = schema["properties"].as_object() else { return kind(schema) };
    let field = |(name, field): (&String, &Value)| format!("`{name}`: {}", kind(field));
    let fields: Vec<String> = fields.iter().map(field).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// Writes the type of a value, in a few words.
fn kind(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        let name = path.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = schema.get("const") {
        return format!("`{word}`");
    }
    if let Some(words) = schema["enum"].as_array() {
        return joined(words.iter().map(|word| format!("`{word}`")));
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return joined(choices.iter().map(shape));
    }
    if let Some(types) = schema["type"].as_array() {
        let one = |name: &Value| {
            let mut one = schema.clone();
            one["type"] = name.clone();
            kind(&one)
        };
        return joined(types.iter().map(one));
    }
    match schema["type"].as_str() {
        Some("array") if schema["prefixItems"].is_array() => {
            let items: Vec<String> =
                schema["prefixItems"].as_array().into_iter().flatten().map(kind).collect();
            format!("list of {}", items.join(", "))
        }
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some("object") if schema["properties"].is_object() => shape(schema),
        Some("object") if schema["additionalProperties"].is_object() => {
            let keys = schema["propertyNames"]["$ref"].as_str().map(|_| kind(&schema["propertyNames"]));
            let keys = keys.unwrap_or_else(|| "names".to_owned());
            format!("object from {keys} to {}", kind(&schema["additionalProperties"]))
        }
        Some("integer") => bounded("whole number", schema),
        Some("number") => bounded("number", schema),
        Some("string") => "text".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("null") => "`null`".to_owned(),
        Some(other) => other.to_owned(),
        None => "any value".to_owned(),
    }
}

fn bounded(kind: &str, schema: &Value) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => format!("{kind} from {least} to {most}"),
        (Some(least), None) => format!("{kind} from {least}"),
        _ => kind.to_owned(),
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" or ")
}

/// The description, on one line.
fn about(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
