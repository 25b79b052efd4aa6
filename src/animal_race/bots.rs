//! Bots of the animal race.
use rand::RngExt;

use super::AnimalRace;
use super::cards::{Animal, Animals, Card};
use super::event::{Action, Placement};
use super::state::Phase;
use super::view::View;
use crate::bot::{Bot, BotError, BotKind, BotSpec, Bots, RandomBot, UnknownBot};
use crate::streams::Stream;

/// The bot of the course (AB-01 to AB-04): a fixed, well-known opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct CourseBot;

/// TODO.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl Bot<AnimalRace> for CourseBot {
    fn choose(
        &mut self,
        game: &AnimalRace,
        view: &View,
        actions: &[Action],
        rng: &mut Stream,
    ) -> Result<Action, BotError> {
        match view.open.phase {
            // AB-04: each of the cards, and each animal to move, equally likely
            Phase::SecondBet(_) => {
                let card = view.hand.nth(pick(view.hand.len().into(), rng)? as u8);
                card.map(Action::Bet).ok_or(BotError::NoAction)
            }
            Phase::Moving { .. } => Ok(actions[pick(actions.len(), rng)?]),
            _ => {
                let animal = choose_animal(view, rng)?;
                Ok(Action::Place(self.placement(game, view, animal, actions)?))
            }
        }
    }
}

impl CourseBot {
    /// AB-01, AB-03: one card; AB-02: as many as is legal of an animal that has finished; AB-04: plain wolves first.
    fn placement(
        self,
        _game: &AnimalRace,
        view: &View,
        animal: Animal,
        actions: &[Action],
    ) -> Result<Placement, BotError> {
        let is_fresh = bet_animals(view).contains(animal) || !view.open.podium.contains(&animal);
        let placements = actions.iter().filter_map(|action| match action {
            Action::Place(placement) if placement.animal == animal => Some(*placement),
            _ => None,
        });
        let fitting = placements.filter(|placement| !is_fresh || placement.count() == 1);
        fitting.max_by_key(|placement| (placement.count(), placement.plain)).ok_or(BotError::NoAction)
    }
}

/// AB-01 to AB-03: the animal whose cards are played.
fn choose_animal(view: &View, rng: &mut Stream) -> Result<Animal, BotError> {
    let held: Animals = Card::ALL.into_iter().filter(|card| view.hand[*card] > 0).map(Card::animal).collect();
    let finished: Animals = view.open.podium.iter().copied().collect();
    let rearmost = held.iter().map(|animal| view.open.animals.of(animal).unwrap_or(0)).min();
    let fitting: [Vec<Animal>; 3] = [
        held.iter().filter(|animal| bet_animals(view).contains(*animal)).collect(),
        held.iter().filter(|animal| finished.contains(*animal)).collect(),
        held.iter().filter(|animal| view.open.animals.of(*animal) == rearmost).collect(),
    ];
    let first = fitting.iter().find(|animals| !animals.is_empty()).ok_or(BotError::NoAction)?;
    Ok(first[pick(first.len(), rng)?])
}

/// The animals that the bot has bet on.
fn bet_animals(view: &View) -> Animals {
    view.bets.animals().collect()
}

fn pick(count: usize, rng: &mut Stream) -> Result<usize, BotError> {
    if count == 0 { Err(BotError::NoAction) } else { Ok(rng.random_range(0..count as u32) as usize) }
}

impl Bot<AnimalRace> for HeuristicBot {
    fn choose(
        &mut self,
        _: &AnimalRace,
        _: &View,
        actions: &[Action],
        _: &mut Stream,
    ) -> Result<Action, BotError> {
        actions.first().copied().ok_or(BotError::NoAction)
    }
}

impl Bots for AnimalRace {
    const BOTS: &'static [BotKind] = &[
        BotKind { name: "course", about: "plays by the three fixed rules of the course", parameters: &[] },
        BotKind { name: "random", about: "takes each legal action with the same chance", parameters: &[] },
    ];

    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        Ok(match spec.name.as_str() {
            "course" => Box::new(CourseBot),
            _ => Box::new(RandomBot),
        })
    }
}
