//! The control registers `mcycle`, `minstret` and `mcountinhibit`.
//!
//! The simulator's own counts of cycles and of retired instructions never stop, and programs cannot
//! write them. A core stores only by how much its counter differs from such a count, so a running
//! counter costs the simulator no time.

/// A 64-bit counter of a core, which programs can write and stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// The counter runs. The value is its difference from the simulator's count.
    Counting(u64),
    /// The counter is stopped. The value is that of the counter.
    Stopped(u64),
}

impl Counter {
    /// The counter's value when the simulator's count is `count`.
    pub(super) fn read(self, count: u64) -> u64 {
        match self {
            Counter::Counting(ahead) => count.wrapping_add(ahead),
            Counter::Stopped(value) => value,
        }
    }

    /// Sets the counter to a value, at the moment when the simulator's count is `count`.
    fn set(&mut self, value: u64, count: u64) {
        *self = match self {
            Counter::Counting(_) => Counter::Counting(value.wrapping_sub(count)),
            Counter::Stopped(_) => Counter::Stopped(value),
        };
    }

    pub(super) fn set_low(&mut self, half: u32, count: u64) {
        let high = self.read(count) & !u64::from(u32::MAX);
        self.set(high | u64::from(half), count);
    }

    pub(super) fn set_high(&mut self, half: u32, count: u64) {
        let low = self.read(count) & u64::from(u32::MAX);
        self.set(u64::from(half) << 32 | low, count);
    }

    fn inhibit(&mut self, stop: bool, count: u64) {
        let value = self.read(count);
        *self = match stop {
            true => Counter::Stopped(value),
            false => Counter::Counting(value.wrapping_sub(count)),
        };
    }
}

/// The counters `mcycle` and `minstret` of a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters {
    pub cycle: Counter,
    pub instret: Counter,
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            cycle: Counter::Counting(0),
            instret: Counter::Counting(0),
        }
    }
}

/// The bits of `mcountinhibit` for the two counters; all other bits are 0.
const CY: u32 = 1 << 0;
const IR: u32 = 1 << 2;

impl Counters {
    /// The value of `mcountinhibit`.
    pub(super) fn inhibited(&self) -> u32 {
        let bit = |counter, bit| match counter {
            Counter::Stopped(_) => bit,
            Counter::Counting(_) => 0,
        };
        bit(self.cycle, CY) | bit(self.instret, IR)
    }

    /// Writes `mcountinhibit` in cycle `cycle`, after `retired` instructions.
    pub(super) fn inhibit(&mut self, value: u32, cycle: u64, retired: u64) {
        self.cycle.inhibit(value & CY != 0, cycle);
        self.instret.inhibit(value & IR != 0, retired);
    }
}
