//! From what was typed to a game that can be played: new, from a position, or from a saved game.

use std::io;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde::de::DeserializeOwned;

use super::args::given_options;
use super::args::most_events;
use super::commands::check_commands;
use super::failure::Failure;
use super::interrupt;
use super::lineup::BotsAsked;
use super::save::SaveFile;
use super::screen::Screen;
use super::session::{Saves, Session};
use super::table::{Occupant, check_names, player, seat_at, seat_usual};
use crate::files;
use crate::playable::Playable;
use crate::race::Race;
use crate::record::{Player, Record};
use crate::ruleset::{Ruleset as _, RulesetError};
use crate::seat::Seat;
use crate::streams::Streams;

/// Plays as the command line says.
pub(super) fn play<G: Playable>(matches: &ArgMatches, program: &str) -> Result<(), Failure> {
    let resumed = matches.get_one::<PathBuf>("resume");
    let asked = matches.get_one::<PathBuf>("save").cloned();
    let (race, save) = if let Some(path) = resumed {
        let json = read(path, MOST_OF_A_GAME)?;
        let mut race = resume::<G>(path, &json)?;
        change_bots(&mut race, &BotsAsked::read::<G>(matches)?)?;
        check_commands(path, race.record().seats.iter().map(|seat| &seat.player), matches)?;
        let save = match asked.filter(|asked| asked != path) {
            Some(elsewhere) => SaveFile::instead_of(path.clone(), elsewhere),
            None => SaveFile::resumed(path.clone(), json),
        };
        (race, (save, Some(Saves::Always)))
    } else {
        let race = begin::<G>(matches)?;
        let fresh = || SaveFile::fresh(Path::new(""), G::ID, race.record().streams.seed);
        let saves = asked.is_some().then_some(Saves::Always);
        let save = asked.map_or_else(fresh, SaveFile::at);
        (race, (save, saves))
    };
    interrupt::leave_on_signal();
    let screen = Screen::standard(matches.get_flag("plain"));
    let session = Session::new(race, save, program, screen, io::stdin().lock())?;
    session.with_most_events(most_events(matches)).run()
}

/// A game under the rules that were asked for.
pub(super) fn game<G: Playable>(matches: &ArgMatches) -> Result<G, Failure> {
    let usual = G::Ruleset::EMBEDDED.first().map_or("", |embedded| embedded.name);
    game_named(matches.get_one::<String>("ruleset").map_or(usual, String::as_str))
}

/// A game under the rules of this name, or of the file at this path.
pub(super) fn game_named<G: Playable>(asked: &str) -> Result<G, Failure> {
    let ruleset = G::Ruleset::open(asked).map_err(ruleset_failure)?;
    G::new(ruleset).map_err(|faults| Failure::Failed(format!("{asked}: {faults}")))
}

/// A name that there is not is a fault of the command line; a file that is wrong is a failure.
pub(super) fn ruleset_failure(error: RulesetError) -> Failure {
    match error {
        RulesetError::Unknown { asked_by: None, .. } => Failure::usage(error),
        error => Failure::failed(error),
    }
}

/// The set-up that was asked for.
pub(super) fn setup<G: Playable>(game: &G, matches: &ArgMatches, least: u8) -> Result<G::Setup, Failure> {
    let allowed = game.players();
    let usual = least.max(USUAL_PLAYERS).clamp(*allowed.start(), *allowed.end());
    setup_for(game, matches, matches.get_one::<u8>("players").copied().unwrap_or(usual))
}

/// The set-up for so many players, with the options that were given.
pub(super) fn setup_for<G: Playable>(
    game: &G,
    matches: &ArgMatches,
    players: u8,
) -> Result<G::Setup, Failure> {
    let mut setup = game.setup(players);
    for (option, value) in given_options::<G>(matches)? {
        game.set_option(&mut setup, &option, &value).map_err(Failure::usage)?;
    }
    Ok(setup)
}

/// How many play when nobody says.
pub(super) const USUAL_PLAYERS: u8 = 4;

