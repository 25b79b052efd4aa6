//! The strength of a network, measured against bots on fresh deals.

use furlong::encoding::Encoded;
use furlong::learned::Network;
use furlong::{BotSpec, Bots};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::table::{Player, Table, play};

/// A share of wins with the half-width of its 95 % interval, and some figures about the games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// The mean share of the player that is alone.
    pub mean: f64,
    /// The half-width of the interval.
    pub reach: f64,
    /// The share of games that ended by their rules.
    pub ended: f64,
    /// The mean number of decisions in a game.
    pub decisions: f64,
}

/// Which player is alone at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alone {
    /// One network against bots.
    Network,
    /// One bot against networks.
    Bot,
}

/// Measures the share of the player that is alone, in `deals` groups of games in which it sits in each seat once.
pub(crate) fn share<G: Encoded + Bots>(
    table: &Table<G>,
    network: &Network,
    bot: &BotSpec,
    alone: Alone,
    deals: u64,
    seed: u64,
) -> Share {
    let groups: Vec<(f64, f64, f64)> = (0..deals)
        .into_par_iter()
        .map(|deal| {
            let (mut sum, mut ended, mut decisions) = (0.0, 0.0, 0.0);
            for seat in 0..usize::from(table.players) {
                // Who sits where changes who draws what, so a deal is common only as far as it was not drawn yet.
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (deal << 20));
                let (one, others) = match alone {
                    Alone::Network => (Player::Best(network), Player::Bot(bot)),
                    Alone::Bot => (Player::Bot(bot), Player::Best(network)),
                };
                let mut seats = vec![others; usize::from(table.players)];
                seats[seat] = one;
                let played = play(table, &seats, &mut rng);
                sum += f64::from(played.shares[seat]);
                ended += f64::from(u8::from(played.is_over));
                decisions += f64::from(played.decisions);
            }
            let seats = f64::from(table.players);
            (sum / seats, ended / seats, decisions / seats)
        })
        .collect();
    let count = groups.len() as f64;
    let mean = groups.iter().map(|group| group.0).sum::<f64>() / count;
    let variance =
        groups.iter().map(|group| (group.0 - mean) * (group.0 - mean)).sum::<f64>() / (count - 1.0).max(1.0);
    Share {
        mean,
        reach: 1.96 * (variance / count).sqrt(),
        ended: groups.iter().map(|group| group.1).sum::<f64>() / count,
        decisions: groups.iter().map(|group| group.2).sum::<f64>() / count,
    }
}
