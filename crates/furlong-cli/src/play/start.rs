//! Starts a game from the command line: a new one, one from a position, or a saved one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use serde::de::DeserializeOwned;

use crate::args::Play;
use crate::commands::check_commands;
use crate::failure::{Failure, cannot_read, in_file};
use crate::files;
use crate::files::{MOST_OF_A_GAME, MOST_OF_A_TABLE};
use crate::interrupt;
use crate::play::full_screen;
use crate::play::game_list::Offered;
use crate::play::lineup::{BotArgs, at_the_table};
use crate::play::save::{SaveFile, games_folder};
use crate::play::saved_games::{self, Levels};
use crate::play::screens::{Next, go_on};
use crate::play::session::{Begun, Saves, Session};
use crate::screen::{Screen, is_interactive};
use furlong::any::CatalogueEntry;
use furlong::record::Player;
use furlong::ruleset::RulesetError;
use furlong::ruleset::{self, Source};
use furlong::table::{GameTable, Occupant, Table as _, check_names, seat_usual};
use furlong::text::{Colour, plain};
use furlong::{Playable, Race, Record, Roster, Seat};

/// Plays the game that the command line describes.
pub(crate) fn play<G: Playable>(roster: &Roster<G>, play: &Play, program: &str) -> Result<(), Failure> {
    let roster = &play.log.listening(roster)?;
    let (table, save) = match &play.resume {
        Some(named) => {
            let folder = games_folder();
            let path = match named {
                Some(named) => saved_games::path_of(Some(named.clone()), &folder)?,
                None => saved_games::latest_unfinished::<G>(&folder)?,
            };
            resumed(roster, play, &path)?
        }
        None => begin(roster, play)?,
    };
    interrupt::leave_on_signal();
    let screen = Screen::standard(play.plain);
    let levels = Levels::new(Offered::with_bots(roster.clone()), games_folder());
    let most = play.events.most_events;
    if !play.plain && full_screen::is_possible() {
        return go_on(Next::Play((table, save)), program, most, screen.has_colour(), Some(&levels));
    }
    let session = Session::new(table, save, program, screen, io::stdin().lock());
    session.with_levels(Some(levels)).with_most_events(most).offering_analysis(is_interactive()).run()
}

/// Resumes a saved game.
fn resumed<G: Playable>(roster: &Roster<G>, play: &Play, path: &Path) -> Result<Begun, Failure> {
    let json = read(path, MOST_OF_A_GAME)?;
    let record = Record::<G>::from_json(&json).map_err(|error| in_file(path, error))?;
    let mut race = Race::resume(record).map_err(|error| in_file(path, error))?;
    change_bots(roster, &mut race, &play.bots)?;
    check_commands(path, race.record().seats.iter().map(|seat| &seat.player), play.allow_exec)?;
    let save = match play.save.clone().filter(|save| save != path) {
        Some(elsewhere) => SaveFile::instead_of(path.to_owned(), elsewhere),
        None => SaveFile::resumed(path.to_owned(), json),
    };
    Ok((Box::new(GameTable::with_bots(race, Arc::new(roster.clone()))?), (save, Some(Saves::Always))))
}

/// Creates the game under the requested rules, or the default ones.
pub(crate) fn game<G: Playable>(ruleset: Option<&String>) -> Result<G, Failure> {
    game_named(ruleset.map_or_else(|| CatalogueEntry::of::<G>().usual_ruleset(), String::as_str))
}

/// Creates the game under the ruleset with this name or path.
pub(crate) fn game_named<G: Playable>(asked: &str) -> Result<G, Failure> {
    let ruleset = ruleset::open::<G::Ruleset>(Source::typed(asked))?;
    G::new(ruleset).map_err(|faults| Failure::Failed(format!("{asked}: {faults}")))
}

/// An unknown name is an error in the command line; a bad file is a failure.
impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Self {
        match error {
            RulesetError::Unknown { asked_by: None, .. } => Self::usage(error),
            error => Self::failed(error),
        }
    }
}

/// Creates the set-up for this number of players, with these options.
pub(crate) fn setup_for<G: Playable>(
    game: &G,
    options: &[(String, String)],
    players: u8,
) -> Result<G::Setup, Failure> {
    let mut setup = game.setup(players);
    for (option, value) in options {
        game.set_option(&mut setup, option, value).map_err(Failure::usage)?;
    }
    Ok(setup)
}

/// The default number of players: four, or `least` if that is more, as far as all these games allow it.
pub(crate) fn usual_players<G: Playable>(games: &[&G], least: u8) -> u8 {
    const USUAL: u8 = 4;
    let usual = least.max(USUAL);
    let most = games.iter().map(|game| *game.players().end()).min().unwrap_or(usual);
    let fewest = games.iter().map(|game| *game.players().start()).max().unwrap_or(usual);
    usual.min(most).max(fewest)
}