/// The seed that was given, or one that nobody knows beforehand.
pub(super) fn seed(matches: &ArgMatches) -> u64 {
    matches.get_one("seed").copied().unwrap_or_else(Streams::any_seed)
}

/// A new game as the command line says.
fn begin<G: Playable>(matches: &ArgMatches) -> Result<Race<G>, Failure> {
    let game = game::<G>(matches)?;
    let people: Vec<&str> = match matches.get_many::<String>("people") {
        Some(seats) => seats.map(String::as_str).collect(),
        None if matches.get_flag("watch") => Vec::new(),
        None => vec!["1"],
    };
    let bots = BotsAsked::read::<G>(matches)?;
    let named = matches.get_many::<String>("names").into_iter().flatten().collect::<Vec<_>>();
    let mut race = if let Some(path) = matches.get_one::<PathBuf>("position") {
        let position: G::Position = read_json(path, MOST_OF_A_TABLE)?;
        Race::from_position(game, &position, seed(matches)).map_err(|faults| in_file(path, faults))?
    } else {
        let seated = people.iter().filter_map(|typed| typed.trim().parse().ok());
        let least = seated.map(|seat: Seat| seat.number() + 1).max().unwrap_or(0).max(named.len() as u8);
        let least = least.max(bots.least_seats(people.len()));
        let setup = setup(&game, matches, least)?;
        Race::new(game, &setup, seed(matches)).map_err(Failure::usage)?
    };
    let seats = race.seats();
    let mut sitting = Vec::new();
    for typed in people {
        let seat = seat_at(seats, typed).map_err(Failure::Usage)?;
        if sitting.contains(&seat) {
            return Err(Failure::Usage(format!("--people names seat {seat} twice")));
        }
        sitting.push(seat);
    }
    if named.len() > usize::from(seats.count()) {
        return Err(Failure::Usage(format!("{} names for {seats} seats", named.len())));
    }
    let occupants = bots.fill::<G>(seats, &sitting)?;
    let named =
        |(seat, occupant): (Seat, &Occupant)| player(seat, occupant, named.get(seat.index()).copied());
    let players: Vec<Player> = seats.iter().zip(&occupants).map(named).collect();
    check_names(&players).map_err(Failure::Usage)?;
    race.set_players(players);
    Ok(race)
}

/// Goes on with a saved game.
fn resume<G: Playable>(path: &Path, json: &str) -> Result<Race<G>, Failure> {
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    Race::resume(record).map_err(|error| in_file(path, error))
}

/// The most bytes of a position or a view.
pub(super) const MOST_OF_A_TABLE: u64 = 1 << 20;
/// The most bytes of a saved game: twice what a game of as many events as are ever traced takes.
pub(super) const MOST_OF_A_GAME: u64 = 1 << 28;
/// The most bytes of a run of many games, or a part of one: some three million games.
pub(super) const MOST_OF_A_RUN: u64 = 1 << 30;

/// Lets the bots that were asked for take over: at a seat that is named, or where bots play already.
fn change_bots<G: Playable>(race: &mut Race<G>, asked: &BotsAsked) -> Result<(), Failure> {
    if asked.is_empty() {
        return Ok(());
    }
    seat_usual(race);
    let mut players = race.record().seats.clone();
    let is_person = |player: &Player| player.player.parse() == Ok(Occupant::Person);
    let people = race.seats().iter().zip(&players).filter(|(_, player)| is_person(player));
    let people: Vec<Seat> = people.map(|(seat, _)| seat).collect();
    for (bot, player) in asked.by_seat(race.seats(), &people)?.into_iter().zip(&mut players) {
        if let Some(bot) = bot {
            player.player = bot.to_string();
        }
    }
    race.set_players(players);
    Ok(())
}

/// The text of a file of at most so many bytes.
pub(super) fn read(path: &Path, most: u64) -> Result<String, Failure> {
    files::text(path, most)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))
}

/// What a file of at most so many bytes holds in JSON.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path, most: u64) -> Result<T, Failure> {
    serde_json::from_str(&read(path, most)?).map_err(|error| in_file(path, error))
}

/// A fault of what a file holds.
pub(super) fn in_file(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}
