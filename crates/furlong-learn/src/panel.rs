//! The strength of weights under rules that they never played.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use furlong::encoding::Encoded;
use furlong::learned::Weights;
use furlong::ruleset::with_values;
use furlong::{BotSpec, Bots};

use crate::measure::{Alone, share};
use crate::table::Table;
use crate::{Failure, Game, drawn, edition, table};

#[derive(Args)]
pub(crate) struct Panel {
    /// The game.
    pub game: Game,
    /// The weights.
    weights: PathBuf,
    /// The bot to measure against.
    #[arg(long, default_value = "heuristic")]
    bot: String,
    /// The number of drawn rulesets.
    #[arg(long, default_value_t = 60)]
    drawn: u64,
    /// Deals of each ruleset, played in all seatings, once with each player alone.
    #[arg(long, default_value_t = 200)]
    deals: u64,
    /// The seed of the rulesets and the deals; lessons drawn from another seed saw other rules.
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
}

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

impl Panel {
    /// Plays all games and prints a line for each ruleset, and a summary.
    pub(crate) fn play<G: Encoded + Bots>(&self) -> Result<(), Failure> {
        let network = Weights::read::<G>(&fs::read(&self.weights)?)?.network;
        let bot: BotSpec = self.bot.parse()?;
        let mut tables: Vec<(String, Table<G>)> = Vec::new();
        for (_, name, values) in EXTREMES.iter().filter(|(game, ..)| *game == G::ID) {
            let rules = edition::<G>(name)?.ruleset().clone();
            let pairs = values.split("; ").filter_map(|pair| pair.split_once(" = "));
            let pairs: Vec<(String, String)> =
                pairs.map(|(path, value)| (path.to_owned(), value.to_owned())).collect();
            let game = G::new(with_values(&rules, &pairs, name)?)?;
            let allowed = game.players();
            let counts = [2, 4].into_iter().filter(|count| allowed.contains(count));
            tables.extend(counts.map(|players| ((*values).to_owned(), table(game.clone(), players))));
        }
        let drawn = |number| (format!("drawn {number}"), drawn::table(self.seed, number));
        tables.extend((0..self.drawn).map(drawn));
        let (mut worse, mut unended) = (0, 0);
        for (name, table) in &mut tables {
            // A game ends by its rules or by a bot's way out, which comes later than a lesson ends.
            table.limit *= 10;
            let [own, others] = [Alone::Network, Alone::Bot]
                .map(|alone| share(table, &network, &bot, alone, self.deals, self.seed));
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
}
