//! Words and lists in sentences.

/// Returns the text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Shortens the title of a game to its name: `Hare & Tortoise, by David Parlett` becomes `Hare & Tortoise`.
pub fn short_title(title: &str) -> &str {
    title.split([',', '(']).next().unwrap_or(title).trim_end()
}

/// Writes a number with its noun: `1 carrot`, `2 carrots`.
pub fn counted(count: impl Into<i64>, one: &str, many: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// Writes a place as people say it: `2nd`.
pub fn ordinal(number: impl Into<u16>) -> String {
    let number = number.into();
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Writes a range: `2 to 5`, or only `2` when both ends are 2.
pub(crate) fn span(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Lists alternatives in words: `a`, `a or b`, `a, b or c`.
pub(crate) fn either(items: impl IntoIterator<Item: ToString>) -> String {
    in_a_row(items, "or")
}

/// Writes neighbouring values in words, from the first to the last: `1st`, `1st or 2nd`, `1st to 3rd`.
pub(crate) fn from_to(values: impl IntoIterator<Item: ToString>) -> String {
    let values = texts(values);
    match &values[..] {
        [first, _, .., last] => format!("{first} to {last}"),
        _ => either(values),
    }
}

/// Lists items in words: `a`, `a and b`, `a, b and c`.
pub fn listed(items: impl IntoIterator<Item: ToString>) -> String {
    in_a_row(items, "and")
}

/// Joins the items, with `by` between them.
pub fn separated(items: impl IntoIterator<Item: ToString>, by: &str) -> String {
    texts(items).join(by)
}

fn texts(items: impl IntoIterator<Item: ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// Joins the items with commas, and with a word before the last one.
fn in_a_row(items: impl IntoIterator<Item: ToString>, word: &str) -> String {
    let mut items = texts(items);
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} {word} {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Cuts the text off after this number of characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_people_write_them() {
        let items: Vec<String> = ["hare", "fox", "lamb"].map(str::to_owned).to_vec();
        assert_eq!(listed(&items), "hare, fox and lamb");
        assert_eq!(listed(&items[..1]), "hare");
        assert_eq!(listed([""; 0]), "");
        assert_eq!(either(&items), "hare, fox or lamb");
        assert_eq!(either(&items[..1]), "hare");
        assert_eq!([1, 2, 3].map(|some| from_to(&items[..some])), ["hare", "hare or fox", "hare to lamb"]);
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let numbers = [1_u8, 2, 3, 4, 11, 12, 13, 21, 101, 111].map(ordinal);
        assert_eq!(numbers, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "111th"]);
    }
}
