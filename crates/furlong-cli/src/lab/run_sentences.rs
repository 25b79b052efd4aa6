//! Describes runs of many games in words: the sentences that tables and pages share.

use indicatif::HumanCount;

use crate::lab::figures::estimated;
use furlong::arena::{
    Findings, LuckReport, Report, Results, Scale, SeatTest, Setting, Stopped, Summary, p_words,
};
use furlong::text::{capitalized, counted};

/// Writes `stopped after 120 of 60,000 games`, and what has failed.
pub(crate) fn stopped_words(stopped: &Stopped) -> String {
    let failure = stopped.failure.as_ref().map_or_else(String::new, |failure| format!(": {failure}"));
    let of = match stopped.of {
        // A run without a limit on games.
        u64::MAX => String::new(),
        of => format!(" of {}", HumanCount(of)),
    };
    format!("stopped after {}{of} games{failure}", HumanCount(stopped.games))
}

/// The note about a stopped run, as the first line of the output.
pub(crate) fn stopped_line(stopped: &Stopped) -> String {
    format!("{}.\n", capitalized(&stopped_words(stopped)))
}

/// The letter of a side, or several letters if there are many sides: A, B, ..., Z, AA.
pub(crate) fn letter(side: usize) -> String {
    const LETTERS: usize = 26;
    let last = char::from(b'A' + (side % LETTERS) as u8);
    let before = if side < LETTERS { String::new() } else { letter(side / LETTERS - 1) };
    format!("{before}{last}")
}

/// Names the metrics that are left out because they equal others; `None` if there are none.
pub(crate) fn duplicate_metrics_text(twins: &[String]) -> Option<String> {
    (!twins.is_empty()).then(|| format!("Equal in every game: {}.", twins.join(", ")))
}

/// Describes the test that the seats, or the places in turn order, are equal.
pub(crate) fn seats_text(test: &SeatTest) -> String {
    let [gap, interval] = estimated(Some(&test.gap), Scale::Share);
    format!(
        "The {} {} significantly: fair share {}, best minus worst {gap} ({interval}) without the gap expected by \
         chance, {}.",
        test.places.in_words(),
        if test.is_found() { "differ" } else { "do not differ" },
        Scale::Share.figure(test.fair),
        p_words(test.p_value),
    )
}

/// Names the metrics whose median is of rounded values, in a sentence; `None` if there are none.
pub(crate) fn rounded_text(summaries: &[Summary]) -> Option<String> {
    let rounded = summaries.iter().filter(|summary| summary.rounded);
    let names: Vec<&str> = rounded.map(|summary| &*summary.metric.name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "With more than 16,384 different values, the median is accurate to 0.013 %: {}.",
            names.join(", ")
        )
    })
}

/// Describes the run that is reported on.
pub(crate) fn heading(rulesets: &str, runs: &[&Results]) -> String {
    let Some(results) = runs.first() else { return String::new() };
    format!(
        "{}, {rulesets}; {} seats, bots: {}{}\nseed {}, {} in {}: {}; furlong {}\ndifferent: {}{}\n",
        results.setting.game,
        results.setting.seats,
        results.setting.lineup.join(" | "),
        results.setting.commands,
        results.setting.seed,
        counted(results.group_count() as i64, "deal", "deals"),
        counted(i64::from(results.setting.seatings), "seating", "seatings"),
        counted(results.games() as i64, "game", "games"),
        results.setting.release,
        runs.iter().map(|run| distinct_text(run)).collect::<Vec<_>>().join(", then "),
        openings_words(results.setting.openings),
    )
}

/// Gives the number of different games and deals of a run.
fn distinct_text(results: &Results) -> String {
    let distinct = results.distinct();
    let (games, groups) = (distinct.games as i64, distinct.groups as i64);
    let about = if distinct.estimated { "about " } else { "" };
    format!("{about}{} in {}", counted(games, "game", "games"), counted(groups, "deal", "deals"))
}

/// The line about a run of steps or elements: the game and the ruleset, `what` was played, and what repeats it.
pub(crate) fn run_line(setting: &Setting, what: &str) -> String {
    let Setting { game, ruleset, commands, seed, release, openings, .. } = setting;
    format!(
        "{game}, {ruleset}: {what}{commands}; seed {seed}; furlong {release}{}\n",
        openings_words(*openings)
    )
}

/// Describes the random openings of the games, as the end of a line; empty if there are none.
pub(crate) fn openings_words(openings: u32) -> String {
    match openings {
        0 => String::new(),
        plies => {
            format!("; each game begins with {}", counted(i64::from(plies), "random ply", "random plies"))
        }
    }
}

/// A sentence or two about each run in which luck was measured.
pub(crate) fn luck_sentences(report: &Report<'_>) -> Vec<String> {
    let runs = report.runs;
    let several_kinds = matches!(report.findings, Findings::ByPlayers(_));
    let name = |run: &Results| match runs {
        [_] => String::new(),
        _ if several_kinds => format!("{} by {}: ", run.setting.ruleset, run.setting.players()),
        [one, other] if one.setting.ruleset == other.setting.ruleset => {
            format!("{}: ", run.setting.lineup.join(" | "))
        }
        _ => format!("{}: ", run.setting.ruleset),
    };
    let luck = report.luck();
    let told = runs.iter().zip(luck).filter_map(|(run, luck)| Some((name(run), luck?)));
    told.flat_map(|(name, luck)| sentences_on(&luck).into_iter().map(move |told| format!("{name}{told}")))
        .collect()
}

fn sentences_on(luck: &LuckReport) -> Vec<String> {
    let estimate =
        format!("{} (estimate {:016x})", luck.indicators.names.join(", "), luck.indicators.fingerprint);
    if let Some(reason) = &luck.unadjusted {
        return vec![format!("The shares of wins are not adjusted for luck in {estimate}: {reason}.")];
    }
    let factor = luck.factor.map_or_else(String::new, |factor| Scale::Number.figure(factor));
    let mut sentences = vec![format!(
        "The shares of wins are adjusted for luck in {estimate}; otherwise, such narrow intervals would need \
         {factor} times the deals."
    )];
    if luck.share.is_some() {
        let [share, interval] = estimated(luck.share.as_ref(), Scale::Share);
        sentences.push(format!(
            "Luck share: chance explains at least {share} of the variance of a seat's result ({interval}, bootstrap)."
        ));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::RaceGame as _;
    use furlong::arena::{Arena, Entrant};

    use crate::dash::Dash;

    #[test]
    fn rounded_medians_are_named() {
        let game = Dash::short();
        let setup = game.setup(2);
        let random = Entrant::new("random", || Box::new(furlong::RandomBot));
        let results = Arena::new(game, setup, vec![random; 2], 1, 20).run().expect("it runs");
        let mut summaries = results.summaries();
        assert_eq!(rounded_text(&summaries), None);
        summaries[0].rounded = true;
        let (told, name) = (rounded_text(&summaries).expect("one is rounded"), &summaries[0].metric.name);
        assert!(told.contains("0.013 %") && told.ends_with(&format!("{name}.")), "{told}");
    }
}
