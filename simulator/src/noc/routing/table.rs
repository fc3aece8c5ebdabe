//! A table of ports, for routers with arbitrary connections.

use crate::noc::topology::{Connection, Topology};

#[derive(Debug, Clone)]
pub struct Table {
    endpoints: usize,
    /// Ports, by router and endpoint.
    ports: Vec<u8>,
    /// The virtual channel at the end of each link, in the order of `ports`. Empty if all are 0.
    channels: Vec<u8>,
    /// The number of virtual channels of a link: the highest number in `channels`, plus 1.
    count: usize,
}

impl Table {
    /// Makes the table from the routes. `next[a][b]` is the next router on the way from router a to
    /// router b, and `channels[a][b]` is the virtual channel at the end of the link to it.
    /// `channels` is empty if all virtual channels are 0.
    pub fn new(topology: &Topology, next: &[Vec<u32>], channels: &[Vec<u8>]) -> Table {
        let mut ports = vec![];
        for (router, next) in next.iter().enumerate() {
            let first = router * topology.ports;
            let own = &topology.connections[first..first + topology.ports];
            // For each neighbour, by its number, the port that leads there.
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

    /// The virtual channel that a packet to endpoint `target` uses after it has left `router`.
    #[inline]
    pub fn channel(&self, router: usize, target: usize) -> usize {
        let channel = self.channels.get(router * self.endpoints + target);
        channel.map_or(0, |&channel| channel.into())
    }

    /// Number of virtual channels that the routes use in each traffic class.
    pub fn channels(&self) -> usize {
        self.count
    }
}
