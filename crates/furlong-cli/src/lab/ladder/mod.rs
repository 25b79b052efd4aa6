//! `furlong ladder`: every pair of bots plays each other, and a table shows how strong they are.

mod report;
mod rows;
mod saved;

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use serde_json::Value;

use self::saved::SavedLadder;
use crate::args::{EventsArg, FileArgs, Ladder as LadderAsked, Limits};
use crate::failure::{Failure, in_file};
use crate::interrupt;
use crate::lab::game_files::Files;
use crate::lab::many_games::{ended_early, entrant, nothing_played, part_ended_early};
use crate::lab::run_file::{RunFile, Stated, merged, read_run, value_in};
use crate::lab::thinking_times::{SharedTimes, timed};
use crate::named::{game, setup_for};
use crate::progress::behind_a_bar_saying;
use furlong::arena::{Crosstable, Entrant, Ladder, LadderError, Shard, Stopped};
use furlong::formats::json;
use furlong::table::Occupant;
use furlong::{BotSpec, Playable, Roster, Seats};

/// The default number of deals of each pairing.
const USUAL_DEALS: u64 = 200;
/// The default number of deals after which a test is given up.
const MOST_TESTED: u64 = 20_000;
/// The default numbers of seats, if the rules allow them.
const USUAL_TABLES: [u8; 2] = [2, 4];

/// A ladder, and what has been played of it.
struct Climb<G: Playable> {
    ladder: Ladder<G>,
    kept: SavedLadder,
    /// Whether thinking times are left out.
    is_untimed: bool,
    times: Vec<SharedTimes>,
}

pub(crate) fn ladder<G: Playable>(roster: &Roster<G>, asked: &LadderAsked) -> Result<(), Failure> {
    let roster = &asked.log.listening(roster)?;
    let mut climb = match &asked.kept.resumed.resume {
        Some(path) => resumed(roster, asked, path)?,
        None => begun(roster, asked)?,
    };
    let mut files = Files::of(&asked.pages(), &asked.kept.output)?;
    let file = RunFile::of(&asked.kept, files.out.take());
    climb.ladder.threads = asked.limits.threads;
    climb.ladder.on_failure = asked.limits.on_failure();
    let stopped = climb.play(&file)?;
    if let Some(stopped) = stopped.as_ref().filter(|stopped| stopped.games == 0) {
        return Err(nothing_played(stopped));
    }
    if let (Some(records), None) = (asked.records(), &stopped) {
        records.save_played(&climb.ladder.played(&climb.kept.crosstable)?)?;
    }
    let kept = climb.kept;
    if let Some(part) = file.part {
        return match stopped {
            Some(stopped) => Err(part_ended_early(&stopped, kept.crosstable.shard)),
            None => part.write(&kept.to_json()),
        };
    }
    tell(&kept, &roster.usual().name, stopped.as_ref(), files)?;
    stopped.map_or(Ok(()), |stopped| Err(ended_early(&stopped, "")))
}

/// Shows the results, and writes the page.
fn tell(kept: &SavedLadder, usual: &str, stopped: Option<&Stopped>, files: Files) -> Result<(), Failure> {
    let (sheet, crosstable) = (report::sheet(kept, usual, stopped), &kept.crosstable);
    files.show(&sheet, || report::report(kept, usual, stopped), |out| rows::write(out, crosstable))
}

/// Returns whether the text is a ladder file.
pub(crate) fn is_format(json: &str) -> bool {
    SavedLadder::is_format(json)
}

/// Merges the parts of a ladder. `usual` returns the name of a game's usual bot.
pub(crate) fn merge_parts(
    paths: &[PathBuf],
    asked: &FileArgs,
    usual: impl Fn(&str) -> Result<&'static str, Failure>,
) -> Result<(), Failure> {
    let mut files = Files::begin(asked)?;
    let out = files.out.take();
    let whole = merged(paths, SavedLadder::from_json)?;
    let usual = usual(&whole.crosstable.game)?;
    let written = out.map_or(Ok(()), |file| file.write(&whole.to_json()));
    tell(&whole, usual, None, files)?;
    written
}

/// Starts a new ladder from the command line.
fn begun<G: Playable>(roster: &Roster<G>, asked: &LadderAsked) -> Result<Climb<G>, Failure> {
    let game = game::<G>(asked.ruleset.as_ref())?;
    let allowed = game.players();
    let usual = USUAL_TABLES.into_iter().filter(|size| allowed.contains(size));
    let sizes = if asked.players.is_empty() { usual.collect() } else { asked.players.clone() };
    let table = |size: &u8| setup_for(&game, &asked.setup.options, *size);
    let tables = sizes.iter().map(table).collect::<Result<Vec<_>, _>>()?;
    let has_levels = roster.kinds().iter().any(|kind| kind.is_level);
    let offered = roster.kinds().iter().filter(|kind| kind.is_level || !has_levels);
    let offered = offered.map(|kind| Occupant::Bot(BotSpec::named(kind.name)));
    let bots = if asked.bots.is_empty() { offered.collect() } else { asked.bots.clone() };
    let deals = asked.deals.unwrap_or(if asked.until.is_some() { MOST_TESTED } else { USUAL_DEALS });
    let (ladder, times) = ladder_of(roster, game, tables, &bots, asked.seed.value(), deals, asked.limits)?;
    let shard = asked.kept.shard.shard.unwrap_or(Shard::WHOLE);
    let most = Crosstable::most_parts(deals);
    if u64::from(shard.of()) > most {
        let each = "a part needs at least 16 deals of each pairing";
        return Err(Failure::Usage(format!("--shard {shard}: {each}, so there can be at most {most} parts")));
    }
    let ladder = ladder.shard(shard).until(asked.until).is_gauntlet(asked.gauntlet);
    let crosstable = ladder.begin()?;
    let tables = ladder.tables.iter().map(json::to_value).collect::<Result<_, _>>();
    let kept = SavedLadder::new(crosstable, tables.map_err(Failure::failed)?);
    Ok(Climb { ladder, kept, is_untimed: asked.no_times, times })
}

