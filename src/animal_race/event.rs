//! What seats and chance decide, and what is told while they do.

use serde::{Deserialize, Serialize};

use super::cards::{Animal, Animals, Card, Cards};
use crate::game::Purpose;
use crate::readable::readable;
use crate::seat::{Seat, SeatList};
use crate::standings::Standings;

/// What a seat decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// AR-07: sets this card aside as the second bet.
    Bet(Card),
    /// AR-10: places cards of one animal.
    Place(Placement),
    /// AA-05: moves this animal.
    Move(Animal),
}

/// Cards of one animal that are placed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// Whose cards they are.
    pub animal: Animal,
    /// How many plain ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plain: u8,
    /// How many with a howl; only the wolf has them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub howls: u8,
}

readable!(Placement);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field so")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Placement {
    /// Plain cards of an animal.
    pub const fn plain(animal: Animal, count: u8) -> Self {
        Self { animal, plain: count, howls: 0 }
    }

    /// How many cards in all.
    #[inline]
    pub const fn count(self) -> u8 {
        self.plain.saturating_add(self.howls)
    }

    /// The cards as a heap; howls count only for the wolf.
    #[inline]
    pub fn cards(self) -> Cards {
        let mut cards = Cards::NONE;
        cards[self.animal.card()] = self.plain;
        cards[Card::Howl] = self.howls;
        cards
    }
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// AR-04: a starting bet card.
    StartingBet(Animal),
    /// AR-05: a stream on this tile.
    Stream(u8),
    /// AA-02: a turbo token on this tile.
    Turbo(u8),
    /// AR-07, AR-12: a racing card.
    Card(Card),
    /// AR-09: the first player.
    FirstPlayer(Seat),
}

/// What the chance events of this game are for.
pub mod purpose {
    use super::Purpose;

    /// AR-04: a seat's starting bet.
    pub const STARTING_BET: Purpose = Purpose::new(0, "starting bet");
    /// AR-05: the tile of a stream.
    pub const STREAM: Purpose = Purpose::new(1, "stream");
    /// AA-02: the tile of a turbo token.
    pub const TURBO: Purpose = Purpose::new(2, "turbo token");
    /// AR-07: a card of a seat's first hand.
    pub const DEAL: Purpose = Purpose::new(3, "deal");
    /// AR-09: the first player.
    pub const FIRST_PLAYER: Purpose = Purpose::new(4, "first player");
    /// AR-12: a card of a seat's refill.
    pub const REFILL: Purpose = Purpose::new(5, "refill");
}

/// What is told while the game is played. What is secret is `None` for the seats that may not know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Happening {
    /// A game of a championship begins; a single game is game 1 of 1.
    GameBegins {
        /// Which game, from 1.
        game: u8,
    },
    /// A starting bet is dealt.
    StartingBet {
        /// To whom.
        seat: Seat,
        /// What it is on; secret.
        animal: Option<Animal>,
    },
    /// A tile shows a stream.
    StreamLaid {
        /// The tile.
        tile: u8,
    },
    /// A turbo token is laid.
    TurboLaid {
        /// Whose token.
        animal: Animal,
        /// On which tile.
        tile: u8,
    },
    /// A racing card is drawn.
    CardDrawn {
        /// By whom.
        seat: Seat,
        /// Which; secret.
        card: Option<Card>,
    },
    /// A second bet is set aside.
    SecondBet {
        /// By whom.
        seat: Seat,
        /// Which card; secret.
        card: Option<Card>,
    },
    /// The first player is known.
    FirstPlayer {
        /// Who.
        seat: Seat,
    },
    /// A turn begins.
    TurnBegins {
        /// Whose.
        seat: Seat,
    },
    /// Cards are placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// Which.
        cards: Placement,
    },
    /// The discard becomes the deck.
    Reshuffled {
        /// The new deck.
        deck: Cards,
    },
    /// A turn is over: the hand is full again.
    TurnEnds {
        /// Whose.
        seat: Seat,
    },
    /// The racing phase begins.
    RacingPhase {
        /// The cards on the table.
        table: Cards,
        /// Whether a howl keeps all but the wolf where they are.
        howl: bool,
    },
    /// AA-05: a player chooses an animal to move.
    Chosen {
        /// Who.
        seat: Seat,
        /// Which.
        animal: Animal,
    },
    /// The hare naps where it is.
    Napped {
        /// The tile.
        tile: u8,
    },
    /// An animal moves; one that stays is not told.
    Moved {
        /// Which.
        animal: Animal,
        /// From which tile; 0 is the start line.
        from: u8,
        /// To which tile; one beyond the last is across the finish line.
        to: u8,
        /// The stream that stopped it short, when one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stream: Option<u8>,
    },
    /// AA-06: an animal has ended its move on its own turbo token, and moves on.
    Turbo {
        /// Which.
        animal: Animal,
    },
    /// An animal has crossed the finish line.
    Arrived {
        /// Which.
        animal: Animal,
        /// In which place, from 1.
        place: u8,
    },
    /// The round is over: the cards are discarded and the token passes, except after a phase that ends the
    /// game where the ruleset leaves them as they are.
    RoundEnds {
        /// Who is first player now.
        first: Seat,
    },
    /// A game is over: the bets are revealed.
    GameEnds {
        /// Which game, from 1.
        game: u8,
        /// The bets of each seat.
        bets: SeatList<Bets, 5>,
        /// The points of each seat in this game.
        points: SeatList<u16, 5>,
    },
    /// All games are over.
    Over {
        /// Places and scores.
        standings: Standings,
    },
}

readable!(Happening);

/// The bets of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bets {
    /// AR-04: the starting bets.
    #[serde(default)]
    pub dealt: Animals,
    /// AR-07: the racing card set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Card>,
}

readable!(Bets);

impl Bets {
    /// The animal of each bet; one that is bet on twice comes twice.
    pub fn animals(self) -> impl Iterator<Item = Animal> {
        self.dealt.iter().chain(self.chosen.map(Card::animal))
    }
}
