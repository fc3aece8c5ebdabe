//! Which flits move in a cycle: decided for all outputs before any of them moves, so that the order
//! in which they are visited does not matter.

use super::{Output, Switches};
use crate::noc::arbiter::priority;
use crate::noc::buffer::Buffers;
use crate::noc::routing::Routing;

/// The oldest flit of a buffer moves to an output; both by number.
#[derive(Debug, Clone, Copy)]
pub struct Grant {
    pub buffer: u32,
    pub output: u32,
}

impl Switches {
    /// The grants of a cycle: visits only the outputs that can pass a flit on.
    #[inline]
    pub fn decide(&self, buffers: &Buffers, grants: &mut Vec<Grant>) {
        if self.by_level || self.lanes.each() > 1 {
            return self.decide_lanes(buffers, grants);
        }
        self.movable.for_each(|number| {
            let output = &self.outputs[number];
            grants.push(Grant {
                buffer: output.first_buffer + output.pick(output.wanted & output.holder),
                output: number as u32,
            });
        });
    }

    /// The same, where links have lanes and packets levels.
    fn decide_lanes(&self, buffers: &Buffers, grants: &mut Vec<Grant>) {
        let (each, classes) = (self.lanes.each(), self.lanes.classes);
        let mut decided = 0;
        self.movable.for_each(|number| {
            if number < decided {
                return;
            }
            decided = (number / each + 1) * each;
            let mut chosen = number;
            // The first lane that can move is visited first; within its plane it is turn by turn.
            if classes > 1 && usize::from(self.served[number / classes]) == number % classes {
                let end = number - number % classes + classes;
                let later = (number + 1..end).find(|&lane| self.outputs[lane].can_move());
                chosen = later.unwrap_or(number);
            }
            let output = &self.outputs[chosen];
            grants.push(self.grant(chosen, output.wanted & output.holder, buffers));
        });
    }

    fn grant(&self, number: usize, candidates: u32, buffers: &Buffers) -> Grant {
        let output = &self.outputs[number];
        Grant {
            buffer: output.first_buffer + output.pick(self.foremost(output, candidates, buffers)),
            output: number as u32,
        }
    }

    /// Those of `candidates` that have the highest level.
    fn foremost(&self, output: &Output, candidates: u32, buffers: &Buffers) -> u32 {
        if !self.by_level || candidates.is_power_of_two() {
            return candidates;
        }
        priority::highest(candidates, |input| {
            let flit = buffers.front((output.first_buffer + input) as usize);
            self.lanes.level(flit.service())
        })
    }

    /// The reference: visits every output, and finds out what it can do from the buffers alone.
    pub fn decide_every(&self, buffers: &Buffers, routing: &Routing) -> Vec<Grant> {
        let classes = self.lanes.classes;
        let mut grants = vec![];
        for first in (0..self.inner).step_by(self.lanes.each()) {
            for plane in (first..first + self.lanes.each()).step_by(classes) {
                let last = self.served.get(plane / classes);
                let last = last.map_or(0, |&class| class.into());
                // The class that was served last comes last.
                let turns = (1..=classes).map(|turn| plane + (last + turn) % classes);
                let mut able = turns.filter_map(|number| {
                    let output = &self.outputs[number];
                    let candidates = self.candidates(number, buffers, routing) & output.holder;
                    (candidates != 0 && output.link.credits > 0).then_some((number, candidates))
                });
                if let Some((number, candidates)) = able.next() {
                    grants.push(self.grant(number, candidates, buffers));
                    break;
                }
            }
        }
        grants
    }

    /// The inputs whose oldest flit wants to go to `output`.
    fn candidates(&self, output: usize, buffers: &Buffers, routing: &Routing) -> u32 {
        let first = self.outputs[output].first_buffer as usize;
        let wants = |buffer: usize| {
            buffers.all[buffer].length > 0 && self.way(buffer, buffers, routing) == output
        };
        (0..self.ports * self.lanes.classes)
            .filter(|input| wants(first + input))
            .fold(0, |set, input| set | 1 << input)
    }

    /// The output that the oldest flit of an input wants to leave by; there must be one.
    pub fn way(&self, number: usize, buffers: &Buffers, routing: &Routing) -> usize {
        let buffer = &buffers.all[number];
        let flit = buffers.places[buffer.head as usize];
        let (port, class) = routing.way(buffer.place.into(), flit.target.into());
        // Nothing on a circuit ever waits for another packet, and a link has one circuit.
        let class = if flit.service().on_circuit() {
            0
        } else {
            class
        };
        buffer.first_output as usize + port * self.lanes.each() + class
    }
}
