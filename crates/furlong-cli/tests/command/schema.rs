//! The schemas of what programs read and answer: all that is read and answered is so, and little else.

use std::fs;

use serde_json::{Value, json};

use crate::run::{folder, project, run, text};

/// A program that listens, and takes the last action.
const LISTENS: &str = r#"while read -r line; do case $line in
  *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2, "listens": true}';;
  *'"type":"decide"'*) echo '{"action": 0}';;
esac; done"#;

/// Returns whether the value has the type of this name.
fn is_a(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("the type {other}"),
    }
}

/// Returns whether the value is within a bound, where it is of the type that the bound is for.
fn is_within(keyword: &str, bound: &Value, value: &Value) -> bool {
    let size = match &keyword[3..] {
        "Items" => value.as_array().map(|all| all.len() as f64),
        "Length" => value.as_str().map(|all| all.chars().count() as f64),
        _ => value.as_f64(),
    };
    let bound = bound.as_f64().expect("a number");
    size.is_none_or(|size| if keyword.starts_with("min") { size >= bound } else { size <= bound })
}

/// Returns why the value is not as the schema says; `None` when it is. A keyword that it does not know is a fault.
fn fault(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let no = |why: &str| Some(format!("{why}: {value}"));
    let any = |schemas: &Value| {
        schemas.as_array().expect("schemas").iter().any(|one| fault(root, one, value).is_none())
    };
    let keywords = match schema {
        Value::Bool(true) => return None,
        schema => schema.as_object().expect("a schema"),
    };
    for (keyword, rule) in keywords {
        let found = match keyword.as_str() {
            "description" | "title" | "default" | "format" | "examples" | "$schema" | "$defs"
            | "required" => None,
            "$ref" => {
                let name = rule.as_str().expect("a path").strip_prefix("#/$defs/").expect("a definition");
                fault(root, &root["$defs"][name], value)
            }
            "const" => (rule != value).then(|| format!("not {rule}: {value}")),
            "enum" if rule.as_array().expect("values").contains(value) => None,
            "oneOf" | "anyOf" if any(rule) => None,
            "type" => {
                let names = rule.as_array().map_or(vec![rule], |names| names.iter().collect());
                if names.into_iter().any(|name| is_a(name, value)) { None } else { no("of another type") }
            }
            "minimum" | "maximum" | "minItems" | "maxItems" | "minLength" | "maxLength" => {
                if is_within(keyword, rule, value) { None } else { no(keyword) }
            }
            "items" => value.as_array().into_iter().flatten().find_map(|item| fault(root, rule, item)),
            "properties" => {
                let fields = rule.as_object().expect("fields").iter();
                fields
                    .filter_map(|(name, schema)| Some((schema, value.get(name)?)))
                    .find_map(|(schema, value)| fault(root, schema, value))
            }
            "additionalProperties" => {
                let known = |name: &String| schema["properties"].get(name).is_some();
                let mut others = value.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
                match rule {
                    Value::Bool(false) => {
                        others.map(|(name, _)| format!("the field {name} in {value}")).next()
                    }
                    rule => others.find_map(|(_, value)| fault(root, rule, value)),
                }
            }
            "enum" | "oneOf" | "anyOf" => no(keyword),
            other => panic!("the keyword {other}"),
        };
        if found.is_some() {
            return found;
        }
    }
    let required = schema["required"].as_array().into_iter().flatten();
    required
        .map(|name| name.as_str().expect("a name"))
        .find(|name| value.is_object() && value.get(*name).is_none())
        .map(|name| format!("no {name} in {value}"))
}

fn schema_of(game: &str) -> Value {
    serde_json::from_slice(&run(folder().path(), &["bots", game, "--schema"]).stdout).expect("JSON")
}

#[test]
fn what_programs_read_and_answer_is_as_the_schemas_say_under_every_ruleset() {
    let folder = folder();
    fs::write(folder.path().join("listens.sh"), LISTENS).expect("written");
    for offer in furlong::catalogue().games() {
        let game = offer.id;
        let schema = schema_of(game);
        let (line, answer) = (json!({ "$ref": "#/$defs/Line" }), json!({ "$ref": "#/$defs/Answer" }));
        let mut kinds = std::collections::BTreeSet::new();
        for ruleset in offer.rulesets.iter().map(|ruleset| ruleset.name) {
            let log = format!("{game}-{ruleset}");
            let table =
                ["simulate", game, "--ruleset", ruleset, "--games", "2", "--threads", "1", "--forfeit"];
            let bots = ["--seed", "5", "--bot", "exec:sh listens.sh", "--bot", "random", "--bot-log", &log];
            let played = run(folder.path(), &[&table[..], &bots, &["--most-events", "500"]].concat());
            assert!(played.status.success(), "{}", text(&played.stderr));
            for file in fs::read_dir(folder.path().join(&log)).expect("logs").flatten() {
                let log = fs::read_to_string(file.path()).expect("a log");
                for said in log.lines() {
                    let (sign, said) = said[11..].split_at(2);
                    let rule = match sign {
                        "< " => &line,
                        "> " => &answer,
                        _ => continue,
                    };
                    let said: Value = serde_json::from_str(said).expect("JSON");
                    kinds.extend(said["type"].as_str().map(str::to_owned));
                    let Some(whole) = fault(&schema, rule, &said) else { continue };
                    let closer =
                        [("view", "View"), ("happening", "Happening")].iter().find_map(|(field, name)| {
                            fault(&schema, &json!({ "$ref": format!("#/$defs/{name}") }), said.get(field)?)
                        });
                    panic!("{game}, {ruleset}: {whole} {closer:?}");
                }
            }
        }
        assert_eq!(Vec::from_iter(kinds), ["decide", "game", "hello", "over", "told"]);
    }
}

#[test]
fn a_schema_refuses_what_no_game_writes() {
    let schema = schema_of("animal-race");
    let of = |name: &str, value: Value| {
        fault(&schema, &json!({ "$ref": format!("#/$defs/{name}") }), &value).is_none()
    };
    assert!(of("Action", json!({ "move": "hare" })) && of("Answer", json!({ "action": { "move": "hare" } })));
    assert!(
        !of("Action", json!({ "move": "cat" }))
            && !of("Action", json!({ "fly": "hare" }))
            && !of("Action", json!("hare"))
    );
    assert!(of(
        "Line",
        json!({ "type": "over", "game": 0, "end": "won", "places": [2, 1], "shares": [0.0, 1.0] })
    ));
    assert!(!of("Line", json!({ "type": "over", "game": 0, "end": "bored" })));
    assert!(!of("Line", json!({ "type": "told", "game": 0 })) && !of("Line", json!({ "type": "hello" })));
}

#[test]
fn the_pages_of_reference_are_those_that_the_command_writes() {
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let page = text(&run(folder().path(), &["bots", game, "--reference"]).stdout);
        let path = project().join("docs/reference").join(format!("{game}.md"));
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(&path, &page).expect("written");
        }
        assert_eq!(
            fs::read_to_string(&path).ok().as_ref(),
            Some(&page),
            "UPDATE_GOLDENS=1 writes {}",
            path.display()
        );
    }
}
