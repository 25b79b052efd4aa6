//! The menu of `furlong` without a verb. It only composes command lines, which are carried out like typed ones.

use crate::failure::Failure;
use crate::play::full_screen::Menu;
use crate::play::game_list::{Offered, choose_ruleset};
use crate::play::new_table::Party;
use crate::play::save::games_folder;
use crate::play::saved_games::{Levels, SavedGame, listed, my_games, saved_games, solve_game};
use crate::play::screens::{Named, Opponent, ask_opponent};
use crate::play::settings_screen::ask_settings;
use crate::screen::Screen;
use furlong::any::CatalogueEntry;
use furlong::bot::gentlest;
use furlong::table::Shown;
use furlong::text::{counted, separated, short_title};

/// The title of the menu.
const TITLE: &str = "furlong: play race games";

/// The items of the first menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Continue,
    NewGame,
    Watch,
    Mine,
    Learn,
    Settings,
    Leave,
}

/// The place to which the person returns from what a menu has opened.
#[derive(Debug, Default)]
struct Place {
    /// The item of the first menu.
    item: Option<Item>,
    /// The game that was chosen last.
    game: usize,
    /// The place in the list of saved games.
    saved: usize,
}

/// Shows the menu until the person leaves. `carry_out` carries out a command line.
pub(crate) fn menu(
    games: &[Offered],
    carry_out: &dyn Fn(Vec<String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut place = Place::default();
    let mut is_in_saved = false;
    loop {
        let Some(words) = ask(games, &mut place, is_in_saved)? else { return Ok(()) };
        is_in_saved = place.item == Some(Item::Mine);
        // After a game the cursor is where the next one begins: on the game that was left, if it can go on.
        place.item = place.item.filter(|item| !matches!(item, Item::NewGame | Item::Learn));
        let is_on_full_screen =
            words.first().is_some_and(|verb| ["play", "replay", "learn"].contains(&verb.as_str()));
        let mut screen = Screen::standard(false);
        if let Err(failure) = carry_out(words) {
            screen.text(&failure.to_string())?;
        } else if is_on_full_screen {
            continue;
        }
        screen.prompt("Press Enter for the menu.")?;
        std::io::stdin().read_line(&mut String::new())?;
    }
}

/// The latest game that is not over.
fn unfinished<'a>(saved: &'a [SavedGame], games: &[Offered]) -> Option<&'a SavedGame> {
    saved.iter().find(|game| game.goes_on(games))
}

/// The items of the first menu, if this number of games is saved and `last` can be continued.
fn items(games: &[Offered], count: usize, last: Option<&SavedGame>) -> Vec<(Item, (String, Option<String>))> {
    let item = |item, label: &str, about: &str| (item, (label.to_owned(), Some(about.to_owned())));
    let goes_on = last.map(|last| {
        item(Item::Continue, "Continue the last game", &format!("{}, {}", last.name(), last.age()))
    });
    let mine = match count {
        0 => "none saved yet; open a file".to_owned(),
        _ => format!("{}: continue, replay, statistics, puzzles", counted(count as i64, "game", "games")),
    };
    let here = if count == 0 { "start here: " } else { "" };
    let learn = format!("{here}a guided first race, puzzles, and the rules of each game");
    let names: Vec<&str> = games.iter().map(|game| short_title(game.offer.title)).collect();
    let new = format!("{}: against bots, or several people", separated(names, ", "));
    let always = [
        item(Item::Learn, "Learn", &learn),
        item(Item::NewGame, "New game", &new),
        item(Item::Watch, "Watch", "bots play"),
        item(Item::Mine, "My games", &mine),
        item(Item::Settings, "Settings", "colours, speed of the other players, and keys"),
        item(Item::Leave, "Leave", "end the program"),
    ];
    goes_on.into_iter().chain(always).collect()
}

