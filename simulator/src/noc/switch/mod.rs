//! Switches: input buffers, a crossbar, an arbiter per output and lane.
//!
//! In every cycle each output of each switch passes on at most one flit, from a buffer whose oldest
//! flit wants to go there. It does so if a place is free at the other end of its link; the head of a
//! packet must also have been chosen by the output's arbiter, which then serves that buffer until the
//! packet's last flit has passed (wormhole). All this holds for each lane by itself; of the lanes
//! that could pass a flit on the first one does. Decisions of one cycle see only the state at its
//! start.

mod circuit;
mod decision;
mod output;

pub use decision::Grant;
pub use output::{Output, ANYBODY};

use super::arbiter::Arbiter;
use super::bits::Bits;
use super::lanes::Lanes;
use super::link::Link;

/// The outputs of all switches. Port p of switch s into lane l has the number
/// (s · ports + p) · lanes + l; then come, as outputs that nobody can want, the endpoints' links into
/// their switches.
#[derive(Debug, Clone)]
pub struct Switches {
    /// Ports of each.
    pub ports: usize,
    pub lanes: Lanes,
    pub outputs: Vec<Output>,
    /// Number of the first output that is an endpoint's link.
    pub inner: usize,
    /// The outputs that pass a flit on in the next cycle, so that only these are visited.
    pub movable: Bits,
    /// Heads of different levels may ask for the same output.
    pub by_level: bool,
    /// By port and plane: the class that was served last. Empty if there is one class.
    served: Vec<u8>,
    /// Packets of others keep off the links of circuits.
    pub exclusive: bool,
}

impl Switches {
    /// Switches with so many `ports` each; the links of `inner` outputs, then of the endpoints.
    pub fn new(
        ports: usize,
        lanes: Lanes,
        links: &[Link],
        inner: usize,
        arbiter: Arbiter,
    ) -> Switches {
        let each = lanes.each();
        let output = |(number, &link): (usize, &Link)| {
            let (switch, lane) = (number / each / ports, number % each);
            let plane = lane / lanes.classes;
            let first = switch * ports * each + plane * ports * lanes.classes;
            Output::new(link, first, arbiter)
        };
        Switches {
            ports,
            outputs: links.iter().enumerate().map(output).collect(),
            inner,
            movable: Bits::new(links.len()),
            by_level: false,
            served: match lanes.classes {
                1 => vec![],
                classes => vec![0; inner / classes],
            },
            exclusive: false,
            lanes,
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

    /// Of the classes of a plane the one that has just been served comes second.
    #[inline]
    pub fn took_turn(&mut self, output: usize) {
        if !self.served.is_empty() {
            let classes = self.lanes.classes;
            self.served[output / classes] = (output % classes) as u8;
        }
    }

    /// Puts an output among those that are visited, or takes it out.
    fn revisit(&mut self, output: usize) {
        let can_move = self.outputs[output].can_move();
        self.movable.insert_if(output, can_move);
        self.movable.remove_if(output, !can_move);
    }
}
