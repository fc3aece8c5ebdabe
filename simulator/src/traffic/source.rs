//! Sources. Each generates packets at random cycles, and hands them over one flit at a time.
//!
//! The queue of a source is not stored, so its length has no limit: the sender and the counter each
//! walk through the random sequence that generates the packets.

use super::random::{Chance, Random};

/// Numbers of the random sequences: two for each source.
const BIRTHS: u64 = 0;
const TARGETS: u64 = 1;

/// The cycles in which a source generates packets: Bernoulli trials, one in each cycle.
#[derive(Debug, Clone)]
pub struct Births {
    random: Random,
    chance: Chance,
    /// The cycle of the next packet, or of the first trial that has not been made.
    next: u64,
}

impl Births {
    fn new(seed: u64, number: usize, chance: Chance) -> Births {
        Births {
            random: Random::new(seed, 2 * number as u64 + BIRTHS),
            chance,
            next: 0,
        }
    }

    /// The cycle of the first packet from `from` on; `end` if no packet comes before that.
    fn find(&mut self, from: u64, end: u64) -> u64 {
        self.next = from;
        while self.next < end && !self.random.happens(self.chance) {
            self.next += 1;
        }
        self.next
    }
}

/// Counts a source's packets without sending them.
#[derive(Debug, Clone)]
pub struct Counter {
    births: Births,
    cycle: u64,
    /// Number of packets so far.
    pub packets: u64,
}

impl Counter {
    /// Makes the trials of all cycles before `cycle`.
    pub fn count_until(&mut self, cycle: u64) {
        while self.cycle < cycle {
            let happens = self.births.random.happens(self.births.chance);
            self.packets += u64::from(happens);
            self.cycle += 1;
        }
    }
}

#[derive(Debug, Clone)]
pub struct Source {
    births: Births,
    pub targets: Random,
    pub counter: Counter,
    /// The first cycle in which no packet is generated any more.
    end: u64,
    /// The target of the packet that is being handed over.
    pub target: u16,
    /// Number of its flits that have been handed over.
    pub sent: u8,
    /// Its number in the measurement.
    pub packet: u32,
    /// Number of packets whose first flit has been handed over.
    pub begun: u64,
}

impl Source {
    /// A source that generates a packet with probability `chance` in each cycle before `end`. Each
    /// source of a run has another number.
    pub fn new(seed: u64, number: usize, chance: Chance, end: u64) -> Source {
        let mut births = Births::new(seed, number, chance);
        let counter = Counter {
            births: births.clone(),
            cycle: 0,
            packets: 0,
        };
        births.find(0, end);
        Source {
            births,
            targets: Random::new(seed, 2 * number as u64 + TARGETS),
            counter,
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

    /// The cycle in which the oldest packet was generated.
    pub fn born(&self) -> u64 {
        self.births.next
    }

    /// Removes the oldest packet, which has been handed over.
    pub fn finish(&mut self) {
        self.sent = 0;
        self.births.find(self.births.next + 1, self.end);
    }
}
