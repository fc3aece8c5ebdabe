//! The network as a graph: what leads where, without anything moving.

use super::Network;
use crate::noc::topology::Connection;

impl Network {
    /// Outputs of all switches, connected or not. Port p of switch s has the number s · ports + p.
    pub fn outputs(&self) -> usize {
        self.topology.connections.len()
    }

    /// The switch that a port of a switch leads to, if it leads to one.
    pub fn neighbour(&self, switch: usize, port: usize) -> Option<usize> {
        match self.topology.connections[switch * self.topology.ports + port] {
            Connection::Port(other) => Some(other / self.topology.ports),
            _ => None,
        }
    }

    /// Calls `visit` with every output on the way of a packet between two endpoints, in order; the
    /// last one leads to the target.
    pub fn follow(&self, source: usize, target: usize, mut visit: impl FnMut(usize)) {
        let mut switch = self.topology.endpoints[source] / self.topology.ports;
        loop {
            let output = switch * self.topology.ports + self.routing.port(switch, target);
            visit(output);
            match self.topology.connections[output] {
                Connection::Port(port) => switch = port / self.topology.ports,
                _ => return,
            }
        }
    }
}
