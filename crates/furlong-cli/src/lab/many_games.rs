//! `furlong simulate` and `furlong compare`: many games and their reports, in one run or merged from parts.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::args::{Compare, EventsArg, FileArgs, Games, Limits, Measured, Simulate};
use crate::failed_game::kept;
use crate::failure::Failure;
use crate::interrupt;
use crate::lab::game_files::Files;
use crate::lab::result_tables::report_sheet;
use crate::lab::run_file::{Stated, merged, unwritten, value_in};
use crate::lab::run_sentences::stopped_words;
use crate::named::{game, game_named, setup_for, usual_players};
use crate::play::lineup::{BotArgs, PlayerTypesArg};
use crate::progress::behind_a_bar;
use crate::screen::print;
use furlong::arena::{
    Arena, Entrant, Part, Progress, Question, Report, Results, Sequential, SequentialError, Setting, Shard,
    Stop, Stopped, run_side_by_side,
};
use furlong::formats::json;
use furlong::table::Occupant;
use furlong::{Playable, Roster, Ruleset as _, Seats};

pub(crate) fn simulate<G: Playable>(roster: &Roster<G>, asked: Simulate) -> Result<(), Failure> {
    let Simulate { ruleset, count, games, measured, skill } = asked;
    let roster = &measured.log.listening(roster)?;
    let game = game::<G>(ruleset.as_ref())?;
    let games = games.of(count).with_luck(measured.luck);
    // The option takes exactly two bots.
    match <[Occupant; 2]>::try_from(skill) {
        Ok([better, others]) if better == others => Err(Failure::usage("--skill: the two bots are the same")),
        Ok(bots) => measure(measured, Question::Skill, &skill_arenas(roster, &games, &game, &bots, None)?),
        Err(_) => measure(measured, Question::Measure, &[arena(roster, &games, game, None)?]),
    }
}

/// Two arenas: a better bot against others, and those others among themselves on as many deals. Each game is played
/// in the only seating possible.
pub(crate) fn skill_arenas<G: Playable>(
    roster: &Roster<G>,
    games: &Games,
    game: &G,
    [better, others]: &[Occupant; 2],
    players: Option<u8>,
) -> Result<[Arena<G>; 2], Failure> {
    let of = |first: &Occupant| {
        let bots = BotArgs::one_against(first.clone(), others.clone());
        arena(roster, &Games { bots, ..games.clone() }, game.clone(), players)
    };
    let (duel, among) = (of(better)?, of(others)?);
    let among = among.groups(duel.groups.clone());
    Ok([duel, among])
}

pub(crate) fn compare<G: Playable>(roster: &Roster<G>, asked: Compare) -> Result<(), Failure> {
    let Compare { a, b, count, games, kinds, measured } = asked;
    let roster = &measured.log.listening(roster)?;
    let rulesets: Vec<String> = std::iter::once(a).chain(b).collect();
    let games = games.of(count).with_luck(measured.luck);
    let all = rulesets.iter().map(|name| game_named::<G>(name)).collect::<Result<Vec<_>, _>>()?;
    let players = Some(usual_players(&all.iter().collect::<Vec<_>>(), games.bots.least_seats(0)));
    // All rulesets are checked before the first is played.
    let labels = told_apart(&rulesets, &all)?;
    let kinds = if measured.is_of_one_kind() {
        kinds.only(roster, &games.bots, "--until, --game or --save-records")?
    } else {
        kinds.of(roster, &games.bots)?
    };
    let mut arenas = Vec::new();
    for bots in &kinds {
        let games = Games { bots: bots.clone(), ..games.clone() };
        for (game, label) in all.iter().zip(&labels) {
            arenas.push(arena(roster, &games, game.clone(), players)?.label(label.clone()));
        }
    }
    let question = match kinds.len() {
        1 => Question::Compare,
        kinds => Question::CompareByPlayers { kinds: kinds as u32 },
    };
    measure(measured, question, &arenas)
}

