//! The prospects of a board: the expected value of a bet on each animal. Boards that were met before are cached.

use super::board::Board;
use crate::animal_race::animals::{ANIMALS, Animal};
use crate::animal_race::game::AnimalRace;

/// Points for each animal, in the order of [`Animal::ALL`].
pub(super) type Points = [f64; ANIMALS];

/// The value of a second bet on each animal, in points. The hare is seldom far behind; the wolf often is.
// Found by letting the heuristic bot play against itself.
pub(super) const SECOND_BET: Points = [1.7, 1.0, 0.5, 1.0, 1.2];

/// A board that was met before, with its prospects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// The board as one word. In an unused entry, a word that no board has.
    word: u64,
    prospects: Points,
}

impl Met {
    /// An unused entry.
    pub(super) const NONE: Self = Self { word: u64::MAX, prospects: [0.0; ANIMALS] };
}

impl AnimalRace {
    /// Returns the prospects of a board, from the cache `met` (which must not be empty) or worked out now.
    #[inline]
    pub(super) fn prospects_among(&self, met: &mut [Met], board: &Board) -> Points {
        /// Multiplying similar words by this odd number, 2^64 divided by the golden ratio, makes their upper bits
        /// differ.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let word = board.word();
        let place = ((word.wrapping_mul(SPREAD) >> 32) * met.len() as u64) >> 32;
        let known = &mut met[place as usize];
        if known.word != word {
            *known = Met { word, prospects: self.prospects(board) };
        }
        known.prospects
    }

    /// The expected value of a bet on each animal, in points of the first rank.
    ///
    /// Points count squared, because only first place wins: 5, 3 and 2 points are worth 5, 1.8 and 0.8. On the track
    /// only the distances count. Each pair of animals is considered alone, and the larger the lead, the more certain
    /// their final order.
    pub(super) fn prospects(&self, board: &Board) -> Points {
        if board.is_over {
            let ranks = self.ranks(board.at, board.podium);
            return ranks.map(|rank| rank.map_or(0.0, |rank| self.odds.worth(rank.into())));
        }
        let arrived = usize::from(board.podium.len());
        // The animals on the track, each with its distance to the finish line.
        let mut racing = [(0, 0); ANIMALS];
        let on_track =
            Animal::ALL.into_iter().filter(|animal| !board.podium.contains(*animal)).map(Animal::index);
        for (entry, index) in racing.iter_mut().zip(on_track) {
            *entry = (index, self.finish().saturating_sub(board.at[index]));
        }
        let racing = &racing[..ANIMALS - arrived];
        let shortest = racing.iter().map(|(_, way)| *way).fold(self.finish(), u8::min);
        // Places beyond the last scoring rank are worth nothing.
        let worthy = self.odds.ranks().saturating_sub(arrived);
        let mut places = [Ahead::FIRST; ANIMALS];
        for (nth, (one, way)) in racing.iter().enumerate() {
            for (other, other_way) in &racing[nth + 1..] {
                let above_half = self.odds.above_half(*way, *other_way, shortest);
                places[*one].let_pass(0.5 - above_half, worthy);
                places[*other].let_pass(0.5 + above_half, worthy);
            }
        }
        Animal::ALL.map(|animal| match board.podium.place(animal) {
            Some(place) => self.odds.worth(place.into()),
            None => places[animal.index()].expected(worthy, |place| self.odds.worth(arrived + place)),
        })
    }
}

/// The probabilities that none, one, two, ... of the other animals on the track arrive before a given animal.
#[derive(Clone, Copy)]
struct Ahead([f64; ANIMALS]);

impl Ahead {
    /// Nobody arrives before the animal.
    const FIRST: Self = Self([1.0, 0.0, 0.0, 0.0, 0.0]);

    /// Adds another animal that arrives before this one with the given probability. Only the first `places` are
    /// kept.
    #[inline]
    fn let_pass(&mut self, probability: f64, places: usize) {
        for count in (1..places.min(ANIMALS)).rev() {
            self.0[count] += (self.0[count - 1] - self.0[count]) * probability;
        }
        self.0[0] *= 1.0 - probability;
    }

    /// The expected value over the first `places`, where `worth` gives the value of a place from 1.
    #[inline]
    fn expected(&self, places: usize, worth: impl Fn(usize) -> f64) -> f64 {
        self.0.iter().zip(1..=places).map(|(probability, place)| probability * worth(place)).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::animal_race::Ruleset;
    use crate::game::streams::Stream;
    use crate::game::{RaceGame, Turn};
    use crate::ruleset;
    use crate::ruleset::Ruleset as _;

    #[test]
    fn boards_that_were_met_keep_their_own_prospects() {
        let mut rng = Stream::seed_from_u64(1);
        for ruleset in Ruleset::EMBEDDED {
            let rules = ruleset::open::<Ruleset>(ruleset.name).expect("a ruleset of the library");
            let game = AnimalRace::new(rules).expect("its rulesets are playable");
            // In a small cache boards displace each other; in a large one they stay.
            let (mut few, mut many) = (vec![Met::NONE; 3], vec![Met::NONE; 4096]);
            for _ in 0..50 {
                let mut state = game.start(&game.setup(2)).expect("two can play");
                loop {
                    let board = Board::of(&state);
                    let prospects = game.prospects(&board).map(f64::to_bits);
                    for met in [&mut few, &mut many] {
                        let kept = game.prospects_among(met, &board);
                        assert_eq!(kept.map(f64::to_bits), prospects, "{board:?}");
                    }
                    match game.turn(&state) {
                        Turn::Over => break,
                        Turn::Chance(_) => {
                            let outcome = game.sample_chance(&state, &mut rng);
                            game.apply_chance(&mut state, outcome, &mut ());
                        }
                        Turn::Seat(_) => {
                            let action = game.sample_action(&state, &mut rng).expect("an action");
                            game.apply(&mut state, action, &mut ());
                        }
                    }
                }
            }
        }
    }
}
