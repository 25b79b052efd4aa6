//! Did you mean ...? The nearest of the words that there are.

use strsim::osa_distance;

/// The word that differs least from what was written, if it is near enough to have been meant: at most one
/// letter in three wrong, missing, too many, or two changed over.
pub(crate) fn nearest<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Nothing that long is a slip of the fingers, and the comparison takes time by its square.
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

/// `; did you mean ...?` or nothing.
pub(super) fn suggestion<'a>(written: &str, words: impl Iterator<Item = &'a str>) -> String {
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
