//! Dice that players can check: the seed is promised by its hash before the first round, and opened at the end.
//!
//! The promise is the SHA-256 of one line of text with the title, the seed and a salt, which keeps a small seed from being
//! guessed. Whoever has the line can hash it with any tool; whoever has the public part of the finished game can also draw
//! every die again. The promise shows that no die was changed after it. It cannot show that the seed was not chosen.

use super::game::PostalGame;
use super::game_error::PostalError;
use super::promise::{Promise, hash};
use super::report::{DiceNote, Next, Report};
use crate::ground::sentences::sentences;
use crate::race::Race;
use crate::record::Event;

/// The dice of a game that were drawn again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceChecked {
    /// The outcomes of chance that came out the same, the draw of the first player among them.
    pub drawn: usize,
    /// The dice that the master entered by hand, which no seed decides.
    pub by_hand: usize,
}

/// The reason why the dice of a game are not those that were promised.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceFault {
    /// Nothing was promised.
    #[error("the dice of this game were not promised")]
    NoPromise,
    /// The game goes on, and its seed is secret.
    #[error("the dice are opened when the game is over")]
    Closed,
    /// The seed and the salt have another hash.
    #[error("`{line}` has the SHA-256 {found}, and {promised} was promised")]
    OtherHash {
        /// The line that was opened.
        line: String,
        /// Its hash.
        found: String,
        /// The promise.
        promised: String,
    },
    /// An outcome does not come from the seed.
    #[error("the seed gives another outcome than the one in round {round}")]
    OtherOutcome {
        /// The round.
        round: u16,
    },
    /// The record does not fit the rules.
    #[error("cannot read the postal game: {0}")]
    Damaged(String),
}

sentences!(DiceFault);

impl PostalGame {
    /// Promises the dice of a game that has not begun, with a salt that nobody can guess.
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
    pub fn promise_dice(&mut self, salt: &str) -> Result<(), PostalError> {
        if !self.rounds.is_empty() {
            return Err(PostalError::Begun);
        }
        let sha256 = hash(&self.line(salt));
        self.promise = Some(Promise { sha256, salt: Some(salt.to_owned()) });
        Ok(())
    }

    /// The SHA-256 that was promised, in hexadecimal digits.
    pub fn dice_promise(&self) -> Option<&str> {
        self.promise.as_ref().map(|promise| promise.sha256.as_str())
    }

    /// The line whose hash was promised: `spring: seed 7, salt c0ffee`.
    fn line(&self, salt: &str) -> String {
        format!("{}: seed {}, salt {salt}", self.title(), self.record.streams.seed)
    }

    /// Draws every die of the game again, and checks the promise. The master can always do so, and everybody else with the
    /// public part when the game is over.
    ///
    /// # Errors
    /// The reason why the dice are not those that were promised, or cannot be checked.
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

    /// The words on the dice in a report: the promise in the first one, and the opening in the last one.
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
