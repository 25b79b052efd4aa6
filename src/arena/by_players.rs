//! The comparison of rulesets by several player types on the same deals, to find out which differences hold for all of
//! them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::{Comparison, Contrast};
use super::difference::{Difference, correct, gains_by_group, judge};
use super::endings::Endings;
use super::finding::{Apart, Finding, all_players};
use super::metric::{Aspect, Metric};
use super::results::{Incomparable, Results};
use super::stats::correct as correct_all;
use crate::common::order::sort_by;
use crate::text::{capitalized, counted};

/// The maximum number of differences that a sentence states; the rest are only counted.
const STATED: usize = 3;

/// A comparison of rulesets by each player type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ByPlayers {
    /// The player types.
    pub players: Vec<String>,
    /// The comparison by each player type. The p-values are corrected for the differences by all types.
    pub comparisons: Vec<Comparison>,
    /// For each ruleset compared with the first, whether the difference in each metric holds for all player types.
    pub findings: Vec<Vec<Shared>>,
}

/// The difference in one metric, by all player types.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Shared {
    /// The name of the metric.
    pub metric: String,
    /// Whether the difference holds for all player types.
    pub finding: Finding,
    /// The difference by each further player type minus the difference by the first, deal by deal; `None` where no
    /// deal has both.
    pub apart: Vec<Option<Apart>>,
}

impl ByPlayers {
    /// Compares the runs of each player type. Every type has the same rulesets in the same order, the base first.
    ///
    /// # Errors
    /// When runs cannot be compared, when there is nothing but the base, or when there are no players.
    pub fn of(kinds: &[&[Results]]) -> Result<Self, Incomparable> {
        let compared = kinds.iter().map(|runs| match runs.split_first() {
            Some((base, others)) => Comparison::uncorrected::<&str>(&[], base, others),
            None => Err(Incomparable::NoOthers),
        });
        let mut comparisons = compared.collect::<Result<Vec<_>, _>>()?;
        let mut sides: Vec<&mut [Difference]> =
            comparisons.iter_mut().flat_map(Comparison::sides_mut).collect();
        let tests = correct(&mut sides);
        for comparison in &mut comparisons {
            comparison.tests = tests;
        }
        let first = comparisons.first().ok_or(Incomparable::NoGroups)?;
        let mut findings: Vec<Vec<Shared>> =
            (0..first.contrasts.len()).map(|place| shared(kinds, &comparisons, place).collect()).collect();
        let apart = findings.iter_mut().flatten().flat_map(|shared| &mut shared.apart).flatten();
        correct_all(apart.filter_map(|apart| apart.p_value.as_mut()), 1.0);
        for (place, findings) in findings.iter_mut().enumerate() {
            for (column, shared) in findings.iter_mut().enumerate() {
                let verdict = |comparison: &Comparison| {
                    Some(comparison.contrasts.get(place)?.differences.get(column)?.verdict)
                };
                let verdicts: Vec<_> = comparisons.iter().filter_map(verdict).collect();
                shared.finding = Finding::of(&verdicts, &shared.apart);
            }
        }
        let players = kinds.iter().filter_map(|runs| Some(runs.first()?.setting.players())).collect();
        Ok(Self { players, comparisons, findings })
    }

    /// Returns the contrast at this place for each player type.
    pub fn contrasts(&self, place: usize) -> Vec<&Contrast> {
        self.comparisons.iter().filter_map(|comparison| comparison.contrasts.get(place)).collect()
    }

    /// Returns, by aspect of the game, the differences of the contrast at this place that have this finding and are
    /// significant for some player type. Each is given for every player type.
    pub fn found(&self, place: usize, finding: Finding) -> BTreeMap<Aspect, Vec<Vec<&Difference>>> {
        let contrasts = self.contrasts(place);
        let mut by_aspect: BTreeMap<Aspect, Vec<Vec<&Difference>>> = BTreeMap::new();
        let all = self.findings.get(place).into_iter().flatten().enumerate();
        for (column, _) in all.filter(|(_, shared)| shared.finding == finding) {
            let kinds = contrasts.iter().filter_map(|contrast| contrast.differences.get(column));
            let kinds: Vec<&Difference> = kinds.collect();
            let is_shown = finding != Finding::Open || kinds.iter().any(|kind| kind.verdict.is_found());
            let Some(first) = kinds.first().filter(|first| is_shown && first.same_as.is_none()) else {
                continue;
            };
            by_aspect.entry(first.metric.aspect).or_default().push(kinds);
        }
        for all in by_aspect.values_mut() {
            sort_by(all, |one, other| least_effect(other).total_cmp(&least_effect(one)));
        }
        by_aspect
    }

