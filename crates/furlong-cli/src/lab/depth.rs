//! The depth of skill: how much each doubling of a search gains.

use crate::args::Games;
use crate::failure::Failure;
use crate::lab::many_games::{played, skill_arenas};
use crate::page::Doubling;
use furlong::arena::Skill;
use furlong::table::Occupant;
use furlong::{Playable, Roster};

/// The maximum number of games of each duel, and of the other bots among themselves.
const MOST_GAMES: u64 = 200;
/// The number of worlds that the smallest search examines for a decision.
const FEWEST: u32 = 25;

/// Plays this number of doublings.
pub(crate) fn depth<G: Playable>(
    roster: &Roster<G>,
    game: &G,
    games: &Games,
    players: u8,
    doublings: u32,
) -> Result<Vec<Doubling>, Failure> {
    let searching =
        |worlds: u32| format!("hard:iterations={worlds}").parse::<Occupant>().map_err(Failure::usage);
    let doubling = |nth: u32| {
        let worlds = FEWEST << nth;
        let bots = [searching(2 * worlds)?, searching(worlds)?];
        let games = games.clone().of(games.count.min(MOST_GAMES)).with_luck(Some(false));
        let [duel, among] = skill_arenas(roster, &games, game, &bots, Some(players))?;
        let skill = Skill::of(&played(&duel)?, &played(&among)?).map_err(Failure::failed)?;
        Ok(Doubling { worlds, skill })
    };
    (0..doublings).map(doubling).collect()
}
