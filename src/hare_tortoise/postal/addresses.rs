//! The addresses of players: who may send orders by mail, and for whom.

use super::game::PostalGame;
use super::game_error::PostalError;
use super::players::Address;
use crate::common::seat::{Seat, Seats};
use crate::text::plain;

impl PostalGame {
    /// Lets the player send mail from this address, starting with the open round. Mail from other addresses then no
    /// longer counts.
    ///
    /// # Errors
    /// When there is no such player, or it has dropped out, or the address is another player's or none.
    pub fn add_address(&mut self, seat: Seat, address: &str) -> Result<(), PostalError> {
        let round = self.open_round()?;
        let address = address.trim().to_lowercase();
        if address.split('@').filter(|part| !part.is_empty()).count() != 2 || plain(&address) != address {
            return Err(PostalError::NoAddress(address.escape_debug().to_string()));
        }
        let known = self.roster(round).addresses;
        let owner = Seats::MOST.iter().zip(&known).find(|(_, known)| known.contains(&address));
        match owner {
            Some((owner, _)) if owner != seat => {
                return Err(PostalError::AddressTaken { address, seat: owner });
            }
            Some(_) => return Ok(()),
            None => {}
        }
        let holder = self.holder_mut(seat, round)?;
        holder.addresses.push(Address { address, since: round, until: None });
        Ok(())
    }

    /// Removes an address of the player, starting with the open round.
    ///
    /// # Errors
    /// When there is no such player, or it has dropped out, or has no such address.
    pub fn remove_address(&mut self, seat: Seat, address: &str) -> Result<(), PostalError> {
        let round = self.open_round()?;
        let address = address.trim().to_lowercase();
        let holder = self.holder_mut(seat, round)?;
        let known =
            holder.addresses.iter_mut().find(|known| known.address == address && known.until.is_none());
        let known = known.ok_or_else(|| PostalError::NotItsAddress {
            address: address.escape_debug().to_string(),
            seat,
        })?;
        known.until = Some(round);
        Ok(())
    }
}