    /// Returns the answer about the contrast at this place in sentences: what holds for all player types, what differs
    /// by player type, and what is not decided.
    pub fn in_words(&self, place: usize) -> Vec<String> {
        let contrasts = self.contrasts(place);
        let Some(first) = contrasts.first() else { return Vec::new() };
        let endings = contrasts.iter().zip(&self.players).flat_map(|(contrast, players)| {
            let by =
                |endings: &Endings| Endings { of: format!("{} by {players}", endings.of), ..endings.clone() };
            contrast.endings.iter().map(by).collect::<Vec<_>>()
        });
        let mut sentences: Vec<String> = endings.filter_map(|endings| endings.in_words()).collect();
        let players = all_players(&self.players);
        let Contrast { base, other, .. } = first;
        let is_tested =
            contrasts.iter().any(|contrast| contrast.differences.iter().any(|one| one.p_value.is_some()));
        let holds = self.found(place, Finding::Holds);
        sentences.push(match (is_tested, holds.is_empty()) {
            (false, _) => "Nothing could be tested, so no difference is claimed.".to_owned(),
            (true, true) => {
                format!("No difference between {other} and {base} holds significantly for {players}.")
            }
            (true, false) => {
                format!("For {players}, {other} differs from {base}: {}", self.aspects(&holds))
            }
        });
        for (finding, words) in [
            (Finding::Differs, "Differs significantly by player"),
            (Finding::Open, "Significant for some players, undecided for the others"),
        ] {
            let found = self.found(place, finding);
            if !found.is_empty() {
                sentences.push(format!("{words}: {}", self.aspects(&found)));
            }
        }
        sentences.push(format!(
            "{} each by each player type on {}.",
            counted(first.endings[1].games as i64, "game", "games"),
            counted(first.groups as i64, "common deal", "common deals"),
        ));
        sentences
    }

    /// Lists the strongest differences by aspect, in words.
    fn aspects(&self, found: &BTreeMap<Aspect, Vec<Vec<&Difference>>>) -> String {
        let stated = |kinds: &Vec<&Difference>| {
            let by = kinds.iter().zip(&self.players).enumerate().map(|(place, (kind, players))| {
                let [base, other] = kind.sides_in_words();
                // The first player type states what is counted.
                let other = if place == 0 { kind.metric.in_words(&other) } else { other };
                format!("{other} instead of {base} by {players}")
            });
            by.collect::<Vec<_>>().join(", ")
        };
        let told = found.iter().map(|(aspect, all)| {
            let mut parts: Vec<String> = all.iter().take(STATED).map(stated).collect();
            if all.len() > STATED {
                parts.push(format!("and {} more", all.len() - STATED));
            }
            format!("{}: {}.", capitalized(aspect.in_words()), parts.join("; "))
        });
        told.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the smallest effect for any player type.
fn least_effect(kinds: &[&Difference]) -> f64 {
    let sizes = kinds.iter().map(|kind| kind.effect.map_or(0.0, f64::abs));
    sizes.reduce(f64::min).unwrap_or(0.0)
}

/// Collects the differences between the player types in the contrast at this place, metric by metric, not yet
/// corrected.
fn shared<'a>(
    kinds: &'a [&'a [Results]],
    comparisons: &'a [Comparison],
    place: usize,
) -> impl Iterator<Item = Shared> + 'a {
    let metrics = comparisons[0].contrasts[place].differences.iter();
    metrics.enumerate().map(move |(column, difference)| {
        let sides = |runs: &&'a [Results]| Some((runs.first()?, runs.get(place + 1)?));
        let pairs: Vec<_> = kinds.iter().filter_map(sides).collect();
        let gained = |(base, other): (&Results, &Results)| {
            let means = [base, other].map(|run| run.group_means(column).collect::<Vec<_>>());
            gains_by_group(&means[0], &means[1])
        };
        let is_judged = |(base, other): (&Results, &Results)| {
            let holds = |run: &Results| {
                run.endings().judge(&difference.metric.name) && !run.is_settled(run.sums.by_group(column))
            };
            holds(base) && holds(other)
        };
        // Metrics that are equal in every game are one test.
        let is_tested = difference.same_as.is_none();
        let first = pairs.first().map(|pair| (gained(*pair), is_judged(*pair)));
        let apart = pairs.iter().skip(1).map(|pair| {
            let (first, first_is_judged) = first.as_ref()?;
            let apart = gains_by_group(first, &gained(*pair)).into_iter().map(|(_, gained)| gained);
            apart_of(
                &apart.collect::<Vec<_>>(),
                &difference.metric,
                is_tested && *first_is_judged && is_judged(*pair),
            )
        });
        Shared { metric: difference.metric.name.to_string(), finding: Finding::Open, apart: apart.collect() }
    })
}

fn apart_of(gained: &[f64], metric: &Metric, is_judged: bool) -> Option<Apart> {
    // A difference of differences has twice the range.
    let (difference, p_value) = judge(gained, metric.range.of_difference().of_difference());
    let p_value = p_value.filter(|_| is_judged);
    Some(Apart { difference: difference?, raw_p_value: p_value, p_value })
}
