//! The menu screens of the user's saved games.

use std::path::PathBuf;

use super::solve::solve;
use super::stats::{finished, report};
use super::{GameSummary, SavedGame, listed, saved_games};
use crate::failure::Failure;
use crate::play::full_screen::Menu;
use crate::play::game_list::Offered;
use crate::play::save::games_folder;
use crate::play::screens;
use crate::replays::replay_screen::ReplayScreen;
use furlong::table::Shown;

const TITLE: &str = "My games";

/// A menu item with its meaning.
fn choice(label: &str, about: &str) -> (String, Option<String>) {
    (label.to_owned(), Some(about.to_owned()))
}

/// The menu items: the games, and what can be done with all of them.
fn choices(games: &[SavedGame], offered: &[Offered]) -> Vec<(String, Option<String>)> {
    let games = games.iter().map(|game| (game.name(), Some(summary(game, offered))));
    let others = [
        choice("Open a file", "a saved game from another folder"),
        choice("Statistics", "games, wins, streaks, luck and mistakes"),
        choice("Puzzles", "from your own mistakes: find the better move"),
    ];
    games.chain(others).collect()
}

/// Shows the list of games, statistics and puzzles, with the cursor where it was. Returns the words of a command line, or `None` if the person goes
/// back.
pub(crate) fn my_games(
    menu: &mut Menu,
    offered: &[Offered],
    has_colour: bool,
    cursor: &mut usize,
) -> Result<Option<Vec<String>>, Failure> {
    while !menu.is_left() {
        let games = listed(&saved_games(&games_folder()));
        let choices = choices(&games, offered);
        *cursor = (*cursor).min(choices.len() - 1);
        let Some(chosen) = menu.offer_at(TITLE, "Which game?", choices, *cursor)? else { break };
        *cursor = chosen;
        let words = match chosen.checked_sub(games.len()) {
            None => one_game(menu, &games[chosen], offered, has_colour)?,
            Some(0) => open_file(menu, offered, has_colour)?,
            Some(1) => {
                let text = report(&finished(&games, offered), None);
                menu.show("Statistics of your games", vec![Shown::Sheet(text)])?;
                None
            }
            Some(_) => {
                solve(menu, &games, offered, has_colour)?;
                None
            }
        };
        if words.is_some() {
            return Ok(words);
        }
    }
    Ok(None)
}

/// Summarizes a game in one line: the result or the round first, then the other players, the time, and the rules.
pub(super) fn summary(game: &SavedGame, offered: &[Offered]) -> String {
    match game.open(offered) {
        Ok(mut table) => {
            let summary = GameSummary::of(&mut *table);
            let (opponents, result, age) = (summary.opponents(), summary.result(), game.age());
            format!("{result}, {opponents}, {age}, {}", table.heading())
        }
        Err(failure) => format!("cannot be read: {failure}"),
    }
}

/// Shows what can be done with a game.
fn one_game(
    menu: &mut Menu,
    game: &SavedGame,
    offered: &[Offered],
    has_colour: bool,
) -> Result<Option<Vec<String>>, Failure> {
    let path = game.path.display().to_string();
    let mut verbs = Vec::new();
    if let Ok(mut table) = game.open(offered) {
        let words = |verb: &str| Verb::Words(vec![verb.to_owned(), path.clone()]);
        let is_over = GameSummary::of(&mut *table).is_over;
        let (label, about) =
            if is_over { ("See the end", "and play again") } else { ("Continue", "from the last move") };
        verbs.push((Verb::Words(game.resume()?), choice(label, about)));
        verbs.push((words("replay"), choice("Replay", "event by event, and play on from any point")));
        // An analysis shows all that is hidden.
        verbs.extend(is_over.then(|| (Verb::Analyse, choice("Analyse", "luck or mistakes"))));
    }
    verbs.push((Verb::Rename, choice("Rename", "give it another name")));
    verbs.push((Verb::Delete, choice("Delete", "delete the file; you will be asked again")));
    let title = format!("{}: {}", game.name(), summary(game, offered));
    let choices = verbs.iter().map(|(_, choice)| choice.clone()).collect();
    let Some(chosen) = menu.offer(TITLE, &title, choices)? else { return Ok(None) };
    match verbs.swap_remove(chosen).0 {
        Verb::Words(words) => return Ok(Some(words)),
        Verb::Analyse => {
            let replay_screen = ReplayScreen::new(game.open(offered)?, None, &game.path);
            screens::show(replay_screen.analysed_at_its_end(), has_colour)?;
            menu.retake()?;
        }
        Verb::Rename => rename(menu, game)?,
        Verb::Delete => {
            let choices = vec![("Keep it".to_owned(), None), choice("Delete it", "permanently")];
            if menu.offer(TITLE, &format!("Delete {title}?"), choices)? == Some(1) {
                game.delete()?;
            }
        }
    }
    Ok(None)
}

