//! The findings of a run of steps: the effect of each step on each metric by each player type, corrected for the
//! number of all tests.

use std::cmp::Ordering;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::tally::Tally;
use super::state::{Pair, Variation};
use crate::arena::stats::{Estimate, correct};
use crate::arena::{ALPHA, Apart, Endings, Finding, Metric, Verdict};
use crate::common::order::sort_by;

/// The effects of all steps.
#[derive(Clone, Debug, Serialize)]
pub struct VaryReport {
    /// The player types, each by its bots.
    pub players: Vec<String>,
    /// The number of tests that the p-values are corrected for: all steps and metrics by all player types. Differences
    /// between the player types are corrected for their own number.
    pub tests: u64,
    /// Sentences on the games of the base that did not end, and on the steps that are not judged because of unfinished
    /// games.
    pub unfinished: Vec<String>,
    /// The steps that were played, in the order of the variants.
    pub steps: Vec<ChangeEffects>,
    /// The interactions of the strongest steps, corrected for their own number.
    pub interactions: Vec<Interaction>,
}

/// The effects of one step.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeEffects {
    /// The place of the step among the variants.
    pub place: usize,
    /// One entry for each metric.
    pub effects: Vec<Effect>,
}

/// The effect of one step on one metric, or the interaction of two steps.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Effect {
    /// The name of the metric.
    pub metric: String,
    /// The variant minus the base; `None` when no deal has a value on both sides.
    pub difference: Option<Estimate>,
    /// The difference in standard deviations of a deal of the base, or of the differences if the base does not vary.
    pub effect: Option<f64>,
    /// The two-sided p-value of this difference alone. `None` where nothing was tested.
    pub raw_p_value: Option<f64>,
    /// The p-value corrected for the number of all tests and stages.
    pub p_value: Option<f64>,
    /// The direction of the difference, when it is significant.
    pub verdict: Verdict,
    /// The smallest difference that this number of deals would have shown in four of five runs.
    pub detectable: Option<f64>,
    /// Whether the effect holds for all player types.
    pub finding: Finding,
    /// `true` when the step changes the metric by its very definition, or by the same amount in every deal. Such an
    /// effect does not concern play, and is not ranked.
    pub by_definition: bool,
    /// The difference minus the difference by the first player type; `None` for the first type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
    /// The same effect by each further player type. All other fields are those of the first type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Self>,
}

/// The interaction of two steps.
#[derive(Clone, Debug, Serialize)]
pub struct Interaction {
    /// The two steps, by their places among the variants.
    pub steps: [usize; 2],
    /// The effect of both steps together minus the sum of their separate effects, by metric.
    pub effects: Vec<Effect>,
}

impl VaryReport {
    /// Returns the effects from everything played so far.
    pub fn of(run: &Variation) -> Self {
        let played = run.variants.iter().enumerate().filter(|(_, variant)| variant.groups > 0);
        let places: Vec<usize> = played.map(|(place, _)| place).collect();
        let of_kind = |kind| places.iter().map(|place| effects_of(run, kind, *place)).collect();
        let mut by_kind: Vec<Vec<Vec<Effect>>> = run.by_player_type().map(of_kind).collect();
        let stages = f64::from(run.plan.stages());
        let tests = judge(by_kind.iter_mut().flatten().flatten(), stages);
        let all = by_kind.iter_mut().flatten().flatten();
        correct(all.filter_map(|effect| effect.apart.as_mut()?.p_value.as_mut()), stages);
        let steps = gathered(&places, by_kind);
        let is_played = |pair: &&Pair| pair.refused.is_none() && !pair.interactions.is_empty();
        let mut interactions: Vec<Interaction> = run
            .pairs
            .iter()
            .filter(is_played)
            .map(|pair| {
                let [one, other] = pair.steps.map(|step| run.endings_at(step));
                let endings = [run.endings(), one, other, run.endings_of_pair(pair)];
                Interaction { steps: pair.steps, effects: effects(run, &pair.interactions, &endings, 1) }
            })
            .collect();
        judge(interactions.iter_mut().flat_map(|pair| &mut pair.effects), 1.0);
        interactions.iter_mut().flat_map(|pair| &mut pair.effects).for_each(|effect| effect.join(Vec::new()));
        let by = |kind: &Variation, endings: Endings| match &run.others[..] {
            [] => endings,
            _ => Endings { of: format!("{} by {}", endings.of, kind.players()), ..endings },
        };
        let told = run.by_player_type().filter_map(|kind| by(kind, kind.endings()).in_words());
        // Steps with few such games have a separate warning.
        let of_steps = run
            .by_player_type()
            .flat_map(|kind| steps.iter().map(move |step| by(kind, kind.endings_at(step.place))));
        let not_judged = of_steps
            .chain(run.pairs.iter().filter(is_played).map(|pair| run.endings_of_pair(pair)))
            .filter(|endings| !endings.judge_all());
        let unfinished = told.chain(not_judged.filter_map(|endings| endings.in_words())).collect();
        let players = run.by_player_type().map(Variation::players).collect();
        Self { players, tests, unfinished, steps, interactions }
    }

