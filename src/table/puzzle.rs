//! Puzzles at a table: a position, the move to find, a hint and an explanation.

use std::sync::Arc;

use super::contract::Table;
use super::game_table::GameTable;
use super::players::Occupant;
use crate::bot::BotSpec;
use crate::common::seat::Seat;
use crate::common::stable_hash::StableHasher;
use crate::formats::json;
use crate::game::Turn;
use crate::playable::Playable;
use crate::race::Race;
use crate::text::Puzzle;

/// The seed of all chance after a puzzle, which nobody plays on.
const SEED: u64 = 1;

/// A puzzle for a person, without the type of its game.
#[derive(Debug)]
pub struct PosedPuzzle {
    /// The table, at which the seat to move belongs to a person.
    pub table: Box<dyn Table>,
    /// The seat to move.
    pub seat: Seat,
    /// A name for the puzzle that depends on its position alone.
    pub id: String,
    /// The label of the best move.
    pub best: String,
    /// Two hints: what to look at, then what the best move does. If the second cannot say that without naming the move, it
    /// gives a choice of two moves.
    pub hints: [String; 2],
    /// Why the move is best: what it does, and how much it wins compared with the next best one.
    pub explanation: String,
}

/// Returns the [puzzles](crate::Text::puzzles) of a game under its rules, each at a table of its own.
pub fn posed_puzzles<G: Playable>(game: &G) -> Vec<PosedPuzzle> {
    let game = Arc::new(game.clone());
    game.puzzles().iter().filter_map(|puzzle| pose(&game, puzzle)).collect()
}

fn pose<G: Playable>(game: &Arc<G>, puzzle: &Puzzle<G::Position, G::Action>) -> Option<PosedPuzzle> {
    let mut race = Race::from_position(Arc::clone(game), &puzzle.position, SEED).ok()?;
    let Turn::Seat(seat) = race.turn() else { return None };
    // The others do not move here.
    let random = Occupant::Bot(BotSpec::named("random"));
    let occupant = |other| if other == seat { &Occupant::Person } else { &random };
    let players = race.seats().iter().map(|other| occupant(other).player(other, None)).collect();
    race.set_players(players);
    let view = race.seat_view(seat);
    let [best, next] = [puzzle.best, puzzle.next].map(|action| game.label(&view, action));
    let purpose = game.purpose(&view, puzzle.best);
    let id = format!("{:016x}", StableHasher::of(&json::plain(&puzzle.position).to_string()));
    let mut table = Box::new(GameTable::new(race).ok()?);
    table.proceed();
    Some(PosedPuzzle {
        hints: [
            general_hint(game.rule_of_thumb(&view, puzzle.next, puzzle.best)),
            hint(purpose.as_deref().filter(|purpose| !purpose.contains(&best)), &best, &next),
        ],
        explanation: explanation(purpose.as_deref(), &best, &next, puzzle.shares, puzzle.is_exact),
        table,
        seat,
        id,
        best,
    })
}

/// Describes what to look at: a rule of thumb that the best move follows, if there is one.
fn general_hint(rule: Option<String>) -> String {
    rule.map_or_else(
        || "What does each move bring now, and what does it leave for your next turns?".to_owned(),
        |rule| format!("A rule of thumb: {rule}"),
    )
}

/// Describes what the best move does; if its purpose is unknown or names it, the hint is a choice of two moves.
fn hint(purpose: Option<&str>, best: &str, next: &str) -> String {
    let mut two = [best, next];
    two.sort_unstable();
    purpose.map_or_else(
        || format!("It is `{}` or `{}`.", two[0], two[1]),
        |purpose| format!("What the move does: {purpose}."),
    )
}

fn explanation(purpose: Option<&str>, best: &str, next: &str, shares: [f64; 2], is_exact: bool) -> String {
    let purpose = purpose.map_or_else(String::new, |purpose| format!("What `{best}` does: {purpose}. "));
    let [most, less] = shares.map(|share| (100.0 * share).round());
    let from = if is_exact { "Over every line of play" } else { "In a search" };
    format!(
        "{purpose}{from}, `{best}` wins about {most:.0} of 100 games, and the next best move, `{next}`, about {less:.0}."
    )
}
