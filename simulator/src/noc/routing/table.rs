//! A table of ports, for routers with arbitrary connections.

use crate::noc::topology::{Connection, Topology};

#[derive(Debug, Clone)]
pub struct Table {
    endpoints: usize,
    /// Ports, by router and endpoint.
    ports: Vec<u8>,
    /// The virtual channels behind the ports of `ports`; empty if all are 0.
    channels: Vec<u8>,
    /// The number of virtual channels of a link: the highest number in `channels`, plus 1.
    count: usize,
}

impl Table {
    /// Makes the table from `next[from][to]`, the next router on the route between two routers, and
    /// from `channels[from][to]`, the virtual channel behind the link to that next router.
    /// `channels` is empty if all of its entries are 0.
    pub fn new(topology: &Topology, next: &[Vec<u32>], channels: &[Vec<u8>]) -> Table {
        let mut ports = vec![];
        for (router, next) in next.iter().enumerate() {
            let first = router * topology.ports;
            let own = &topology.connections[first..first + topology.ports];
            // The port that leads to each neighbour, by the neighbour's number.
            let mut towards = vec![0; topology.routers];
            for (port, connection) in own.iter().enumerate() {
                if let Connection::Port(other) = connection {
                    towards[other / topology.ports] = port as u8;
                }
            }
            ports.extend(topology.endpoints.iter().map(|&endpoint| {
                let target = endpoint / topology.ports;
                if target == router {
                    (endpoint % topology.ports) as u8
                } else {
                    towards[next[target] as usize]
                }
            }));
        }
        let targets = || topology.endpoints.iter().map(|port| port / topology.ports);
        let of_router = |row: &Vec<u8>| targets().map(|to| row[to]).collect::<Vec<u8>>();
        let channels: Vec<u8> = channels.iter().flat_map(of_router).collect();
        Table {
            endpoints: topology.endpoints.len(),
            ports,
            count: channels.iter().max().map_or(1, |&most| most as usize + 1),
            channels,
        }
    }

    /// The port by which a packet to endpoint `target` leaves `router`.
    #[inline]
    pub fn port(&self, router: usize, target: usize) -> usize {
        self.ports[router * self.endpoints + target] as usize
    }

    /// The virtual channel behind the port by which a packet to endpoint `target` leaves `router`.
    #[inline]
    pub fn channel(&self, router: usize, target: usize) -> usize {
        let channel = self.channels.get(router * self.endpoints + target);
        channel.map_or(0, |&channel| channel.into())
    }

    /// Number of virtual channels of each class that the routes use.
    pub fn channels(&self) -> usize {
        self.count
    }
}
