//! Endpoints, at which network interfaces hand flits over to the network and take flits from it. An
//! endpoint hands over at most one flit in a cycle, and takes at most one.

/// The cycle of the last flit, as long as there has been no flit.
const NEVER: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub struct Endpoint {
    /// The cycle in which the network interface last handed a flit over.
    pub injected: u64,
    /// The cycle in which the network interface last took a flit.
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
