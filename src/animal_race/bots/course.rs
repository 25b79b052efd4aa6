//! The bot of a programming course: a fixed, well-known opponent that follows three rules.

use rand::RngExt;

use crate::animal_race::action::Action;
use crate::animal_race::animals::{Animal, Animals};
use crate::animal_race::cards::Card;
use crate::animal_race::game::AnimalRace;
use crate::animal_race::view::View;
use crate::bot::{Bot, BotError, Decision};
use crate::game::streams::Stream;

/// The bot of the programming course (AB-01 to AB-04).
#[derive(Clone, Copy, Debug, Default)]
pub struct CourseBot;

impl Bot<AnimalRace> for CourseBot {
    fn choose(&mut self, decision: &mut Decision<'_, AnimalRace>) -> Result<Action, BotError> {
        let Decision { actions, .. } = *decision;
        let view = decision.view();
        let rng = &mut *decision.rng;
        let wanted = match actions.first() {
            None => return Err(BotError::NoAction),
            // AB-04: each of the cards, and each animal to move, is equally likely
            Some(Action::Bet(_)) => {
                let card = view.hand.nth(pick(view.hand.len().into(), rng)? as u8);
                card.map(Action::Bet).filter(|bet| actions.contains(bet))
            }
            Some(Action::Move(_)) => None,
            Some(Action::Place(_)) => place(&view, actions, rng)?,
        };
        // Asked about only some of the legal actions, the bot may want none of them.
        match wanted {
            Some(action) => Ok(action),
            None => Ok(actions[pick(actions.len(), rng)?]),
        }
    }
}

/// How many cards of the chosen animal are placed.
#[derive(Clone, Copy)]
enum Count {
    One,
    AsManyAsLegal,
}

/// Returns the bot's placement: an animal by AB-01 to AB-03, then some of its cards. `None` if it is not among the
/// actions.
fn place(view: &View, actions: &[Action], rng: &mut Stream) -> Result<Option<Action>, BotError> {
    let held: Animals = view.hand.iter().map(|(card, _)| Card::animal(card)).collect();
    let bets: Animals = view.bets.animals().collect();
    let own = held.intersection(bets);
    let arrived = held.intersection(view.open.podium.iter().collect());
    let (fitting, count) = if !own.is_empty() {
        (own, Count::One) // AB-01
    } else if !arrived.is_empty() {
        (arrived, Count::AsManyAsLegal) // AB-02
    } else {
        (rearmost(view, held), Count::One) // AB-03
    };
    // AB-04: each animal is equally likely
    let place = pick(fitting.len().into(), rng)?;
    let animal = fitting.iter().nth(place).ok_or(BotError::NoAction)?;
    let placements = actions.iter().filter_map(|action| match action {
        Action::Place(placement) if placement.animal == animal => Some(*placement),
        _ => None,
    });
    let fits = |cards: u8| matches!(count, Count::AsManyAsLegal) || cards == 1;
    let placement = placements
        .filter(|placement| fits(placement.count()))
        // AB-04: plain wolf cards before howls
        .max_by_key(|placement| (placement.count(), placement.plain));
    Ok(placement.map(Action::Place))
}

/// Returns those of these animals that are nearest to the start line.
fn rearmost(view: &View, animals: Animals) -> Animals {
    let tile = |animal: &Animal| view.open.animals[*animal].unwrap_or(0);
    let least = animals.iter().map(|animal| tile(&animal)).min();
    animals.iter().filter(|animal| Some(tile(animal)) == least).collect()
}

fn pick(count: usize, rng: &mut Stream) -> Result<usize, BotError> {
    if count == 0 { Err(BotError::NoAction) } else { Ok(rng.random_range(0..count as u32) as usize) }
}
