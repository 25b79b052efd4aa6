//! Links: the secrets that open a seat, and their hashes.

use std::fmt::Write as _;

use furlong::rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The SHA-256 hash of a token: a token opens the seat that has its hash. A hash cannot be turned back into the token, and
/// comparing hashes leaks nothing of the token by its timing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link(String);

impl Link {
    /// The hash of this token.
    pub(crate) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token.as_bytes())))
    }
}

/// A new token of 128 random bits, and its hash.
pub(crate) fn new_token(rng: &mut impl Rng) -> (String, Link) {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    let token = hex(&bytes);
    let link = Link::of(&token);
    (token, link)
}

/// A new name for a table, after the name of its house.
pub(crate) fn new_id(house: &str, rng: &mut impl Rng) -> String {
    let mut bytes = [0; 8];
    rng.fill_bytes(&mut bytes);
    format!("{house}{}", hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_the_hash_of_its_token() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Link::of("abc"), Link(known.to_owned()));
        assert_ne!(Link::of("abc"), Link::of("abd"));
    }
}