/// Reads the ladder from a file.
fn resumed<G: Playable>(roster: &Roster<G>, asked: &LadderAsked, path: &Path) -> Result<Climb<G>, Failure> {
    let mut kept = read_run(path, SavedLadder::from_json)?;
    if kept.release != env!("CARGO_PKG_VERSION") {
        let release = &kept.release;
        return Err(in_file(path, format!("played by furlong {release}, whose bots may play differently")));
    }
    let Crosstable { game, rules, bots, commands, shard, .. } = &kept.crosstable;
    let stated = Stated { kind: "ladder", game, rules, bots, commands, shard: *shard };
    let (game, mut bots) = stated.open::<G>(path, asked.kept.resumed.allow_exec)?;
    if !asked.bots.is_empty() && !shard.is_whole() {
        return Err(Failure::usage("--bot: only a whole ladder takes further bots, not a part of one"));
    }
    let until = kept.crosstable.until;
    let is_gauntlet = bots.len() > 2 && kept.crosstable.pairings.iter().all(|pairing| pairing.alone == 0);
    bots.extend_from_slice(&asked.bots);
    let tables = kept.tables.iter().map(|table| value_in(path, table)).collect::<Result<_, _>>()?;
    let deals = asked.deals.unwrap_or(kept.crosstable.deals);
    kept.crosstable.deals = deals;
    let Crosstable { seed, most_events, openings, most_unfinished, .. } = kept.crosstable;
    let limits = Limits { events: EventsArg { most_events }, openings, most_unfinished, ..asked.limits };
    let (ladder, times) = ladder_of(roster, game, tables, &bots, seed, deals, limits)?;
    let ladder = ladder.until(until).is_gauntlet(is_gauntlet);
    if !asked.bots.is_empty() {
        kept.crosstable = ladder.begin_after(&kept.crosstable)?;
    }
    for (bot, times) in kept.crosstable.bots.iter().zip(&times) {
        let before = kept.times.get(bot).cloned().unwrap_or_default();
        times.lock().unwrap_or_else(PoisonError::into_inner).add(&before);
    }
    Ok(Climb { ladder, kept, is_untimed: asked.no_times, times })
}

/// A ladder of bots, with their thinking times measured.
fn ladder_of<G: Playable>(
    roster: &Roster<G>,
    game: G,
    tables: Vec<G::Setup>,
    bots: &[Occupant],
    seed: u64,
    groups: u64,
    Limits { events, openings, most_unfinished, .. }: Limits,
) -> Result<(Ladder<G>, Vec<SharedTimes>), Failure> {
    let times: Vec<SharedTimes> = bots.iter().map(|_| SharedTimes::default()).collect();
    // A bot process reads the set-up of its game, and here there may be several.
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
                "--bot: `{bot}` plays at tables of one size; choose it with --players"
            )));
        }
        let times = Arc::clone(times);
        Ok(entrant(roster, bot, &described, seats)?.wrapped(move |bot| timed(bot, Arc::clone(&times))))
    };
    let stop = interrupt::stop_flag();
    let entrants = bots.iter().zip(&times).map(entrant_of).collect::<Result<Vec<_>, _>>()?;
    Ok((
        Ladder::new(game, tables, entrants, seed, groups)
            .most_events(events.most_events)
            .openings(openings)
            .most_unfinished(most_unfinished)
            .stop(stop),
        times,
    ))
}

impl From<LadderError> for Failure {
    fn from(error: LadderError) -> Self {
        match error {
            LadderError::Arena(error) => error.into(),
            error @ (LadderError::Other(_) | LadderError::Damaged(_)) => Self::failed(error),
            error => Self::usage(error),
        }
    }
}

impl<G: Playable> Climb<G> {
    /// Plays what is missing, and returns what stopped it, if anything did.
    fn play(&mut self, file: &RunFile) -> Result<Option<Stopped>, Failure> {
        let Self { ladder, kept, is_untimed, times } = self;
        let before = ladder.progress(&kept.crosstable);
        let mut crosstable = kept.crosstable.clone();
        let climbed = behind_a_bar_saying("games", |show, say| {
            show(before);
            ladder.climb(&mut crosstable, show, |crosstable| {
                kept.crosstable = crosstable.clone();
                say(&report::live(crosstable));
                for (bot, times) in crosstable.bots.iter().zip(&*times).filter(|_| !*is_untimed) {
                    let times = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    kept.times.insert(bot.clone(), times);
                }
                file.save(|| kept.to_json())
            })
        });
        climbed.map_err(|error| if before.done > 0 { file.blamed(error) } else { error })
    }
}
