//! `furlong ladder`: every two bots play each other, and a table says how strong they are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use comfy_table::Table;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::asked::{Ladder as LadderAsked, USUAL_DEALS};
use super::commands::check_commands;
use super::failure::{Failure, arena_failure, in_file};
use super::figures::{estimated, table, write_tables};
use super::interrupt;
use super::many::{ended_early, entrant, nothing_played};
use super::new_file::{NewFile, cannot_write};
use super::page::ladder_page;
use super::progress;
use super::run_words::{openings_words, stopped_line};
use super::screen::{Screen, terminal_width};
use super::start::{game, read, setup_for};
use super::table::Occupant;
use super::timed::{SharedTimes, Timed, Times};
use crate::arena::{Crosstable, Entrant, Ladder, LadderError, OnFailure, Pairing, Scale, Stopped};
use crate::bot::{Bot, BotSpec};
use crate::files::{Access, Draft, MOST_OF_A_RUN, replace};
use crate::format::Format;
use crate::json;
use crate::playable::Playable;
use crate::seat::Seats;
use crate::text::counted;

/// The default numbers of seats, where the rules allow them.
const USUAL_TABLES: [u8; 2] = [2, 4];

const FORMAT: Format = Format { name: "furlong-ladder", version: 1, a_file: "a ladder" };

/// A ladder as it is kept in a file.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    format: String,
    version: u32,
    /// The release that played it: another one may play otherwise.
    release: String,
    /// The number of deals of each pairing.
    deals: u64,
    /// The set-up of each table.
    tables: Vec<Value>,
    /// The games that were played.
    #[serde(flatten)]
    crosstable: Crosstable,
    /// The thinking times of the bots.
    times: BTreeMap<String, Times>,
}

/// A ladder, what was played of it, and where it is kept.
struct Climb<G: Playable> {
    ladder: Ladder<G>,
    kept: Kept,
    file: Option<PathBuf>,
    times: Vec<SharedTimes>,
}

pub(super) fn ladder<G: Playable>(asked: &LadderAsked) -> Result<(), Failure> {
    let mut climb = match &asked.resume {
        Some(path) => resumed::<G>(asked, path)?,
        None => begun::<G>(asked)?,
    };
    let page = asked.html.as_deref().map(|path| NewFile::begin(path, asked.force)).transpose()?;
    climb.ladder.threads = asked.limits.threads;
    climb.ladder.on_failure = asked.limits.on_failure;
    let stopped = climb.play()?;
    if let Some(stopped) = stopped.as_ref().filter(|stopped| stopped.games == 0) {
        return Err(nothing_played(stopped));
    }
    let usual = &BotSpec::usual::<G>().name;
    if asked.as_json {
        writeln!(io::stdout(), "{}", report(&climb.kept, usual, stopped.as_ref()))?;
    } else {
        let line = stopped.as_ref().map_or_else(String::new, stopped_line);
        Screen::standard(true).report(&(line + &tables(&climb.kept, usual, terminal_width())))?;
    }
    if let Some(file) = page {
        let crosstable = &climb.kept.crosstable;
        let page = ladder_page(crosstable, origin(crosstable, usual), stopped.as_ref());
        file.finish(|out| out.write_all(page.as_bytes()))?;
    }
    stopped.map_or(Ok(()), |stopped| Err(ended_early(&stopped, "")))
}

