//! The result of a game in words, and the table of its places.

use comfy_table::{Table, presets};

use crate::lab::figures::fitted;
use furlong::text::{Names, capitalized, listed, ordinal};
use furlong::{Ending, Playable, Seat, Standing, Standings};

/// The result in a sentence.
pub(crate) fn ending_sentence(standings: &Standings, names: &Names) -> String {
    let leaders: Vec<Seat> = standings.leaders().collect();
    let first = leaders.first().copied().unwrap_or(Seat::FIRST);
    let all = || capitalized(&listed(leaders.iter().map(|seat| names.of(*seat))));
    match standings.ending {
        Ending::Racing => "The race is not over; if it ended as it stands:".to_owned(),
        Ending::Won => format!("{}.", names.does(first, "win", "wins")),
        Ending::Shared => format!("{} share the win.", all()),
        Ending::Tie => format!("{} tie for first place.", all()),
        Ending::NobodyWins => "Nobody wins.".to_owned(),
    }
}

/// The place of a seat that has finished, while others still race.
pub(crate) fn arrival_sentence(standings: &Standings, seat: Seat, names: &Names) -> String {
    let place = standings.rows[seat].place;
    let win = if place == 1 { ": that is the win" } else { "" };
    format!("{} in {} place{win}.", names.does(seat, "have finished", "has finished"), ordinal(place))
}

/// The lines of each seat in the order of places, at most `width` columns wide, with all that it has when the game is
/// over. Before the end only what is public.
pub(crate) fn places<G: Playable>(game: &G, state: &G::State, names: &Names, width: usize) -> Vec<String> {
    let standings = game.standings(state);
    if standings.ending != Ending::Racing {
        return possessions(game, state, names, width);
    }
    let line = |row: &Standing| format!("  {}. {}: {}", row.place, addressed(names, row.seat), row.score);
    standings.by_place().iter().map(line).collect()
}

/// The lines of each seat in the order of places, at most `width` columns wide, with all that it has, below a line of
/// titles. Hidden things are shown.
pub(crate) fn possessions<G: Playable>(
    game: &G,
    state: &G::State,
    names: &Names,
    width: usize,
) -> Vec<String> {
    let standings = game.standings(state);
    let tally = game.tally(state);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "player"].iter().copied().chain(tally.titles.iter().copied()));
    for row in &standings.by_place() {
        let cells = tally.rows.get(row.seat.index()).cloned().unwrap_or_default();
        let place = format!("{}.", row.place);
        table.add_row([place, addressed(names, row.seat)].into_iter().chain(cells));
    }
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 2)));
    fitted(&table, width.saturating_sub(2)).lines().map(|line| format!("  {line}")).collect()
}

/// The name of a seat, with a mark at the one that is addressed.
fn addressed(names: &Names, seat: Seat) -> String {
    let you = if names.you() == Some(seat) { " (you)" } else { "" };
    format!("{}{you}", names.name(seat))
}
