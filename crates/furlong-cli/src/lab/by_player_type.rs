//! The report of a comparison of rulesets by several player types. Findings that hold for all players come first.

use maud::html;

use crate::lab::comparison_report::{comparison_charts, contrast_tables, effect};
use crate::lab::figures::estimate_words;
use crate::lab::run_sentences::{heading, letter, seats_text};
use crate::lab::sheet::{Block, Row, Table};
use crate::page::{ChartRow, by_players, intervals, players_legend};
use furlong::arena::{ByPlayers, Contrast, Difference, Finding, Results, Scale};
use furlong::text::{capitalized, listed};

/// The findings about each ruleset, then the whole comparison for each player type.
pub(crate) fn by_players_blocks(found: &ByPlayers, runs: &[Results]) -> Vec<Block> {
    let rulesets = runs.len() / found.players.len().max(1);
    let name = |(side, run): (usize, &Results)| format!("{} ({})", run.setting.ruleset, letter(side));
    let sides: Vec<&Results> = runs.iter().take(rulesets).collect();
    let rulesets_words = listed(sides.iter().enumerate().map(|(side, run)| name((side, run))));
    // The heading states that of the first.
    let others = runs.iter().step_by(rulesets.max(1)).skip(1);
    let commands: String = others.map(|run| run.setting.commands.to_string()).collect();
    let mut blocks = vec![
        Block::Run(heading(&rulesets_words, &sides)),
        Block::Run(format!(
            "the same games with each player type in all seats: {}{commands}\n",
            listed(&found.players)
        )),
    ];
    for place in 0..found.findings.len() {
        let side = letter(place + 1);
        let words = found.in_words(place);
        blocks.extend([
            Block::gap(),
            Block::Answer(words),
            Block::Tables(vec![findings_table(found, place, &side)]),
        ]);
        blocks.extend(seats_by_kind(found, place, &side));
    }
    blocks.push(Block::note(
        "holds for all: significant in the same direction for every player type (in other sizes: the size differs \
         significantly from that of the first type on the same deals). differs by player: does not hold for all, \
         and differs significantly between types. not decided: neither is significant.\n\
         Each difference is its side minus A, with its own 95 % interval; findings are corrected for all tests \
         (Holm).",
    ));
    let kinds = runs.chunks(rulesets.max(1)).zip(&found.comparisons).zip(&found.players);
    for ((runs, comparison), players) in kinds {
        for (index, contrast) in comparison.contrasts.iter().enumerate() {
            let mut tables = contrast_tables(contrast, &letter(index + 1));
            for table in &mut tables {
                let what = table.folded.take().unwrap_or_else(|| "significant differences".to_owned());
                table.folded = Some(format!("{} by {players}: {what}", contrast.other));
            }
            blocks.push(Block::Tables(tables));
        }
        blocks.push(Block::Page(html! { details { summary { "Charts of the games with " (players) } (comparison_charts(comparison, runs)) } }));
    }
    blocks
}

/// The table of differences that are significant for some player types, grouped by finding.
fn findings_table(found: &ByPlayers, place: usize, side: &str) -> Table {
    let mut bars = Vec::new();
    let mut groups = Vec::new();
    for finding in [Finding::Holds, Finding::Differs, Finding::Open] {
        let mut rows = Vec::new();
        for kinds in found.found(place, finding).into_values().flatten() {
            let Some(first) = kinds.first() else { continue };
            let differences = kinds.iter().map(|kind| difference_words(kind));
            let shared = found.findings[place].iter().find(|shared| shared.metric == first.metric.name);
            let words = finding.in_words(shared.into_iter().flat_map(|shared| &shared.apart).flatten());
            let figures: Vec<String> = differences.chain([words.to_owned()]).collect();
            rows.push(Row::of_metric(&first.metric, figures));
            bars.extend(bar(found, &kinds));
        }
        groups.push((capitalized(finding.in_words([])), rows));
    }
    let columns: Vec<&str> = ["metric"]
        .into_iter()
        .chain(found.players.iter().map(String::as_str))
        .chain(["all players"])
        .collect();
    Table::new(&columns, Vec::new()).groups(groups).before(html! {
        h2 { (side) " minus A: what differs, and for which players" }
        p { (players_legend(&found.players)) }
        (intervals("Differences by players", &bars, 0.0, Scale::Number))
    })
}

fn difference_words(difference: &Difference) -> String {
    estimate_words(difference.difference.as_ref(), difference.metric.scale)
}

/// The difference on the chart, with a point for each player type.
fn bar(found: &ByPlayers, kinds: &[&Difference]) -> Option<ChartRow> {
    let rows = found.players.iter().zip(kinds);
    let rows: Vec<(String, ChartRow)> =
        rows.filter_map(|(players, kind)| Some((players.clone(), effect(kind)?))).collect();
    (!rows.is_empty()).then(|| by_players(rows.into_iter()))
}

/// The value of seats under the ruleset, for each player type.
fn seats_by_kind(found: &ByPlayers, place: usize, side: &str) -> Vec<Block> {
    let notes = |(contrast, players): (&Contrast, &String)| {
        let both = contrast.seat_comparisons();
        both.map(|both| Block::Note(format!("{side} by {players}: {}", seats_text(&both.other))))
            .collect::<Vec<_>>()
    };
    found.contrasts(place).into_iter().zip(&found.players).flat_map(notes).collect()
}
