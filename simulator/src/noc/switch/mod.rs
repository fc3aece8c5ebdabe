//! Switches: input buffers, a crossbar, an arbiter per output.
//!
//! In every cycle each output of each switch passes on at most one flit, from an input whose oldest
//! flit wants to go there. It does so if a place is free at the other end of its link; the head of a
//! packet must also have been chosen by the output's arbiter, which then serves that input until the
//! packet's last flit has passed (wormhole). Decisions of one cycle see only the state at its start.

mod decision;
mod output;

pub use decision::Grant;
pub use output::Output;

use super::bits::Bits;
use super::link::Link;

/// The outputs of all switches, by number of their port; then, as outputs that nobody can want, the
/// endpoints' links into their switches.
#[derive(Debug, Clone)]
pub struct Switches {
    /// Ports of each.
    pub ports: usize,
    pub outputs: Vec<Output>,
    /// The outputs that pass a flit on in the next cycle, so that only these are visited.
    pub movable: Bits,
}

impl Switches {
    /// Switches with so many `ports` each; the link of each output, then of each endpoint.
    pub fn new(ports: usize, links: &[Link]) -> Switches {
        let output = |(port, &link)| Output::new(link, port - port % ports);
        Switches {
            ports,
            outputs: links.iter().enumerate().map(output).collect(),
            movable: Bits::new(links.len()),
        }
    }

    /// The oldest flit of an input wants to leave by `output`, from the next decision on.
    #[inline]
    pub fn want(&mut self, output: usize, input: u8) {
        let state = &mut self.outputs[output];
        state.wanted |= 1 << input;
        self.movable.insert_if(output, state.can_move());
    }

    /// A place is known to be free at the end of a link.
    #[inline]
    pub fn refund(&mut self, link: usize) {
        let state = &mut self.outputs[link];
        state.link.credits += 1;
        if state.link.credits == 1 {
            self.movable.insert_if(link, state.can_move());
        }
    }
}
