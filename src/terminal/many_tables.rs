//! The results of many games as tables.

use std::fmt::Write as _;

use indicatif::HumanCount;

use super::figures::{estimated, number, table, write_tables};
use super::luck::luck_sentences;
use crate::arena::stats::Estimate;
use crate::arena::{
    Answer, Comparison, Findings, Measures, Report, Results, Scale, SeatTest, Sequential, Skill, Stop,
    Stopped, Verdict,
};
use crate::text::{capitalized, counted};

/// A report in words and tables of at most `width` columns, where that is known.
pub(super) fn report_table(report: &Report<'_>, width: Option<usize>) -> String {
    let mut text = match (&report.findings, report.runs) {
        (Findings::Measures(measures), [results]) => results_table(results, measures, width),
        (Findings::Comparison(comparison), [first, second]) => {
            comparison_table(comparison, [first, second], width)
        }
        (Findings::Skill(skill), [duel, others]) => skill_table(skill, [duel, others], width),
        // A report is of as many runs as its question asks for.
        _ => String::new(),
    };
    for told in luck_sentences(report) {
        _ = writeln!(text, "{told}");
    }
    for warning in report.warnings() {
        _ = writeln!(text, "Warning: {warning}.");
    }
    if let Some(stop) = &report.stop {
        tell_stop(&mut text, stop, matches!(report.findings, Findings::Comparison(_)));
    }
    report.stopped().map_or_else(String::new, |stopped| stopped_line(&stopped)) + &text
}

/// `stopped after 120 of 60,000 games`, and what has failed.
pub(super) fn stopped_words(stopped: &Stopped) -> String {
    let failure = stopped.failure.as_ref().map_or_else(String::new, |failure| format!(": {failure}"));
    format!("stopped after {} of {} games{failure}", HumanCount(stopped.games), HumanCount(stopped.of))
}

/// The same as the first line of what is shown.
pub(super) fn stopped_line(stopped: &Stopped) -> String {
    format!("{}.\n", capitalized(&stopped_words(stopped)))
}

/// The results of many games.
fn results_table(results: &Results, measures: &Measures, width: Option<usize>) -> String {
    let mut text = heading(&results.ruleset, &[results]);
    let mut scores = table(&["player", "share of the wins", "95 % interval"]);
    for score in &measures.scores {
        let [value, interval] = estimated(Some(&score.share), Scale::Share);
        scores.add_row([score.name.clone(), value, interval]);
    }
    let mut metrics =
        table(&["metric", "mean", "95 % interval", "deviation", "least", "median", "most", "by"]);
    for summary in &measures.summaries {
        // A line for each metric that ever counted anything, and one that says that all games have ended.
        let is_nothing = summary.range.is_none_or(|[least, _, most]| least == 0.0 && most == 0.0);
        if is_nothing && summary.metric.name != "unfinished" {
            continue;
        }
        let scale = summary.metric.scale;
        let [value, interval] = estimated(summary.mean.as_ref(), scale);
        let [least, median, most] = summary
            .range
            .map_or_else(|| [const { String::new() }; 3], |range| range.map(|value| number(value, scale)));
        let by = summary.mean.map_or_else(String::new, |mean| mean.method.to_string());
        let deviation = number(summary.deviation, scale);
        metrics.add_row([
            summary.metric.name.to_string(),
            value,
            interval,
            deviation,
            least,
            median,
            most,
            by,
        ]);
    }
    write_tables(&mut text, &[scores, metrics], width);
    for (what, test) in [("seats", &measures.seats), ("places in turn order", &measures.turn_order)] {
        if let Some(test) = test {
            _ = writeln!(text, "{}", seats_told(what, test));
        }
    }
    unfinished_note(&mut text, &[results]);
    text
}

/// The test that the seats, or the places in turn order, are equal.
pub(super) fn seats_told(what: &str, seats: &SeatTest) -> String {
    let [gap, interval] = estimated(Some(&seats.gap), Scale::Share);
    let p =
        if seats.p_value < 0.001 { "p below 0.001".to_owned() } else { format!("p {:.3}", seats.p_value) };
    let word = if seats.p_value < 0.05 { "differ beyond chance" } else { "do not differ beyond chance" };
    format!(
        "The {what} {word}: fair share {}, best less worst {gap} ({interval}, {}), chi-square {:.2} of {}, {p}.",
        number(seats.fair, Scale::Share),
        seats.gap.method,
        seats.chi_square,
        seats.degrees,
    )
}

