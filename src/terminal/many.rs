//! `furlong simulate` and `furlong compare`: many games, and what they say.

use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::args::{
    bot_arg, bots_help, count, count_arg, forfeit_arg, game_args, most_events, most_events_arg, on_failure,
    openings, openings_arg, setup_arg, threads, threads_arg, two_rulesets_args,
};
use super::failure::Failure;
use super::interrupt;
use super::lineup::BotsAsked;
use super::many_files::{Files, Records};
use super::many_tables::{report_table, stopped_words};
use super::progress;
use super::screen::{Screen, terminal_width};
use super::start::{USUAL_PLAYERS, game, game_named, seed, setup_for};
use super::table::Occupant;
use crate::arena::{
    Arena, ArenaError, Entrant, Part, Progress, Question, Report, Results, Sequential, SequentialError,
    Shard, Stop, Stopped, run_both,
};
use crate::playable::Playable;
use crate::seat::Seats;

pub(super) fn simulate_command<G: Playable>() -> Command {
    let [ruleset, players, seed] = game_args::<G>();
    shared_args::<G>(
        Command::new(G::ID).about(format!("Play many games of {} and measure them", G::TITLE)).arg(ruleset),
        [players, seed],
        "Play until it is decided whether this player wins more or less than the average seat, by D (0.02 is 2 %)",
        "PLAYER=D",
    )
    .arg(
        Arg::new("skill")
            .long("skill")
            .value_names(["BETTER", "OTHERS"])
            .num_args(2)
            .help("How much skill matters: one bot against others, and the others among themselves on the same deals")
            .conflicts_with_all(["bot", "until", "csv", "game", "save-records"]),
    )
}

pub(super) fn compare_command<G: Playable>() -> Command {
    let [_, players, seed] = game_args::<G>();
    shared_args::<G>(
        Command::new(G::ID)
            .about(format!("Play {} under two rulesets on common deals and tell what differs", G::TITLE))
            .args(two_rulesets_args::<G>()),
        [players, seed],
        "Play until it is decided whether this metric differs by D, in its units (of a share 0.02 is 2 %)",
        "METRIC=D",
    )
}

fn shared_args<G: Playable>(
    command: Command,
    [players, seed]: [Arg; 2],
    until: &'static str,
    until_what: &'static str,
) -> Command {
    command
        .after_help(bots_help::<G>())
        .args([players, seed])
        .arg(setup_arg::<G>())
        .arg(bot_arg("Who plays; different bots change seats within each deal"))
        .arg(
            count_arg("games", "N", "How many games, of each ruleset; whole groups of seatings".to_owned())
                .default_value("1000"),
        )
        .arg(most_events_arg())
        .arg(openings_arg())
        .arg(forfeit_arg())
        .arg(threads_arg())
        .args(Files::args())
        .arg(
            Arg::new("shard")
                .long("shard")
                .value_name("I/N")
                .help("Play only the Ith of N parts and write it with --out; `furlong merge` joins the parts")
                .requires_all(["out", "seed"])
                .conflicts_with_all(["csv", "html", "json", "until", "game", "save-records"])
                .value_parser(value_parser!(Shard)),
        )
        .arg(
            Arg::new("until")
                .long("until")
                .value_name(until_what)
                .help(until)
                .conflicts_with("out")
                .value_parser(until_of),
        )
        .arg(
            Arg::new("save-records")
                .long("save-records")
                .value_name("DIR")
                .help("Save each game in this folder, for `furlong replay`")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(
            count_arg(
                "game",
                "K",
                "Play only game K, as the rows of --csv number them, and save it".to_owned(),
            )
            .requires("seed")
            .conflicts_with_all(["csv", "html", "json", "until", "out"]),
        )
}

/// A name and a difference. The name of a bot may have `=` in it.
fn until_of(typed: &str) -> Result<Sequential, String> {
    let (name, difference) = typed.rsplit_once('=').ok_or("write NAME=D, with D above 0")?;
    let difference: f64 = difference.parse().map_err(|_| format!("`{difference}` is no number"))?;
    Sequential::new(name, difference).map_err(|error| error.to_string())
}

pub(super) fn simulate<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let (game, seed) = (game::<G>(matches)?, seed(matches));
    if let Some(bots) = matches.get_many::<String>("skill") {
        let asked =
            bots.map(|bot| bot.parse().map_err(Failure::usage)).collect::<Result<Vec<Occupant>, _>>()?;
        let [better, others] = &asked[..] else { return Err(Failure::usage("--skill: name two bots")) };
        if better == others {
            return Err(Failure::usage("--skill: the two bots are the same"));
        }
        let bots = |first: &Occupant| BotsAsked::one_against(first.clone(), others.clone());
        let players = players(matches, &[&game], &bots(better));
        let duel = arena(matches, game.clone(), players, seed, &bots(better))?;
        // As many deals for the others among themselves, each in the one seating that there is.
        let among =
            Arena { groups: duel.groups.clone(), ..arena(matches, game, players, seed, &bots(others))? };
        return measure(matches, Question::Skill, &[duel, among]);
    }
    let asked = BotsAsked::read::<G>(matches)?;
    let players = players(matches, &[&game], &asked);
    measure(matches, Question::Measure, &[arena(matches, game, players, seed, &asked)?])
}

