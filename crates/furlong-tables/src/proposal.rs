//! Proposals to the people of a table.

use furlong::Seat;
use serde::{Deserialize, Serialize};

use crate::table_view::ProposalView;

/// A proposal to all people of a table. It lapses with the next move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub(crate) what: Proposed,
    pub(crate) by: Seat,
    pub(crate) agreed: Vec<Seat>,
}

/// The kind of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Proposed {
    /// The last move of the proposer is taken back.
    Undo,
    /// Another game of the same players.
    Rematch,
}

impl Proposal {
    pub(crate) fn seen(&self) -> ProposalView {
        let what = match self.what {
            Proposed::Undo => "undo",
            Proposed::Rematch => "rematch",
        };
        ProposalView { what, by: self.by, agreed: self.agreed.clone() }
    }
}
