//! A word that the network interface writes on behalf of a core, later: a transfer's counter, what
//! a counter notifies.

use super::protection::WRITE;
use super::CoreComplex;
use crate::protocol::fault::Cause;
use crate::protocol::{Map, Target};

/// How the interface gets to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Destination {
    /// There is no word.
    #[default]
    None,
    /// A word of the core's own tile, by its byte offset in the tile's memory.
    Own(u32),
    /// A word that is reached by a packet, or that belongs to a device.
    Remote(Target),
}

impl Destination {
    /// Whether the interface of this tile reaches it without a packet.
    pub fn is_at(&self, tile: u16) -> bool {
        match self {
            Destination::None => false,
            Destination::Own(_) => true,
            Destination::Remote(target) => target.device && target.endpoint == tile,
        }
    }
}

/// Why an address that a core has written to a register cannot be used, and the address.
pub type AddressError = (Cause, u32);

impl CoreComplex {
    /// How to get to the word at an address of a core; 0 is none. Whether others expose it is found
    /// out by asking them.
    pub fn destination(
        &self,
        core: usize,
        address: u32,
        map: &Map,
    ) -> Result<Destination, AddressError> {
        if address == 0 {
            return Ok(Destination::None);
        }
        if !address.is_multiple_of(4) {
            return Err((Cause::Misaligned(4), address));
        }
        if let Some(offset) = self.own_with(core, address, 4, WRITE) {
            return Ok(Destination::Own(offset));
        }
        let elsewhere = self.harts[core].elsewhere(address, 4);
        match (map.resolve(elsewhere, 4), self.own(core, address, 4)) {
            (Some(target), _) => Ok(Destination::Remote(target)),
            (None, Some(_)) => Err((Cause::NotExposed, address)),
            (None, None) => Err((Cause::Unmapped, address)),
        }
    }
}
