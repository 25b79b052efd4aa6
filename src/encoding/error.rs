//! The errors of encodings and batches.

use crate::common::words::{counted, listed};

/// The reason why numbers are refused. Nothing has been changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// A buffer has the wrong size.
    #[error("the buffer for the {buffer} has room for {}; {needed} are needed", counted(*found as i64, "value", "values"))]
    Size {
        /// The contents of the buffer.
        buffer: &'static str,
        /// The number of values that the buffer must have room for.
        needed: usize,
        /// The number of values that the buffer has room for.
        found: usize,
    },
    /// An index does not stand for a legal action.
    #[error("game {game}: action {index} is not legal; {}", legal_text(legal))]
    NotLegal {
        /// The place of the game in the batch, from 0.
        game: usize,
        /// The index.
        index: u32,
        /// The indices of the legal actions.
        legal: Vec<u32>,
    },
    /// An index was given for a game that is over and waits for a reset by hand.
    #[error("game {game} is over: reset it, or let it wait")]
    Over {
        /// The place of the game in the batch, from 0.
        game: usize,
    },
    /// No action can be drawn from these logits: one is not a number or infinite, or all are minus infinity.
    #[error(
        "game {game}: no action can be drawn from these logits: they must be below infinity, and one of them finite"
    )]
    Logits {
        /// The place of the game in the batch, from 0.
        game: usize,
    },
    /// A model was made for another encoding.
    #[error(
        "the model is for version {} of the encoding of {} (hash {:016x}), and this is version {} of that of {} (hash {:016x})",
        model.version, model.game, model.hash, own.version, own.game, own.hash
    )]
    OtherEncoding {
        /// The encoding that the model is for.
        model: EncodingId,
        /// The encoding of this library.
        own: EncodingId,
    },
}

/// The identity of an encoding: its game, its version, and the hash of its specification.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EncodingId {
    /// The name of the game, see [`RaceGame::ID`](crate::RaceGame::ID).
    pub game: String,
    /// The version, see [`Encoded::VERSION`](super::Encoded::VERSION).
    pub version: u32,
    /// The hash of the [`Specification`](super::Specification).
    pub hash: u64,
}

fn legal_text(legal: &[u32]) -> String {
    match legal {
        [] => "there is nothing to decide".to_owned(),
        [one] => format!("only {one} is"),
        several => format!("these are: {}", listed(several)),
    }
}

impl EncodingError {
    #[inline]
    pub(crate) fn check_size(buffer: &'static str, needed: usize, found: usize) -> Result<(), Self> {
        if needed == found { Ok(()) } else { Err(Self::Size { buffer, needed, found }) }
    }
}
