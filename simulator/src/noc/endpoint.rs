//! Endpoints: where network interfaces hand flits over and take them.

use super::link::Link;

/// The cycle of something that has not happened.
const NEVER: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// Into its switch.
    pub link: Link,
    /// The link that fills its buffer.
    pub feeder: u32,
    /// The cycle of the last flit handed over.
    injected: u64,
    /// The cycle of the last flit taken.
    taken: u64,
}

impl Endpoint {
    pub fn new(link: Link, feeder: usize) -> Endpoint {
        Endpoint {
            link,
            feeder: feeder as u32,
            injected: NEVER,
            taken: NEVER,
        }
    }

    /// Whether a flit may be handed over in cycle `now`: one a cycle, if there is a place.
    #[inline]
    pub fn may_inject(&self, now: u64) -> bool {
        self.link.credits > 0 && self.injected != now
    }

    /// Whether a flit may be taken in cycle `now`: one a cycle.
    #[inline]
    pub fn may_take(&self, now: u64) -> bool {
        self.taken != now
    }

    #[inline]
    pub fn injects(&mut self, now: u64) {
        self.injected = now;
    }

    #[inline]
    pub fn takes(&mut self, now: u64) {
        self.taken = now;
    }
}