/// The words of the next command line; `None` to leave. It begins with the list of saved games, or with the first menu.
fn ask(games: &[Offered], place: &mut Place, is_in_saved: bool) -> Result<Option<Vec<String>>, Failure> {
    let has_colour = Screen::standard(false).has_colour();
    let mut menu = Menu::open(has_colour)?;
    if is_in_saved {
        let words = my_games(&mut menu, games, has_colour, &mut place.saved)?;
        if words.is_some() {
            return Ok(words);
        }
    }
    loop {
        let saved = listed(&saved_games(&games_folder()));
        let last = unfinished(&saved, games);
        let items = items(games, saved.len(), last);
        let choices = items.iter().map(|(_, choice)| choice.clone()).collect();
        let first = if saved.is_empty() || last.is_some() { items[0].0 } else { Item::NewGame };
        let wanted = place.item.unwrap_or(first);
        let cursor = items.iter().position(|(item, _)| *item == wanted).unwrap_or(0);
        let Some(index) = menu.offer_first(TITLE, choices, cursor)? else { return Ok(None) };
        place.item = Some(items[index].0);
        let words = match items[index].0 {
            Item::Leave => return Ok(None),
            Item::Continue => last.map(SavedGame::resume).transpose()?,
            Item::NewGame => new_game(&mut menu, games, false, &mut place.game)?,
            Item::Watch => new_game(&mut menu, games, true, &mut place.game)?,
            Item::Mine => my_games(&mut menu, games, has_colour, &mut place.saved)?,
            Item::Learn => learn(&mut menu, games, has_colour, &mut place.game)?,
            Item::Settings => {
                ask_settings(&mut menu)?;
                None
            }
        };
        if words.is_some() {
            return Ok(words);
        }
    }
}

/// Asks for a game, with the cursor on the one that was chosen last.
fn choose_game<'a>(
    menu: &mut Menu,
    games: &'a [Offered],
    last: &mut usize,
) -> Result<Option<&'a Offered>, Failure> {
    let choices = game_choices(games);
    let explain = |index: usize| explained(&games[index].offer);
    let game = menu.offer_explained((TITLE, "Which game?"), choices, *last, &explain)?;
    *last = game.unwrap_or(*last);
    Ok(game.map(|game| &games[game]))
}

/// The names of the games, each with its introduction.
fn game_choices(games: &[Offered]) -> Vec<(String, Option<String>)> {
    let choice = |game: &Offered| {
        let (name, rest) = named(game.offer.title);
        let remark: Vec<String> = rest.into_iter().chain(game.introduction()).collect();
        (name, Some(remark.join("\n\n")))
    };
    games.iter().map(choice).collect()
}

/// Splits the title of a game into its name and the rest, such as its author or its other name.
fn named(title: &str) -> (String, Option<String>) {
    let name = short_title(title);
    let rest = title[name.len()..].trim_start_matches([',', ' ']);
    let bare = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(rest);
    (name.to_owned(), Some(bare.to_owned()).filter(|rest| !rest.is_empty()))
}

/// The explanation of a game: its title, its editions, and its name on the command line.
fn explained(offer: &CatalogueEntry) -> Vec<Shown> {
    let editions = offer.rulesets.iter().map(|ruleset| ruleset.name);
    vec![
        Shown::Heading(offer.title.to_owned()),
        Shown::Sentence(format!("Its editions: {}.", separated(editions, ", "))),
        Shown::Sentence(format!("Its command-line name is `{}`. `Learn` in the menu explains it.", offer.id)),
    ]
}

/// The choice of a game without bots.
const PEOPLE: Named = ("people", "taking turns at this screen");
/// The choice for people who want to set up more than the opponent.
const CHOOSE: Named = ("choose", "edition, seats, people and bots, names");

/// Asks for a new game: against bots of a level with default settings, or with settings of the person's choice.
fn new_game(
    menu: &mut Menu,
    games: &[Offered],
    is_watched: bool,
    last_game: &mut usize,
) -> Result<Option<Vec<String>>, Failure> {
    while let Some(game) = choose_game(menu, games, last_game)? {
        let (offer, ruleset) = (&game.offer, game.offer.usual_ruleset());
        let question = if is_watched { "Who plays?" } else { "Who plays against you?" };
        let others: &[Named] = if is_watched { &[CHOOSE] } else { &[PEOPLE, CHOOSE] };
        let (last, new_level) = Levels::new(game.clone(), games_folder()).now();
        let first = new_level.as_ref().map(|level| level.bot).or(last.as_deref());
        let question = match &new_level {
            Some(level) if !is_watched => format!("{question} {}", level.reason),
            _ => question.to_owned(),
        };
        while let Some(who) = ask_opponent(menu, (offer.title, &question), &offer.bots, None, others, first)?
        {
            let words = match who {
                Opponent::Bot(bot) => Some(Party::new(game, ruleset, Some(bot.name), is_watched)?.words()),
                Opponent::After(0) if !is_watched => {
                    Party::new(game, ruleset, None, false)?.ask(menu, game)?
                }
                _ => Party::new(game, ruleset, Some(gentlest(&game.offer.bots)), is_watched)?
                    .ask(menu, game)?,
            };
            if words.is_some() {
                return Ok(words);
            }
        }
    }
    Ok(None)
}

