//! Exact values of small games, by value iteration.

use std::collections::HashMap;

use crate::common::seat::{SeatList, Seats};
use crate::game::{RaceGame, Turn, Weighted};

/// The error for a game with too many positions for an exact solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more than {most} positions")]
pub struct TooManyPositions {
    /// The limit on the number of positions.
    pub most: usize,
}

/// Returns each seat's exact expected share of the win in a position, when every seat takes each legal action with the
/// same probability. It lists all positions that can follow, at most `most`, and improves their values until no share
/// changes by more than 10⁻¹².
///
/// Use it to check that an estimate is right, and to see how far it errs: compare it with an
/// [`Estimator`](crate::arena::Estimator) of the bot `random`.
///
/// # Errors
/// When there are more than `most` positions.
pub fn value_of_random_play<G: RaceGame>(
    game: &G,
    position: &G::State,
    most: usize,
) -> Result<SeatList<f64>, TooManyPositions> {
    let uniform: &Policy<'_, G> = &|_, _, actions| vec![1.0 / actions.len() as f64; actions.len()];
    let followers = followers(game, position, uniform, most)?;
    Ok(values(game, game.seats(position), &followers)[0])
}

/// The policy of the seats in an exact calculation: for a view and its legal actions, it returns the probability of
/// each action, in their order. It sees only views. If seats play differently, it tells them apart by
/// [`RaceGame::viewer`].
pub type Policy<'a, G> = dyn Fn(&G, &<G as RaceGame>::View, &[<G as RaceGame>::Action]) -> Vec<f64> + 'a;

/// Returns the exact values of a position and of all positions that can follow, when every seat plays by `policy`: see
/// [`value_of_random_play`].
///
/// # Errors
/// When there are more positions than `most`.
pub fn values_of_play<G: RaceGame>(
    game: &G,
    position: &G::State,
    policy: &Policy<'_, G>,
    most: usize,
) -> Result<HashMap<G::State, SeatList<f64>>, TooManyPositions> {
    let followers = followers(game, position, policy, most)?;
    let values = values(game, game.seats(position), &followers);
    Ok(followers.into_iter().map(|(state, _)| state).zip(values).collect())
}

/// Returns the value of each of these positions, in their order.
fn values<G: RaceGame>(game: &G, seats: Seats, followers: &[Followed<G::State>]) -> Vec<SeatList<f64>> {
    const EXACT: f64 = 1e-12;
    let mut values: Vec<SeatList<f64>> = followers
        .iter()
        .map(|(state, _)| {
            let won = game.returns(state);
            SeatList::new(seats, |seat| won[seat].as_f64())
        })
        .collect();
    loop {
        let mut largest: f64 = 0.0;
        // Following positions mostly come later in the list, so the last ones are improved first.
        for (index, (_, next)) in followers.iter().enumerate().rev().filter(|(_, (_, next))| !next.is_empty())
        {
            let mean =
                seats.iter().map(|seat| next.iter().map(|(to, weight)| weight * values[*to][seat]).sum());
            let mean: SeatList<f64> = mean.collect();
            for (old, new) in values[index].iter().zip(&mean) {
                largest = largest.max((old - new).abs());
            }
            values[index] = mean;
        }
        if largest <= EXACT {
            return values;
        }
    }
}

/// A position with the indices and probabilities of the positions that follow; there are none when the game is over.
type Followed<S> = (S, Vec<(usize, f64)>);

/// Lists all positions that can follow, starting with the given one.
fn followers<G: RaceGame>(
    game: &G,
    position: &G::State,
    policy: &Policy<'_, G>,
    most: usize,
) -> Result<Vec<Followed<G::State>>, TooManyPositions> {
    let mut known = HashMap::from([(position.clone(), 0)]);
    let mut all: Vec<Followed<G::State>> = vec![(position.clone(), Vec::new())];
    let mut actions = Vec::new();
    let mut index = 0;
    while index < all.len() {
        let state = all[index].0.clone();
        let mut next: Vec<(G::State, f64)> = Vec::new();
        match game.turn(&state) {
            Turn::Over => {}
            Turn::Chance(_) => {
                let outcomes = after_chance(game, &state).into_iter();
                next.extend(outcomes.map(|(_, after, probability)| (after, probability)));
            }
            Turn::Seat(seat) => {
                game.actions(&state, &mut actions);
                let chances = policy(game, &game.view(&state, seat), &actions);
                for (action, chance) in actions.iter().zip(chances).filter(|(_, chance)| *chance > 0.0) {
                    let mut after = state.clone();
                    game.apply(&mut after, *action, &mut ());
                    next.push((after, chance));
                }
            }
        }
        for (after, weight) in next {
            let to = *known.entry(after).or_insert_with_key(|after| {
                all.push((after.clone(), Vec::new()));
                all.len() - 1
            });
            all[index].1.push((to, weight));
        }
        if all.len() > most {
            return Err(TooManyPositions { most });
        }
        index += 1;
    }
    Ok(all)
}

/// Lists each outcome of the next chance event, with the state after it and its probability.
pub(super) fn after_chance<G: RaceGame>(game: &G, state: &G::State) -> Vec<(G::Chance, G::State, f64)> {
    let mut chances = Vec::new();
    game.chances(state, &mut chances);
    let ways: f64 = chances.iter().map(|chance| f64::from(chance.weight)).sum();
    let follow = |chance: Weighted<G::Chance>| {
        let mut after = state.clone();
        game.apply_chance(&mut after, chance.outcome, &mut ());
        (chance.outcome, after, f64::from(chance.weight) / ways)
    };
    chances.into_iter().map(follow).collect()
}
