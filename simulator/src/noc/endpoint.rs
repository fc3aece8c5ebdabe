//! Endpoints, at which network interfaces hand flits over to the network and take flits from it: at
//! most one of each in a cycle.

/// The cycle of an event that has not happened.
const NEVER: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// The cycle in which the last flit was handed over.
    pub injected: u64,
    /// The cycle in which the last flit was taken.
    pub taken: u64,
}

impl Endpoint {
    pub fn new() -> Endpoint {
        Endpoint {
            injected: NEVER,
            taken: NEVER,
        }
    }
}
