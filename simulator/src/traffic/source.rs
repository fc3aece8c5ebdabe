//! Sources of packets. Each source generates packets in random cycles, and hands them over one flit
//! at a time.
//!
//! The queue of a source is not stored, so its length has no limit. Instead, the source remembers
//! its position in the random sequence that generates the packets.

use super::random::{Chance, Random};

/// Each source has two random sequences: number 0 determines when it generates packets, and number
/// 1 determines their targets.
const BIRTHS: u64 = 0;
const TARGETS: u64 = 1;

/// Number of random trials that are made at once. There is one trial for each cycle.
const BLOCK: u64 = u64::BITS as u64;

/// The cycles in which a source generates packets, from a Bernoulli trial in each cycle.
#[derive(Debug, Clone)]
struct Births {
    random: Random,
    chance: Chance,
    /// The first cycle after the latest block of random trials.
    made: u64,
    /// The latest block of trials. If a packet is generated in cycle `made` - `BLOCK` + b, bit b is
    /// set. The bit is cleared when `next` has passed this cycle.
    block: u64,
    /// The cycle in which the next packet is generated.
    next: u64,
    /// Number of packets before `next`.
    packets: u64,
}

impl Births {
    fn new(seed: u64, number: usize, chance: Chance) -> Births {
        Births {
            random: Random::new(seed, 2 * number as u64 + BIRTHS),
            chance,
            made: 0,
            block: 0,
            next: 0,
            packets: 0,
        }
    }

    /// Sets `next` to the next cycle in which a packet is generated, or to `end` if none is
    /// generated before `end`.
    fn find(&mut self, end: u64) {
        while self.block == 0 && self.made < end {
            self.block = self.random.happen(self.chance);
            self.made += BLOCK;
        }
        let first = u64::from(self.block.trailing_zeros());
        self.next = (self.made + first).saturating_sub(BLOCK).min(end);
    }

    /// Advances from the packet of cycle `next` to the following packet.
    fn pass(&mut self, end: u64) {
        self.block &= self.block.wrapping_sub(1);
        self.packets += 1;
        self.find(end);
    }

    /// Number of packets before `cycle`.
    fn before(&self, cycle: u64) -> u64 {
        let mut births = self.clone();
        while births.next < cycle {
            births.pass(cycle);
        }
        births.packets
    }
}

#[derive(Debug, Clone)]
pub struct Source {
    births: Births,
    pub targets: Random,
    /// The source generates no packets in this cycle or later.
    end: u64,
    /// The target of the packet that is being handed over.
    pub target: u16,
    /// How many flits of this packet have been handed over.
    pub sent: u8,
    /// The number of this packet in the measurement.
    pub packet: u32,
    /// Number of packets whose first flit has been handed over.
    pub begun: u64,
}

impl Source {
    /// A source that generates a packet with probability `chance` in each cycle before `end`. Each
    /// source of a simulation must have a different `number`.
    pub fn new(seed: u64, number: usize, chance: Chance, end: u64) -> Source {
        let mut births = Births::new(seed, number, chance);
        births.find(end);
        Source {
            births,
            targets: Random::new(seed, 2 * number as u64 + TARGETS),
            end,
            target: 0,
            sent: 0,
            packet: 0,
            begun: 0,
        }
    }

    /// Whether a packet waits, or is being handed over, in `cycle`.
    #[inline]
    pub fn has_packet(&self, cycle: u64) -> bool {
        self.births.next <= cycle && self.births.next < self.end
    }

    /// The cycle in which the oldest packet in the queue was generated. If the queue is empty, the
    /// cycle in which the next packet will be generated, or `end` if there is no next packet.
    pub fn born(&self) -> u64 {
        self.births.next
    }

    /// Number of packets generated before `cycle`.
    pub fn generated(&self, cycle: u64) -> u64 {
        self.births.before(cycle)
    }

    /// Removes the oldest packet, which has been handed over.
    pub fn finish(&mut self) {
        self.sent = 0;
        self.births.pass(self.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packets_come_in_the_cycles_of_single_trials(
            seed in any::<u64>(), chance in prop_oneof![0.0..0.02, 0.0..=1.0], end in 0u64..1000,
        ) {
            let chance = Chance::new(chance);
            let mut random = Random::new(seed, BIRTHS);
            let expected: Vec<u64> = (0..end).filter(|_| random.happens(chance)).collect();
            let mut source = Source::new(seed, 0, chance, end);
            for &cycle in &expected {
                prop_assert_eq!(source.born(), cycle);
                prop_assert!(source.has_packet(cycle) && (cycle == 0 || !source.has_packet(cycle - 1)));
                for until in [cycle, cycle + 1, end] {
                    let before = expected.iter().filter(|&&born| born < until).count();
                    prop_assert_eq!(source.generated(until), before as u64);
                }
                source.finish();
            }
            prop_assert!(!source.has_packet(end) && !source.has_packet(end + 1000));
        }
    }
}
