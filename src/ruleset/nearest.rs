//! Did you mean ...? The nearest of the words that there are.

/// The word that differs least from what was written, if it is near enough to have been meant: at most one
/// letter in three wrong, missing or too many.
pub(super) fn nearest<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Nothing that long is a slip of the fingers, and the comparison takes time by its square.
    if written.len() > 100 {
        return None;
    }
    let most = (written.chars().count() / 3).max(1);
    words
        .map(|word| (differences(written, word), word))
        .filter(|(count, word)| *count <= most && *count < word.chars().count())
        .min_by_key(|(count, _)| *count)
        .map(|(_, word)| word)
}

/// `; did you mean ...?` or nothing.
pub(super) fn suggestion<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> String {
    nearest(written, words).map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

/// How many letters must be changed, added or taken away to make one word of the other (Levenshtein).
fn differences(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, against) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *against);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognized_and_another_word_is_not() {
        let words = ["classic", "postal", "olympiad"];
        assert_eq!(nearest("clasic", words.into_iter()), Some("classic"));
        assert_eq!(nearest("postla", words.into_iter()), Some("postal"));
        assert_eq!(nearest("gotham", words.into_iter()), None);
        assert_eq!(nearest("", words.into_iter()), None);
    }

    #[test]
    fn differences_are_counted_both_ways() {
        assert_eq!(differences("kitten", "sitting"), 3);
        assert_eq!(differences("sitting", "kitten"), 3);
        assert_eq!(differences("", "abc"), 3);
    }
}
