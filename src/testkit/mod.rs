//! The test kit: checks that a game keeps the laws of the contract.
//!
//! [`check_tables`] runs all laws ([`Law`]) for every number of players: it plays games at random from a seed
//! and holds every state and every event against the laws of lists, refusals, positions, views, what is told,
//! standings and runners, tries actions, outcomes and positions that nobody would make, and enumerates what
//! can come of the start to compare resampling with the exact distribution. [`check`] does the same for one
//! set-up.
//!
//! The enumeration goes as deep as [`Options::histories`] allows, which in a game with many cards is hardly
//! beyond the first deal. So check a ruleset with few cards as well, or a small position by itself with
//! [`check_resampling`], and look at [`Checked::enumerated`].
//!
//! It works for any [`RaceGame`], a user's own too. It takes seeds rather than a generator, so that a
//! property test can drive it, and tells a broken law as a value ([`Broken`]):
//!
//! ```
//! use furlong::testkit::{self, Broken, Options};
//! use furlong::RaceGame;
//!
//! fn keeps_the_laws<G: RaceGame>(game: &G, seed: u64) -> Result<(), Broken> {
//!     let options = Options { seed, games: 5, ..Options::default() };
//!     let checked = testkit::check_tables(game, &options)?;
//!     assert_eq!(checked.finished, checked.games, "every game came to its end before the cap");
//!     Ok(())
//! }
//! ```
//!
//! `examples/own_game.rs` is a whole game that is checked so.
//!
//! # How sure it is
//! All tests of distributions together report a lawful game at most with probability [`Options::level`], one in a
//! million seeds by default. With the default number of draws, a weight that is 2 for 1 among five outcomes, or
//! 1 for 2, was found in each of 2,000 trials, at the level of one distribution among 160; of outcomes that are
//! expected fewer than 5 times, only the sum is tested. A bias of resampling is sought in each view and in all
//! views together.
//!
//! # What a seat is told
//! A bot can remember all that its seat is told, and a search sees only views, so neither may know more than the
//! other. The view after an event follows from the view before it and what is told ([`Law::Told`]). And a
//! view keeps all that was told about what is hidden ([`Law::Memory`]): two events of one state that leave a seat the
//! same view and different states tell it the same, which is looked at in every state of a game; and what was told
//! makes no state of a view likelier than the view does, which is looked at in the enumeration. A game may
//! still tell what decides nothing, and what an event reveals and makes worthless at once.
//!
//! What it cannot see: whether the rules are the right ones. That is what the tests of the clauses are for.

mod check;
mod chi_square;
mod course;
mod events;
mod knowledge;
mod law;
mod resampling;
mod trail;
mod wild;

use crate::game::{RaceGame, Turn};
use crate::record::{EventOf, Record, Start};
use crate::streams::Streams;

use check::Check;
pub use check::Options;
use events::Pending;
use knowledge::Remembered;
use law::Place;
pub use law::{Broken, Law};
pub use resampling::{Enumerated, ResamplingError, ResamplingOptions, check_resampling};
use trail::Trail;

/// In how many finished games every runner moves at least once.
const GAMES_TO_MOVE: u32 = 5;
/// How many events of each history are enumerated at the most, when the number of histories does not end it.
const MOST_EVENTS: u32 = 12;
/// From how many views states are drawn after each number of events.
const VIEWS_DRAWN: usize = 40;

/// What a check has gone through without finding a law broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games played.
    pub games: u32,
    /// Those that came to their end; the others were stopped by the cap.
    pub finished: u32,
    /// Events played, actions and chance.
    pub events: u32,
    /// States in which all the laws of a state were checked.
    pub states: u32,
    /// Chance events whose distribution was tested.
    pub distributions: u32,
    /// What was enumerated from the start.
    pub enumerated: Enumerated,
}

impl Checked {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.finished += other.finished;
        self.events += other.events;
        self.states += other.states;
        self.distributions += other.distributions;
        self.enumerated.add(other.enumerated);
    }
}

/// Plays games at random from this set-up and checks the laws all the way.
///
/// # Errors
/// The first law that is found broken.
pub fn check<G: RaceGame>(game: &G, setup: &G::Setup, options: &Options) -> Result<Checked, Broken> {
    let mut checked = Checked::default();
    let mut moved = Vec::new();
    for number in 0..options.games {
        checked.add(Check::start(game, setup, options, number)?.run(setup, &mut moved)?);
    }
    let place = Place { seed: options.seed, game: options.games, event: 0, except: options.except };
    if let Some(still) = moved.iter().position(|has_moved| !has_moved) {
        place.hold(Law::Runners, checked.finished < GAMES_TO_MOVE, || {
            format!("runner {still} has not moved once in {} finished games", checked.finished)
        })?;
    }
    if let (Ok(start), 1..) = (game.start(setup), options.histories) {
        let resampling = ResamplingOptions {
            seed: options.seed,
            events: MOST_EVENTS,
            limit: options.histories,
            views: VIEWS_DRAWN,
            level: options.level,
            except: options.except,
            ..ResamplingOptions::default()
        };
        checked.enumerated = resampling::enumerate(game, &start, &resampling)?.0;
    }
    Ok(checked)
}

