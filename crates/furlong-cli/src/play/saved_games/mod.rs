//! The user's saved games: the files in the folder of games, their summaries, and what can be done with them.

mod levels;
mod puzzle;
mod screen;
mod solve;
mod stats;
mod verb;

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::failure::{Failure, cannot_read, in_file};
use crate::files::{Access, Draft, MOST_OF_A_GAME};
use crate::named::read;
use crate::new_file::cannot_write;
use crate::play::game_list::{Offered, open};
use crate::replays::analyse::cached;
use furlong::common::SeatSet;
use furlong::record::{self, Player};
use furlong::table::{GameTable, Occupant, Reader, Stride, Table, Way};
use furlong::text::{counted, ordinal, plain, separated, suggestion};
use furlong::{Playable, Race, Record, Seat, Turn};

pub(crate) use levels::{Levels, NewLevel};
pub(crate) use screen::my_games;
pub(crate) use solve::{puzzles, solve_game};
pub(crate) use verb::games;

/// A saved game.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) path: PathBuf,
    saved: SystemTime,
}

/// Lists the games in a folder, the latest first.
pub(crate) fn saved_games(folder: &Path) -> Vec<SavedGame> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let game = |file: fs::DirEntry| {
        let path = file.path();
        let name = path.file_name()?.to_str()?;
        if name.starts_with('.') || path.extension()? != "json" {
            return None;
        }
        Some(SavedGame { saved: file.metadata().ok()?.modified().ok()?, path })
    };
    let mut games: Vec<SavedGame> = files.filter_map(Result::ok).filter_map(game).collect();
    games.sort_by(|one, other| other.saved.cmp(&one.saved).then_with(|| one.path.cmp(&other.path)));
    games
}

/// The games that are worth a place in a list: the latest one, and all others in which a person has made a move.
pub(crate) fn listed(games: &[SavedGame]) -> Vec<SavedGame> {
    let is_listed = |(index, game): &(usize, &SavedGame)| *index == 0 || !game.is_untouched();
    games.iter().enumerate().filter(is_listed).map(|(_, game)| game.clone()).collect()
}

/// Finds the file of a saved game: the path of a file, or the name of a game in this folder as `furlong games` lists
/// it. Without either, it is the latest game.
pub(crate) fn path_of(asked: Option<PathBuf>, folder: &Path) -> Result<PathBuf, Failure> {
    let Some(asked) = asked else {
        let latest = saved_games(folder).into_iter().next().map(|game| game.path);
        return latest
            .ok_or_else(|| Failure::Failed(format!("no games are saved in {} yet", folder.display())));
    };
    if asked.exists() || asked.components().count() > 1 {
        return Ok(asked);
    }
    let (name, games) = (asked.to_string_lossy(), saved_games(folder));
    if let Some(game) = games.iter().find(|game| game.is_called(&name)) {
        return Ok(game.path.clone());
    }
    if asked.extension().is_some_and(|extension| extension == "json") {
        return Ok(asked);
    }
    let names: Vec<String> = games.iter().map(SavedGame::name).collect();
    let meant = suggestion(&name, names.iter().map(String::as_str));
    let name = plain(&name);
    Err(Failure::Failed(format!("there is no file and no saved game `{name}`{meant} (see `furlong games`)")))
}

/// Finds the file of the latest game of this kind that is not over.
pub(crate) fn latest_unfinished<G: Playable>(folder: &Path) -> Result<PathBuf, Failure> {
    let is_unfinished = |game: &SavedGame| {
        let json = read(&game.path, MOST_OF_A_GAME).ok()?;
        let race = Race::resume(Record::<G>::from_json(&json).ok()?).ok()?;
        (!race.is_over() && GameTable::replay(race).lost().is_none()).then_some(())
    };
    let found = saved_games(folder).into_iter().find(|game| is_unfinished(game).is_some());
    let problem = || Failure::Failed(format!("no unfinished game of {} is in {}", G::ID, folder.display()));
    found.map(|game| game.path).ok_or_else(problem)
}

impl SavedGame {
    /// Returns whether the game has this name, or its file has it.
    fn is_called(&self, name: &str) -> bool {
        self.name() == name
            || self.path.file_stem().is_some_and(|stem| stem == name)
            || self.path.file_name().is_some_and(|file| file == name)
    }

