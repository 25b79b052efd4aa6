//! Inputs made of valid ones: changed in single bytes, in words and marks, or in the values of their JSON or TOML.

use rand::{Rng, RngExt};
use serde_json::{Value, json};

/// The largest input, beyond the limits of the small formats.
const MOST: usize = 1 << 16;

/// Words and numbers that are special somewhere.
const SPECIAL: [&str; 26] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-400",
    "0.1",
    "NaN",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "\u{feff}",
    "\u{0}",
    "\u{202e}",
    "\n",
    "[[[[[[[[[[[[[[[[",
    "\u{1f407}",
];

/// An input made from one or two of these, changed in one to four places.
pub(crate) fn mutated(seeds: &[Vec<u8>], rng: &mut impl Rng) -> Vec<u8> {
    let mut input = any(seeds, rng).clone();
    for _ in 0..rng.random_range(1..=4) {
        input = match rng.random_range(0..8) {
            0..=3 => in_values(&input, seeds, rng).unwrap_or_else(|| in_words(&input, seeds, rng)),
            4 | 5 => in_words(&input, seeds, rng),
            _ => in_bytes(input, seeds, rng),
        };
        input.truncate(MOST);
    }
    input
}

fn any<'a, T>(items: &'a [T], rng: &mut impl Rng) -> &'a T {
    &items[rng.random_range(0..items.len())]
}

/// A place in a list, its end included.
fn place(length: usize, rng: &mut impl Rng) -> usize {
    rng.random_range(0..=length)
}

/// A range in a list; mostly a short one.
fn range(length: usize, rng: &mut impl Rng) -> std::ops::Range<usize> {
    let start = place(length, rng);
    let most = if rng.random_range(0..8) == 0 { length - start } else { (length - start).min(8) };
    start..start + rng.random_range(0..=most)
}

fn in_bytes(mut input: Vec<u8>, seeds: &[Vec<u8>], rng: &mut impl Rng) -> Vec<u8> {
    let changed = range(input.len(), rng);
    match rng.random_range(0..7) {
        0 => drop(input.drain(changed)),
        1 => {
            let copied = input[changed].to_vec();
            let at = place(input.len(), rng);
            input.splice(at..at, copied);
        }
        2 => input.truncate(changed.start),
        3 => {
            let other = any(seeds, rng);
            input.truncate(changed.start);
            input.extend_from_slice(&other[place(other.len(), rng)..]);
        }
        4 => {
            // As long as the limits of some formats.
            let copied = input[changed].to_vec();
            let times = if copied.is_empty() { 0 } else { 20_000 / copied.len() };
            input.extend(copied.repeat(times));
        }
        5 => input[changed].iter_mut().for_each(|byte| *byte = rng.random_range(0..=255)),
        _ => input[changed].iter_mut().for_each(|byte| *byte ^= 1 << rng.random_range(0..8)),
    }
    input
}

/// The words, numbers, spaces and marks of a text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_same = |letter: char| first.is_alphanumeric() && letter.is_alphanumeric();
        let end = rest.char_indices().skip(1).find(|(_, letter)| !is_same(*letter)).map(|(at, _)| at);
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

fn in_words(input: &[u8], seeds: &[Vec<u8>], rng: &mut impl Rng) -> Vec<u8> {
    let text = String::from_utf8_lossy(input);
    let mut parts = words(&text);
    let other: &Vec<u8> = any(seeds, rng);
    let other = String::from_utf8_lossy(other);
    let changed = range(parts.len(), rng);
    match rng.random_range(0..5) {
        0 => drop(parts.drain(changed)),
        1 => {
            let copied = parts[changed].to_vec();
            let at = place(parts.len(), rng);
            parts.splice(at..at, copied);
        }
        2 if parts.len() > 1 => {
            let [one, two] = [0; 2].map(|_| rng.random_range(0..parts.len()));
            parts.swap(one, two);
        }
        3 => {
            let others = words(&other);
            let taken = range(others.len(), rng);
            parts.splice(changed, others[taken].to_vec());
        }
        _ => {
            let end = changed.end.min(changed.start + 1);
            parts.splice(changed.start..end, [*any(&SPECIAL, rng)]);
        }
    }
    parts.concat().into_bytes()
}