    fn step(&self, place: usize) -> Option<&ChangeEffects> {
        self.steps.iter().find(|step| step.place == place)
    }

    /// Returns whether it is decided for some effect of a step that it holds for all player types, or that it does not.
    pub fn is_shown(&self, place: usize) -> bool {
        self.step(place).is_some_and(|step| {
            step.effects.iter().any(|effect| effect.finding != Finding::Open && !effect.by_definition)
        })
    }

    /// Returns how far a step is from chance: its largest difference, as a multiple of the smallest detectable one.
    pub(super) fn distance(&self, place: usize) -> Option<f64> {
        // The smallest detectable difference is a fixed number of standard errors.
        let distance = |effect: &Effect| Some((effect.difference?.value / effect.detectable?).abs());
        let all = self.step(place)?.effects.iter().flat_map(Effect::by_player_type);
        Some(all.filter_map(distance).fold(0.0, f64::max))
    }

    /// Returns the steps with a significant effect by some player type, each with its strongest one. Effects that hold
    /// for all types come first, then the largest.
    pub fn ranking(&self) -> Vec<(usize, &Effect)> {
        ranked(self.steps.iter().filter_map(|step| Some((step.place, step.strongest()?))))
    }

    /// Returns the significant effects on one metric, in the order of [`VaryReport::ranking`].
    pub fn on(&self, metric: &str) -> Vec<(usize, &Effect)> {
        let all = self.steps.iter().flat_map(|step| step.effects.iter().map(|effect| (step.place, effect)));
        ranked(all.filter(|(_, effect)| effect.metric == metric && effect.is_found()))
    }

    /// Returns the significant effects that hold by definition.
    pub fn by_definition(&self) -> Vec<(usize, &Effect)> {
        let all = self.steps.iter().flat_map(|step| step.effects.iter().map(|effect| (step.place, effect)));
        ranked(all.filter(|(_, effect)| effect.by_definition && effect.is_beyond_chance()))
    }

    /// Returns the places of the steps with the strongest effects, at most one for each field and `most` in all.
    pub(super) fn strongest(&self, run: &Variation, most: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        for (place, _) in self.ranking() {
            let field = |place: usize| &run.variants[place].field;
            if chosen.len() < most && chosen.iter().all(|other| field(*other) != field(place)) {
                chosen.push(place);
            }
        }
        chosen
    }

    /// Returns the report as JSON, together with its run.
    pub fn to_json(&self, run: &Variation) -> Value {
        json!({ "run": run, "report": self })
    }
}

/// Sorts effects by importance: those that hold for all player types first, then the largest.
fn ranked<'a>(effects: impl Iterator<Item = (usize, &'a Effect)>) -> Vec<(usize, &'a Effect)> {
    let mut ranked: Vec<(usize, &Effect)> = effects.collect();
    sort_by(&mut ranked, |(_, one), (_, other)| one.compare(other));
    ranked
}

impl ChangeEffects {
    /// Returns the most important significant effect: one that holds for all player types, or else the largest.
    pub fn strongest(&self) -> Option<&Effect> {
        // Of equal effects the last one, as always.
        self.effects.iter().rev().filter(|effect| effect.is_found()).min_by(|one, other| one.compare(other))
    }
}

