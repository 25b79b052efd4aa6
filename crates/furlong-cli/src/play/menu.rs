//! The menu of `furlong` without a verb. It only composes command lines, which are carried out like any other.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::failure::Failure;
use crate::play::full::Menu;
use crate::play::party::{Party, first_level};
use crate::play::save::games_folder;
use crate::play::screens::{Named, Opponent, ask_opponent};
use crate::play::start::game_named;
use crate::screen::Screen;
use furlong::any::Offer;
use furlong::table::Shown;
use furlong::text::{counted, plain};
use furlong::{Playable, Roster};

/// The number of players that a newcomer is pointed to.
pub(crate) const USUAL: u8 = 4;

/// The title of the menu.
const TITLE: &str = "furlong: race games under many rulesets";

/// A game that the menu offers.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) offer: Offer,
    about: fn(&str) -> Result<About, Failure>,
}

/// A ruleset of a game, for people who choose one.
pub(crate) struct About {
    /// The numbers of players.
    pub(crate) players: RangeInclusive<u8>,
    /// The guide of the game and its rules in full.
    rules: String,
}

impl Offered {
    pub(crate) fn with_bots<G: Playable>(bots: Roster<G>) -> Self {
        Self { offer: Offer::with_bots(bots), about: about::<G> }
    }

    /// A ruleset of the game.
    pub(crate) fn about(&self, ruleset: &str) -> Result<About, Failure> {
        (self.about)(ruleset)
    }
}

fn about<G: Playable>(ruleset: &str) -> Result<About, Failure> {
    let game = game_named::<G>(ruleset)?;
    let guide: Vec<String> = game.guide().iter().map(|topic| format!("{topic}\n")).collect();
    let rules = format!("{}\n\n{}\n{}", G::TITLE, guide.join("\n"), game.rules());
    Ok(About { players: game.players(), rules })
}

/// The items of the first menu.
#[derive(Clone, Copy, Debug)]
enum Item {
    Continue,
    NewGame,
    Watch,
    Saved,
    Learn,
    Leave,
}

/// Offers what can be done until the person leaves. `carry_out` does what a command line asks for.
pub(crate) fn menu(
    games: &[Offered],
    carry_out: &dyn Fn(Vec<String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        let Some(words) = ask(games)? else { return Ok(()) };
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

/// The words of the next command line; `None` to leave.
fn ask(games: &[Offered]) -> Result<Option<Vec<String>>, Failure> {
    let mut menu = Menu::open(Screen::standard(false).has_colour())?;
    loop {
        let saved = saved_games(&games_folder());
        let mut items = Vec::new();
        if let Some(last) = saved.first() {
            items.push((Item::Continue, "Continue the last game", Some(last.to_string())));
        }
        items.push((Item::NewGame, "New game", Some("you against bots, or several people".to_owned())));
        items.push((Item::Watch, "Watch", Some("bots play".to_owned())));
        if !saved.is_empty() {
            let count = counted(saved.len() as i64, "game", "games");
            items.push((Item::Saved, "Saved games", Some(format!("{count}: replay, analyse, continue"))));
        }
        items.push((
            Item::Learn,
            "Learn",
            Some("a guided first game, and the rules of each game".to_owned()),
        ));
        items.push((Item::Leave, "Leave", None));
        let choices = items.iter().map(|(_, label, remark)| ((*label).to_owned(), remark.clone())).collect();
        let Some(index) = menu.offer(TITLE, "", choices)? else { return Ok(None) };
        let words = match items[index].0 {
            Item::Leave => return Ok(None),
            Item::Continue => saved.first().map(SavedGame::resume),
            Item::NewGame => new_game(&mut menu, games, false)?,
            Item::Watch => new_game(&mut menu, games, true)?,
            Item::Saved => one_of(&mut menu, &saved)?,
            Item::Learn => learn(&mut menu, games)?,
        };
        if words.is_some() {
            return Ok(words);
        }
    }
}

fn choose_game<'a>(menu: &mut Menu, games: &'a [Offered]) -> Result<Option<&'a Offered>, Failure> {
    let choices = games.iter().map(|game| (game.offer.id.to_owned(), Some(game.offer.title.to_owned())));
    let game = menu.offer(TITLE, "Which game?", choices.collect())?;
    Ok(game.map(|game| &games[game]))
}

/// One of the rulesets of a game.
pub(crate) fn choose_ruleset(menu: &mut Menu, offer: &Offer) -> Result<Option<&'static str>, Failure> {
    let about = |name: &str, text: &str| {
        let about = text.lines().find_map(|line| line.strip_prefix("about = "));
        (name.to_owned(), about.map(|about| plain(about.trim_matches('"')).into_owned()))
    };
    let choices = offer.rulesets.iter().map(|ruleset| about(ruleset.name, ruleset.text)).collect();
    let ruleset = menu.offer(offer.title, "Which edition?", choices)?;
    Ok(ruleset.map(|ruleset| offer.rulesets[ruleset].name))
}

/// The answer that nobody but people plays.
const PEOPLE: Named = ("people", "who take turns at this screen");
/// The answer of those who want to choose more than an opponent.
const CHOOSE: Named = ("choose", "the edition, the seats, people and bots, and their names");

