//! The findings of a run of steps: the effect of each step on each metric, corrected for the number of all tests.

use serde::Serialize;
use serde_json::{Value, json};

use super::super::tally::Tally;
use super::state::{Pair, Variation};
use crate::arena::stats::{Estimate, holm};
use crate::arena::{ALPHA, Endings, Metric, Verdict};

/// The effects of all steps.
#[derive(Clone, Debug, Serialize)]
pub struct VaryReport {
    /// The number of tests that the p-values are corrected for.
    pub tests: u64,
    /// Sentences on the games of the base that did not end, and on the steps that are not judged because of such games.
    pub unfinished: Vec<String>,
    /// The steps that were played, in the order of the variants.
    pub steps: Vec<StepEffects>,
    /// The interactions of the strongest steps, corrected for their own number.
    pub interactions: Vec<Interaction>,
}

/// The effects of one step.
#[derive(Clone, Debug, Serialize)]
pub struct StepEffects {
    /// Its place among the variants.
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
    /// The variant less the base; `None` when no deal has a value on both sides.
    pub difference: Option<Estimate>,
    /// The difference in standard deviations of a deal of the base; of the differences where the base does not vary.
    pub effect: Option<f64>,
    /// The two-sided p-value of this difference alone. `None` where nothing was tested.
    pub raw_p_value: Option<f64>,
    /// The p-value corrected for the number of all tests and stages.
    pub p_value: Option<f64>,
    /// The direction of the difference, when it is significant.
    pub verdict: Verdict,
    /// The least difference that this number of deals would have shown in four of five runs.
    pub detectable: Option<f64>,
}

/// The interaction of two steps.
#[derive(Clone, Debug, Serialize)]
pub struct Interaction {
    /// The two steps, by their places among the variants.
    pub steps: [usize; 2],
    /// The effect of both less the sum of the two effects, by metric.
    pub effects: Vec<Effect>,
}

impl VaryReport {
    /// The effects in what was played so far.
    pub fn of(run: &Variation) -> Self {
        let played = run.variants.iter().enumerate().filter(|(_, variant)| variant.groups > 0);
        let mut steps: Vec<StepEffects> = played
            .map(|(place, variant)| {
                let endings = [run.endings(), run.endings_at(place)];
                StepEffects { place, effects: effects(run, &variant.differences, &endings) }
            })
            .collect();
        let stages = f64::from(run.plan.stages());
        let tests = correct(steps.iter_mut().flat_map(|step| &mut step.effects), stages);
        let is_played = |pair: &&Pair| pair.refused.is_none() && !pair.interactions.is_empty();
        let mut interactions: Vec<Interaction> = run
            .pairs
            .iter()
            .filter(is_played)
            .map(|pair| {
                let [one, other] = pair.steps.map(|step| run.endings_at(step));
                let endings = [run.endings(), one, other, run.endings_of_pair(pair)];
                Interaction { steps: pair.steps, effects: effects(run, &pair.interactions, &endings) }
            })
            .collect();
        correct(interactions.iter_mut().flat_map(|pair| &mut pair.effects), 1.0);
        let told = run.endings().told();
        // Steps with few such games have a warning of their own.
        let not_judged = (steps.iter().map(|step| run.endings_at(step.place)))
            .chain(run.pairs.iter().filter(is_played).map(|pair| run.endings_of_pair(pair)))
            .filter(|endings| !endings.judge_all());
        let unfinished = told.into_iter().chain(not_judged.filter_map(|endings| endings.told())).collect();
        Self { tests, unfinished, steps, interactions }
    }

    fn step(&self, place: usize) -> Option<&StepEffects> {
        self.steps.iter().find(|step| step.place == place)
    }

    /// Returns whether a step has a significant effect.
    pub fn is_shown(&self, place: usize) -> bool {
        self.step(place).is_some_and(|step| step.strongest().is_some())
    }

