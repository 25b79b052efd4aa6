//! `furlong draw`: the board of a saved game as a picture.

use std::io::Write as _;

use crate::args::{Draw, RecordFile};
use crate::failure::{Failure, in_file};
use crate::new_file::NewFile;
use crate::play::lineup::at_the_table;
use crate::screen::Screen;
use furlong::record::apply;
use furlong::table::names_of;
use furlong::text::Marks;
use furlong::{Playable, Record, Seat};

pub(crate) fn draw<G: Playable>(asked: &Draw, file: &RecordFile) -> Result<(), Failure> {
    let RecordFile { path, json } = file;
    let record = Record::<G>::from_json(json).map_err(|error| in_file(path, error))?;
    let (game, mut state) = record.open().map_err(|error| in_file(path, error))?;
    let (events, at) = (record.events.len(), asked.at.unwrap_or(record.events.len()));
    if at > events {
        return Err(Failure::Usage(format!("there is no event {at}: the game has {events}")));
    }
    let seat = at_the_table(game.seats(&state), asked.seat.unwrap_or(Seat::FIRST)).map_err(Failure::usage)?;
    let picture = NewFile::begin(&asked.out, asked.force)?;
    for (event, number) in record.events.iter().take(at).zip(1..) {
        apply(&game, &mut state, event, number, &mut ()).map_err(|error| in_file(path, error))?;
    }
    let names = names_of(&record.seats);
    let svg = game.svg(&game.view(&state, seat), &Marks::NONE, &names);
    picture.finish(|out| writeln!(out, "{svg}"))?;
    let said = format!("{}: the board after event {at} of {events}.", asked.out.display());
    Ok(Screen::standard(true).text(&said)?)
}
