//! Adaptive routing: a head at which two ports lead nearer to the target requests one of them, and
//! chooses anew in each cycle.

use super::{Counters, Lockstep, Word, PORTS, WORD};
use crate::noc::routing::adaptive::Adaptive;
use crate::noc::topology::mesh::{EAST, NORTH, SOUTH, WEST};

/// The two ports of a choice: one along the row, one along the column.
const PAIRS: [(usize, usize); 4] = [(EAST, SOUTH), (EAST, NORTH), (WEST, SOUTH), (WEST, NORTH)];

/// The choices of the heads in 64 routers, a bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choices {
    /// By pair and input: the packet at the front of the input leaves by one of these ports.
    open: [[u64; PORTS]; PAIRS.len()],
    /// By input: the packet has requested the port along the column.
    along: [u64; PORTS],
}

/// The routing rule, and the choices of each word.
#[derive(Debug, Clone)]
pub struct Choice {
    pub routing: Adaptive,
    pub words: Vec<Choices>,
}

impl Word {
    /// The routers whose heads prefer `along` to `across`, as `Network::best_output` says: an
    /// output that no packet is passing, then the one with more credits, then `across`.
    #[inline(always)]
    fn prefer(&self, along: usize, across: usize) -> u64 {
        let (here, there) = (self.taken[along], self.taken[across]);
        let more = Counters::more(&self.credits[along], &self.credits[across]);
        (!here & there) | (!(here ^ there) & more)
    }
}

impl Lockstep {
    /// Makes each head that may leave by two ports choose one of them again, unless an output has
    /// been granted to it.
    #[inline(never)]
    pub(super) fn choose(&mut self, number: usize) {
        let Some(choice) = &mut self.choice else {
            return;
        };
        let (word, choices) = (&self.words[number], &mut choice.words[number]);
        let of_input = |input: usize| {
            let granted = word.owned[input].iter().fold(0, |all, owned| all | owned);
            word.routed[input] & !granted
        };
        let heads: [u64; PORTS] = std::array::from_fn(of_input);
        for (pair, (across, along)) in PAIRS.into_iter().enumerate() {
            let prefer = self.words[number].prefer(along, across);
            for (input, heads) in heads.into_iter().enumerate() {
                let open = heads & choices.open[pair][input];
                let mut turning = open & (prefer ^ choices.along[input]);
                choices.along[input] ^= turning;
                while turning != 0 {
                    let bit = turning & turning.wrapping_neg();
                    turning ^= bit;
                    let router = number * WORD + bit.trailing_zeros() as usize;
                    let (from, to) = match prefer & bit == 0 {
                        true => (along, across),
                        false => (across, along),
                    };
                    let (word, outputs) = (&mut self.words[number], &mut self.outputs);
                    let before = &mut outputs[router * PORTS + from].requests;
                    *before &= !(1 << input);
                    if *before == 0 {
                        word.wanted[from] &= !bit;
                    }
                    outputs[router * PORTS + to].requests |= 1 << input;
                    word.wanted[to] |= bit;
                    self.inputs[router * PORTS + input].output = to as u8;
                }
            }
        }
    }

    /// Makes the heads that have come to the front of an input request an output. Heads that may
    /// leave by two ports request the first one, until `choose` compares both.
    #[inline(never)]
    pub(super) fn route_adaptively(&mut self, number: usize, input: usize) {
        let word = &mut self.words[number];
        let mut heads = word.lengths[input].some() & !word.routed[input];
        word.routed[input] |= heads;
        let choice = self.choice.as_mut().expect("routes are adaptive");
        let choices = &mut choice.words[number];
        choices.along[input] &= !heads;
        for open in &mut choices.open {
            open[input] &= !heads;
        }
        while heads != 0 {
            let bit = heads & heads.wrapping_neg();
            let router = number * WORD + heads.trailing_zeros() as usize;
            heads ^= bit;
            let state = &mut self.inputs[router * PORTS + input];
            let target = self.queues.front(router * PORTS + input, state.head).target;
            let target = usize::from(target.second) * self.columns + usize::from(target.first);
            let [across, along] = choice.routing.ports(router, input, target);
            let pair = PAIRS.iter().position(|&pair| pair == (across, along));
            if let Some(pair) = pair {
                choices.open[pair][input] |= bit;
            }
            state.output = across as u8;
            self.outputs[router * PORTS + across].requests |= 1 << input;
            word.wanted[across] |= bit;
        }
    }
}
