//! `furlong bots`: what can play.

use super::args::bots_help;
use super::failure::Failure;
use super::screen::Screen;
use crate::playable::Playable;

pub(super) fn bots<G: Playable>() -> Result<(), Failure> {
    let mut screen = Screen::standard(true);
    Ok(screen.picture(&format!("{}\n\n{}", G::TITLE, bots_help::<G>()))?)
}
