//! What a network interface is about to do, for those who compare it with other models. Read from
//! the state after each cycle: costs nothing where nobody looks.

use super::NetworkInterface;
use crate::noc::Service;

impl NetworkInterface {
    /// The request whose flits the interface hands over, where the network has one traffic class:
    /// the packet, the number of the next flit, the service. None between packets.
    pub fn in_hand(&self) -> Option<(u32, u32, Service)> {
        let sending = self.request?;
        Some((sending.packet, sending.sequence.into(), sending.service))
    }
}
