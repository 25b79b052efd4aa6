//! The test kit: checks that a game keeps the laws of the contract.
//!
//! [`check_tables`] checks all laws ([`Law`]) for every number of players. It plays random games from a seed
//! and tests every state and every event against the laws of lists, refusals, positions, views, reported
//! happenings, standings and runners. It tries impossible actions, outcomes and positions. It enumerates the
//! events after the start to compare resampling with the exact distribution. [`check`] does the same for one
//! set-up.
//!
//! The enumeration goes as deep as [`Options::histories`] allows, which in a game with many cards is hardly beyond the
//! first deal. Therefore also check a ruleset with few cards, or a small position with [`check_resampling`], and read
//! [`Checked::enumerated`].
//!
//! The kit works for any [`RaceGame`], your own included. It takes seeds rather than a generator, so that a
//! property test can drive it, and returns a broken law as a value ([`Broken`]):
//!
//! ```
//! use furlong::testkit::{self, Broken, Options};
//! use furlong::RaceGame;
//!
//! fn keeps_the_laws<G: RaceGame>(game: &G, seed: u64) -> Result<(), Broken> {
//!     let options = Options::default().seed(seed).games(5);
//!     let checked = testkit::check_tables(game, &options)?;
//!     assert_eq!(checked.finished, checked.games, "every game came to its end before the cap");
//!     Ok(())
//! }
//! ```
//!
//! `examples/own_game/game.rs` is a complete game that is checked this way.
//!
//! # Statistical error
//! All tests of distributions together report a fault in a correct game with a probability of at most
//! [`Options::level`], by default for one in a million seeds. With the default number of draws, a weight of 2 instead
//! of 1 among five outcomes, or of 1 instead of 2, was found in each of 2,000 trials, at the level of one distribution
//! among 160. For outcomes with an expected count below 5, only their sum is tested. The tests of resampling look for a
//! bias in each view and in all views together.
//!
//! # Views and reports
//! A bot can remember every report to its seat, and a search sees only views, so neither may know more than the other.
//! The view after an event follows from the view before it and the reported happenings ([`Law::Told`]). A view also
//! keeps everything reported about hidden information ([`Law::Memory`]). In every state of a game, if two events lead
//! to different states but leave a seat the same view, they must be reported to it alike. In the enumeration, no report
//! may make a state of a view more likely than the view does. A game may still report details that decide nothing, and
//! details that the same event reveals and makes worthless.
//!
//! # Twins
//! Everything that a seat gets must be the same, to the byte, in two games that it cannot tell apart ([`Law::Twins`]).
//! Such games are other courses that reported the same to the seat, and states of its view in which the hidden cards
//! are dealt again. [`check_twins`] also compares words, pictures, and the decisions and advice of bots, if the game
//! has them.
//!
//! # Choices that wait, and bots that are stopped
//! When several seats decide, they choose ahead of their turn, withdraw, play in turn and take back ([`Law::Waiting`]).
//! For a game with bots, [`check_stops`] asks each of them to stop ([`Law::Stops`]).
//!
//! The kit cannot check that the rules themselves are right. Tests of the clauses do that.

mod arbitrary_data;
mod check;
mod chi_square;
mod course;
mod encoding;
mod events;
mod indistinguishable;
mod knowledge;
mod law;
mod playthrough;
mod resampling;
mod stops;
mod waiting;

use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn, list};
use crate::record::{EventOf, Record, Rules, Start};

use check::Check;
pub use check::Options;
pub use encoding::{CheckedEncoding, check_encoding};
use events::Pending;
pub use indistinguishable::{TwinOptions, Twins, check_twins, twin_records};
use knowledge::Remembered;
use law::Spot;
pub use law::{Broken, Law};
use playthrough::Trail;
pub use resampling::{Enumerated, ResamplingError, ResamplingOptions, check_resampling};
pub use stops::{CheckedStops, check_stops};

