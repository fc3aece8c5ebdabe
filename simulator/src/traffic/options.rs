//! The options of a run.

use super::pattern::PatternKind;
use thiserror::Error;

/// An error in the options. The text says what is wrong and how to correct it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TrafficError(pub String);

/// A priority of the packets that sources generate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The QoS field of the packets, from 0 (lowest) to 7.
    pub level: u8,
    /// The share of packets with this priority, as a weight. The shares need not add up to 1.
    pub share: f64,
}

/// A circuit that a user has requested.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The tile that opens the circuit and sends on it.
    pub from: usize,
    pub to: usize,
    /// Flits per cycle that the tile sends on the circuit; above 0 and at most 1. None means as
    /// many as the link can carry.
    pub rate: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    pub pattern: PatternKind,
    /// Flits per cycle that each node offers, in addition to those on its circuit; above 0 and at
    /// most 1. If there are circuits, it may be 0.
    pub rate: f64,
    /// Packet length in flits, from 1 to 64.
    pub packet: u8,
    pub seed: u64,
    /// Length of the warm-up before the measured window, in cycles; at most 10 million.
    pub warmup: u64,
    /// Length of the measured window in cycles, from 1 to 10 million.
    pub measure: u64,
    /// Largest number of cycles after the measured window; at most 10 million.
    pub drain: u64,
    /// Whether, with uniform traffic, a node also sends packets to itself.
    pub to_self: bool,
    /// Tiles that hotspot traffic prefers. If the list is empty, it is the tile in the middle.
    pub hotspots: Vec<usize>,
    /// Fraction of hotspot traffic that goes to the hotspots, 0 to 1. The rest is uniform.
    pub hotspot_share: f64,
    /// The priorities of packets; each occurs at most once. If the list is empty, no packet has a
    /// QoS field above 0.
    pub priorities: Vec<Share>,
    pub circuits: Vec<Placement>,
    /// Number of additional circuits between random tiles. They share no link and no endpoint with
    /// each other or with `circuits`.
    pub random_circuits: usize,
    /// The rate of the random circuits, with the meaning of `Placement::rate`.
    pub random_circuits_rate: Option<f64>,
    /// Circuits are closed from this cycle on. None if they stay open.
    pub close_after: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            pattern: PatternKind::Uniform,
            rate: 0.1,
            packet: 4,
            seed: 1,
            warmup: 3_000,
            measure: 10_000,
            drain: 10_000,
            to_self: true,
            hotspots: vec![],
            hotspot_share: 0.2,
            priorities: vec![],
            circuits: vec![],
            random_circuits: 0,
            random_circuits_rate: None,
            close_after: None,
        }
    }
}

/// Largest number of cycles in each phase. It limits the memory and the time that a simulation
/// takes.
pub const MOST_CYCLES: u64 = 10_000_000;

impl Options {
    /// Returns an error for the first option that is out of range.
    pub fn check(&self) -> Result<(), TrafficError> {
        let wrong = |text: String| Err(TrafficError(text));
        let circuits_only = self.rate == 0.0 && self.has_circuits();
        if !(self.rate > 0.0 && self.rate <= 1.0 || circuits_only) {
            return wrong(format!(
                "rate {}; right: above 0 (with circuits also 0), at most 1 flit per node and cycle",
                self.rate
            ));
        }
        if !(1..=64).contains(&self.packet) {
            return wrong(format!("packet of {} flits; right: 1 to 64", self.packet));
        }
        if self.measure == 0 {
            return wrong("a window of 0 cycles; right: at least 1".into());
        }
        for (name, cycles) in [
            ("warm-up", self.warmup),
            ("window", self.measure),
            ("drain", self.drain),
        ] {
            if cycles > MOST_CYCLES {
                return wrong(format!(
                    "{name} of {cycles} cycles; right: at most {MOST_CYCLES}"
                ));
            }
        }
        self.check_priorities()
    }

    fn check_priorities(&self) -> Result<(), TrafficError> {
        let wrong = |text: String| Err(TrafficError(text));
        for (number, &Share { level, share }) in self.priorities.iter().enumerate() {
            if level > 7 {
                return wrong(format!("priority {level}; right: 0, the lowest, to 7"));
            }
            if !(share > 0.0 && share.is_finite()) {
                return wrong(format!(
                    "share {share} of priority {level}; right: above 0, in proportion to the others"
                ));
            }
            if self.priorities[..number]
                .iter()
                .any(|other| other.level == level)
            {
                return wrong(format!(
                    "priority {level} is there twice; add up its shares"
                ));
            }
        }
        Ok(())
    }

    pub(super) fn has_circuits(&self) -> bool {
        self.random_circuits > 0 || !self.circuits.is_empty()
    }
}
