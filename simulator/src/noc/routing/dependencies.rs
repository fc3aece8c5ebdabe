//! Who waits for whom: a packet that stands at the end of a link waits for the next link of its way.
//! Routes are free of deadlock if these dependencies have no circle (Dally and Seitz 1987).

use super::Routing;
use crate::noc::topology::{Connection, Topology};

/// A link between two switches, with the class of the buffer at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Channel {
    pub from: usize,
    pub to: usize,
    pub class: usize,
}

/// Classes of buffers at most.
const CLASSES: usize = 2;

/// The channels of a circle in the order in which they wait, if there is one. Every way must reach
/// its target.
pub fn circle(topology: &Topology, routing: &Routing) -> Option<Vec<Channel>> {
    let after = dependencies(topology, routing);
    let circle = first_circle(&after)?;
    let channel = |number: usize| {
        let output = number / CLASSES;
        let to = match topology.connections[output] {
            Connection::Port(port) => port / topology.ports,
            _ => unreachable!("only links between switches are channels"),
        };
        Channel {
            from: output / topology.ports,
            to,
            class: number % CLASSES,
        }
    };
    Some(circle.into_iter().map(channel).collect())
}

/// By channel (output · classes + class): those that packets in it wait for.
fn dependencies(topology: &Topology, routing: &Routing) -> Vec<Vec<usize>> {
    let mut after = vec![vec![]; topology.connections.len() * CLASSES];
    for target in 0..topology.endpoints.len() {
        // Ways to one target that have met go on together.
        let mut seen = vec![false; topology.switches];
        for &source in &topology.endpoints {
            let mut switch = source / topology.ports;
            let mut before: Option<usize> = None;
            loop {
                let (port, class) = routing.way(switch, target);
                let output = switch * topology.ports + port;
                let Connection::Port(next) = topology.connections[output] else {
                    break;
                };
                let channel = output * CLASSES + class;
                if let Some(before) = before {
                    if !after[before].contains(&channel) {
                        after[before].push(channel);
                    }
                }
                if std::mem::replace(&mut seen[switch], true) {
                    break;
                }
                before = Some(channel);
                switch = next / topology.ports;
            }
        }
    }
    after
}

/// A circle of a directed graph, by depth-first search; no recursion, because it may be long.
fn first_circle(after: &[Vec<usize>]) -> Option<Vec<usize>> {
    // On the way of the search: its place there; behind it: done.
    const DONE: usize = usize::MAX;
    let mut state: Vec<Option<usize>> = vec![None; after.len()];
    for start in 0..after.len() {
        if state[start].is_some() {
            continue;
        }
        let mut way = vec![(start, 0)];
        state[start] = Some(0);
        while let Some((node, next)) = way.last_mut() {
            let Some(&then) = after[*node].get(*next) else {
                state[*node] = Some(DONE);
                way.pop();
                continue;
            };
            *next += 1;
            match state[then] {
                None => {
                    state[then] = Some(way.len());
                    way.push((then, 0));
                }
                Some(DONE) => {}
                Some(place) => return Some(way[place..].iter().map(|(node, _)| *node).collect()),
            }
        }
    }
    None
}
