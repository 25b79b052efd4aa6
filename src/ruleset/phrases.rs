//! Describes steps in words: `a hand of 5 cards instead of 6`.

use super::differences::in_short;
use super::rule_changes::change_words;
use super::rules::Ruleset;
use super::schema::{Field, Kind};
use crate::common::words::ordinal;

/// Describes a change of one value in words: the phrase of its field ([`Field::phrase`]) with the new value, and the
/// old one. For a choice, it uses the meaning of the field and of the new word. `path` and `values` come from a
/// [`RuleChange`](super::RuleChange) or from a part of a [`FieldDifference`](super::FieldDifference).
///
/// ```
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::change_in_words;
///
/// let told = |path: &str, old: &str, new: &str| change_in_words::<Ruleset>(path, &[old.to_owned(), new.to_owned()]);
/// assert_eq!(told("hand", "6", "5"), "a hand of 5 cards instead of 6");
/// assert_eq!(told("movement.steps.hare[2]", "2", "3"), "tiles for the hare with 2 cards: 3 instead of 2");
/// assert_eq!(told("movement.streams", "\"stop-the-lamb\"", "\"no-effect\""), "the effect of a stream: none");
/// ```
pub fn change_in_words<R: Ruleset>(path: &str, values: &[String; 2]) -> String {
    let is_inside = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[', ' ']);
    let found = R::FIELDS
        .iter()
        .find_map(|field| Some((field, path.strip_prefix(field.path).filter(|rest| is_inside(rest))?)));
    let Some((field, rest)) = found else { return change_words(path, values) };
    let place = Place::of(field, rest);
    match values.each_ref().map(String::as_str) {
        ["", new] => format!("one more: {}", place.filled::<R>(new)),
        [old, ""] => format!("one less: {}", place.filled::<R>(old)),
        [_, new] if place.is_choice(new) => place.filled::<R>(new),
        [old, new] => {
            let told = place.filled::<R>(new);
            // A phrase that continues after the value needs a comma.
            let comma = if field.phrase.rsplit_once("{}").is_some_and(|(_, end)| end.contains('{')) {
                ","
            } else {
                ""
            };
            format!("{told}{comma} instead of {}", place.said::<R>(old))
        }
    }
}

/// The place of a value within a field.
struct Place<'a> {
    field: &'static Field,
    kind: &'static Kind,
    /// The path within the field, as written.
    rest: &'a str,
    key: &'a str,
    indices: Vec<usize>,
}

impl<'a> Place<'a> {
    fn of(field: &'static Field, rest: &'a str) -> Self {
        let mut place = Self { field, kind: &field.kind, rest, key: "", indices: Vec::new() };
        let parts = rest.split(['.', '[', ']']).filter(|part| !part.is_empty());
        for part in parts {
            // A word of a text is counted from 1, an entry of a list from 0.
            match (part.strip_prefix(" word ").and_then(|number| number.parse().ok()), part.parse()) {
                (Some(number), _) => place.indices.push(number),
                (_, Ok(index)) if !matches!(place.kind, Kind::Table { .. }) => place.indices.push(index),
                _ => place.key = part,
            }
            place.kind = place.kind.each().unwrap_or(place.kind);
        }
        place
    }

    /// Returns whether the meaning of the value alone describes it: a word that has no place in the phrase of the
    /// field.
    fn is_choice(&self, value: &str) -> bool {
        let word = value.trim_matches('"');
        let is_word = self.kind.choices().iter().any(|choice| choice.word == word);
        is_word && (self.field.phrase.is_empty() || matches!(self.kind, Kind::WordOrInteger { .. }))
    }

    /// Fills a value into the phrase.
    fn filled<R: Ruleset>(&self, value: &str) -> String {
        let said = self.said::<R>(value);
        if self.field.phrase.is_empty() || self.is_choice(value) {
            let meaning = self.field.meaning.split([';', '(']).next().unwrap_or_default().trim();
            return format!("{meaning}{}: {said}", self.rest);
        }
        let index = self.indices.last().copied().unwrap_or(0);
        let row = self.indices.first().copied().unwrap_or(0);
        let phrase = self.field.phrase.replace("{}", &said).replace("{key}", self.key);
        let phrase = phrase.replace("{index}", &index.to_string());
        phrase.replace("{place}", &nth(index)).replace("{row}", &nth(row))
    }

    /// Describes a value in words.
    fn said<R: Ruleset>(&self, value: &str) -> String {
        let word = value.trim_matches('"');
        if let Some(said) = R::value_in_words(self.field, word) {
            return said;
        }
        match self.kind.choices().iter().find(|choice| choice.word == word) {
            Some(choice) if self.is_choice(value) => choice.meaning.to_owned(),
            Some(choice) => choice.word.replace('-', " "),
            None => in_short(word),
        }
    }
}

/// Writes the place of an index, counted from 1.
fn nth(index: usize) -> String {
    u16::try_from(index + 1).map_or_else(|_| (index + 1).to_string(), ordinal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{open, rule_changes};

    /// Returns the first and the last step of a field of the default ruleset, in words.
    fn told<R: Ruleset>(wanted: &str) -> [String; 2] {
        let base = open::<R>(R::EMBEDDED[0].name).expect("embedded");
        let found = rule_changes(&base, &[wanted.parse().expect("a field")]).expect("steps").steps;
        let words = |index: usize| change_in_words::<R>(&found[index].path, &found[index].values);
        [words(0), words(found.len() - 1)]
    }

    #[test]
    fn steps_read_as_people_say_them() {
        use crate::{animal_race, gotham, hare_tortoise};
        assert_eq!(
            told::<animal_race::Ruleset>("hand"),
            ["a hand of 5 cards instead of 6", "a hand of 7 cards instead of 6"]
        );
        assert_eq!(told::<animal_race::Ruleset>("end.points")[1], "one less: points for a bet on the 3rd: 2");
        assert_eq!(told::<gotham::Ruleset>("track.animals.snail")[1], "the snail on space 21 instead of 20");
        assert_eq!(
            told::<gotham::Ruleset>("rules.drawing")[0],
            "the moment at which players draw: all in the order of acting, and then all place"
        );
        let decks = told::<gotham::Ruleset>("decks.first");
        assert_eq!(decks[0], "back 2 x2 in the deck of the first instead of back 2");
        let squares = told::<hare_tortoise::Ruleset>("board.squares");
        assert_eq!(squares[0], "square 1: carrot instead of hare");
        let jug = ["miss-a-turn", "drop-back"].map(|word| format!("\"{word}\""));
        assert_eq!(
            change_in_words::<hare_tortoise::Ruleset>("hare.chart[0][2]", &jug),
            "drop back in the 1st row of the chart for the 3rd, instead of miss a turn"
        );
        let values = ["6".to_owned(), "5".to_owned()];
        assert_eq!(change_in_words::<animal_race::Ruleset>("sacks", &values), "sacks: 6 -> 5");
    }

    #[test]
    fn a_field_names_the_metrics_that_it_defines() {
        let end = Field::new("end", "", "", Kind::Text).defines(&["ties", "podium-*"]);
        let told = ["ties", "podium-fox", "rounds"].map(|name| end.is_definition_of(name));
        assert_eq!(told, [true, true, false]);
    }
}