/// A new ladder as the command line says.
fn begun<G: Playable>(asked: &LadderAsked) -> Result<Climb<G>, Failure> {
    let game = game::<G>(&asked.wanted)?;
    let allowed = game.players();
    let usual = USUAL_TABLES.into_iter().filter(|size| allowed.contains(size));
    let sizes = if asked.sizes.is_empty() { usual.collect() } else { asked.sizes.clone() };
    let table = |size: &u8| setup_for(&game, &asked.wanted.options, *size);
    let tables = sizes.iter().map(table).collect::<Result<Vec<_>, _>>()?;
    let all = G::BOTS.iter().map(|kind| Occupant::Bot(BotSpec::named(kind.name)));
    let bots = if asked.bots.is_empty() { all.collect() } else { asked.bots.clone() };
    let deals = asked.deals.unwrap_or(USUAL_DEALS);
    let terms = (asked.limits.most_events, asked.limits.openings);
    let (ladder, times) = ladder_of(game, tables, &bots, asked.wanted.seed, deals, terms)?;
    let crosstable = ladder.begin().map_err(ladder_failure)?;
    let file = asked.save.clone();
    if let Some(path) = file.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Failed(format!(
            "{} already exists: `--resume` continues a ladder, and nothing is overwritten",
            path.display()
        )));
    }
    if let Some(path) = &file {
        // Before anything is played for it.
        Draft::at(path, Access::Usual).map_err(|error| cannot_write(path, &error))?;
    }
    let tables = ladder.tables.iter().map(json::to_value).collect::<Result<_, _>>();
    let kept = Kept {
        format: FORMAT.name.to_owned(),
        version: FORMAT.version,
        release: env!("CARGO_PKG_VERSION").to_owned(),
        deals,
        tables: tables.map_err(Failure::failed)?,
        crosstable,
        times: BTreeMap::new(),
    };
    Ok(Climb { ladder, kept, file, times })
}

/// The ladder of a file.
fn resumed<G: Playable>(asked: &LadderAsked, path: &Path) -> Result<Climb<G>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| in_file(path, error);
    let json = read(path, MOST_OF_A_RUN)?;
    FORMAT.check(&json).map_err(|error| wrong(&error))?;
    let mut kept: Kept = serde_json::from_str(&json).map_err(|error| wrong(&error))?;
    if kept.crosstable.game != G::ID {
        return Err(wrong(&format!("a ladder of {}, not of {}", kept.crosstable.game, G::ID)));
    }
    if kept.release != env!("CARGO_PKG_VERSION") {
        return Err(wrong(&format!("played by furlong {}, whose bots may play differently", kept.release)));
    }
    check_commands(path, kept.crosstable.bots.iter(), asked.allow_exec)?;
    let rules: G::Ruleset =
        json::from_value(&kept.crosstable.rules).map_err(|error| wrong(&json::reason(&error)))?;
    let game = G::new(rules).map_err(|faults| wrong(&faults))?;
    let tables = kept.tables.iter().map(json::from_value).collect::<Result<Vec<_>, _>>();
    let tables: Vec<G::Setup> = tables.map_err(|error| wrong(&json::reason(&error)))?;
    let bots = kept.crosstable.bots.iter().map(|bot| bot.parse()).collect::<Result<Vec<Occupant>, _>>();
    let bots = bots.map_err(|error| wrong(&error))?;
    kept.deals = asked.deals.unwrap_or(kept.deals);
    let Crosstable { seed, most_events, openings, .. } = kept.crosstable;
    let (ladder, times) = ladder_of(game, tables, &bots, seed, kept.deals, (most_events, openings))?;
    for (bot, times) in kept.crosstable.bots.iter().zip(&times) {
        let before = kept.times.get(bot).cloned().unwrap_or_default();
        times.lock().unwrap_or_else(PoisonError::into_inner).add(&before);
    }
    Ok(Climb { ladder, kept, file: Some(path.to_owned()), times })
}

