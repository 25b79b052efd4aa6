//! The reason for an action in a few words: its effect on the racing phase that the table causes, what your bets
//! score after it, and which cards you keep for them.

use crate::animal_race::action::{Action, Placement};
use crate::animal_race::animals::{ANIMALS, Animal, Animals};
use crate::animal_race::cards::Card;
use crate::animal_race::game::AnimalRace;
use crate::animal_race::happening::Happening;
use crate::animal_race::state::State;
use crate::animal_race::view::View;
use crate::common::fault::Faults;
use crate::text::{counted, listed, separated};

/// Explains an action from what everybody sees, addressed to the seat that has the view.
pub(in crate::animal_race) fn purpose(game: &AnimalRace, view: &View, action: Action) -> Option<String> {
    let state = game.read_open(&view.open, &mut Faults::none())?;
    Some(of(game, view, &state, action))
}

/// Describes the effect that a placement would have had, as a participle: `brought the fox across the finish line`. `None` if the animals
/// would not have run, or nothing would have changed. `named` names an animal.
pub(in crate::animal_race) fn brought(
    game: &AnimalRace,
    view: &View,
    placement: Placement,
    named: &dyn Fn(Animal) -> String,
) -> Option<String> {
    let state = game.read_open(&view.open, &mut Faults::none())?;
    let mut with = state;
    with.table.put(placement.cards());
    game.is_triggered(with.table)
        .then(|| Change::between(game, state, with).in_hindsight(own(view), named))?
}

/// Explains an action, addressed to the seat that has the view.
pub(super) fn of(game: &AnimalRace, view: &View, state: &State, action: Action) -> String {
    match action {
        Action::Bet(card) => of_bet(game, view, card),
        Action::Place(placement) => {
            let mut with = *state;
            with.table.put(placement.cards());
            let is_now = game.is_triggered(with.table);
            let change = Change::between(game, *state, with);
            let nothing =
                if is_now { "lets the animals run before others add cards" } else { "changes nothing now" };
            let what = change.in_words(own(view), is_now).unwrap_or_else(|| nothing.to_owned());
            separated([what, scored(game, view, state, &with, is_now), kept(view, placement)], "; ")
        }
        Action::Move(animal) => of_move(game, view, state, animal),
    }
}

/// What the seat's bets score after the racing phase that the table causes, with the cards and without them.
fn scored(game: &AnimalRace, view: &View, without: &State, with: &State, is_now: bool) -> String {
    let [without, with] = [without, with].map(|state| {
        let mut state = *state;
        game.forecast(&mut state, &mut ());
        view.bets.points(&game.points(&game.ranks(state.at, state.podium)))
    });
    let points = counted(with, "point", "points");
    match (is_now, with == without) {
        (true, _) => format!("your bets stand at {points} then"),
        (false, true) => format!("your bets stand at {points} with or without these cards"),
        (false, false) => {
            format!(
                "if the animals ran now, your bets would stand at {points}, or at {without} without these cards"
            )
        }
    }
}

/// The cards of the seat's own animals that stay in the hand, and the number of new cards.
fn kept(view: &View, placement: Placement) -> String {
    let mut hand = view.hand;
    hand.take(placement.cards());
    let running = own(view).iter().filter(|animal| !view.open.podium.contains(*animal));
    let held = running.map(|animal| (animal, hand.of(animal))).filter(|(_, count)| *count > 0);
    let held: Vec<String> = held
        .map(|(animal, count)| counted(count, &format!("{animal} card"), &format!("{animal} cards")))
        .collect();
    let held = if held.is_empty() { "no card".to_owned() } else { listed(&held) };
    format!("leaves {held} for your bets, and draws {}", counted(placement.count(), "new card", "new cards"))
}

fn own(view: &View) -> Animals {
    view.bets.animals().collect()
}

/// Names an animal: `your fox`, or `the fox`.
fn named(animal: Animal, own: Animals) -> String {
    format!("{} {animal}", if own.contains(animal) { "your" } else { "the" })
}

