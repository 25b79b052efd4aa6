//! Proposals to the people of a table.

use furlong::Seat;
use serde::{Deserialize, Serialize};

use crate::table_view::ProposalView;

/// A proposal to all people of a table. It expires with the next move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub(crate) what: Proposed,
    pub(crate) by: Seat,
    pub(crate) agreed: Vec<Seat>,
}

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Proposed {
    /// To take back the last move of the proposer.
    Undo,
    /// To play another game with the same players.
    Rematch,
    /// To let a bot play for this person, who is away.
    Bot(Seat),
}

impl Proposal {
    pub(crate) fn seen(&self) -> ProposalView {
        let (what, seat) = match self.what {
            Proposed::Undo => ("undo", None),
            Proposed::Rematch => ("rematch", None),
            Proposed::Bot(seat) => ("bot", Some(seat)),
        };
        ProposalView { what, seat, by: self.by, agreed: self.agreed.clone() }
    }
}
