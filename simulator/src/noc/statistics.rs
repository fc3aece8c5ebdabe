//! The counts of a network.

/// The counts of a router's output, and of the link that it sends to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkStatistics {
    pub router: usize,
    /// The port number in its router. For the numbers on a mesh, see `topology::mesh`.
    pub port: usize,
    /// Number of flits that have passed the output.
    pub flits: u64,
    /// Number of flits that have passed the output on a circuit.
    pub circuit_flits: u64,
}

/// The traffic in all networks since they were created, and their size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    pub routers: u64,
    /// Number of times that a flit has passed a router.
    pub crossings: u64,
    /// Number of times that a flit has entered a link between two routers.
    pub hops: u64,
    /// Number of flits that endpoints have handed over, plus number that they have taken.
    pub interfaces: u64,
}

impl std::iter::Sum for Traffic {
    fn sum<I: Iterator<Item = Traffic>>(all: I) -> Traffic {
        all.fold(Traffic::default(), |sum, one| Traffic {
            routers: sum.routers + one.routers,
            crossings: sum.crossings + one.crossings,
            hops: sum.hops + one.hops,
            interfaces: sum.interfaces + one.interfaces,
        })
    }
}

/// The counts of a network since it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// Number of flits that endpoints have handed over.
    pub injected: u64,
    /// Number of flits that endpoints have taken.
    pub ejected: u64,
    /// By how many flits copying has increased the traffic: the copies made, minus their originals.
    pub copied: u64,
    /// Number of packets that were to open a circuit, but were removed because another circuit held
    /// their output.
    pub refused: u64,
    /// Number of flits in buffers and on links at present.
    pub in_flight: u64,
    /// Stall cycles: cycles in which the oldest flit of an input could not move, summed over the
    /// inputs of all routers. The flit waited for a credit, or for an output that was granted to
    /// another packet.
    pub stall_cycles: u64,
    /// All connected outputs, in the order of routers and ports.
    pub links: Vec<LinkStatistics>,
}
