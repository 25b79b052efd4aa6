//! The trait of all open tables: games in play, and games by post.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use furlong::rand::rngs::ChaCha20Rng;
use furlong::table::Hint;
use furlong::{Seat, SeatMap};

use crate::call::{JoinRequest, TableCommand};
use crate::channel::Channel;
use crate::chat::ChatLine;
use crate::limits::Limits;
use crate::link::{Entry, SeatLink};
use crate::refusal::{PLAYERS_ONLY, Refusal};
use crate::reply::{Reply, TableSummary, Written};
use crate::turn_log::TurnLog;
use crate::{Millis, Now};

/// An open table of a server.
pub(crate) trait OpenTable: Any + Debug + Send {
    /// The name of the table on the server.
    fn id(&self) -> &str;

    /// The table as a text, with everything that is hidden.
    fn saved(&self, now: Now) -> String;

    /// The title of the game and its rules.
    fn heading(&self) -> String;

    /// The name of the player in a seat.
    fn name(&self, seat: Seat) -> String;

    /// The seats of people, with their links and turns.
    fn claimable(&self) -> Vec<(Seat, &SeatLink, &TurnLog)>;

    /// The link and the turns of a person's seat; `None` for any other seat.
    fn claim(&self, seat: Seat) -> Option<(&SeatLink, &TurnLog)> {
        let (_, link, turns) = self.claimable().into_iter().find(|(own, ..)| *own == seat)?;
        Some((link, turns))
    }

    /// The turns of a seat, for changes.
    fn turn_log(&mut self, seat: Seat) -> Option<&mut TurnLog>;

    /// The seat that a channel shows as its player.
    fn seat_of(&self, channel: Channel) -> Option<Seat>;

    /// The seat that a channel shows as its player, and its turns, for changes.
    fn own_turns(&mut self, channel: Channel) -> Result<(Seat, &mut TurnLog), Refusal> {
        let seat = self.seat_of(channel).ok_or(PLAYERS_ONLY)?;
        Ok((seat, self.turn_log(seat).ok_or(PLAYERS_ONLY)?))
    }

    /// Returns whether the game is by post, or gives each move an hour or more.
    fn is_slow(&self) -> bool;

    // ---- those who look at it ----

    /// The number of devices on which each seat is open.
    fn devices(&self) -> SeatMap<usize>;

    /// Shows the table to a channel from now on. Returns how the channel was let in.
    fn join(&mut self, channel: Channel, request: &JoinRequest, limits: &Limits) -> Result<Entry, Refusal>;

    /// Returns a summary of the table for the holder of this token.
    fn summary(&self, token: &str) -> Result<TableSummary, Refusal>;

    /// Shows this table to everybody who was watching `lost`, a table of the same name.
    fn take_over(&mut self, lost: &dyn OpenTable);

    /// Removes a channel. Returns whether it was watching.
    fn leave(&mut self, channel: Channel, now: Now) -> bool;

    /// Takes note of who is here after somebody has come, or left. Returns whether the table has changed because of that.
    fn heed_presence(&mut self, _has_left: bool) -> bool {
        false
    }

    /// Returns the current view for a channel, and notes that the channel is up to date.
    fn show(&mut self, channel: Channel, now: Now) -> Option<Written>;

    /// The channels that are shown the table.
    fn channels(&self) -> Vec<Channel>;

    /// The moment of the last change, or when somebody last watched, on the steady clock.
    fn touched(&self) -> Millis;

    /// Records that somebody is watching.
    fn touch(&mut self, now: Now);

    // ---- what goes on ----

    /// Carries out a reader's command. New links come from the random numbers.
    fn act(&mut self, channel: Channel, command: TableCommand, now: Now, rng: &mut ChaCha20Rng) -> Done;

    /// Lets chance decide, and adjudicates rounds that wait for nobody.
    fn settle(&mut self, now: Now);

    /// Brings the clocks up to date. Returns whether anything has changed because of that.
    fn run_clocks(&mut self, now: Now) -> bool;

    /// The time until somebody's clock runs out; `None` if no clock runs.
    fn until_fall(&self, now: Now) -> Option<Millis>;

    /// Returns whether something happens here even if nobody is watching.
    fn is_awake(&self) -> bool;
}

/// Counts the devices at each seat; a device can have any number of channels.
pub(crate) fn devices(channels: impl Iterator<Item = (Seat, u64)>) -> SeatMap<usize> {
    let mut counts = SeatMap::default();
    channels.collect::<BTreeSet<_>>().into_iter().for_each(|(seat, _)| counts[seat] += 1);
    counts
}

/// The consequence of a command.
pub(crate) enum After {
    /// Nothing has changed.
    Nothing,
    /// Something to save has changed, but nothing that others see.
    #[cfg_attr(not(feature = "post"), expect(dead_code, reason = "only games by post keep drafts"))]
    Kept,
    /// Somebody has written a message.
    Said(ChatLine),
    /// Everybody must be shown the table again.
    Changed,
    /// A bot must give advice before the call can be answered.
    Advise(Hint),
    /// The game must be analysed before the call can be answered.
    Analyse,
    /// A game of the same players starts at a new table.
    Rematch,
    /// The reader who asked continues from an earlier moment at a new table.
    PlayOn(usize),
}

/// A reply and its consequence.
pub(crate) type Done = Result<(Reply, After), Refusal>;