    /// The distance of a step from chance: its greatest difference, in multiples of the least detectable one.
    pub(super) fn distance(&self, place: usize) -> Option<f64> {
        // The least detectable difference is a fixed number of standard errors.
        let distance = |effect: &Effect| Some((effect.difference?.value / effect.detectable?).abs());
        Some(self.step(place)?.effects.iter().filter_map(distance).fold(0.0, f64::max))
    }

    /// The steps with a significant effect, each with its strongest one, the greatest first.
    pub fn ranking(&self) -> Vec<(usize, &Effect)> {
        let mut ranked: Vec<(usize, &Effect)> =
            self.steps.iter().filter_map(|step| Some((step.place, step.strongest()?))).collect();
        ranked.sort_by(|one, other| other.1.size().total_cmp(&one.1.size()));
        ranked
    }

    /// The significant effects on one metric, the greatest first.
    pub fn on(&self, metric: &str) -> Vec<(usize, &Effect)> {
        let all = self.steps.iter().flat_map(|step| step.effects.iter().map(|effect| (step.place, effect)));
        let mut ranked: Vec<(usize, &Effect)> =
            all.filter(|(_, effect)| effect.metric == metric && effect.verdict.is_found()).collect();
        ranked.sort_by(|one, other| other.1.size().total_cmp(&one.1.size()));
        ranked
    }

    /// The places of the steps with the strongest effects, one of each field, at most `most`.
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

    /// The report as JSON, with the run that it is of.
    pub fn to_json(&self, run: &Variation) -> Value {
        json!({ "run": run, "report": self })
    }
}

impl StepEffects {
    /// The significant effect that is greatest.
    pub fn strongest(&self) -> Option<&Effect> {
        let shown = self.effects.iter().filter(|effect| effect.verdict.is_found());
        shown.max_by(|one, other| one.size().total_cmp(&other.size()))
    }
}

impl Effect {
    /// The size of the effect, for rankings.
    pub fn size(&self) -> f64 {
        self.effect.map_or(0.0, f64::abs)
    }
}

/// The effects by metric, not yet corrected.
fn effects(run: &Variation, tallies: &[Tally], endings: &[Endings]) -> Vec<Effect> {
    let tests = (tallies.len() * run.variants.len()).max(1) as f64;
    let effect = |((metric, tally), base): ((&Metric, &Tally), &Tally)| {
        let deviation = Some(base.deviation()).filter(|deviation| *deviation > 0.0);
        let deviation = deviation.or_else(|| Some(tally.deviation()).filter(|deviation| *deviation > 0.0));
        let is_judged = endings.iter().all(|side| side.judge(&metric.name));
        let difference = tally.estimate(metric.range.of_difference());
        // One game repeated says nothing about its ruleset, however often it is repeated.
        let p_value = tally.p_value().filter(|_| is_judged && !run.is_repetitive());
        Effect {
            metric: metric.name.to_string(),
            difference: if is_judged { difference } else { difference.map(Estimate::unfinished) },
            effect: deviation.map(|deviation| tally.mean() / deviation),
            raw_p_value: p_value,
            p_value,
            verdict: if is_judged { Verdict::Open } else { Verdict::Unfinished },
            detectable: tally.detectable(ALPHA / tests).filter(|_| is_judged),
        }
    };
    run.metrics.iter().zip(tallies).zip(&run.base).map(effect).collect()
}

/// Corrects the p-values for their number and for the number of looks, and sets the verdicts. Returns the number of tests.
fn correct<'a>(effects: impl Iterator<Item = &'a mut Effect>, looks: f64) -> u64 {
    let mut asked: Vec<&mut Effect> = effects.filter(|effect| effect.p_value.is_some()).collect();
    let raw: Vec<f64> = asked.iter().filter_map(|effect| Some((effect.p_value? * looks).min(1.0))).collect();
    for (effect, corrected) in asked.iter_mut().zip(holm(&raw)) {
        effect.p_value = Some(corrected);
        effect.verdict = Verdict::of(corrected, effect.difference);
    }
    raw.len() as u64
}
