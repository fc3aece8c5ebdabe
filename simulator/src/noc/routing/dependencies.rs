//! Dependencies between channels. A packet at the end of a link waits for the next link of its
//! route. Routes are free of deadlock if these dependencies have no circle (Dally and Seitz 1987).

use super::adaptive::Adaptive;
use super::Routing;
use crate::noc::topology::{Connection, Topology};

/// A link between two routers, with the virtual channel at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    pub from: usize,
    pub to: usize,
    pub channel: usize,
}

/// Most virtual channels of a class.
const CHANNELS: usize = 2;

/// The channels of a circle, in the order in which they wait for each other, if there is a circle.
/// Every route must reach its target.
pub fn circle(topology: &Topology, routing: &Routing) -> Option<Vec<Channel>> {
    let after = match routing {
        Routing::Adaptive(adaptive) => adaptive_dependencies(topology, adaptive),
        _ => dependencies(topology, routing),
    };
    let circle = first_circle(&after)?;
    let channel = |number: usize| {
        let output = number / CHANNELS;
        let to = match topology.connections[output] {
            Connection::Port(port) => port / topology.ports,
            _ => unreachable!("only links between routers are channels"),
        };
        Channel {
            from: output / topology.ports,
            to,
            channel: number % CHANNELS,
        }
    };
    Some(circle.into_iter().map(channel).collect())
}

/// For each channel (number: output · virtual channels + virtual channel) those that packets in it
/// wait for.
fn dependencies(topology: &Topology, routing: &Routing) -> Vec<Vec<usize>> {
    let mut after = vec![vec![]; topology.connections.len() * CHANNELS];
    for target in 0..topology.endpoints.len() {
        // Routes to one target that have met in a virtual channel stay together.
        let mut seen = vec![false; topology.routers * CHANNELS];
        for (source, home) in topology.endpoints.iter().enumerate() {
            let mut router = home / topology.ports;
            let mut here = routing.first_channel(source);
            let mut before: Option<usize> = None;
            loop {
                let met = match routing.is_by_target() {
                    true => router * CHANNELS,
                    false => router * CHANNELS + here,
                };
                let (port, channel) = routing.route(router, target, here);
                let output = router * topology.ports + port;
                let Connection::Port(next) = topology.connections[output] else {
                    break;
                };
                let channel = output * CHANNELS + channel;
                if let Some(before) = before {
                    if !after[before].contains(&channel) {
                        after[before].push(channel);
                    }
                }
                if std::mem::replace(&mut seen[met], true) {
                    break;
                }
                here = channel % CHANNELS;
                before = Some(channel);
                router = next / topology.ports;
            }
        }
    }
    after
}

/// The dependencies where heads choose among ports: those of all choices.
fn adaptive_dependencies(topology: &Topology, routing: &Adaptive) -> Vec<Vec<usize>> {
    let mut after = vec![vec![]; topology.connections.len() * CHANNELS];
    for target in 0..topology.endpoints.len() {
        // A packet is at an input, which is given by the number of its port.
        let mut seen = vec![false; topology.connections.len()];
        let mut reached = topology.endpoints.clone();
        while let Some(input) = reached.pop() {
            if std::mem::replace(&mut seen[input], true) {
                continue;
            }
            let (router, from) = (input / topology.ports, input % topology.ports);
            for port in routing.ports(router, from, target) {
                let output = router * topology.ports + port;
                let Connection::Port(next) = topology.connections[output] else {
                    continue;
                };
                reached.push(next);
                if let Connection::Port(before) = topology.connections[input] {
                    let (before, then) = (before * CHANNELS, output * CHANNELS);
                    if !after[before].contains(&then) {
                        after[before].push(then);
                    }
                }
            }
        }
    }
    after
}

/// A circle in a directed graph, found by depth-first search. The search is not recursive, because
/// a circle may be long.
fn first_circle(after: &[Vec<usize>]) -> Option<Vec<usize>> {
    // State of a node: its index on the path of the search, or `DONE` once the search has left it.
    const DONE: usize = usize::MAX;
    let mut state: Vec<Option<usize>> = vec![None; after.len()];
    for start in 0..after.len() {
        if state[start].is_some() {
            continue;
        }
        let mut path = vec![(start, 0)];
        state[start] = Some(0);
        while let Some((node, next)) = path.last_mut() {
            let Some(&then) = after[*node].get(*next) else {
                state[*node] = Some(DONE);
                path.pop();
                continue;
            };
            *next += 1;
            match state[then] {
                None => {
                    state[then] = Some(path.len());
                    path.push((then, 0));
                }
                Some(DONE) => {}
                Some(index) => return Some(path[index..].iter().map(|(node, _)| *node).collect()),
            }
        }
    }
    None
}