/// The names of rulesets in the results: their titles. If several have the same title, the file or name that was
/// asked for is added.
fn told_apart<G: Playable>(asked: &[String], games: &[G]) -> Result<Vec<String>, Failure> {
    if let Some((_, twice)) = asked.iter().enumerate().find(|(index, name)| asked[..*index].contains(name)) {
        return Err(Failure::Usage(format!(
            "`{twice}` is listed twice; a comparison needs different rulesets"
        )));
    }
    let titles: Vec<&String> = games.iter().map(|game| &game.ruleset().title().name).collect();
    let label = |(title, asked): (&&String, &String)| {
        let is_alone = titles.iter().filter(|other| *other == title).count() == 1;
        if is_alone || *title == asked { (*title).clone() } else { format!("{title} ({asked})") }
    };
    Ok(titles.iter().zip(asked).map(label).collect())
}

/// Merges the parts of a run.
pub(crate) fn merge_parts(paths: &[PathBuf], asked: &FileArgs) -> Result<(), Failure> {
    let files = Files::begin(asked)?;
    let whole = merged(paths, Part::from_json)?;
    tell(&whole, Vec::new(), files)
}

/// Plays the arenas and reports the results.
fn measure<G: Playable>(asked: Measured, question: Question, arenas: &[Arena<G>]) -> Result<(), Failure> {
    let records = asked.records();
    if let (Some(number), Some(records)) = (asked.game, &records) {
        return records.save_one(arenas, number);
    }
    let Measured { files, shard, until, .. } = asked;
    let files = Files::begin(&files)?;
    if let Some(records) = &records {
        records.check(arenas)?;
    }
    let all = arenas.iter().map(|arena| arena.groups.end).min().unwrap_or(0);
    let (is_part, shard) = (shard.shard.is_some(), shard.shard.unwrap_or_default());
    let groups = shard.groups(all);
    if groups.is_empty() {
        return Err(Failure::Usage(format!("--shard {shard}: there are only {all} deals")));
    }
    // The measures of a single run come from sums. Everything else compares or writes single games.
    let keeps_games = question != Question::Measure || is_part || until.is_some() || files.hold_games();
    let arena = |arena: &Arena<G>| arena.clone().groups(groups.clone()).keeps_games(keeps_games);
    let arenas: Vec<Arena<G>> = arenas.iter().map(arena).collect();
    if let Some(text) = memory_text(&arenas).filter(|_| keeps_games) {
        writeln!(io::stderr(), "{text}")?;
    }
    let started = Instant::now();
    let (runs, stops) = behind_a_bar("games", |show| play(until.as_ref(), &arenas, show))?;
    let stopped = Stopped::of(&runs);
    let folder = records.as_ref().map(|records| &*records.folder);
    let kept = runs.iter().map(Results::group_count).min().unwrap_or(0);
    if let Some(stopped) = stopped.as_ref().filter(|_| kept == 0) {
        return Err(repeated(nothing_played_in(stopped, folder), stopped));
    }
    if let Some(stopped) = stopped.as_ref().filter(|_| is_part) {
        return Err(ended_early_in(stopped, &unwritten(shard), folder));
    }
    // A run that was stopped counts as a shorter run.
    let part = Part { shard, groups: if is_part { all } else { kept }, question, runs };
    if is_part {
        files.finish(&part, None)?;
    } else {
        tell(&part, stops, files)?;
    }
    if let Some(stopped) = stopped {
        // Records are made by playing the games again, which can take as long as the run itself.
        let missing = match &stopped.game {
            None if records.is_some() => "no games are saved",
            _ => "",
        };
        return Err(repeated(ended_early_in(&stopped, missing, folder), &stopped));
    }
    if let Some(records) = &records {
        records.save_all(&arenas, &part.runs)?;
    }
    // The time is reported apart from the results, because results are the same whenever they are made.
    if io::stderr().is_terminal() {
        writeln!(io::stderr(), "{:.1} s", started.elapsed().as_secs_f64())?;
    }
    Ok(())
}

/// A note about the memory that the games of a long run need; `None` if it is little.
fn memory_text<G: Playable>(arenas: &[Arena<G>]) -> Option<String> {
    const MUCH: f64 = 1e9;
    // The size of a game without values, and of each of its values.
    let of_game = |metrics: usize| 256.0 + 16.0 * metrics as f64;
    let games =
        |arena: &Arena<G>| (arena.groups.end - arena.groups.start) as f64 * f64::from(arena.seatings());
    let bytes =
        arenas.iter().map(|arena| games(arena) * of_game(arena.metrics().as_ref().map_or(0, Vec::len)));
    let bytes: f64 = bytes.sum();
    (bytes >= MUCH).then(|| {
        format!(
            "Note: this run keeps all games in memory, {:.0} GB at the end; Ctrl-C keeps what was played.",
            bytes / 1e9
        )
    })
}

