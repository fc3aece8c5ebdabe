//! Detects routes that could deadlock. A packet at the end of a link waits for the next link of its
//! route, so the first channel depends on the second one. Routes are free of deadlock if such
//! dependencies form no circle (Dally and Seitz 1987). If heads choose among adaptive channels, and
//! wait for an escape channel if no adaptive one is free, only the dependencies between escape
//! channels count: direct ones, and those by way of adaptive channels (Duato 1993).
//!
//! The virtual channels of a group are equivalent, so each group counts as one channel.

use super::adaptive::Adaptive;
use super::middle::ByMiddle;
use super::minimal::Minimal;
use super::Routing;
use crate::noc::topology::{Connection, Topology};

/// A link between two routers, with the virtual channel at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    pub from: usize,
    pub to: usize,
    pub channel: usize,
}

/// Largest number of groups of virtual channels that a traffic class may have.
const CHANNELS: usize = 4;

/// A circle in the dependencies between channels: each channel waits for the next one. None if
/// there is no circle. Every route must reach its target.
pub fn circle(topology: &Topology, routing: &Routing) -> Option<Vec<Channel>> {
    let after = match routing {
        Routing::Adaptive(adaptive) => adaptive_dependencies(topology, adaptive),
        Routing::Minimal(minimal) => escape_dependencies(topology, minimal),
        Routing::ByMiddle(by_middle) => dependencies_of_legs(topology, by_middle),
        _ => dependencies(topology, routing),
    };
    let mut circle = first_circle(&after)?;
    // With minimal routing, the graph also has nodes that are not channels; they represent packets
    // at a router (`escape_dependencies`). Their numbers follow those of the channels.
    circle.retain(|&number| number < topology.connections.len() * CHANNELS);
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

/// For each channel, the channels for which packets in it wait. Channel c of an output has the
/// number output · `CHANNELS` + c.
fn dependencies(topology: &Topology, routing: &Routing) -> Vec<Vec<usize>> {
    let mut after = vec![vec![]; topology.connections.len() * CHANNELS];
    for target in 0..topology.endpoints.len() {
        // Routes to one target continue in the same way from a router on, if they reach it in the
        // same group of virtual channels. So the search follows only one of them.
        let mut seen = vec![false; topology.routers * CHANNELS];
        for (source, home) in topology.endpoints.iter().enumerate() {
            let mut router = home / topology.ports;
            let mut here = routing.first_group(source);
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

/// The dependencies between channels if heads choose among ports: those of all possible choices.
fn adaptive_dependencies(topology: &Topology, routing: &Adaptive) -> Vec<Vec<usize>> {
    let mut after = vec![vec![]; topology.connections.len() * CHANNELS];
    for target in 0..topology.endpoints.len() {
        // The search identifies a packet by the number of the port by which it has entered the
        // router (its input).
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

/// The dependencies of the escape channels. The graph has a node for each escape channel, and a
/// node for each pair of a target and a router, which stands for the packets to this target at this
/// router. Such packets may have arrived in any escape channel. They may go on in adaptive channels
/// to the target's node at a neighbour, and they may wait for the escape channel at the router. A
/// circle of extended dependencies (Duato 1993) is a circle through these nodes.
fn escape_dependencies(topology: &Topology, routing: &Minimal) -> Vec<Vec<usize>> {
    let channels = topology.connections.len() * CHANNELS;
    let routers = topology.routers;
    let mut after = vec![vec![]; channels + topology.endpoints.len() * routers];
    for target in 0..topology.endpoints.len() {
        let place = |router: usize| channels + target * routers + router;
        let next = |router: usize, port: usize| {
            let output = router * topology.ports + port;
            match topology.connections[output] {
                Connection::Port(next) => Some((output, next / topology.ports)),
                _ => None,
            }
        };
        for router in 0..routers {
            let adaptive = routing.ports(router, target).into_iter();
            let adaptive = adaptive.filter_map(|port| next(router, port));
            after[place(router)].extend(adaptive.map(|(_, next)| place(next)));
            let (port, channel) = routing.escape.route(router, target, 0);
            if let Some((output, next)) = next(router, port) {
                let escape = output * CHANNELS + channel;
                after[place(router)].push(escape);
                after[escape].push(place(next));
            }
        }
    }
    after
}

/// The dependencies of routes with two legs. Channels depend on others of the same leg. In
/// addition, each channel of the first leg depends on those channels of the second leg that leave
/// the router at its end.
fn dependencies_of_legs(topology: &Topology, routing: &ByMiddle) -> Vec<Vec<usize>> {
    let of_leg = dependencies(topology, &routing.leg);
    let groups = routing.leg.channels_per_class();
    let mut after = of_leg.clone();
    for (channel, then) in of_leg.into_iter().enumerate() {
        if channel % CHANNELS >= groups {
            continue;
        }
        after[channel + groups].extend(then.into_iter().map(|then| then + groups));
        let Connection::Port(next) = topology.connections[channel / CHANNELS] else {
            continue;
        };
        let first = next / topology.ports * topology.ports;
        for output in first..first + topology.ports {
            let second = (0..groups).map(|group| output * CHANNELS + groups + group);
            after[channel].extend(second);
        }
    }
    after
}

/// A circle in a directed graph, found by depth-first search. The search is not recursive, because
/// paths may be long.
fn first_circle(after: &[Vec<usize>]) -> Option<Vec<usize>> {
    // The state of a node: its index on the current path of the search, or `DONE` when the search
    // has left it for good.
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