/// Starts a new game from the command line.
fn begin<G: Playable>(roster: &Roster<G>, play: &Play) -> Result<Begun, Failure> {
    let Play { table, bots, names, .. } = play;
    let (game, people, seed) = (game::<G>(play.ruleset.as_ref())?, play.people(), table.seed.value());
    let mut race = if let Some(path) = &play.position {
        let position: G::Position = read_json(path, MOST_OF_A_TABLE)?;
        Race::from_position(game, &position, seed).map_err(|faults| in_file(path, faults))?
    } else {
        let highest = people.iter().map(|seat| seat.number() + 1).max().unwrap_or(0);
        let least = highest.max(names.len() as u8).max(bots.least_seats(people.len()));
        let players = table.players.unwrap_or_else(|| usual_players(&[&game], least));
        let setup = setup_for(&game, &play.options.0, players)?;
        Race::new(game, &setup, seed).map_err(Failure::usage)?
    };
    let seats = race.seats();
    for (index, seat) in people.iter().enumerate() {
        at_the_table(seats, *seat).map_err(Failure::usage)?;
        if people[..index].contains(seat) {
            return Err(Failure::Usage(format!("--people names seat {seat} twice")));
        }
    }
    if names.len() > usize::from(seats.count()) {
        return Err(Failure::Usage(format!("{} names for {seats} seats", names.len())));
    }
    let occupants = bots.fill(roster, seats, &people)?;
    let named = |(seat, occupant): (Seat, &Occupant)| occupant.player(seat, names.get(seat.index()));
    let players: Vec<Player> = seats.iter().zip(&occupants).map(named).collect();
    check_names(&players).map_err(Failure::Usage)?;
    let players = coloured(players, &play.colours)?;
    race.set_players(players);
    let save = match &play.save {
        Some(path) => (SaveFile::at(path.clone()), Some(Saves::Always)),
        None => (SaveFile::fresh(&games_folder(), G::ID, seed), None),
    };
    let mut table = GameTable::with_bots(race, Arc::new(roster.clone()))?;
    if let Some(control) = play.clock {
        table.play_by(control, play.flag.clone().unwrap_or_default()).map_err(Failure::usage)?;
    }
    Ok((Box::new(table), save))
}

/// Sets the colours that were requested.
fn coloured(mut players: Vec<Player>, colours: &[(Seat, Colour)]) -> Result<Vec<Player>, Failure> {
    for (seat, colour) in colours {
        let refused = |problem: &str| Err(Failure::Usage(format!("--colours: {problem}")));
        if let Some(other) = players.iter().find(|player| player.colour == Some(*colour)) {
            return refused(&format!("{} is already {colour}", plain(&other.name)));
        }
        match players.get_mut(seat.index()) {
            Some(Player { colour: Some(_), .. }) => {
                return refused(&format!("seat {seat} has two colours"));
            }
            Some(player) => player.colour = Some(*colour),
            None => return refused(&format!("there is no seat {seat}")),
        }
    }
    Ok(players)
}

/// Lets the requested bots take over the seats named for them, or seats in which bots already play.
fn change_bots<G: Playable>(roster: &Roster<G>, race: &mut Race<G>, asked: &BotArgs) -> Result<(), Failure> {
    if asked.is_empty() {
        return Ok(());
    }
    seat_usual(race, roster);
    let mut players = race.record().seats.clone();
    let is_person = |player: &Player| player.player.parse() == Ok(Occupant::Person);
    let people = race.seats().iter().zip(&players).filter(|(_, player)| is_person(player));
    let people: Vec<Seat> = people.map(|(seat, _)| seat).collect();
    for (bot, player) in asked.by_seat(roster, race.seats(), &people)?.into_iter().zip(&mut players) {
        if let Some(bot) = bot {
            player.player = bot.to_string();
        }
    }
    race.set_players(players);
    Ok(())
}

/// Reads the text of a file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<String, Failure> {
    files::text(path, most).map_err(|error| cannot_read(path, error))
}

/// Lists everything in a folder by name, except hidden files such as drafts of files that are being written.
pub(crate) fn visible_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| cannot_read(folder, error))? {
        let path = entry.map_err(|error| cannot_read(folder, error))?.path();
        if !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reads a value from a JSON file of at most `most` bytes.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, most: u64) -> Result<T, Failure> {
    serde_json::from_str(&read(path, most)?).map_err(|error| in_file(path, error))
}