/// An action on a saved game.
enum Verb {
    /// A command line, as words.
    Words(Vec<String>),
    /// The replay of the game, which begins with the analysis.
    Analyse,
    Rename,
    Delete,
}

fn rename(menu: &mut Menu, game: &SavedGame) -> Result<(), Failure> {
    let (mut typed, mut question) = (game.name(), "What is the new name?".to_owned());
    while let Some(name) = menu.ask(TITLE, &question, &typed)? {
        match game.rename(&name) {
            Ok(_) => break,
            Err(failure) => (typed, question) = (name, format!("Not renamed: {failure}.")),
        }
    }
    Ok(())
}

/// Asks for a file, and shows what can be done with it.
fn open_file(menu: &mut Menu, offered: &[Offered], has_colour: bool) -> Result<Option<Vec<String>>, Failure> {
    let (mut typed, mut question) = (String::new(), "Which file? (its path)".to_owned());
    while let Some(path) = menu.ask(TITLE, &question, &typed)? {
        let game = SavedGame::at(PathBuf::from(path.trim()));
        match game.and_then(|game| game.open(offered).map(|_| game)) {
            Ok(game) => return one_game(menu, &game, offered, has_colour),
            Err(failure) => (typed, question) = (path, format!("Not opened: {failure}.")),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::puzzle::{Puzzle, PuzzleScreen};
    use super::super::saved_by;
    use super::*;
    use crate::play::full_screen::{Answer, ScreenModel as _, painted_menu, painted_model};
    use crate::play::typed_line::Typed;
    use furlong::Roster;
    use furlong::animal_race::AnimalRace;
    use furlong::table::Request;

    fn offered() -> [Offered; 1] {
        [Offered::with_bots(Roster::<AnimalRace>::of_game())]
    }

    #[test]
    fn the_list_of_games_fits_every_screen_and_says_how_each_ended() {
        let folder = tempfile::tempdir().expect("a folder");
        let games: Vec<_> = saved_by(folder.path(), 10_000).into_iter().collect();
        for shown in painted_menu(TITLE, "Which game?", &choices(&games, &offered())) {
            for part in ["> animal-race-7", "against random", "Open a file", "Statistics", "Puzzles"] {
                assert!(shown.contains(part), "{part} in:\n{shown}");
            }
        }
        let heading = format!("{}: {} to its last word", games[0].name(), summary(&games[0], &offered()));
        for shown in painted_menu(TITLE, &heading, &[choice("Replay", "event by event")]) {
            let words: Vec<&str> = shown.split_whitespace().collect();
            assert!(words.join(" ").contains(&heading), "{heading} in:\n{shown}");
        }
    }

    #[test]
    fn a_puzzle_shows_the_table_as_its_player_saw_it_and_its_question_at_every_size() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = saved_by(folder.path(), 10_000).expect("saved");
        let puzzle = || Puzzle::of_first_decision(game.clone(), &offered());
        let open = || PuzzleScreen::open(puzzle(), &offered(), (1, 1)).expect("a puzzle");
        for shown in painted_model(|| Box::new(open())) {
            for part in ["puzzle 1 of 1", "You made a mistake here", "Your hand", "q leave"] {
                assert!(shown.contains(part), "{part} in:\n{shown}");
            }
            assert!(!shown.contains("do not fit") && !shown.contains("w reasons"), "{shown}");
        }
    }

    #[test]
    fn after_an_answer_only_the_choice_to_leave_leaves_a_puzzle() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = saved_by(folder.path(), 10_000).expect("saved");
        let puzzle = Puzzle::of_first_decision(game, &offered());
        let mut screen = PuzzleScreen::open(puzzle, &offered(), (1, 1)).expect("a puzzle");
        let mut asked = |request: Request| screen.obey(Typed::Asked(request)).expect("an answer");
        assert!(matches!(asked(Request::Number(1)), Answer::GoesOn));
        for request in
            [Request::Hint(None), Request::Log, Request::Number(9), Request::Words("hm".to_owned())]
        {
            assert!(!matches!(asked(request.clone()), Answer::Leave), "{request:?}");
        }
        assert!(matches!(asked(Request::Words("Leave".to_owned())), Answer::Leave));
    }
}
