//! The result of a game in words, and its places.

use super::output::{Rank, Ranking};
use crate::common::seat::Seat;
use crate::common::standings::{Ending, Standings};
use crate::text::{Names, Text, capitalized, listed, ordinal};

/// Returns the result in a sentence.
pub(super) fn ending_sentence(standings: &Standings, names: &Names) -> String {
    let leaders: Vec<Seat> = standings.leaders().collect();
    let first = leaders.first().copied().unwrap_or(Seat::FIRST);
    let all = || capitalized(&listed(leaders.iter().map(|seat| names.of(*seat))));
    match standings.ending {
        Ending::Racing => "The race is not over; if it ended now:".to_owned(),
        Ending::Won => format!("{}.", names.does(first, "win", "wins")),
        Ending::Shared => format!("{} share the win.", all()),
        Ending::Tie => format!("{} tie for first place.", all()),
        Ending::NobodyWins => "Nobody wins.".to_owned(),
    }
}

/// Describes the place of a seat that has finished, while others still race.
pub(super) fn arrival_sentence(standings: &Standings, seat: Seat, names: &Names) -> String {
    let place = standings.rows[seat].place;
    let win = if place == 1 { ": that is the win" } else { "" };
    format!("{} in {} place{win}.", names.does(seat, "have finished", "has finished"), ordinal(place))
}

/// Returns the seats in the order of places, with everything that each has when the game is over. Before the end it
/// contains only public information.
pub(super) fn places<G: Text>(game: &G, state: &G::State, names: &Names) -> Ranking {
    let standings = game.standings(state);
    if standings.ending != Ending::Racing {
        return possessions(game, state, names);
    }
    let scores = standings.rows.iter().map(|row| vec![row.score.to_string()]).collect();
    in_order(&standings, names, Vec::new(), scores)
}

/// Returns the seats in the order of places with everything that each has, including hidden things.
pub(super) fn possessions<G: Text>(game: &G, state: &G::State, names: &Names) -> Ranking {
    let tally = game.tally(state);
    let titles = tally.titles.iter().map(|title| (*title).to_owned()).collect();
    in_order(&game.standings(state), names, titles, tally.rows)
}

pub(super) fn in_order(
    standings: &Standings,
    names: &Names,
    titles: Vec<String>,
    mut cells: Vec<Vec<String>>,
) -> Ranking {
    let by_place = standings.by_place();
    let rows = by_place.iter().map(|row| Rank {
        place: row.place,
        seat: row.seat,
        name: addressed(names, row.seat),
        cells: cells.get_mut(row.seat.index()).map(std::mem::take).unwrap_or_default(),
    });
    Ranking { titles, rows: rows.collect() }
}

/// Returns the name of a seat, with a mark if it is addressed.
fn addressed(names: &Names, seat: Seat) -> String {
    let you = if names.you() == Some(seat) { " (you)" } else { "" };
    format!("{}{you}", names.name(seat))
}
