//! What players of the animal race care about beside what is measured in all games.

use super::cards::Animal;
use super::event::{Bets, Happening};
use super::state::State;
use super::{AnimalRace, cards::ANIMALS};
use crate::arena::{Measured, Metric};

/// The first metric of each kind.
const PHASES: usize = 0;
const HOWLS: usize = 1;
const NAPS: usize = 2;
const STREAM_STOPS: usize = 3;
const TURBOS: usize = 4;
const CARDS: usize = 5;
const DEALT_POINTS: usize = 6;
const CHOSEN_POINTS: usize = 7;
const PODIUM: usize = 8;
const FIRST: usize = PODIUM + ANIMALS;

impl Measured for AnimalRace {
    fn metrics() -> Vec<Metric> {
        let mut metrics = vec![
            Metric::number("racing-phases", "racing phases"),
            Metric::number("howls", "racing phases with a howl"),
            Metric::number("naps", "how often the hare naps"),
            Metric::number("stream-stops", "moves that a stream stops short"),
            Metric::number("turbos", "moves that go on from a turbo token"),
            Metric::number("cards-placed", "racing cards that are placed"),
            Metric::number(
                "points-of-dealt-bets",
                "points of all starting bets; of the last game of a championship",
            ),
            Metric::number(
                "points-of-chosen-bets",
                "points of all second bets; of the last game of a championship",
            ),
        ];
        let of_each = |name: &'static str, about: &'static str| {
            Animal::ALL.map(|animal| {
                Metric::number(format!("{name}-{animal}"), about.replace("ANIMAL", &animal.to_string()))
            })
        };
        metrics.extend(of_each("podium", "how often the ANIMAL arrives among the first three"));
        metrics.extend(of_each("first", "how often the ANIMAL arrives first"));
        metrics
    }

    fn measure(&self, after: &State, happenings: &[Happening], totals: &mut [f64]) {
        for happening in happenings {
            match happening {
                Happening::RacingPhase { howl, .. } => {
                    totals[PHASES] += 1.0;
                    totals[HOWLS] += f64::from(u8::from(*howl));
                }
                Happening::Napped { .. } => totals[NAPS] += 1.0,
                Happening::Moved { stream: Some(_), .. } => totals[STREAM_STOPS] += 1.0,
                Happening::Turbo { .. } => totals[TURBOS] += 1.0,
                Happening::Placed { cards, .. } => totals[CARDS] += f64::from(cards.count()),
                Happening::Arrived { animal, place } if *place <= 3 => {
                    totals[PODIUM + animal.index()] += 1.0;
                    totals[FIRST + animal.index()] += f64::from(u8::from(*place == 1));
                }
                Happening::GameEnds { game, bets, .. } if *game == after.games => {
                    let ranks = self.ranks(after);
                    for of_seat in bets {
                        let dealt = self.points(&ranks, Bets { chosen: None, ..*of_seat });
                        totals[DEALT_POINTS] += f64::from(dealt);
                        totals[CHOSEN_POINTS] += f64::from(self.points(&ranks, *of_seat) - dealt);
                    }
                }
                _ => {}
            }
        }
    }
}
