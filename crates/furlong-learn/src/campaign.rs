//! A training run: lesson after lesson, each from games of the latest player.

use furlong::encoding::Encoded;
use furlong::learned::Network;
use furlong::{BotSpec, Bots, RaceGame};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rayon::prelude::*;

use crate::adam::Adam;
use crate::lesson::{Aim, Lesson};
use crate::table::{Played, Player, Table, play};

/// The settings of a training run.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    /// The seed of everything.
    pub seed: u64,
    /// The number of lessons of imitation.
    pub imitations: u32,
    /// The number of lessons of self-play.
    pub lessons: u32,
    /// The number of games in a lesson.
    pub games: u64,
    /// The bots to imitate, which also sit at some of the tables later.
    pub bots: Vec<BotSpec>,
    /// The share of tables with bots.
    pub with_bots: f64,
    /// The share of tables with players of earlier lessons.
    pub with_earlier: f64,
    /// The opponent in all seats but the learner's; `None` for self-play.
    pub only_against: Option<BotSpec>,
}

/// The tables to play at, each with its weight.
pub(crate) type Tables<G> = Vec<(Table<G>, f64)>;

/// Plays and learns; `after` sees the network after each lesson.
pub(crate) fn run<G: Encoded + Bots>(
    campaign: &Campaign,
    tables: &Tables<G>,
    network: &mut Network,
    mut after: impl FnMut(u32, &Network, &crate::lesson::Marks, &[Played]),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(campaign.seed);
    let mut adam = Adam::new(network);
    let mut earlier: Vec<Network> = Vec::new();
    let all = campaign.imitations + campaign.lessons;
    for number in 0..all {
        let aim = if number < campaign.imitations { Aim::Imitate } else { Aim::Improve };
        if number == campaign.imitations {
            adam = Adam::new(network);
        }
        let left = (1.0
            - f64::from(number.saturating_sub(campaign.imitations)) / f64::from(campaign.lessons.max(1)))
            as f32;
        let lesson = match aim {
            Aim::Imitate => {
                Lesson { pace: 1e-3, batch: 1024, epochs: 1, trace: 1.0, clip: 0.2, variety: 0.0, value: 1.0 }
            }
            Aim::Improve => Lesson {
                pace: 1e-3 * left.max(0.03),
                batch: 4096,
                epochs: 3,
                trace: 0.95,
                clip: 0.2,
                variety: 0.02 * left.max(0.1),
                value: 1.0,
            },
        };
        let seeds: Vec<u64> = (0..campaign.games).map(|_| rng.next_u64()).collect();
        let student: &Network = network;
        let games: Vec<Played> = seeds
            .into_par_iter()
            .map(|seed| {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let table = any_table(tables, &mut rng);
                let seats = seats(campaign, aim, student, &earlier, table.players, &mut rng);
                play(table, &seats, &mut rng)
            })
            .collect();
        let marks = lesson.learn(network, &mut adam, &games, aim, &mut rng);
        if aim == Aim::Improve && number % 10 == 0 {
            earlier.push(network.clone());
            // Thinned out evenly, so that early ones stay.
            if earlier.len() > 32 {
                let mut place = 0;
                earlier.retain(|_| {
                    place += 1;
                    place % 2 == 0
                });
            }
        }
        after(number, network, &marks, &games);
    }
}

fn any_table<'a, G: RaceGame>(tables: &'a Tables<G>, rng: &mut Xoshiro256PlusPlus) -> &'a Table<G> {
    let mut left = rng.random_range(0.0..tables.iter().map(|(_, weight)| weight).sum());
    for (table, weight) in tables {
        if left < *weight {
            return table;
        }
        left -= weight;
    }
    &tables[0].0
}

fn seats<'a>(
    campaign: &'a Campaign,
    aim: Aim,
    student: &'a Network,
    earlier: &'a [Network],
    players: u8,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Player<'a>> {
    let any_bot = |rng: &mut Xoshiro256PlusPlus| &campaign.bots[rng.random_range(0..campaign.bots.len())];
    let count = usize::from(players);
    if aim == Aim::Imitate {
        return (0..count).map(|_| Player::Teacher(any_bot(rng))).collect();
    }
    let own = rng.random_range(0..count);
    if let Some(opponent) = &campaign.only_against {
        let mut seats = vec![Player::Bot(opponent); count];
        seats[own] = Player::Learner(student);
        return seats;
    }
    let kind: f64 = rng.random();
    let with_bots = kind < campaign.with_bots && !campaign.bots.is_empty();
    let with_earlier = !with_bots && kind < campaign.with_bots + campaign.with_earlier && !earlier.is_empty();
    (0..count)
        .map(|seat| {
            if seat == own || !(with_bots || with_earlier) || rng.random_bool(0.4) {
                Player::Learner(student)
            } else if with_bots {
                Player::Bot(any_bot(rng))
            } else {
                Player::Rival(&earlier[rng.random_range(0..earlier.len())])
            }
        })
        .collect()
}
