//! The strength of weights under rules that they never played.

use std::error::Error;

use furlong::encoding::Encoded;
use furlong::learned::Network;
use furlong::ruleset::with_values;
use furlong::{BotSpec, Bots};

use crate::drawn;
use crate::measure::{Alone, share};
use crate::table::{Table, edition};

/// Extreme rules: the game, an edition of the library, and the values that are changed, separated by `;`.
const EXTREMES: &[(&str, &str, &str)] = &[
    ("animal-race", "classic", "end.points = [1, 1, 8]"),
    ("animal-race", "classic", "end.points = [0, 0, 0, 0, 8]"),
    ("animal-race", "classic", "hand = 3"),
    ("animal-race", "classic", "hand = 1"),
    ("animal-race", "classic", "cards.fox = 0; starting-bets.5 = 0; players.most = 4"),
    ("animal-race", "classic", "track.tiles = 5"),
    ("animal-race", "classic", "track.tiles = 40"),
    ("animal-race", "classic", "table.placement = 1"),
    ("hare-tortoise", "classic", "finish.carrots = 0"),
    ("hare-tortoise", "classic", "finish.carrots = 3"),
    ("hare-tortoise", "classic", "finish.carrots = 5"),
    ("hare-tortoise", "classic", "finish.carrots = 10"),
    ("hare-tortoise", "classic", "movement.longest-step = 3"),
    ("hare-tortoise", "classic", "movement.longest-step = 6"),
    ("hare-tortoise", "classic", "movement.longest-step = 10"),
    ("hare-tortoise", "classic", "start.lettuces = { 2 = 0, 3 = 0, 4 = 0, 5 = 0, 6 = 0 }"),
    ("gotham", "standard", "track.spaces = 60"),
    ("gotham", "standard", "track.spaces = 33"),
];

/// Plays at the extreme tables and some drawn ones, and prints a line for each, and a summary.
pub(crate) fn play<G: Encoded + Bots>(
    network: &Network,
    bot: &BotSpec,
    drawn: u64,
    deals: u64,
    seed: u64,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut tables: Vec<(String, Table<G>)> = Vec::new();
    for (_, name, values) in EXTREMES.iter().filter(|(game, ..)| *game == G::ID) {
        let rules = edition::<G>(name)?.ruleset().clone();
        let pairs = values.split("; ").filter_map(|pair| pair.split_once(" = "));
        let pairs: Vec<(String, String)> =
            pairs.map(|(path, value)| (path.to_owned(), value.to_owned())).collect();
        let game = G::new(with_values(&rules, &pairs, name)?)?;
        let allowed = game.players();
        let counts = [2, 4].into_iter().filter(|count| allowed.contains(count));
        tables.extend(counts.map(|players| ((*values).to_owned(), Table::of(game.clone(), players))));
    }
    let one = |number| (format!("drawn {number}"), drawn::table(seed, number));
    tables.extend((0..drawn).map(one));
    let (mut worse, mut unended) = (0, 0);
    for (name, table) in &mut tables {
        // A game ends by its rules or by a bot's way out, which comes later than a lesson ends.
        table.limit *= 10;
        let [own, others] =
            [Alone::Network, Alone::Bot].map(|alone| share(table, network, bot, alone, deals, seed));
        // The lead of one learned player among bots over one bot among learned players.
        let (lead, reach) = (own.mean - others.mean, libm::hypot(own.reach, others.reach));
        let ended = own.ended.min(others.ended);
        worse += u32::from(lead + reach < 0.0);
        unended += u32::from(ended < 1.0);
        println!(
            "{name}, {} players: {:+.1} ±{:.1} points, ended {ended:.4}, {:.1} decisions a game",
            table.players,
            100.0 * lead,
            100.0 * reach,
            own.decisions,
        );
    }
    println!("{} tables: {worse} worse than {bot}, {unended} with games that did not end", tables.len());
    Ok(())
}
