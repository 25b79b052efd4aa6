//! Ratings of a pool of players, from the games between every two of them.

/// The Elo difference between two players when one is e times as strong as the other.
const NATURAL_ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The results of two players that have met at one or more tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The indices of the two players in the pool.
    pub players: [usize; 2],
    /// The number of seats that each player had at a table.
    pub seats: [f64; 2],
    /// The number of games that each player has won; a shared win counts as a fraction.
    pub won: [f64; 2],
}

/// The prior of a meeting, in games: wins that both players get for their seats, as if they were equal. It allows a
/// rating for a player that never wins, and has little weight after a hundred games.
const GIVEN: f64 = 1.0;
/// The maximum number of passes over the pool. They end when a pass changes no rating by a thousandth of a point.
const MOST_PASSES: u32 = 10_000;
/// A thousandth of an Elo point, as the logarithm of a ratio of strengths.
const STILL: f64 = 0.001 / NATURAL_ELO;

/// Returns the maximum-likelihood rating of each player, in Elo above the mean of the pool. The probability that a
/// seat wins is its player's share of the strengths of all seats: the Bradley-Terry model, or the Plackett-Luce model
/// for more than two seats. It is found by Zermelo's iteration, which is the MM algorithm of Hunter (2004).
///
/// ```
/// use furlong::arena::stats::{Meeting, elo_of_pool};
/// let meeting = Meeting { players: [0, 1], seats: [1.0, 1.0], won: [749.5, 249.5] };
/// let elo = elo_of_pool(2, &[meeting]);
/// assert!((elo[0] - elo[1] - 190.85).abs() < 0.01, "3 to 1 are 191 points");
/// ```
pub fn elo_of_pool(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    elo_with_prior(
        players,
        meetings,
        &meetings.iter().map(|meeting| given(meeting.seats)).collect::<Vec<_>>(),
    )
}

/// Returns the ratings like [`elo_of_pool`], with these wins as the prior of both players in each meeting.
pub(crate) fn elo_with_prior(players: usize, meetings: &[Meeting], given: &[[f64; 2]]) -> Vec<f64> {
    let mut strengths = vec![1.0; players];
    let mut wins = vec![0.0; players];
    for (meeting, given) in meetings.iter().zip(given) {
        for side in 0..2 {
            wins[meeting.players[side]] += meeting.won[side] + given[side];
        }
    }
    for _ in 0..MOST_PASSES {
        let mut expected = vec![0.0; players];
        for (Meeting { players: [one, other], seats, won }, given) in meetings.iter().zip(given) {
            let games = won[0] + won[1] + given[0] + given[1];
            let both = seats[0] * strengths[*one] + seats[1] * strengths[*other];
            expected[*one] += games * seats[0] / both;
            expected[*other] += games * seats[1] / both;
        }
        let mut moved: f64 = 0.0;
        for ((strength, wins), expected) in strengths.iter_mut().zip(&wins).zip(&expected) {
            // A player that has met nobody keeps its strength.
            if *expected > 0.0 {
                let next = wins / expected;
                moved = moved.max(libm::log(next / *strength).abs());
                *strength = next;
            }
        }
        if moved < STILL {
            break;
        }
    }
    let mut elo: Vec<f64> = strengths.iter().map(|strength| NATURAL_ELO * libm::log(*strength)).collect();
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    for elo in &mut elo {
        *elo -= mean;
    }
    elo
}

/// Returns the players who, as far as these results show, cannot be stronger than `player` without limit: the player
/// itself, those that it has won against, those that they have won against, and so on (Ford's condition). All others
/// may be better by any number of points.
pub(crate) fn won_against(players: usize, meetings: &[Meeting], player: usize) -> Vec<bool> {
    let mut is_reached: Vec<bool> = (0..players).map(|other| other == player).collect();
    for _ in 0..players {
        for Meeting { players, won, .. } in meetings {
            for (winner, loser) in [(0, 1), (1, 0)] {
                let has_won = is_reached[players[winner]] && won[winner] > 0.0;
                is_reached[players[loser]] |= has_won;
            }
        }
    }
    is_reached
}

/// Returns each side's part of the prior.
fn given(seats: [f64; 2]) -> [f64; 2] {
    seats.map(|of_one| GIVEN * of_one / (seats[0] + seats[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the expected results of `games` games between players of these strengths.
    fn expected(one: (usize, f64, f64), other: (usize, f64, f64), games: f64) -> Meeting {
        let strength = |(_, seats, elo): (usize, f64, f64)| seats * libm::exp(elo / NATURAL_ELO);
        let share = strength(one) / (strength(one) + strength(other));
        let seats = [one.1, other.1];
        let given = given(seats);
        Meeting {
            players: [one.0, other.0],
            seats,
            won: [games * share - given[0], games * (1.0 - share) - given[1]],
        }
    }

    #[test]
    fn the_ratings_that_made_the_results_are_found_again() {
        let elo = [150.0, 0.0, -30.0, -120.0];
        for seats in [1.0, 3.0] {
            let mut meetings = Vec::new();
            for one in 0..4 {
                for other in one + 1..4 {
                    meetings.push(expected((one, 1.0, elo[one]), (other, seats, elo[other]), 1_000.0));
                }
            }
            for (found, elo) in elo_of_pool(4, &meetings).iter().zip(elo) {
                assert!((found - elo).abs() < 0.05, "{found} is not {elo} with {seats} others");
            }
        }
    }

    #[test]
    fn a_player_is_rated_through_those_whom_it_has_met() {
        let meetings =
            [expected((0, 1.0, 60.0), (1, 1.0, 0.0), 500.0), expected((1, 1.0, 0.0), (2, 1.0, -60.0), 500.0)];
        let elo = elo_of_pool(3, &meetings);
        assert!((elo[0] - elo[2] - 120.0).abs() < 0.1, "{elo:?}");
    }

    #[test]
    fn who_never_wins_and_who_never_plays_have_a_rating() {
        let elo = elo_of_pool(3, &[Meeting { players: [0, 1], seats: [1.0, 1.0], won: [100.0, 0.0] }]);
        assert!(elo.iter().all(|elo| elo.is_finite()) && elo[0] > elo[2] && elo[2] > elo[1], "{elo:?}");
        assert!(elo_of_pool(0, &[]).is_empty());
    }
}
