//! A ladder as a report and as data.

use maud::html;
use serde_json::{Value, json};

use super::saved::SavedLadder;
use crate::lab::figures::estimated;
use crate::lab::run_sentences::openings_words;
use crate::lab::sheet::{Block, Row, Sheet, Table};
use crate::page::{ChartRow, Point, intervals};
use furlong::arena::stats::{Accepted, Estimate, Interval};
use furlong::arena::{Crosstable, EloFinding, EloTest, Pairing, Rated, Scale, Stopped};
use furlong::text::counted;

/// The bot that all others are measured against: the game's usual one if it plays, or else the first.
pub(super) fn origin(crosstable: &Crosstable, usual: &str) -> usize {
    crosstable.bots.iter().position(|bot| bot == usual).unwrap_or(0)
}

/// The standings while a ladder is played, and the ratios of its tests, in one line.
pub(super) fn live(crosstable: &Crosstable) -> String {
    let standing = |(bot, elo): (&str, f64)| format!("{bot} {elo:+.0}");
    let at = |seats: u8| {
        let bots: Vec<String> = crosstable.standings(seats).into_iter().map(standing).collect();
        let ratio = |found: EloFinding| format!("LLR {:+.2}", found.llr);
        let ratios = crosstable.at(seats).filter_map(|pairing| crosstable.tested(pairing)).map(ratio);
        format!("{seats} seats: {}", bots.into_iter().chain(ratios).collect::<Vec<_>>().join(", "))
    };
    crosstable.sizes().into_iter().map(at).collect::<Vec<_>>().join("; ")
}

/// The decision of a test in words.
fn decision(crosstable: &Crosstable, found: &EloFinding) -> String {
    let Some(EloTest { elo0, elo1, .. }) = crosstable.until else { return String::new() };
    match found.accepted {
        Accepted::First => format!("{elo0:+} rather than {elo1:+}"),
        Accepted::Second => format!("{elo1:+} rather than {elo0:+}"),
        Accepted::Open => "not decided".to_owned(),
    }
}

/// The whole report as data.
pub(super) fn report(kept: &SavedLadder, usual: &str, stopped: Option<&Stopped>) -> Value {
    let crosstable = &kept.crosstable;
    let origin = origin(crosstable, usual);
    let of_table = |seats: u8| {
        let pairing = |pairing: &Pairing| {
            json!({
                "alone": crosstable.bots[pairing.alone], "rest": crosstable.bots[pairing.rest],
                "share": crosstable.share(pairing), "lead": crosstable.lead(pairing),
                "games": pairing.games(), "deals": pairing.deals.len(),
                "distinct-deals": pairing.distinct(), "unfinished": pairing.unfinished(),
                "forfeited": pairing.forfeited(), "won-drawn-lost": pairing.won_drawn_lost(),
                "test": crosstable.tested(pairing),
            })
        };
        json!({
            "seats": seats, "ratings": crosstable.ratings(seats, origin),
            "pairings": crosstable.at(seats).map(pairing).collect::<Vec<_>>(),
        })
    };
    let mut report = json!({
        "release": kept.release, "game": crosstable.game, "ruleset": crosstable.ruleset, "seed": crosstable.seed,
        "measured-against": crosstable.bots[origin], "openings": crosstable.openings,
        "until": crosstable.until, "commands": crosstable.commands,
        "in-words": crosstable.unfinished(), "warnings": crosstable.warnings(), "forfeits": crosstable.forfeits,
        "tables": crosstable.sizes().into_iter().map(of_table).collect::<Vec<_>>(),
        "nanoseconds": kept.times,
    });
    if let Some(stopped) = stopped {
        report["stopped"] = json!(stopped);
    }
    report
}

