//! What moves in a network, for those who compare it with other models. Read from the state after
//! each cycle: costs nothing where nobody looks.

use super::Network;
use crate::noc::flit::{Flit, Service};

impl Network {
    /// Virtual channels of each port.
    pub fn channels(&self) -> usize {
        self.routers.channels.per_port()
    }

    /// Flits that virtual channel `channel` of port `port` (of all routers) has passed on so far,
    /// and the last one of them.
    pub fn passed(&self, port: usize, channel: usize) -> (u64, Flit) {
        self.carried(port * self.channels() + channel)
    }

    /// Flits that an endpoint has handed over in a traffic class so far, and the last one of them.
    pub fn handed_over(&self, endpoint: usize, class: usize) -> (u64, Flit) {
        self.carried(self.inner + endpoint * self.classes() + class)
    }

    fn carried(&self, link: usize) -> (u64, Flit) {
        let link = &self.routers.outputs[link].link;
        (
            link.flits,
            self.buffers.slots[self.buffers.ring.before(link.tail) as usize],
        )
    }

    /// One of the services that use each traffic class, by class.
    pub fn services(&self) -> Vec<Service> {
        let channels = &self.routers.channels;
        let circuit = channels.circuits.then_some(Service::CIRCUIT);
        let all = || (0..8).map(Service::level).chain(circuit);
        (0..channels.classes)
            .map(|class| all().find(|&service| channels.class(service) == class))
            .map(|service| service.expect("a class has a service"))
            .collect()
    }

    /// Whether an endpoint has taken a flit in this cycle.
    pub fn has_taken(&self, endpoint: usize) -> bool {
        self.endpoints[endpoint].taken == self.now
    }
}
