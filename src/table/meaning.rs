//! The meaning of choices, words and sheets, for people who ask during play.

use crate::text::{Text, Topic, nearest, separated};

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
    if let Some(sheet) = sheet(game, view, word) {
        return sheet;
    }
    if let Ok(action) = game.read_action(view, actions, word) {
        return of_action(game, view, action);
    }
    let topics = game.glossary();
    let names = topics.iter().flat_map(Topic::names);
    let near = nearest(&word.to_lowercase(), names);
    let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
    let words = separated(topics.iter().filter_map(|topic| topic.names().next()), ", ");
    format!("`{word}` is not a word of this game.{near} The words are: {words}.")
}

/// The sheet of this name; `None` when the game has none.
pub(super) fn sheet<G: Text>(game: &G, view: &G::View, name: &str) -> Option<String> {
    let aids = game.aids(view);
    aids.into_iter().find(|aid| name.eq_ignore_ascii_case(aid.name)).map(|aid| aid.text)
}
