//! Starts a game from the command line: a new one, one from a position, or a saved one.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::args::Play;
use crate::commands::check_commands;
use crate::failure::{Failure, in_file};
use crate::files::{MOST_OF_A_GAME, MOST_OF_A_TABLE};
use crate::interrupt;
use crate::named::{game, read, read_json, setup_for, usual_players};
use crate::play::full_screen;
use crate::play::game_list::Offered;
use crate::play::lineup::{BotArgs, at_the_table};
use crate::play::save::{SaveFile, games_folder};
use crate::play::saved_games::{self, Levels};
use crate::play::screens::{Next, go_on};
use crate::play::session::{Begun, Saves, Session};
use crate::screen::{Screen, is_interactive};
use furlong::record::Player;
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
    let screen = Screen::standard(play.lines.plain);
    let levels = Levels::new(Offered::with_bots(roster.clone()), games_folder());
    let most = play.events.most_events;
    if !play.lines.plain && full_screen::is_possible() {
        return go_on(Next::Play((table, save)), program, most, screen.has_colour(), Some(&levels));
    }
    let session = Session::new(table, save, program, screen, io::stdin().lock());
    let session =
        session.with_levels(Some(levels)).with_most_events(most).showing_changes(play.lines.changes);
    session.offering_analysis(is_interactive()).run()
}

/// Resumes a saved game.
fn resumed<G: Playable>(roster: &Roster<G>, play: &Play, path: &Path) -> Result<Begun, Failure> {
    let json = read(path, MOST_OF_A_GAME)?;
    let record = Record::<G>::from_json(&json).map_err(|error| in_file(path, error))?;
    let mut race = Race::resume(record).map_err(|error| in_file(path, error))?;
    change_bots(roster, &mut race, &play.bots)?;
    check_commands(path, race.record().seats.iter().map(|seat| &*seat.player), play.allow_exec)?;
    let save = match play.save.clone().filter(|save| save != path) {
        Some(elsewhere) => SaveFile::instead_of(path.to_owned(), elsewhere),
        None => SaveFile::resumed(path.to_owned(), json),
    };
    Ok((Box::new(GameTable::with_bots(race, Arc::new(roster.clone()))?), (save, Some(Saves::Always))))
}

/// Starts a new game from the command line.
fn begin<G: Playable>(roster: &Roster<G>, play: &Play) -> Result<Begun, Failure> {
    let Play { table, names, .. } = play;
    let mut bots = play.bots.clone();
    let (game, people, seed) = (game::<G>(play.ruleset.as_ref())?, play.people(), table.seed.value());
    let mut race = if let Some(path) = &play.position {
        let position: G::Position = read_json(path, MOST_OF_A_TABLE)?;
        Race::from_position(game, &position, seed).map_err(|faults| in_file(path, faults))?
    } else {
        let highest = people.iter().map(|seat| seat.number() + 1).max().unwrap_or(0);
        let least = highest.max(names.len() as u8).max(bots.least_seats(people.len()));
        let players = table.players()?.unwrap_or_else(|| usual_players(&[&game], least));
        let setup = setup_for(&game, &play.options.0, players)?;
        if people.is_empty() {
            bots = bots.or_usual_at(roster, &game, &setup)?;
        }
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