/// Checks every number of players that the game allows, with its usual set-up, and that other numbers are
/// refused.
///
/// # Errors
/// The first law that is found broken.
pub fn check_tables<G: RaceGame>(game: &G, options: &Options) -> Result<Checked, Broken> {
    let allowed = game.players();
    let place = Place { seed: options.seed, game: 0, event: 0, except: options.except };
    let (fewer, more) = (allowed.start().saturating_sub(1), allowed.end().saturating_add(1));
    for players in [0, fewer, more] {
        place.hold(
            Law::Start,
            allowed.contains(&players) || game.start(&game.setup(players)).is_err(),
            || format!("it starts with {players} players, though it is for {allowed:?}"),
        )?;
    }
    let mut checked = Checked::default();
    for players in allowed {
        checked.add(check(game, &game.setup(players), options)?);
    }
    Ok(checked)
}

impl<G: RaceGame> Check<'_, G> {
    /// Plays the game to its end without checking, then goes the same way again and checks everything.
    fn run(mut self, setup: &G::Setup, moved: &mut Vec<bool>) -> Result<Checked, Broken> {
        self.hold(Law::Start, game_starts_so(self.game, setup, &self.start), || {
            "the same set-up starts another game".to_owned()
        })?;
        self.survives_json("set-up", setup)?;
        let trail = self.scout()?;
        self.note_moves(&trail, moved);
        let chosen = self.chances_to_test(&trail);
        let mut checked = Checked {
            games: 1,
            events: trail.events.len() as u32,
            distributions: chosen.len() as u32,
            ..Checked::default()
        };
        let every = self.options.every.max(1) as usize;
        let mut pending = Pending::<G>::default();
        let mut remembered = Remembered::<G>::default();
        let mut runners = Vec::new();
        self.game.runners(&self.start, &mut runners);
        let runner_count = runners.len();
        let mut replayed = self.start.clone();
        let mut happenings = Vec::new();
        for (index, event) in trail.events.iter().enumerate() {
            self.at.event = index as u32;
            let state = &trail.states[index];
            let is_thorough = index % every == 0;
            if is_thorough {
                checked.states += 1;
                self.state_keeps_laws(state, &trail, runner_count)?;
                self.secrecy(state, &mut remembered)?;
            }
            self.pending(state, &mut pending)?;
            happenings.clear();
            self.at.apply(self.game, &mut replayed, *event, &mut happenings)?;
            self.happenings(&happenings)?;
            self.marks(&happenings, &trail.states[index + 1])?;
            if is_thorough {
                self.told(state, &trail.states[index + 1], *event, &happenings)?;
            }
        }
        self.at.event = trail.events.len() as u32;
        if let Some(last) = trail.states.last() {
            self.hold(Law::Replay, replayed == *last, || {
                format!("the events of the game lead to {replayed:?}, the first time to {last:?}")
            })?;
            self.state_keeps_laws(last, &trail, runner_count)?;
            self.record_replays(setup, &trail.events, last)?;
            checked.states += 1;
            checked.finished += u32::from(self.game.turn(last) == Turn::Over);
        }
        for index in chosen {
            self.at.event = index as u32;
            self.draws_as_weighted(&trail.states[index])?;
        }
        Ok(checked)
    }

    /// All laws that a state keeps by itself.
    fn state_keeps_laws(
        &mut self,
        state: &G::State,
        trail: &Trail<G>,
        runner_count: usize,
    ) -> Result<(), Broken> {
        self.lists(state)?;
        self.deciding(state)?;
        let applied = self.listed_events_apply(state)?;
        self.telling_is_remembered(&applied)?;
        self.refuses_actions(state, &trail.actions)?;
        self.refuses_outcomes(state, &trail.outcomes)?;
        self.wild_positions(state)?;
        self.position(state)?;
        self.views(state)?;
        self.standings(state)?;
        self.runners(state, runner_count)
    }

    /// A record of the game, through JSON, replays to the same state.
    fn record_replays(&self, setup: &G::Setup, events: &[EventOf<G>], last: &G::State) -> Result<(), Broken> {
        let streams = Streams::new(self.options.seed);
        let mut record = Record::<G>::new(self.game.ruleset().clone(), Start::Setup(setup.clone()), streams);
        record.events = events.to_vec();
        let replayed = match Record::<G>::from_json(&record.to_json()) {
            Ok(record) => record.replay().map(|(_, state)| state).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        self.hold(Law::Replay, replayed.as_ref() == Ok(last), || {
            format!("the game ended in {last:?}, and its record replays to {replayed:?}")
        })
    }
}

fn game_starts_so<G: RaceGame>(game: &G, setup: &G::Setup, start: &G::State) -> bool {
    game.start(setup).is_ok_and(|again| again == *start)
}
