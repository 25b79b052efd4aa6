//! The reasons why a game cannot be analysed.

use crate::arena::ValueError;
use crate::common::fault::Faults;
use crate::record::ReplayError;

/// The reason why a record cannot be analysed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError<E> {
    /// The record does not replay.
    #[error("the record does not replay: {0}")]
    Replay(#[from] ReplayError<E>),
    /// The values cannot be estimated.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The settings allow too few worlds to judge decisions.
    #[error("judging decisions needs at least 4 worlds, not {0}; 0 judges none")]
    FewWorlds(u32),
    /// No state is consistent with the view of a deciding seat.
    #[error("event {event}: what the seat sees is impossible: {faults}")]
    View {
        /// The number of the event.
        event: usize,
        /// The inconsistencies.
        #[source]
        faults: Faults,
    },
}