pub(super) fn compare<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let named = |side: &str| matches.get_one::<String>(side).map_or("", String::as_str);
    let (seed, asked) = (seed(matches), BotsAsked::read::<G>(matches)?);
    let (one, other) = (game_named::<G>(named("a"))?, game_named::<G>(named("b"))?);
    let players = players(matches, &[&one, &other], &asked);
    // Both are looked at before the first is played.
    let both = [arena(matches, one, players, seed, &asked)?, arena(matches, other, players, seed, &asked)?];
    measure(matches, Question::Compare, &both)
}

/// Plays what is in the arenas, as the command line says, and tells it or writes it down.
fn measure<G: Playable>(
    matches: &ArgMatches,
    question: Question,
    arenas: &[Arena<G>],
) -> Result<(), Failure> {
    let records = Records::asked(matches);
    if let Some(number) = count(matches, "game") {
        return records.unwrap_or_default().save_one(arenas, number);
    }
    let files = Files::begin(matches)?;
    if let Some(records) = &records {
        records.check(arenas)?;
    }
    let all = arenas.iter().map(|arena| arena.groups.end).min().unwrap_or(0);
    let shard = matches.get_one::<Shard>("shard").copied();
    let groups = shard.unwrap_or(Shard::WHOLE).groups(all);
    if groups.is_empty() {
        let shard = shard.unwrap_or(Shard::WHOLE);
        return Err(Failure::Usage(format!("--shard {shard}: there are only {all} deals to share out")));
    }
    let arenas: Vec<Arena<G>> =
        arenas.iter().map(|arena| Arena { groups: groups.clone(), ..arena.clone() }).collect();
    let started = Instant::now();
    let games = arenas.iter().map(|arena| u64::from(arena.seatings())).sum::<u64>();
    let bar = progress::bar(games.saturating_mul(groups.end - groups.start));
    let played = play(matches, &arenas, &|progress| progress::show(&bar, progress));
    bar.finish_and_clear();
    let (runs, stop) = played?;
    let stopped = Stopped::of(&runs);
    let kept = runs.iter().map(|run| run.groups.len() as u64).min().unwrap_or(0);
    if let Some(stopped) = stopped.as_ref().filter(|_| kept == 0) {
        return Err(nothing_played(stopped));
    }
    if let (Some(stopped), Some(shard)) = (&stopped, shard) {
        let unwritten = format!("part {shard} is not whole and is not written");
        return Err(ended_early(stopped, &unwritten));
    }
    let part = Part {
        shard: shard.unwrap_or(Shard::WHOLE),
        // A run that was broken off is a shorter run.
        groups: if shard.is_some() { all } else { kept },
        question,
        runs,
    };
    if shard.is_some() {
        files.finish(&part, None)?;
    } else {
        tell(&part, stop, files)?;
    }
    match (stopped, &records) {
        // Records are made by playing again, which can take as long as the run took.
        (Some(stopped), Some(_)) => Err(ended_early(&stopped, "no records are saved")),
        (Some(stopped), None) => Err(ended_early(&stopped, "")),
        (None, Some(records)) => {
            records.save_all(&arenas, &part.runs).and_then(|()| finish(started.elapsed()))
        }
        (None, None) => finish(started.elapsed()),
    }
}

/// A run that ended before there was anything to report.
pub(super) fn nothing_played(stopped: &Stopped) -> Failure {
    match &stopped.failure {
        Some(failure) => Failure::failed(failure),
        None => Failure::Stopped("stopped before there was anything to report".to_owned()),
    }
}

/// A run that ended before its end, and what there is not because of that.
pub(super) fn ended_early(stopped: &Stopped, missing: &str) -> Failure {
    let words = [&stopped_words(stopped), missing].map(str::to_owned);
    let words = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ");
    if stopped.failure.is_some() { Failure::Failed(words) } else { Failure::Stopped(words) }
}

