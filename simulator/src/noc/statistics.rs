//! The counts of a network.

/// One output of a router and the link behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkStatistics {
    pub router: usize,
    /// Port of the router; for a mesh see `topology::mesh`.
    pub port: usize,
    /// Flits that have passed.
    pub flits: u64,
    /// Those of them that travelled on circuits.
    pub circuit_flits: u64,
}

/// What has moved in networks since they were made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    pub routers: u64,
    /// Flits that have passed a router.
    pub crossings: u64,
    /// Flits that have passed a link between two routers, or are on it.
    pub hops: u64,
    /// Flits that endpoints have handed over or taken.
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

/// Counted since the network was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// Flits handed over by endpoints.
    pub injected: u64,
    /// Flits taken by endpoints.
    pub ejected: u64,
    /// Open packets that met an output held by another circuit, and were removed.
    pub refused: u64,
    /// Flits in buffers and on links, counted there.
    pub in_flight: u64,
    /// Cycles in which the oldest flit of a router's input could not move on, summed over all
    /// inputs: it waited for an output that another packet held or was granted, or for a credit.
    pub stall_cycles: u64,
    /// Every connected output, in order of routers and ports.
    pub links: Vec<LinkStatistics>,
}
