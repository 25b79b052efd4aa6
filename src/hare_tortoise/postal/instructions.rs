//! Everything that a player writes in one sheet: orders for one round or several, standing orders, votes and press.

use serde::{Deserialize, Serialize};

use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::occasion::{Occasion, RoundOpen};
use super::orders::{Sheet, letter};
use crate::common::seat::Seat;

/// What a player has written in one sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instructions {
    /// The player whose sheet it is.
    pub player: Seat,
    /// The parts in the order of the text, each starting with a `round` line. There is at least one.
    pub parts: Vec<ForRound>,
}

/// The part of a sheet that belongs to one `round` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForRound {
    /// The orders. For standing orders, the round is the first one.
    pub sheet: Sheet,
    /// The rounds that the orders are for.
    pub lasts: Lasts,
    /// Whether earlier orders of the same kind are withdrawn without replacement.
    pub withdraws: bool,
    /// The vote on ending the game.
    pub vote: Option<Vote>,
    /// Letters to other players, delivered with the report of the round.
    pub press: Vec<Press>,
    /// The place of the round number in the text.
    pub(super) place: SheetPlace,
}

/// The rounds that orders are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// One round.
    OneRound,
    /// A round and all later ones for which no other orders came.
    UntilFurtherNotice,
}

/// A vote on ending the game. Not voting means going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    /// To end the game after this round.
    End,
    /// To go on with the game.
    GoOn,
}

/// A letter to other players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Press {
    /// The writer.
    pub from: Seat,
    /// The readers; empty means everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Seat>,
    /// The text, with its line breaks.
    pub text: String,
}

impl Press {
    /// Returns whether this seat may read the letter.
    pub fn is_for(&self, seat: Seat) -> bool {
        self.to.is_empty() || self.from == seat || self.to.contains(&seat)
    }
}

impl ForRound {
    /// A part whose `round` line cannot be read.
    pub(super) fn blank(player: Seat) -> Self {
        let place = SheetPlace { line: 1, column: 1 };
        let sheet = Sheet::blank(player, 1);
        Self { sheet, lasts: Lasts::OneRound, withdraws: false, vote: None, press: Vec::new(), place }
    }

    /// Returns whether the part contains orders, not only a vote or press. A sheet with nothing at all is a fault.
    pub fn has_orders(&self) -> bool {
        !self.sheet.is_empty() || self.withdraws || (self.vote.is_none() && self.press.is_empty())
    }

    /// Returns whether the orders are for this round.
    pub fn is_for(&self, round: u16) -> bool {
        match self.lasts {
            Lasts::OneRound => self.sheet.round == round,
            Lasts::UntilFurtherNotice => self.sheet.round <= round,
        }
    }
}

impl Instructions {
    /// The part with orders for a round: the one for the round itself, or else the last standing one.
    pub fn for_round(&self, round: u16) -> Option<&ForRound> {
        let of = |lasts: Lasts| {
            let is_one =
                move |part: &&ForRound| part.lasts == lasts && part.is_for(round) && part.has_orders();
            self.parts.iter().rfind(is_one)
        };
        of(Lasts::OneRound).or_else(|| of(Lasts::UntilFurtherNotice))
    }

    /// The parts with votes and press for a round.
    pub(super) fn words_for(&self, round: u16) -> impl Iterator<Item = &ForRound> {
        let is_one = move |part: &&ForRound| part.lasts == Lasts::OneRound && part.is_for(round);
        self.parts.iter().filter(is_one)
    }

    /// Returns whether anything in the sheet is for a later round.
    pub fn reaches_beyond(&self, round: u16) -> bool {
        self.parts.iter().any(|part| part.lasts == Lasts::UntilFurtherNotice || part.sheet.round > round)
    }

    /// Returns whether nothing in the sheet is for the open round, and something is stored for a later one.
    pub fn is_kept(&self, occasion: &Occasion) -> bool {
        let is_later =
            |open: RoundOpen| self.reaches_beyond(open.number) && self.for_round(open.number).is_none();
        occasion.round.is_some_and(is_later)
    }

    /// The part of the sheet for an occasion. If no round is open, the first part.
    ///
    /// # Errors
    /// When there are only orders for other rounds, or the player has no move in this one.
    pub(super) fn sheet_for(&self, occasion: &Occasion) -> Result<&ForRound, UnusableSheet> {
        let Some(first) = self.parts.first() else { return Err(OrdersError::Empty.into()) };
        let Some(open) = occasion.round else { return Ok(first) };
        let refused = |place: SheetPlace, problem: String| UnusableSheet {
            player: Some(self.player),
            faults: vec![OrdersError::Unfit { place, problem }],
        };
        let found = self.for_round(open.number).or_else(|| self.words_for(open.number).next());
        let Some(part) = found else {
            return Err(refused(first.place, self.other_round(first, open)));
        };
        if open.moves[self.player] == 0 {
            let problem = format!("player {} has no move in round {}", letter(self.player), open.number);
            return Err(refused(part.place, problem));
        }
        Ok(part)
    }

    /// Explains why nothing in the sheet is for the open round.
    fn other_round(&self, first: &ForRound, open: RoundOpen) -> String {
        let kept = if self.reaches_beyond(open.number) { "; they are kept until then" } else { "" };
        format!("orders for round {}, but the open round is {}{kept}", first.sheet.round, open.number)
    }
}
