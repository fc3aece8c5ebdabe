//! Observation of the flits that move in a network, to compare it with other models. The functions
//! read the state after a cycle, so simulation without observation is not slower.

use super::Network;
use crate::noc::flit::{Flit, Service};

impl Network {
    /// Whether packets may go to rectangles of tiles.
    pub fn has_multicasts(&self) -> bool {
        self.trees.is_some()
    }

    /// Number of virtual channels of each port, over all traffic classes.
    pub fn channels(&self) -> usize {
        self.routers.channels.per_port()
    }

    /// Number of flits that a virtual channel of a port has passed on so far, and the last one of
    /// them. `port` is the port's number among those of all routers.
    pub fn passed(&self, port: usize, channel: usize) -> (u64, Flit) {
        self.carried(port * self.channels() + channel)
    }

    /// Number of flits of a traffic class that an endpoint has handed over so far, and the last one
    /// of them.
    pub fn handed_over(&self, endpoint: usize, class: usize) -> (u64, Flit) {
        self.carried(self.inner + endpoint * self.classes() + class)
    }

    /// Whether an endpoint knows of a free slot in its router for a flit of a traffic class.
    pub fn has_room(&self, endpoint: usize, class: usize) -> bool {
        let link = self.inner + endpoint * self.classes() + class;
        self.routers.outputs[link].link.credits > 0
    }

    fn carried(&self, link: usize) -> (u64, Flit) {
        let link = &self.routers.outputs[link].link;
        (
            link.flits,
            self.buffers.slots[self.buffers.ring.before(link.tail) as usize],
        )
    }

    /// For each traffic class, a service whose packets belong to this class.
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