    /// The name of the game: its file name without `furlong-`, which the command adds.
    pub(crate) fn name(&self) -> String {
        let stem = self.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        plain(stem.strip_prefix("furlong-").unwrap_or(&stem)).into_owned()
    }

    /// The time since the game was saved, in the largest unit.
    pub(crate) fn age(&self) -> String {
        const MINUTE: u64 = 60;
        const HOUR: u64 = 60 * MINUTE;
        const DAY: u64 = 24 * HOUR;
        let seconds = self.saved.elapsed().map_or(0, |age| age.as_secs());
        let (count, one, many) = match seconds {
            0..MINUTE => return "just now".to_owned(),
            MINUTE..HOUR => (seconds / MINUTE, "minute", "minutes"),
            HOUR..DAY => (seconds / HOUR, "hour", "hours"),
            _ => (seconds / DAY, "day", "days"),
        };
        format!("{} ago", counted(count as i64, one, many))
    }

    /// The id of the game in the file.
    pub(crate) fn game(&self) -> Result<String, Failure> {
        let json = read(&self.path, MOST_OF_A_GAME)?;
        record::game_of(&json).map_err(|error| in_file(&self.path, error))
    }

    /// Returns whether there are people in this game and none of them has made a move. A game that branched off from
    /// another has more to it.
    fn is_untouched(&self) -> bool {
        #[derive(Deserialize)]
        struct Sketch {
            #[serde(default)]
            seats: Vec<Player>,
            branch: Option<IgnoredAny>,
            events: Vec<Move>,
        }
        #[derive(Deserialize)]
        struct Move {
            seat: Option<usize>,
        }
        let json = read(&self.path, MOST_OF_A_GAME).unwrap_or_default();
        let Ok(Sketch { seats, branch, events }) = serde_json::from_str(&json) else { return false };
        let people: Vec<bool> =
            seats.iter().map(|player| player.player.parse() == Ok(Occupant::Person)).collect();
        let is_move = |event: &Move| event.seat.is_some_and(|seat| people.get(seat) == Some(&true));
        branch.is_none() && people.contains(&true) && !events.iter().any(is_move)
    }

    /// The command-line words that continue the game.
    pub(crate) fn resume(&self) -> Result<Vec<String>, Failure> {
        Ok(vec!["play".to_owned(), self.game()?, "--resume".to_owned(), self.path.display().to_string()])
    }

    /// Opens the game for a replay.
    pub(crate) fn open(&self, offered: &[Offered]) -> Result<Box<dyn Table>, Failure> {
        open(offered, &read(&self.path, MOST_OF_A_GAME)?).map_err(|error| in_file(&self.path, error))
    }

    /// Returns whether the game can be read and is not over.
    pub(crate) fn goes_on(&self, offered: &[Offered]) -> bool {
        self.open(offered).is_ok_and(|mut table| !GameSummary::of(&mut *table).is_over)
    }

    /// Renames the file and its analysis. Never overwrites another game.
    pub(crate) fn rename(&self, name: &str) -> Result<Self, Failure> {
        let name = name.trim();
        let is_name = |letter: char| letter.is_alphanumeric() || " -_.,()'".contains(letter);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_name) {
            return Err(Failure::Failed(format!(
                "`{}` cannot be a file name: use letters, digits, spaces and -_.,()'",
                plain(name)
            )));
        }
        let path = self.path.with_file_name(format!("{name}.json"));
        let taken = || Failure::Failed(format!("a game called `{name}` already exists"));
        let held = self.held()?;
        match fs::hard_link(&self.path, &path) {
            Ok(()) => fs::remove_file(&self.path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(taken()),
            // Some file systems have no such links.
            Err(_) if path.exists() => return Err(taken()),
            Err(_) => fs::rename(&self.path, &path),
        }
        .map_err(|error| cannot_write(&path, &error))?;
        drop(held);
        cached::rename(&self.path, &path);
        Ok(Self { path, saved: self.saved })
    }

    /// Deletes the file and its analysis.
    pub(crate) fn delete(&self) -> Result<(), Failure> {
        let held = self.held()?;
        fs::remove_file(&self.path).map_err(|error| cannot_write(&self.path, &error))?;
        drop(held);
        cached::delete(&self.path);
        Ok(())
    }

    /// Locks the file, so that it is not read while another program is writing it.
    fn held(&self) -> Result<Draft, Failure> {
        Draft::at(&self.path, Access::Owner).map_err(|error| cannot_write(&self.path, &error))
    }

