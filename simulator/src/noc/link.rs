//! Links from an output of a router, or from an endpoint, to a buffer.

use super::buffer::Slot;

/// A bit of `Link::delay`. It marks a link that needs more than one cycle for a flit.
pub const PAUSES: u16 = 1 << 14;

/// The sender's end of a link. The buffer at the other end must have a free slot before the sender
/// may send a flit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Link {
    /// Number of flits carried so far.
    pub flits: u64,
    /// Number of the buffer at the link's other end.
    pub to: u32,
    /// The slot in which the buffer at the other end stores the next flit.
    pub tail: Slot,
    /// The cycles from the sending of a flit until it is in the buffer at the other end. Two high
    /// bits mark links whose flits need special handling: `PAUSES`, and, in a network that is
    /// divided among threads, `LEAVES`.
    pub delay: u16,
    /// Number of free slots that the sender knows of in the buffer at the other end.
    pub credits: u8,
}

/// What returns to the initiator of a circuit, along the circuit's links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CircuitSignal {
    /// The circuit has been refused.
    Refused,
    /// The circuit keeps a packet off one of its links.
    Needed,
}

/// What arrives in a cycle. The order in each list does not matter.
#[derive(Debug, Clone, Default)]
pub struct Arrivals {
    /// The buffers in which a flit arrives.
    pub flits: Vec<u32>,
    /// The links whose senders get a credit back.
    pub credits: Vec<u32>,
    /// The links along which signals about circuits return.
    pub of_circuits: Vec<(u32, CircuitSignal)>,
}

impl Arrivals {
    pub fn count(&self) -> usize {
        self.flits.len() + self.credits.len() + self.of_circuits.len()
    }
}

/// All flits, credits and signals about circuits in flight, by the cycle in which they will arrive.
/// There is one such list for all links.
#[derive(Debug, Clone)]
pub struct DelayLines {
    cycles: Vec<Arrivals>,
    /// Number of credits and signals about circuits in flight.
    signals: usize,
}

impl DelayLines {
    /// Delay lines for delays of at most `longest` cycles.
    pub fn new(longest: u32) -> DelayLines {
        DelayLines {
            cycles: vec![Arrivals::default(); (longest as usize + 1).next_power_of_two()],
            signals: 0,
        }
    }

    fn at(&self, cycle: u64) -> usize {
        cycle as usize & (self.cycles.len() - 1)
    }

    #[inline]
    pub fn send_flit(&mut self, arrival: u64, buffer: u32) {
        let at = self.at(arrival);
        self.cycles[at].flits.push(buffer);
    }

    #[inline]
    pub fn send_credit(&mut self, arrival: u64, link: u32) {
        let at = self.at(arrival);
        self.cycles[at].credits.push(link);
        self.signals += 1;
    }

    pub fn send_of_circuit(&mut self, arrival: u64, link: u32, signal: CircuitSignal) {
        let at = self.at(arrival);
        self.cycles[at].of_circuits.push((link, signal));
        self.signals += 1;
    }

    /// Number of flits in flight.
    pub fn flits(&self) -> u64 {
        self.cycles
            .iter()
            .map(|cycle| cycle.flits.len() as u64)
            .sum()
    }

    /// Whether a credit or a signal about a circuit is in flight.
    #[inline]
    pub fn has_signals(&self) -> bool {
        self.signals > 0
    }

    /// The arrivals of `cycle`.
    #[inline]
    pub fn arrivals(&self, cycle: u64) -> &Arrivals {
        &self.cycles[self.at(cycle)]
    }

    /// Removes the arrivals of `cycle`.
    #[inline]
    pub fn clear(&mut self, cycle: u64) {
        let at = self.at(cycle);
        let arrivals = &mut self.cycles[at];
        self.signals -= arrivals.credits.len() + arrivals.of_circuits.len();
        arrivals.flits.clear();
        arrivals.credits.clear();
        arrivals.of_circuits.clear();
    }

    /// Moves flits, credits and signals in flight to `other`: those flits whose buffer satisfies
    /// `buffers`, and those credits and signals whose link satisfies `links`.
    pub fn move_to(
        &mut self,
        other: &mut DelayLines,
        buffers: impl Fn(u32) -> bool,
        links: impl Fn(u32) -> bool,
    ) {
        for (from, to) in self.cycles.iter_mut().zip(&mut other.cycles) {
            let before = from.count() - from.flits.len();
            to.flits
                .extend(from.flits.extract_if(.., |buffer| buffers(*buffer)));
            to.credits
                .extend(from.credits.extract_if(.., |link| links(*link)));
            to.of_circuits
                .extend(from.of_circuits.extract_if(.., |(link, _)| links(*link)));
            let moved = before - (from.count() - from.flits.len());
            self.signals -= moved;
            other.signals += moved;
        }
    }

    /// The first cycle after `cycle` in which a flit, credit or signal arrives.
    pub fn next_arrival(&self, cycle: u64) -> Option<u64> {
        let mut later = cycle + 1..=cycle + self.cycles.len() as u64;
        later.find(|&cycle| self.cycles[self.at(cycle)].count() > 0)
    }
}
