//! Which flits move in a cycle: decided for all outputs before any of them moves, so that the order
//! in which they are visited does not matter.

use super::Switches;
use crate::noc::buffer::Buffers;
use crate::noc::routing::xy::Xy;

/// The oldest flit of a buffer moves to an output; both by number.
#[derive(Debug, Clone, Copy)]
pub struct Grant {
    pub buffer: u32,
    pub output: u32,
}

impl Switches {
    /// The grants of a cycle: visits only the outputs that can pass a flit on.
    #[inline]
    pub fn decide(&self, grants: &mut Vec<Grant>) {
        self.movable.for_each(|number| {
            let output = &self.outputs[number];
            grants.push(Grant {
                buffer: output.first_port + output.pick(output.wanted),
                output: number as u32,
            });
        });
    }

    /// The reference: visits every output (numbers below `outputs`), and finds out what it can do
    /// from the buffers alone.
    pub fn decide_every(&self, outputs: usize, buffers: &Buffers, routing: &Xy) -> Vec<Grant> {
        let mut grants = vec![];
        for (number, output) in self.outputs[..outputs].iter().enumerate() {
            let candidates = self.candidates(number, buffers, routing) & output.holder;
            if candidates != 0 && output.link.credits > 0 {
                grants.push(Grant {
                    buffer: output.first_port + output.pick(candidates),
                    output: number as u32,
                });
            }
        }
        grants
    }

    /// The inputs whose oldest flit wants to go to `output`.
    fn candidates(&self, output: usize, buffers: &Buffers, routing: &Xy) -> u32 {
        let switch = output / self.ports;
        let wants = |buffer: usize| {
            buffers.all[buffer].length > 0 && {
                let target = buffers.front(buffer).target;
                switch * self.ports + routing.port(switch, target as usize) == output
            }
        };
        (0..self.ports)
            .filter(|input| wants(switch * self.ports + input))
            .fold(0, |set, input| set | 1 << input)
    }
}
