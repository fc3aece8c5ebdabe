//! Switches: input buffers, a crossbar, an arbiter per output.
//!
//! In every cycle each output of each switch passes on at most one flit, from an input whose oldest
//! flit wants to go there. It does so if a place is free at the other end of its link; the head of a
//! packet must also have been chosen by the output's arbiter, which then serves that input until the
//! packet's last flit has passed (wormhole). Decisions of one cycle see only the state at its start.

mod decision;
mod input;
mod output;

pub use decision::Grant;
pub use input::Input;
pub use output::Output;

use super::bits::Bits;
use super::link::Link;
use super::topology::{Connection, Topology};

/// All switches of a network; inputs and outputs by number of their port.
#[derive(Debug, Clone)]
pub struct Switches {
    /// Ports of each.
    pub ports: usize,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    /// The outputs that pass a flit on in the next cycle, so that only these are visited.
    movable: Bits,
}

impl Switches {
    /// Switches joined by `links`: one for each port, leading from its output.
    pub fn new(topology: &Topology, links: &[Link]) -> Switches {
        let ports = topology.ports;
        let feeder = |port: usize| match topology.connections[port] {
            Connection::Port(other) => other,
            Connection::Endpoint(endpoint) => links.len() + endpoint,
            Connection::Nothing => 0,
        };
        Switches {
            ports,
            inputs: (0..links.len())
                .map(|port| Input::new(port, ports, feeder(port)))
                .collect(),
            outputs: (0..links.len())
                .map(|port| Output::new(links[port], port - port % ports))
                .collect(),
            movable: Bits::new(links.len()),
        }
    }

    /// The oldest flit of `input` wants to leave by its output, from this cycle on.
    #[inline]
    pub fn want(&mut self, input: usize) {
        let Input { output, bit, .. } = self.inputs[input];
        self.outputs[output as usize].wanted |= bit;
        self.review(output as usize);
    }

    /// To be called when anything has changed that decides whether `output` can pass a flit on.
    #[inline]
    pub fn review(&mut self, output: usize) {
        self.movable.set(output, self.outputs[output].can_move());
    }

    /// Whether any flit can move in the next cycle.
    pub fn can_move(&self) -> bool {
        !self.movable.is_empty()
    }
}
