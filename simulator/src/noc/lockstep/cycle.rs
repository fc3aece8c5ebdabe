//! The cycles of the network: outputs are granted, flits pass, and arriving flits are routed.

use super::{Arrivals, Lockstep, FACING, PORTS, WORD};
use crate::noc::topology::mesh::{EAST, LOCAL, NORTH, SOUTH, WEST};
use std::hint::select_unpredictable;

impl Lockstep {
    /// Brings the network to the next cycle, as `step` does. `ADAPTIVE`: whether heads choose.
    #[inline(always)]
    pub(super) fn run<const ADAPTIVE: bool>(&mut self, arrived: &mut impl FnMut(usize, u32)) {
        for number in 0..self.words.len() {
            if ADAPTIVE {
                self.choose(number);
            }
            self.grant(number);
            self.pass(number);
        }
        self.now += 1;
        let at = self.at(self.now);
        for number in 0..self.words.len() {
            let arrivals = std::mem::take(&mut self.arrivals[at + number]);
            let word = &mut self.words[number];
            for port in 0..PORTS {
                word.lengths[port].add(arrivals.flits[port]);
                word.credits[port].add(arrivals.credits[port]);
            }
            word.ready.add(arrivals.ready);
            let mut last = word.arriving.pass(arrivals.ejected, self.length);
            let credit = self.at(self.now + self.credit);
            self.arrivals[credit + number].credits[LOCAL] |= arrivals.ejected;
            while last != 0 {
                let router = number * WORD + last.trailing_zeros() as usize;
                last &= last - 1;
                let place = &mut self.taken[router];
                let packet = self.queues.front(self.routers * PORTS + router, *place);
                *place = (*place + 1) & (self.queues.places - 1);
                self.arrived += 1;
                arrived(router, packet.name);
            }
            for port in 0..PORTS {
                match ADAPTIVE {
                    true => self.route_adaptively(number, port),
                    false => self.route(number, port),
                }
            }
        }
    }

    /// Grants the outputs that heads request and that no packet is using.
    #[inline(always)]
    fn grant(&mut self, number: usize) {
        let word = &mut self.words[number];
        for port in 0..PORTS {
            let mut able = word.wanted[port] & !word.taken[port] & word.credits[port].some();
            word.taken[port] |= able;
            while able != 0 {
                let bit = able & able.wrapping_neg();
                let router = number * WORD + able.trailing_zeros() as usize;
                able ^= bit;
                let output = &mut self.outputs[router * PORTS + port];
                let input = output.arbiter.pick(output.requests.into());
                output.arbiter.granted(input as u8, true);
                output.requests &= !(1 << input);
                output.flits += self.length.flits();
                word.wanted[port] &= !select_unpredictable(output.requests == 0, bit, 0);
                let input = input as usize;
                word.owned[input][port] |= bit;
                let from = router * PORTS + input;
                let packet = self.queues.front(from, self.inputs[from].head);
                self.queues.put(output.queue, &mut output.tail, packet);
            }
        }
    }

    /// Moves the flits that can pass.
    #[inline(always)]
    fn pass(&mut self, number: usize) {
        let word = &mut self.words[number];
        let mut leaving = [0; PORTS];
        let mut passing = [0; PORTS];
        for (lengths, owned) in word.lengths.iter().zip(&word.owned) {
            let waiting = lengths.some();
            for (passing, owned) in passing.iter_mut().zip(owned) {
                *passing |= owned & waiting;
            }
        }
        for (output, passing) in passing.iter_mut().enumerate() {
            *passing &= word.credits[output].some();
            word.credits[output].subtract(*passing);
            for (leaving, owned) in leaving.iter_mut().zip(&word.owned) {
                *leaving |= owned[output] & *passing;
            }
        }
        for (input, &leaving) in leaving.iter().enumerate() {
            word.lengths[input].subtract(leaving);
            let mut last = word.positions[input].pass(leaving, self.length);
            word.routed[input] &= !last;
            while last != 0 {
                let bit = last & last.wrapping_neg();
                let router = number * WORD + last.trailing_zeros() as usize;
                last ^= bit;
                let state = &mut self.inputs[router * PORTS + input];
                state.head = (state.head + 1) & (self.queues.places - 1);
                let output = usize::from(state.output);
                word.owned[input][output] &= !bit;
                word.taken[output] &= !bit;
            }
        }
        let hop = self.at(self.now + self.hop);
        let out = self.at(self.now + self.out);
        let credit = self.at(self.now + self.credit);
        self.arrivals[out + number].ejected |= passing[LOCAL];
        self.arrivals[credit + number].ready |= leaving[LOCAL];
        let distances = [(EAST, 1), (SOUTH, self.columns)];
        for (up, distance) in distances {
            let down = FACING[up];
            self.send_up(hop, number, distance, passing[up], |to| &mut to.flits[down]);
            self.send_down(hop, number, distance, passing[down], |to| &mut to.flits[up]);
            self.send_down(credit, number, distance, leaving[down], |to| {
                &mut to.credits[up]
            });
            self.send_up(credit, number, distance, leaving[up], |to| {
                &mut to.credits[down]
            });
        }
    }

    /// Sends the bits of a word to routers whose numbers are higher.
    #[inline(always)]
    fn send_up(
        &mut self,
        at: usize,
        number: usize,
        distance: usize,
        bits: u64,
        of: impl Fn(&mut Arrivals) -> &mut u64,
    ) {
        let (words, shift) = (distance / WORD, distance % WORD);
        let to = number + words;
        if to < self.words.len() {
            *of(&mut self.arrivals[at + to]) |= bits << shift;
        }
        if shift > 0 && to + 1 < self.words.len() {
            *of(&mut self.arrivals[at + to + 1]) |= bits >> (WORD - shift);
        }
    }

    /// Sends the bits of a word to routers whose numbers are lower.
    #[inline(always)]
    fn send_down(
        &mut self,
        at: usize,
        number: usize,
        distance: usize,
        bits: u64,
        of: impl Fn(&mut Arrivals) -> &mut u64,
    ) {
        let (words, shift) = (distance / WORD, distance % WORD);
        if number >= words {
            *of(&mut self.arrivals[at + number - words]) |= bits >> shift;
        }
        if shift > 0 && number > words {
            *of(&mut self.arrivals[at + number - words - 1]) |= bits << (WORD - shift);
        }
    }

    /// Makes the heads that have come to the front of an input request their outputs.
    #[inline(always)]
    pub(super) fn route(&mut self, number: usize, input: usize) {
        let word = &mut self.words[number];
        let mut heads = word.lengths[input].some() & !word.routed[input];
        word.routed[input] |= heads;
        while heads != 0 {
            let bit = heads & heads.wrapping_neg();
            let router = number * WORD + heads.trailing_zeros() as usize;
            heads ^= bit;
            let state = &mut self.inputs[router * PORTS + input];
            let target = self.queues.front(router * PORTS + input, state.head).target;
            let here = self.positions[router];
            let (first, second) = match self.rows_first {
                true => ((EAST, WEST), (SOUTH, NORTH)),
                false => ((SOUTH, NORTH), (EAST, WEST)),
            };
            let select = select_unpredictable::<usize>;
            let in_first = select(target.first > here.first, first.0, first.1);
            let in_second = select(target.second > here.second, second.0, second.1);
            let then = select(target.second != here.second, in_second, LOCAL);
            let output = select(target.first != here.first, in_first, then);
            state.output = output as u8;
            self.outputs[router * PORTS + output].requests |= 1 << input;
            word.wanted[output] |= bit;
        }
    }
}
