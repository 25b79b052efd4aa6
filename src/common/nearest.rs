//! Suggestions for misspelt words.

use strsim::osa_distance;

/// Returns the word most similar to the one written, if it is similar enough: at most one letter in three is wrong,
/// missing, extra, or swapped with its neighbour.
pub fn nearest<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Such a long text is not a typing error, and the comparison takes quadratic time.
    if written.len() > 100 {
        return None;
    }
    let most = (written.chars().count() / 3).max(1);
    words
        .map(|word| (osa_distance(written, word), word))
        .filter(|(count, word)| *count <= most && *count < word.chars().count())
        .min_by_key(|(count, _)| *count)
        .map(|(_, word)| word)
}

/// Returns `; did you mean ...?`, or an empty text.
pub fn suggestion<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> String {
    nearest(written, words).map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
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
        assert_eq!(nearest("hlep", ["help", "hint"].into_iter()), Some("help"));
    }
}
