//! Parses the parts of a sheet: `round` lines, votes, press, and withdrawn orders.

use super::error::OrdersError;
use super::instructions::{ForRound, Lasts, Press, Vote};
use super::lexer::Piece;
use super::orders::Sheet;
use super::parse::{Parser, unfit};
use crate::common::seat::Seat;

/// The maximum length of a press letter, in characters.
pub const LONGEST_PRESS: usize = 4_000;

impl Parser<'_> {
    /// Parses a round number, and whether the orders stand from then on: `3`, `3 on`, `3 until further notice`.
    pub(super) fn round(&mut self, player: Seat) -> Result<ForRound, OrdersError> {
        let place = self.place();
        let round = self.number(1, u32::from(u16::MAX), "the number of a round")? as u16;
        let lasts = if self.take_word("on") {
            Lasts::UntilFurtherNotice
        } else if self.take_word("until") {
            self.word("further")?;
            self.word("notice")?;
            Lasts::UntilFurtherNotice
        } else {
            Lasts::OneRound
        };
        let sheet = Sheet::blank(player, round);
        Ok(ForRound { sheet, lasts, place, ..ForRound::blank(player) })
    }

    /// Parses a vote, after `vote:`.
    pub(super) fn vote(&mut self) -> Result<Vote, OrdersError> {
        if self.take_word("end") {
            return Ok(Vote::End);
        }
        if self.take_word("go") {
            self.word("on")?;
            return Ok(Vote::GoOn);
        }
        self.expected("`end` or `go on`")
    }

    /// Parses the readers of a letter, after `press`. Its text was set aside when the mail was read.
    pub(super) fn press(&mut self, from: Seat) -> Result<Press, OrdersError> {
        let place = self.place();
        self.advance();
        let mut to = Vec::new();
        let is_to = self.take_word("to");
        if is_to && self.is_word("all") && self.is_name() {
            let problem = "a player has this name: write the player's letter, or `press:` for everybody";
            return Err(unfit(self.place(), problem.to_owned()));
        }
        if is_to && !self.take_word("all") {
            loop {
                match self.take_player()? {
                    Some(seat) if !to.contains(&seat) => to.push(seat),
                    Some(_) => {}
                    None => return self.expected("a player's letter or name, or `all`"),
                }
                let is_listed = self.token().piece == Piece::Foreign(',');
                if is_listed {
                    self.advance();
                }
                if !self.take_word("and") && !is_listed {
                    break;
                }
            }
        }
        self.mark(":", "`:` before the words, or `to` and the players who may read them")?;
        let text = self.letters.iter().find(|letter| letter.line == place.line);
        let text = text.map(|letter| letter.text.clone()).unwrap_or_default();
        if text.trim().is_empty() {
            return Err(unfit(place, "the press has no words".to_owned()));
        }
        if text.chars().count() > LONGEST_PRESS {
            return Err(unfit(place, format!("the press is longer than {LONGEST_PRESS} characters")));
        }
        Ok(Press { from, to, text })
    }
}