impl Effect {
    /// Returns the effect for each player type, in their order.
    pub fn by_player_type(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns whether the effect concerns play and is significant for some player type, or differs significantly
    /// between types.
    pub fn is_found(&self) -> bool {
        !self.by_definition && self.is_beyond_chance()
    }

    fn is_beyond_chance(&self) -> bool {
        self.finding != Finding::Open || self.by_player_type().any(|kind| kind.verdict.is_found())
    }

    /// Returns the size of the effect, for rankings: the smallest for any player type if it holds for all, else the
    /// largest.
    pub fn size(&self) -> f64 {
        let sizes = self.by_player_type().map(|kind| kind.effect.map_or(0.0, f64::abs));
        let size =
            if self.finding == Finding::Holds { sizes.reduce(f64::min) } else { sizes.reduce(f64::max) };
        size.unwrap_or(0.0)
    }

    /// Compares effects in the order of rankings.
    fn compare(&self, other: &Self) -> Ordering {
        self.finding.cmp(&other.finding).then(other.size().total_cmp(&self.size()))
    }

    /// Adds the same effect for the other player types, and the finding for all of them.
    fn join(&mut self, others: Vec<Self>) {
        self.others = others;
        self.by_definition &= self.others.iter().all(|other| other.by_definition);
        let verdicts: Vec<Verdict> = self.by_player_type().map(|kind| kind.verdict).collect();
        let apart: Vec<Option<Apart>> = self.by_player_type().map(|kind| kind.apart).collect();
        let finding = Finding::of(&verdicts, &apart);
        self.finding = finding;
        self.others.iter_mut().for_each(|other| other.finding = finding);
    }
}

/// Combines the effects of the steps at these places for each player type.
fn gathered(places: &[usize], by_kind: Vec<Vec<Vec<Effect>>>) -> Vec<ChangeEffects> {
    let mut kinds = by_kind.into_iter();
    let first = kinds.next().unwrap_or_default();
    let mut others: Vec<_> = kinds.map(Vec::into_iter).collect();
    let step = |(place, mut effects): (&usize, Vec<Effect>)| {
        let mut others: Vec<_> =
            others.iter_mut().map(|kind| kind.next().unwrap_or_default().into_iter()).collect();
        for effect in &mut effects {
            effect.join(others.iter_mut().filter_map(Iterator::next).collect());
        }
        ChangeEffects { place: *place, effects }
    };
    places.iter().zip(first).map(step).collect()
}

/// Returns the effects of the step at this place for one player type, with the differences from the first type.
fn effects_of(run: &Variation, kind: &Variation, place: usize) -> Vec<Effect> {
    let variant = &kind.variants[place];
    let endings = [kind.endings(), kind.endings_at(place)];
    let mut effects = effects(kind, &variant.differences, &endings, run.by_player_type().count());
    for effect in &mut effects {
        effect.by_definition |= variant.defines.contains(&effect.metric);
    }
    let both = [endings, [run.endings(), run.endings_at(place)]].concat();
    for ((effect, tally), metric) in effects.iter_mut().zip(&variant.apart).zip(&kind.metrics) {
        // A difference of differences has twice the range.
        let difference = tally.estimate(metric.range.of_difference().of_difference());
        let is_judged = both.iter().all(|side| side.judge(&metric.name));
        let is_random = !kind.is_repetitive() && !run.is_repetitive();
        let p_value = tally.p_value().filter(|_| is_judged && is_random);
        let apart = |difference| Apart { difference, raw_p_value: p_value, p_value };
        effect.apart = difference
            .map(|difference| if is_judged { difference } else { difference.unfinished() })
            .map(apart);
    }
    effects
}

/// Returns the effects by metric, not yet corrected.
fn effects(run: &Variation, tallies: &[Tally], endings: &[Endings], kinds: usize) -> Vec<Effect> {
    let tests = (tallies.len() * run.variants.len() * kinds).max(1) as f64;
    let effect = |((metric, tally), base): ((&Metric, &Tally), &Tally)| {
        let deviation = Some(base.deviation()).filter(|deviation| *deviation > 0.0);
        let deviation = deviation.or_else(|| Some(tally.deviation()).filter(|deviation| *deviation > 0.0));
        let is_judged = endings.iter().all(|side| side.judge(&metric.name));
        let difference = tally.estimate(metric.range.of_difference());
        // One game repeated is no evidence about its ruleset, however often it is repeated.
        let p_value = tally.p_value().filter(|_| is_judged && !run.is_repetitive());
        Effect {
            metric: metric.name.to_string(),
            difference: if is_judged { difference } else { difference.map(Estimate::unfinished) },
            effect: deviation.map(|deviation| tally.mean() / deviation),
            raw_p_value: p_value,
            p_value,
            verdict: if is_judged { Verdict::Open } else { Verdict::Unfinished },
            detectable: tally.detectable(ALPHA / tests).filter(|_| is_judged),
            finding: Finding::Open,
            by_definition: tally.count > 1 && tally.mean() != 0.0 && tally.is_constant(),
            apart: None,
            others: Vec::new(),
        }
    };
    run.metrics.iter().zip(tallies).zip(&run.base).map(effect).collect()
}

/// Corrects the p-values for multiple comparisons and for the number of checks, and sets the verdicts. Returns the
/// number of tests.
fn judge<'a>(effects: impl Iterator<Item = &'a mut Effect>, looks: f64) -> u64 {
    let mut asked: Vec<&mut Effect> = effects.filter(|effect| effect.p_value.is_some()).collect();
    let tests = correct(asked.iter_mut().filter_map(|effect| effect.p_value.as_mut()), looks);
    for effect in asked {
        effect.verdict =
            effect.p_value.map_or(Verdict::Open, |p_value| Verdict::of(p_value, effect.difference));
    }
    tests
}
