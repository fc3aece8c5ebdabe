//! Which flits move in a cycle: decided for all outputs before any of them moves, so that the order
//! in which they are visited does not matter.

use super::Switches;
use crate::noc::buffer::Buffers;
use crate::noc::routing::xy::Xy;

/// The oldest flit of an input moves to an output; both by number of the port.
#[derive(Debug, Clone, Copy)]
pub struct Grant {
    pub input: u32,
    pub output: u32,
}

impl Switches {
    /// Visits only the outputs that can pass a flit on.
    #[inline]
    pub fn decide(&self, grants: &mut Vec<Grant>) {
        for number in self.movable.iter() {
            let output = &self.outputs[number];
            let input = output.pick(output.wanted);
            grants.push(self.grant(number, input));
        }
    }

    /// The reference: visits every output, and finds out what it can do from the buffers alone.
    pub fn decide_every(&self, buffers: &Buffers, routing: &Xy, grants: &mut Vec<Grant>) {
        for number in 0..self.outputs.len() {
            let output = &self.outputs[number];
            let candidates = self.candidates(number, buffers, routing) & output.holder;
            if candidates != 0 && output.link.credits > 0 {
                grants.push(self.grant(number, output.pick(candidates)));
            }
        }
    }

    /// The inputs whose oldest flit wants to go to `output`.
    fn candidates(&self, output: usize, buffers: &Buffers, routing: &Xy) -> u32 {
        let switch = output / self.ports;
        (0..self.ports)
            .filter(|place| {
                let input = switch * self.ports + place;
                buffers.front(input).is_some_and(|flit| {
                    let port = routing.port(switch, flit.target as usize);
                    switch * self.ports + port == output
                })
            })
            .fold(0, |set, place| set | 1 << place)
    }

    fn grant(&self, output: usize, input: u32) -> Grant {
        let first = self.outputs[output].first_port;
        Grant {
            input: first + input,
            output: output as u32,
        }
    }
}
