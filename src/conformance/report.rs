//! The results of a conformance check.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::recent_lines::RecentLines;
use crate::bot::{FailureKind, PROTOCOL_VERSION, ProcessSpec};
use crate::common::seat::Seat;
use crate::game::RaceGame;

/// A kind of situation that a check tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Situation {
    /// A game from its start to its end.
    WholeGame,
    /// A game that stops before its end, for example because another bot forfeits it.
    BrokenOff,
    /// A decision that is taken back and asked for again.
    TakenBack,
    /// A game that the program takes over after others have played so far, at each kind of action.
    TakenOver,
    /// The last decisions of the longest of many games.
    LongGame,
    /// A game that begins from a position.
    FromPosition,
}

impl Situation {
    /// All kinds, in the order of a check.
    pub const ALL: [Self; 6] = [
        Self::WholeGame,
        Self::BrokenOff,
        Self::TakenBack,
        Self::TakenOver,
        Self::LongGame,
        Self::FromPosition,
    ];

    /// Returns the kind in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::WholeGame => "a whole game",
            Self::BrokenOff => "a game that was stopped",
            Self::TakenBack => "a game with a move taken back",
            Self::TakenOver => "a resumed game",
            Self::LongGame => "a long resumed game",
            Self::FromPosition => "a game from a position",
        }
    }
}

/// The results of a check.
#[non_exhaustive]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ConformanceReport {
    /// The name of the program.
    pub program: String,
    /// The name of the game.
    pub game: &'static str,
    /// The version of the protocol.
    pub version: u32,
    /// The seed of all games.
    pub seed: u64,
    /// What was asked under each ruleset.
    pub rulesets: Vec<RulesetResult>,
    /// The faults; equal ones are listed once.
    pub faults: Vec<Fault>,
    /// Whether the program chose the same action when a move was taken back and the same question came again.
    pub answers_alike: bool,
    /// Whether the program ended by itself after the end of its input.
    pub ends_alone: bool,
    /// Whether everything was played; `false` after too many faults.
    pub is_whole: bool,
}

/// What was asked under one ruleset.
#[non_exhaustive]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RulesetResult {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The games, whole or not.
    pub games: u64,
    /// The decisions that were answered.
    pub decisions: u64,
    /// The kinds of actions, each with the number of decisions that offered it.
    pub kinds: BTreeMap<String, u64>,
    /// How long each decision took.
    #[serde(skip)]
    pub times: Vec<Duration>,
    /// The longest time of a decision, in seconds.
    pub longest: f64,
}

/// A fault of the program.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fault {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The kind of situation.
    #[serde(rename = "moment")]
    pub situation: Situation,
    /// The number of players.
    pub players: u8,
    /// The seat of the program.
    pub seat: Seat,
    /// The number of the event in the game, from 1.
    pub event: usize,
    /// The kind of the fault.
    pub kind: FailureKind,
    /// The fault, as a sentence.
    pub problem: String,
    /// The last line that the program was given.
    pub read: String,
    /// The lines that the program has written since then.
    pub answered: Vec<String>,
    /// The last lines of its standard error.
    pub complained: Vec<String>,
    /// How often it happened in this kind of situation under this ruleset.
    pub times: u64,
}

impl RulesetResult {
    pub(super) fn new(ruleset: &str) -> Self {
        Self {
            ruleset: ruleset.to_owned(),
            games: 0,
            decisions: 0,
            kinds: BTreeMap::new(),
            times: Vec::new(),
            longest: 0.0,
        }
    }

    /// Adds the kinds of actions that exist, before any decision.
    pub(super) fn expect<'a>(&mut self, kinds: impl Iterator<Item = &'a String>) {
        self.kinds.extend(kinds.map(|kind| (kind.clone(), 0)));
    }

    /// Notes a decision among actions of these kinds.
    pub(super) fn note(&mut self, mut kinds: Vec<String>, took: Option<Duration>) {
        self.decisions += 1;
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.kinds.entry(kind).or_default() += 1;
        }
        self.times.extend(took);
        self.longest = self.longest.max(took.unwrap_or_default().as_secs_f64());
    }

    /// Returns the median time of a decision.
    pub fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len().saturating_sub(1) / 2).copied()
    }
}

impl ConformanceReport {
    pub(super) fn of<G: RaceGame>(program: &ProcessSpec, seed: u64) -> Self {
        Self {
            program: program.to_string(),
            game: G::ID,
            version: PROTOCOL_VERSION,
            seed,
            rulesets: Vec::new(),
            faults: Vec::new(),
            answers_alike: true,
            ends_alone: true,
            is_whole: false,
        }
    }

    /// The number of faults.
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().map(|fault| fault.times).sum()
    }

    /// The number of decisions that were answered.
    pub fn decisions(&self) -> u64 {
        self.rulesets.iter().map(|asked| asked.decisions).sum()
    }

    /// Notes a fault, or counts it if there is already a similar one.
    pub(super) fn blame(&mut self, fault: Fault) {
        let is_alike = |earlier: &&mut Fault| {
            (&earlier.ruleset, earlier.situation, &earlier.problem)
                == (&fault.ruleset, fault.situation, &fault.problem)
        };
        match self.faults.iter_mut().find(is_alike) {
            Some(earlier) => earlier.times += 1,
            None => self.faults.push(fault),
        }
    }

    /// Adds what the conversations have shown besides faults.
    pub(super) fn remark(&mut self, heard: &RecentLines) {
        self.ends_alone = !heard.last().notes.contains(crate::bot::OUTSTAYS);
    }
}
