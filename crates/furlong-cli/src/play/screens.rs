//! Moves between full screens: a game in play, its replay, another game of the same players, and a game that continues
//! from a replay.

use std::io::{self, Empty};

use crate::failure::Failure;
use crate::interrupt;
use crate::play::full_screen;
use crate::play::full_screen::{After, Menu};
use crate::play::save::{SaveFile, games_folder};
use crate::play::saved_games::Levels;
use crate::play::session::{Begun, Saves, Session};
use crate::replays::replay_screen::ReplayScreen;
use crate::screen::Screen;
use furlong::arena::MOST_EVENTS;
use furlong::bot::{BotKind, gentlest};
use furlong::record::Player;
use furlong::table::{Occupant, Table};
use furlong::text::Canvas;
use furlong::{BotSpec, Seat, Streams};

/// The game that is shown next.
pub(crate) enum Next {
    Play(Begun),
    /// Another game of the same players under the same rules.
    Again(Begun),
    /// A game in play, or at its end.
    Session(Box<Session<Empty, Vec<u8>>>),
    Replay(Box<ReplayScreen>),
}

/// The answer to the question who plays in the other seats.
#[derive(Clone, Copy)]
pub(crate) enum Opponent<'a> {
    Bot(&'a BotKind),
    /// The answer listed before the bots.
    Before,
    /// One of the answers listed after the bots.
    After(usize),
}

/// The label and the meaning of a choice.
pub(crate) type Named = (&'static str, &'static str);

/// Asks for an opponent: one of the levels of play, or another answer listed `before` or `after` them; `None` if the
/// person goes back. If a game has no levels, its other bots are offered, except those that need not finish. `--bot`
/// allows any bot. The cursor starts on the bot called `first`.
pub(crate) fn ask_opponent<'a>(
    menu: &mut Menu,
    (title, question): (&str, &str),
    bots: &'a [BotKind],
    before: Option<Named>,
    after: &[Named],
    first: Option<&str>,
) -> Result<Option<Opponent<'a>>, Failure> {
    let named = |(name, about): Named| (name.to_owned(), Some(about.to_owned()));
    let has_levels = bots.iter().any(|kind| kind.is_level);
    let bots = bots.iter().filter(|kind| if has_levels { kind.is_level } else { kind.finishes });
    let before = before.map(|answer| (Opponent::Before, named(answer)));
    let mut answers: Vec<_> = before.into_iter().collect();
    answers.extend(bots.map(|kind| (Opponent::Bot(kind), named((kind.name, kind.about)))));
    answers.extend((0..).zip(after).map(|(index, answer)| (Opponent::After(index), named(*answer))));
    let choices = answers.iter().map(|(_, choice)| choice.clone()).collect();
    let is_first =
        |opponent: &Opponent<'_>| matches!(opponent, Opponent::Bot(bot) if Some(bot.name) == first);
    let cursor = answers.iter().position(|(opponent, _)| is_first(opponent)).unwrap_or(0);
    Ok(menu.offer_at(title, question, choices, cursor)?.map(|chosen| answers[chosen].0))
}

/// Shows a recorded game on the full screen, and the games that follow from it.
pub(crate) fn show(replay_screen: ReplayScreen, has_colour: bool) -> Result<(), Failure> {
    let program = format!("furlong play {}", replay_screen.table().game());
    go_on(Next::Replay(Box::new(replay_screen)), &program, MOST_EVENTS, has_colour, None)
}

