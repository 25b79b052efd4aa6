//! The feed of a seat: when it became its turn, for people who hear of that away from the table.
//!
//! Its address is secret, but does not let its reader play. It says nothing about what has happened.

use furlong::Seat;

use crate::Millis;
use crate::link::digest;
use crate::open_table::OpenTable;

/// The latest turns of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// A number that no other feed has.
    pub id: u128,
    /// The title of the game and its rules.
    pub heading: String,
    /// The name of the player.
    pub player: String,
    /// The turns, the latest first.
    pub turns: Vec<FeedTurn>,
}

/// A turn of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedTurn {
    /// A number that no other turn has.
    pub id: u128,
    /// The moment at which it began, on the wall clock.
    pub began: Millis,
}

/// The address of a seat's feed: the table and a secret. `None` if nobody has claimed the seat.
pub(crate) fn feed_of(table: &dyn OpenTable, seat: Seat) -> Option<String> {
    let (link, _) = table.claim(seat)?;
    Some(format!("{}.{}", table.id(), link.secret("feed", table.id())?))
}

/// The feed with this secret at a table, if there is one.
pub(crate) fn feed_with(secret: &str, table: &dyn OpenTable) -> Option<Feed> {
    // Hashes are compared, because the time that this takes reveals nothing about the secret.
    let asked = digest(secret);
    let is_own = |own: String| digest(&own) == asked;
    let mut seats = table.claimable().into_iter();
    let (seat, _, turns) = seats.find(|(_, link, _)| link.secret("feed", table.id()).is_some_and(is_own))?;
    let id = |turn: usize| u128::from_be_bytes(digest(&format!("{secret} {turn}")));
    let turns = turns.latest().map(|(number, began)| FeedTurn { id: id(number), began }).collect();
    Some(Feed { id: id(0), heading: table.heading(), player: table.name(seat), turns })
}
