//! The laws of the contract, and the report of a broken one.

use strum::{Display, EnumIter};

use crate::common::sentences::sentences;
use crate::game::RaceGame;
use crate::record;
use crate::record::{Event, EventOf};

/// A property that holds in every state of every game that fulfils [`crate::RaceGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumIter)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Law {
    /// Equal set-ups start equal games, and numbers of players outside the range are refused.
    Start,
    /// A ruleset with a value outside the range of its schema is refused, and so is any other that does not pass
    /// [`Ruleset::check`](crate::Ruleset::check). One that is accepted can be played, however strange.
    Ruleset,
    /// The actions are ascending and distinct, each possible in at least one way. The list is nonempty
    /// exactly when a seat is to move.
    Actions,
    /// Every listed action can be played, with the same result with and without checking.
    Play,
    /// An action that is not listed is refused, however strange: nothing changes, nothing is reported,
    /// nothing panics.
    Refusal,
    /// The outcomes are ascending and distinct, with weights above 0. The list is nonempty exactly when a
    /// chance event is next.
    Chances,
    /// Every listed outcome can be resolved, with the same result with and without checking.
    Resolve,
    /// An outcome that is not listed is refused, however strange: nothing changes, nothing is reported,
    /// nothing panics.
    Impossible,
    /// Draws give only listed outcomes, with the frequencies of their weights. A drawn action is the one at the drawn
    /// place in the list.
    Sampling,
    /// The seat to move is among those that decide, with the same actions. The actions of a seat that may
    /// decide ahead of its turn stay the same until its turn.
    Deciding,
    /// A choice that waits for its seat's turn changes nothing until then, and can be carried out whatever the others
    /// have chosen. After it is withdrawn, or a decision is taken back, the state, the seats that decide and their
    /// actions are as before, and the same choices lead to the same state.
    Waiting,
    /// A state is the same after going through its position and its JSON. Any other position is refused, or becomes a
    /// state on which every method works.
    Position,
    /// Set-ups, actions, outcomes, views and happenings are the same after writing and reading their JSON.
    Json,
    /// A state resampled from a view has that view, the same turn, and a valid position. A modified view is refused, or
    /// the states resampled from it have that view.
    Views,
    /// A seat that decides has the same actions in all states with the same view, and these states have the same public
    /// data (standings and runners).
    Secrecy,
    /// A view changes only by the reports to its seat: after equal reports, states with equal views still have equal
    /// views.
    Told,
    /// Filtering happenings for a seat twice equals filtering them once.
    Telling,
    /// Observing a game does not change it.
    Listening,
    /// Places and shares are valid at any time, the ending is "racing" until the game is over, and the returns are the
    /// shares of the standings.
    Standings,
    /// The runners are the same during a whole game, each at its index and owned by a seat of the table. Each of them
    /// moves in some game.
    Runners,
    /// Marks name seats of the table, and the event that ends a game is marked.
    Marks,
    /// Equal events from the start lead to equal states. This also holds for a record, which restores the game from its
    /// ruleset.
    Replay,
    /// Resampling draws exactly the states with the same view, each in proportion to the number of physical deals that
    /// lead to it.
    Resampling,
    /// A view keeps everything reported to its seat about hidden information: no report makes some of the states with
    /// the same view more likely than others.
    Memory,
    /// If two courses of a game reported the same to a seat, or two states have the same view, the seat gets exactly
    /// the same output, to the byte.
    Twins,
    /// A bot that is asked to stop returns a legal action marked as cut short, or reports that it had found none. If it
    /// does neither, it had already chosen: it chooses the same without being asked to stop.
    Stops,
    /// An encoding keeps the laws of [`Encoded`](crate::encoding::Encoded).
    Encoding,
}

/// A broken law with its place in the check.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("the law of {law} is broken (seed {seed}, game {game}, event {event}): {detail}")]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The seed of the check. The same check with the same seed fails at the same place.
    pub seed: u64,
    /// The number of the game in the check, from 0.
    pub game: u32,
    /// The number of events played in the game.
    pub event: u32,
    /// What was observed and what was expected.
    pub detail: String,
}

sentences!(Broken);

/// The current place in a check, for reproducing it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) seed: u64,
    pub(super) game: u32,
    pub(super) event: u32,
    pub(super) except: &'static [Law],
}

impl Spot {
    /// Reports the law as broken unless the condition holds or the law is exempt.
    pub(super) fn hold(&self, law: Law, holds: bool, detail: impl FnOnce() -> String) -> Result<(), Broken> {
        if holds || self.except.contains(&law) {
            return Ok(());
        }
        Err(self.broken(law, detail()))
    }

    /// Creates the report of a broken law.
    pub(super) fn broken(&self, law: Law, detail: String) -> Broken {
        let Self { seed, game, event, .. } = *self;
        Broken { law, seed, game, event, detail }
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
