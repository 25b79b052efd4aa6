//! The game under one ruleset, with its precomputed tables.

use super::animals::{ANIMALS, Animal, Animals};
use super::cards::Cards;
use super::odds::Odds;
use super::ruleset::Ruleset;
use crate::common::fault::Faults;
use crate::ruleset::Ruleset as _;

/// The animal race under one ruleset.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::{Bot, Race, RaceGame, RandomBot, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let setup = game.setup(4);
/// let mut race = Race::new(game, &setup, 7)?;
/// let mut bots: Vec<Box<dyn Bot<AnimalRace>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
/// let standings = race.play_out(&mut bots, 10_000)?;
/// assert_eq!(standings.rows.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AnimalRace {
    pub(super) ruleset: Ruleset,
    /// All racing cards of the game.
    pub(super) pack: Cards,
    /// AR-01: the animals that take part.
    pub(super) animals: Animals,
    /// AR-20 to AR-27: the tiles that each animal moves, by the number of its cards on the table.
    pub(super) steps: [[u8; 16]; ANIMALS],
    /// The chances and worths that the bots estimate with.
    pub(super) odds: Odds,
}

impl AnimalRace {
    pub(super) fn from_ruleset(ruleset: Ruleset) -> Result<Self, Faults> {
        ruleset.check()?;
        let (pack, animals) = (ruleset.cards.pack(), ruleset.animals());
        let mut steps = [[0; 16]; ANIMALS];
        for animal in Animal::ALL {
            for (tiles, by_cards) in steps[animal.index()].iter_mut().zip(&ruleset.movement.steps[animal]) {
                *tiles = *by_cards;
            }
        }
        let odds = Odds::new(ruleset.track.tiles + 1, &ruleset.end.points);
        Ok(Self { ruleset, pack, animals, steps, odds })
    }

    /// The tile number of animals that have arrived: one beyond the last tile.
    #[inline]
    pub(super) const fn finish(&self) -> u8 {
        self.ruleset.track.tiles + 1
    }
}
