//! The results of many games as a report.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::lab::by_player_type::by_players_blocks;
use crate::lab::comparison_report::comparison_blocks;
use crate::lab::figures::estimated;
use crate::lab::run_sentences::{
    duplicate_metrics_text, heading, letter, luck_sentences, rounded_text, seats_text,
};
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::page::{ChartRow, RulesetPage, distributions, endings, intervals, row, seat_rows};
use furlong::arena::{
    Answer, Aspect, Endings, Findings, Measures, Report, Results, Scale, Score, Sequential, Skill, Stop,
    Summary,
};
use furlong::text::{capitalized, listed};

/// Makes a report. `more` is what a page about one ruleset adds to it.
pub(crate) fn report_sheet(report: &Report<'_>, more: Option<&RulesetPage<'_>>) -> Sheet {
    let mut blocks: Vec<Block> = Block::stopped(report.stopped().as_ref()).into_iter().collect();
    let mut stops = String::new();
    tell_stops(&mut stops, report);
    blocks.push(Block::First(stops));
    let title = match (&report.findings, report.runs) {
        (Findings::Measures(measures), [results]) => {
            blocks.extend(measured(report, results, measures, more));
            format!("{}: {}", results.setting.game, results.setting.ruleset)
        }
        (Findings::Comparison(comparison), runs) => {
            blocks.extend(comparison_blocks(comparison, runs));
            format!("{}: {}", comparison.game, listed(runs.iter().map(|run| &run.setting.ruleset)))
        }
        (Findings::ByPlayers(by_players), runs) => {
            blocks.extend(by_players_blocks(by_players, runs));
            let rulesets = runs.len() / by_players.players.len().max(1);
            let named = listed(runs[..rulesets].iter().map(|run| &run.setting.ruleset));
            format!("{}: {named}", runs.first().map_or("", |run| &run.setting.game))
        }
        (Findings::Skill(skill), [duel, others]) => {
            blocks.extend(skill_blocks(skill, [duel, others]));
            format!("{}: how much skill matters", duel.setting.game)
        }
        // A report has as many runs as its question needs.
        _ => String::new(),
    };
    // A page about a ruleset reports luck together with skill.
    if more.is_none() {
        blocks.extend(luck_sentences(report).into_iter().map(Block::Note));
    }
    blocks.extend(report.warnings().into_iter().map(Block::Warning));
    Sheet { title, blocks }
}

/// The results of many games under one ruleset.
fn measured(
    report: &Report<'_>,
    results: &Results,
    measures: &Measures,
    more: Option<&RulesetPage<'_>>,
) -> Vec<Block> {
    let mut blocks = vec![Block::Run(heading(&results.setting.ruleset, &[results])), Block::gap()];
    blocks.extend(more.map(|more| Block::Page(more.rules())));
    blocks
        .push(Block::Answer(more.map_or_else(|| measures.in_words(results), |more| more.sentences.to_vec())));
    let (metrics, zeros) = metrics_table(&measures.summaries);
    let before = html! {
        (seats_chart(results, measures))
        @if let Some(more) = more { (more.games()) }
        h2 { "Endings" }
        (endings(results))
        @if let Some(more) = more { (more.judged(report, &results.setting.ruleset)) }
        h2 { "Distributions" }
        p { "The share of games with each value." }
        (distributions(&[results], &|_| true))
        h2 { "All metrics" }
    };
    blocks.push(Block::Tables(vec![scores_table(results, measures), metrics.before(before)]));
    if !zeros.is_empty() {
        blocks.push(Block::Note(format!("0 in every game: {}.", zeros.join(", "))));
    }
    blocks.extend(duplicate_metrics_text(&measures.duplicate_metrics()).map(Block::Note));
    blocks.extend(rounded_text(&measures.summaries).map(Block::Note));
    blocks.extend(measures.seat_tests().map(|test| Block::Note(seats_text(test))));
    blocks
}

/// The wins of the players, as a table.
fn scores_table(results: &Results, measures: &Measures) -> Table {
    let figures = |score: &Score| Row::new(&*score.name, estimated(Some(&score.share), Scale::Share));
    let scores = Table::new(
        &["player", "share of wins", "95 % interval"],
        measures.scores.iter().map(figures).collect(),
    );
    let points: Vec<ChartRow> =
        measures.scores.iter().map(|score| row(score.name.clone(), &score.share)).collect();
    scores.before(html! {
        h2 { "Who wins" }
        @if points.len() > 1 {
            p { "The share of wins of each player, per seat, with its 95 % interval." }
            (intervals("Share of wins by player", &points, results.mean_share(), Scale::Share))
        }
    })
}

/// The wins of the seats, as a chart.
fn seats_chart(results: &Results, measures: &Measures) -> Markup {
    let shown = measures.summaries.iter().filter(|summary| summary.same_as.is_none());
    let by_seat = shown.map(|summary| (&summary.metric, vec![summary.mean]));
    html! {
        p {
            "The share of wins by seat and by turn order. The dashed line marks the average share of a seat in \
             these games."
        }
        (intervals("Share of wins by seat", &seat_rows(by_seat), results.mean_share(), Scale::Share))
    }
}

