//! Finds groups of fields that two rulesets can only exchange together.

use crate::game::RaceGame;
use crate::ruleset::{FieldDifference, RulesetError, with_fields_of};

/// The maximum size of groups that are searched exhaustively.
const MOST_TRIED: usize = 3;

/// Divides the differing fields into the smallest groups that the two rulesets can exchange, in the order of the
/// schema.
pub(super) fn groups<G: RaceGame>(
    rulesets: [&G::Ruleset; 2],
    fields: Vec<FieldDifference>,
) -> Result<Vec<Vec<FieldDifference>>, RulesetError> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for field in 0..fields.len() {
        if groups.iter().any(|group| group.contains(&field)) {
            continue;
        }
        let mut group = smallest::<G>(rulesets, &fields, field)?;
        // Groups that share a field are merged.
        while let Some(met) = groups.iter().position(|other| other.iter().any(|index| group.contains(index)))
        {
            group.extend(groups.remove(met));
            group.sort_unstable();
            group.dedup();
            if !can_be_exchanged::<G>(rulesets, &fields, &group)? {
                group = (0..fields.len()).collect();
            }
        }
        groups.push(group);
    }
    groups.sort();
    let group_of = |index: &usize| groups.iter().position(|group| group.contains(index)).unwrap_or_default();
    let places: Vec<usize> = (0..fields.len()).map(|index| group_of(&index)).collect();
    let mut grouped: Vec<Vec<FieldDifference>> = groups.iter().map(|_| Vec::new()).collect();
    for (field, place) in fields.into_iter().zip(places) {
        grouped[place].push(field);
    }
    Ok(grouped)
}

/// Returns the smallest group with `field` that can be exchanged; all fields when there is no small one.
fn smallest<G: RaceGame>(
    rulesets: [&G::Ruleset; 2],
    fields: &[FieldDifference],
    field: usize,
) -> Result<Vec<usize>, RulesetError> {
    let others: Vec<usize> = (0..fields.len()).filter(|other| *other != field).collect();
    for size in 0..MOST_TRIED {
        for chosen in choices(&others, size) {
            let mut group = [&[field], &chosen[..]].concat();
            group.sort_unstable();
            if can_be_exchanged::<G>(rulesets, fields, &group)? {
                return Ok(group);
            }
        }
    }
    Ok((0..fields.len()).collect())
}

/// Returns all combinations of `size` elements of `all`, in order.
fn choices(all: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest = choices(&all[first + 1..], size - 1);
        rest.into_iter().map(move |rest| [&all[first..=first], &rest[..]].concat())
    };
    (0..all.len()).flat_map(with_first).collect()
}

/// Returns whether each ruleset is playable with these fields of the other.
fn can_be_exchanged<G: RaceGame>(
    rulesets: [&G::Ruleset; 2],
    fields: &[FieldDifference],
    group: &[usize],
) -> Result<bool, RulesetError> {
    let fields: Vec<_> = group.iter().map(|index| fields[*index].field).collect();
    for [base, other] in [rulesets, [rulesets[1], rulesets[0]]] {
        match with_fields_of(base, other, &fields, "any") {
            Ok(ruleset) if G::new(ruleset.clone()).is_ok() => {}
            // Values that do not fit together in a ruleset are not an error.
            Ok(_) | Err(RulesetError::Unwritable(_)) => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}
