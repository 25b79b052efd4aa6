//! The results of many games as tables.

use std::fmt::Write as _;

use crate::lab::compared::comparison_tables;
use crate::lab::figures::{estimated, table, write_tables};
use crate::lab::run_words::{
    heading, letter, luck_sentences, rounded_text, seats_text, stopped_line, tell_twins,
};
use furlong::arena::{
    Answer, Endings, Findings, Measures, Report, Results, Scale, Sequential, Skill, Stop, Summary,
};

/// A report in words and tables of at most `width` columns, where that is known.
/// `is_whole` shows metrics without a difference too.
pub(crate) fn report_table(report: &Report<'_>, width: Option<usize>, is_whole: bool) -> String {
    let mut text = match (&report.findings, report.runs) {
        (Findings::Measures(measures), [results]) => results_table(results, measures, width),
        (Findings::Comparison(comparison), runs) => comparison_tables(comparison, runs, width, is_whole),
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
    let mut first = report.stopped().map_or_else(String::new, |stopped| stopped_line(&stopped));
    tell_stops(&mut first, report);
    first + &text
}

/// The results of many games.
fn results_table(results: &Results, measures: &Measures, width: Option<usize>) -> String {
    let mut text = heading(&results.setting.ruleset, &[results]) + "\n";
    for sentence in measures.in_words(results) {
        _ = writeln!(text, "{sentence}");
    }
    let mut scores = table(&["player", "share of the wins", "95 % interval"]);
    for score in &measures.scores {
        let [value, interval] = estimated(Some(&score.share), Scale::Share);
        scores.add_row([score.name.clone(), value, interval]);
    }
    let mut metrics =
        table(&["metric", "mean", "95 % interval", "deviation", "least", "median", "most", "by"]);
    let mut sorted: Vec<&Summary> = measures.summaries.iter().collect();
    sorted.sort_by_key(|summary| summary.metric.aspect);
    let mut zeros = Vec::new();
    for summary in sorted {
        // A line for each metric that ever counted anything, and one that says that all games have ended.
        let is_nothing = summary.range.is_none_or(|[least, _, most]| least == 0.0 && most == 0.0);
        if summary.same_as.is_some() {
            continue;
        }
        if is_nothing && summary.metric.name != "unfinished" {
            zeros.push(&*summary.metric.name);
            continue;
        }
        metrics.add_row(std::iter::once(summary.metric.name.to_string()).chain(summary_figures(summary)));
    }
    write_tables(&mut text, &[scores, metrics], width);
    if !zeros.is_empty() {
        _ = writeln!(text, "0 in every game: {}.", zeros.join(", "));
    }
    tell_twins(&mut text, &measures.twins());
    if let Some(told) = rounded_text(&measures.summaries) {
        _ = writeln!(text, "{told}");
    }
    for test in measures.seat_tests() {
        _ = writeln!(text, "{}", seats_text(test));
    }
    text
}

/// The figures of a metric: its mean with the interval, the deviation, the least, the median and the most, and the method.
pub(crate) fn summary_figures(summary: &Summary) -> [String; 7] {
    let scale = summary.metric.scale;
    let [value, interval] = estimated(summary.mean.as_ref(), scale);
    let [least, median, most] = summary
        .range
        .map_or_else(|| [const { String::new() }; 3], |range| range.map(|value| scale.figure(value)));
    let by = summary.mean.map_or_else(String::new, |mean| mean.method.to_string());
    [value, interval, scale.figure(summary.deviation), least, median, most, by]
}

/// The effect of skill.
fn skill_table(skill: &Skill, [duel, others]: [&Results; 2], width: Option<usize>) -> String {
    let mut text = heading(&duel.setting.ruleset, &[duel, others]);
    for told in skill.endings.iter().filter_map(Endings::told) {
        _ = write!(text, "\n{told}\n");
    }
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
    text
}

/// The decisions of the sequential tests, with a warning that the figures are biased.
pub(crate) fn tell_stops(text: &mut String, report: &Report<'_>) {
    let is_comparison = matches!(report.findings, Findings::Comparison(_));
    for (index, stop) in report.stops.iter().enumerate() {
        let of = &stop.question.of;
        let what = if is_comparison {
            format!("{of}, {} less A", letter(index + 1))
        } else {
            format!("the share of {of} less that of the average seat")
        };
        tell_stop(text, stop, &what);
    }
    if report.stops.iter().any(|stop| stop.outcome.is_decided()) {
        text.push_str(
            "The run stopped by its own results, so its estimates are biased and its intervals too narrow.\n",
        );
    }
}

/// The decision of a sequential test.
fn tell_stop(text: &mut String, stop: &Stop, what: &str) {
    let Sequential { difference, .. } = &stop.question;
    let verdict = match stop.outcome {
        Answer::More => format!("decided after {} deals: more", stop.groups),
        Answer::Less => format!("decided after {} deals: less", stop.groups),
        Answer::Neither => {
            format!("decided after {} deals: no difference of {difference} either way", stop.groups)
        }
        Answer::Open => format!("not decided after {} deals", stop.groups),
        Answer::Unfinished => "not judged, since too many games did not end".to_owned(),
    };
    _ = writeln!(
        text,
        "Sequential test of {what}: {difference} or more either way, against none; {verdict}.\n\
         Log-likelihood ratios {:.2} (more) and {:.2} (less), bounds {:.2} and {:.2}, mean {:.4}.",
        stop.llr_more, stop.llr_less, stop.bounds.lower, stop.bounds.upper, stop.mean,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dash::Dash;
    use crate::lab::figures::untorn;
    use furlong::arena::{Arena, Entrant, Question};
    use furlong::{RaceGame as _, RandomBot};

    #[test]
    fn every_report_fits_eighty_columns_and_tears_no_figure_from_its_unit() {
        let results = |seed, most_events| {
            let (game, bots) = (Dash::short(), ["heuristic", "hard:iterations=1000"]);
            let setup = game.setup(2);
            let lineup = bots.map(|name| Entrant::new(name, || Box::new(RandomBot))).into();
            let arena = Arena::new(game, setup, lineup, seed, 300).most_events(most_events);
            arena.run().expect("it runs")
        };
        let runs = [results(1, 1000), results(1, 30), results(1, 200)];
        for (question, runs) in
            [(Question::Measure, &runs[1..2]), (Question::Compare, &runs), (Question::Skill, &runs[..2])]
        {
            let report = Report::of(question, runs, Vec::new()).expect("a report");
            let shown = untorn(&report_table(&report, Some(80), true));
            assert!(shown.contains(" %") && shown.contains(" to "), "{shown}");
        }
    }
}
