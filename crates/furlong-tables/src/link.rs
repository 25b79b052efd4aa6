//! Links: the secrets that open a seat, and their hashes.
//!
//! A table has an invitation for each seat, and one for all seats that nobody has claimed yet. The first person to use it
//! claims the seat with a new token. After that the invitation no longer works, so nobody else who has seen it, such as
//! the person who opened the table, can use it unnoticed.

use std::fmt::Write as _;

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::rand::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::call::JoinRequest;
use crate::refusal::Refusal;

/// The SHA-256 hash of a token: a token opens the seat that has its hash. A hash cannot be turned back into the token,
/// and the time that it takes to compare hashes reveals nothing about the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link(String);

impl Link {
    /// The hash of this token.
    pub(crate) fn of(token: &str) -> Self {
        Self(hex(&Sha256::digest(token.as_bytes())))
    }
}

/// The link of a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SeatLink {
    invitation: Link,
    /// The link of the person who has claimed the seat.
    own: Option<Link>,
}

impl SeatLink {
    /// Creates the link of a seat that nobody has claimed.
    pub(crate) fn new(invitation: Link) -> Self {
        Self { invitation, own: None }
    }

    /// Returns whether nobody has claimed the seat.
    pub(crate) fn is_open(&self) -> bool {
        self.own.is_none()
    }

    /// Returns whether this token opens the seat.
    pub(crate) fn is_opened_by(&self, token: &str) -> bool {
        *self.own.as_ref().unwrap_or(&self.invitation) == Link::of(token)
    }

    /// The secret of this seat for a purpose that must not let anybody play; `None` if nobody has claimed the seat. It
    /// cannot be turned back into what it is derived from.
    pub(crate) fn secret(&self, purpose: &str, table: &str) -> Option<String> {
        let Link(own) = self.own.as_ref()?;
        Some(hex(&digest(&format!("furlong {purpose} {table} {own}"))))
    }

    /// Lets somebody in, and claims the seat if they use its invitation or choose it by that of the table. `None` if the
    /// token does not belong to this seat.
    fn enter(&mut self, asked: &JoinRequest, is_chosen: bool) -> Option<Result<Entry, Refusal>> {
        let (token, claim) = (Link::of(&asked.token), asked.claim.as_deref().map(Link::of));
        let is_claim = |text: &String| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(match (&self.own, claim) {
            (Some(own), _) if *own == token => Ok(Entry::Own),
            _ if self.invitation != token && !is_chosen => return None,
            // The reply to the call that claimed the seat has not come.
            (Some(own), Some(claim)) if *own == claim => Ok(Entry::Claimed),
            (Some(_), _) => Err((ErrorCode::LinkUsed, if is_chosen { TAKEN } else { USED }).into()),
            (None, Some(claim)) if claim != token && asked.claim.as_ref().is_some_and(is_claim) => {
                self.own = Some(claim);
                Ok(Entry::New)
            }
            (None, _) => Err((ErrorCode::BadValue, NO_CLAIM).into()),
        })
    }
}

/// How somebody was let in to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// By the token that opens it.
    Own,
    /// By an invitation, with a claim that was already accepted.
    Claimed,
    /// By an invitation, with a new claim, which must be saved.
    New,
}

const TAKEN: &str = "Somebody else has just taken this seat. Choose another one.";

const USED: &str = "This link has already been used, so it no longer opens the seat. If you used it, go to the browser where you did: Invite there has a link for your other devices. If not, tell the others that somebody has taken your seat.";

const NO_CLAIM: &str =
    "The first use of a link needs a `claim`: another token of 32 hexadecimal digits, which replaces it.";

/// Finds the seat that a token opens, or that was chosen by the invitation of the table; `None` if there is none.
pub(crate) fn enter<'a>(
    mut links: impl Iterator<Item = (Seat, Option<&'a mut SeatLink>)>,
    table: Option<&Link>,
    asked: &JoinRequest,
) -> Result<Option<(Seat, Entry)>, Refusal> {
    let chosen = asked.seat.filter(|_| table == Some(&Link::of(&asked.token)));
    let entered = links.find_map(|(seat, link)| Some((seat, link?.enter(asked, chosen == Some(seat))?)));
    entered.map(|(seat, entry)| Ok((seat, entry?))).transpose()
}

/// The number of a device, by its own name or by its channel.
pub(crate) fn device(name: Option<&str>, channel: crate::Channel) -> u64 {
    name.map_or(channel.0, |name| {
        digest(name).iter().take(8).fold(0, |sum, byte| (sum << 8) | u64::from(*byte))
    })
}

/// Creates a token of 128 random bits, and its hash.
pub(crate) fn new_token(rng: &mut impl Rng) -> (String, Link) {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    let token = hex(&bytes);
    let link = Link::of(&token);
    (token, link)
}

/// Creates a name for a table, with this prefix.
pub(crate) fn new_id(tables: &str, rng: &mut impl Rng) -> String {
    let mut bytes = [0; 8];
    rng.fill_bytes(&mut bytes);
    format!("{tables}{}", hex(&bytes))
}

/// The first 128 bits of the SHA-256 hash of a text.
pub(crate) fn digest(text: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(Sha256::digest(text.as_bytes())).for_each(|(own, byte)| *own = byte);
    bytes
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
