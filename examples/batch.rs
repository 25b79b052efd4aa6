//! Learns to win the animal race with two players, in the simplest way there is: a policy that is linear in the
//! features of the legal actions is pushed towards the actions that winners played.
//!
//! `cargo run --release --example batch` prints the share of games that the policy wins against random play, before
//! and after learning. It shows how a learning program uses a [`Batch`]; a strong player needs a network and more
//! games.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use furlong::animal_race::AnimalRace;
use furlong::batch::{ActionLists, Batch, Buffers, ENDED};
use furlong::encoding::{Encoded, Features as _};
use furlong::{RaceGame, Seat, ruleset};

/// The number of games played side by side.
const GAMES: usize = 256;
/// The features of an action.
const WIDTH: usize = <AnimalRace as Encoded>::ActionFeatures::LEN;
/// The number of steps of learning, and of each measurement.
const STEPS: usize = 1_000;
/// The size of a step towards the actions of a winner, and away from those of a loser.
const RATE: f32 = 0.02;

/// The weight of each feature of an action.
type Policy = [f32; WIDTH];

/// Plays a batch, in which seat 1 follows the policy and seat 2 plays at random, and returns seat 1's share of the
/// wins. When `rate` is above 0, the policy learns from each game that ends.
fn play(policy: &mut Policy, seed: u64, rate: f32) -> Result<f32, Box<dyn std::error::Error>> {
    let game = AnimalRace::new(ruleset::open("classic")?)?;
    let setup = game.setup(2);
    let mut batch = Batch::new(game, &setup, seed, GAMES)?;
    let mut lists = ActionLists::with_features();
    let (mut chosen, mut endings, mut rewards) = (vec![0; GAMES], vec![0; GAMES], vec![0.0; 2 * GAMES]);
    // For each game, the gradient of the log-probability of the actions played so far.
    let mut played = vec![[0.0; WIDTH]; GAMES];
    let (mut won, mut ended) = (0.0, 0.0);
    for _ in 0..STEPS {
        batch.list(&mut lists);
        let mut logits: Vec<f32> = lists.features.chunks(WIDTH).map(|row| dot(policy, row)).collect();
        for game in (0..GAMES).filter(|game| batch.seat(*game) != Some(Seat::FIRST)) {
            logits[lists.of(game)].fill(0.0);
        }
        batch.sample_listed(&logits, &mut chosen)?;
        for game in (0..GAMES).filter(|game| batch.seat(*game) == Some(Seat::FIRST)) {
            let list = lists.of(game);
            let sum: f32 = logits[list.clone()].iter().map(|logit| libm::expf(*logit)).sum();
            for row in list {
                let is_chosen = lists.indices[row] == chosen[game];
                let push = f32::from(u8::from(is_chosen)) - libm::expf(logits[row]) / sum;
                for (gradient, feature) in played[game].iter_mut().zip(&lists.features[row * WIDTH..]) {
                    *gradient += push * feature;
                }
            }
        }
        batch.step(&chosen, &mut Buffers::default().endings(&mut endings).rewards(&mut rewards))?;
        for game in (0..GAMES).filter(|game| endings[*game] == ENDED) {
            let reward = rewards[2 * game];
            (won, ended) = (won + reward, ended + 1.0);
            for (weight, gradient) in
                policy.iter_mut().zip(std::mem::replace(&mut played[game], [0.0; WIDTH]))
            {
                *weight += rate * (reward - 0.5) * gradient;
            }
        }
    }
    Ok(won / ended)
}

fn dot(policy: &Policy, row: &[f32]) -> f32 {
    policy.iter().zip(row).map(|(weight, feature)| weight * feature).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut policy = [0.0; WIDTH];
    println!("before: {:.3} of the wins", play(&mut policy, 1, 0.0)?);
    play(&mut policy, 2, RATE)?;
    println!("after:  {:.3} of the wins", play(&mut policy, 3, 0.0)?);
    Ok(())
}
