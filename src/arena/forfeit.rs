//! Forfeits: games in which a bot crashes, answers too late or chooses an illegal action.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bot::{BotError, FailureKind};
use crate::common::seat::{Seat, SeatMap, Seats};
use crate::common::standings::Share;
use crate::race::TurnError;
use crate::text::{counted, listed, plain, separated};

/// What happens to a run when a bot fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// The run ends; the games played before are kept.
    #[default]
    Stop,
    /// The bot forfeits this game, and the run continues.
    Forfeit,
}

/// A game that ended because a bot failed. Its seat gets no share of the win, and the other seats share equally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The seat of the bot that failed.
    pub seat: Seat,
    /// The reason. It contains nothing about the position, which may have hidden cards.
    pub reason: String,
    /// The kind of failure, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FailureKind>,
}

/// The game in which a bot failed and thereby ended the run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("game {number} of seed {seed} (group {group}, seating {seating}), {bot}: {error}{place}")]
pub struct FailedGame {
    /// The name of the game.
    pub game: &'static str,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run, from 1.
    pub number: u64,
    /// The group of the game.
    pub group: u64,
    /// The seating of the game, from 0.
    pub seating: u8,
    /// The name of the bot that was to move.
    pub bot: String,
    /// The failure.
    pub error: TurnError,
    /// Where in its game the failure happened, and the other bots at the table.
    pub place: FailurePlace,
    /// The record up to the failure, as JSON, if there are bots that follow the game: these may play differently when
    /// they are asked again. In other cases [`Arena::race`](super::Arena::race) plays the game again.
    pub record: Option<String>,
}

/// Where in its game a failure happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailurePlace {
    /// The number of the event at which the bot failed, and the number of its own decision in the game, both from 1;
    /// `None` where the events were not kept.
    pub at: Option<(usize, usize)>,
    /// The other bots at the table, each once.
    pub against: Vec<String>,
}

impl fmt::Display for FailurePlace {
    /// Writes the place in brackets, after a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.map(|(event, decision)| format!("event {event}, its decision {decision}"));
        let against = (!self.against.is_empty()).then(|| format!("against {}", listed(self.against.iter())));
        let parts: Vec<String> = at.into_iter().chain(against).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, " ({})", parts.join("; ")) }
    }
}

/// The games that one bot has forfeited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeited {
    /// The name of the bot.
    pub bot: String,
    /// The number of games that the bot has forfeited.
    pub games: u64,
    /// The reason for the first forfeit.
    pub reason: String,
    /// The number of games by kind of failure, where it is known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<FailureKind, u64>,
}

impl Forfeit {
    /// Returns the forfeit that this error causes; `None` where no bot is at fault, or its program has never worked.
    pub(super) fn of(error: &TurnError) -> Option<Self> {
        let (seat, reason, kind) = match error {
            TurnError::Failed { error, .. } if error.kind() == FailureKind::Start => return None,
            TurnError::Failed { seat, error } => (seat, error.to_string(), error.kind()),
            TurnError::IllegalChoice { seat, action, reason, .. } => {
                let (action, reason) = (action.clone(), reason.clone());
                (seat, BotError::NotLegal { action, reason }.to_string(), FailureKind::Illegal)
            }
            TurnError::NobodysTurn | TurnError::NoBot(_) | TurnError::TooLong(_) => return None,
        };
        Some(Self { seat: *seat, reason, kind: Some(kind) })
    }

    /// Returns the shares of the win at a table with these `seats`.
    pub(super) fn shares(&self, seats: Seats) -> SeatMap<Share> {
        let others = || seats.iter().filter(|seat| *seat != self.seat);
        let mut shares = SeatMap::default();
        for seat in others() {
            shares[seat] = Share::equal_part(others().count());
        }
        shares
    }
}

impl Forfeited {
    /// Adds `more` to the entry of its bot in `all`, which keeps its first reason.
    pub(crate) fn count(all: &mut Vec<Self>, more: Self) {
        match all.iter_mut().find(|one| one.bot == more.bot) {
            Some(one) => {
                one.games += more.games;
                for (kind, games) in more.kinds {
                    *one.kinds.entry(kind).or_default() += games;
                }
            }
            None => all.push(more),
        }
    }

    /// Returns the forfeits as a sentence without its full stop.
    pub(crate) fn sentence(&self) -> String {
        let (games, first) = match self.games {
            1 => ("a game".to_owned(), ""),
            games => (counted(games as i64, "game", "games"), "the first time "),
        };
        let reason = plain(self.reason.trim_end_matches('.'));
        let kinds = self.kinds.iter().map(|(kind, games)| format!("{games} {}", kind.word()));
        let kinds = separated(kinds, ", ");
        let by_kind = if kinds.is_empty() { kinds } else { format!(" ({kinds})") };
        format!("{} forfeited {games} (the other seats share the win): {first}{reason}{by_kind}", self.bot)
    }
}
