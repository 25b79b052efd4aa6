//! `furlong games`: the list of the user's games, their statistics, and puzzles from them.

use super::screen::summary;
use super::solve::solve;
use super::stats::{finished, report};
use super::{listed, saved_games};
use crate::args::MyGames;
use crate::failure::Failure;
use crate::play::full_screen::{self, Menu};
use crate::play::game_list::Offered;
use crate::play::save::games_folder;
use crate::screen::{Screen, terminal_width};
use furlong::text::counted;

pub(crate) fn games(asked: &MyGames, offered: &[Offered]) -> Result<(), Failure> {
    let folder = games_folder();
    let games = saved_games(&folder);
    let mut screen = Screen::standard(false);
    if asked.puzzles {
        if !full_screen::is_possible() {
            return Err(Failure::Failed("puzzles need an interactive terminal".to_owned()));
        }
        let has_colour = screen.has_colour();
        return solve(&mut Menu::open(has_colour)?, &games, offered, has_colour);
    }
    if asked.stats {
        return Ok(screen.report(&report(&finished(&games, offered), terminal_width()))?);
    }
    if games.is_empty() {
        return Ok(screen.text(&format!("No games are saved in {} yet.", folder.display()))?);
    }
    let shown = listed(&games);
    for game in &shown {
        screen.item(&format!("{}: {}", game.name(), summary(game, offered)))?;
    }
    if shown.len() < games.len() {
        let left = counted((games.len() - shown.len()) as i64, "game", "games");
        screen.text(&format!("Not listed: {left} in which you made no move."))?;
    }
    Ok(screen.text(&format!("They are in {}.", folder.display()))?)
}