/// A row for each metric that ever counted anything, and one that says that all games have ended; and the names of the others.
fn metrics_table(summaries: &[Summary]) -> (Table, Vec<&str>) {
    let mut zeros = Vec::new();
    let mut groups = Vec::new();
    for aspect in Aspect::ALL {
        let mut rows = Vec::new();
        let own = |summary: &&Summary| summary.metric.aspect == aspect && summary.same_as.is_none();
        for summary in summaries.iter().filter(own) {
            let is_nothing = summary.range.is_none_or(|[least, _, most]| least == 0.0 && most == 0.0);
            let name = &*summary.metric.name;
            if is_nothing && name != "unfinished" {
                // That no bot failed goes without saying.
                zeros.extend((name != "forfeited").then_some(name));
            } else {
                let figures = summary_figures(summary);
                let said = capitalized(&summary.metric.in_words(&figures[0]));
                rows.push(Row::of_metric(&summary.metric, figures).said(said));
            }
        }
        groups.push((capitalized(aspect.in_words()), rows));
    }
    let columns = ["metric", "mean", "95 % interval", "deviation", "least", "median", "most", "by"];
    (Table::new(&columns, Vec::new()).groups(groups), zeros)
}

/// The figures of a metric: its mean with the interval, the deviation, the minimum, the median and the maximum, and
/// the method.
fn summary_figures(summary: &Summary) -> [String; 7] {
    let scale = summary.metric.scale;
    let [value, interval] = estimated(summary.mean.as_ref(), scale);
    let [least, median, most] = summary
        .range
        .map_or_else(|| [const { String::new() }; 3], |range| range.map(|value| scale.figure(value)));
    let by = summary.mean.map_or_else(String::new, |mean| mean.method.to_string());
    [value, interval, scale.figure(summary.deviation), least, median, most, by]
}

/// The effect of skill.
fn skill_blocks(skill: &Skill, [duel, others]: [&Results; 2]) -> Vec<Block> {
    let mut blocks = vec![Block::Run(heading(&duel.setting.ruleset, &[duel, others]))];
    for told in skill.endings.iter().filter_map(Endings::in_words) {
        blocks.extend([Block::gap(), Block::Unfinished(told)]);
    }
    let lines = [
        (format!("{} against {}", skill.better, skill.others), &skill.share),
        (format!("{} in all seats (fair share)", skill.others), &skill.fair),
        ("gain of the better bot".to_owned(), &skill.gain),
    ];
    let points: Vec<ChartRow> = lines.iter().take(2).map(|(what, share)| row(what.clone(), share)).collect();
    let rows = lines.into_iter().map(|(what, estimate)| {
        let [value, interval] = estimated(Some(estimate), Scale::Share);
        Row::new(what, [value, interval, estimate.method.to_string()])
    });
    let rows = Table::new(&["", "share of wins", "95 % interval", "by"], rows.collect());
    blocks.push(Block::Tables(vec![rows.before(html! {
        h2 { "Who wins" }
        p { "The share of wins of a seat, with 95 % intervals." }
        (intervals("Share of wins", &points, skill.fair.value, Scale::Share))
    })]));
    blocks
}

/// Describes the decisions of the sequential tests, with a warning that the figures are biased.
fn tell_stops(text: &mut String, report: &Report<'_>) {
    let is_comparison = matches!(report.findings, Findings::Comparison(_));
    for (index, stop) in report.stops.iter().enumerate() {
        let of = &stop.question.of;
        let what = if is_comparison {
            format!("{of}, {} minus A", letter(index + 1))
        } else {
            format!("the share of {of} minus that of the average seat")
        };
        tell_stop(text, stop, &what);
    }
    if report.stops.iter().any(|stop| stop.outcome.is_decided()) {
        text.push_str(
            "The results decided when the run stopped, so its estimates are biased and its intervals too narrow.\n",
        );
    }
}

/// Describes the decision of a sequential test.
fn tell_stop(text: &mut String, stop: &Stop, what: &str) {
    let Sequential { difference, .. } = &stop.question;
    let verdict = match stop.outcome {
        Answer::More => format!("decided after {} deals: more", stop.groups),
        Answer::Less => format!("decided after {} deals: less", stop.groups),
        Answer::Neither => {
            format!("decided after {} deals: no difference of {difference}", stop.groups)
        }
        Answer::Open => format!("not decided after {} deals", stop.groups),
        Answer::Unfinished => "not judged because too many games did not end".to_owned(),
    };
    _ = writeln!(
        text,
        "Sequential test of {what}, for a difference of {difference} or more either way: {verdict}.\n\
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
            let shown = untorn(&report_sheet(&report, None).to_text(Some(80), true));
            assert!(shown.contains(" %") && shown.contains(" to "), "{shown}");
        }
    }
}
