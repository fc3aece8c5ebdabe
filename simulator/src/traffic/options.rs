//! What is run.

use super::pattern::Kind;
use thiserror::Error;

/// What is wrong with the options, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TrafficError(pub String);

#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    pub pattern: Kind,
    /// Flits that a node offers in a cycle, above 0, at most 1.
    pub rate: f64,
    /// Flits of a packet, 1 to 64.
    pub packet: u8,
    pub seed: u64,
    /// Cycles before the window, at most 10 million.
    pub warmup: u64,
    /// Cycles of the window, 1 to 10 million.
    pub measure: u64,
    /// Cycles after the window at most, at most 10 million.
    pub drain: u64,
    /// Whether uniform traffic goes to the node itself too.
    pub to_self: bool,
    /// Tiles that hotspot traffic prefers; none given: the one in the middle.
    pub hotspots: Vec<usize>,
    /// The share of hotspot traffic that goes to them, 0 to 1; the rest is uniform.
    pub hotspot_share: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            pattern: Kind::Uniform,
            rate: 0.1,
            packet: 4,
            seed: 1,
            warmup: 3_000,
            measure: 10_000,
            drain: 10_000,
            to_self: true,
            hotspots: vec![],
            hotspot_share: 0.2,
        }
    }
}

/// Bounds the memory and the time that one run can ask for.
const MOST_CYCLES: u64 = 10_000_000;

impl Options {
    /// The first thing that is out of range, if anything is.
    pub fn check(&self) -> Result<(), TrafficError> {
        let wrong = |text: String| Err(TrafficError(text));
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            return wrong(format!(
                "rate {}: flits a node and cycle, above 0, at most 1",
                self.rate
            ));
        }
        if !(1..=64).contains(&self.packet) {
            return wrong(format!("packet of {} flits: 1 to 64", self.packet));
        }
        if self.measure == 0 {
            return wrong("a window of 0 cycles: at least 1".into());
        }
        for (name, cycles) in [
            ("warm-up", self.warmup),
            ("window", self.measure),
            ("drain", self.drain),
        ] {
            if cycles > MOST_CYCLES {
                return wrong(format!("{name} of {cycles} cycles: at most {MOST_CYCLES}"));
            }
        }
        Ok(())
    }
}