/// A ladder of bots that are timed.
fn ladder_of<G: Playable>(
    game: G,
    tables: Vec<G::Setup>,
    bots: &[Occupant],
    seed: u64,
    groups: u64,
    (most_events, openings): (u32, u32),
) -> Result<(Ladder<G>, Vec<SharedTimes>), Failure> {
    let times: Vec<SharedTimes> = bots.iter().map(|_| SharedTimes::default()).collect();
    // A process reads the set-up of its game, and here there may be several.
    let (described, seats) = match &tables[..] {
        [only] => {
            let seats = game.seats(&game.start(only).map_err(Failure::usage)?);
            (json::to_value(only).map_err(Failure::failed)?, seats)
        }
        _ => (Value::Null, Seats::MOST),
    };
    let entrant_of = |(bot, times): (&Occupant, &SharedTimes)| -> Result<Entrant<G>, Failure> {
        if matches!(bot, Occupant::Process(_)) && tables.len() != 1 {
            return Err(Failure::Usage(format!(
                "--bot: `{bot}` plays at tables of one size; name it with --players"
            )));
        }
        let times = Arc::clone(times);
        let wrap = move |bot| Box::new(Timed { bot, times: Arc::clone(&times) }) as Box<dyn Bot<G>>;
        Ok(entrant::<G>(bot, &described, seats)?.wrapped(wrap))
    };
    let stop = interrupt::stop_flag();
    let entrants = bots.iter().zip(&times).map(entrant_of).collect::<Result<Vec<_>, _>>()?;
    Ok((
        Ladder {
            game: Arc::new(game),
            tables,
            entrants,
            seed,
            groups,
            most_events,
            openings,
            on_failure: OnFailure::Stop,
            threads: None,
            stop,
        },
        times,
    ))
}

fn ladder_failure(error: LadderError) -> Failure {
    match error {
        LadderError::Arena(error) => arena_failure(error),
        error @ (LadderError::Other(_) | LadderError::Damaged(_)) => Failure::failed(error),
        error => Failure::usage(error),
    }
}

impl From<LadderError> for Failure {
    fn from(error: LadderError) -> Self {
        ladder_failure(error)
    }
}

impl<G: Playable> Climb<G> {
    /// Plays what is missing; that it was stopped, when it was.
    fn play(&mut self) -> Result<Option<Stopped>, Failure> {
        let Self { ladder, kept, file, times } = self;
        let in_this_file = |error: Failure| match &file {
            Some(path) => in_file(path, error),
            None => error,
        };
        let before = ladder.progress(&kept.crosstable);
        let bar = progress::bar(before.games, "games");
        progress::show(&bar, before);
        bar.reset_eta();
        let mut crosstable = kept.crosstable.clone();
        let climbed =
            ladder.climb(&mut crosstable, &|progress| progress::show(&bar, progress), |crosstable| {
                kept.crosstable = crosstable.clone();
                for (bot, times) in crosstable.bots.iter().zip(&*times) {
                    let times = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    kept.times.insert(bot.clone(), times);
                }
                let Some(path) = file.as_ref() else { return Ok(()) };
                let json = serde_json::to_string(kept).map_err(Failure::failed)?;
                replace(path, Access::Usual, &json).map_err(|error| cannot_write(path, &error))
            });
        bar.finish_and_clear();
        climbed.map_err(|error| if before.done > 0 { in_this_file(error) } else { error })
    }
}

/// The bot that all others are measured against: the game's usual one, or the first.
fn origin(crosstable: &Crosstable, usual: &str) -> usize {
    crosstable.bots.iter().position(|bot| bot == usual).unwrap_or(0)
}

