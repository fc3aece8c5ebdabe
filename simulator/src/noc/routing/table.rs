//! A table of ports, for switches that are connected in any way.

use crate::noc::topology::{Connection, Topology};

#[derive(Debug, Clone)]
pub struct Table {
    endpoints: usize,
    /// By switch, by endpoint.
    ports: Vec<u8>,
}

impl Table {
    /// From the next switch on the way from each switch to each: `next[from][to]`, a neighbour.
    pub fn new(topology: &Topology, next: &[Vec<u32>]) -> Table {
        let mut ports = vec![];
        for (switch, next) in next.iter().enumerate() {
            let first = switch * topology.ports;
            let own = &topology.connections[first..first + topology.ports];
            // The port of a neighbour, by its number.
            let mut towards = vec![0; topology.switches];
            for (port, connection) in own.iter().enumerate() {
                if let Connection::Port(other) = connection {
                    towards[other / topology.ports] = port as u8;
                }
            }
            ports.extend(topology.endpoints.iter().map(|&endpoint| {
                let target = endpoint / topology.ports;
                if target == switch {
                    (endpoint % topology.ports) as u8
                } else {
                    towards[next[target] as usize]
                }
            }));
        }
        Table {
            endpoints: topology.endpoints.len(),
            ports,
        }
    }

    /// The port of `switch` on which a packet to `target`, an endpoint, leaves it.
    #[inline]
    pub fn port(&self, switch: usize, target: usize) -> usize {
        self.ports[switch * self.endpoints + target] as usize
    }
}
