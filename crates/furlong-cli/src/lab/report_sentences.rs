//! The answer of a report in sentences, and which of its figures depend on who plays.

use maud::{Markup, html};

use crate::failure::Failure;
use crate::lab::figures::estimate_words;
use crate::lab::replay_stats::{MOMENTS, ReplayStats};
use crate::page::{cell, table};
use furlong::arena::{
    Comparison, Difference, Finding, Measures, Metric, Places, Results, SMALL, Scale, SeatTest, Summary,
    all_players,
};
use furlong::text::{capitalized, listed};

/// The answer in sentences, with the wins of each seat.
pub(crate) fn sentences(
    results: &Results,
    measures: &Measures,
    by_players: Option<&ByPlayers>,
    stats: &ReplayStats,
    seconds: u32,
) -> Vec<String> {
    let mut sentences = measures.in_words(results);
    let all = &measures.summaries;
    let by = |places: Places| {
        let columns = (1..=results.setting.seats.count()).map(|place| (place, places.metric(place.into())));
        let share = |(place, name): (u8, String)| {
            let summary = all.iter().find(|summary| summary.metric.name == name)?;
            let share = estimate_words(summary.mean.as_ref(), Scale::Share);
            Some(format!("{} {place} {share}", places.one()))
        };
        format!("Wins: {}.", columns.filter_map(share).collect::<Vec<_>>().join(", "))
    };
    let has_order = measures.seat_tests().any(|test| test.places == Places::TurnOrder);
    let told = [Some(Places::Seats), has_order.then_some(Places::TurnOrder)].into_iter().flatten();
    let place = sentences.len().min(2);
    sentences.splice(place..place, who_is_first(measures).into_iter().chain(told.map(by)));
    sentences.extend(minutes(measures, seconds));
    sentences.extend(course(stats));
    // Games that did not end come first, because they affect everything that follows.
    let place = usize::from(results.endings().in_words().is_some());
    sentences.splice(place..place, by_players.into_iter().flat_map(ByPlayers::sentences));
    sentences
}

/// The share of games in which each runner comes first, the largest share first; `None` for games without such metrics
/// (`first-hare`).
fn who_is_first(measures: &Measures) -> Option<String> {
    let runner = |summary: &Summary| {
        let name =
            summary.metric.name.strip_prefix("first-").filter(|_| summary.metric.scale == Scale::Share)?;
        Some((name.replace('-', " "), summary.mean?.value))
    };
    let mut first: Vec<(String, f64)> = measures.summaries.iter().filter_map(runner).collect();
    first.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let told = first.iter().map(|(name, share)| format!("{name} {}", Scale::Share.spoken(*share)));
    (!first.is_empty()).then(|| format!("First in the race: {}.", listed(told)))
}

/// How long a game takes at the table.
fn minutes(measures: &Measures, seconds: u32) -> Option<String> {
    let decisions = measures.summaries.iter().find(|summary| summary.metric.name == "decisions")?;
    let mean = decisions.mean?.value;
    let minutes = mean * f64::from(seconds) / 60.0;
    Some(format!(
        "{}: about {minutes:.0} minutes at {seconds} seconds per decision (an assumption: --seconds-per-decision).",
        capitalized(&decisions.metric.in_words(&format!("about {}", Scale::Number.spoken(mean)))),
    ))
}

/// Sentences about the course of a game: how long it stays open, wins from behind, and the lead near the end.
fn course(stats: &ReplayStats) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(part) = stats.undecided() {
        told.push(format!(
            "On average, the later winner's chance was last below one half after {} of the game ({} games).",
            Scale::Share.spoken(part),
            stats.chances.len(),
        ));
    }
    if stats.won > 0 {
        let behind = 1.0 - stats.first[MOMENTS / 2] as f64 / stats.won as f64;
        told.push(format!(
            "{} of {} games were won from behind at half time.",
            Scale::Share.spoken(behind),
            stats.won,
        ));
    }
    if stats.games > 0 {
        // At the very end, several may be at home side by side.
        let ahead = stats.ahead.iter().map(|game| game[MOMENTS - 2]).sum::<f64>() / stats.games as f64;
        told.push(format!(
            "After nine tenths of a game, the first runner is {} spaces ahead of the second on average.",
            Scale::Number.spoken(ahead)
        ));
    }
    told
}

/// The figures of one ruleset for several player types.
pub(crate) struct ByPlayers<'a> {
    runs: &'a [Results],
    players: Vec<String>,
    /// The comparison of each further player type with the first.
    comparison: Comparison,
}

impl<'a> ByPlayers<'a> {
    pub(crate) fn of(runs: &'a [Results]) -> Result<Self, Failure> {
        let comparison = Comparison::of(&runs[0], &runs[1..]).map_err(Failure::failed)?;
        Ok(Self { runs, players: runs.iter().map(|run| run.setting.players()).collect(), comparison })
    }

    /// The metrics with this finding that counted anything, each once.
    fn metrics(&self, finding: Finding) -> Vec<(usize, &Metric)> {
        let Some(contrast) = self.comparison.contrasts.first() else { return Vec::new() };
        let is_shown = |(column, difference): &(usize, &Difference)| {
            let kinds = self.comparison.contrasts.iter();
            let kinds = kinds.filter_map(|contrast| contrast.differences.get(*column));
            let mut sides = kinds.clone().flat_map(|kind| [kind.base, kind.other]).flatten();
            difference.same_as.is_none()
                && sides.any(|mean| mean.value != 0.0)
                && Finding::on_figure(kinds) == finding
        };
        let all = contrast.differences.iter().enumerate().filter(is_shown);
        all.map(|(column, difference)| (column, &difference.metric)).collect()
    }

