//! The meaning of choices, words and sheets, for people who ask during play.

use crate::text::{Text, Topic, nearest, separated};

/// Returns the name and the meaning of a choice.
pub(super) fn of_action<G: Text>(game: &G, view: &G::View, action: G::Action) -> String {
    format!("{}: {}", game.label(view, action), game.explain(view, action))
}

/// Returns the meaning of a word: of a choice, of a square or card that it names, or of a word of the game. Otherwise
/// it returns a sentence that lists the words.
pub(super) fn of_word<G: Text>(game: &G, view: &G::View, actions: &[G::Action], word: &str) -> String {
    let is_named = |action: &&G::Action| game.label(view, **action).eq_ignore_ascii_case(word);
    if let Some(action) = actions.iter().find(is_named) {
        return of_action(game, view, *action);
    }
    if let Some(text) = game.look_up(view, word) {
        return format!("{word}: {text}");
    }
    if let Some(sheet) = sheet(game, view, word) {
        return sheet;
    }
    if let Ok(action) = game.read_action(view, actions, word) {
        return of_action(game, view, action);
    }
    if let Some(text) = of_parts(game, view, word) {
        return text;
    }
    let topics = game.glossary();
    let names = topics.iter().flat_map(Topic::names);
    let near = nearest(&word.to_lowercase(), names);
    let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
    let words = separated(topics.iter().filter_map(|topic| topic.names().next()), ", ");
    format!("`{word}` is not a term of this game.{near} The terms are: {words}.")
}

/// Returns the meaning of a token that a screen composes, such as `ABC`, `10:L`, `9+5` or `you*`, from its letters,
/// words and signs. `None` if it contains a word that the game does not know.
fn of_parts<G: Text>(game: &G, view: &G::View, token: &str) -> Option<String> {
    let entry = |part: &str, name: &str| Some(format!("{part}: {}", game.look_up(view, name)?));
    // `10:L` is square 10 with its kind.
    if let Some(text) = token.split_once(':').and_then(|(before, _)| entry(before, before)) {
        return Some(text);
    }
    let mut entries: Vec<String> = Vec::new();
    let mut rest = token;
    while let Some(first) = rest.chars().next() {
        let is_alike = |letter: char| first.is_alphanumeric() && Sort::of(letter) == Sort::of(first);
        let end = rest.find(|letter| !is_alike(letter)).unwrap_or(rest.len()).max(first.len_utf8());
        let (part, after) = rest.split_at(end);
        rest = after;
        let found = match Sort::of(first) {
            // Runners side by side, whose letters begin with A.
            Sort::Capital if part.chars().all(|letter| ('A'..='H').contains(&letter)) => {
                Some(entry(part, "A")?)
            }
            Sort::Capital | Sort::Small => Some(entry(part, part)?),
            Sort::Sign => entry(part, part),
            Sort::Digit => None,
        };
        entries.extend(found.filter(|text| !entries.contains(text)));
    }
    let is_number = !token.is_empty() && token.bytes().all(|letter| letter.is_ascii_digit());
    let count = "a number of the things named beside it or above its column.";
    if is_number {
        Some(format!("{token}: {count}"))
    } else {
        Some(entries.join("\n")).filter(|text| !text.is_empty())
    }
}

/// The kind of a character in a token.
#[derive(PartialEq, Eq)]
enum Sort {
    Digit,
    Capital,
    Small,
    Sign,
}

impl Sort {
    fn of(letter: char) -> Self {
        match letter {
            letter if letter.is_numeric() => Self::Digit,
            letter if letter.is_uppercase() => Self::Capital,
            letter if letter.is_alphabetic() => Self::Small,
            _ => Self::Sign,
        }
    }
}

/// Returns the sheet of this name; `None` when the game has none.
pub(super) fn sheet<G: Text>(game: &G, view: &G::View, name: &str) -> Option<String> {
    let aids = game.aids(view);
    aids.into_iter().find(|aid| name.eq_ignore_ascii_case(aid.name)).map(|aid| aid.text)
}
