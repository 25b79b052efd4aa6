//! Rules that nobody has written: those of the library with some values changed at random.

use furlong::ruleset::{WantedField, rule_changes, with_values};
use furlong::{RaceGame, Ruleset};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt as _, SeedableRng as _};

use crate::table::{Table, edition};

/// The most values that are changed.
const MOST_CHANGES: u32 = 6;

/// Draws a table: rules near those of the library, a number of players and, now and then, a set-up option. The same seed
/// and number give the same table.
pub(crate) fn table<G: RaceGame>(seed: u64, number: u64) -> Table<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (number << 32));
    let editions = G::Ruleset::EMBEDDED;
    let name = editions[rng.random_range(0..editions.len())].name;
    let game = edition::<G>(name).expect("the library's rules are playable");
    let mut rules = game.ruleset().clone();
    for _ in 0..rng.random_range(1..=MOST_CHANGES) {
        rules = changed(&rules, &mut rng);
    }
    let game = G::new(rules).expect("each change leads to playable rules");
    let allowed = game.players();
    let popular = [2, 4].into_iter().filter(|count| allowed.contains(count));
    // Some rules name a first player, who is not at a smaller table.
    let fits = |players: &u8| game.start(&game.setup(*players)).is_ok();
    let counts: Vec<u8> = allowed.clone().chain(popular).filter(fits).collect();
    let players = counts[rng.random_range(0..counts.len())];
    let mut setup = game.setup(players);
    for option in G::OPTIONS {
        let mut other = setup.clone();
        let value = up_to(16, &mut rng).to_string();
        let is_set = rng.random_bool(0.15) && game.set_option(&mut other, option.name, &value).is_ok();
        if is_set && game.start(&other).is_ok() {
            setup = other;
        }
    }
    Table { setup, ..Table::of(game, players) }
}

/// Changes one value: a field is drawn, and then one of its steps. A number does not change by one, but to any number up
/// to about twice as high, small ones more often, if the rules are then playable.
fn changed<R: Ruleset>(rules: &R, rng: &mut impl Rng) -> R {
    loop {
        let field = &R::FIELDS[rng.random_range(0..R::FIELDS.len())];
        let wanted = WantedField { path: field.path.to_owned(), values: Vec::new() };
        let mut steps = rule_changes(rules, &[wanted]).expect("the field exists").steps;
        if steps.is_empty() {
            continue;
        }
        let step = steps.swap_remove(rng.random_range(0..steps.len()));
        let numbers = step.values.each_ref().map(|value| value.parse::<u64>().ok());
        let Some(most) = numbers.into_iter().flatten().max() else { return step.ruleset };
        let far = || {
            let value = up_to(2 * most, rng).to_string();
            with_values(rules, &[(step.path.clone(), value)], &rules.title().name).ok()
        };
        return std::iter::repeat_with(far).take(4).flatten().next().unwrap_or(step.ruleset);
    }
}

/// Draws a number from 0 to `most`. Half of the draws prefer small ones: each order of magnitude is as likely.
fn up_to(most: u64, rng: &mut impl Rng) -> u64 {
    if rng.random_bool(0.5) {
        rng.random_range(0..=most)
    } else {
        libm::pow((most + 1) as f64, rng.random::<f64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::animal_race::AnimalRace;
    use furlong::ruleset::to_toml;

    #[test]
    fn the_same_seed_draws_the_same_tables_and_their_rules_differ() {
        let toml = |table: &Table<AnimalRace>| to_toml(table.game.ruleset()).expect("it can be written");
        let tables: Vec<Table<AnimalRace>> = (0..20).map(|number| table(3, number)).collect();
        for (number, drawn) in tables.iter().enumerate() {
            let again = table::<AnimalRace>(3, number as u64);
            assert_eq!((toml(drawn), &drawn.setup), (toml(&again), &again.setup));
        }
        let hands: std::collections::BTreeSet<u8> =
            (0..200).map(|number| table::<AnimalRace>(3, number).game.ruleset().hand).collect();
        assert!(hands.len() > 5, "hands of {hands:?}");
    }
}
