//! Forfeits: games in which a bot crashes, answers too late or chooses an illegal action.

use serde::{Deserialize, Serialize};

use crate::bot::BotError;
use crate::ground::seat::{Seat, SeatMap, Seats};
use crate::ground::sentences::sentences;
use crate::ground::standings::Share;
use crate::race::TurnError;
use crate::text::counted;
use crate::text::plain;

/// The effect of a bot's failure on the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// The run ends; the games played before are kept.
    #[default]
    Stop,
    /// The bot forfeits this game, and the run goes on.
    Forfeit,
}

/// A game that ended because a bot failed: its seat gets no share of the win, the other seats get equal ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The seat of the bot that failed.
    pub seat: Seat,
    /// The reason. It says nothing about the position, in which there are hidden cards.
    pub reason: String,
}

/// The game in which a bot failed and thereby ended the run.
#[derive(Clone, PartialEq, thiserror::Error)]
#[error("game {number} of seed {seed} (group {group}, seating {seating}), {bot}: {error}")]
pub struct FailedGame {
    /// The kind of game.
    pub game: &'static str,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game in the run, from 1.
    pub number: u64,
    /// Its group.
    pub group: u64,
    /// Its seating, from 0.
    pub seating: u8,
    /// The name of the bot that was to move.
    pub bot: String,
    /// The failure.
    pub error: TurnError,
    /// The record up to the failure as JSON, where a bot may play otherwise when it is asked again: of bots that listen.
    /// [`Arena::race`](super::Arena::race) plays other games again.
    pub record: Option<String>,
}

sentences!(FailedGame);

/// The games that one bot has forfeited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeited {
    /// The name of the bot.
    pub bot: String,
    /// The number of these games.
    pub games: u64,
    /// The reason of the first one.
    pub reason: String,
}

impl Forfeit {
    /// The forfeit that this error causes; `None` where no bot is at fault.
    pub(super) fn of(error: &TurnError) -> Option<Self> {
        let (seat, reason) = match error {
            TurnError::Failed { seat, error } => (seat, error.to_string()),
            TurnError::IllegalChoice { seat, action, reason, .. } => {
                let (action, reason) = (action.clone(), reason.clone());
                (seat, BotError::NotLegal { action, reason }.to_string())
            }
            TurnError::NobodysTurn | TurnError::NoBot(_) | TurnError::TooLong(_) => return None,
        };
        Some(Self { seat: *seat, reason })
    }

    /// The shares of the win at a table with these `seats`.
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
            Some(one) => one.games += more.games,
            None => all.push(more),
        }
    }

    /// The forfeits as a sentence without its full stop.
    pub(crate) fn sentence(&self) -> String {
        let (games, first) = match self.games {
            1 => ("a game".to_owned(), ""),
            games => (counted(games as i64, "game", "games"), "the first time "),
        };
        let reason = plain(self.reason.trim_end_matches('.'));
        format!("{} forfeited {games}, which the other seats share: {first}{reason}", self.bot)
    }
}