/// A game against bots of a level, which is all that must be said; the rest is as usual, or chosen.
fn new_game(menu: &mut Menu, games: &[Offered], is_watched: bool) -> Result<Option<Vec<String>>, Failure> {
    while let Some(game) = choose_game(menu, games)? {
        let (offer, ruleset) = (&game.offer, game.offer.usual_ruleset());
        let question = if is_watched { "Who plays?" } else { "Who plays against you?" };
        let others: &[Named] = if is_watched { &[CHOOSE] } else { &[PEOPLE, CHOOSE] };
        while let Some(who) = ask_opponent(menu, (offer.title, question), &offer.bots, None, others)? {
            let words = match who {
                Opponent::Bot(bot) => Some(Party::new(game, ruleset, Some(bot.name), is_watched)?.words()),
                Opponent::After(0) if !is_watched => {
                    Party::new(game, ruleset, None, false)?.ask(menu, game)?
                }
                _ => Party::new(game, ruleset, first_level(game), is_watched)?.ask(menu, game)?,
            };
            if words.is_some() {
                return Ok(words);
            }
        }
    }
    Ok(None)
}

/// The guided first game of a game, or its rules.
fn learn(menu: &mut Menu, games: &[Offered]) -> Result<Option<Vec<String>>, Failure> {
    while let Some(game) = choose_game(menu, games)? {
        let (offer, mut ruleset) = (&game.offer, game.offer.usual_ruleset());
        loop {
            let usual = if ruleset == offer.usual_ruleset() { "the usual one: " } else { "" };
            let choices = [
                ("A guided first game", "a few turns, with each thing explained as it comes".to_owned()),
                ("The rules", "in brief, and then in full".to_owned()),
                ("Edition", format!("{usual}{ruleset}")),
            ];
            let count = if offer.rulesets.len() > 1 { 3 } else { 2 };
            let choices = choices.map(|(label, about)| (label.to_owned(), Some(about)));
            match menu.offer(offer.title, "How?", choices[..count].to_vec())? {
                None => break,
                Some(0) => {
                    let words = ["learn", offer.id, "--ruleset", ruleset];
                    return Ok(Some(words.map(str::to_owned).to_vec()));
                }
                Some(1) => menu.show(offer.title, vec![Shown::Sentence(game.about(ruleset)?.rules)])?,
                Some(_) => ruleset = choose_ruleset(menu, offer)?.unwrap_or(ruleset),
            }
        }
    }
    Ok(None)
}

/// One of the saved games, and what to do with it.
fn one_of(menu: &mut Menu, saved: &[SavedGame]) -> Result<Option<Vec<String>>, Failure> {
    let choices = saved.iter().map(|game| (game.name(), Some(game.age()))).collect();
    let Some(game) = menu.offer(TITLE, "Which game?", choices)? else { return Ok(None) };
    let game = &saved[game];
    let verbs = [
        ("Continue", "resume", "from the last move"),
        ("Replay", "replay", "event by event, and play on from any moment"),
        (
            "Analyse",
            "analyse",
            "luck or mistakes; for games that are over, since it shows all that is hidden",
        ),
    ];
    let choices =
        verbs.iter().map(|(label, _, about)| ((*label).to_owned(), Some((*about).to_owned()))).collect();
    let Some(verb) = menu.offer(TITLE, &game.to_string(), choices)? else { return Ok(None) };
    Ok(Some(match verbs[verb].1 {
        "resume" => game.resume(),
        verb => vec![verb.to_owned(), game.path.display().to_string()],
    }))
}

/// A file of the folder of games.
struct SavedGame {
    path: PathBuf,
    /// The name of the game in the file's name.
    game: String,
    saved: SystemTime,
}

impl SavedGame {
    fn name(&self) -> String {
        self.path.file_stem().map_or_else(String::new, |name| plain(&name.to_string_lossy()).into_owned())
    }

    /// The time since it was saved, in the largest unit.
    fn age(&self) -> String {
        const MINUTE: u64 = 60;
        const HOUR: u64 = 60 * MINUTE;
        const DAY: u64 = 24 * HOUR;
        let seconds = self.saved.elapsed().map_or(0, |age| age.as_secs());
        let (count, one, many) = match seconds {
            0..MINUTE => return "saved just now".to_owned(),
            MINUTE..HOUR => (seconds / MINUTE, "minute", "minutes"),
            HOUR..DAY => (seconds / HOUR, "hour", "hours"),
            _ => (seconds / DAY, "day", "days"),
        };
        format!("saved {} ago", counted(count as i64, one, many))
    }

    fn resume(&self) -> Vec<String> {
        let path = self.path.display().to_string();
        vec!["play".to_owned(), self.game.clone(), "--resume".to_owned(), path]
    }
}

impl std::fmt::Display for SavedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.name(), self.age())
    }
}

/// The games in a folder, the latest first.
fn saved_games(folder: &Path) -> Vec<SavedGame> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let game = |file: fs::DirEntry| {
        let path = file.path();
        let name = path.file_name()?.to_str()?.strip_prefix("furlong-")?.strip_suffix(".json")?;
        // `furlong-hare-tortoise-7-2.json`
        let end = name.find(|letter: char| letter.is_ascii_digit())?;
        let game = name.get(..end.checked_sub(1)?)?.to_owned();
        let saved = file.metadata().ok()?.modified().ok()?;
        Some(SavedGame { path, game, saved })
    };
    let mut games: Vec<SavedGame> = files.filter_map(Result::ok).filter_map(game).collect();
    games.sort_by(|one, other| other.saved.cmp(&one.saved).then_with(|| one.path.cmp(&other.path)));
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_folder_are_known_by_their_names() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["furlong-hare-tortoise-7-2.json", "furlong-gotham-18.json", "furlong.json", "notes.txt"]
        {
            fs::write(folder.path().join(name), "{}").expect("written");
        }
        let mut games: Vec<String> = saved_games(folder.path()).into_iter().map(|saved| saved.game).collect();
        games.sort();
        assert_eq!(games, ["gotham", "hare-tortoise"]);
        assert!(saved_games(&folder.path().join("missing")).is_empty());
        let saved = &saved_games(folder.path())[0];
        assert_eq!(saved.age(), "saved just now");
        assert_eq!(saved.resume()[2], "--resume");
    }
}