/// Writes down what the results of a whole run say, and shows it.
pub(super) fn tell(part: &Part, stop: Option<Stop>, files: Files) -> Result<(), Failure> {
    let report = Report::of(part.question, &part.runs, stop).map_err(Failure::failed)?;
    let as_json = files.as_json;
    // What was measured is shown even when it cannot be written down.
    let written = files.finish(part, Some(&report));
    if as_json {
        writeln!(io::stdout(), "{}", report.to_json())?;
    } else {
        Screen::standard(true).report(&report_table(&report, terminal_width()))?;
    }
    written
}

/// Plays one arena, or two side by side; until something is decided, when that is asked for.
fn play<G: Playable>(
    matches: &ArgMatches,
    arenas: &[Arena<G>],
    observer: &(dyn Fn(Progress) + Sync),
) -> Result<(Vec<Results>, Option<Stop>), Failure> {
    let until = matches.get_one::<Sequential>("until");
    match (arenas, until) {
        ([one], None) => {
            let results = one.run_observed(observer).map_err(arena_failure)?;
            Ok((vec![results], None))
        }
        ([one], Some(sequential)) => {
            let (results, stop) = sequential.duel(one, observer).map_err(sequential_failure)?;
            Ok((vec![results], Some(stop)))
        }
        ([one, other], Some(sequential)) => {
            let (both, stop) = sequential.compare(one, other, observer).map_err(sequential_failure)?;
            Ok((both.into(), Some(stop)))
        }
        ([one, other], None) => {
            let both = run_both(one, other, observer, |_, _| ControlFlow::Continue(()));
            Ok((both.map_err(arena_failure)?.into(), None))
        }
        _ => Err(Failure::usage("there is nothing to play")),
    }
}

fn sequential_failure(error: SequentialError) -> Failure {
    match error {
        SequentialError::Arena(error) => arena_failure(error),
        SequentialError::Incomparable(error) => Failure::failed(error),
        error => Failure::Usage(format!("--until: {error}")),
    }
}

/// The time goes apart from the results, which are the same whenever they are made.
fn finish(elapsed: Duration) -> Result<(), Failure> {
    if io::stderr().is_terminal() {
        writeln!(io::stderr(), "{:.1} s", elapsed.as_secs_f64())?;
    }
    Ok(())
}

/// What was asked for wrongly is a fault of the command line; a bot that fails is a failure.
pub(super) fn arena_failure(error: ArenaError) -> Failure {
    match error {
        error @ ArenaError::Stopped => Failure::Stopped(error.to_string()),
        error @ (ArenaError::Game { .. } | ArenaError::NoBot { .. } | ArenaError::Threads(_)) => {
            Failure::failed(error)
        }
        error => Failure::usage(error),
    }
}

/// How many play: as many as was asked for, or a usual number that all these games allow, if there is one.
fn players<G: Playable>(matches: &ArgMatches, games: &[&G], asked: &BotsAsked) -> u8 {
    if let Some(players) = matches.get_one::<u8>("players") {
        return *players;
    }
    let usual = asked.least_seats(0).max(USUAL_PLAYERS);
    let most = games.iter().map(|game| *game.players().end()).min().unwrap_or(usual);
    let least = games.iter().map(|game| *game.players().start()).max().unwrap_or(usual);
    usual.min(most).max(least)
}

/// The arena that was asked for.
fn arena<G: Playable>(
    matches: &ArgMatches,
    game: G,
    players: u8,
    seed: u64,
    asked: &BotsAsked,
) -> Result<Arena<G>, Failure> {
    let setup = setup_for(&game, matches, players)?;
    let seats = game.seats(&game.start(&setup).map_err(Failure::usage)?);
    let described = serde_json::to_value(&setup).map_err(Failure::failed)?;
    let occupants = asked.fill::<G>(seats, &[])?;
    let entrant = |occupant: &Occupant| entrant::<G>(occupant, &described, seats);
    let lineup = occupants.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
    let mut arena = Arena::new(game, setup, lineup, seed, 1);
    arena.groups = 0..count(matches, "games").unwrap_or(1).div_ceil(u64::from(arena.seatings()));
    arena.most_events = most_events(matches);
    arena.openings = openings(matches);
    arena.on_failure = on_failure(matches);
    arena.threads = threads(matches);
    arena.stop = interrupt::stop_flag();
    Ok(arena)
}

/// The entrant that this occupant is in many games.
pub(super) fn entrant<G: Playable>(
    occupant: &Occupant,
    setup: &serde_json::Value,
    players: Seats,
) -> Result<Entrant<G>, Failure> {
    let entrant = occupant.entrant(setup, players).map_err(Failure::usage)?;
    entrant.ok_or_else(|| Failure::usage("--bot: only bots play many games"))
}
