//! Allocation: the choice of the flits that move in a cycle. All outputs are allocated before any
//! flit moves, so it does not matter in which order outputs are visited. An output is a virtual
//! channel of a port. A head flit gets the virtual channel and the crossbar in one cycle. Its
//! packet keeps the virtual channel until the last flit has passed.

use super::{Output, Routers};
use crate::noc::arbiter::priority;
use crate::noc::buffer::Buffers;
use crate::noc::multicast::{Rectangle, Trees};
use crate::noc::routing::Routing;

/// A grant: the next flit of an input buffer may move to an output. Buffer and output are given by
/// their numbers.
#[derive(Debug, Clone, Copy)]
pub struct Grant {
    pub buffer: u32,
    pub output: u32,
}

impl Routers {
    /// Appends the grants of a cycle to `grants`. Visits only the outputs that can pass a flit on.
    #[inline]
    pub fn allocate(&self, buffers: &Buffers, now: u64, grants: &mut Vec<Grant>) {
        if self.by_level || self.channels.per_port() > 1 || !self.paces.is_empty() {
            return self.allocate_by_class(buffers, now, grants);
        }
        self.movable.for_each(|number| {
            let output = &self.outputs[number];
            grants.push(Grant {
                buffer: output.first_buffer + output.pick(output.requests & output.eligible),
                output: number as u32,
            });
        });
    }

    /// Appends the grants of a cycle to `grants`. Handles links with several virtual channels,
    /// packets with priority levels, and links that do not carry a flit in every cycle.
    fn allocate_by_class(&self, buffers: &Buffers, now: u64, grants: &mut Vec<Grant>) {
        let (each, per_class) = (self.channels.per_port(), self.channels.per_class);
        let mut decided = 0;
        self.movable.for_each(|number| {
            if number < decided {
                return;
            }
            decided = (number / each + 1) * each;
            if self.pauses(number / each, now) {
                return;
            }
            let mut chosen = number;
            // The virtual channels of a port are numbered by class, so output `number` belongs to
            // the first class that can move. The virtual channels of this class take turns.
            if per_class > 1 && number % per_class <= self.served[number / per_class].into() {
                let last = usize::from(self.served[number / per_class]);
                let class = number - number % per_class;
                let mut later = (last + 1..per_class).map(|channel| class + channel);
                let later = later.find(|&later| self.outputs[later].can_move());
                chosen = later.unwrap_or(number);
            }
            let output = &self.outputs[chosen];
            grants.push(self.grant(chosen, output.requests & output.eligible, buffers));
        });
    }

    fn grant(&self, number: usize, candidates: u64, buffers: &Buffers) -> Grant {
        let output = &self.outputs[number];
        Grant {
            buffer: output.first_buffer
                + output.pick(self.of_highest_level(output, candidates, buffers)),
            output: number as u32,
        }
    }

    /// The candidates whose packets have the highest priority level.
    fn of_highest_level(&self, output: &Output, candidates: u64, buffers: &Buffers) -> u64 {
        if !self.by_level || candidates.is_power_of_two() {
            return candidates;
        }
        priority::highest(candidates, |input| {
            let flit = buffers.front((output.first_buffer + input) as usize);
            self.channels.level(flit.service())
        })
    }

    /// The grants of a cycle in the reference mode, which visits every output and derives the
    /// requests from the contents of buffers.
    pub fn allocate_reference(
        &self,
        buffers: &Buffers,
        routing: &Routing,
        trees: Option<&Trees>,
        now: u64,
    ) -> Vec<Grant> {
        let per_class = self.channels.per_class;
        let mut grants = vec![];
        let each = self.channels.per_port();
        for first in (0..self.inner).step_by(each) {
            if self.pauses(first / each, now) {
                continue;
            }
            for class in (first..first + each).step_by(per_class) {
                let last = self.served.get(class / per_class);
                let last = last.map_or(0, |&channel| channel.into());
                // The virtual channel that was served last has its turn after the others of its
                // class.
                let turns = (1..=per_class).map(|turn| class + (last + turn) % per_class);
                let mut able = turns.filter_map(|number| {
                    let output = &self.outputs[number];
                    let candidates = self.candidates(number, buffers, routing, trees);
                    let candidates = candidates & output.eligible;
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

    /// Whether `is_needed` would return true, derived from the contents of buffers.
    pub fn is_needed_reference(&self, output: usize, buffers: &Buffers, routing: &Routing) -> bool {
        let state = &self.outputs[output];
        let kept_off = |number: usize| {
            let requests = self.candidates(number, buffers, routing, None);
            self.outputs[number].keeps_off_any(requests)
        };
        state.circuit().is_some()
            && !state.told
            && (output..output + self.channels.per_port()).any(kept_off)
    }

    /// The inputs with a flit that requests `output`: the oldest flit or, for a multicast, any
    /// flit.
    fn candidates(
        &self,
        output: usize,
        buffers: &Buffers,
        routing: &Routing,
        trees: Option<&Trees>,
    ) -> u64 {
        let first = self.outputs[output].first_buffer as usize;
        let requests = |buffer: usize| {
            let is_filled = buffers.all[buffer].length > 0;
            match trees {
                Some(trees) if is_filled && buffers.front(buffer).is_multicast() => {
                    wants_copy(buffer, output, buffers, routing, trees)
                }
                _ => is_filled && self.route(buffer, buffers, routing) == output,
            }
        };
        (0..self.ports * self.channels.per_class)
            .filter(|input| requests(first + input))
            .fold(0, |set, input| set | 1 << input)
    }

    /// The output that the oldest flit of an input requests. The input must have a flit.
    pub fn route(&self, number: usize, buffers: &Buffers, routing: &Routing) -> usize {
        if let Some(&chosen) = self.chosen.get(number) {
            return chosen as usize;
        }
        let buffer = &buffers.all[number];
        let flit = buffers.slots[buffer.head as usize];
        let here = usize::from(buffer.input) % self.channels.per_class;
        let (port, channel) = routing.route(buffer.node.into(), flit.target().into(), here);
        // Packets on a circuit never wait for other packets, and a link has only one circuit. So
        // one virtual channel is enough.
        let channel = if flit.service().on_circuit() {
            0
        } else {
            channel
        };
        buffer.first_output as usize + port * self.channels.per_port() + channel
    }
}

/// Whether the packet at the front of an input is a multicast with a flit in the buffer that must
/// still leave by `output`.
fn wants_copy(
    number: usize,
    output: usize,
    buffers: &Buffers,
    routing: &Routing,
    trees: &Trees,
) -> bool {
    let buffer = &buffers.all[number];
    let port = output - buffer.first_output as usize;
    let to = Rectangle::of(buffers.front(number));
    let branches = routing.branches(buffer.node.into(), buffer.input.into(), to);
    let left = match branches >> port & 1 != 0 {
        true => trees.left(number, port),
        false => return false,
    };
    let mut slot = buffer.head;
    for _ in 0..left {
        if buffers.slots[slot as usize].is_last() {
            return false;
        }
        slot = buffers.ring.after(slot);
    }
    left < buffer.length
}
