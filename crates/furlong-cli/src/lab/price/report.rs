//! The prices of elements in sentences, as a table with a chart, and as rows of a CSV file.

use std::io::{self, Write};

use maud::html;

use crate::lab::figures::estimate_words;
use crate::lab::game_files::{estimate_fields, figure_field, quoted};
use crate::lab::run_sentences::run_line;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::page::{ChartRow, by_players, intervals, players_legend, row};
use furlong::arena::{Finding, Scale, all_players};
use furlong::design::{
    Price,
    price::{PriceRun, Priced, Uses},
};
use furlong::text::{counted, listed};

/// The report of a run.
pub(super) fn sheet(run: &PriceRun, prices: &Price) -> Sheet {
    let seats = run.setting.seats.count();
    let players = match &prices.players[..] {
        [one] => format!("all by {one}"),
        several => format!("all by {} in turn", listed(several)),
    };
    let what = format!(
        "{} in {} each; one of {} must not use the element, {players}",
        counted(prices.deals as i64, "deal", "deals"),
        counted(seats, "seating", "seatings"),
        counted(seats, "seat", "seats"),
    );
    let mut blocks = vec![Block::Run(run_line(&run.setting, &what)), Block::gap()];
    blocks.extend(prices.unfinished.iter().cloned().map(Block::Unfinished));
    blocks.push(Block::Answer(sentences(prices)));
    blocks.push(Block::Tables(vec![prices_table(prices)]));
    let told = |Priced { element, meaning, .. }: &Priced| Block::Note(format!("{element}: {meaning}."));
    blocks.extend(prices.elements.iter().map(told));
    blocks.push(Block::note(
        "gain: the share of wins of the banned seat minus the average of the others; below 0, the element is worth \
         having for these players. p: corrected for all elements and player types (Holm). used: how often a free \
         seat used it when it had a choice. forced: how often it was the only choice, so that the ban did not \
         apply.",
    ));
    Sheet { title: format!("{}: prices under {}", run.setting.game, run.setting.ruleset), blocks }
}

/// Sentences about the elements with the same worth for all player types, about those with a worth that depends on
/// the players, and about those for which this is undecided.
fn sentences(prices: &Price) -> Vec<String> {
    let found = |holds: &dyn Fn(&Priced) -> bool| -> Option<String> {
        let names: Vec<&String> =
            prices.elements.iter().filter(|priced| holds(priced)).map(|priced| &priced.element).collect();
        (!names.is_empty()).then(|| listed(&names))
    };
    let for_whom = match &prices.players[..] {
        [_] => String::new(),
        several => format!(" for {}", all_players(several)),
    };
    let gain = |priced: &Priced| priced.gain.map_or(0.0, |gain| gain.value);
    let worth = found(&|priced| priced.finding == Finding::Holds && gain(priced) < 0.0);
    let left = found(&|priced| priced.finding == Finding::Holds && gain(priced) > 0.0);
    let differ = found(&|priced| priced.finding == Finding::Differs);
    let is_shown = |priced: &Priced| priced.by_player_type().any(Priced::is_shown);
    let open = found(&|priced| priced.finding == Finding::Open && is_shown(priced));
    let mut told = vec![match &worth {
        Some(names) => format!("Worth having{for_whom}: {names}."),
        None => format!("No element is significantly worth having{for_whom}."),
    }];
    told.extend(left.map(|names| format!("Better avoided{for_whom}: {names}.")));
    told.extend(differ.map(|names| format!("Differs significantly by player: {names}.")));
    told.extend(
        open.map(|names| format!("Significant for some players, undecided for the others: {names}.")),
    );
    told
}