/// Plays a run to its end and returns the results.
pub(crate) fn played<G: Playable>(arena: &Arena<G>) -> Result<Results, Failure> {
    let results = behind_a_bar("games", |show| arena.run_observed(show))?;
    whole(results.stopped.clone())?;
    Ok(results)
}

/// Makes sure that a run for a page was not stopped.
pub(crate) fn whole(stopped: Option<Stopped>) -> Result<(), Failure> {
    match stopped {
        None => Ok(()),
        Some(stopped @ Stopped { games: 0, .. }) => Err(nothing_played(&stopped)),
        Some(stopped) => Err(ended_early(&stopped, "no page is written")),
    }
}

/// The failure of a run that ended before there was anything to report.
pub(crate) fn nothing_played(stopped: &Stopped) -> Failure {
    nothing_played_in(stopped, None)
}

/// Like [`nothing_played`], and keeps the record of a failed game in this folder.
fn nothing_played_in(stopped: &Stopped, folder: Option<&Path>) -> Failure {
    match &stopped.failure {
        Some(failure) => Failure::Failed(format!("{failure}{}", record_kept(stopped, folder))),
        None => Failure::Stopped("stopped before any result".to_owned()),
    }
}

/// The failure of a run that ended early, naming what is missing because of that.
pub(crate) fn ended_early(stopped: &Stopped, missing: &str) -> Failure {
    ended_early_in(stopped, missing, None)
}

/// Like [`ended_early`], and keeps the record of a failed game in this folder.
fn ended_early_in(stopped: &Stopped, missing: &str, folder: Option<&Path>) -> Failure {
    let words = [&(stopped_words(stopped) + &record_kept(stopped, folder)), missing].map(str::to_owned);
    let words = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ");
    if stopped.failure.is_some() { Failure::Failed(words) } else { Failure::Stopped(words) }
}

/// Where the record of a failed game is kept, as the end of a sentence.
fn record_kept(stopped: &Stopped, folder: Option<&Path>) -> String {
    stopped.game.as_ref().map_or_else(String::new, |failed| kept(failed, folder))
}

/// Adds the options that play the failed game again.
fn repeated(failure: Failure, stopped: &Stopped) -> Failure {
    match (failure, &stopped.game) {
        (Failure::Failed(words), Some(failed)) => {
            let (seed, number) = (failed.seed, failed.number);
            Failure::Failed(format!("{words}; --seed {seed} --game {number} plays it from the start"))
        }
        (failure, _) => failure,
    }
}

/// The failure of a part that ended early.
pub(crate) fn part_ended_early(stopped: &Stopped, shard: Shard) -> Failure {
    ended_early(stopped, &unwritten(shard))
}

/// Writes the report of a whole run to its files, and shows it.
pub(crate) fn tell(part: &Part, stops: Vec<Stop>, files: Files) -> Result<(), Failure> {
    let report = Report::of(part.question, &part.runs, stops).map_err(Failure::failed)?;
    let (as_json, is_whole) = (files.as_json, files.is_whole);
    // The results are shown even if they cannot be written to a file.
    let sheet = report_sheet(&report, None);
    let written = files.finish(part, Some(&sheet));
    print(as_json, || report.to_json(), |width| sheet.to_text(width, is_whole))?;
    written
}

