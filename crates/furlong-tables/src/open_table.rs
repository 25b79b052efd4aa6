//! The contract of everything that a server keeps: games in play, and games by post.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;

use furlong::rand::rngs::ChaCha20Rng;
use furlong::table::Hint;
use furlong::{Seat, SeatMap};

use crate::call::{JoinRequest, TableCommand};
use crate::channel::Channel;
use crate::limits::Limits;
use crate::link::Entry;
use crate::refusal::Refusal;
use crate::reply::{Reply, TableSummary, Written};
use crate::{Millis, Now};

/// A table of a server.
pub(crate) trait OpenTable: Any + Debug + Send {
    /// Its name in the server.
    fn id(&self) -> &str;

    /// The table as a text, with everything that is hidden.
    fn saved(&self, now: Now) -> String;

    // ---- those who look at it ----

    /// The number of devices at each seat whose people look at it.
    fn devices(&self) -> SeatMap<usize>;

    /// Shows it to a channel from now on. Returns how it has come.
    fn join(&mut self, channel: Channel, request: &JoinRequest, limits: &Limits) -> Result<Entry, Refusal>;

    /// Returns a summary of the table for the holder of this token.
    fn summary(&self, token: &str) -> Result<TableSummary, Refusal>;

    /// Shows it to everybody who looks at `lost`, which has the same name.
    fn take_over(&mut self, lost: &dyn OpenTable);

    /// Removes a channel. Returns whether it was here.
    fn leave(&mut self, channel: Channel) -> bool;

    /// The present view of a channel. Everything is told to it after that.
    fn show(&mut self, channel: Channel, now: Now) -> Option<Written>;

    /// The channels on which it is shown.
    fn channels(&self) -> Vec<Channel>;

    /// The moment of the last change, or of the last look, by the steady clock.
    fn touched(&self) -> Millis;

    /// Somebody has looked at it.
    fn touch(&mut self, now: Now);

    // ---- what goes on ----

    /// Does what a reader wants. New links are made of the random numbers.
    fn act(&mut self, channel: Channel, command: TableCommand, now: Now, rng: &mut ChaCha20Rng) -> Done;

    /// Lets chance decide, and rounds be adjudicated that wait for nobody.
    fn settle(&mut self, now: Now);

    /// Brings the time up to date. Returns whether something has changed by that.
    fn run_clocks(&mut self, now: Now) -> bool;

    /// The time until somebody's time is up; `None` when no clock runs.
    fn until_fall(&self, now: Now) -> Option<Millis>;

    /// Returns whether something goes on without anybody there.
    fn is_awake(&self) -> bool;
}

/// Counts the devices at each seat, of which each has any number of channels.
pub(crate) fn devices(channels: impl Iterator<Item = (Seat, u64)>) -> SeatMap<usize> {
    let mut counts = SeatMap::default();
    channels.collect::<BTreeSet<_>>().into_iter().for_each(|(seat, _)| counts[seat] += 1);
    counts
}

/// The consequence of an action.
pub(crate) enum After {
    /// Nothing has changed.
    Nothing,
    /// Something that is kept has changed, and nothing that anybody else is shown.
    #[cfg_attr(not(feature = "post"), expect(dead_code, reason = "only games by post keep drafts"))]
    Kept,
    /// Everybody is shown the table anew.
    Changed,
    /// A bot is to advise, and then the call is answered.
    Advise(Hint),
    /// The game is to be analysed, and then the call is answered.
    Analyse,
    /// A game of the same players begins in a table of its own.
    Rematch,
    /// The one who asked goes on from an earlier moment in a table of its own.
    PlayOn(usize),
}

/// A reply, and what follows.
pub(crate) type Done = Result<(Reply, After), Refusal>;
