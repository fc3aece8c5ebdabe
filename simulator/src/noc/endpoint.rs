//! Endpoints: where network interfaces hand flits over and take them, one of each a cycle.

/// The cycle of something that has not happened.
const NEVER: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// The cycle of the last flit handed over.
    pub injected: u64,
    /// The cycle of the last flit taken.
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
