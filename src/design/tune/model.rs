//! A model of the goals: the effect of each step from the base on each goal, measured one step at a time and assumed
//! to add up. It proposes candidates with several steps at once; only their games show whether the sum holds.

use std::collections::BTreeMap;

use super::candidate::{Sought, Tried};
use super::neighbours::{Direction, Draws, Neighbour};
use crate::arena::Measured;
use crate::arena::stats::normal_quantile;
use crate::bot::Bots;
use crate::design::goals::Goals;
use crate::ruleset::{Ruleset, combined};

/// The maximum number of steps that are combined.
const MOST_TOGETHER: u64 = 6;
/// The resolution of the random part of an effect: the number of different values.
const GRAIN: u64 = 1 << 20;

/// The effects of steps: for each goal, the change of its figure with its standard error.
#[derive(Debug, Default)]
pub(super) struct Model(BTreeMap<Direction, Vec<Option<[f64; 2]>>>);

impl Model {
    /// Adds the measured effect of a step.
    pub(super) fn learn<G: Measured + Bots>(
        &mut self,
        direction: Direction,
        base: &Tried<G>,
        step: &Tried<G>,
        goals: &Goals,
    ) {
        let effect = |(from, to): (Sought, Sought)| {
            let error = (from.error? * from.error? + to.error? * to.error?).sqrt();
            Some([to.value? - from.value?, error]).filter(|_| from.is_judged && to.is_judged)
        };
        self.0
            .insert(direction, base.sought(goals).into_iter().zip(step.sought(goals)).map(effect).collect());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Proposes a ruleset several steps from a parent that should be nearer to the goals; `None` if the model knows
    /// none. The effects are drawn at random around their measured values, so that uncertain ones are tried too.
    pub(super) fn proposed<R: Ruleset>(
        &self,
        parent: (&R, &[Sought]),
        near: &[Neighbour<R>],
        chance: &mut Draws,
    ) -> Option<R> {
        let (rules, sought) = parent;
        let mut figures = sought.iter().map(|sought| sought.value).collect::<Option<Vec<f64>>>()?;
        let distance = |figures: &[f64]| -> f64 {
            let weighted = |(sought, value): (&Sought, &f64)| {
                sought.goal.weight * sought.goal.distance(*value) / sought.goal.unit()
            };
            sought.iter().zip(figures).map(weighted).sum()
        };
        let drawn = near.iter().filter_map(|step| {
            let effects = self.0.get(&step.direction)?.iter().map(|effect| {
                let [moved, error] = (*effect)?;
                let share = (chance.below(GRAIN) as f64 + 0.5) / GRAIN as f64;
                Some(moved + error * normal_quantile(share))
            });
            Some((step, effects.collect::<Option<Vec<f64>>>()?))
        });
        let drawn: Vec<(&Neighbour<R>, Vec<f64>)> = drawn.collect();
        let mut left: Vec<usize> = (0..drawn.len()).collect();
        let mut found: Option<R> = None;
        for _ in 0..=chance.below(MOST_TOGETHER) {
            let with = |index: usize| -> Vec<f64> {
                figures.iter().zip(&drawn[index].1).map(|(figure, moved)| figure + moved).collect()
            };
            let nearest = left.iter().map(|index| (distance(&with(*index)), *index));
            let nearest = nearest.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            let Some((_, index)) = nearest.filter(|(off, _)| *off < distance(&figures)) else { break };
            let step = drawn[index].0;
            let both = match &found {
                None => Some(step.rules.clone()),
                Some(so_far) => combined(rules, &[so_far, &step.rules], "candidate"),
            };
            if let Some(both) = both {
                figures = with(index);
                found = Some(both);
                left.retain(|other| drawn[*other].0.direction.0 != step.direction.0);
            } else {
                left.retain(|other| *other != index);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::animal_race::Ruleset as Rules;
    use crate::arena::Scale;
    use crate::design::tune::neighbours::direction;
    use crate::game::streams::Stream;
    use crate::ruleset::{RuleChange, open, rule_changes};

    #[test]
    fn steps_that_add_up_to_a_goal_are_put_together_and_others_are_left() {
        let base = open::<Rules>("classic").expect("embedded");
        let wanted = ["hand", "track.tiles", "table.cards"].map(|field| field.parse().expect("a field"));
        let found = rule_changes(&base, &wanted).expect("steps").steps;
        let near = |step: RuleChange<Rules>| {
            let direction = direction(&step);
            Neighbour { changes: Vec::new(), direction, rules: step.ruleset }
        };
        let near: Vec<Neighbour<Rules>> = found.into_iter().map(near).collect();
        // A shorter track removes two rounds, more cards on the table remove one; the hand does nothing.
        let of = |path: &str, towards: &str, moved: f64| {
            ((path.to_owned(), towards.to_owned()), vec![Some([moved, 0.0])])
        };
        let model = Model(BTreeMap::from([
            of("hand", "up", 0.0),
            of("track.tiles", "down", -2.0),
            of("track.tiles", "up", 2.0),
            of("table.cards", "up", -1.0),
        ]));
        let goals = Goals::from_toml("[goals]\nrounds = { within = [7.5, 8.5] }").expect("goals");
        let sought = Sought {
            goal: goals.all()[0].clone(),
            value: Some(11.0),
            is_judged: true,
            scale: Scale::Number,
            deals: 64,
            error: Some(0.0),
        };
        let mut chance = Draws::of(Stream::seed_from_u64(1));
        let proposed: Vec<[u8; 3]> = (0..40)
            .filter_map(|_| model.proposed((&base, std::slice::from_ref(&sought)), &near, &mut chance))
            .map(|rules| [rules.hand, rules.track.tiles, rules.table.cards])
            .collect();
        let [hand, tiles, cards] = [base.hand, base.track.tiles, base.table.cards];
        assert!(proposed.contains(&[hand, tiles - 1, cards + 1]), "{proposed:?}");
        assert!(proposed.iter().all(|rules| rules[0] == hand && rules[1] == tiles - 1), "{proposed:?}");
    }
}
