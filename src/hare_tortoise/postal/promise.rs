//! The commitment to the dice, as it is stored.

use serde::{Deserialize, Serialize};

/// The commitment to the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Promise {
    /// The SHA-256 of the line, in hexadecimal digits.
    pub(super) sha256: String,
    /// The salt; `None` in the public part of a game that is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) salt: Option<String>,
}

/// The SHA-256 of a line, in hexadecimal digits.
#[cfg(feature = "post")]
pub(super) fn hash(line: &str) -> String {
    use std::fmt::Write as _;

    use sha2::{Digest as _, Sha256};

    let digest = Sha256::digest(line.as_bytes());
    digest.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(all(test, feature = "post"))]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_every_other_tool() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), known);
    }
}