/// The effect of skill.
fn skill_table(skill: &Skill, [duel, others]: [&Results; 2], width: Option<usize>) -> String {
    let mut text = heading(&duel.ruleset, &[duel, others]);
    let mut rows = table(&["", "share of the wins", "95 % interval", "by"]);
    let lines = [
        (format!("{} against {}", skill.better, skill.others), &skill.share),
        (format!("{} in all seats: the fair share", skill.others), &skill.fair),
        ("gain by the better bot".to_owned(), &skill.gain),
    ];
    for (what, estimate) in lines {
        let [value, interval] = estimated(Some(estimate), Scale::Share);
        rows.add_row([what, value, interval, estimate.method.to_string()]);
    }
    write_tables(&mut text, &[rows], width);
    unfinished_note(&mut text, &[duel, others]);
    text
}

/// The decision of a sequential test, with a warning that its figures are biased.
pub(super) fn tell_stop(text: &mut String, stop: &Stop, is_comparison: bool) {
    let Sequential { of, difference, .. } = &stop.question;
    let what = if is_comparison {
        format!("{of}, B less A")
    } else {
        format!("the share of {of} less that of the average seat")
    };
    let verdict = match stop.outcome {
        Answer::More => format!("decided after {} deals: more", stop.groups),
        Answer::Less => format!("decided after {} deals: less", stop.groups),
        Answer::Neither => {
            format!("decided after {} deals: no difference of {difference} either way", stop.groups)
        }
        Answer::Open => format!("not decided after {} deals", stop.groups),
    };
    _ = writeln!(
        text,
        "Sequential test of {what}: {difference} or more either way, against none; {verdict}.\n\
         Log-likelihood ratios {:.2} (more) and {:.2} (less), bounds {:.2} and {:.2}, mean {:.4}.",
        stop.llr_more, stop.llr_less, stop.bounds.lower, stop.bounds.upper, stop.mean,
    );
    if stop.outcome != Answer::Open {
        text.push_str(
            "The run stopped by its own results, so its estimates are biased and its intervals too narrow.\n",
        );
    }
}

/// The differences between two rulesets.
fn comparison_table(comparison: &Comparison, [first, second]: [&Results; 2], width: Option<usize>) -> String {
    let both = format!("{} (A) and {} (B)", comparison.first, comparison.second);
    let mut text = heading(&both, &[first, second]);
    _ = writeln!(text, "{} of {} deals went the same way under both.", comparison.alike, comparison.groups);
    let mut metrics = table(&["metric", "A", "B", "B less A", "95 % interval", "in sd", "by", ""]);
    for difference in &comparison.differences {
        let scale = difference.metric.scale;
        // No line for a metric that is 0 in all games of both rulesets.
        let is_nothing = |side: Option<&Estimate>| side.is_none_or(|mean| mean.value == 0.0);
        if is_nothing(difference.first.as_ref()) && is_nothing(difference.second.as_ref()) {
            continue;
        }
        let [value, interval] = estimated(difference.difference.as_ref(), scale);
        let [first, _] = estimated(difference.first.as_ref(), scale);
        let [second, _] = estimated(difference.second.as_ref(), scale);
        let by = difference.difference.map_or_else(String::new, |estimate| estimate.method.to_string());
        let mark = match difference.verdict {
            Verdict::More => "more",
            Verdict::Less => "less",
            Verdict::Open => "",
        };
        let name = difference.metric.name.to_string();
        let effect = difference.effect.map_or_else(String::new, |effect| number(effect, Scale::Number));
        metrics.add_row([name, first, second, value, interval, effect, by, mark.to_owned()]);
    }
    write_tables(&mut text, &[metrics], width);
    tell_greatest(&mut text, comparison);
    for (what, both) in [("seats", &comparison.seats), ("places in turn order", &comparison.turn_order)] {
        let Some(both) = both else { continue };
        let [gap, interval] = estimated(Some(&both.gap), Scale::Share);
        _ = writeln!(text, "A: {}", seats_told(what, &both.first));
        _ = writeln!(text, "B: {}", seats_told(what, &both.second));
        _ = writeln!(text, "   Best less worst, B less A: {gap} ({interval}, {}).", both.gap.method);
    }
    _ = writeln!(
        text,
        "`more` and `less` are beyond chance at 5 % over all metrics, corrected for their number (Holm)."
    );
    unfinished_note(&mut text, &[first, second]);
    text
}