    /// The mean of a metric for each player type.
    fn figures(&self, column: usize, metric: &Metric) -> Vec<String> {
        let mean = |run: &Results| run.summary(column).and_then(|summary| summary.mean);
        self.runs.iter().map(|run| estimate_words(mean(run).as_ref(), metric.scale)).collect()
    }

    /// Sentences about the figures that hold for all players, and those that differ between them.
    fn sentences(&self) -> Vec<String> {
        let players = all_players(&self.players);
        let mut told = vec![self.seats()];
        let named = |finding: Finding| -> Vec<String> {
            let all = self.metrics(finding);
            all.iter()
                .filter(|(_, metric)| !metric.name.starts_with("wins-"))
                .filter_map(|(column, metric)| {
                    let mean = self.runs[0].summary(*column)?.mean?.value;
                    Some(metric.in_words(&metric.scale.spoken(mean)))
                })
                .collect()
        };
        let same = named(Finding::Alike);
        if !same.is_empty() {
            told.push(format!("Alike for {players}: {}.", same.join("; ")));
        }
        let differ = self.metrics(Finding::Differs);
        let differ: Vec<String> = differ
            .iter()
            .take(3)
            .map(|(column, metric)| {
                let by =
                    self.runs.iter().zip(&self.players).enumerate().filter_map(|(kind, (run, players))| {
                        let figure = metric.scale.figure(run.summary(*column)?.mean?.value);
                        // The first player type's figure also says what is counted.
                        let said = if kind == 0 { metric.in_words(&figure) } else { figure };
                        Some(format!("{said} by {players}"))
                    });
                by.collect::<Vec<_>>().join(", ")
            })
            .chain((differ.len() > 3).then(|| format!("and {} more", differ.len() - 3)))
            .collect();
        if !differ.is_empty() {
            told.push(format!("Differs significantly by player: {}.", differ.join("; ")));
        }
        told
    }

    /// A sentence about the fairness of seats, over all player types.
    fn seats(&self) -> String {
        let players = all_players(&self.players);
        let tests: Vec<Option<SeatTest>> =
            self.runs.iter().map(|run| SeatTest::of(run, Places::Seats)).collect();
        let kinds = self.runs.len() as f64;
        // Corrected for the number of player types.
        let best = |test: &SeatTest| (test.p_value * kinds < 0.05).then(|| test.ends()[0].0);
        let found: Vec<Option<u8>> = tests.iter().flatten().map(best).collect();
        let shares = |place: u8| {
            let share = |test: &SeatTest| test.shares.get(usize::from(place) - 1).copied();
            let of = tests.iter().flatten().filter_map(share).zip(&self.players);
            let of: Vec<String> =
                of.map(|(share, players)| format!("{} by {players}", Scale::Share.figure(share))).collect();
            listed(&of)
        };
        match found[..] {
            [] => "Seats were not tested.".to_owned(),
            [Some(first), ..] if found.iter().all(|place| *place == Some(first)) => format!(
                "For {players}, seat {first} wins significantly more than the others: {}.",
                shares(first)
            ),
            _ if found.iter().all(Option::is_none) => {
                format!("For {players}, no seat wins significantly more than another.")
            }
            _ => {
                let told = found.iter().zip(&self.players).map(|(place, players)| match place {
                    Some(place) => format!("seat {place} by {players}"),
                    None => format!("none significantly by {players}"),
                });
                format!(
                    "Which seat wins most depends on the players or is undecided ({}).",
                    told.collect::<Vec<_>>().join(", ")
                )
            }
        }
    }

    /// The figures for each player type, as shown on the page.
    pub(crate) fn table(&self) -> Markup {
        let mut parts = Vec::new();
        for finding in [Finding::Alike, Finding::Differs, Finding::Open] {
            let found = finding.in_words([]);
            let row = |(column, metric): (usize, &Metric)| {
                let name = html! { details.metric { summary { (metric.name) } (capitalized(&metric.about)) ". " (metric.why) } };
                let figures = self.figures(column, metric).into_iter().map(cell);
                std::iter::once(name).chain(figures).chain([cell(found)]).collect()
            };
            parts.push((capitalized(found), self.metrics(finding).into_iter().map(row).collect()));
        }
        parts.retain(|(_, rows): &(String, Vec<Vec<Markup>>)| !rows.is_empty());
        let columns: Vec<&str> = ["metric"]
            .into_iter()
            .chain(self.players.iter().map(String::as_str))
            .chain(["all players"])
            .collect();
        html! {
            h2 { "By player type" }
            p {
                "The same deals played by " (listed(&self.players)) ", each in all seats. Differs by player: significant, \
                    corrected for all tests (Holm). Alike for all: not significant, and the 95 % interval of the \
                    difference is within " (SMALL)
                " standard deviations of a deal. The rest of this page is by " (self.players[0]) "."
            }
            (table(&columns, &parts))
        }
    }
}