fn prices_table(prices: &Price) -> Table {
    let several = prices.players.len() > 1;
    let mut columns = vec!["never"];
    columns.extend(if several { prices.players.iter().map(String::as_str).collect() } else { vec!["gain"] });
    columns.extend(["p", "used", "forced", ""]);
    let rows = prices.elements.iter().map(figures).collect();
    let bars: Vec<ChartRow> =
        prices.elements.iter().filter_map(|priced| bar(&prices.players, priced)).collect();
    Table::new(&columns, rows).before(html! {
        h2 { "The gain of the banned seat" }
        p { "With 95 % intervals; left of the dashed line, the element is worth having." }
        @if several { p { (players_legend(&prices.players)) } }
        (intervals("Gain by element", &bars, 0.0, Scale::Share))
    })
}

/// The gain for each player type, the largest p-value, how often each type used it, and the finding.
fn figures(priced: &Priced) -> Row {
    let gains = priced.by_player_type().map(|kind| estimate_words(kind.gain.as_ref(), Scale::Share));
    let percent = |part: u64, all: u64| format!("{:.1} %", 100.0 * part as f64 / all as f64);
    let used = |Uses { offered, used, .. }: Uses| match offered {
        0 => "never offered".to_owned(),
        offered => percent(used, offered),
    };
    let forced = |Uses { offered, forced, .. }: Uses| match forced + offered {
        0 => String::new(),
        decisions => percent(forced, decisions),
    };
    let all = |words: Vec<String>| words.join(" | ");
    let p = priced.by_player_type().map(|kind| kind.p_value).collect::<Option<Vec<f64>>>();
    let p = p.and_then(|all| all.into_iter().reduce(f64::max));
    let p = p.map_or_else(String::new, |p| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") });
    let mut figures: Vec<String> = gains.collect();
    figures.extend([
        p,
        all(priced.by_player_type().map(|kind| used(kind.free)).collect()),
        all(priced.by_player_type().map(|kind| forced(kind.restricted)).collect()),
        verdict(priced),
    ]);
    Row::new(priced.element.clone(), figures)
}

fn verdict(priced: &Priced) -> String {
    let is_judged = priced.by_player_type().all(|kind| kind.endings.judge_wins());
    let found = priced.finding.in_words(priced.by_player_type().filter_map(|kind| kind.apart.as_ref()));
    let worth =
        if priced.gain.is_some_and(|gain| gain.value < 0.0) { "worth having" } else { "better avoided" };
    match priced.finding {
        Finding::Holds => found.replace(Finding::Holds.in_words([]), worth),
        Finding::Open if !is_judged => "not judged".to_owned(),
        Finding::Open if !priced.by_player_type().any(Priced::is_shown) => String::new(),
        _ => found.to_owned(),
    }
}

/// The gain on the chart, with a point for each player type.
fn bar(players: &[String], priced: &Priced) -> Option<ChartRow> {
    let of_kind = |kind: &Priced| Some(row(kind.element.clone(), kind.gain.as_ref()?));
    if priced.others.is_empty() {
        return of_kind(priced);
    }
    let kinds = players.iter().cloned().zip(priced.by_player_type());
    Some(by_players(kinds.filter_map(|(players, kind)| Some((players, of_kind(kind)?)))))
}

/// Writes a row for each element and player type.
pub(super) fn write_csv(out: &mut dyn Write, prices: &Price) -> io::Result<()> {
    writeln!(
        out,
        "element,players,deals,gain,low,high,p-value,offered,used,forced,finding,apart,apart-low,apart-high,apart-p-value"
    )?;
    for priced in &prices.elements {
        for (players, kind) in prices.players.iter().zip(priced.by_player_type()) {
            writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{},{}",
                quoted(&kind.element),
                quoted(players),
                prices.deals,
                estimate_fields(kind.gain),
                figure_field(kind.p_value),
                kind.free.offered,
                kind.free.used,
                kind.restricted.forced,
                kind.finding,
                estimate_fields(kind.apart.map(|apart| apart.difference)),
                figure_field(kind.apart.and_then(|apart| apart.p_value)),
            )?;
        }
    }
    Ok(())
}
