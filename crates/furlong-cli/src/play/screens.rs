//! From one full screen to the next: a game in play, its replay, another game of the same players, and a recorded game
//! that is played on.

use std::io;

use crate::failure::Failure;
use crate::interrupt;
use crate::play::full;
use crate::play::full::{After, Menu};
use crate::play::save::{SaveFile, games_folder};
use crate::play::session::{Saves, Session};
use crate::play::table::{Occupant, opponents, player, usual_bot};
use crate::replays::replay::Replay;
use crate::replays::replay_screen::ReplayScreen;
use crate::screen::Screen;
use furlong::arena::MOST_EVENTS;
use furlong::record::{Player, Start};
use furlong::text::Canvas;
use furlong::{BotKind, Playable, Race, Record, Seat, Streams};

/// A game, and the file that it is saved in; `None` leaves open when.
pub(crate) type Begun<G> = (Race<G>, (SaveFile, Option<Saves>));

/// The game that is shown next.
pub(crate) enum Next<G: Playable> {
    Play(Box<Begun<G>>),
    Replay(Box<ReplayScreen<G>>),
}

/// Shows a recorded game on the full screen, and what follows.
pub(crate) fn show<G: Playable>(replay_screen: ReplayScreen<G>, has_colour: bool) -> Result<(), Failure> {
    let program = format!("furlong play {}", G::ID);
    go_on(Next::Replay(Box::new(replay_screen)), &program, MOST_EVENTS, has_colour)
}

/// Shows one game after the other on the full screen, until the person leaves. `program` is the command that goes on with
/// a saved one.
pub(crate) fn go_on<G: Playable>(
    mut next: Next<G>,
    program: &str,
    most_events: u32,
    has_colour: bool,
) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    loop {
        next = match next {
            Next::Play(begun) => {
                let (race, save) = *begun;
                let kept = Screen::kept(Canvas::PLAIN);
                let session = Session::new(race, save, program, kept, io::empty())?;
                let mut session = session.with_most_events(most_events);
                match full::show(&mut session, has_colour)? {
                    After::Rematch => Next::Play(Box::new(rematch(session.into_record())?)),
                    After::Replay => Next::Replay(Box::new(session.into_viewing()?)),
                    After::Leave | After::PlayOn => return Ok(()),
                }
            }
            Next::Replay(mut replay_screen) => match full::show(&mut *replay_screen, has_colour)? {
                After::PlayOn => match play_on(replay_screen.replay(), has_colour)? {
                    Some(begun) => Next::Play(Box::new(begun)),
                    None => Next::Replay(replay_screen),
                },
                _ => return Ok(()),
            },
        };
    }
}

/// Another game of the same players under the same rules, from the same beginning, in a file of its own.
fn rematch<G: Playable>(record: Record<G>) -> Result<Begun<G>, Failure> {
    let seed = Streams::any_seed();
    let game = record.ruleset.game().map_err(Failure::failed)?;
    let mut race = match &record.start {
        Start::Setup(setup) => Race::new(game, setup, seed).map_err(Failure::failed)?,
        Start::Position(position) => Race::from_position(game, position, seed).map_err(Failure::failed)?,
    };
    race.set_players(record.seats);
    Ok((race, (SaveFile::fresh(&games_folder(), G::ID, seed), None)))
}

/// Begins the game that branches off at the moment that is shown; `None` when the person goes back.
fn play_on<G: Playable>(replay: &Replay<G>, has_colour: bool) -> Result<Option<Begun<G>>, Failure> {
    let Some((taken, bot)) = who_plays_on(replay, has_colour)? else { return Ok(None) };
    let seed = Streams::any_seed();
    let mut race =
        Race::resume(replay.record().branch(replay.now(), Streams::new(seed))).map_err(Failure::failed)?;
    let players = race.seats().iter().map(|seat| sits_down(replay.record(), seat, taken, bot));
    let players = players.collect::<Result<Vec<_>, Failure>>()?;
    race.set_players(players);
    Ok(Some((race, (SaveFile::fresh(&games_folder(), G::ID, seed), Some(Saves::Always)))))
}

/// Asks which seat the person takes, and which bot plays the others instead of those of the recorded game; `None` when
/// the person goes back.
fn who_plays_on<G: Playable>(
    replay: &Replay<G>,
    has_colour: bool,
) -> Result<Option<(Seat, Option<&'static str>)>, Failure> {
    const AS_BEFORE: (&str, &str) =
        ("as before", "the bots of the recorded game; the usual bot for everybody else");
    let mut menu = Menu::open(has_colour)?;
    let title = format!("Play on from event {} of {}", replay.now(), replay.events());
    let seats: Vec<Seat> = replay.seats().iter().collect();
    let was = |seat: &Seat| replay.record().seats.get(seat.index()).map(|player| player.player.clone());
    let choices = seats.iter().map(|seat| (replay.names().name(*seat), was(seat))).collect();
    let Some(taken) = menu.offer(&title, "Which seat do you take?", choices)? else { return Ok(None) };
    let named = |(name, about): (&str, &str)| (name.to_owned(), Some(about.to_owned()));
    let bots: Vec<&BotKind> = opponents(G::BOTS).collect();
    let about = bots.iter().map(|bot| named((bot.name, bot.about)));
    let choices = std::iter::once(named(AS_BEFORE)).chain(about).collect();
    let bot = menu.offer(&title, "Who plays the other seats?", choices)?;
    Ok(bot.map(|bot| (seats[taken], bot.checked_sub(1).map(|bot| bots[bot].name))))
}

/// The player of a seat when a recorded game is played on: the person at `taken`, and `bot` or the recorded bot at the
/// others. A name that was given stays; one that tells a bot from a person changes with it.
fn sits_down<G: Playable>(
    record: &Record<G>,
    seat: Seat,
    taken: Seat,
    bot: Option<&str>,
) -> Result<Player, Failure> {
    let before = record.seats.get(seat.index());
    let occupied: Option<Occupant> = before.and_then(|player| player.player.parse().ok());
    let occupant = match (bot, &occupied) {
        _ if seat == taken => Occupant::Person,
        (Some(bot), _) => bot.parse().map_err(Failure::failed)?,
        (None, Some(Occupant::Bot(spec))) => Occupant::Bot(spec.clone()),
        (None, _) => usual_bot::<G>(),
    };
    let usual = occupied.map(|occupied| player(seat, &occupied, None).name);
    let name = before.map(|player| &player.name).filter(|name| Some(*name) != usual.as_ref());
    Ok(player(seat, &occupant, name))
}