/// The ratings and the pairings at each table.
pub(super) fn sheet(kept: &SavedLadder, usual: &str, stopped: Option<&Stopped>) -> Sheet {
    let crosstable = &kept.crosstable;
    let Crosstable { game, ruleset, .. } = crosstable;
    let mut blocks: Vec<Block> = Block::stopped(stopped).into_iter().collect();
    blocks.push(Block::Run(run_text(kept)));
    blocks.extend(crosstable.unfinished().into_iter().map(Block::Unfinished));
    let origin = origin(crosstable, usual);
    let mut is_open = false;
    for seats in crosstable.sizes() {
        let rated: Vec<(Rated, [String; 2])> = crosstable
            .ratings(seats, origin)
            .into_iter()
            .map(|rated| {
                let figures = rating_figures(&rated, rated.bot == crosstable.bots[origin]);
                (rated, figures)
            })
            .collect();
        is_open |=
            rated.iter().any(|(rated, [_, interval])| rated.elo.is_none() || interval.contains(" or "));
        let rows: Vec<ChartRow> = rated.iter().map(|(rated, figures)| rating_row(rated, figures)).collect();
        let ratings = rated.iter().map(|(rated, [elo, interval])| {
            Row::new(&*rated.bot, [elo.clone(), interval.clone(), rated.games.to_string()])
        });
        let ratings = Table::new(&["bot", "Elo", "95 % interval", "games"], ratings.collect());
        let ratings = ratings.before(html! {
            p { "Elo against " (crosstable.bots[origin]) ", with 95 % intervals." }
            (intervals("Elo", &rows, 0.0, Scale::Number))
        });
        let pairings = pairings_table(crosstable, seats);
        blocks.extend([Block::gap(), Block::Heading(format!("{seats} seats"))]);
        let tests = tests_table(crosstable, seats);
        blocks.push(Block::Tables([ratings, pairings].into_iter().chain(tests).collect()));
    }
    blocks.push(Block::note(
        "The bot named first plays alone, in each seat in turn on the same deal. share: its share of wins; lead: \
         its share minus that of one other seat; both are means over deals, with intervals. games: those that it \
         won, shared and lost. deals: the number of different deals. Elo: Bradley-Terry model, with Bayesian bootstrap intervals over deals.",
    ));
    if crosstable.until.is_some() {
        blocks.push(Block::note(
            "LLR: the log-likelihood ratio of elo1 against elo0 for the bot named first. The test ends at one of the \
             bounds, and figures of a run that ends by its own results are biased towards its decision.",
        ));
    }
    if is_open {
        blocks.push(Block::note(WITHOUT_LIMIT));
    }
    blocks.extend(crosstable.warnings().into_iter().map(Block::Warning));
    blocks.extend(times_table(kept).map(Block::Times));
    Sheet { title: format!("{game}: the bots under {ruleset}"), blocks }
}

fn run_text(kept: &SavedLadder) -> String {
    let crosstable = &kept.crosstable;
    let least = crosstable.pairings.iter().map(|pairing| pairing.deals.len()).min().unwrap_or(0);
    format!(
        "{}, {}; {} a pairing of {}{}; seed {}; furlong {}{}\n",
        crosstable.game,
        crosstable.ruleset,
        counted(least as i64, "deal", "deals"),
        crosstable.deals,
        crosstable.commands,
        crosstable.seed,
        kept.release,
        openings_words(crosstable.openings),
    )
}

/// The thinking times of the bots; `None` if none were measured.
fn times_table(kept: &SavedLadder) -> Option<Table> {
    let times = |bot: &String| {
        let measured = kept.times.get(bot).filter(|times| times.count() > 0)?;
        let time =
            |percent| measured.percentile(percent).map_or_else(String::new, |time| format!("{time:?}"));
        Some(Row::new(&**bot, [measured.count().to_string(), time(50), time(90)]))
    };
    let rows: Vec<Row> = kept.crosstable.bots.iter().filter_map(times).collect();
    let columns = ["bot", "decisions with a choice", "median", "90th percentile"];
    (!rows.is_empty()).then(|| Table::new(&columns, rows))
}

/// Explains ratings that the results do not limit.
const WITHOUT_LIMIT: &str = "or less, or more: the bot lost, or won, every game that links it with the reference \
    bot, so its rating has no limit on that side. -: no won game links the two.";

/// A rating and its interval in words.
fn rating_figures(rated: &Rated, is_origin: bool) -> [String; 2] {
    let Some(elo) = rated.elo else { return ["-".to_owned(), "unknown: no wins".to_owned()] };
    let interval = match rated.interval {
        _ if is_origin => "reference".to_owned(),
        None => String::new(),
        Some(Interval { low, high }) if low.is_infinite() => format!("{high:+.0} or less"),
        Some(Interval { low, high }) if high.is_infinite() => format!("{low:+.0} or more"),
        Some(Interval { low, high }) => format!("{low:+.0} to {high:+.0}"),
    };
    [format!("{elo:+.0}"), interval]
}

/// A row of the chart for a rating with these figures.
fn rating_row(rated: &Rated, figures: &[String; 2]) -> ChartRow {
    let said: Vec<&str> = figures.iter().map(String::as_str).filter(|figure| !figure.is_empty()).collect();
    let label = said.join(", ");
    let Some(value) = rated.elo else {
        return ChartRow { label: format!("{}: {label}", rated.bot), points: Vec::new() };
    };
    // An unlimited end is drawn up to the rating.
    let drawn = |end: f64| if end.is_finite() { end } else { value };
    let within = |within: Interval| Interval { low: drawn(within.low), high: drawn(within.high) };
    let point = Point { value, interval: rated.interval.map(within), class: "found", label };
    ChartRow { label: rated.bot.clone(), points: vec![point] }
}

/// Returns who meets whom: `club against 3 strong`.
fn pairing_name(crosstable: &Crosstable, pairing: &Pairing) -> String {
    let [alone, rest] = [pairing.alone, pairing.rest].map(|bot| &crosstable.bots[bot]);
    let others = if pairing.seats == 2 { String::new() } else { format!("{} ", pairing.seats - 1) };
    format!("{alone} against {others}{rest}")
}

