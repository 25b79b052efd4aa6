//! The public part of a game: a game file without anything that only its master may know. With it, players can
//! check their sheets and read their pages on their own.

use super::game::PostalGame;
use super::game_error::PostalError;
use super::occasion::Occasion;
use super::sent::Sent;
use crate::common::seat::Seat;
use crate::game::streams::Streams;

impl PostalGame {
    /// Returns the public part of the game. It contains the race, the reports and the deadline. It does not contain
    /// the seed before the game is over, sheets, press to some players only, the log, addresses, announced absences
    /// or withdrawn reports. Everything that reads a game works with it, but it cannot be adjudicated.
    ///
    /// ```
    /// use furlong::hare_tortoise::{HareTortoise, postal::PostalGame};
    /// use furlong::{RaceGame, ruleset};
    ///
    /// let game = HareTortoise::new(ruleset::open("postal")?)?;
    /// let names = ["Ann", "Bob"].map(str::to_owned);
    /// let public = PostalGame::new("spring", &game, &game.setup(2), &names, 76_543)?.public();
    /// assert!(!public.to_json().contains("76543"));
    /// assert!(PostalGame::from_json(&public.to_json())?.adjudicate(vec![], &[]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn public(&self) -> Self {
        let mut public = self.clone();
        public.is_public = true;
        let is_open = self.open_round().is_err() && self.promise.is_some();
        if !is_open {
            public.record.streams = Streams::new(0);
            if let Some(promise) = &mut public.promise {
                promise.salt = None;
            }
        }
        public.withdrawn.clear();
        public.folders.clear();
        public.log.clear();
        for round in &mut public.rounds {
            round.sent.clear();
            round.withdrawn.clear();
            round.report.press.retain(|press| press.to.is_empty());
        }
        for holder in public.players.iter_mut().flat_map(|player| &mut player.holders) {
            holder.absences.clear();
            holder.addresses.clear();
        }
        public
    }

    /// The part of the game that a player may know: the public part, with the player's own sheets and the press
    /// addressed to it. Whatever is made from it for the player cannot depend on anything else.
    #[must_use]
    pub fn known_to(&self, seat: Seat) -> Self {
        let mut known = self.public();
        let names = self.roster(u16::MAX).names;
        let occasion = Occasion { players: names.len() as u8, names, ..Occasion::default() };
        let is_own = |sent: &&Sent| {
            let written = sent.instructions(&occasion);
            written.map_or_else(|faulty| faulty.player, |written| Some(written.player)) == Some(seat)
        };
        for (known, kept) in known.rounds.iter_mut().zip(&self.rounds) {
            known.sent = kept.sent.iter().filter(is_own).cloned().collect();
            known.report.press =
                kept.report.press.iter().filter(|press| press.is_for(seat)).cloned().collect();
        }
        known
    }

    /// Refuses an operation that needs the whole game.
    ///
    /// # Errors
    /// When this is only the public part of a game.
    pub fn check_whole(&self) -> Result<(), PostalError> {
        if self.is_public { Err(PostalError::PublicPart) } else { Ok(()) }
    }
}
