//! Measures how often verdicts are wrong, for every kind of verdict, where being wrong is most likely: at the limit.
//!
//! `cargo run --release --example error_rates -- 200` plays each kind with 200 seeds; a further word chooses the kinds
//! whose names contain it. The limits of the goals are the true values, from a long run, so every decision about a goal
//! is an error; a check may err in 5 % of the runs. A test of strength is played on both sides, each of which may also
//! err in 5 %.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use furlong::animal_race::AnimalRace;
use furlong::arena::stats::Accepted;
use furlong::arena::{Arena, EloTest, Entrant, FixedDeals, Ladder, LadderError, Progress, Results};
use furlong::design::goals::{GoalVerdict, Goals, check};
use furlong::{BotSpec, RaceGame, ruleset};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The number of deals in a long run, and the maximum in a check.
const LONG: u64 = 100_000;
const DEALS: u64 = 1_000;
/// The seed of the long runs, and the first seed of the checks.
const SEED: u64 = 1_000_000;
/// The distance between the two strengths of a test, in Elo points.
const APART: f64 = 60.0;
const QUIET: &(dyn Fn(Progress) + Sync) = &|_| ();

fn main() -> Outcome<()> {
    let mut typed = std::env::args().skip(1);
    let seeds: u64 = typed.next().map_or(Ok(200), |typed| typed.parse())?;
    let only = typed.next().unwrap_or_default();
    println!("wrong of {seeds}");
    for (name, goals, deals) in KINDS {
        if name.contains(&only) {
            report(name, seeds, &goals()?, deals)?;
        }
    }
    if !"test of strength".contains(&only) {
        return Ok(());
    }
    let duel = arena(&["heuristic", "random"], 2, SEED, LONG)?.run()?;
    let won = |bot: &str| duel.shares_of(bot).iter().sum::<f64>();
    let truth = 400.0 * libm::log10(won("heuristic") / won("random"));
    for (name, elo0, wrong) in [
        ("test of strength, at the lower strength", truth, Accepted::Second),
        ("test of strength, at the upper strength", truth - APART, Accepted::First),
    ] {
        let count =
            (0..seeds).map(|seed| Ok(tested(elo0, seed)? == wrong)).collect::<Outcome<Vec<bool>>>()?;
        told(name, count.into_iter().filter(|wrong| *wrong).count(), seeds);
    }
    Ok(())
}

/// A kind of verdict: its name, goals at the true values, and the maximum number of deals.
type Kind = (&'static str, fn() -> Outcome<String>, u64);

const KINDS: [Kind; 6] = [
    (
        "goals for two player types",
        || rounds([("random", 4), ("heuristic", 4)], |bot, _| format!("players = \"{bot}\"")),
        DEALS,
    ),
    (
        "goals at three table sizes",
        || rounds([2, 3, 4].map(|seats| ("random", seats)), |_, seats| format!("seats = {seats}")),
        DEALS,
    ),
    ("the largest category and the gap", first, DEALS),
    (
        "minutes",
        || {
            let truth = mean(&long("random", 4)?, "decisions")? / 4.0;
            Ok(format!("minutes = [{}]", at(truth, "seconds-per-decision = 15")))
        },
        DEALS,
    ),
    (
        "luck of the deal",
        || {
            let truth = fixed(&["random"])?.decided().ok_or("no estimate")?.by_the_deal.value;
            Ok(format!("luck-of-the-deal = [{}]", at(truth, "weight = 1")))
        },
        2 * DEALS,
    ),
    (
        "skill index",
        || {
            let truth = fixed(&["heuristic", "random"])?.skill().ok_or("no estimate")?.index.value;
            Ok(format!("\"skill-index(heuristic, random)\" = [{}]", at(truth, "weight = 1")))
        },
        2 * DEALS,
    ),
];

/// Goals on both sides of a true value.
fn at(truth: f64, more: &str) -> String {
    format!("{{ above = {truth}, {more} }}, {{ below = {truth}, {more} }}")
}

/// Goals for the rounds of several bots or tables.
fn rounds<const N: usize>(tables: [(&str, u8); N], key: fn(&str, u8) -> String) -> Outcome<String> {
    let of = |(bot, seats)| Ok(at(mean(&long(bot, seats)?, "rounds")?, &key(bot, seats)));
    let goals = tables.into_iter().map(of).collect::<Outcome<Vec<String>>>()?;
    Ok(format!("rounds = [{}]", goals.join(", ")))
}

/// Goals for the animal that is first most often, and for the gap to the one that is first least often.
fn first() -> Outcome<String> {
    let games = long("random", 4)?;
    let share = |animal| mean(&games, &format!("first-{animal}"));
    let mut shares =
        ["hare", "tortoise", "wolf", "fox", "lamb"].map(share).into_iter().collect::<Outcome<Vec<_>>>()?;
    shares.sort_by(f64::total_cmp);
    let (least, largest) = (shares[0], shares[4]);
    Ok(format!("\"first-*\" = [{{ largest-below = {largest} }}, {{ gap-below = {} }}]", largest - least))
}

fn long(bot: &str, seats: u8) -> Outcome<Results> {
    Ok(arena(&[bot], seats, SEED, LONG)?.run()?)
}

fn mean(results: &Results, metric: &str) -> Outcome<f64> {
    let summary = results.summary(results.column(metric)?);
    Ok(summary.and_then(|summary| summary.mean).ok_or("no value")?.value)
}

/// Games of the animal race, with these bots in turn.
fn arena(bots: &[&str], seats: u8, seed: u64, deals: u64) -> Outcome<Arena<AnimalRace>> {
    let game = AnimalRace::new(ruleset::open("classic")?)?;
    let setup = game.setup(seats);
    let bots = bots.iter().map(|bot| Entrant::of(&BotSpec::named(bot))).collect::<Result<Vec<_>, _>>()?;
    let lineup = bots.iter().cycle().take(seats.into()).cloned().collect();
    Ok(Arena::new(game, setup, lineup, seed, deals))
}

/// Many fixed deals at a table of four.
fn fixed(bots: &[&str]) -> Outcome<FixedDeals> {
    let arena = arena(bots, 4, SEED, LONG / 20)?;
    let mut deals = FixedDeals::begin(&arena)?;
    for _ in 0..20 {
        deals.play_once(&arena, QUIET)?;
    }
    Ok(deals)
}

/// Checks goals with limits at the true values, and prints how often one was decided.
fn report(name: &str, seeds: u64, goals: &str, deals: u64) -> Outcome<()> {
    let goals = Goals::from_toml(&format!("[goals]\n{goals}"))?;
    let mut wrong = 0;
    for seed in 0..seeds {
        let checked = check(&goals, &arena(&["random"], 4, seed, deals)?, QUIET)?;
        wrong += usize::from(checked.findings.iter().any(|finding| finding.verdict != GoalVerdict::Open));
    }
    told(name, wrong, seeds);
    Ok(())
}

/// Plays a test of strength to its end.
fn tested(elo0: f64, seed: u64) -> Outcome<Accepted> {
    let Arena { game, setup, lineup, .. } = arena(&["heuristic", "random"], 2, seed, 1)?;
    let test = EloTest::new(elo0, elo0 + APART)?;
    let ladder = Ladder::new(game, vec![setup], lineup, seed, 20_000).until(Some(test));
    let mut crosstable = ladder.begin()?;
    ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(()))?;
    Ok(crosstable.tested(&crosstable.pairings[0]).ok_or("no test")?.accepted)
}

fn told(name: &str, wrong: usize, seeds: u64) {
    println!("{name}: {wrong} ({:.1} %)", 100.0 * wrong as f64 / seeds as f64);
}