/// A row for the test of each pairing at tables of this size; `None` without a test.
fn tests_table(crosstable: &Crosstable, seats: u8) -> Option<Table> {
    crosstable.until?;
    let row = |pairing: &Pairing| {
        let found = crosstable.tested(pairing)?;
        let (llr, bounds) =
            (format!("{:+.2}", found.llr), format!("{:+.2}, {:+.2}", found.bounds.lower, found.bounds.upper));
        Some(Row::new(pairing_name(crosstable, pairing), [llr, bounds, decision(crosstable, &found)]))
    };
    Some(Table::new(&["test", "LLR", "bounds", "Elo"], crosstable.at(seats).filter_map(row).collect()))
}

/// A row for each pairing of bots at tables of this size.
fn pairings_table(crosstable: &Crosstable, seats: u8) -> Table {
    let row = |pairing: &Pairing| {
        let mut notes = Vec::new();
        match crosstable.lead(pairing).and_then(|lead| lead.interval) {
            Some(interval) if interval.low > 0.0 => notes.push("stronger".to_owned()),
            Some(interval) if interval.high < 0.0 => notes.push("weaker".to_owned()),
            _ => {}
        }
        for (games, what) in [(pairing.unfinished(), "unfinished"), (pairing.forfeited(), "forfeited")] {
            if games > 0 {
                notes.push(format!("{games} {what}"));
            }
        }
        let name = pairing_name(crosstable, pairing);
        let [share, of_share] = share_figures(crosstable.share(pairing));
        let [lead, of_lead] = share_figures(crosstable.lead(pairing));
        let counted = pairing.won_drawn_lost();
        let counted = counted.map(|[won, drawn, lost]| format!("+{won} ={drawn} -{lost}"));
        let games = counted.unwrap_or_else(|| pairing.games().to_string());
        let deals = pairing.distinct().to_string();
        Row::new(name, [share, of_share, lead, of_lead, games, deals, notes.join(", ")])
    };
    let columns = ["pairing", "share", "95 % interval", "lead", "95 % interval", "games", "deals", ""];
    Table::new(&columns, crosstable.at(seats).map(row).collect())
}

/// A share and its interval, with one decimal so that a row fits into 80 columns. What matters is on which side of
/// 0 a lead lies.
fn share_figures(estimate: Option<Estimate>) -> [String; 2] {
    let [value, interval] = estimated(estimate.as_ref(), Scale::Share);
    match estimate.and_then(|estimate| Some((estimate.value, estimate.interval?))) {
        Some((value, Interval { low, high })) if !interval.is_empty() => {
            let [value, low, high] = [value, low, high].map(|share| Scale::Share.figure(share));
            [value, format!("{low} to {high}")]
        }
        _ => [value, interval],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::figures::untorn;
    use crate::lab::thinking_times::Times;
    use furlong::arena::{Commands, GameHash, Shard, Won};
    use furlong::common::Share;

    #[test]
    fn a_ladder_fits_eighty_columns_and_tears_no_figure_from_its_unit() {
        let bots = ["heuristic", "hard:iterations=1000", "exec:python3 bot.py"];
        let pairings = [(0, 1), (0, 2), (1, 2)].into_iter().flat_map(|(alone, rest)| {
            let won = |deal: u32| Won {
                alone: Share::PARTS * 2 - deal % 3,
                rest: Share::PARTS,
                outright: 1,
                drawn: 0,
                unfinished: deal % 2,
                forfeited: u32::from(alone == 0),
                course: GameHash::from(u64::from(deal)),
            };
            [2, 4].map(|seats| Pairing { seats, alone, rest, deals: (0..3_000).map(won).collect() })
        });
        let mut pairings: Vec<Pairing> = pairings.collect();
        pairings.sort_by_key(|pairing| pairing.seats);
        let crosstable = Crosstable {
            game: "dash".to_owned(),
            ruleset: "short".to_owned(),
            rules: Value::Null,
            seed: 1,
            most_events: 1000,
            openings: 0,
            most_unfinished: 1.0,
            deals: 3_000,
            shard: Shard::WHOLE,
            bots: bots.map(str::to_owned).to_vec(),
            commands: Commands::default(),
            pairings,
            until: None,
            forfeits: Vec::new(),
        };
        let mut times = Times::default();
        times.note(std::time::Duration::from_micros(1234));
        let times = bots.iter().map(|bot| ((*bot).to_owned(), times.clone())).collect();
        let mut kept = SavedLadder::new(crosstable, Vec::new());
        kept.times = times;
        let shown = untorn(&sheet(&kept, "walker", None).to_text(Some(80), false));
        assert!(
            shown.contains("unfinished") && shown.contains("forfeited") && shown.contains("stronger"),
            "{shown}"
        );
        let calm = |pairing: &mut Pairing| {
            pairing.deals.iter_mut().for_each(|won| (won.unfinished, won.forfeited) = (0, 0));
        };
        kept.crosstable.pairings.iter_mut().for_each(calm);
        let shown = sheet(&kept, "walker", None).to_text(Some(80), false);
        assert!(!shown.contains("unfinished") && !shown.contains("forfeited"), "{shown}");
    }
}