    /// The saved game at this path, in any folder.
    pub(crate) fn at(path: PathBuf) -> Result<Self, Failure> {
        let found = fs::metadata(&path).and_then(|found| found.modified());
        let saved = found.map_err(|error| cannot_read(&path, error))?;
        Ok(Self { path, saved })
    }
}

/// A summary of a saved game, without anything hidden.
#[derive(Clone, Debug)]
pub(crate) struct GameSummary {
    pub(crate) game: &'static str,
    /// The name and the player of each seat.
    pub(crate) players: Vec<(String, String)>,
    pub(crate) people: SeatSet,
    pub(crate) is_over: bool,
    /// The seat that has lost the game on time.
    pub(crate) lost_on_time: Option<Seat>,
    pub(crate) round: usize,
    /// The place of each seat at present.
    pub(crate) places: Vec<u8>,
}

impl GameSummary {
    pub(crate) fn of(table: &mut dyn Table) -> Self {
        table.go(Stride::Game, Way::Forward);
        let mut places = vec![0; usize::from(table.seats().count())];
        table.ending(Reader::Watcher).1.rows.iter().for_each(|rank| places[rank.seat.index()] = rank.place);
        let player = |seat: Seat| {
            let player = table.players().get(seat.index());
            (
                table.names().name(seat),
                player.map_or_else(String::new, |player| plain(&player.player).into_owned()),
            )
        };
        Self {
            game: table.game(),
            players: table.seats().iter().map(player).collect(),
            people: table.people(),
            is_over: table.turn() == Turn::Over || table.lost().is_some(),
            lost_on_time: table.lost().filter(|_| table.resigned().is_none()),
            round: table.round(),
            places,
        }
    }

    /// The only person at the table.
    pub(crate) fn you(&self) -> Option<Seat> {
        self.people.iter().next().filter(|_| self.people.len() == 1)
    }

    /// Returns whether this seat has won a finished game, alone or with others.
    pub(crate) fn has_won(&self, seat: Seat) -> bool {
        self.is_over && self.places[seat.index()] == 1
    }

    /// The bots at the table, each with its number: `3 x club`.
    pub(crate) fn bots(&self) -> String {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        let bots = self.players.iter().filter(|(_, player)| player.parse() != Ok(Occupant::Person));
        for (_, bot) in bots {
            match kinds.iter_mut().find(|(kind, _)| kind == bot) {
                Some((_, count)) => *count += 1,
                None => kinds.push((bot, 1)),
            }
        }
        let words = kinds.iter().map(|(kind, count)| match count {
            1 => (*kind).to_owned(),
            _ => format!("{count} x {kind}"),
        });
        separated(words, ", ")
    }

    /// The other players at the table.
    pub(crate) fn opponents(&self) -> String {
        let people: Vec<&str> =
            self.people.iter().map(|seat| self.players[seat.index()].0.as_str()).collect();
        match (people.len(), self.bots()) {
            (0, bots) => format!("watched: {bots}"),
            (1, bots) if bots.is_empty() => "alone".to_owned(),
            (1, bots) => format!("against {bots}"),
            (_, bots) if bots.is_empty() => separated(people, ", "),
            (_, bots) => format!("{} and {bots}", separated(people, ", ")),
        }
    }

    /// The result for the only person, or the winner; the round if the game is not over.
    pub(crate) fn result(&self) -> String {
        if !self.is_over {
            return format!("round {}", self.round);
        }
        match self.you() {
            Some(seat) if self.lost_on_time == Some(seat) => "lost on time".to_owned(),
            Some(seat) if self.has_won(seat) => "won".to_owned(),
            Some(seat) => format!("{} of {}", ordinal(self.places[seat.index()]), self.players.len()),
            None => {
                let first = self.players.iter().zip(&self.places).filter(|(_, place)| **place == 1);
                format!("won by {}", separated(first.map(|((name, _), _)| name), ", "))
            }
        }
    }
}

