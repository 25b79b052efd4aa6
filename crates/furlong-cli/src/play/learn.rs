//! `furlong learn`: a guided first game of a few steps, on the full screen or line by line, and the normal game that
//! may follow.

use std::path::PathBuf;
use std::{fs, io};

use crate::args::Learn;
use crate::failure::Failure;
use crate::interrupt;
use crate::named::game;
use crate::play::full_screen;
use crate::play::full_screen::{After, Menu};
use crate::play::save::{SaveFile, games_folder};
use crate::play::screens::{Next, go_on};
use crate::play::session::{Begun, Saves, Session};
use crate::screen::Screen;
use furlong::arena::MOST_EVENTS;
use furlong::table::{GameTable, Table, TableError};
use furlong::text::Canvas;
use furlong::{Playable, Race, Streams};

/// The number of players in the first normal game, if the rules allow it.
const USUAL: u8 = 4;

pub(crate) fn learn<G: Playable>(asked: &Learn) -> Result<(), Failure> {
    let last_words = format!("Now play: `New game` in the menu, or `furlong play {}`.", G::ID);
    let explained = |problem: TableError| {
        Failure::Failed(format!("{problem}; `furlong rules show {}` explains the rules", G::ID))
    };
    let game = game::<G>(asked.ruleset.as_ref())?;
    let mut table = Box::new(GameTable::guided(&game, &last_words).map_err(explained)?);
    let save = (SaveFile::at("".into()), Some(Saves::Never));
    interrupt::leave_on_signal();
    let screen = Screen::standard(asked.plain);
    if asked.plain || !full_screen::is_possible() {
        return Session::new(table, save, "", screen, io::stdin().lock()).run();
    }
    let bookmark = Bookmark::of(&*table);
    if !bookmark.open(&mut *table, screen.has_colour())? {
        return Ok(());
    }
    let mut session = Session::new(table, save, "", Screen::kept(Canvas::PLAIN), io::empty());
    let after = full_screen::show(&mut session, screen.has_colour())?;
    bookmark.keep(session.table().lesson().map_or(0, |(step, _)| step), after)?;
    if after == After::Begin {
        let program = format!("furlong play {}", G::ID);
        return go_on(Next::Play(first_game(game)?), &program, MOST_EVENTS, screen.has_colour(), None);
    }
    Ok(())
}

/// A normal game of a person in the first seat against the default opponents.
fn first_game<G: Playable>(game: G) -> Result<Begun, Failure> {
    let (seed, players) = (Streams::any_seed(), game.players());
    let setup = game.setup(USUAL.clamp(*players.start(), *players.end()));
    let race = Race::new(game, &setup, seed).map_err(Failure::failed)?;
    Ok((Box::new(GameTable::new(race)?), (SaveFile::fresh(&games_folder(), G::ID, seed), None)))
}

/// The file that stores the step at which a guided game was left.
struct Bookmark(PathBuf);

impl Bookmark {
    fn of(table: &dyn Table) -> Self {
        let folder = games_folder().with_file_name("lessons");
        let rules = table.rules().name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
        Self(folder.join(format!("{}-{rules}", table.game())))
    }

    /// Goes to the step at which the guided game was left, if the person agrees. Returns `false` if the person leaves
    /// again.
    fn open(&self, table: &mut dyn Table, has_colour: bool) -> Result<bool, Failure> {
        // What cannot be read is no bookmark.
        let left = fs::read_to_string(&self.0).ok().and_then(|text| text.trim().parse::<usize>().ok());
        let Some(step) = left.filter(|step| *step > 0) else { return Ok(true) };
        let choices = [format!("Continue at step {}", step + 1), "From the first step".to_owned()]
            .map(|label| (label, None));
        let title = format!("{}: a guided first game", table.title());
        let chosen =
            Menu::open(has_colour)?.offer(&title, "You left it before its end.", choices.to_vec())?;
        if chosen == Some(0) {
            table.go_to_lesson(step);
        }
        Ok(chosen.is_some())
    }

    /// Stores the step, or removes the file after the last one.
    fn keep(&self, step: usize, after: After) -> Result<(), Failure> {
        if after == After::Begin || step == 0 {
            return match fs::remove_file(&self.0) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        }
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(&self.0, format!("{step}\n"))?)
    }
}