fn of_bet(game: &AnimalRace, view: &View, card: Card) -> String {
    let animal = card.animal();
    let left = view.hand.of(animal).saturating_sub(1);
    let more = match left {
        0 => format!("no other {animal} card"),
        _ => counted(left, &format!("more {animal} card"), &format!("more {animal} cards")),
    };
    let steps = &game.ruleset.movement.steps[animal];
    let (alone, most) = (steps.first().copied().unwrap_or(0), steps.iter().max().copied().unwrap_or(0));
    let twice = if view.bets.dealt.contains(animal) {
        format!("counts the {animal} twice, so you have only one animal to help; ")
    } else {
        String::new()
    };
    format!(
        "{twice}{more} in your hand, and it runs {} without a card and at most {most}",
        counted(alone, "tile", "tiles")
    )
}

/// AA-05: every animal with cards moves, so the player chooses the order only.
fn of_move(game: &AnimalRace, view: &View, state: &State, animal: Animal) -> String {
    let mut seen = Vec::new();
    game.act(&mut state.clone(), Action::Move(animal), &mut seen);
    let name = named(animal, own(view));
    let arrival = seen.iter().find_map(|happening| match happening {
        Happening::Arrives { animal: arrived, place } if *arrived == animal => Some(*place),
        _ => None,
    });
    match arrival {
        Some(place) => format!("{name} arrives in place {place}"),
        None => format!("{name} moves before the others"),
    }
}

/// What a placement changes in the racing phase.
struct Change {
    /// The additional tiles that each animal moves.
    tiles: [i16; ANIMALS],
    arrives: Animals,
    naps: bool,
    howls: bool,
}

impl Change {
    fn between(game: &AnimalRace, mut before: State, mut after: State) -> Self {
        let howls = after.table[Card::Howl] > 0 && before.table[Card::Howl] == 0;
        let (mut without, mut with) = (Vec::new(), Vec::new());
        game.forecast(&mut before, &mut without);
        game.forecast(&mut after, &mut with);
        let naps = |seen: &[Happening]| seen.iter().any(|seen| matches!(seen, Happening::Naps { .. }));
        let tile = |state: &State, animal: Animal| i16::from(state.at[animal.index()]);
        Self {
            tiles: Animal::ALL.map(|animal| tile(&after, animal) - tile(&before, animal)),
            arrives: Animal::ALL
                .into_iter()
                .filter(|animal| before.races(*animal) && !after.races(*animal))
                .collect(),
            naps: naps(&with) && !naps(&without),
            howls,
        }
    }

    /// The most important change as a participle; `None` if nothing changes.
    fn in_hindsight(&self, own: Animals, named: &dyn Fn(Animal) -> String) -> Option<String> {
        if self.howls {
            return Some("let only the wolf move".to_owned());
        }
        if self.naps {
            return Some(format!("put {} to sleep", named(Animal::Hare)));
        }
        if let Some(animal) = self.arrives.iter().max_by_key(|animal| own.contains(*animal)) {
            return Some(format!("brought {} across the finish line", named(animal)));
        }
        let (animal, tiles) = self.further(own)?;
        Some(format!("moved {} {} further", named(animal), counted(tiles, "tile", "tiles")))
    }

    /// An animal that moves further, one of its `own` if possible, and the number of tiles.
    fn further(&self, own: Animals) -> Option<(Animal, i16)> {
        let moved = |animal: &Animal| self.tiles[animal.index()] > 0;
        let animal = Animal::ALL.into_iter().filter(moved).max_by_key(|animal| own.contains(*animal))?;
        Some((animal, self.tiles[animal.index()]))
    }

    /// The most important change in words; `None` if nothing changes.
    fn in_words(&self, own: Animals, is_now: bool) -> Option<String> {
        let (would, s) = if is_now { ("", "s") } else { ("would ", "") };
        if self.howls {
            return Some(format!("the howl {would}let{s} only the wolf move"));
        }
        if self.naps {
            return Some(format!("{would}put{s} {} to sleep", named(Animal::Hare, own)));
        }
        if let Some(animal) = self.arrives.iter().max_by_key(|animal| own.contains(*animal)) {
            return Some(format!("{would}bring{s} {} across the finish line", named(animal, own)));
        }
        let (animal, tiles) = self.further(own)?;
        let further = counted(tiles, "tile", "tiles");
        Some(format!("{would}move{s} {} {further} further", named(animal, own)))
    }
}