/// One part of a JSON or TOML document changed; `None` for any other text.
fn in_values(input: &[u8], seeds: &[Vec<u8>], rng: &mut impl Rng) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(input).ok()?;
    let other = any(seeds, rng);
    if let Ok(mut data) = serde_json::from_str::<Value>(text) {
        let donor = serde_json::from_slice(other).unwrap_or_default();
        change(&mut data, &donor, rng);
        return Some(data.to_string().into_bytes());
    }
    let table = text.parse::<toml::Table>().ok().filter(|table| !table.is_empty())?;
    let donor = std::str::from_utf8(other).ok().and_then(|text| text.parse::<toml::Table>().ok());
    let mut data = serde_json::to_value(table).ok()?;
    change(&mut data, &serde_json::to_value(donor).unwrap_or_default(), rng);
    toml::to_string(&data).ok().map(String::into_bytes)
}

/// Changes one part of the data, perhaps into a part of the donor.
fn change(data: &mut Value, donor: &Value, rng: &mut impl Rng) {
    let mut left = rng.random_range(0..count(data));
    let Some(part) = nth(data, &mut left) else { return };
    if rng.random_range(0..6) == 0 {
        let mut left = rng.random_range(0..count(donor));
        *part = nth(&mut donor.clone(), &mut left).map_or(Value::Null, Value::take);
        return;
    }
    match part {
        Value::Number(number) => {
            let near = number.as_i64().unwrap_or(3);
            let far =
                [0, -1, 7, 64, 127, 200, 255, 256, 65_535, 65_536, 1 << 31, 1 << 32, i64::MIN, i64::MAX];
            *part = match rng.random_range(0..6) {
                0 => json!(near.saturating_add(1)),
                1 => json!(near.saturating_sub(1)),
                2 => json!(near as f64 + 0.5),
                3 => json!([u64::MAX, 1 << 63][rng.random_range(0..2)]),
                4 => json!([1e300, -1e300, 1e-300, -0.0][rng.random_range(0..4)]),
                _ => json!(far[rng.random_range(0..far.len())]),
            };
        }
        Value::Array(list) => match rng.random_range(0..6) {
            0 => list.clear(),
            1 => list.reverse(),
            2 => drop(list.pop()),
            3 => list.extend(list.first().cloned()),
            4 => *list = vec![list.clone(); rng.random_range(2..40)].concat(),
            _ => {
                let at = place(list.len(), rng);
                list.insert(at, json!(rng.next_u32() % 70));
            }
        },
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            match (names.is_empty(), rng.random_range(0..3)) {
                (false, 0) => drop(fields.remove(any(&names, rng))),
                (false, 1) => {
                    let [one, two] = [0; 2].map(|_| any(&names, rng).clone());
                    let value = fields[&one].clone();
                    fields.insert(two, value);
                }
                _ => drop(fields.insert("unknown".to_owned(), json!(1))),
            }
        }
        Value::String(text) => {
            let changed = in_words(text.as_bytes(), &[b"1 and a".to_vec()], rng);
            *text = String::from_utf8(changed).unwrap_or_default();
        }
        Value::Bool(is) => *is = !*is,
        Value::Null => *part = json!(rng.next_u32() % 8),
    }
}

/// The number of parts of a value, itself included.
fn count(data: &Value) -> usize {
    1 + match data {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// The part with number `left`, counted from the whole value.
fn nth<'a>(data: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
    if *left == 0 {
        return Some(data);
    }
    *left -= 1;
    match data {
        Value::Array(list) => list.iter_mut().find_map(|part| nth(part, left)),
        Value::Object(fields) => fields.values_mut().find_map(|part| nth(part, left)),
        _ => None,
    }
}
