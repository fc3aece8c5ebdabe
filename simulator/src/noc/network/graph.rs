//! The network as a graph: routers, links and endpoints, without flits.

use super::Network;
use crate::noc::topology::Connection;

impl Network {
    /// Number of outputs of all routers, connected or not. Port p of router s has number s · ports
    /// + p.
    pub fn outputs(&self) -> usize {
        self.topology.connections.len()
    }

    /// The router to which a port of a router leads, if it leads to one.
    pub fn neighbour(&self, router: usize, port: usize) -> Option<usize> {
        match self.topology.connections[router * self.topology.ports + port] {
            Connection::Port(other) => Some(other / self.topology.ports),
            _ => None,
        }
    }

    /// Calls `visit` with every output on the route of a packet between two endpoints, in order.
    /// The last output leads to the target.
    pub fn follow(&self, source: usize, target: usize, mut visit: impl FnMut(usize)) {
        let mut router = self.topology.endpoints[source] / self.topology.ports;
        loop {
            let output = router * self.topology.ports + self.routing.port(router, target);
            visit(output);
            match self.topology.connections[output] {
                Connection::Port(port) => router = port / self.topology.ports,
                _ => return,
            }
        }
    }
}
