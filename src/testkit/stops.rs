//! The law about bots that are asked to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::law::Spot;
use super::{Broken, Check, Law, Options};
use crate::bot::{self, Bot, BotError, BotKind, BotSpec, Bots, Decision, StopFlag};
use crate::common::seat::Seat;
use crate::game::streams::{Stream, Streams};
use crate::game::{RaceGame, Turn, any_of, list};
use crate::race::Race;
use crate::record::{Record, Rules, Start};

/// The number of decisions in a game that each bot is asked for.
const DECISIONS: usize = 2;

/// What a check of bots has covered without finding a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckedStops {
    /// The number of decisions that bots were asked for.
    pub decisions: u64,
    /// The number of decisions that were cut short.
    pub cut_short: u64,
}

/// Checks that every bot of a game obeys the flag of [`Decision::until`] ([`Law::Stops`]), for every number of players.
/// The flag is raised from the beginning.
///
/// ```
/// use furlong::gotham::Gotham;
/// use furlong::testkit::{Options, check_stops};
/// use furlong::{RaceGame, ruleset};
///
/// let game = Gotham::new(ruleset::open("standard")?)?;
/// let checked = check_stops(&game, &Options::default().games(1))?;
/// assert!(checked.cut_short > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first broken law.
pub fn check_stops<G: Bots>(game: &G, options: &Options) -> Result<CheckedStops, Broken> {
    let mut checked = CheckedStops::default();
    for players in game.players() {
        let setup = game.setup(players);
        for number in 0..options.games {
            let mut check = Check::start(game, &setup, options, number)?;
            let trail = check.scout()?;
            // With a single choice, there is nothing to search.
            let is_choice = |state: &G::State| list(|into| game.actions(state, into)).len() > 1;
            let states = trail.states.iter().enumerate().filter(|(_, state)| is_choice(state));
            let choices: Vec<usize> = states.map(|(index, _)| index).collect();
            for _ in 0..DECISIONS.min(choices.len()) {
                let Some(index) = any_of(&choices, &mut check.rng) else { break };
                let rules = Rules::of(Arc::new(game.clone()));
                let start = Start::Setup(setup.clone());
                let mut record = Record::<G>::new(rules, start, Streams::new(options.seed));
                record.events = trail.events[..index].to_vec();
                check.at.event = index as u32;
                match Race::resume(record) {
                    Ok(race) => all_stop(&race, check.at, &mut checked)?,
                    Err(error) => {
                        check.hold(Law::Replay, false, || format!("the record is refused: {error}"))?;
                    }
                }
            }
        }
    }
    Ok(checked)
}

/// An answer, whether it was marked as cut short, and the random numbers after it.
type Answer<G> = (Result<<G as RaceGame>::Action, BotError>, bool, Stream);

/// Asks every bot that the game offers.
fn all_stop<G: Bots>(race: &Race<G>, at: Spot, checked: &mut CheckedStops) -> Result<(), Broken> {
    let Turn::Seat(seat) = race.turn() else { return Ok(()) };
    for kind in G::BOTS {
        let made = G::bot(&BotSpec::named(kind.name));
        at.hold(Law::Stops, made.is_ok(), || {
            format!("the bot `{}` is offered and cannot be made", kind.name)
        })?;
        let Ok(mut bot) = made else { continue };
        checked.decisions += 1;
        checked.cut_short += u64::from(stops(race, seat, kind, &mut *bot, at)?);
    }
    Ok(())
}

/// Checks one bot, and returns whether it was cut short.
fn stops<G: RaceGame>(
    race: &Race<G>,
    seat: Seat,
    kind: &BotKind,
    bot: &mut dyn Bot<G>,
    at: Spot,
) -> Result<bool, Broken> {
    let name = kind.name;
    let actions = race.actions(seat);
    let mut ask = |is_raised: bool| -> Answer<G> {
        let flag = StopFlag::new(AtomicBool::new(is_raised));
        let mut rng = race.bot_stream(seat);
        race.notify_from_start(bot, seat);
        let mut decision = Decision::within(race.game(), race.state(), seat, &actions, &mut rng).until(&flag);
        let answer = bot::asked(|| bot.choose(&mut decision));
        let was_stopped = decision.was_stopped();
        (answer, was_stopped, rng)
    };
    let stopped = ask(true);
    let is_legal = match &stopped.0 {
        Ok(action) => actions.contains(action),
        Err(error) => *error == BotError::Stopped,
    };
    at.hold(Law::Stops, is_legal, || {
        format!(
            "the bot `{name}` was told to stop and answered {:?} instead of one of {actions:?}",
            stopped.0
        )
    })?;
    if stopped.1 || stopped.0.is_err() {
        return Ok(true);
    }
    // A search takes time by its nature. Any other bot may have answered before it checked the flag.
    let is_search = kind.parameters.iter().any(|(name, _)| matches!(*name, "iterations" | "worlds"));
    at.hold(Law::Stops, !is_search, || {
        format!("the bot `{name}` searches, was told to stop, and does not say that it was cut short")
    })?;
    let free = ask(false);
    at.hold(Law::Stops, stopped == free, || {
        format!(
            "the bot `{name}` chose {:?} when it was told to stop, {:?} otherwise, and does not say that it was cut short",
            stopped.0, free.0
        )
    })?;
    Ok(false)
}
