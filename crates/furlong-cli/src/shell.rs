//! Command lines that people are shown, to be typed again.

/// Quotes a word of a command line if a shell would change it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./\\:=,+@%".contains(c);
    let is_word = !word.is_empty() && word.chars().all(is_plain);
    if is_word { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Returns the command line `typed` with another verb: without the options in `without`, each with the number of its
/// values, and with `more` at its end.
pub(crate) fn with_verb(
    typed: impl IntoIterator<Item = String>,
    [verb, other]: [&str; 2],
    without: &[(&str, usize)],
    more: &[String],
) -> String {
    let mut words = vec!["furlong".to_owned()];
    let mut typed = typed.into_iter();
    while let Some(word) = typed.next() {
        // The value of a short option may stand directly after it, and that of a long one after `=`.
        let is_named = |name: &str| match name.strip_prefix("--") {
            Some(_) => word.split('=').next() == Some(name),
            None => word.starts_with(name),
        };
        match without.iter().find(|(name, _)| is_named(name)) {
            Some((name, values)) if *name == word => _ = typed.by_ref().take(*values).count(),
            Some(_) => {}
            None if word == verb && !words.iter().any(|word| word == other) => words.push(other.to_owned()),
            None => words.push(quoted(&word)),
        }
    }
    words.extend(more.iter().map(|word| quoted(word)));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_options_are_typed_again_but_those_that_are_replaced() {
        let without = [("--games", 1), ("--json", 0), ("--seed", 1), ("-s", 1)];
        let again = |typed: &str| {
            let typed = typed.split(' ').map(|word| word.replace('_', " "));
            with_verb(typed, ["check", "vary"], &without, &["--seed".to_owned(), "9".to_owned()])
        };
        let kept = "animal-race classic --goals 'my goals.toml' -n 3 --bot 2=heuristic";
        for typed in [
            "check animal-race classic --goals my_goals.toml -n 3 --bot 2=heuristic",
            "check animal-race classic --games 20 --goals my_goals.toml -n 3 --seed=1 --bot 2=heuristic --json",
            "check animal-race classic -s5 --goals my_goals.toml --games=7 -n 3 -s 5 --bot 2=heuristic",
        ] {
            assert_eq!(again(typed), format!("furlong vary {kept} --seed 9"), "{typed}");
        }
        assert_eq!(
            again("check gotham check"),
            "furlong vary gotham check --seed 9",
            "a ruleset of this name"
        );
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!([quoted(""), quoted(r"C:\games")], ["''", r"C:\games"]);
    }
}
