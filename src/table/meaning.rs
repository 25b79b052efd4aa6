//! The meaning of choices, words and sheets, for people who ask during play.

use crate::text::{Text, nearest};

/// The choice of this name and its meaning.
pub(super) fn of_action<G: Text>(game: &G, view: &G::View, action: G::Action) -> String {
    format!("{}: {}", game.label(view, action), game.explain(view, action))
}

/// The meaning of a word: of a choice, of a square or card that it names, or of a word of the game; else a sentence that
/// lists the words.
pub(super) fn of_word<G: Text>(game: &G, view: &G::View, actions: &[G::Action], word: &str) -> String {
    let is_named = |action: &&G::Action| game.label(view, **action).eq_ignore_ascii_case(word);
    if let Some(action) = actions.iter().find(is_named) {
        return of_action(game, view, *action);
    }
    if let Some(text) = game.look_up(view, word) {
        return format!("{word}: {text}");
    }
    if let Ok(action) = game.read_action(view, actions, word) {
        return of_action(game, view, action);
    }
    let words: Vec<String> = game.glossary().into_iter().map(|topic| topic.title).collect();
    let near = nearest(&word.to_lowercase(), words.iter().map(String::as_str));
    let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
    format!("`{word}` is not a word of this game.{near} The words are: {}.", words.join(", "))
}

/// The sheet of this name; `None` when the game has none.
pub(super) fn sheet<G: Text>(game: &G, view: &G::View, name: &str) -> Option<String> {
    let aids = game.aids(view);
    aids.into_iter().find(|aid| name.eq_ignore_ascii_case(aid.name)).map(|aid| aid.text)
}