/// Asks for the guided first game of a game, its puzzles, or its rules.
fn learn(
    menu: &mut Menu,
    games: &[Offered],
    has_colour: bool,
    last_game: &mut usize,
) -> Result<Option<Vec<String>>, Failure> {
    while let Some(game) = choose_game(menu, games, last_game)? {
        let (offer, mut ruleset) = (&game.offer, game.offer.usual_ruleset());
        let mut cursor = 0;
        loop {
            let usual = if ruleset == offer.usual_ruleset() { "the usual one: " } else { "" };
            let choices = [
                ("A guided first game", "a few turns, explained as you go".to_owned()),
                ("Puzzles", "positions with one clearly best move, and your own mistakes".to_owned()),
                ("The rules", "in brief, then in full".to_owned()),
                ("Edition", format!("{usual}{ruleset}")),
            ];
            let count = if offer.rulesets.len() > 1 { 4 } else { 3 };
            let choices = choices.map(|(label, about)| (label.to_owned(), Some(about)));
            let chosen = menu.offer_at(offer.title, "How?", choices[..count].to_vec(), cursor)?;
            cursor = chosen.unwrap_or(0);
            match chosen {
                None => break,
                Some(0) => {
                    let words = ["learn", offer.id, "--ruleset", ruleset];
                    return Ok(Some(words.map(str::to_owned).to_vec()));
                }
                Some(1) => solve_game(menu, game, ruleset, has_colour)?,
                Some(2) => menu.show(offer.title, vec![Shown::Sentence(game.about(ruleset)?.rules)])?,
                Some(_) => ruleset = choose_ruleset(menu, game)?.unwrap_or(ruleset),
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::gotham::Gotham;
    use furlong::hare_tortoise::HareTortoise;

    #[test]
    fn each_game_is_introduced_with_its_players_and_a_board_at_every_size() {
        let mut games = vec![
            Offered::with_bots(Roster::<AnimalRace>::of_game()),
            Offered::with_bots(Roster::<HareTortoise>::of_game()),
            Offered::with_bots(Roster::<Gotham>::of_game()),
        ];
        let expected = [
            ("For 2 to 5 players. About 15 minutes; easy.", "tortoise    T"),
            ("For 2 to 6 players. About 20 minutes; needs planning.", "61:C 62:H 63:C Home"),
            ("For 1 to 4 players. About 20 minutes; medium.", "1st A seat 1       0  A..."),
        ];
        for (facts, board) in expected {
            for shown in painted_menu(TITLE, "Which game?", &game_choices(&games)) {
                let is_whole =
                    |text: &str| shown.split_whitespace().collect::<Vec<_>>().join(" ").contains(text);
                assert!(is_whole(facts) && shown.contains("q back"), "{facts} in:\n{shown}");
                let rows = shown.lines().count();
                assert!(rows < 24 || shown.contains(board), "{board} in:\n{shown}");
            }
            games.rotate_left(1);
        }
    }
    use crate::play::full_screen::painted_menu;
    use crate::play::saved_games::saved_by;
    use furlong::Roster;
    use furlong::animal_race::AnimalRace;

    #[test]
    fn only_a_game_that_is_not_over_is_continued_and_the_menu_fits_every_screen() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = [Offered::with_bots(Roster::<AnimalRace>::of_game())];
        let choices = |events| {
            let saved: Vec<_> = saved_by(folder.path(), events).into_iter().collect();
            items(&games, saved.len(), unfinished(&saved, &games))
                .into_iter()
                .map(|(_, choice)| choice)
                .collect::<Vec<_>>()
        };
        for shown in painted_menu(TITLE, "", &choices(10)) {
            assert!(
                shown.contains("> Continue the last game") && shown.contains("furlong: play race games"),
                "{shown}"
            );
            assert!(
                shown.contains("Settings") && shown.contains("Leave") && shown.contains("q back"),
                "{shown}"
            );
        }
        for shown in painted_menu(TITLE, "", &choices(0)) {
            assert!(shown.contains("Continue"), "a game that has just begun: {shown}");
        }
        let first: Vec<_> = items(&games, 0, None).into_iter().map(|(_, choice)| choice).collect();
        for shown in painted_menu(TITLE, "", &first) {
            assert!(shown.contains("> Learn     start here: a guided first race"), "{shown}");
        }
        for shown in painted_menu(TITLE, "", &choices(10_000)) {
            assert!(shown.contains("> Learn     a guided") && !shown.contains("Continue"), "{shown}");
            assert!(shown.contains("1 game: continue, replay"), "{shown}");
        }
        // A game that was begun before one that is over can still be continued.
        let over = saved_by(folder.path(), 10_000).expect("saved").rename("over").expect("free");
        let begun = saved_by(folder.path(), 10).expect("saved");
        let saved = [over, begun];
        assert_eq!(unfinished(&saved, &games).map(SavedGame::name), Some(saved[1].name()));
    }
}