/// Shows one game after another on the full screen, until the person leaves. `program` is the command that continues a
/// saved game.
pub(crate) fn go_on(
    mut next: Next,
    program: &str,
    most_events: u32,
    has_colour: bool,
    levels: Option<&Levels>,
) -> Result<(), Failure> {
    interrupt::leave_on_signal();
    // The finished game whose replay is shown, to which the person comes back.
    let mut ended: Option<Box<Session<Empty, Vec<u8>>>> = None;
    loop {
        let is_known = matches!(next, Next::Again(_));
        next = match next {
            Next::Play((table, save)) | Next::Again((table, save)) => {
                let session = Session::new(table, save, program, Screen::kept(Canvas::PLAIN), io::empty());
                let session = session.with_most_events(most_events).for_people_who_know_it(is_known);
                Next::Session(Box::new(session.with_levels(levels.cloned())))
            }
            Next::Session(mut session) => match full_screen::show(&mut *session, has_colour)? {
                After::Rematch => Next::Again(session.rematch()?),
                After::NewLevel => Next::Again(session.at_new_level()?),
                After::Replay => {
                    let replay_screen = Box::new(session.replay());
                    ended = Some(session);
                    Next::Replay(replay_screen)
                }
                After::Leave | After::Quit | After::Begin | After::PlayOn => return Ok(()),
            },
            Next::Replay(mut replay_screen) => match full_screen::show(&mut *replay_screen, has_colour)? {
                After::PlayOn => {
                    let mut menu = Menu::open(has_colour)?;
                    match play_on(&mut menu, replay_screen.table())? {
                        Some(begun) => Next::Play(begun),
                        None if menu.is_left() => return Ok(()),
                        None => Next::Replay(replay_screen),
                    }
                }
                After::Leave => match ended.take() {
                    Some(mut session) => {
                        session.after_replay(*replay_screen);
                        Next::Session(session)
                    }
                    None => return Ok(()),
                },
                _ => return Ok(()),
            },
        };
    }
}

/// Starts the game that continues from the moment shown; `None` if the person goes back.
fn play_on(menu: &mut Menu, table: &dyn Table) -> Result<Option<Begun>, Failure> {
    let Some((taken, bot)) = who_plays_on(menu, table)? else { return Ok(None) };
    let seed = Streams::any_seed();
    let players = table.seats().iter().map(|seat| sits_down(table, seat, taken, bot));
    let players = players.collect::<Result<Vec<_>, Failure>>()?;
    let save = SaveFile::fresh(&games_folder(), table.game(), seed);
    Ok(Some((table.play_on(seed, players)?, (save, Some(Saves::Always)))))
}

/// Asks which seat the person takes, and which bot plays the others instead of the recorded bots; `None` if the person
/// goes back.
fn who_plays_on(menu: &mut Menu, table: &dyn Table) -> Result<Option<(Seat, Option<&'static str>)>, Failure> {
    const AS_BEFORE: Named = ("the same players", "the bots of the saved game; beginners in the other seats");
    let title = format!("Play on from event {} of {}", table.now(), table.events());
    let seats: Vec<Seat> = table.seats().iter().collect();
    let was = |seat: &Seat| table.players().get(seat.index()).map(|player| player.player.clone());
    let choices = seats.iter().map(|seat| (table.names().name(*seat), was(seat))).collect();
    let Some(taken) = menu.offer(&title, "Which seat do you take?", choices)? else { return Ok(None) };
    let question = (title.as_str(), "Who plays the other seats?");
    let others = ask_opponent(menu, question, table.bots(), Some(AS_BEFORE), &[], None)?;
    Ok(others.map(|others| match others {
        Opponent::Bot(bot) => (seats[taken], Some(bot.name)),
        Opponent::Before | Opponent::After(_) => (seats[taken], None),
    }))
}

/// The player of a seat when a recorded game continues: the person at `taken`, and `bot` or the recorded bot at the
/// others. A custom name stays; a default name changes with the player.
fn sits_down(table: &dyn Table, seat: Seat, taken: Seat, bot: Option<&str>) -> Result<Player, Failure> {
    let before = table.players().get(seat.index());
    let occupied = before.and_then(Occupant::of);
    let occupant = match (bot, &occupied) {
        _ if seat == taken => Occupant::Person,
        (Some(bot), _) => bot.parse().map_err(Failure::failed)?,
        (None, Some(Occupant::Bot(spec))) => Occupant::Bot(spec.clone()),
        (None, _) => Occupant::Bot(BotSpec::named(gentlest(table.bots()))),
    };
    let usual = occupied.map(|occupied| occupied.player(seat, None).name);
    let name = before.map(|player| &player.name).filter(|name| Some(*name) != usual.as_ref());
    Ok(Player { colour: before.and_then(|player| player.colour), ..occupant.player(seat, name) })
}