/// A saved game of a person and a bot, with this number of events.
#[cfg(test)]
pub(crate) fn saved_by(folder: &Path, events: usize) -> Option<SavedGame> {
    use furlong::animal_race::AnimalRace;
    use furlong::{Bots as _, Race, RaceGame as _, ruleset};

    let game = AnimalRace::new(ruleset::open("apprentice").expect("a ruleset")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(2), 7).expect("a game");
    let random = "random".parse().expect("a bot");
    let mut bots: Vec<_> = (0..2).map(|_| AnimalRace::bot(&random).expect("a bot")).collect();
    race.play_out(&mut bots, 10_000).expect("it ends");
    let mut record = race.record().clone();
    record.events.truncate(events);
    let players = ["person", "random"].map(|player| player.parse::<Occupant>().expect("a player"));
    record.seats = race.seats().iter().zip(&players).map(|(seat, who)| who.player(seat, None)).collect();
    let path = folder.join("furlong-animal-race-7.json");
    fs::write(&path, record.to_json()).expect("written");
    SavedGame::at(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::animal_race::AnimalRace;

    #[test]
    fn a_game_is_found_by_its_listed_name_its_file_or_as_the_latest() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |named: Option<&str>| path_of(named.map(PathBuf::from), folder.path());
        let problem = path(None).expect_err("no games").to_string();
        assert!(problem.starts_with("no games are saved in "), "{problem}");
        let game = saved_by(folder.path(), 10_000).expect("saved");
        for named in
            [None, Some("animal-race-7"), Some("furlong-animal-race-7"), Some("furlong-animal-race-7.json")]
        {
            assert_eq!(path(named).expect("found"), game.path, "{named:?}");
        }
        let renamed = game.rename("the first win").expect("free");
        assert_eq!(path(Some("the first win")).expect("found"), renamed.path);
        assert_eq!(path(Some("other/game.json")).expect("a path"), Path::new("other/game.json"));
        let problem = path(Some("the frst win")).expect_err("no such game").to_string();
        assert_eq!(
            problem,
            "there is no file and no saved game `the frst win`; did you mean `the first win`? (see `furlong games`)"
        );
    }

    #[test]
    fn a_game_is_kept_in_the_list_once_a_person_has_made_a_move() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved = |name: &str, events| {
            let game = saved_by(folder.path(), events).expect("saved");
            game.rename(name).expect("free")
        };
        let long = saved("long", 10_000);
        let record: serde_json::Value =
            serde_json::from_str(&read(&long.path, MOST_OF_A_GAME).expect("saved")).expect("JSON");
        let events = record["events"].as_array().expect("events");
        let before = events.iter().position(|event| event["seat"] == 0).expect("a move of the person");
        let games = [saved("begun", 0), long, saved("one move", before + 1), saved("no move", before)];
        let names = |games: &[SavedGame]| listed(games).iter().map(SavedGame::name).collect::<Vec<_>>();
        assert_eq!(names(&games), ["begun", "long", "one move"]);
        assert_eq!(names(&games[1..]), ["long", "one move"]);
        assert_eq!(names(&games[3..]), ["no move"]);
    }

    #[test]
    fn only_an_unfinished_game_is_continued_without_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let latest = || latest_unfinished::<AnimalRace>(folder.path());
        saved_by(folder.path(), 10_000).expect("saved");
        assert!(latest().is_err());
        let game = saved_by(folder.path(), 10).expect("saved");
        assert_eq!(latest().expect("unfinished"), game.path);
    }

    #[test]
    fn games_are_renamed_and_deleted_and_none_is_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["furlong-hare-tortoise-7-2.json", "mine.json", "notes.txt", ".furlong-x.json.draft"] {
            fs::write(folder.path().join(name), name).expect("written");
        }
        let games = saved_games(folder.path());
        let mut names: Vec<String> = games.iter().map(SavedGame::name).collect();
        names.sort();
        assert_eq!(names, ["hare-tortoise-7-2", "mine"]);
        assert_eq!(games[0].age(), "just now");
        let game = games.iter().find(|game| game.name() != "mine").expect("the other one");
        for (name, problem) in
            [("mine", "already"), ("a/b", "cannot be"), ("", "cannot be"), (".x", "cannot be")]
        {
            let refused = game.rename(name).expect_err(name).to_string();
            assert!(refused.contains(problem), "{refused}");
        }
        let renamed = game.rename(" the first win ").expect("free");
        assert_eq!(renamed.name(), "the first win");
        assert_eq!(fs::read_to_string(&renamed.path).expect("moved"), "furlong-hare-tortoise-7-2.json");
        assert_eq!(fs::read_to_string(folder.path().join("mine.json")).expect("kept"), "mine.json");
        renamed.delete().expect("its own");
        assert!(renamed.delete().is_err());
        assert_eq!(saved_games(folder.path()).len(), 1);
        assert!(saved_games(&folder.path().join("missing")).is_empty());
    }
}
