//! `furlong learn`: a guided first game of a few steps, on the full screen or line by line.

use std::io;

use crate::args::Learn;
use crate::failure::Failure;
use crate::interrupt;
use crate::play::full;
use crate::play::save::SaveFile;
use crate::play::session::{Saves, Session};
use crate::play::start::game;
use crate::screen::Screen;
use furlong::Playable;
use furlong::table::{GameTable, TableError};

pub(crate) fn learn<G: Playable>(asked: &Learn) -> Result<(), Failure> {
    let last_words = format!("Now play: `New game` in the menu, or `furlong play {}`.", G::ID);
    let explained = |problem: TableError| {
        Failure::Failed(format!("{problem}; `furlong rules show {}` explains them", G::ID))
    };
    let game = game::<G>(asked.ruleset.as_ref())?;
    let table = Box::new(GameTable::guided(&game, &last_words).map_err(explained)?);
    let save = (SaveFile::at("".into()), Some(Saves::Never));
    interrupt::leave_on_signal();
    let screen = Screen::standard(asked.plain);
    if !asked.plain && full::is_possible() {
        let kept = Screen::kept(furlong::text::Canvas::PLAIN);
        let mut session = Session::new(table, save, "", kept, io::empty());
        return full::show(&mut session, screen.has_colour()).map(|_| ());
    }
    Session::new(table, save, "", screen, io::stdin().lock()).run()
}
