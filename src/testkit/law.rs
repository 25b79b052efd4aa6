//! The laws that every game keeps, and what is told when one is broken.

use strum::{Display, EnumIter};

use crate::game::RaceGame;
use crate::record::{self, Event, EventOf};

/// What holds in every state of every game that fulfils [`crate::RaceGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Law {
    /// The same set-up starts the same game, and numbers of players out of range are refused.
    Start,
    /// The actions are ascending and distinct, each possible in at least one way; there is one when a seat
    /// is to move, and none when no seat is.
    Actions,
    /// Every action listed can be played, with and without checking alike.
    Play,
    /// An action that is not listed is refused, however wild: nothing changes, nothing is told, nothing panics.
    Refusal,
    /// The outcomes are ascending and distinct, with weights above 0; there is one when chance is to move,
    /// and none when it is not.
    Chances,
    /// Every outcome listed can come, with and without checking alike.
    Resolve,
    /// An outcome that is not listed is refused, however wild: nothing changes, nothing is told, nothing panics.
    Impossible,
    /// Outcomes are drawn from the list, as often as their weights say.
    Sampling,
    /// The seat to move is among those that decide, with the same actions; what a seat may decide ahead of
    /// its turn stays the same until its turn.
    Deciding,
    /// A state makes a position, and the position, through JSON, makes the same state. Any other position is
    /// refused, or makes a state that answers all questions.
    Position,
    /// Set-ups, actions, outcomes, views and happenings read back from their JSON as they were.
    Json,
    /// A state that was resampled from a view has that view, the same turn, and a position of its own.
    Views,
    /// A seat that decides has the same actions in all states that look the same to it, and what is shown to
    /// all, standings and runners, is the same in them.
    Secrecy,
    /// A view grows only by what the seat is told: states that looked the same and told it the same still
    /// look the same.
    Told,
    /// What a seat is told of what it was told is the same again.
    Telling,
    /// Whether anybody listens makes no difference to the game.
    Listening,
    /// Places and shares are well-formed at any time, the race is on until it is over, and the returns are
    /// the shares of the standings.
    Standings,
    /// The runners are the same all game long, each at its index, owned by seats of the table; each moves in
    /// some game.
    Runners,
    /// Marks name seats of the table, and a game that becomes over says so.
    Marks,
    /// The same actions and outcomes lead from the start to the same state, from a record too, which knows
    /// the game by its ruleset.
    Replay,
    /// Resampling gives exactly the states that look the same, as often as there are physical ways to them.
    Resampling,
    /// A view keeps all that it was told about what is hidden: among states that look the same, no
    /// difference in what was told makes some likelier than others.
    Memory,
}

/// A law that a game has broken, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the law of {law} is broken (seed {seed}, game {game}, event {event}): {detail}")]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The seed of the check: the same check with it comes to the same place.
    pub seed: u64,
    /// Which game of the check, from 0.
    pub game: u32,
    /// How many events had been played in it.
    pub event: u32,
    /// What was found, and what should have been.
    pub detail: String,
}

/// Where a check is, so that what it finds can be found again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) seed: u64,
    pub(super) game: u32,
    pub(super) event: u32,
    pub(super) except: &'static [Law],
}

impl Place {
    /// Reports the law as broken unless the condition holds or the law is one that is not checked.
    pub(super) fn hold(&self, law: Law, holds: bool, detail: impl FnOnce() -> String) -> Result<(), Broken> {
        if holds || self.except.contains(&law) {
            return Ok(());
        }
        let Self { seed, game, event, .. } = *self;
        Err(Broken { law, seed, game, event, detail: detail() })
    }

    /// Carries out an event that must be possible.
    pub(super) fn apply<G: RaceGame>(
        &self,
        game: &G,
        state: &mut G::State,
        event: EventOf<G>,
        happenings: &mut Vec<G::Happening>,
    ) -> Result<(), Broken> {
        let law = match event {
            Event::Action(_) => Law::Play,
            Event::Chance(_) => Law::Resolve,
        };
        record::apply(game, state, &event, self.event as usize + 1, happenings)
            .or_else(|why| self.hold(law, false, || format!("{event:?} is listed and refused: {why}")))
    }
}
