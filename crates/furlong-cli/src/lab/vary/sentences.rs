//! Describes the effects of rules in sentences.

use crate::lab::figures::estimate_words;
use furlong::arena::{Finding, all_players};
use furlong::design::{Plan, Variation, VaryReport, vary::Effect};
use furlong::text::{counted, listed};

/// The number of steps that are named because their games did not end.
const UNFINISHED: usize = 3;

/// How the games are divided among the steps, in words.
fn plan_words(run: &Variation) -> String {
    match run.plan {
        Plan::Each { .. } => {
            let games = counted((run.groups * u64::from(run.setting.seatings)) as i64, "game", "games");
            let by = if run.others.is_empty() { "" } else { " by each player type" };
            format!("{games} each{by}")
        }
        Plan::Spread { games } => format!(
            "{games} games in all, in {} stages: after each stage, steps with a significant effect are finished, \
             and the half of the others closest to significance continues",
            Plan::STAGES
        ),
    }
}

/// The result in sentences, followed by a description of the run.
pub(super) fn steps_words(run: &Variation, report: &VaryReport) -> Vec<String> {
    let played = report.steps.len();
    let mut fields: Vec<&str> = run.variants.iter().map(|variant| variant.field.as_str()).collect();
    fields.dedup();
    // Only as many as are readable are given in full; the data has all of them.
    let mut sentences: Vec<String> = report.unfinished.iter().take(UNFINISHED).cloned().collect();
    let more = report.unfinished.len().saturating_sub(UNFINISHED);
    if more > 0 {
        let more = counted(more as i64, "other step", "other steps");
        sentences.push(format!("The same is true of {more}."));
    }
    let games = format!(
        "{} of {}, {}; {}.",
        counted(played as i64, "step", "steps"),
        counted(fields.len() as i64, "field", "fields"),
        plan_words(run),
        counted(report.tests as i64, "test", "tests"),
    );
    if let Some(repeated) = run.by_player_type().find(|kind| kind.is_repetitive()) {
        let [all, different] = repeated.distinct;
        let of = if run.others.is_empty() { String::new() } else { format!(" by {}", repeated.players()) };
        sentences.push(format!(
            "Nothing is tested{of}: only {different} of {all} deals of the base are different; `--openings N` \
             begins each game with N random plies."
        ));
    }
    if report.tests > 0 {
        sentences.extend(findings_words(run, report));
    }
    sentences.push(games);
    sentences
}

/// Sentences about the steps whose effects hold for all players, depend on who plays, or are undecided, each with
/// its strongest step.
fn findings_words(run: &Variation, report: &VaryReport) -> Vec<String> {
    let ranking = report.ranking();
    let played = report.steps.len();
    let of = |finding: Finding| ranking.iter().filter(move |(_, effect)| effect.finding == finding);
    let strongest = |finding: Finding| {
        let (place, effect) = of(finding).next()?;
        Some(format!(" The strongest is {}: {}.", run.variants[*place].name(), effect_words(run, effect)))
    };
    let told = |finding: Finding, words: &str| {
        let count = of(finding).count();
        Some(format!("{count} of {played} {words}{}", strongest(finding)?))
    };
    let over_all = "a significant effect at 5 % over all tests (Holm).";
    if run.others.is_empty() {
        let none = || match &report.unfinished[..] {
            [] => "No step has a significant effect.".to_owned(),
            _ => "No effect that could be judged is significant.".to_owned(),
        };
        return vec![told(Finding::Holds, &format!("have {over_all}")).unwrap_or_else(none)];
    }
    let all = format!("have {over_all} that holds for {}.", all_players(&report.players));
    let all = all.replace("(Holm). that", "(Holm) that");
    let none =
        || format!("No step has a significant effect that holds for {}.", all_players(&report.players));
    let differ = told(
        Finding::Differs,
        "have effects that differ significantly by player, and none that holds for all.",
    );
    let open = told(Finding::Open, "have a significant effect for some players, undecided for the others.");
    [Some(told(Finding::Holds, &all).unwrap_or_else(none)), differ, open].into_iter().flatten().collect()
}

/// An effect in words: `a game lasts +2.31 (2.10 to 2.52) rounds`. With several player types, the effect for each.
fn effect_words(run: &Variation, effect: &Effect) -> String {
    let metric = run.metrics.iter().find(|metric| metric.name == effect.metric);
    let by = |(place, (effect, kind)): (usize, (&Effect, &Variation))| {
        let value = estimate_words(effect.difference.as_ref(), run.scale(&effect.metric));
        let sign = if effect.difference.is_some_and(|difference| difference.value > 0.0) { "+" } else { "" };
        let by = if run.others.is_empty() { String::new() } else { format!(" by {}", kind.players()) };
        let value = format!("{sign}{value}");
        // The first player type's figure also says what is counted.
        let said = metric.filter(|_| place == 0).map_or(value.clone(), |metric| metric.in_words(&value));
        format!("{said}{by}")
    };
    effect.by_player_type().zip(run.by_player_type()).enumerate().map(by).collect::<Vec<_>>().join(", ")
}

/// Names the players of a run, with one name if one bot has all seats.
pub(super) fn kinds_words(report: &VaryReport) -> String {
    match &report.players[..] {
        [one] => format!("bots {one}"),
        several => format!("played by {} in turn, in all seats", listed(several)),
    }
}
