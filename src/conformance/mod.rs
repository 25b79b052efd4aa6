//! Checks a bot program: does it keep to the protocol, at every kind of decision and under every ruleset?
//!
//! [`Conformance`] plays games with the program in one seat and random bots in the others. It tests situations that
//! short games seldom bring: rare decisions, moves that are taken back, games that break off, games that the program
//! takes over in the middle, long games, and games that begin from a position. The result is a [`ConformanceReport`]: the
//! decisions that were asked for with their times, and each fault with the line that the program read and its answer.
//!
//! The check does not measure how well a program plays.

mod recent_lines;
mod report;
mod situations;
mod survey;

use std::sync::Arc;

use serde_json::Value;

use crate::bot::{FailureKind, ProcessBot, ProcessObserver, ProcessPool, ProcessSpec};
use crate::common::seat::{Seat, Seats};
use crate::formats::json;
use crate::game::RaceGame;
use crate::text::Text;
use recent_lines::RecentLines;
use survey::Survey;

pub use report::{ConformanceReport, Fault, RulesetResult, Situation};

/// The number of faults after which a check ends: each costs a process, and some cost the time of a decision.
const MOST_FAULTS: u64 = 12;

/// A conformance check of a program.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Conformance<G: RaceGame> {
    /// The program.
    pub program: ProcessSpec,
    /// The rulesets under which it plays, each with its name.
    pub rulesets: Vec<(String, Arc<G>)>,
    /// The seed of all games.
    pub seed: u64,
    /// The number of whole games under each ruleset with each number of players.
    pub games: u64,
    /// The number of events after which a game is abandoned.
    pub most_events: usize,
}

impl<G: Text> Conformance<G> {
    /// Creates a check with one game for each ruleset and number of players.
    pub fn new(program: ProcessSpec, rulesets: Vec<(String, Arc<G>)>) -> Self {
        Self { program, rulesets, seed: 1, games: 1, most_events: 5_000 }
    }

    /// Carries out the check. `observer` receives the number of finished parts and the number of all parts; `process_observer`
    /// hears the whole conversation.
    pub fn run(
        &self,
        observer: &dyn Fn(u64, u64),
        process_observer: Option<Arc<dyn ProcessObserver>>,
    ) -> ConformanceReport {
        let heard = Arc::new(RecentLines::beside(process_observer));
        let process_observer = Arc::clone(&heard) as Arc<dyn ProcessObserver>;
        let mut check = Check {
            asked: self,
            pool: ProcessPool::new(self.program.clone()).with_process_observer(process_observer),
            heard,
            found: ConformanceReport::of::<G>(&self.program, self.seed),
        };
        let all = (self.rulesets.len() * Situation::ALL.len()) as u64;
        let mut done = 0;
        for (name, game) in &self.rulesets {
            if check.is_enough() {
                break;
            }
            check.found.rulesets.push(RulesetResult::new(name));
            let survey = Survey::of(game, self.seed, self.most_events);
            check.found.rulesets.last_mut().into_iter().for_each(|asked| asked.expect(survey.kinds()));
            for situation in Situation::ALL {
                observer(done, all);
                check.carry_out(situation, game, &survey);
                done += 1;
            }
        }
        observer(all, all);
        check.finish()
    }
}

/// A check in progress.
struct Check<'a, G: RaceGame> {
    asked: &'a Conformance<G>,
    pool: ProcessPool,
    heard: Arc<RecentLines>,
    found: ConformanceReport,
}

impl<G: Text> Check<'_, G> {
    /// Returns whether to stop: there are many faults, or the program has never given a readable answer.
    fn is_enough(&self) -> bool {
        let is_silent = |fault: &Fault| fault.kind != FailureKind::Illegal;
        self.found.fault_count() >= MOST_FAULTS
            || (self.found.decisions() == 0 && self.found.faults.iter().any(is_silent))
    }

    /// Creates a bot for this seat in a game with this set-up, or from a position if there is none.
    fn bot(&self, setup: Option<&G::Setup>, players: Seats) -> ProcessBot {
        self.pool.bot(setup.map_or(Value::Null, json::plain), players)
    }

    /// Returns the seat that the program takes in game `number`: each seat in turn.
    fn seat(number: u64, seats: Seats) -> Seat {
        let place = number % u64::from(seats.count());
        seats.iter().nth(place as usize).unwrap_or(Seat::FIRST)
    }

    /// Closes the input of the processes, and checks whether they end.
    fn finish(self) -> ConformanceReport {
        let is_whole = !self.is_enough();
        let Self { pool, heard, mut found, asked } = self;
        found.is_whole = is_whole && found.rulesets.len() == asked.rulesets.len();
        drop(pool);
        found.remark(&heard);
        found
    }
}
