//! A ladder in words, tables and data.

use std::fmt::Write as _;

use comfy_table::Table;
use serde_json::{Value, json};

use super::kept::Kept;
use crate::lab::figures::{estimated, table, write_tables};
use crate::lab::run_words::openings_words;
use furlong::arena::stats::{Estimate, Interval};
use furlong::arena::{Crosstable, Pairing, Rated, Scale, Stopped};
use furlong::text::counted;

/// The bot that all others are measured against: the game's usual one, or the first.
pub(super) fn origin(crosstable: &Crosstable, usual: &str) -> usize {
    crosstable.bots.iter().position(|bot| bot == usual).unwrap_or(0)
}

/// The whole report as data.
pub(super) fn report(kept: &Kept, usual: &str, stopped: Option<&Stopped>) -> Value {
    let crosstable = &kept.crosstable;
    let origin = origin(crosstable, usual);
    let of_table = |seats: u8| {
        let pairing = |pairing: &Pairing| {
            json!({
                "alone": crosstable.bots[pairing.alone], "rest": crosstable.bots[pairing.rest],
                "share": crosstable.share(pairing), "lead": crosstable.lead(pairing),
                "games": pairing.games(), "deals": pairing.deals.len(),
                "distinct-deals": pairing.distinct(), "unfinished": pairing.unfinished(),
                "forfeited": pairing.forfeited(),
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
        "in-words": crosstable.unfinished(), "warnings": crosstable.warnings(), "forfeits": crosstable.forfeits,
        "tables": crosstable.sizes().into_iter().map(of_table).collect::<Vec<_>>(),
        "nanoseconds": kept.times,
    });
    if let Some(stopped) = stopped {
        report["stopped"] = json!(stopped);
    }
    report
}

/// Ratings and pairings of each table in words and tables of at most `width` columns, where that is known.
pub(super) fn tables(kept: &Kept, usual: &str, width: Option<usize>) -> String {
    let crosstable = &kept.crosstable;
    let origin = origin(crosstable, usual);
    let least = crosstable.pairings.iter().map(|pairing| pairing.deals.len()).min().unwrap_or(0);
    let mut text = format!(
        "{}, {}; {} a pairing of {}; seed {}; furlong {}{}\n",
        crosstable.game,
        crosstable.ruleset,
        counted(least as i64, "deal", "deals"),
        crosstable.deals,
        crosstable.seed,
        kept.release,
        openings_words(crosstable.openings),
    );
    for told in crosstable.unfinished() {
        _ = writeln!(text, "{told}");
    }
    let mut is_open = false;
    for seats in crosstable.sizes() {
        _ = writeln!(text, "\n{seats} seats");
        let mut ratings = table(&["bot", "Elo", "95 % interval", "games"]);
        for rated in crosstable.ratings(seats, origin) {
            let is_origin = rated.bot == crosstable.bots[origin];
            let [elo, interval] = rating_figures(&rated, is_origin);
            is_open |= rated.elo.is_none() || interval.contains(" or ");
            ratings.add_row([rated.bot, elo, interval, rated.games.to_string()]);
        }
        let pairings = pairings_table(crosstable, seats);
        write_tables(&mut text, &[ratings, pairings], width);
    }
    text.push_str(
        "The bot named first sits alone, in every seat in turn on the same deal. share: its share of the wins; \
         lead: the difference to the share of one seat of the others; both are means over deals, with intervals. \
         deals: the number of different deals. Elo: by the model of Bradley and Terry, with Bayesian bootstrap \
         intervals over deals.\n",
    );
    if is_open {
        text.push_str(WITHOUT_LIMIT);
        text.push('\n');
    }
    for warning in crosstable.warnings() {
        _ = writeln!(text, "Warning: {warning}.");
    }
    let mut times = table(&["bot", "decisions with a choice", "median", "90 % within"]);
    for bot in &crosstable.bots {
        let Some(measured) = kept.times.get(bot).filter(|times| times.count() > 0) else { continue };
        let time =
            |percent| measured.percentile(percent).map_or_else(String::new, |time| format!("{time:?}"));
        times.add_row([bot.clone(), measured.count().to_string(), time(50), time(90)]);
    }
    if times.row_count() > 0 {
        write_tables(&mut text, &[times], width);
    }
    text
}

/// The meaning of ratings that the results do not limit.
pub(crate) const WITHOUT_LIMIT: &str = "or less, or more: the bot has lost, or won, every game that links it with the \
     one that is measured against, so the results set no other limit. -: no game that anybody won links the two.";

/// A rating and its interval in words.
pub(crate) fn rating_figures(rated: &Rated, is_origin: bool) -> [String; 2] {
    let Some(elo) = rated.elo else { return ["-".to_owned(), "unknown: no wins".to_owned()] };
    let interval = match rated.interval {
        _ if is_origin => "measured against".to_owned(),
        None => String::new(),
        Some(Interval { low, high }) if low.is_infinite() => format!("{high:+.0} or less"),
        Some(Interval { low, high }) if high.is_infinite() => format!("{low:+.0} or more"),
        Some(Interval { low, high }) => format!("{low:+.0} to {high:+.0}"),
    };
    [format!("{elo:+.0}"), interval]
}

/// A row for each pairing of bots at tables of this size.
fn pairings_table(crosstable: &Crosstable, seats: u8) -> Table {
    let mut pairings =
        table(&["pairing", "share", "95 % interval", "lead", "95 % interval", "games", "deals", ""]);
    for pairing in crosstable.at(seats) {
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
        let others = if seats == 2 { String::new() } else { format!("{} ", seats - 1) };
        let name =
            format!("{} against {others}{}", crosstable.bots[pairing.alone], crosstable.bots[pairing.rest]);
        let figures = pairing_figures(crosstable, pairing).into_iter();
        pairings.add_row(std::iter::once(name).chain(figures).chain([notes.join(", ")]));
    }
    pairings
}

/// The figures of a pairing: the share and the lead, each with its interval, and the numbers of games and of deals.
pub(crate) fn pairing_figures(crosstable: &Crosstable, pairing: &Pairing) -> [String; 6] {
    let [share, of_share] = share_figures(crosstable.share(pairing));
    let [lead, of_lead] = share_figures(crosstable.lead(pairing));
    [share, of_share, lead, of_lead, pairing.games().to_string(), pairing.distinct().to_string()]
}

/// A share and its interval, one digit each so that a row fits into 80 columns: what decides is the side of 0 on which a
/// lead lies.
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
    use crate::lab::timed::Times;
    use furlong::arena::{Course, Shard, Won};
    use furlong::ground::Share;

    #[test]
    fn a_ladder_fits_eighty_columns_and_tears_no_figure_from_its_unit() {
        let bots = ["heuristic", "hard:iterations=1000", "exec:python3 bot.py"];
        let pairings = [(0, 1), (0, 2), (1, 2)].into_iter().flat_map(|(alone, rest)| {
            let won = |deal: u32| Won {
                alone: Share::PARTS * 2 - deal % 3,
                rest: Share::PARTS,
                unfinished: deal % 2,
                forfeited: u32::from(alone == 0),
                course: Course::from(u64::from(deal)),
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
            pairings,
            forfeits: Vec::new(),
        };
        let mut times = Times::default();
        times.note(std::time::Duration::from_micros(1234));
        let times = bots.iter().map(|bot| ((*bot).to_owned(), times.clone())).collect();
        let mut kept = Kept::new(crosstable, Vec::new());
        kept.times = times;
        let shown = untorn(&tables(&kept, "walker", Some(80)));
        assert!(
            shown.contains("unfinished") && shown.contains("forfeited") && shown.contains("stronger"),
            "{shown}"
        );
        let calm = |pairing: &mut Pairing| {
            pairing.deals.iter_mut().for_each(|won| (won.unfinished, won.forfeited) = (0, 0));
        };
        kept.crosstable.pairings.iter_mut().for_each(calm);
        let shown = tables(&kept, "walker", Some(80));
        assert!(!shown.contains("unfinished") && !shown.contains("forfeited"), "{shown}");
    }
}
