//! What leaves the outputs of routers, for those who compare it with other models. Read from the
//! state after each cycle: costs nothing where nobody looks.

use super::Network;
use crate::noc::flit::Flit;

impl Network {
    /// Virtual channels of each port.
    pub fn channels(&self) -> usize {
        self.routers.channels.per_port()
    }

    /// Flits that virtual channel `channel` of port `port` (of all routers) has passed on so far,
    /// and the last one of them.
    pub fn passed(&self, port: usize, channel: usize) -> (u64, Flit) {
        let link = &self.routers.outputs[port * self.channels() + channel].link;
        (
            link.flits,
            self.buffers.slots[self.buffers.ring.before(link.tail) as usize],
        )
    }
}
