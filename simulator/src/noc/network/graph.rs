//! The network as a graph: routers, links and endpoints, without flits.

use super::Network;
use crate::noc::topology::Connection;
use crate::noc::OtherLink;
use std::collections::HashMap;

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

    /// For each output the number of its kind among `others`, from 1, or 0 for the links that do
    /// not differ; and the cycles in which its link carries a flit. Links with equal times are of
    /// one kind.
    pub fn kinds_of_links(&self, others: &[OtherLink]) -> Vec<(usize, u32)> {
        let same = |one: &OtherLink, other: &OtherLink| {
            let times = |link: &OtherLink| (link.delay, link.credit, link.flit_cycles);
            times(one) == times(other)
        };
        let of_pair: HashMap<[u32; 2], (usize, u32)> = (others.iter())
            .flat_map(|link| {
                let first = others.iter().position(|other| same(link, other));
                let kind = (first.map_or(0, |first| first + 1), link.flit_cycles);
                let [one, other] = link.routers;
                [([one, other], kind), ([other, one], kind)]
            })
            .collect();
        let of_output = |output| {
            let ends = self.topology.ends(output);
            let ends = ends.map(|ends| ends.map(|router| router as u32));
            let kind = ends.and_then(|ends| of_pair.get(&ends));
            kind.copied().unwrap_or((0, 1))
        };
        (0..self.outputs()).map(of_output).collect()
    }

    /// Calls `visit` with every output on the route of a packet between two endpoints, in order.
    /// The last output leads to the target. Where heads choose, this is one of the routes, all of
    /// which are equally long.
    pub fn follow(&self, source: usize, target: usize, mut visit: impl FnMut(usize)) {
        let mut router = self.topology.endpoints[source] / self.topology.ports;
        let mut from = self.topology.endpoints[source] % self.topology.ports;
        let mut channel = self.routing.first_channel(source);
        loop {
            let (port, behind) = match self.routing.choices(router, from, target) {
                Some([first, _]) => (first, 0),
                None => self.routing.route(router, target, channel),
            };
            let output = router * self.topology.ports + port;
            channel = behind;
            visit(output);
            match self.topology.connections[output] {
                Connection::Port(port) => {
                    (router, from) = (port / self.topology.ports, port % self.topology.ports)
                }
                _ => return,
            }
        }
    }
}
