//! Combines several changes of a ruleset.

use toml::Value;

use super::rules::Ruleset;
use super::values::Values;

/// Combines the changes that all `others` make to `base` in one ruleset with a new name. Returns `None` if two of them
/// change the same value in different ways, or if the result is not playable.
///
/// ```
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::{self, combined, with_values};
///
/// let base = ruleset::open::<Ruleset>("classic")?;
/// let with = |path: &str, value: &str| with_values(&base, &[(path.to_owned(), value.to_owned())], "other");
/// let (hare, fox) = (with("movement.steps.hare[1]", "1")?, with("movement.steps.fox[1]", "3")?);
/// let both = combined(&base, &[&hare, &fox], "both").expect("different values");
/// assert_eq!(both.movement.steps, with_values(&hare, &[("movement.steps.fox[1]".to_owned(), "3".to_owned())], "")?.movement.steps);
/// let slower = with("movement.steps.hare[1]", "0")?;
/// assert!(combined(&base, &[&hare, &slower], "both").is_none(), "the hare cannot do both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn combined<R: Ruleset>(base: &R, others: &[&R], name: &str) -> Option<R> {
    let from = Values::of(base).ok()?;
    let others: Vec<Values> = others.iter().map(Values::of).collect::<Result<_, _>>().ok()?;
    let mut all = Values::of(base).ok()?;
    for field in R::FIELDS {
        let whole = from.value(field).ok()?;
        let mut value = whole.clone();
        for other in &others {
            value = merged(whole, &value, other.value(field).ok()?)?;
        }
        if value != *whole {
            all = all.with(field.path, value);
        }
    }
    let rules: R = all.entitled(base.title(), name).rules().ok()?;
    rules.faults().is_empty().then_some(rules)
}

/// Merges the changes of both sides of a value; `None` if they contradict each other.
fn merged(base: &Value, one: &Value, other: &Value) -> Option<Value> {
    match (base, one, other) {
        _ if one == base || one == other => Some(other.clone()),
        _ if other == base => Some(one.clone()),
        (Value::Table(base), Value::Table(one), Value::Table(other)) => {
            let entry = |(key, base): (&String, &Value)| {
                Some((key.clone(), merged(base, one.get(key)?, other.get(key)?)?))
            };
            base.iter().map(entry).collect::<Option<_>>().map(Value::Table)
        }
        (Value::Array(base), Value::Array(one), Value::Array(other))
            if base.len() == one.len() && base.len() == other.len() =>
        {
            let entries =
                base.iter().zip(one).zip(other).map(|((base, one), other)| merged(base, one, other));
            entries.collect::<Option<_>>().map(Value::Array)
        }
        (Value::String(base), Value::String(one), Value::String(other)) => {
            merged_words(base, one, other).map(Value::String)
        }
        _ => None,
    }
}

/// Merges texts with the same number of words, at least two, word by word.
fn merged_words(base: &str, one: &str, other: &str) -> Option<String> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (from, one, other) = (words(base), words(one), words(other));
    if from.len() < 2 || from.len() != one.len() || from.len() != other.len() {
        return None;
    }
    let sides = from.iter().zip(one).zip(other);
    let chosen = sides.map(|((base, one), other)| match () {
        () if one == *base || one == other => Some(other),
        () if other == *base => Some(one),
        () => None,
    });
    let mut chosen = chosen.collect::<Option<Vec<String>>>()?.into_iter();
    // Keeps the spaces between the words.
    let piece = |piece: &str| {
        let word = piece.trim_end();
        if word.is_empty() {
            return piece.to_owned();
        }
        chosen.next().unwrap_or_default() + &piece[word.len()..]
    };
    Some(base.split_inclusive(char::is_whitespace).map(piece).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hare_tortoise::Ruleset as Board;
    use crate::ruleset::{open, rule_changes};

    #[test]
    fn two_squares_of_a_board_change_together_and_the_same_one_does_not() {
        let base = open::<Board>("classic").expect("embedded");
        let found = rule_changes(&base, &["board.squares".parse().expect("a field")]).expect("steps").steps;
        let [first, .., last] = &found[..] else { panic!("many squares") };
        let both = combined(&base, &[&first.ruleset, &last.ruleset], "both").expect("different squares");
        let back =
            |rules: &Board| rule_changes(rules, &["board.squares".parse().expect("a field")]).expect("steps");
        assert_ne!(both.board, first.ruleset.board);
        assert_ne!(both.board, last.ruleset.board);
        assert!(!back(&both).steps.is_empty());
        let twice = merged_words("C L\n H", "L L\n H", "T L\n H");
        assert_eq!(twice, None);
        assert_eq!(merged_words("C L\n H", "L L\n H", "C L\n T").as_deref(), Some("L L\n T"));
    }
}
