//! Files of weights: a line of JSON that says what they are for, then the numbers.

use serde::{Deserialize, Serialize};

use super::network::{HEAD, Network, TRUNK};
use crate::common::stable_hash::StableHasher;
use crate::encoding::{Encoded, EncodingError, EncodingId, Features as _, Specification};
use crate::formats::json;

/// The version of the file format.
const VERSION: u32 = 1;
/// The name of the file format.
const FORMAT: &str = "furlong-weights";

/// The weights of a player, and their origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The network.
    pub network: Network,
    /// The origin of the weights.
    pub origin: Origin,
}

/// The origin of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The command that made the weights.
    pub command: String,
    /// The number of games used for learning.
    pub games: u64,
    /// The seed of the learning run.
    pub seed: u64,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    /// The features and actions that the weights were learned with.
    encoding: EncodingId,
    /// The widths of the layers.
    layers: [usize; 2],
    origin: Origin,
    /// The hash of the numbers.
    numbers: String,
}

/// The reason why weights cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is of another kind, or truncated.
    #[error("this is not a weights file: {0}")]
    Form(String),
    /// The file format has another version.
    #[error("these weights have format version {found}, but this program reads version {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The weights are for another game, or its features or actions have changed since.
    #[error(transparent)]
    Encoding(#[from] EncodingError),
    /// The layers have other sizes.
    #[error("these weights have layers of {} and {}, and this program has {TRUNK} and {HEAD}", found[0], found[1])]
    Layers {
        /// The widths in the file.
        found: [usize; 2],
    },
    /// The numbers are not the ones that were written.
    #[error("the numbers of these weights are damaged: {0}")]
    Damaged(String),
}

impl Weights {
    /// Writes the bytes of a file.
    pub fn write<G: Encoded>(&self) -> Vec<u8> {
        let numbers: Vec<u8> = self
            .network
            .parts()
            .iter()
            .flat_map(|part| part.iter())
            .flat_map(|weight| weight.to_le_bytes())
            .collect();
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            encoding: Specification::of::<G>().id(),
            layers: [TRUNK, HEAD],
            origin: self.origin.clone(),
            numbers: hex(StableHasher::of(&numbers)),
        };
        let mut bytes = json::written(&header).into_bytes();
        bytes.push(b'\n');
        bytes.extend(numbers);
        bytes
    }

    /// Reads the bytes of a file for a game.
    ///
    /// # Errors
    /// When they are not weights, or damaged, or for anything but this game with its current encoding.
    pub fn read<G: Encoded>(bytes: &[u8]) -> Result<Self, WeightsError> {
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let end = end.ok_or_else(|| WeightsError::Form("its first line has no end".to_owned()))?;
        let (line, numbers) = (&bytes[..end], &bytes[end + 1..]);
        let header: Header =
            serde_json::from_slice(line).map_err(|error| WeightsError::Form(error.to_string()))?;
        if header.format != FORMAT {
            return Err(WeightsError::Form(format!("its form is `{}`", header.format)));
        }
        if header.version != VERSION {
            return Err(WeightsError::Version { found: header.version });
        }
        Specification::of::<G>().check(&header.encoding)?;
        if header.layers != [TRUNK, HEAD] {
            return Err(WeightsError::Layers { found: header.layers });
        }
        let mut network = Network::zeros(G::ViewFeatures::LEN, G::ActionFeatures::LEN);
        let count: usize = network.parts().iter().map(|part| part.len()).sum();
        if numbers.len() != count * size_of::<f32>() {
            let found = numbers.len();
            return Err(WeightsError::Damaged(format!(
                "{found} bytes instead of {}",
                count * size_of::<f32>()
            )));
        }
        if hex(StableHasher::of(numbers)) != header.numbers {
            return Err(WeightsError::Damaged("their hash is another one".to_owned()));
        }
        let mut read = numbers
            .chunks_exact(size_of::<f32>())
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        for part in network.parts_mut() {
            for (weight, number) in part.iter_mut().zip(&mut read) {
                *weight = number;
            }
        }
        if network.parts().iter().any(|part| part.iter().any(|weight| !weight.is_finite())) {
            return Err(WeightsError::Damaged("one of them is not a number".to_owned()));
        }
        Ok(Self { network, origin: header.origin })
    }
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