/// The differences that a table notices most. With many games even small ones are beyond chance.
fn tell_greatest(text: &mut String, comparison: &Comparison) {
    const SHOWN: usize = 6;
    let found = comparison.differences.iter().filter(|difference| difference.verdict != Verdict::Open);
    let mut found: Vec<_> =
        found.filter_map(|difference| Some((difference.effect?, &difference.metric.name))).collect();
    found.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    if found.is_empty() {
        text.push_str("No difference is beyond chance.\n");
        return;
    }
    let shown: Vec<String> =
        found.iter().take(SHOWN).map(|(effect, name)| format!("{name} {effect:+.2}")).collect();
    _ = writeln!(
        text,
        "Greatest differences beyond chance, in standard deviations of a deal (0.2 is small, 0.8 great):\n{}.",
        shown.join(", ")
    );
}

fn heading(rulesets: &str, runs: &[&Results]) -> String {
    let Some(results) = runs.first() else { return String::new() };
    format!(
        "{}, {rulesets}; {} seats, bots: {}\nseed {}, {} in {}: {}; furlong {}\ndifferent: {}{}\n",
        results.game,
        results.seats,
        results.lineup.join(" | "),
        results.seed,
        counted(results.groups.len() as i64, "deal", "deals"),
        counted(i64::from(results.seatings), "seating", "seatings"),
        counted(results.games() as i64, "game", "games"),
        results.version,
        runs.iter().map(|run| distinct_told(run)).collect::<Vec<_>>().join(", then "),
        openings_words(results.openings),
    )
}

/// The number of different games and deals of a run.
pub(super) fn distinct_told(results: &Results) -> String {
    let distinct = results.distinct();
    let (games, groups) = (distinct.games as i64, distinct.groups as i64);
    format!("{} in {}", counted(games, "game", "games"), counted(groups, "deal", "deals"))
}

/// The random openings of the games, as the end of a line; empty without any.
pub(super) fn openings_words(openings: u32) -> String {
    match openings {
        0 => String::new(),
        plies => {
            format!("; each game opens with {}", counted(i64::from(plies), "random ply", "random plies"))
        }
    }
}

/// The other figures are of finished games only.
fn unfinished_note(text: &mut String, runs: &[&Results]) {
    for results in runs.iter().filter(|results| results.unfinished() > 0) {
        let (missing, games) = (results.unfinished(), results.games());
        _ = writeln!(
            text,
            "{}: {missing} of {games} games did not end in time; they count only as unfinished, and nobody won them.",
            results.ruleset
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::screen::Screen;
    use super::*;
    use crate::arena::{Arena, Entrant, Question};
    use crate::bot::RandomBot;
    use crate::game::RaceGame as _;
    use crate::toy::Dash;

    #[test]
    fn every_report_fits_eighty_columns_and_tears_no_figure_from_its_unit() {
        let results = |seed, most_events| {
            let (game, bots) = (Dash::short(), ["heuristic", "hard:iterations=1000"]);
            let setup = game.setup(2);
            let lineup = bots.map(|name| Entrant::new(name, || Box::new(RandomBot))).into();
            let arena = Arena { most_events, ..Arena::new(game, setup, lineup, seed, 300) };
            arena.run().expect("it runs")
        };
        let runs = [results(1, 1000), results(1, 30)];
        for (question, runs) in
            [(Question::Measure, &runs[1..]), (Question::Compare, &runs), (Question::Skill, &runs)]
        {
            let report = Report::of(question, runs, None).expect("a report");
            let mut shown = Vec::new();
            Screen::plain(&mut shown, 80)
                .text(&report_table(&report, Some(80)))
                .expect("a vector takes everything");
            let shown = String::from_utf8(shown).expect("text");
            assert!(shown.contains(" %") && shown.contains(" to "), "{shown}");
            for line in shown.lines() {
                assert!(textwrap::core::display_width(line) <= 80, "{line}\n{shown}");
                assert!(!line.trim_start().starts_with('%') && !line.contains("  %"), "{line}\n{shown}");
            }
        }
    }
}
