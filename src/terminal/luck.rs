//! The effect of luck on many games, in words.

use super::figures::estimated;
use crate::arena::{LuckReport, Report, Results, Scale};

/// A sentence or two for each run in which luck was measured.
pub(super) fn luck_sentences(report: &Report<'_>) -> Vec<String> {
    let runs = report.runs;
    let name = |run: &Results| match runs {
        [_] => String::new(),
        [one, other] if one.setting.ruleset == other.setting.ruleset => {
            format!("{}: ", run.setting.lineup.join(" | "))
        }
        _ => format!("{}: ", run.setting.ruleset),
    };
    let luck = report.luck();
    let told = runs.iter().zip(luck).filter_map(|(run, luck)| Some((name(run), luck?)));
    told.flat_map(|(name, luck)| sentences(&luck).into_iter().map(move |told| format!("{name}{told}")))
        .collect()
}

fn sentences(luck: &LuckReport) -> Vec<String> {
    let estimate =
        format!("{} (estimate {:016x})", luck.indicators.names.join(", "), luck.indicators.fingerprint);
    if let Some(reason) = &luck.unadjusted {
        return vec![format!("The shares of the win are not adjusted for luck in {estimate}: {reason}.")];
    }
    let factor = luck.factor.map_or_else(String::new, |factor| Scale::Number.figure(factor));
    let mut sentences = vec![format!(
        "The shares of the win are adjusted for luck in {estimate}; without it, intervals as narrow would need {factor} \
         times the deals."
    )];
    if luck.share.is_some() {
        let [share, interval] = estimated(luck.share.as_ref(), Scale::Share);
        sentences.push(format!(
            "Luck share: chance explains at least {share} of the variance of a seat's result ({interval}, bootstrap)."
        ));
    }
    sentences
}
