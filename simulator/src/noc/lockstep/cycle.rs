//! A cycle of the lockstep model: outputs are granted, flits pass, and arriving flits are routed.

use super::{members, Model, LOCAL, WORD};

impl<const CHANNELS: usize> Model<CHANNELS> {
    /// Simulates one cycle. When a target takes the last flit of a packet, calls `arrived` with the
    /// target and the name of the packet. `CHOOSES`: heads choose their outputs.
    #[inline(always)]
    pub(super) fn run<const CHOOSES: bool>(&mut self, arrived: &mut impl FnMut(usize, u32)) {
        for number in 0..self.words.len() {
            if CHOOSES {
                self.choose(number);
            }
            self.pass::<CHOOSES>(number);
        }
        self.now += 1;
        let at = self.at(self.now);
        for number in 0..self.words.len() {
            let arrivals = std::mem::take(&mut self.arrivals[at + number]);
            let word = &mut self.words[number];
            for channel in 0..CHANNELS {
                word.lengths[channel].add(arrivals.flits[channel]);
                word.credits[channel].add(arrivals.credits[channel]);
            }
            word.ready.add(arrivals.ready);
            let last = word.arriving.pass(arrivals.ejected, self.length);
            let credit = self.at(self.now + self.credit);
            self.arrivals[credit + number].credits[LOCAL] |= arrivals.ejected;
            for (router, _) in members(number, last) {
                let queue = self.routers * CHANNELS + router;
                let packet = self.queues.take(queue);
                self.arrived += 1;
                arrived(router, packet.name);
            }
            self.route(number, 0..CHANNELS);
        }
    }

    /// Moves all flits that can pass in 64 routers. If a passing flit is a head, its packet is
    /// granted the output.
    #[inline(always)]
    fn pass<const CHOOSES: bool>(&mut self, number: usize) {
        let word = &mut self.words[number];
        let waiting = word.lengths.map(|lengths| lengths.some());
        let mut passing: [u64; CHANNELS] = std::array::from_fn(|output| {
            let (mut moving, mut wanted) = (0, 0);
            for (input, waiting) in waiting.iter().enumerate() {
                moving |= word.owned[input][output] & waiting;
                wanted |= word.wanted[input][output];
            }
            (moving | wanted & !word.taken[output]) & word.credits[output].some()
        });
        if Self::EACH > 1 {
            word.take_turns(&mut passing);
        }
        for (output, &passing) in passing.iter().enumerate() {
            self.grant::<CHOOSES>(number, output, passing);
        }
        let word = &mut self.words[number];
        let mut leaving = [0; CHANNELS];
        for (input, leaving) in leaving.iter_mut().enumerate() {
            let owned = &mut word.owned[input];
            let outputs = owned.iter().zip(&passing);
            *leaving = outputs.fold(0, |leaving, (owned, passing)| leaving | owned & passing);
            word.lengths[input].subtract(*leaving);
            let last = word.positions[input].pass(*leaving, self.length);
            word.routed[input] &= !last;
            owned.iter_mut().for_each(|owned| *owned &= !last);
            if !CHOOSES {
                let wanted = word.wanted[input].iter_mut();
                wanted.for_each(|wanted| *wanted &= !*leaving);
            }
        }
        word.taken = std::array::from_fn(|output| {
            let owned = word.owned.iter().map(|owned| owned[output]);
            owned.fold(0, |taken, owned| taken | owned)
        });
        if CHOOSES {
            self.note_leaving(number, &leaving);
        }
        let out = self.at(self.now + self.out);
        let credit = self.at(self.now + self.credit);
        self.arrivals[out + number].ejected |= passing[LOCAL];
        self.arrivals[credit + number].ready |= leaving[LOCAL];
        self.send_to_neighbours(number, &passing, &leaving);
    }

    /// Grants an output to heads in those routers of `passing` in which no packet holds the output
    /// yet. The output's arbiter chooses the head.
    #[inline(always)]
    fn grant<const CHOOSES: bool>(&mut self, number: usize, output: usize, passing: u64) {
        let word = &mut self.words[number];
        word.credits[output].subtract(passing);
        let granted = passing & !word.taken[output];
        let flits = self.length.flits();
        for (router, bit) in members(number, granted) {
            let state = &mut self.outputs[router * CHANNELS + output];
            let requests = match CHOOSES {
                true => word.requests(output, router % WORD),
                false => state.requests,
            };
            let input = state.arbiter.pick(requests.into()) as usize;
            state.arbiter.granted(input as u8, true);
            state.requests &= !(1 << input);
            state.flits += flits;
            word.owned[input][output] |= bit;
            let from = router * CHANNELS + input;
            let packet = self.queues.take(from);
            self.queues.put(state.queue, &mut state.tail, packet);
        }
    }
}
