//! The events of a game, as reported to players.

use serde::{Deserialize, Serialize};

use super::action::Placement;
use super::animals::Animal;
use super::bets::Bets;
use super::cards::{Card, Cards};
use crate::common::seat::{Seat, SeatList};
use crate::common::standings::Standings;

/// An event of the game. A secret is `None` for the seats that may not know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields say what the variant's sentence names")]
pub enum Happening {
    /// A game of a championship begins, counted from 1; a single game is game 1 of 1.
    GameBegins { game: u8 },
    /// AR-04: a seat is dealt a starting bet; the animal is secret.
    DrawsBet { seat: Seat, animal: Option<Animal> },
    /// AR-05: a tile shows a stream.
    StreamAppears { tile: u8 },
    /// AA-02: an animal's turbo token is laid on a tile.
    TurboAppears { animal: Animal, tile: u8 },
    /// AR-07, AR-12: a seat draws a racing card, which is secret.
    Draws { seat: Seat, card: Option<Card> },
    /// AR-07: a seat sets a card aside as its second bet; the card is secret.
    SetsAside { seat: Seat, card: Option<Card> },
    /// AR-09: this seat is drawn as the first player.
    GoesFirst { seat: Seat },
    /// The turn of a seat begins.
    TurnBegins { seat: Seat },
    /// AR-10: a seat places cards on the table.
    Places { seat: Seat, cards: Placement },
    /// AR-12: the discard becomes the deck.
    Reshuffles { deck: Cards },
    /// The turn of a seat ends: its hand is full again.
    TurnEnds { seat: Seat },
    /// AR-13: a racing phase begins with this table; a howl keeps all but the wolf where they are.
    RacingBegins { table: Cards, howl: bool },
    /// AA-05: a seat chooses an animal to move.
    Chooses { seat: Seat, animal: Animal },
    /// AR-21: the hare naps on its tile.
    Naps { tile: u8 },
    /// An animal moves. Tile 0 is the start line, one beyond the last is across the finish line; `stream` is the
    /// stream that stops it short. An animal that stays where it is does not move.
    Moves {
        animal: Animal,
        from: u8,
        to: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stream: Option<u8>,
    },
    /// AA-06: an animal ends its move on its own turbo token, and moves on.
    FindsTurbo { animal: Animal },
    /// AR-28: an animal crosses the finish line in this place, from 1.
    Arrives { animal: Animal, place: u8 },
    /// AR-29: a round ends, and this seat is first player now.
    RoundEnds { first: Seat },
    /// A game ends, counted from 1: the bets of all seats are revealed, with their points in this game.
    GameEnds { game: u8, bets: SeatList<Bets, 5>, points: SeatList<u16, 5> },
    /// The last game is over.
    Ends { standings: Standings },
}

impl Happening {
    /// AR-08: the happening without the secrets of other seats.
    pub(super) fn shown_to(&self, viewer: Seat) -> Self {
        let mut shown = self.clone();
        match &mut shown {
            Self::DrawsBet { seat, animal } if *seat != viewer => *animal = None,
            Self::Draws { seat, card } | Self::SetsAside { seat, card } if *seat != viewer => *card = None,
            _ => {}
        }
        shown
    }
}
