//! Words and lists in sentences.

/// The text with its first letter in upper case.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The title of a game without what explains it: `Hare & Tortoise, by David Parlett` is `Hare & Tortoise`.
pub fn short_title(title: &str) -> &str {
    title.split([',', '(']).next().unwrap_or(title).trim_end()
}

/// A number with its noun: `1 carrot`, `2 carrots`.
pub fn counted(count: impl Into<i64>, one: &str, many: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

/// A place as people say it: `2nd`.
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

/// A range: `2 to 5`, or only `2` when both ends are 2.
pub(crate) fn span(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A choice in words: `a`, `a or b`, `a, b or c`.
pub(crate) fn either(items: impl IntoIterator<Item: ToString>) -> String {
    in_a_row(items, "or")
}

/// Neighbouring values in words, from the first to the last: `1st`, `1st or 2nd`, `1st to 3rd`.
pub(crate) fn from_to(values: impl IntoIterator<Item: ToString>) -> String {
    let values = texts(values);
    match &values[..] {
        [first, _, .., last] => format!("{first} to {last}"),
        _ => either(values),
    }
}

/// The items as a list in words: `a`, `a and b`, `a, b and c`.
pub fn listed(items: impl IntoIterator<Item: ToString>) -> String {
    in_a_row(items, "and")
}

/// The items as texts, with this between them.
pub fn separated(items: impl IntoIterator<Item: ToString>, by: &str) -> String {
    texts(items).join(by)
}

fn texts(items: impl IntoIterator<Item: ToString>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// The items with commas between them, and a word before the last.
fn in_a_row(items: impl IntoIterator<Item: ToString>, word: &str) -> String {
    let mut items = texts(items);
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} {word} {last}", items.join(", ")),
        last => last.unwrap_or_default(),
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
