//! Dice that players can verify: the seed is committed to by its hash before the first round, and revealed at the
//! end.
//!
//! The commitment is the SHA-256 of one line of text with the title, the seed and a salt. The salt keeps a small seed
//! from being guessed. Anybody who has the line can hash it with any tool. Anybody who has the public part of the
//! finished game can also draw every die again. The commitment proves that no die was changed afterwards. It cannot
//! prove that the seed was not chosen on purpose.

use super::game::PostalGame;
use super::game_error::PostalError;
use super::promise::Promise;
#[cfg(feature = "post")]
use super::promise::hash;
use super::report::{DiceNote, Next, Report};
use crate::race::Race;
use crate::record::Event;

/// The result of drawing a game's dice again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceChecked {
    /// The number of chance outcomes that came out the same, including the draw of the first player.
    pub drawn: usize,
    /// The number of dice that the master entered by hand, which no seed determines.
    pub by_hand: usize,
}

/// The reason why the dice of a game do not match the commitment, or cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceFault {
    /// There is no commitment.
    #[error("this game has no dice promise")]
    NoPromise,
    /// The game is not over, so its seed is still secret.
    #[error("the dice are revealed when the game is over")]
    Closed,
    /// The seed and the salt do not match the commitment.
    #[error("`{line}` has the SHA-256 {found}, but {promised} was promised")]
    OtherHash {
        /// The revealed line.
        line: String,
        /// The hash of the line.
        found: String,
        /// The promised hash.
        promised: String,
    },
    /// An outcome does not follow from the seed.
    #[error("the seed gives a different outcome from the one in round {round}")]
    OtherOutcome {
        /// The round.
        round: u16,
    },
    /// The record does not fit the rules.
    #[error("cannot read the postal game: {0}")]
    Damaged(String),
}

impl PostalGame {
    /// Commits to the dice of a game that has not begun. The salt must be hard to guess.
    ///
    /// ```
    /// use furlong::hare_tortoise::{HareTortoise, postal::PostalGame};
    /// use furlong::{RaceGame, ruleset};
    ///
    /// let game = HareTortoise::new(ruleset::open("postal")?)?;
    /// let names = ["Ann", "Bob"].map(str::to_owned);
    /// let mut postal = PostalGame::new("spring", &game, &game.setup(2), &names, 7)?;
    /// postal.promise_dice("c0ffee")?;
    /// assert_eq!(postal.check_dice()?.by_hand, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a round has been adjudicated.
    #[cfg(feature = "post")]
    pub fn promise_dice(&mut self, salt: &str) -> Result<(), PostalError> {
        if !self.rounds.is_empty() {
            return Err(PostalError::Begun);
        }
        let sha256 = hash(&self.line(salt));
        self.promise = Some(Promise { sha256, salt: Some(salt.to_owned()) });
        Ok(())
    }

    /// The SHA-256 that commits to the dice, in hexadecimal digits.
    pub fn dice_promise(&self) -> Option<&str> {
        self.promise.as_ref().map(|promise| promise.sha256.as_str())
    }

    /// The line that was hashed: `spring: seed 7, salt c0ffee`.
    fn line(&self, salt: &str) -> String {
        format!("{}: seed {}, salt {salt}", self.title(), self.record.streams.seed)
    }

    /// Draws every die of the game again, and checks the commitment. The master can always do this. Everybody else can
    /// do it with the public part, once the game is over.
    ///
    /// # Errors
    /// The reason why the dice are not those that were promised, or cannot be checked.
    #[cfg(feature = "post")]
    pub fn check_dice(&self) -> Result<DiceChecked, DiceFault> {
        let promise = self.promise.as_ref().ok_or(DiceFault::NoPromise)?;
        let line = self.line(promise.salt.as_deref().ok_or(DiceFault::Closed)?);
        let found = hash(&line);
        if found != promise.sha256 {
            return Err(DiceFault::OtherHash { line, found, promised: promise.sha256.clone() });
        }
        let damaged = |error: &dyn std::fmt::Display| DiceFault::Damaged(error.to_string());
        let mut record = self.record.clone();
        let events = std::mem::take(&mut record.events);
        let mut race = Race::resume(record).map_err(|error| damaged(&error))?;
        let mut checked = DiceChecked { drawn: 0, by_hand: 0 };
        for event in events {
            match event {
                Event::Action(played) => {
                    race.play(played.seat, played.action).map_err(|error| damaged(&error))?;
                }
                Event::Chance(fallen) if fallen.by_hand => {
                    race.resolve(fallen.chance).map_err(|error| damaged(&error))?;
                    checked.by_hand += 1;
                }
                Event::Chance(fallen) => {
                    let round = race.state().round.number;
                    if race.draw() != Some(fallen.chance) {
                        return Err(DiceFault::OtherOutcome { round });
                    }
                    checked.drawn += 1;
                }
            }
        }
        Ok(checked)
    }

    /// What a report says about the dice: the first report has the hash, and the last one reveals the seed.
    pub(super) fn dice_note(&self, index: usize, report: &Report) -> Option<DiceNote> {
        let promise = self.promise.as_ref()?;
        match (&report.next, &promise.salt) {
            (Next::Over(_), Some(salt)) => {
                Some(DiceNote::Opened { sha256: promise.sha256.clone(), line: self.line(salt) })
            }
            _ if index == 0 => Some(DiceNote::Promised { sha256: promise.sha256.clone() }),
            _ => None,
        }
    }
}