/// The whole report as data.
fn report(kept: &Kept, usual: &str, stopped: Option<&Stopped>) -> Value {
    let crosstable = &kept.crosstable;
    let origin = origin(crosstable, usual);
    let of_table = |seats: u8| {
        let pairing = |pairing: &Pairing| {
            json!({
                "alone": crosstable.bots[pairing.alone], "rest": crosstable.bots[pairing.rest],
                "share": pairing.share(), "lead": pairing.lead(),
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
        "warnings": crosstable.warnings(), "forfeits": crosstable.forfeits,
        "tables": crosstable.sizes().into_iter().map(of_table).collect::<Vec<_>>(),
        "nanoseconds": kept.times,
    });
    if let (Some(stopped), Some(fields)) = (stopped, report.as_object_mut()) {
        fields.insert("stopped".to_owned(), json!(stopped));
    }
    report
}

/// Ratings and pairings of each table in words and tables of at most `width` columns, where that is known.
fn tables(kept: &Kept, usual: &str, width: Option<usize>) -> String {
    let crosstable = &kept.crosstable;
    let origin = origin(crosstable, usual);
    let least = crosstable.pairings.iter().map(|pairing| pairing.deals.len()).min().unwrap_or(0);
    let mut text = format!(
        "{}, {}; {} a pairing of {}; seed {}; furlong {}{}\n",
        crosstable.game,
        crosstable.ruleset,
        counted(least as i64, "deal", "deals"),
        kept.deals,
        crosstable.seed,
        kept.release,
        openings_words(crosstable.openings),
    );
    for seats in crosstable.sizes() {
        _ = writeln!(text, "\n{seats} seats");
        let mut ratings = table(&["bot", "Elo", "95 % interval", "games"]);
        for rated in crosstable.ratings(seats, origin) {
            let interval = rated.interval.map_or_else(String::new, |interval| {
                format!("{:+.0} to {:+.0}", interval.low, interval.high)
            });
            let is_origin = rated.bot == crosstable.bots[origin];
            let interval = if is_origin { "measured against".to_owned() } else { interval };
            ratings.add_row([rated.bot, format!("{:+.0}", rated.elo), interval, rated.games.to_string()]);
        }
        let pairings = pairings_table(crosstable, seats);
        write_tables(&mut text, &[ratings, pairings], width);
    }
    text.push_str(
        "The bot named first sits alone, in every seat in turn on the same deal. share: its share of the wins; \
         lead: the difference to the share of one seat of the others; both are means over deals, with intervals. \
         deals: the number of different deals. Elo: by the model of Bradley and Terry, with bootstrap intervals \
         over deals.\n",
    );
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

/// A row for each pairing of bots at tables of this size.
fn pairings_table(crosstable: &Crosstable, seats: u8) -> Table {
    let mut pairings =
        table(&["pairing", "share", "95 % interval", "lead", "95 % interval", "games", "deals", ""]);
    for pairing in crosstable.at(seats) {
        let [share, of_share] = estimated(pairing.share().as_ref(), Scale::Share);
        let [lead, of_lead] = estimated(pairing.lead().as_ref(), Scale::Share);
        let mut notes = Vec::new();
        match pairing.lead().and_then(|lead| lead.interval) {
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
        pairings.add_row([
            format!("{} against {others}{}", crosstable.bots[pairing.alone], crosstable.bots[pairing.rest]),
            share,
            of_share,
            lead,
            of_lead,
            pairing.games().to_string(),
            pairing.distinct().to_string(),
            notes.join(", "),
        ]);
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Course, Won};
    use crate::standings::Share;

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
            bots: bots.map(str::to_owned).to_vec(),
            pairings,
            forfeits: Vec::new(),
        };
        let mut times = Times::default();
        times.note(std::time::Duration::from_micros(1234));
        let times = bots.iter().map(|bot| ((*bot).to_owned(), times.clone())).collect();
        let kept = Kept {
            format: String::new(),
            version: 1,
            release: "0.1.0".to_owned(),
            deals: 3_000,
            tables: Vec::new(),
            crosstable,
            times,
        };
        let mut shown = Vec::new();
        Screen::plain(&mut shown, 80)
            .text(&tables(&kept, "walker", Some(80)))
            .expect("a vector takes everything");
        let shown = String::from_utf8(shown).expect("text");
        assert!(
            shown.contains("unfinished") && shown.contains("forfeited") && shown.contains("stronger"),
            "{shown}"
        );
        for line in shown.lines() {
            assert!(textwrap::core::display_width(line) <= 80, "{line}\n{shown}");
            assert!(!line.trim_start().starts_with('%') && !line.contains("  %"), "{line}\n{shown}");
        }
        let calm = |pairing: &mut Pairing| {
            pairing.deals.iter_mut().for_each(|won| (won.unfinished, won.forfeited) = (0, 0));
        };
        let mut kept = kept;
        kept.crosstable.pairings.iter_mut().for_each(calm);
        let shown = tables(&kept, "walker", Some(80));
        assert!(!shown.contains("unfinished") && !shown.contains("forfeited"), "{shown}");
    }
}