/// The number of finished games after which every runner must have moved at least once.
const GAMES_TO_MOVE: u32 = 5;
/// The maximum number of events in an enumerated history, unless the number of histories ends it earlier.
const MOST_EVENTS: u32 = 12;
/// The number of views, after each number of events, from which states are drawn.
const VIEWS_DRAWN: usize = 40;
/// The number of positions in each game that are compared with their twins.
const TWINS_A_GAME: u64 = 40;

/// What a check has covered without finding a broken law.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of games.
    pub games: u32,
    /// The number of games that were played to their end. The others were stopped by the cap.
    pub finished: u32,
    /// The number of events: actions and chance events.
    pub events: u32,
    /// The number of states in which all laws of a state were checked.
    pub states: u32,
    /// The number of chance events with a tested distribution.
    pub distributions: u32,
    /// What the enumeration from the start has covered.
    pub enumerated: Enumerated,
    /// What the comparison with twins has covered.
    pub twins: Twins,
}

impl Checked {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.finished += other.finished;
        self.events += other.events;
        self.states += other.states;
        self.distributions += other.distributions;
        self.enumerated.add(other.enumerated);
        self.twins.add(other.twins);
    }
}

/// Plays random games from this set-up and checks the laws throughout.
///
/// # Errors
/// The first broken law.
pub fn check<G: RaceGame>(game: &G, setup: &G::Setup, options: &Options) -> Result<Checked, Broken> {
    let mut checked = Checked::default();
    let mut moved = Vec::new();
    for number in 0..options.games {
        checked.add(Check::start(game, setup, options, number)?.run(setup, &mut moved)?);
    }
    let spot = Spot { seed: options.seed, game: options.games, event: 0, except: options.except };
    if let Some(still) = moved.iter().position(|has_moved| !has_moved) {
        spot.hold(Law::Runners, checked.finished < GAMES_TO_MOVE, || {
            format!("runner {still} has not moved once in {} finished games", checked.finished)
        })?;
    }
    let positions = TWINS_A_GAME * u64::from(options.games);
    let twins = TwinOptions::default().seed(options.seed).positions(positions).except(options.except);
    checked.twins = indistinguishable::look_at_twins(
        game,
        setup,
        &twins,
        indistinguishable::no_moments(),
        &|_, _, _, _| String::new(),
    )?;
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

/// Checks every number of players that the game allows, with the default set-up, and that other numbers are
/// refused.
///
/// # Errors
/// The first broken law.
pub fn check_tables<G: RaceGame>(game: &G, options: &Options) -> Result<Checked, Broken> {
    let allowed = game.players();
    let spot = Spot { seed: options.seed, game: 0, event: 0, except: options.except };
    let (fewer, more) = (allowed.start().saturating_sub(1), allowed.end().saturating_add(1));
    for players in [0, fewer, more] {
        spot.hold(
            Law::Start,
            allowed.contains(&players) || game.start(&game.setup(players)).is_err(),
            || format!("it starts with {players} players, though it is for {allowed:?}"),
        )?;
    }
    arbitrary_data::wild_rulesets(game, spot)?;
    let mut checked = Checked::default();
    for players in allowed {
        checked.add(check(game, &game.setup(players), options)?);
    }
    Ok(checked)
}

impl<G: RaceGame> Check<'_, G> {
    /// Plays the game to its end without checks, then replays it with all checks.
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
        let runner_count = list(|into| self.game.runners(&self.start, into)).len();
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
        self.waiting(setup, &trail)?;
        Ok(checked)
    }

    /// Checks all laws about a single state.
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
        self.wild_views(state)?;
        self.standings(state)?;
        self.runners(state, runner_count)
    }

    /// Checks that a record of the game replays through JSON to the same state.
    fn record_replays(&self, setup: &G::Setup, events: &[EventOf<G>], last: &G::State) -> Result<(), Broken> {
        let streams = Streams::new(self.options.seed);
        let mut record =
            Record::<G>::new(Rules::read(self.game.ruleset().clone()), Start::Setup(setup.clone()), streams);
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