/// Plays the arenas side by side. With `until`, plays until the question is decided.
fn play<G: Playable>(
    until: Option<&Sequential>,
    arenas: &[Arena<G>],
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<(Vec<Results>, Vec<Stop>), Failure> {
    match (arenas, until) {
        ([one], Some(sequential)) => {
            let (results, stop) = sequential.duel(one, observer)?;
            Ok((vec![results], vec![stop]))
        }
        (all, Some(sequential)) => Ok(sequential.compare(all, observer)?),
        // Alone, no group has to wait for a batch.
        ([one], None) => Ok((vec![one.run_observed(observer)?], Vec::new())),
        (all, None) => Ok((run_side_by_side(all, observer, |_| ControlFlow::Continue(()))?, Vec::new())),
    }
}

impl From<SequentialError> for Failure {
    fn from(error: SequentialError) -> Self {
        match error {
            SequentialError::Arena(error) => error.into(),
            SequentialError::Incomparable(error) => Self::failed(error),
            error => Self::Usage(format!("--until: {error}")),
        }
    }
}

/// The arena that was asked for. `players` is the number of players if it was left open.
pub(crate) fn arena<G: Playable>(
    roster: &Roster<G>,
    Games { table, setup, bots, limits, count, luck }: &Games,
    game: G,
    players: Option<u8>,
) -> Result<Arena<G>, Failure> {
    let players =
        table.players()?.or(players).unwrap_or_else(|| usual_players(&[&game], bots.least_seats(0)));
    let setup = setup_for(&game, &setup.options, players)?;
    let seats = game.seats(&game.start(&setup).map_err(Failure::usage)?);
    let occupants = bots.or_usual_at(roster, &game, &setup)?.fill(roster, seats, &[])?;
    let mut arena = arena_of(roster, game, setup, &occupants, table.seed.value(), *limits)?;
    arena.groups = 0..count.div_ceil(u64::from(arena.seatings()));
    if *luck == Some(true) && G::INDICATORS.is_empty() {
        return Err(Failure::usage("--luck on: this game has no luck indicators"));
    }
    arena.luck = luck.unwrap_or_else(|| arena.luck_helps());
    Ok(arena)
}

/// The same games, played by each player type.
pub(crate) fn games_by<G: Playable>(
    roster: &Roster<G>,
    games: &Games,
    kinds: &PlayerTypesArg,
) -> Result<Vec<Games>, Failure> {
    let by = |bots| Games { bots, ..games.clone() };
    Ok(kinds.of(roster, &games.bots)?.into_iter().map(by).collect())
}

/// The games of a run, as stated in its file.
pub(crate) fn saved_arena<G: Playable>(
    roster: &Roster<G>,
    path: &Path,
    setting: &Setting,
    shard: Shard,
    limits: Limits,
    allow_exec: bool,
) -> Result<Arena<G>, Failure> {
    let Setting { game, rules, lineup, commands, .. } = setting;
    let stated = Stated { kind: "run", game, rules, bots: lineup, commands, shard };
    let (game, occupants) = stated.open::<G>(path, allow_exec)?;
    let setup: G::Setup = value_in(path, &setting.setup)?;
    let limits = Limits {
        events: EventsArg { most_events: setting.most_events },
        openings: setting.openings,
        most_unfinished: setting.most_unfinished,
        ..limits
    };
    arena_of(roster, game, setup, &occupants, setting.seed, limits)
}

/// An arena of one group of games, with these players.
fn arena_of<G: Playable>(
    roster: &Roster<G>,
    game: G,
    setup: G::Setup,
    occupants: &[Occupant],
    seed: u64,
    limits: Limits,
) -> Result<Arena<G>, Failure> {
    let seats = game.seats(&game.start(&setup).map_err(Failure::usage)?);
    let described = json::to_value(&setup).map_err(Failure::failed)?;
    let entrant = |occupant: &Occupant| entrant(roster, occupant, &described, seats);
    let lineup = occupants.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let mut arena = Arena::new(game, setup, lineup, seed, 1);
    (arena.most_events, arena.openings) = (limits.events.most_events, limits.openings);
    arena.most_unfinished = limits.most_unfinished;
    (arena.on_failure, arena.threads) = (limits.on_failure(), limits.threads);
    arena.stop = interrupt::stop_flag();
    Ok(arena)
}

/// The entrant for many games that corresponds to this occupant.
pub(crate) fn entrant<G: Playable>(
    roster: &Roster<G>,
    occupant: &Occupant,
    setup: &serde_json::Value,
    players: Seats,
) -> Result<Entrant<G>, Failure> {
    let entrant = occupant.entrant(roster, setup, players).map_err(Failure::usage)?;
    entrant.ok_or_else(|| Failure::usage("--bot: a person cannot play here, only bots"))
}
