//! The network as a graph: routers, links and endpoints, without flits.

use super::Network;
use crate::noc::routing::At;
use crate::noc::topology::Connection;
use crate::noc::OtherLink;
use std::collections::HashMap;

impl Network {
    /// Number of outputs of all routers, whether they are connected or not. Port p of router r has
    /// the number r · ports + p.
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

    /// For each output, two numbers that describe its link. The first number is 0 if the link is
    /// not in `others`; otherwise it is 1 plus the index of the first link in `others` with the
    /// same times. The second number is the number of cycles for which one flit occupies the link.
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
    /// The last output leads to the target. If heads choose their outputs, the route is one of
    /// several that are equally long. If packets go by way of random routers, the route is the
    /// direct one all the same.
    pub fn follow(&self, source: usize, target: usize, visit: impl FnMut(usize)) {
        self.follow_by(source, target, None, visit);
    }

    /// Calls `visit` with every output on the route between two endpoints. The route goes by way of
    /// the tile `middle`, or directly if `middle` is none.
    pub fn follow_by(
        &self,
        source: usize,
        target: usize,
        middle: Option<usize>,
        mut visit: impl FnMut(usize),
    ) {
        let ports = self.topology.ports;
        let home = self.topology.endpoints[source];
        let mut at = At {
            router: home / ports,
            from: home % ports,
            group: self.routing.first_group(source),
            target,
            middle,
        };
        loop {
            let ways = self.routing.ways(at);
            let output = at.router * ports + ways.ports[0];
            visit(output);
            let Connection::Port(next) = self.topology.connections[output] else {
                return;
            };
            at = At {
                router: next / ports,
                from: next % ports,
                group: ways.group,
                middle: ways.middle,
                ..at
            };
        }
    }
}
