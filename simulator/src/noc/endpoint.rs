//! Endpoints, at which network interfaces hand flits over to the network and take flits from it. An
//! endpoint hands over at most one flit in a cycle, and takes at most one.

/// Value of `taken` for an endpoint that has never taken a flit.
const NEVER: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// The first cycle in which the network interface may hand a flit over again.
    pub next: u64,
    /// The cycle in which the network interface last took a flit.
    pub taken: u64,
}

impl Endpoint {
    pub fn new() -> Endpoint {
        Endpoint {
            next: 0,
            taken: NEVER,
        }
    }
}
